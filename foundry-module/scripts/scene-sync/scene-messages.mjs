/**
 * The messages that carry documents. A document has been written once, for the inventory; its JSON becomes part of the
 * message as it is. Pure.
 */

import { byteLength } from "../connection/message-size.mjs";
import { COLLECTIONS } from "../util/wire.mjs";

/** @typedef {import("./inventory.mjs").Change} Change */

const OVERHEAD = 100; // bytes of a change beside its document

/**
 * Write a `scene.put`.
 *
 * @param {object} head its other fields
 * @param {string} own the scene's own fields as JSON
 * @param {Change[]} changes the creation of its documents
 */
export function putText(head, own, changes) {
  const lists = Object.entries(COLLECTIONS).map(([name, list]) => {
    const texts = changes.filter(({ document }) => document === name).map(({ text }) => text);
    return `"${list}":[${texts}]`;
  });
  return `{${inside(JSON.stringify(head))},"data":{${[inside(own), ...lists]}}}`;
}

/**
 * Write a `scene.patch`.
 * @param {object} head its other fields
 * @param {Change[]} changes
 */
export function patchText(head, changes) {
  const texts = changes.map(({ text, ...change }) => {
    const written = JSON.stringify(change);
    return text === undefined ? written : `{${inside(written)},"data":${text}}`;
  });
  return `{${inside(JSON.stringify(head))},"changes":[${texts}]}`;
}

/**
 * Split changes into portions, each small enough for a message.
 * @param {Iterable<Change>} changes
 * @param {number} room in bytes
 */
export function* split(changes, room) {
  /** @type {Change[]} */
  let portion = [];
  let left = room;
  for (const change of changes) {
    const size = byteLength(change.text ?? "") + OVERHEAD;
    if (size > left && portion.length) {
      yield portion;
      [portion, left] = [[], room];
    }
    portion.push(change);
    left -= size;
  }
  if (portion.length) yield portion;
}

/**
 * Yield each item with whether it is the last one.
 * @template T
 * @param {Iterator<T, unknown>} items
 * @returns {Generator<[T, boolean]>}
 */
export function* withLast(items) {
  for (let item = items.next(); !item.done; ) {
    const following = items.next();
    yield [item.value, following.done === true];
    item = following;
  }
}

/**
 * Return the fields of an object that is written as JSON.
 * @param {string} text
 */
const inside = (text) => text.slice(1, -1);
