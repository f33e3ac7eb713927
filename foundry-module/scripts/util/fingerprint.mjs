/**
 * A fingerprint of a scene that is kept up to date by its changed documents alone. Pure.
 *
 * Each document has one of 64 bits; a scene's is all of its documents' combined by exclusive or, so that taking one out
 * and putting another in costs no look at the rest. It tells the bridge whether it still holds the same content; it
 * proves nothing against somebody who means harm, who would have to be the GM.
 */

/** @typedef {[number, number]} Fingerprint Two words of 32 bits. */

/** @type {Fingerprint} */
export const EMPTY = [0, 0];

/**
 * Of one text: two multiplicative hashes that differ in seed and factor, each stirred once more at the end.
 * @param {string} text
 * @returns {Fingerprint}
 */
export function fingerprint(text) {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return [a >>> 0, b >>> 0];
}

/**
 * With the second put in, or taken out where it is in.
 * @param {Fingerprint} whole
 * @param {Fingerprint} part
 * @returns {Fingerprint}
 */
export const combined = (whole, part) => [(whole[0] ^ part[0]) >>> 0, (whole[1] ^ part[1]) >>> 0];

/**
 * @param {Fingerprint} one
 * @param {Fingerprint | undefined} other
 */
export const same = (one, other) => one[0] === other?.[0] && one[1] === other[1];

/** @param {Fingerprint} whole */
export const toHex = (whole) => whole.map((word) => word.toString(16).padStart(8, "0")).join("");
