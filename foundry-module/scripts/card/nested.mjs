/** Messages that a module shows inside another message's card. */

/**
 * Return the elements of a card that show other messages.
 * @param {Element} html
 * @returns {HTMLElement[]}
 */
export function nestedIn(html) {
  /** @type {NodeListOf<HTMLElement>} */
  const inner = html.querySelectorAll("[data-message-id]");
  return [...inner];
}

/**
 * Return the ids of the messages that a card shows: its own, then those inside it.
 * @param {HTMLElement} item
 * @returns {string[]}
 */
export const shownIn = (item) =>
  [item, ...nestedIn(item)].flatMap(({ dataset }) => (dataset.messageId ? [dataset.messageId] : []));
