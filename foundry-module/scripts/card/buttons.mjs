/** The acts of buttons, keys and pointer on a chat card. A hook draws the card again where needed. */

import { annotate } from "../attack/annotate.mjs";
import { diceToRoll, removeDice, rollDice } from "../attack/dice.mjs";
import { readMessage } from "../attack/message.mjs";
import { effectOf, offersFor } from "../overrides/choices.mjs";
import { askAddition, askOverride } from "../overrides/dialog.mjs";
import { linesOf, pressOf } from "../overrides/lines.mjs";
import { queryAllWindows, t } from "../util/foundry.mjs";
import { isOpen, keepFold, NEWEST, UNSEEN, viewOf } from "./reader.mjs";
import { retarget, takeBackMoment } from "./say.mjs";
import { numbersOf } from "./targets.mjs";
import { COVER } from "./tools.mjs";

/**
 * @typedef {ChatMessage.Implementation} Document
 * @typedef {{modifier?: string, target?: string | null, fact?: string, value?: string, nth?: string, fold?: string}} Subject
 *   what a button is about
 */

/**
 * Handle a click on any button of the section.
 * @param {Coign.Context} coign
 * @param {Event} event
 * @param {Document} message
 */
export async function clicked(coign, event, message) {
  /** @type {HTMLElement | null} */
  const button = /** @type {Element} */ (event.target).closest("[data-coign]");
  if (!button) return;
  event.preventDefault();
  event.stopPropagation(); // the chat log has click handlers of its own
  const { dataset } = button;
  const { coign: name = "" } = dataset;
  const decides = pressOf(dataset);
  if (decides) await press(coign, message, dataset, decides);
  else await ACTIONS[name]?.(coign, message, dataset);
}

/** The message and the target of the row that is pointed at; empty: none. */
let pointed = "";

/**
 * Tell the map which target's row is pointed at, and the numbers of those that have a name in common.
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {Element | null} element in the row; null: none any more
 */
export function pointAt(coign, message, element) {
  const { target } = /** @type {HTMLElement | null} */ (element?.closest(".coign-row"))?.dataset ?? {};
  const now = target ? `${message.id} ${target}` : "";
  if (now === pointed) return;
  pointed = now;
  if (!target) return void Hooks.callAll("coign.pointed", null);
  const { annotations, nameOf } = viewOf(coign, message);
  Hooks.callAll("coign.pointed", { target, numbers: numbersOf(annotations[0]?.results ?? [], nameOf) });
}

/**
 * Close the panel of what may be added when Escape is pressed in it; its button gets the focus.
 * @param {KeyboardEvent} event
 * @param {Document} message
 */
export function closePanel(event, message) {
  const section = /** @type {Element} */ (event.currentTarget);
  const panel = event.key === "Escape" && /** @type {Element} */ (event.target).closest(".coign-offers");
  const button = panel && openers(section).findLast((one) => precedes(one, panel));
  if (!button) return;
  event.stopPropagation(); // Foundry would open its menu
  button.focus();
  keepFold(message, button.dataset.fold ?? "", false);
  Hooks.callAll("coign.waiting", message);
}

/** List the buttons of a section whose panels are open. @param {Element} section */
const openers = (section) =>
  [...section.querySelectorAll(':is([data-tool="add"], .coign-of-target)[aria-expanded="true"]')].map(
    (one) => /** @type {HTMLElement} */ (one),
  );

/** @param {Element} one @param {Element} other */
const precedes = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

