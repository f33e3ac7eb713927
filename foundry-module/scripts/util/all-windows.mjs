/** Elements of every page that this client draws in: since version 14 windows may be detached into pages of their own. */

/**
 * Return the elements of all pages that match a selector. An element of another page belongs to that page's classes, so
 * do not test it with `instanceof`.
 *
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export function queryAllWindows(selector) {
  const { detached } = /** @type {{detached?: Coign.DetachedPages}} */ (foundry.applications);
  return [.../** @type {Iterable<HTMLElement>} */ ((detached ?? document).querySelectorAll(selector))];
}
