/**
 * The practice fight: it tries Coign's promises in a running Foundry, on the compendium's map, with two actors of the game
 * system. It creates the documents that it needs, whispers its cards, and removes everything again. Its report contains no
 * text of the world, and is compared with that of the same fight in the stand-in.
 */

import { later, scratchIn } from "../scratch.mjs";
import { cardOf, chatFor, rolled } from "./attack.mjs";
import { PLAYERS } from "./difference.mjs";
import { Recorder } from "./recorder.mjs";
import { PLAIN } from "./rolls.mjs";
import { both, kindOf, shapeOf, treeOf } from "./shapes.mjs";
import { make, PATIENCE, removeAll, rollingOf, showAgain, situation } from "./stage.mjs";

/**
 * @typedef {import("./shapes.mjs").Shape} Shape
 * @typedef {import("./stage.mjs").Stage} Stage
 *
 * @typedef {object} Parts of Coign, as the fight needs them
 * @property {(request: any) => Promise<any>} evaluate
 * @property {(message: string) => (string | null)[]} targetsOf ids of the tokens that a message was measured against
 * @property {(inRoll: "off" | "gm" | null) => void} play this client's rolls with modifiers in them, or not; null: as set
 * @property {Player | null} player the user to ask for an attack; null: none
 * @property {(step: string) => void} progress
 *
 * @typedef {object} Player
 * @property {string} id
 * @property {(ids: {scene: string, hero: string, foe: string}) => Promise<Record<string, string> | null>} attack null: the
 *   player did not want to
 *
 * @typedef {object} Fight what was met: `seen` is compared with the same fight in the stand-in
 * @property {Record<string, Shape>} seen
 * @property {Record<string, number>} times
 * @property {import("./recorder.mjs").Line[]} lines
 * @property {Record<string, string>} notPlayed
 * @property {string[]} left what could not be removed
 */

const SETTLE = 300; // ms for additions of modules to a window

/** The steps, in their order. Each returns why it was not played, or nothing. @type {Record<string, (stage: any) => any>} */
export const STEPS = {
  make,
  documents,
  measure,
  windows,
  "attack after the roll": attack("off", false),
  retarget,
  reroll,
  "attack in the roll": attack("gm", false),
  "attack with a dialog": attack("gm", true),
  save,
  move,
  [PLAYERS]: player,
};

/**
 * Return whether a combat is in the tracker: then nothing is played.
 * @param {any} at
 */
export const inCombat = ({ game }) => game.combats.some((/** @type {any} */ one) => one.active || one.started);

/**
 * Play the fight.
 * @param {any} at Foundry's globals, by their names, with `window` and `console`
 * @param {Parts} coign
 * @returns {Promise<Fight>}
 */
export async function playFight(at, coign) {
  const seen = { documents: {}, elements: {}, steps: {} };
  /** @type {Stage} */
  const stage = { at, coign, made: [], chat: chatFor([at.game.userId]), seen, notPlayed: {} };
  const recorder = new Recorder(at, (document) => isOurs(stage, document));
  const before = situation(at);
  recorder.start();
  try {
    for (const [name, play] of Object.entries(STEPS)) {
      coign.progress(name);
      const why = inCombat(at) ? "a combat began" : await recorder.step(name, () => play(stage));
      if (typeof why === "string") stage.notPlayed[name] = why;
      if (!stage.tokens) break; // there are no tokens to play with
    }
  } finally {
    coign.play(null);
    await recorder.step("show again", () => showAgain(at, before));
    await recorder.step("remove", () => removeAll(stage, (problem) => recorder.note("step", problem)));
    recorder.stop();
  }
  const { hooks, orders, times, lines } = recorder;
  const left = scratchIn(at).map(({ documentName }) => documentName);
  return { seen: { ...seen, hooks, orders, faults: faultsIn(lines) }, times, lines, notPlayed: stage.notPlayed, left };
}

/**
 * Return whether a document is the fight's, or in one that is.
 * @param {Stage} stage
 * @param {any} document
 */