/** The actions of the other buttons. @type {Record<string, (coign: Coign.Context, message: Document, subject: Subject) => Promise<unknown>>} */
export const ACTIONS = {
  hand: async (coign, message, button) => {
    const form = offersFor(coign, readMessage(coign, message).attack?.occasion).effects[Number(button.nth)];
    const effect = effectOf(form, Number(button.value));
    return press(coign, message, button, { button: "add", effect, why: t("COIGN.Card.BecauseGm") });
  },
  more: async (coign, message, button) => {
    const line = lineOf(coign, message, button);
    if (!line?.modifier) return;
    const answer = await askOverride(line, line.modifier, partiesOf(coign, message, button));
    if (answer) await press(coign, message, button, answer);
  },
  add: async (coign, message, button) => {
    const offers = offersFor(coign, readMessage(coign, message).attack?.occasion);
    const answer = await askAddition(offers, partiesOf(coign, message, button));
    if (answer) await press(coign, message, { target: button.target }, answer);
  },
  hiding: async (coign, message, button) => {
    const why = t("COIGN.Card.FromHiding");
    return press(coign, message, button, { button: "turn", modifier: UNSEEN, value: "on", why });
  },
  fold: async (coign, message, { fold = "" }) => {
    keepFold(message, fold, !isOpen(coign, message, fold));
    Hooks.callAll("coign.waiting", message);
    focusPanel(message, fold);
  },
  retarget,
  unmove: (coign, { id }) => takeBackMoment(coign, { message: id ?? "" }),
  roll: async (coign, message) => rollDice(readMessage(coign, message), diceToRoll(viewOf(coign, message).annotations)),
  unroll: async (coign, message) => removeDice(readMessage(coign, message)),
  measure: async (coign, message) => {
    if (!coign.engine.connected) return ui.notifications.warn("COIGN.Errors.NotConnected", { localize: true });
    return annotate(coign, message, { again: true });
  },
};

/**
 * Put the focus into the panel that a button has just opened.
 * @param {Document} message
 * @param {string} fold
 */
function focusPanel(message, fold) {
  for (const section of queryAllWindows(`[data-message-id="${message.id}"] :is(.coign-card, .coign-nothing)`)) {
    const button = openers(section).find((one) => one === section.ownerDocument.activeElement);
    if (button?.dataset.tool !== "add" || button.dataset.fold !== fold) continue;
    /** @type {HTMLElement[]} */
    const pressed = [...section.querySelectorAll(".coign-offers button")].map(
      (one) => /** @type {HTMLElement} */ (one),
    );
    pressed.find((one) => precedes(button, one))?.focus({ preventScroll: true });
  }
}

/**
 * Send the press of a button.
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {Subject} button no target: it is about all of them
 * @param {Coign.Press} press
 */
async function press(coign, message, { modifier, fact, target }, press) {
  await coign.presses.add(message.id ?? "", { modifier, fact, target, ...press, by: game.user.name });
}

/**
 * Find the line of a button.
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {Subject} button
 */
function lineOf(coign, message, { modifier, target = null }) {
  const results = viewOf(coign, message).annotations[0]?.results ?? [];
  const result = results.find((one) => one.target === target) ?? (target === null ? results[0] : undefined);
  return result && linesOf(result).find(({ id }) => id === modifier);
}

/**
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {Subject} button
 */
function partiesOf(coign, message, { target = null }) {
  const { token = "", scene = "" } = readMessage(coign, message).attack?.actorToken ?? {};
  return { actor: token, target, scene };
}

/**
 * Fold the newest card that this client shows, or open it. (a key)
 * @param {Coign.Context} coign
 */
export function foldNewest(coign) {
  const message = newestWhere(coign, ({ annotations }) => annotations.length > 0);
  return message && ACTIONS.fold(coign, message, { fold: "card" });
}

/**
 * Give the newest card with one target the next degree of cover. (a key of GMs)
 * @param {Coign.Context} coign
 */
export function coverNewest(coign) {
  const only = (/** @type {import("./tools.mjs").View} */ { annotations: [first] }) =>
    first?.results.length === 1 ? first.results[0] : null;
  const message = newestWhere(coign, (view) => Boolean(only(view)?.target && view.offers?.facts[COVER]));
  if (!message) return ui.notifications.info("COIGN.Keys.NoCard", { localize: true });
  const view = viewOf(coign, message);
  const degrees = view.offers?.facts[COVER] ?? [];
  const { target, covered } = /** @type {Coign.Result} */ (only(view));
  const value = degrees[(degrees.indexOf(covered ?? "none") + 1) % degrees.length];
  return press(coign, message, { fact: COVER, target }, { button: "set", value });
}

/**
 * Find the newest message whose section this client may show and for which a test holds.
 * @param {Coign.Context} coign
 * @param {(view: import("./tools.mjs").View) => boolean} test
 */
const newestWhere = (coign, test) =>
  game.messages.contents.slice(-NEWEST).findLast((one) => one.isContentVisible && test(viewOf(coign, one)));
