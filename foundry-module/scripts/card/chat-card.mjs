/** The section on a chat card, with its buttons: drawn whenever the message is rendered, if it is new or in view. */

import { annotate } from "../attack/annotate.mjs";
import { diceToRoll, isRolled, removeDice, rollDice } from "../attack/dice.mjs";
import { readMessage } from "../attack/message.mjs";
import { whyUnknown } from "../attack/note-messages.mjs";
import { upToDate } from "../attack/publish.mjs";
import { isWithoutTarget } from "../attack/requests.mjs";
import { planOf } from "../connection/connect.mjs";
import { rulesetsInUse } from "../connection/rulesets.mjs";
import { effectOf, offersFor } from "../overrides/choices.mjs";
import { askAddition, askOverride } from "../overrides/dialog.mjs";
import { linesOf, pressOf } from "../overrides/lines.mjs";
import { elementOf } from "../util/dom.mjs";
import { findToken, queryAllWindows, shownName, t } from "../util/foundry.mjs";
import { focusOn, keepAtBottom, keepAtBottomOnceInserted, keepFocus, keyOf } from "../util/keep-place.mjs";
import { readerFigure } from "../util/seen-walls.mjs";
import { card, numbersOf } from "./card.mjs";
import { isInView, nestedIn, whenInView } from "./in-view.mjs";
import { retarget } from "./say.mjs";
import { COVER } from "./tools.mjs";

/** @typedef {ChatMessage.Implementation} Document */

/**
 * The folds that the reader has opened or closed, by message: Foundry renders a message from scratch whenever it changes.
 * @type {WeakMap<Document, Map<string, boolean>>}
 */
const folds = new WeakMap();

/**
 * `renderChatMessageHTML`, and whatever else renders a message. It may be called any number of times.
 *
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {HTMLElement} html
 */
export function drawMessage(coign, message, html) {
  const draw = () => {
    if (!html.isConnected) keepFocus(message.id ?? "");
    drawSection(coign, message, html);
    drawNested(coign, html);
    // Scrolling for cards without a section is Foundry's own affair.
    if (!html.isConnected && html.querySelector(".coign-card"))
      keepAtBottomOnceInserted(queryAllWindows(`[data-message-id="${message.id}"]`));
    setTimeout(() => drawNested(coign, html)); // modules fill their cards after this hook
  };
  whenInView(html, draw, isNew(message));
}

/**
 * `dnd5e.renderChatMessage`: the system has filled a card, which it does after the hook above.
 *
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {HTMLElement} html
 */
export function drawFilledMessage(coign, message, html) {
  if (coign.contract.meet("dnd5e-message-hook", html)) drawMessage(coign, message, html);
}

const NEWEST = 15; // messages at the end of the chat that are drawn in view or not

/** @param {Document} message */
const isNew = ({ id }) => game.messages.contents.slice(-NEWEST).some((other) => other.id === id);

/**
 * Draw the sections of messages that a module shows inside the card of another one, as RSReforged 6 does: the attack's
 * own message is hidden, and the usage card shows its roll in an element with the attack's id.
 * @param {Coign.Context} coign
 * @param {HTMLElement} html
 */
function drawNested(coign, html) {
  for (const element of nestedIn(html)) {
    const message = game.messages.get(element.dataset.messageId ?? "");
    if (message) drawSection(coign, message, element);
  }
}

/**
 * Draw a message's section at the end of its card, in place of an earlier one.
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {HTMLElement} html the card, or the element that shows the message inside another card
 */
function drawSection(coign, message, html) {
  const isNested = html.parentElement?.closest("[data-message-id]"); // inside another message's card
  // A message whose type draws itself may have parts instead of a content, as Draw Steel's have.
  const parts = isNested || html.querySelector("[data-message-part]") ? html : null;
  const content = (!isNested && html.querySelector(".message-content")) || parts;
  if (!content) return;
  const old = content.querySelector(":scope > :is(.coign-card, .coign-nothing)");
  const node = message.isContentVisible ? card(viewOf(coign, message)) : null;
  const section = node && elementOf(node, html.ownerDocument);
  // An equal section stays in place, so that a click in progress, or a chip with the focus, keeps its element.
  if (old && section && old.isEqualNode(section) && old === content.lastElementChild) return;
  const scroll = keepAtBottom([html]);
  const focused = old && keyOf(old.ownerDocument.activeElement, old);
  old?.remove();
  if (!section) return;
  section.addEventListener("click", (event) => clicked(coign, event, message));
  section.addEventListener("keydown", (event) => closePanel(coign, /** @type {KeyboardEvent} */ (event), message));
  for (const type of ["pointerover", "focusin"])
    section.addEventListener(type, (event) => pointAt(coign, message, /** @type {Element} */ (event.target)));
  for (const type of ["pointerleave", "focusout"]) section.addEventListener(type, () => pointAt(coign, message, null));
  // Also fired for each fold that is drawn open. The event does not bubble.
  const folded = (/** @type {Event} */ { target }) => {
    const { dataset, open } = /** @type {HTMLDetailsElement} */ (target);
    const { fold = "" } = dataset;
    if (open !== isOpen(coign, message, fold)) keepFold(message, fold, open);
  };
  section.addEventListener("toggle", folded, { capture: true });
  content.append(section);
  coign.contract.worked("card");
  scroll();
  if (focused) focusOn(section, focused);
}

/**
 * `coign.annotated`: draw a message's section again wherever the message is shown. What changed is in this client's
 * memory, so Foundry does not render the message.
 * @param {Coign.Context} coign
 * @param {Document} message
 */
export function redraw(coign, message) {
  const cards = queryAllWindows(`[data-message-id="${message.id}"]`);
  for (const card of isNew(message) ? cards : cards.filter(isInView)) drawSection(coign, message, card);
}

