/**
 * The size of messages. One that is larger than the bridge takes would close the connection, so it is not sent. Something
 * between may take less than the bridge says (a proxy): then the connection closes, and from then on nothing as large as
 * the largest message so far is sent. Pure.
 */

const encoder = new TextEncoder();
const MOST_BYTES = 3; // of one character of a text, in UTF-8

export class MessageSize {
  /** The size in bytes from which on messages do not get through, as far as is known. */
  #tooMany = Number.POSITIVE_INFINITY;
  #largest = { bytes: 0, id: "" };

  /** Forget the measured limit, because the connection goes to another place by another way. */
  reset() {
    this.#tooMany = Number.POSITIVE_INFINITY;
    this.#largest = { bytes: 0, id: "" };
  }

  /**
   * Return the limits of a welcome, as far as messages get through.
   * @param {Coign.Welcome["limits"]} limits
   */
  limits(limits) {
    const { bytes } = limits;
    this.#largest = { bytes: 0, id: "" };
    return bytes === undefined ? limits : { ...limits, bytes: Math.min(bytes, this.#tooMany - 1) };
  }

  /**
   * Return why a message cannot be sent, with its name; an empty string if it can.
   * @param {object} message
   * @param {string} text the same as JSON
   * @param {number} [most] bytes
   */
  problem(message, text, most = Number.POSITIVE_INFINITY) {
    const bytes = byteLength(text, Math.min(most, this.#largest.bytes));
    if (bytes > most) return `${nameOf(message)} has ${bytes} bytes, ${most} at most`;
    const { id } = /** @type {{id?: unknown}} */ (message);
    if (bytes > this.#largest.bytes) this.#largest = { bytes, id: typeof id === "string" ? id : "" };
    return "";
  }

  /**
   * Note that a message of this connection was too big for a proxy on the way.
   * @returns {string} the id of the largest, or an empty string
   */
  tooBig() {
    if (this.#largest.bytes) this.#tooMany = Math.min(this.#tooMany, this.#largest.bytes);
    return this.#largest.id;
  }
}

/**
 * Return how many bytes a text has on the wire. Where it certainly has no more than `enough`, its characters are
 * returned, which takes no time.
 * @param {string} text
 * @param {number} [enough]
 */
export const byteLength = (text, enough = 0) =>
  text.length * MOST_BYTES <= enough ? text.length : encoder.encode(text).length;

/**
 * Return a message's name for people, with the largest document in it.
 * @param {any} message
 */
function nameOf({ type, scene, changes, data }) {
  const documents = changes ?? (data ? Object.values(data).filter(Array.isArray).flat() : []);
  const sized = documents.map((/** @type {any} */ document) => ({ document, length: JSON.stringify(document).length }));
  const [largest] = sized.sort((/** @type {any} */ a, /** @type {any} */ b) => b.length - a.length);
  const { document } = largest ?? {};
  const named = document ? `, ${document.document ?? "document"} ${document.id ?? document._id}` : "";
  return `the message ${type}${scene ? ` of scene ${scene}` : ""}${named}`;
}
