/**
 * A connection to the engine in this browser: a Worker that runs the bridge's own code, behind the members of a
 * WebSocket that a connection uses. Pure.
 *
 * One socket is one Worker. When the socket closes, its Worker ends and its memory is given back. What passes between
 * page and Worker: a string is one frame of the protocol, in either direction. Any other message is about the line:
 *     page -> Worker   {origin, world}                    the first message
 *                      {ping: true}                       asks for a sign of life
 *     Worker -> page   {progress: {stage, loaded, total}} the state of its start
 *                      {open: true}                       the session takes `hello` now
 *                      {pong: true}                       it lives
 *                      {close: {code, reason}}            the session has ended
 */

import { SUBPROTOCOL } from "../util/wire.mjs";
import { Watchdog } from "./watchdog.mjs";

/** The close code of a Worker that died, hangs or could not start. It may be tried again. */
export const ENGINE_DIED = 1011;

const [CONNECTING, OPEN, CLOSED] = [0, 1, 3]; // as WebSocket has them

/**
 * @typedef {object} Progress
 * @property {"loading" | "starting"} stage `loading`: files are fetched; `starting`: Python starts, which has no measure
 * @property {number} loaded bytes
 * @property {number} total bytes
 */

/**
 * @typedef {object} EngineOptions
 * @property {string} base the address of the engine's folder, absolute, with a slash at its end
 * @property {string} world the world's id
 * @property {string} origin the page's: `location.origin`
 * @property {(progress: Progress) => void} [onProgress]
 * @property {(url: string) => Worker} [createWorker] start a Worker from a module; tests replace it
 * @property {ConstructorParameters<typeof Watchdog>[1]} [clock] that of the watchdog; tests replace it
 */

/** An engine that is started: connecting at first, it fires `onopen`, or `onclose` with a code and a reason. */
export class EngineSocket {
  /** @type {((event: any) => void) | null} */
  onopen = null;
  /** @type {((event: {data: string}) => void) | null} */
  onmessage = null;
  /** @type {((event: {code: number, reason: string}) => void) | null} */
  onclose = null;
  readyState = CONNECTING;
  protocol = SUBPROTOCOL;
  /** @readonly Where it is, for messages to people. */
  url;
  #worker;
  #onProgress;
  #watchdog;

  /** @param {EngineOptions} options */
  constructor({ base, world, origin, onProgress = () => {}, createWorker = workerFromBlob, clock }) {
    this.url = new URL("worker.mjs", base).href;
    this.#onProgress = onProgress;
    this.#worker = createWorker(this.url);
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault?.(); // it is reported here, not on the page's console as well
      this.#end(ENGINE_DIED, `the engine in this browser failed: ${event.message || `${this.url} cannot be loaded`}`);
    };
    this.#worker.postMessage({ origin, world });
    const died = () => this.#end(ENGINE_DIED, "the engine in this browser does not answer any more");
    this.#watchdog = new Watchdog({ ask: () => this.#worker.postMessage({ ping: true }), died }, clock);
  }

  /**
   * Send a frame. Frames after the end are dropped, as by a WebSocket.
   * @param {string} text
   */
  send(text) {
    if (this.readyState === CONNECTING) throw new Error("the engine is not ready yet");
    if (this.readyState === OPEN) this.#worker.postMessage(text);
  }

  /**
   * End the engine.
   * @param {number} [code]
   * @param {string} [reason]
   */
  close(code = 1000, reason = "") {
    this.#end(code, reason);
  }

  /** @param {any} data see the head of this file */
  #receive(data) {
    if (this.readyState === CLOSED) return;
    this.#watchdog.heard();
    if (typeof data === "string") this.onmessage?.({ data });
    else if (data.progress) this.#onProgress(data.progress);
    else if (data.close) this.#end(data.close.code, data.close.reason);
    else if (data.open) {
      this.readyState = OPEN;
      this.#watchdog.start();
      this.onopen?.({});
    }
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #end(code, reason) {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.#watchdog.stop();
    this.#worker.terminate();
    queueMicrotask(() => this.onclose?.({ code, reason })); // never from within `close`, as a WebSocket does
  }
}

/**
 * Start a Worker from a Blob that imports the module: a browser starts no Worker straight from another origin, and a
 * host may keep its static files on one.
 * @param {string} url
 */
function workerFromBlob(url) {
  const blob = new Blob([`import ${JSON.stringify(url)};`], { type: "text/javascript" });
  const address = URL.createObjectURL(blob);
  const worker = new Worker(address, { type: "module", name: "coign" });
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
}
