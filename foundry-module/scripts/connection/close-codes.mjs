/** The meaning of close codes: the state of the connection after each, and when to try again. Pure. */

import { CLOSE } from "../util/wire.mjs";

const FIRST_WAIT = 1000; // ms
const LONGEST_WAIT = 30_000;

export const MOST_DEATHS = 3; // of a Worker, within the window: then it is not started again by itself
export const DEATHS_WINDOW = 60_000; // ms

/**
 * Codes that are not listed are tried again after the usual wait: 1001 and 1006 (lost), 1012 (restarting), and the
 * bridge's others (try later, too slow, not decoded, too fast).
 * @type {Record<number, {state: Coign.State, retry: boolean, wait?: number}>}
 */
const CLOSE_CODES = {
  [CLOSE.tooBig]: { state: "too-big", retry: true }, // `bridge.mjs` does not send the same message again
  [CLOSE.badToken]: { state: "refused", retry: false }, // the token is not known, or no longer
  [CLOSE.badVersion]: { state: "version", retry: false },
  [CLOSE.busy]: { state: "busy", retry: true, wait: LONGEST_WAIT },
  [CLOSE.takenOver]: { state: "taken-over", retry: false },
};

/**
 * @param {number} code the close code
 * @param {number} failures in a row, this one counted
 * @param {number} random from 0 to 1: varies the wait by half either way, so that many tables do not return at once
 * @returns {{state: Coign.State, wait: number | null}} milliseconds; null: trying again cannot help
 */
export function afterClose(code, failures, random) {
  const { state, retry, wait } = CLOSE_CODES[code] ?? { state: "reconnecting", retry: true };
  const usual = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1));
  return { state, wait: retry ? (wait ?? usual) * (0.5 + random) : null };
}
