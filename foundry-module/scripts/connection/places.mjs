/**
 * The places where Coign computes, and how a connection is opened to each: a bridge behind a WebSocket, or a Worker of
 * this browser. No other file knows which of them it talks to. Pure.
 */

import { SUBPROTOCOL } from "../util/wire.mjs";
import { barrier, permission } from "./address.mjs";
import { afterClose, DEATHS_WINDOW, MOST_DEATHS } from "./close-codes.mjs";
import { ENGINE_DIED, openEngine } from "./engine-socket.mjs";

/** @typedef {import("./engine-socket.mjs").Progress} Progress */

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
 * @property {() => Promise<"granted" | "prompt" | "denied" | null>} permission the browser's, for this page to connect
 * @property {(onProgress?: (progress: Progress) => void) => Socket} open
 * @property {(failures: number) => Coign.State} trying the state while it connects, after failures in a row
 * @property {(code: number, failures: number, random: number) => {state: Coign.State, wait: number | null}} afterClose
 *   the state after the close, and the milliseconds until the next try; null: trying again cannot help
 */

/**
 * A bridge, with which this browser has to be paired.
 *
 * @param {string} url
 * @returns {Place}
 */
export const onBridge = (url) => ({
  name: "bridge",
  address: url,
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
 * @param {{open?: typeof openEngine, now?: () => number}} [parts] tests replace them; `now` in milliseconds
 * @returns {Place}
 */
export function inThisBrowser(world, { open = openEngine, now = () => performance.now() } = {}) {
  /** @type {number[]} */
  let deaths = [];
  const base = moduleFolder(import.meta.url);
  return {
    name: "page",
    address: base,
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
 * from the page's: a host may keep its static files on another origin, and Foundry may have a path prefix.
 *
 * @param {string} script the address of a script of this module, whether it stands alone or in a bundle
 */
export const moduleFolder = (script) => /^.*\/modules\/coign\//.exec(script)?.[0] ?? new URL("../../", script).href;
