/** Pairing: request the token by which the bridge will know this browser. */

import { Refused, Unanswered } from "../util/errors.mjs";
import { SUBPROTOCOL } from "../util/wire.mjs";
import { notABridge, read } from "./frames.mjs";

/**
 * Pair on a connection of its own. With a one-time code from the bridge in the request the answer comes at once;
 * without, `show` receives a code that a person approves at the bridge.
 *
 * @param {import("./places.mjs").Socket} socket still connecting; closed when done
 * @param {object} request `pair`, without its type
 * @param {(code: string) => void} show
 * @returns {Promise<string>} the token
 * @throws {Unanswered | Refused}
 */
export function requestToken(socket, request, show) {
  return new Promise((resolve, reject) => {
    socket.onopen = () => {
      if (socket.protocol === SUBPROTOCOL) return socket.send(JSON.stringify({ type: "pair", ...request }));
      reject(new Unanswered(notABridge(socket.url)));
      socket.close(1000);
    };
    socket.onclose = ({ reason }) => reject(new Unanswered(reason || `nothing answers at ${socket.url}`));
    socket.onmessage = ({ data }) => {
      const answer = read(data);
      if (answer?.type === "pairing") show(answer.code);
      if (answer?.type === "paired") resolve(answer.token);
      if (answer?.type === "error") reject(new Refused(answer));
      if (answer?.type === "paired" || answer?.type === "error") socket.close(1000);
    };
  });
}
