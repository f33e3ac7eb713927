/**
 * From a message with an attack to the questions that are asked of it: who stands against whom, what the GM said, what
 * fell; once for the GM and, where players may read the message, once as a player may ask it.
 */

import { coign, ID } from "../context.mjs";
import { hiddenOf, judgedBy } from "./private-records.mjs";
import { asPlayer, questionsOf, targetsOf } from "./requests.mjs";

/** @typedef {ChatMessage.Implementation} Message */
/** @typedef {{gm: Coign.Question[], players: Coign.Question[]}} Inquiry One question for each roll; of players none or as many. */

const JUST_NOW = 30_000; // ms: for so long after a message its author's aim is taken to be the same

/**
 * @param {Message} message
 * @param {Coign.SeenAttack} attack
 * @returns {Inquiry | null} null: nobody to measure from, or to
 */
export function inquire(message, attack) {
  const { id, flags: all } = message;
  const flags = all[ID] ?? {};
  const scene = game.scenes.get(attack.actorToken?.scene ?? "");
  const before = judgedBy(id)?.annotations[0];
  // Who was judged before may have fallen and been taken off the map since: where they stood is still known.
  const there = (/** @type {string} */ token) =>
    scene?.tokens.has(token) || before?.results.some(({ target }) => target === token);
  const actor = attack.actorToken?.token ?? "";
  if (!scene || !(scene.tokens.has(actor) || before)) return null;
  const hidden = hiddenOf(id);
  const targets = targetsIn(message, attack, scene.id).filter(there);
  if (!targets.length) return null;
  const gm = questionsOf(attack, targets, { ...flags, overrides: [...(flags.overrides ?? []), ...hidden.overrides] });
  if (!playersRead(message)) return { gm, players: [] };
  const open = questionsOf(attack, targets, flags);
  const told = new Set(flags.annotations?.[0]?.results.map(({ target }) => target));
  const seen = (/** @type {string} */ token) =>
    scene.tokens.get(token) ?? (told.has(token) || (told.size > 0 && token === actor) ? { hidden: false } : undefined);
  return { gm, players: open.flatMap((question) => asPlayer(question, seen) ?? []) };
}

/**
 * Token ids, each once. Of a save they are in the roll, with whoever saves as one with the roller; an author's aim is for
 * attacks.
 * @param {Message} message
 * @param {Coign.SeenAttack} attack
 * @param {string} scene
 */
function targetsIn(message, { targets, occasion }, scene) {
  if (occasion === "save") return targets.flatMap(({ token }) => [token, ...matesOf(token, scene)]);
  const captured = message.flags[ID]?.targets;
  const seen = targetsOf({ captured, system: targets, current: aimNow(message, scene) }, scene);
  return [...new Set([...seen, ...hiddenOf(message.id).targets])];
}

/**
 * The others of a token's formation, which save from the worst place that any of them has.
 * @param {string} token
 * @param {string} scene
 */
function matesOf(token, scene) {
  const tokens = [...(game.scenes.get(scene)?.tokens ?? [])];
  const formation = (/** @type {TokenDocument.Implementation} */ one) => coign.extras.of(one).formation;
  const own = tokens.find(({ id }) => id === token);
  const name = own && formation(own);
  if (!name) return [];
  return tokens.flatMap((one) => (one.id && one !== own && formation(one) === name ? [one.id] : []));
}

/**
 * Whom the author targets now, for a message that has just come in and names nobody.
 * @param {Message} message
 * @param {string} scene
 */
function aimNow(message, scene) {
  if (Date.now() - message.timestamp > JUST_NOW) return [];
  return [...(message.author?.targets ?? [])]
    .filter(({ document }) => document.parent?.id === scene)
    .map(({ id }) => id);
}

/**
 * Whether any player may read the message's content; else there is nothing to publish.
 * @param {Message} message
 */
function playersRead({ blind, whisper, author }) {
  if (blind) return false;
  return !whisper.length || !author?.isGM || whisper.some((user) => game.users.get(user ?? "")?.isGM === false);
}
