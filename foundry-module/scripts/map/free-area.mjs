/** The part of the window in which the map is seen: between Foundry's own columns, above its hotbar. */

const NARROWEST = 300; // px: a narrower column is no place for words

/** @returns {{left: number, top: number, right: number, bottom: number}} pixels of the window */
export function freeArea() {
  const boxOf = (/** @type {string} */ id) => document.getElementById(id)?.getBoundingClientRect();
  const middle = boxOf("ui-middle"); // Foundry's names since version 13
  const [left, right] = middle && middle.width >= NARROWEST ? [middle.left, middle.right] : [0, window.innerWidth];
  const bottom = boxOf("hotbar")?.top ?? middle?.bottom ?? window.innerHeight;
  return { left, top: middle?.top ?? 0, right, bottom };
}