function isOurs({ at, chat }, document) {
  const isSaid = (/** @type {any} */ one) =>
    one.documentName === "ChatMessage" &&
    (chat.messages.has(one.id) || (chat.rolls && one.author?.id === at.game.userId));
  for (let one = document; one; one = one.parent) if (one.flags?.coign?.scratch === true || isSaid(one)) return true;
  return false;
}

/**
 * Return the errors that Coign has to correct, or that ended a step.
 * @param {import("./recorder.mjs").Line[]} lines
 */
function faultsIn(lines) {
  const isCoigns = (/** @type {string} */ frame) => frame.startsWith("coign.mjs:");
  const faults = lines.filter(({ level, stack }) => level === "step" || (level !== "warn" && stack.some(isCoigns)));
  return Object.fromEntries(faults.map(({ step, fault }) => [`${step}: ${fault}`, "thrown"]));
}

/** @param {Stage} stage */
function documents({ at, scene, tokens, seen }) {
  const first = (/** @type {any} */ some) => [...(some ?? [])][0];
  const all = {
    Scene: scene,
    Token: tokens?.hero,
    Wall: first(scene.walls),
    AmbientLight: first(scene.lights),
    Region: first(scene.regions),
    RegionBehavior: first(first(scene.regions)?.behaviors),
    Tile: first(scene.tiles),
    Level: first(scene.levels),
    Actor: tokens?.hero.actor,
    User: at.game.user,
  };
  for (const [name, document] of Object.entries(all)) {
    if (!document) continue;
    const {
      walls,
      tokens: _,
      lights,
      regions,
      tiles,
      drawings,
      levels,
      sounds,
      notes,
      items,
      effects,
      ownership,
      ...own
    } = document._source;
    seen.documents[name] = shapeOf(own, name === "Actor" ? 3 : 4);
  }
}

/** @param {Stage} stage */
async function measure({ coign, scene, tokens, seen }) {
  const { hero, foe } = /** @type {NonNullable<Stage["tokens"]>} */ (tokens);
  const request = { scene: scene.id, actor: hero.id, targets: [foe.id], attack: { kind: "ranged" } };
  const [{ facts }] = (await coign.evaluate(request)).results;
  const { cover, range, elevation } = facts;
  seen.steps.measure = { cover: cover.degree, distance: `${range.distance} ft`, height: `${elevation.difference} ft` };
}

/** @param {Stage} stage */
async function windows({ at, scene, tokens, seen }) {
  const hero = tokens?.hero;
  for (const [name, document] of Object.entries({ "token's sheet": hero, "wall's sheet": [...scene.walls][0] })) {
    const { sheet } = document;
    await sheet.render({ force: true });
    const drawn = () => (sheet.rendered && sheet.element?.querySelector?.("footer") ? sheet.element : null);
    if (await later(drawn, PATIENCE)) {
      await later(() => false, SETTLE); // for additions of modules
      const element = drawn();
      seen.elements[name] = treeOf(element, 5);
      seen.steps[name] = { "Coign's part": count(element, '[data-tab="coign"], .coign-cover, [name^="flags.coign"]') };
    }
    await sheet.close({ animate: false });
  }
  const { hud } = at.canvas;
  if (hud?.token && hero.object) {
    await hud.token.bind(hero.object);
    if (await later(() => hud.token.element?.querySelector?.(".col"), PATIENCE))
      seen.elements["buttons round a token"] = treeOf(hud.token.element, 4);
    await hud.token.close?.();
  }
  const controls = at.document.querySelector("#scene-controls, #controls");
  seen.elements["scene controls"] = treeOf(controls, 4);
  seen.steps["scene controls"] = { rook: count(controls, '[data-tool="coign"]') };
}

/** @param {any} element @param {string} selector */
const count = (element, selector) => (element?.querySelector?.(selector) ? "there" : "missing");

/**
 * Return the step that attacks the foe, with modifiers in the roll or not, with the system's dialog or not.
 * @param {"off" | "gm"} inRoll
 * @param {boolean} dialog
 */
