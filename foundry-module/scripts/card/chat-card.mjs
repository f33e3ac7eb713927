/** The section on a chat card: drawn whenever the message is rendered, with its buttons. */

import { annotate } from "../attack/annotate.mjs";
import { upToDate } from "../attack/annotation-key.mjs";
import { diceToRoll, isRolled, removeDice, rollDice } from "../attack/dice.mjs";
import { readMessage } from "../attack/message.mjs";
import { readerFigure } from "../attack/reader-figure.mjs";
import { planOf } from "../connection/connect.mjs";
import { rulesetsInUse } from "../connection/rulesets.mjs";
import { askAddition, askOverride } from "../overrides/dialog.mjs";
import { setDegree, toggled, withScope } from "../overrides/overrides.mjs";
import { removeOverride, setOverride } from "../overrides/store.mjs";
import { queryAllWindows } from "../util/all-windows.mjs";
import { elementOf } from "../util/dom.mjs";
import { findToken } from "../util/find-token.mjs";
import { keepAtBottom, keepAtBottomOnceInserted } from "../util/keep-at-bottom.mjs";
import { shownName } from "../util/token-name.mjs";
import { t } from "../util/translate.mjs";
import { card } from "./card.mjs";
import { nestedIn } from "./nested.mjs";

/** @typedef {Coign.Context} Context */
/** @typedef {ChatMessage.Implementation} Message */

/**
 * The folds that the reader has opened or closed, by message: Foundry renders a message from scratch whenever it changes.
 * @type {WeakMap<Message, Map<string, boolean>>}
 */
const folds = new WeakMap();

/**
 * `renderChatMessageHTML`, and whatever else renders a message. It may be called any number of times.
 *
 * @param {Context} coign
 * @param {Message} message
 * @param {HTMLElement} html
 */
export function drawMessage(coign, message, html) {
  drawSection(coign, message, html);
  drawNested(coign, html);
  // Scrolling for cards without a section is Foundry's own affair.
  if (!html.isConnected && html.querySelector(".coign-card"))
    keepAtBottomOnceInserted(queryAllWindows(`[data-message-id="${message.id}"]`));
  setTimeout(() => drawNested(coign, html)); // modules fill their cards after this hook
}

/**
 * Draw the sections of messages that a module shows inside the card of another one, as RSReforged 6 does: the attack's
 * own message is hidden, and the usage card shows its roll in an element with the attack's id.
 * @param {Context} coign
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
 * @param {Context} coign
 * @param {Message} message
 * @param {HTMLElement} html the card, or the element that shows the message inside another card
 */
function drawSection(coign, message, html) {
  const content = contentOf(html);
  if (!content) return;
  const old = content.querySelector(":scope > :is(.coign-card, .coign-nothing)");
  const node = message.isContentVisible ? card(viewOf(coign, message, unfolded(coign, message))) : null;
  const section = node && elementOf(node, html.ownerDocument);
  // An equal section stays in place, so that a click in progress, or a chip with the focus, keeps its element.
  if (old && section && old.isEqualNode(section) && old === content.lastElementChild) return;
  const scroll = keepAtBottom([html]);
  old?.remove();
  if (!section) return;
  section.addEventListener("click", (event) => clicked(coign, event, message));
  section.addEventListener("toggle", (event) => folded(coign, event, message), { capture: true }); // the event does not bubble
  content.append(section);
  scroll();
}

/**
 * Return the element that a message's section is appended to; null if the card has none.
 * @param {HTMLElement} html
 */
function contentOf(html) {
  if (html.parentElement?.closest("[data-message-id]")) return html; // inside another message's card
  return html.querySelector(".message-content");
}

/**
 * `coign.annotated`: draw a message's section again wherever the message is shown. What changed is in this client's
 * memory, so Foundry does not render the message.
 * @param {Context} coign
 * @param {Message} message
 */
export function redraw(coign, message) {
  for (const element of queryAllWindows(`[data-message-id="${message.id}"]`)) drawSection(coign, message, element);
}

/**
 * Remember a fold that the reader has changed; the others follow the setting.
 * @param {Context} coign
 * @param {Event} event also fired for each fold that is drawn open
 * @param {Message} message
 */
function folded(coign, { target }, message) {
  const { dataset, open } = /** @type {HTMLDetailsElement} */ (target);
  const { fold = "" } = dataset;
  const kept = folds.get(message) ?? new Map();
  if (kept.has(fold) || open !== openByDefault(coign, fold)) folds.set(message, kept.set(fold, open));
}

/**
 * @param {Context} coign
 * @param {Message} message
 * @returns {import("./card.mjs").View["unfolded"]}
 */
const unfolded = (coign, message) => (name) => folds.get(message)?.get(name) ?? openByDefault(coign, name);

/**
 * Return whether a fold is open at first: the card and the drawings follow the reader's settings, reasons are closed.
 * @param {Context} coign
 * @param {string} fold
 */
const openByDefault = (coign, fold) =>
  fold === "card" ? !coign.setting("collapsed") : fold.startsWith("drawing") && coign.setting("drawing");

/**
 * @param {Context} coign
 * @param {Message} message
 * @param {import("./card.mjs").View["unfolded"]} [unfolded]
 * @returns {import("./card.mjs").View}
 */
