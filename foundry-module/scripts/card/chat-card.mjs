/** The section on a chat card, with its buttons: drawn whenever the message is rendered, if it is new or in view. */

import { elementOf } from "../util/dom.mjs";
import { queryAllWindows } from "../util/foundry.mjs";
import { focusOn, keepAtBottom, keepAtBottomOnceInserted, keepFocus, keyOf } from "../util/keep-place.mjs";
import { clicked, closePanel, pointAt } from "./buttons.mjs";
import { card } from "./card.mjs";
import { isInView, nestedIn, whenInView } from "./in-view.mjs";
import { isNew, isOpen, keepFold, viewOf } from "./reader.mjs";

/** @typedef {ChatMessage.Implementation} Document */

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
  section.addEventListener("keydown", (event) => closePanel(/** @type {KeyboardEvent} */ (event), message));
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
