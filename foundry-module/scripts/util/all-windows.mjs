/**
 * Every page that this client draws in: since version 14 windows, the chat among them, may stand in pages of their own.
 *
 * What stands in another page is made by that page: it is no `instanceof` any class of this one, and is not to be asked.
 */

/**
 * The elements of all pages that match a selector.
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export function everywhere(selector) {
  const { detached } = /** @type {{detached?: Coign.DetachedPages}} */ (foundry.applications);
  return [.../** @type {Iterable<HTMLElement>} */ ((detached ?? document).querySelectorAll(selector))];
}
