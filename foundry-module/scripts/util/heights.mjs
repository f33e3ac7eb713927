/** The heights and levels of documents in a scene, as Foundry 14 and the module Wall Height have them. Pure. */

import { FIELDS, fieldOf } from "./fields.mjs";

/**
 * Return a wall's bottom and top in scene units, by the flags of Wall Height. New and old names are tried in the same order
 * as in the bridge. Infinite without a flag.
 *
 * @param {{flags?: Record<string, any>}} wall
 * @returns {[number, number]}
 */
export function heightsOf({ flags }) {
  const heights =
    fieldOf(FIELDS.other["wall-height"], flags?.["wall-height"]) ??
    fieldOf(FIELDS.other.wallHeight, flags?.wallHeight) ??
    {};
  return [
    heights.bottom ?? heights.wallHeightBottom ?? Number.NEGATIVE_INFINITY,
    heights.top ?? heights.wallHeightTop ?? Number.POSITIVE_INFINITY,
  ];
}

/**
 * Return whether a document is on a level: on that one, or on all because it names none.
 *
 * @param {{levels?: Iterable<string>}} document its source: a list, or a set
 * @param {string | null | undefined} level null: any
 */
export function isOnLevel({ levels }, level) {
  const named = [...(levels ?? [])];
  return !level || !named.length || named.includes(level);
}
