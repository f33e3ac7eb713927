/** The length of texts on the wire. Pure. */

const encoder = new TextEncoder();
const MOST_BYTES = 3; // of one character of a text, in UTF-8

/**
 * Return how many bytes a text has on the wire. Where it certainly has no more than `enough`, its characters are returned,
 * which takes no time.
 * @param {string} text
 * @param {number} [enough]
 */
export const byteLength = (text, enough = 0) =>
  text.length * MOST_BYTES <= enough ? text.length : encoder.encode(text).length;
