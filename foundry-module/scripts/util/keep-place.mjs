/**
 * Keep the reader's place where a card changes. Foundry puts a new card in the place of the old one whenever a message
 * changes, and every press changes its message: the focus would be lost. It scrolls a log when a message comes in, not
 * when one is updated: a newest card that grows would lie below the fold.
 */

import { queryAllWindows } from "./foundry.mjs";

const NEAR = 24; // pixels from the bottom of a log that count as being there
const INSERTED = [0, 120]; // ms after which Foundry has put a newly rendered card into the log
/** The data attributes that together identify a button in its section. */
const KEYS = /** @type {const} */ (["coign", "modifier", "target", "fact", "value", "nth", "fold"]);

/**
 * Return the key of a button in its section; null if the element is not one of the section's buttons, or if the user is in
 * another window, which a focus here would take them from.
 * @param {Element | null} element
 * @param {Element} section
 */
export function keyOf(element, section) {
  if (!element || !section.contains(element) || !section.ownerDocument.hasFocus()) return null;
  const { dataset } = /** @type {HTMLElement} */ (element);
  return KEYS.map((name) => dataset[name] ?? "");
}

/**
 * Put the focus on the button that had it, or on one about the same line: an undone line has no undo.
 * @param {Element} section
 * @param {string[]} key
 */
export function focusOn(section, key) {
  const buttons = [.../** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll("[data-coign], summary"))];
  const alike = (/** @type {HTMLElement} */ button, /** @type {number} */ from) =>
    KEYS.every((name, nth) => nth < from || (button.dataset[name] ?? "") === key[nth]);
  const sameLine = (/** @type {HTMLElement} */ { dataset }) =>
    key[1] !== "" && dataset.modifier === key[1] && (dataset.target ?? "") === key[2];
  (buttons.find((button) => alike(button, 0)) ?? buttons.find(sameLine) ?? buttons[0])?.focus({ preventScroll: true });
}

/**
 * Give the focus back once Foundry has put a newly rendered message in place of the old one, unless it went elsewhere.
 * @param {string} message its id
 */
export function keepFocus(message) {
  const sections = () => queryAllWindows(`[data-message-id="${message}"] :is(.coign-card, .coign-nothing)`);
  const [key] = sections()
    .map((section) => keyOf(section.ownerDocument.activeElement, section))
    .filter((place) => place !== null);
  if (!key) return;
  onceInserted(() => {
    const [section] = sections();
    const { activeElement, body } = section?.ownerDocument ?? document;
    const isHere = section?.ownerDocument.hasFocus() && (!activeElement || activeElement === body);
    if (isHere) focusOn(section, key);
  });
}

/**
 * Note which of the scrolled boxes around elements are at their bottom.
 * @param {HTMLElement[]} elements
 * @returns {() => void} scrolls those boxes to their bottom again
 */
export function keepAtBottom(elements) {
  // A card under the pointer stays in place, because the user reads it or is about to click on it again.
  const boxes = new Set(elements.filter((element) => !element.matches(":hover")).map(scrolledBox));
  const atBottom = [...boxes].filter((box) => box !== null).filter(isAtBottom);
  return () => {
    for (const box of atBottom) box.scrollTop = box.scrollHeight;
  };
}

/**
 * Keep logs at their bottom for a card that is rendered and not inserted yet.
 * @param {HTMLElement[]} elements those of the card's place in each log, before it is replaced
 */
export function keepAtBottomOnceInserted(elements) {
  onceInserted(keepAtBottom(elements));
}

/**
 * Do something once Foundry has put a newly rendered card into the log. It may be done twice.
 * @param {() => void} act
 */
function onceInserted(act) {
  for (const ms of INSERTED) setTimeout(act, ms);
}

/** @param {Element} box */
const isAtBottom = (box) => box.scrollTop + box.clientHeight >= box.scrollHeight - NEAR;

/**
 * Return the nearest ancestor of an element that scrolls vertically; null without one.
 * @param {HTMLElement} element
 */
function scrolledBox(element) {
  for (let box = element.parentElement; box; box = box.parentElement) {
    const view = box.ownerDocument.defaultView;
    if (/^(auto|scroll)$/.test(view?.getComputedStyle(box).overflowY ?? "")) return box;
  }
  return null;
}
