/**
 * The chat cards on the page: those that are in view, and the messages that a card shows. A log holds hundreds of
 * messages, and a section costs more than the card that it is on. So an older card's section is drawn when the card comes
 * into view, or shortly before.
 */

const AHEAD = "400px"; // how near a card is when it counts as in view

/** @type {Set<HTMLElement>} those that were taken off the page are reported as out of view, and so leave the set */
const shown = new Set();
/** @type {WeakMap<Element, () => void>} */
const tasks = new WeakMap();
/** @type {IntersectionObserver | undefined} */
let observer;

/**
 * Draw on a card each time it comes into view, and at once if its message is in view already: Foundry puts a new card in
 * the place of the one in view, which must not flicker.
 * @param {HTMLElement} html
 * @param {() => void} draw
 * @param {boolean} atOnce in view or not
 */
export function whenInView(html, draw, atOnce) {
  const { messageId } = html.dataset;
  tasks.set(html, draw);
  observer ??= new IntersectionObserver(report, { rootMargin: AHEAD, .../** @type {{}} */ ({ scrollMargin: AHEAD }) });
  observer.observe(html);
  if (atOnce || [...shown].some(({ dataset }) => dataset.messageId === messageId)) draw();
}

/**
 * Return whether a card, or the card inside which it is shown, is in view.
 * @param {HTMLElement} html
 */
export const isInView = (html) => [...shown].some((card) => card.contains(html));

/** @param {IntersectionObserverEntry[]} entries */
function report(entries) {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) shown.delete(/** @type {HTMLElement} */ (target));
    else if (shown.add(/** @type {HTMLElement} */ (target))) tasks.get(target)?.();
  }
}

/**
 * Return the elements of a card that show other messages: a module may put them there.
 * @param {Element} html
 */
export const nestedIn = (html) => /** @type {HTMLElement[]} */ ([...html.querySelectorAll("[data-message-id]")]);

/**
 * Return the ids of the messages that a card shows: its own, then those inside it.
 * @param {HTMLElement} item
 */
export const messagesIn = (item) =>
  [item, ...nestedIn(item)].flatMap(({ dataset }) => (dataset.messageId ? [dataset.messageId] : []));
