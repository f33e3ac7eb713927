/**
 * The rolls of a practice fight: what rolls whispers its message, the dialog that opens is noted and answered, and the card
 * is waited for. A game master's client and a player's use the same.
 */

import { later } from "../scratch.mjs";
import { treeOf } from "./shapes.mjs";
import { FLAGS, PATIENCE, rollingOf, showAgain, situation } from "./stage.mjs";

const SETTLE = 300; // ms for changes after a card
const LINES_COME = 3000; // ms for Coign's lines in a dialog
const LINES = '.coign-in-roll, [class^="coign"]';
const WINDOWS = ".application, .window-app, #accdiff";
/** The systems' names for the button that rolls without changes in a dialog. The first one found is pressed. */
export const ROLL = [
  'button[name="attack_single"]',
  "button.roll",
  'button[data-action="normal"]',
  ".dialog-buttons button",
  'button[type="submit"]',
  "footer button",
];

/**
 * @typedef {object} Chat the messages of a fight that this user makes
 * @property {string[]} whisper ids of the users who may read them
 * @property {Set<string>} messages their ids
 * @property {boolean} rolls whether one is expected now
 */

/** Return an empty chat. @param {string[]} whisper @returns {Chat} */
export const chatFor = (whisper) => ({ whisper, messages: new Set(), rolls: false });

/**
 * Let something roll, and press the button of the dialog that it opens. Resolves to the message; null: none came.
 * @param {Pick<import("./stage.mjs").Stage, "at" | "chat" | "seen">} stage
 * @param {() => unknown} roll
 * @param {string} name what the step is called in the report
 */
export async function rolled({ at, chat, seen }, roll, name) {
  const { game, document, Hooks } = at;
  const isOurs = (/** @type {any} */ { author, style }) => author?.id === game.userId && !style; // a message with a style was typed
  /** @type {any} */
  let message = null;
  const heard = Hooks.on("createChatMessage", (/** @type {any} */ one) => {
    if (!isOurs(one)) return;
    chat.messages.add(one.id);
    message ??= one;
  });
  const whispering = Hooks.on("preCreateChatMessage", (/** @type {any} */ one) => {
    if (isOurs(one)) one.updateSource({ whisper: chat.whisper, flags: FLAGS });
  });
  const open = new Set(document.querySelectorAll(WINDOWS));
  let isPressed = false;
  const look = () => {
    const fresh = [...document.querySelectorAll(WINDOWS)].find((one) => !open.has(one) && one.querySelector("button"));
    const button = fresh && ROLL.map((selector) => fresh.querySelector(selector)).find(Boolean);
    if (button && !isPressed) void press(seen, fresh, button, name);
    isPressed ||= Boolean(button);
    return message;
  };
  chat.rolls = true;
  try {
    const done = Promise.resolve(roll());
    const failed = new Promise((_, reject) => done.catch((problem) => message || reject(problem)));
    await Promise.race([later(look, PATIENCE), failed]);
  } finally {
    chat.rolls = false;
    Hooks.off("createChatMessage", heard);
    Hooks.off("preCreateChatMessage", whispering);
  }
  return message;
}

/**
 * Note the shape of a dialog once Coign's lines are in it, and press its button.
 * @param {Record<string, any>} seen
 * @param {any} dialog
 * @param {any} button
 * @param {string} name
 */
async function press(seen, dialog, button, name) {
  const lines = await later(() => dialog.querySelector(LINES), LINES_COME);
  seen.elements[`dialog, ${name}`] = treeOf(dialog, 6);
  seen.steps[`${name}, dialog`] = { "Coign's lines": lines ? "there" : "missing" };
  button.click();
}

/**
 * Wait for Coign's part of a message's card.
 * @param {any} at
 * @param {any} message
 */
export async function cardOf({ document }, message) {
  const card = () => document.querySelector(`[data-message-id="${message.id}"] :is(.coign-card, .coign-nothing)`);
  await later(card, PATIENCE);
  await later(() => false, SETTLE);
  const found = card();
  return !found ? "none" : found.matches(".coign-card") ? "drawn" : "nothing changes";
}

/**
 * Attack a token with another on a player's client, with the player's consent. Then restore the player's view.
 * @param {any} at
 * @param {{evaluate: import("./fight.mjs").Parts["evaluate"], whisper: string[]}} how
 * @param {{scene: string, hero: string, foe: string}} ids of a scene and of tokens in it
 * @returns {Promise<Record<"card" | "targets" | "preview", string>>}
 */
export async function attackAsPlayer(at, how, ids) {
  const { canvas, game } = at;
  const before = situation(at);
  const token = (/** @type {string} */ id) => (canvas.scene?.id === ids.scene ? canvas.tokens?.get(id) : null);
  try {
    await game.scenes.get(ids.scene).view();
    await later(() => canvas.ready && token(ids.foe), PATIENCE);
    const [hero, foe] = [token(ids.hero), token(ids.foe)];
    if (!foe || !hero) return { card: "the scene was not shown", targets: "0", preview: "none" };
    return await attackWith(at, how, hero, foe);
  } finally {
    await showAgain(at, before);
  }
}

/**
 * @param {any} at
 * @param {{evaluate: import("./fight.mjs").Parts["evaluate"], whisper: string[]}} how
 * @param {any} hero a token on the canvas
 * @param {any} foe
 */
async function attackWith(at, { evaluate, whisper }, hero, foe) {
  hero.control({ releaseOthers: true });
  foe.setTarget(true, { releaseOthers: true });
  const { id, parent, actor } = hero.document;
  const preview = await evaluate({ scene: parent.id, actor: id, targets: [foe.id], attack: { kind: "ranged" } }).then(
    ({ results }) => (results.length ? "answered" : "empty"),
    () => "refused",
  );
  const rolling = rollingOf(at);
  const roll = () => rolling.attack(actor, actor?.items.find(rolling.weapon), false, at);
  const stage = { at, chat: chatFor(whisper), seen: { elements: {}, steps: {} } };
  const message = await rolled(stage, roll, "a player's attack").catch(() => null); // a missing message is reported
  const card = message ? await cardOf(at, message) : "no message came";
  return { card, targets: String(message?.flags.coign?.targets?.length ?? 0), preview };
}