/**
 * `coign.ledgerOpened`, `coign.configured`: draw the sections of all messages on the page again.
 * @param {Coign.Context} coign
 */
export function redrawAll(coign) {
  for (const html of queryAllWindows("[data-message-id]")) {
    const message = game.messages.get(html.dataset.messageId ?? "");
    if (message && (isNew(message) || isInView(html))) drawSection(coign, message, html);
  }
}

/**
 * Remember a fold that the reader has changed.
 * @param {Document} message
 * @param {string} fold
 * @param {boolean} open
 */
const keepFold = (message, fold, open) => folds.set(message, (folds.get(message) ?? new Map()).set(fold, open));

/**
 * Return whether a fold is open: as the reader has left it. At first the card and the drawings follow the reader's
 * settings, and reasons are closed.
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {string} fold
 * @returns {boolean}
 */
function isOpen(coign, message, fold) {
  const usual = fold === "card" ? !coign.setting("collapsed") : fold.startsWith("drawing") && coign.setting("drawing");
  return folds.get(message)?.get(fold) ?? usual;
}

/**
 * @param {Coign.Context} coign
 * @param {Document} message
 * @returns {import("./tools.mjs").View}
 */
function viewOf(coign, message) {
  const { attack, flags, speaker, problem } = readMessage(coign, message);
  const annotated = game.user.isGM ? coign.records.annotated(message.id) : undefined;
  if (game.user.isGM && coign.records.isElsewhere(message.id))
    void coign.records.fetch(message.id ?? "").then((found) => found && redraw(coign, message));
  const scene = attack?.actorToken?.scene ?? speaker.scene ?? "";
  const { owner } = planOf(coign);
  const isHidden = findToken(scene, attack?.actorToken?.token)?.hidden;
  const knowsUnseen = () => rulesetsInUse(coign).some(({ rules }) => rules.some(({ modifier }) => modifier === UNSEEN));
  return {
    annotations: annotated?.annotations ?? flags.annotations ?? [],
    rolled: (flags.rolled ?? []).map((die) => ({ ...die, isRolled: isRolled(die) })),
    unjudged: game.user.isGM ? whyUnjudged(coign, message, attack, problem) : "",
    untargeted: whoLacksTarget(coign, message),
    measured: attack?.roll.unjudged === true,
    key: message.id ?? "",
    editable: game.user.isGM,
    mayAsk: true,
    mayRoll: game.user.isGM || message.isAuthor,
    mayMeasure:
      Boolean(attack) && !annotated && Boolean(owner?.isSelf) && whyUnjudged(coign, message, attack, problem) !== "",
    waiting:
      coign.presses.waits(message.id ?? "") ||
      !upToDate({ ...flags, annotationKey: annotated?.key ?? flags.annotationKey }),
    showNothing: Boolean(annotated) && coign.setting("showNothing"),
    hiding: Boolean(annotated && isHidden && knowsUnseen()),
    offers: game.user.isGM ? offersFor(coign, attack?.occasion) : null,
    unfolded: (fold) => isOpen(coign, message, fold),
    figureOf: readerFigure,
    actor: attack?.actorToken?.token ?? null,
    nameOf: (id) => shownName(findToken(scene, id)),
    t,
  };
}

/**
 * Return who is told that an attack has no target: a GM, and the player who rolled it.
 * @param {Coign.Context} coign
 * @param {Document} message
 */
function whoLacksTarget(coign, message) {
  if (!(game.user.isGM || message.isAuthor) || !isWithoutTarget(coign, readMessage(coign, message))) return "";
  if (!game.user.isGM) return "player";
  return coign.setting("showNothing") ? "game-master" : "";
}

/**
 * Return a sentence on why a GM reads no judgement of a message; empty if there is one, or nothing to judge.
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {Coign.SeenAttack | null} attack
 * @param {string} problem why its roll could not be read
 */
function whyUnjudged(coign, message, attack, problem) {
  const why = problem || coign.records.unjudged.get(message.id ?? "");
  if (why) return t("COIGN.Card.Unjudged", { why });
  return attack ? whyUnknown(coign, message) : "";
}

const UNSEEN = "unseen-attacker"; // the modifier, in every rule system that has one

/**
 * Handle a click on any button of the section.
 * @param {Coign.Context} coign
 * @param {Event} event
 * @param {Document} message
 */
async function clicked(coign, event, message) {
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
function pointAt(coign, message, element) {
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
 * @param {Coign.Context} coign
 * @param {KeyboardEvent} event
 * @param {Document} message
 */
function closePanel(coign, event, message) {
  const section = /** @type {Element} */ (event.currentTarget);
  const panel = event.key === "Escape" && /** @type {Element} */ (event.target).closest(".coign-offers");
  const button = panel && openers(section).findLast((one) => precedes(one, panel));
  if (!button) return;
  event.stopPropagation(); // Foundry would open its menu
  button.focus();
  keepFold(message, button.dataset.fold ?? "", false);
  redraw(coign, message);
}

/** List the buttons of a section whose panels are open. @param {Element} section @returns {HTMLElement[]} */
const openers = (section) =>
  [...section.querySelectorAll('.coign-tool[data-tool="add"][aria-expanded="true"]')].map(
    (one) => /** @type {HTMLElement} */ (one),
  );

/** @param {Element} one @param {Element} other */
const precedes = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

/** @typedef {{modifier?: string, target?: string | null, fact?: string, value?: string, nth?: string, fold?: string}} Subject A button's subject. */

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
    redraw(coign, message);
    focusPanel(message, fold);
  },
  retarget,
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
    if (button?.dataset.fold !== fold) continue;
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
