/**
 * Keep the focus on a card: Foundry puts a new card in the place of the old one whenever a message changes, and every press
 * changes its message.
 */

import { queryAllWindows } from "./all-windows.mjs";
import { onceInserted } from "./keep-at-bottom.mjs";

/** What tells one button of a section from the others. */
const KEYS = /** @type {const} */ (["coign", "modifier", "target", "fact", "value", "nth", "fold"]);

/**
 * Return what tells an element of a section from the others; null if it is none of its buttons.
 * @param {Element | null} element
 * @param {Element} section
 */
export function keyOf(element, section) {
  if (!element || !section.contains(element)) return null;
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
  const sections = () => queryAllWindows(`[data-message-id="${message}"] .coign-card`);
  const [key] = sections()
    .map((section) => keyOf(section.ownerDocument.activeElement, section))
    .filter((one) => one !== null);
  if (!key) return;
  onceInserted(() => {
    const [section] = sections();
    const { activeElement, body } = section?.ownerDocument ?? document;
    if (section && (!activeElement || activeElement === body)) focusOn(section, key);
  });
}
