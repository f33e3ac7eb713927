/** The card in the chat log: the section drawn on every render, and its buttons. */

import { judge } from "../attack/annotate.mjs";
import { judgedBy } from "../attack/private-records.mjs";
import { occasionIn } from "../attack/read-message.mjs";
import { toRoll, upToDate } from "../attack/requests.mjs";
import { rollDice, takeBackDice } from "../attack/roll-dice.mjs";
import { keeperOf } from "../connection/owner.mjs";
import { coign, ID } from "../context.mjs";
import { askAddition, askWord } from "../overrides/dialog.mjs";
import { toggled } from "../overrides/overrides.mjs";
import { say, takeBack } from "../overrides/store.mjs";
import { everywhere } from "../util/all-windows.mjs";
import { elementOf } from "../util/dom.mjs";
import { findToken } from "../util/find-token.mjs";
import { t } from "../util/translate.mjs";
import { card } from "./card.mjs";

/** @typedef {ChatMessage.Implementation} Message */

const NAME_SHOWN = [30, 50]; // token display modes: hovered by anyone, always for everyone

/**
 * What the reader has folded or unfolded, by message: Foundry draws a message whole again whenever it changes.
 * @type {WeakMap<Message, Map<string, boolean>>}
 */
const folds = new WeakMap();

/**
 * `renderChatMessageHTML`, and whatever else renders a message: synchronous, and the same however often it is called.
 *
 * @param {Message} message
 * @param {HTMLElement} html
 */
export function rendered(message, html) {
  const content = html.querySelector(".message-content");
  if (!content) return;
  const old = content.querySelector(":scope > .coign-card");
  const node = message.isContentVisible ? card(viewOf(message, unfolded(message))) : null;
  const section = node && elementOf(node, html.ownerDocument);
  // The same again stays as it is: a click that is under way, or a chip that has the focus, does not lose its element.
  if (old && section && old.isEqualNode(section) && old === content.lastElementChild) return;
  old?.remove();
  if (!section) return;
  section.addEventListener("click", (event) => clicked(event, message));
  section.addEventListener("toggle", (event) => folded(event, message), { capture: true }); // it does not bubble
  content.append(section);
}

/**
 * Draw a message's section anew wherever the message stands: what has changed is in memory, not in the message.
 * @param {Message} message
 */
export function redraw(message) {
  for (const element of everywhere(`[data-message-id="${message.id}"]`)) rendered(message, element);
}

/**
 * Remember a fold that is not as it usually is: who never touched one follows the setting.
 * @param {Event} event also comes for each that is drawn open
 * @param {Message} message
 */
function folded({ target }, message) {
  const { dataset, open } = /** @type {HTMLDetailsElement} */ (target);
  const { fold = "" } = dataset;
  const kept = folds.get(message) ?? new Map();
  if (kept.has(fold) || open !== usually(fold)) folds.set(message, kept.set(fold, open));
}

/**
 * @param {Message} message
 * @returns {import("./card.mjs").View["unfolded"]}
 */
const unfolded = (message) => (name) => folds.get(message)?.get(name) ?? usually(name);

/** The card is open unless this reader's setting says otherwise, the drawings of several targets are not. */
const usually = (/** @type {string} */ fold) => fold === "card" && !coign.setting("collapsed");

/**
 * @param {Message} message
 * @param {import("./card.mjs").View["unfolded"]} [unfolded]
 * @returns {import("./card.mjs").View}
 */
function viewOf(message, unfolded = () => true) {
  const flags = message.flags[ID] ?? {};
  const secret = game.user.isGM ? judgedBy(message.id) : undefined;
  const scene = sceneOf(message);
  return {
    annotations: secret?.annotations ?? flags.annotations ?? [],
    rolled: flags.rolled ?? [],
    editable: game.user.isGM,
    mayRoll: game.user.isGM || message.isAuthor,
    mayMeasure: Boolean(flags.judged) && !secret && Boolean(keeperOf(game.users, game.users.activeGM)?.isSelf),
    waiting: !upToDate({ ...flags, judged: secret?.judged ?? flags.judged }),
    unfolded,
    nameOf: (id) => nameOf(findToken(scene, id)),
    t,
  };
}

/**
 * A token's name as this reader may know it.
 * @param {TokenDocument.Implementation | undefined} token
 */
function nameOf(token) {
  const known = token && (token.isOwner || NAME_SHOWN.includes(token.displayName));
  return known ? token.name : t("COIGN.Card.SomeTarget");
}

/** @param {Message} message */
const sceneOf = (message) => occasionIn(message)?.actorToken?.scene ?? message.speaker.scene ?? "";

/**
 * One listener for all buttons of the section.
 * @param {Event} event
 * @param {Message} message
 */
async function clicked(event, message) {
  /** @type {HTMLElement | null} */
  const button = /** @type {Element} */ (event.target).closest("[data-coign]");
  if (!button) return;
  event.preventDefault();
  event.stopPropagation(); // the chat log has its own ideas of what a click means
  const { coign: action = "", modifier = "", target = null } = button.dataset;
  await ACTIONS[action]?.(message, { modifier, target });
}

/** @type {Record<string, (message: Message, on: {modifier: string, target: string | null}) => Promise<unknown>>} */
export const ACTIONS = {
  toggle: async (message, on) => {
    const { modifier, overrides, parties } = found(message, on);
    if (!modifier) return;
    const word = toggled(modifier, overrides, parties);
    if ("drop" in word) return takeBack(word.drop, message, parties.scene);
    return say({ ...word.add, by: game.user.name }, message, parties.scene);
  },
  more: async (message, on) => {
    const { modifier, parties } = found(message, on);
    const word = modifier && (await askWord(modifier, parties));
    return word && say(word, message, parties.scene);
  },
  add: async (message, on) => {
    const { parties } = found(message, on);
    const word = await askAddition(parties);
    return word && say(word, message, parties.scene);
  },
  roll: async (message) => rollDice(message, toRoll(viewOf(message).annotations)),
  undo: takeBackDice,
  measure: async (message) => {
    if (!coign.bridge.connected) return ui.notifications.warn("COIGN.Errors.NotConnected", { localize: true });
    return judge(message, { again: true });
  },
};

/**
 * What a button is about.
 * @param {Message} message
 * @param {{modifier: string, target: string | null}} on
 */
function found(message, { modifier, target }) {
  const flags = message.flags[ID] ?? {};
  const [annotation] = viewOf(message).annotations;
  const result = annotation?.results.find((one) => one.target === target);
  const attack = occasionIn(message)?.actorToken;
  return {
    modifier: result?.modifiers.find(({ id }) => id === modifier),
    overrides: judgedBy(message.id)?.overrides ?? flags.overrides ?? [],
    parties: { actor: attack?.token ?? "", target, scene: attack?.scene ?? "" },
  };
}
