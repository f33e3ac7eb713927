/**
 * Fingerprints of documents and scenes: by them the bridge knows whether it still holds the same content. Pure.
 *
 * A document's fingerprint has 64 bits. A scene's is those of its documents combined by exclusive or, so that a document
 * can be added or removed without reading the others. It does not protect from somebody who forges content: that would
 * be the GM.
 */

/** @typedef {[number, number]} Fingerprint Two words of 32 bits. */

/** @type {Fingerprint} */
export const EMPTY = [0, 0];

/**
 * Return the fingerprint of a text: two multiplicative hashes that differ in seed and factor, each mixed once more at the
 * end.
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
 * Add a part to a whole, or remove it if it is in.
 * @param {Fingerprint} whole
 * @param {Fingerprint} part
 * @returns {Fingerprint}
 */
export const combined = (whole, part) => [(whole[0] ^ part[0]) >>> 0, (whole[1] ^ part[1]) >>> 0];

/** @param {Fingerprint} whole */
export const toHex = (whole) => whole.map((word) => word.toString(16).padStart(8, "0")).join("");
