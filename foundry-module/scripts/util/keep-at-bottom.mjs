/**
 * Keep a chat log at its bottom when a card in it grows. Foundry scrolls when a message comes in, not when one is updated,
 * so without this the newest card would lie below the fold.
 */

const NEAR = 24; // pixels from the bottom that count as being there
const INSERTED = [0, 120]; // ms after which Foundry has put a newly rendered card into the log

/**
 * Note which of the scrolled boxes around elements are at their bottom.
 * @param {HTMLElement[]} elements
 * @returns {() => void} scrolls those boxes to their bottom again
 */
export function keepAtBottom(elements) {
  // A card under the pointer stays where it is: somebody reads it, or is about to click on it again.
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
export function onceInserted(act) {
  for (const ms of INSERTED) setTimeout(act, ms);
}

/** @param {Element} box */
const isAtBottom = (box) => box.scrollTop + box.clientHeight >= box.scrollHeight - NEAR;

/**
 * Return the nearest box around an element that scrolls vertically; null if there is none.
 * @param {HTMLElement} element
 */
function scrolledBox(element) {
  for (let box = element.parentElement; box; box = box.parentElement) {
    const view = box.ownerDocument.defaultView;
    if (/^(auto|scroll)$/.test(view?.getComputedStyle(box).overflowY ?? "")) return box;
  }
  return null;
}