function attack(inRoll, dialog) {
  const name = dialog ? "attack with a dialog" : inRoll === "gm" ? "attack in the roll" : "attack after the roll";
  return async (/** @type {Stage} */ stage) => {
    const { at, coign, tokens, weapon, seen } = stage;
    const { hero, foe } = /** @type {NonNullable<Stage["tokens"]>} */ (tokens);
    const rolling = rollingOf(at);
    if (!weapon && rolling !== PLAIN) return "no actor of the system's own compendium has an attack";
    coign.play(inRoll);
    hero.object?.control?.({ releaseOthers: true });
    foe.object.setTarget(true, { releaseOthers: true });
    const message = await rolled(stage, () => rolling.attack(hero.actor, weapon, dialog, at), name);
    if (!message) return "no message came";
    stage.message = message;
    const card = await cardOf(at, message);
    noteMessage(stage, "attack", message);
    const { targets, included } = message.flags.coign ?? {};
    seen.steps[name] = { card, targets: String(targets?.length ?? 0), "in the roll": included ? "noted" : "nothing" };
  };
}

/**
 * Note the shapes of a message and its card.
 * @param {Stage} stage
 * @param {string} kind
 * @param {any} message
 */
function noteMessage({ at, seen }, kind, message) {
  const { flags, rolls, ...source } = message._source;
  const { coign: _, ...others } = flags;
  const shape = { ...shapeRecord(source), flags: shapeOf(others, 4), rolls: rolls.map(rollOf).reduce(both, "nothing") };
  seen.documents[`message of a ${kind}`] = both(seen.documents[`message of a ${kind}`] ?? "nothing", shape);
  const element = at.document.querySelector(
    `#chat-log [data-message-id="${message.id}"], .chat-log [data-message-id="${message.id}"]`,
  );
  seen.elements.card = both(seen.elements.card ?? "nothing", treeOf(element, 6));
}

/** @param {any} value */
const shapeRecord = (value) => /** @type {Record<string, Shape>} */ (shapeOf(value, 4));

/** @param {any} roll as it is saved: a text */
const rollOf = (roll) => shapeOf(typeof roll === "string" ? JSON.parse(roll) : roll, 4);

/** @param {Stage} stage */
async function retarget(stage) {
  const { coign, message, tokens, seen } = stage;
  if (!message || !tokens) return "there was no attack";
  tokens.second.object.setTarget(true, { releaseOthers: true });
  await message.update({ flags: { coign: { against: [tokens.second.uuid] } } });
  const follows = await later(() => coign.targetsOf(message.id).includes(tokens.second.id), PATIENCE);
  seen.steps.retarget = { card: follows ? "is about the new target" : "does not follow" };
}

/** @param {Stage} stage */
async function reroll(stage) {
  const { at, message, seen } = stage;
  const { reroll: again } = /** @type {import("./rolls.mjs").Rolling} */ (rollingOf(at));
  if (!message || !again) return message ? "the system has none, or none that is known" : "there was no attack";
  const next = await rolled(stage, () => again(message, at), "reroll");
  seen.steps.reroll = { card: next ? await cardOf(at, next) : "none" };
}

/** @param {Stage} stage */
async function save(stage) {
  const { at, tokens, coign, seen } = stage;
  const { save: roll } = /** @type {import("./rolls.mjs").Rolling} */ (rollingOf(at));
  if (!roll) return "the system has none, or none that is known";
  coign.play("gm");
  const message = await rolled(stage, () => roll(tokens?.foe.actor), "save");
  if (!message) return "no message came";
  noteMessage(stage, "save", message);
  seen.steps.save = { kind: kindOf(message) };
}

/** @param {Stage} stage */
async function move({ scene, tokens }) {
  const hero = tokens?.hero;
  const { x } = hero._source;
  await hero.update({ x: x + scene.grid.size }, { animate: false });
  await hero.update({ x }, { animate: false });
}

/** @param {Stage} stage */
async function player({ coign, scene, tokens, seen }) {
  if (!coign.player || !tokens) return "nobody was asked";
  const answer = await coign.player.attack({ scene: scene.id, hero: tokens.hero.id, foe: tokens.foe.id });
  if (!answer) return "the player did not want to";
  seen.steps[PLAYERS] = answer;
}
