/**
 * The stage of a practice fight: the compendium's map with two actors of the game system's own, seen by this user alone for
 * as long as the fight lasts.
 */

import { later, removeScratch } from "../scratch.mjs";
import { PLAIN, ROLLS } from "./rolls.mjs";

export const FLAGS = { coign: { scratch: true } };
export const PATIENCE = 20_000; // ms for a scene, a card, a dialog or a window
/** The compendium whose scene is the map. */
export const PACK = "coign.try-it";
const SQUARES = { hero: [3, 6], foe: [9, 1], second: [10, 1] }; // of the map: where it is marked, and one space farther
const ACTORS = 40; // of a compendium that are looked at
const OWNER = 3; // a level of ownership
const NAME = "Coign: practice";

/**
 * @typedef {object} Stage
 * @property {any} at Foundry's globals, by their names
 * @property {import("./fight.mjs").Parts} coign
 * @property {any[]} made documents, in the order in which they were made
 * @property {import("./attack.mjs").Chat} chat
 * @property {Record<string, any>} seen
 * @property {Record<string, string>} notPlayed
 * @property {any} [scene]
 * @property {{hero: any, foe: any, second: any}} [tokens] documents
 * @property {any} [weapon]
 * @property {any} [message] of the last attack
 */

/**
 * Return how the world's game system rolls.
 * @param {any} at
 */
export const rollingOf = ({ game }) => ROLLS[game.system.id] ?? PLAIN;

/**
 * Make the scene, the actors and their tokens, and show the scene. Returns why that cannot be.
 * @param {Stage} stage
 */
export async function make(stage) {
  const { at, coign, made } = stage;
  await removeScratch(at);
  const [adventure] = await at.game.packs.get(PACK).getDocuments();
  const { _id, ...map } = adventure.toObject().scenes[0];
  const shown = { name: "Coign: a practice fight, deleted at once", navigation: false, active: false, flags: FLAGS };
  const scene = await at.Scene.create({ ...map, ...shown });
  if (!scene) return "another module let no scene be made";
  made.push(scene);
  const rolling = rollingOf(at);
  const [one, other = one] = await fightersOf(at, rolling);
  const players = coign.player ? { [coign.player.id]: OWNER } : {};
  const hero = await actorFrom(stage, one, { default: 0, ...players });
  const foe = await actorFrom(stage, other, { default: 0 });
  if (!hero || !foe) return "another module let no actor be made";
  const place = (/** @type {number[]} */ [column, row]) => ({ x: column * scene.grid.size, y: row * scene.grid.size });
  const tokens = await scene.createEmbeddedDocuments("Token", [
    tokenOf(hero, { ...place(SQUARES.hero), disposition: 1, actorLink: true }),
    tokenOf(foe, { ...place(SQUARES.foe), disposition: -1, actorLink: false }),
    tokenOf(foe, { ...place(SQUARES.second), disposition: -1, actorLink: false }),
  ]);
  if (tokens.length < 3) return "another module let no token be made";
  stage.scene = scene;
  stage.tokens = { hero: tokens[0], foe: tokens[1], second: tokens[2] };
  stage.weapon = tokens[0].actor?.items.find(rolling.weapon);
  await scene.view();
  const shows = () => at.canvas.ready && at.canvas.scene?.id === scene.id && tokens[0].object;
  return (await later(shows, PATIENCE)) ? null : "the scene was not shown";
}

/**
 * Return two actors of the system's own compendium who can attack; fewer if there are no such.
 * @param {any} at
 * @param {import("./rolls.mjs").Rolling} rolling
 */
async function fightersOf({ game }, rolling) {
  const isSystems = (/** @type {any} */ { documentName, metadata }) =>
    documentName === "Actor" && metadata.packageType === "system";
  const found = [];
  for (const pack of game.packs.filter(isSystems)) {
    const all = await pack.getDocuments();
    found.push(...all.slice(0, ACTORS).filter((/** @type {any} */ actor) => actor.items.some(rolling.weapon)));
    if (found.length > 1) break;
  }
  return found.slice(0, 2);
}

/**
 * Make an actor of one in a compendium, or a bare one of the system's first kind.
 * @param {Stage} stage
 * @param {any} source
 * @param {object} ownership
 */
async function actorFrom({ at, made }, source, ownership) {
  const [type] = at.game.documentTypes?.Actor?.filter((/** @type {string} */ one) => one !== "base") ?? [];
  const { _id, folder, ...data } = source?.toObject() ?? { type };
  const actor = await at.Actor.create({ ...data, name: NAME, ownership, flags: { ...data.flags, ...FLAGS } });
  if (actor) made.push(actor);
  return actor ?? null;
}

/**
 * Return the data of an actor's token, as tall and wide as one space.
 * @param {any} actor
 * @param {object} more
 */
function tokenOf(actor, more) {
  const prototype = actor.prototypeToken;
  const data = typeof prototype?.toObject === "function" ? prototype.toObject() : { ...prototype };
  return { ...data, name: NAME, actorId: actor.id, width: 1, height: 1, elevation: 0, hidden: false, ...more };
}

/**
 * Return a user's present view, to be restored afterwards.
 * @param {any} at
 */
export const situation = ({ canvas, game }) => ({
  scene: canvas.scene,
  controlled: (canvas.tokens?.controlled ?? []).map((/** @type {any} */ { id }) => id),
  targets: [...(game.user.targets ?? [])].map(({ id }) => id),
});

/**
 * Restore a user's view.
 * @param {any} at
 * @param {ReturnType<typeof situation>} before
 */
export async function showAgain({ game, canvas }, { scene, controlled, targets }) {
  if (!scene || !game.scenes.get(scene.id)) return;
  await scene.view();
  await later(() => canvas.ready && canvas.scene?.id === scene.id, PATIENCE);
  for (const id of controlled) canvas.tokens.get(id)?.control({ releaseOthers: false });
  canvas.tokens.setTargets?.(targets);
}

/**
 * Delete the documents and messages that were made, the last first.
 * @param {Stage} stage
 * @param {(problem: unknown) => void} failed a document that cannot be deleted keeps none of the others
 */
export async function removeAll({ at, made, chat }, failed) {
  const isOurs = (/** @type {any} */ { id, flags }) => chat.messages.has(id) || flags.coign?.scratch === true;
  const said = at.game.messages.filter(isOurs);
  for (const document of [...said, ...made.reverse()]) await document.delete().catch(failed);
}
