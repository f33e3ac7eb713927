/**
 * The places where Coign computes, on whose client, and how a connection is opened to each: a bridge behind a
 * WebSocket, or a Worker of this browser. No other file knows which of them it talks to. Pure.
 *
 * Every client works out alike who has a world's connection, so all of them ask the same client and no roll is annotated
 * twice. A flag of the user says that a GM's browser is paired; the token itself never leaves the browser.
 */

import { ownFields } from "../util/fields.mjs";
import { CLOSE, SUBPROTOCOL } from "../util/wire.mjs";
import { barrier, permission } from "./address.mjs";
import { ENGINE_DIED, EngineSocket } from "./engine-socket.mjs";

const FIRST_WAIT = 1000; // ms
const LONGEST_WAIT = 30_000;
const MOST_DEATHS = 3; // of a Worker, within the window: then it is not started again by itself
const DEATHS_WINDOW = 60_000; // ms

/**
 * The reaction to each close code. After any other code Coign connects again after the usual wait: 1001 and 1006 (lost), 1012
 * (restarting), and the bridge's others (try later, too slow, not decoded, too fast).
 * @type {Record<number, {state: Coign.State, retry: boolean, wait?: number}>}
 */
const CLOSE_CODES = {
  [CLOSE.tooBig]: { state: "too-big", retry: true }, // `bridge.mjs` does not send the same message again
  [CLOSE.badToken]: { state: "refused", retry: false }, // the token is not known, or no longer
  [CLOSE.badVersion]: { state: "version", retry: false },
  [CLOSE.busy]: { state: "busy", retry: true, wait: LONGEST_WAIT },
  [CLOSE.takenOver]: { state: "taken-over", retry: false },
};

/** @typedef {import("./engine-socket.mjs").EngineOptions} EngineOptions */

/**
 * @typedef {object} Socket The members of a WebSocket that a connection uses, and what it is, for messages to people.
 * @property {(() => void) | ((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onclose
 * @property {(text: string) => void} send
 * @property {(code?: number, reason?: string) => void} close
 * @property {number} readyState
 * @property {string} protocol
 * @property {string} url
 */

/**
 * @typedef {object} Place
 * @property {Coign.PlaceName} name
 * @property {string} address for messages to people
 * @property {boolean} remembers whether it may have scenes of an earlier connection
 * @property {() => Promise<"granted" | "prompt" | "denied" | null>} permission the browser's, for this page to connect
 * @property {(onProgress?: EngineOptions["onProgress"]) => Socket} open
 * @property {(failures: number) => Coign.State} trying the state while it connects, after failures in a row
 * @property {(code: number, failures: number, random: number) => {state: Coign.State, wait: number | null}} afterClose
 *   the state after the close, and the milliseconds until the next try; null: trying again cannot help
 */

/**
 * Return which client has a world's connection, and to which place. With a bridge the owner is the active GM if that
 * browser is paired, else a paired GM. Without one it is the active GM, who computes in the browser, or is asked to
 * pair if the world wants a bridge.
 *
 * @template {{id: string | null, active: boolean, isGM: boolean, flags?: any}} User
 * @param {Iterable<User>} users
 * @param {User | null | undefined} activeGM
 * @param {Coign.Settings["computeOn"]} computeOn the world's setting
 * @returns {{owner: User | null, place: Coign.PlaceName}} no owner: no GM is logged in
 */
export function connectionPlan(users, activeGM, computeOn) {
  const paired = [...users].filter((user) => user.active && user.isGM && ownFields("user", user).paired);
  if (computeOn === "page" || (computeOn === "auto" && !paired.length))
    return { owner: activeGM ?? null, place: "page" };
  paired.sort((first, second) => (String(first.id) < String(second.id) ? -1 : 1));
  const owner = activeGM && paired.includes(activeGM) ? activeGM : (paired[0] ?? activeGM ?? null);
  return { owner, place: "bridge" };
}

/**
 * A bridge, with which this browser has to be paired.
 *
 * @param {string} url
 * @returns {Place}
 */
export const onBridge = (url) => ({
  name: "bridge",
  address: url,
  remembers: true,
  // Asked only if the browser would ask the person: on other pages its answer means nothing.
  permission: async () => (barrier(url, location) === "prompt" ? permission(url, navigator.permissions) : null),
  open: () => new WebSocket(url, SUBPROTOCOL),
  trying: (failures) => (failures ? "reconnecting" : "connecting"),
  afterClose,
});

/**
 * A Worker of this browser. It needs neither an address nor a pairing. If it dies it is started again, until its third
 * death within a minute: what killed it would kill the next one too.
 *
 * @param {string} world its id
 * @param {string} engine the folder of its files in the module's, with a slash at its end
 * @param {{open?: (options: EngineOptions) => Socket, now?: () => number}} [parts] tests replace them; `now` in milliseconds
 * @returns {Place}
 */
export function inThisBrowser(
  world,
  engine,
  { open = (options) => new EngineSocket(options), now = () => performance.now() } = {},
) {
  /** @type {number[]} */
  let deaths = [];
  const base = new URL(engine, MODULE_FOLDER).href;
  return {
    name: "page",
    address: base,
    remembers: false,
    permission: async () => null,
    open: (onProgress) => open({ base, world, origin: globalThis.location?.origin ?? "", onProgress }),
    trying: () => "starting",
    afterClose(code, failures, random) {
      const { state, wait } = afterClose(code, failures, random);
      if (code === ENGINE_DIED) deaths = [...deaths.filter((at) => now() - at < DEATHS_WINDOW), now()];
      if (code === ENGINE_DIED && deaths.length >= MOST_DEATHS) return { state: "failed", wait: null };
      return { state: wait === null ? state : "starting", wait };
    },
  };
}

/**
 * Return the address of the module's folder, with a slash at its end. It comes from the address of this script and not
 * from the page's: a host may keep its static files on another origin, in a folder of any name, and Foundry may have a
 * path prefix.
 *
 * @param {string} script the address of this script, or of the bundle that it is in
 * @param {boolean} bundled
 */
export const moduleFolder = (script, bundled) => new URL(bundled ? "./" : "../../", script).href;

/** The address of the module's folder. `tools/bundle.mjs` defines COIGN_BUNDLED. */
export const MODULE_FOLDER = moduleFolder(import.meta.url, typeof COIGN_BUNDLED !== "undefined");

/**
 * Return the state of the connection after a close, and when to try again.
 * @param {number} code the close code
 * @param {number} failures in a row, this one counted
 * @param {number} random from 0 to 1: varies the wait by half either way, so that many tables do not return at once
 * @returns {{state: Coign.State, wait: number | null}} milliseconds; null: trying again cannot help
 */
function afterClose(code, failures, random) {
  const { state, retry, wait } = CLOSE_CODES[code] ?? { state: "reconnecting", retry: true };
  const usual = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1));
  return { state, wait: retry ? (wait ?? usual) * (0.5 + random) : null };
}

/**
 * Return the message for a server that answers but does not speak our subprotocol.
 * @param {string} url
 */
export const notABridge = (url) => `something at ${url} answers, but it is no Coign bridge of this version`;

/**
 * Return the message for an engine whose messages have another shape than the module's.
 * @param {string} version
 */
export const ofAnotherDay = (version) =>
  `version ${version} computes, and it was not made for this module: update the older of the two`;

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
