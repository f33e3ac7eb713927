/** The frames on the socket: messages as JSON. */

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
