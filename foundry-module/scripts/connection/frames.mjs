/** The frames on the socket: the subprotocol that both sides agree on, and messages as JSON. */

export const SUBPROTOCOL = "coign.v1";
export const PROTOCOL = 1;

/**
 * Return the message for a server that answers but does not speak our subprotocol.
 * @param {string} url
 */
export const notABridge = (url) => `something at ${url} answers, but it is no Coign bridge of this version`;

/**
 * Decode a frame.
 * @param {unknown} data
 * @returns {Coign.Answer | null} null if it is not a message of the bridge
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
