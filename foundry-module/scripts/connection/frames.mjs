/** What goes over the socket: the subprotocol by which both sides know each other, and frames of JSON. */

export const SUBPROTOCOL = "coign.v1";
export const PROTOCOL = 1;

/**
 * What to say of a server that answers and is none of ours.
 * @param {string} url
 */
export const strange = (url) => `something at ${url} answers, but it is no Coign bridge of this version`;

/**
 * @param {unknown} data
 * @returns {Coign.Answer | null} null where it is no message: nothing is better than a guess
 */
export function read(data) {
  try {
    const answer = JSON.parse(String(data));
    return answer && typeof answer.type === "string" ? answer : null;
  } catch {
    console.warn("Coign | the bridge sent something that is not JSON; ignored");
    return null;
  }
}