function viewOf(coign, message, unfolded = () => true) {
  const { attack, flags, speaker, problem } = readMessage(coign, message);
  const annotated = game.user.isGM ? coign.records.annotated(message.id) : undefined;
  const scene = attack?.actorToken?.scene ?? speaker.scene ?? "";
  const { owner } = planOf(coign);
  return {
    annotations: annotated?.annotations ?? flags.annotations ?? [],
    rolled: (flags.rolled ?? []).map((die) => ({ ...die, isRolled: isRolled(die) })),
    unjudged: game.user.isGM ? problem || coign.records.unjudged(message.id) : "",
    key: message.id ?? "",
    editable: game.user.isGM,
    mayRoll: game.user.isGM || message.isAuthor,
    mayMeasure: Boolean(flags.annotationKey) && !annotated && Boolean(owner?.isSelf),
    waiting: !upToDate({ ...flags, annotationKey: annotated?.key ?? flags.annotationKey }),
    showNothing: Boolean(annotated) && coign.setting("showNothing"),
    hiding: Boolean(annotated && findToken(scene, attack?.actorToken?.token)?.hidden && knowsUnseen(coign)),
    degrees: rulesetsInUse(coign)[0]?.degrees ?? [],
    unfolded,
    figureOf: readerFigure,
    actor: attack?.actorToken?.token ?? null,
    nameOf: (id) => shownName(findToken(scene, id)),
    t,
  };
}

const UNSEEN = "unseen-attacker"; // the modifier, in every rule system that has one

/** @param {Context} coign */
const knowsUnseen = (coign) =>
  rulesetsInUse(coign).some(({ rules }) => rules.some(({ modifier }) => modifier === UNSEEN));

/**
 * Handle a click on any button of the section.
 * @param {Context} coign
 * @param {Event} event
 * @param {Message} message
 */
async function clicked(coign, event, message) {
  /** @type {HTMLElement | null} */
  const button = /** @type {Element} */ (event.target).closest("[data-coign]");
  if (!button) return;
  event.preventDefault();
  event.stopPropagation(); // the chat log has click handlers of its own
  const { coign: action = "", modifier = "", target = null, degree, fold } = button.dataset;
  await ACTIONS[action]?.(coign, message, { modifier, target, degree, fold });
}

/** @typedef {{modifier: string, target: string | null, degree?: string, fold?: string}} Subject A button's subject. */

/** @type {Record<string, (coign: Context, message: Message, subject: Subject) => Promise<unknown>>} */
export const ACTIONS = {
  toggle: async (coign, message, subject) => {
    const { modifier, uncounted, overrides, parties } = lookUp(coign, message, subject);
    if (!modifier) return;
    const change = toggled(modifier, overrides, parties, uncounted);
    if ("remove" in change) return removeOverride(coign, change.remove, message, parties.scene);
    return setOverride(coign, { ...change.add, by: game.user.name }, message, parties.scene);
  },
  more: async (coign, message, subject) => {
    const { modifier, parties } = lookUp(coign, message, subject);
    const override = modifier && (await askOverride(modifier, parties));
    return override && setOverride(coign, override, message, parties.scene);
  },
  add: async (coign, message, subject) => {
    const { parties } = lookUp(coign, message, subject);
    const override = await askAddition(coign, parties, readMessage(coign, message).attack?.occasion ?? "attack");
    return override && setOverride(coign, override, message, parties.scene);
  },
  degree: async (coign, message, { degree, ...subject }) => {
    const { overrides, parties } = lookUp(coign, message, subject);
    const change = setDegree(degree ?? "", overrides, parties);
    if ("remove" in change) return removeOverride(coign, change.remove, message, parties.scene);
    return setOverride(coign, { ...change.add, by: game.user.name }, message, parties.scene);
  },
  hiding: async (coign, message, subject) => {
    const { parties } = lookUp(coign, message, subject);
    const why = t("COIGN.Card.FromHiding");
    const override = withScope({ modifier: UNSEEN, state: "on", why, by: game.user.name }, "roll", parties);
    return setOverride(coign, override, message, parties.scene);
  },
  fold: async (coign, message, { fold = "" }) => {
    const kept = folds.get(message) ?? new Map();
    folds.set(message, kept.set(fold, !unfolded(coign, message)(fold, false)));
    redraw(coign, message);
  },
  roll: async (coign, message) => rollDice(readMessage(coign, message), diceToRoll(viewOf(coign, message).annotations)),
  undo: async (coign, message) => removeDice(readMessage(coign, message)),
  measure: async (coign, message) => {
    if (!coign.bridge.connected) return ui.notifications.warn("COIGN.Errors.NotConnected", { localize: true });
    return annotate(coign, message, { again: true });
  },
};

/**
 * Look up a button's subject: the modifier, the overrides that were applied, the actor and the target.
 * @param {Context} coign
 * @param {Message} message
 * @param {Subject} subject
 */
function lookUp(coign, message, { modifier, target }) {
  const { attack, flags } = readMessage(coign, message);
  const [annotation] = viewOf(coign, message).annotations;
  const result = annotation?.results.find((candidate) => candidate.target === target);
  const actor = attack?.actorToken;
  return {
    modifier: result?.modifiers.find(({ id }) => id === modifier),
    uncounted: result?.facts?.cover?.uncounted,
    overrides: coign.records.annotated(message.id)?.overrides ?? flags.overrides ?? [],
    parties: { actor: actor?.token ?? "", target, scene: actor?.scene ?? "" },
  };
}
