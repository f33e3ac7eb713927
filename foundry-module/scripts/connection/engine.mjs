/**
 * The engine, as the module sees it: the connection to where Coign computes, a bridge or a Worker of this page. It connects
 * and reconnects, sends requests, and reports other messages. Each place decides its address and the meaning of a closed connection (`places.mjs`).
 *
 * The rules:
 * 1. It connects only on request. Then it keeps trying until `stop` is called, or until a close code says that
 *    trying again cannot help. A clean close alone is no reason to stop.
 * 2. Each failure in a row doubles the wait (`places.mjs`); a welcome ends the row.
 * 3. If the browser would show a permission prompt, it waits for a person's click (state `asking`). While the prompt is
 *    open the socket stays connecting, for as long as the person needs.
 * 4. Only `hello` is sent before `welcome`, and nothing secret goes to a server without our subprotocol.
 * 5. A request has as many answers as it asks for: the first with its id. When the connection is lost every pending
 *    request is rejected.
 * 6. A message that is too big for the bridge is not sent. If one was too big for a proxy on the way, the connection closes.
 *    It is opened again, and no message of that size is sent any more.
 */

import { whyOf } from "../util/errors.mjs";
import { CLOSE, SCHEMA, SUBPROTOCOL } from "../util/wire.mjs";
import { MessageSize } from "./message-size.mjs";
import { PendingRequests } from "./pending-requests.mjs";
import { notABridge, ofAnotherDay, read } from "./places.mjs";

/** @typedef {import("./places.mjs").Place} Place */
/** @typedef {{place: Place, hello: () => object}} Wanted */

/** The browser functions that an Engine uses; tests replace them. */
const BROWSER = {
  setTimer: (/** @type {() => void} */ task, /** @type {number} */ ms) => setTimeout(task, ms),
  clearTimer: (/** @type {ReturnType<typeof setTimeout>} */ handle) => clearTimeout(handle),
  random: Math.random,
};

/** @typedef {"status" | "welcome" | "answer" | "lost"} Event `answer`: one that no request waits for. */

export class Engine {
  /** @type {Coign.Status} */
  status = { state: "off" };

  #environment;
  /** @type {Wanted | null} */
  #wanted = null;
  /** @type {import("./places.mjs").Socket | null} */
  #socket = null;
  #requests = new PendingRequests();
  #size = new MessageSize();
  /** @type {Map<Event, ((value: any) => void)[]>} */
  #listeners = new Map();
  #failures = 0;
  #attempt = 0;
  /** @type {ReturnType<typeof setTimeout> | null} */
  #timer = null;
  /** The last error that the bridge sent before it closed. */
  #lastError = "";

  /** @param {Partial<typeof BROWSER>} environment */
  constructor(environment = {}) {
    this.#environment = { ...BROWSER, ...environment };
  }

  get connected() {
    return this.status.state === "connected";
  }

  /**
   * @param {Event} event
   * @param {(value: any) => void} listener
   */
  on(event, listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  /**
   * Connect, and stay connected.
   *
   * @param {Wanted} wanted
   * @param {{byHand?: boolean}} options `byHand`: a person asked for it, so the browser may show its prompt
   */
  connect(wanted, { byHand = false } = {}) {
    this.#wanted = wanted;
    this.#failures = 0;
    this.#size.reset();
    this.#drop();
    return this.#try(byHand);
  }

  /**
   * Disconnect, and do not reconnect.
   * @param {Coign.State} state
   * @param {string} [why]
   */
  disconnect(state = "off", why) {
    this.#wanted = null;
    this.#drop();
    this.#setStatus({ state, why });
  }

  /** True if the engine may still have scenes of an earlier connection. */
  get remembers() {
    return this.#wanted?.place.remembers ?? false;
  }

  /** True if no request waits for an answer. */
  get idle() {
    return this.#requests.size === 0;
  }

  /** Try again now instead of after the wait: the network is back, or the page is visible again. */
  wake() {
    if (this.#timer === null) return;
    this.#environment.clearTimer(this.#timer);
    this.#try(false);
  }

  /**
   * Send a message that has no answer of its own. One that is too big is reported as the error that the bridge would
   * have answered.
   * @param {object} message
   * @param {string} [text] the text to send, if `message` is only its head
   * @returns {boolean} false: there is no connection, or it is too big
   */
  send(message, text) {
    if (!this.connected) return false;
    text ??= JSON.stringify(message);
    const problem = this.#size.problem(message, text, this.status.welcome?.limits.bytes);
    if (problem) this.#refuse(message, problem);
    else this.#socket?.send(text);
    return !problem;
  }

  /**
   * Answer a message as the bridge does if it is too large.
   * @param {any} message
   * @param {string} why
   */
  #refuse({ id = null, scene }, why) {
    /** @type {Coign.ErrorAnswer} */
    const answer = { type: "error", id, code: "too-large", message: why, detail: scene ? { scene } : {} };
    if (!this.#requests.settle(answer)) this.#emit("answer", answer);
  }

  /**
   * Send a request and wait for its answer. If it comes in parts, each goes to `part`, and the last is the result.
   *
   * @param {{type: string} & Record<string, unknown>} message gets an id if it has none
   * @param {{part?: (answer: any) => void}} options
   * @throws {Unanswered | Refused} of `errors.mjs`
   */
  async request(message, { part } = {}) {
    const [answer] = await this.requestAll(message, { part });
    return answer;
  }

  /**
   * Send a request and wait for all its answers.
   *
   * @param {{type: string} & Record<string, unknown>} message gets an id if it has none
   * @param {{count?: number, part?: (answer: any) => void}} options `count`: how many answers the request has
   * @returns {Promise<any[]>} the answers in the order in which they came
   * @throws {Unanswered | Refused} of `errors.mjs`: one error is the answer to the whole request
   */
  requestAll(message, { count, part }) {
    const id = typeof message.id === "string" ? message.id : this.nextId(message.type);
    const answers = this.#requests.open(id, { count, part });
    if (!this.send({ ...message, id })) this.#requests.abandon(id, "the bridge is not connected");
    return answers;
  }

  /**
   * Return an id that no other request of this page has, for a request that may be cancelled.
   * @param {string} prefix
   */
  nextId(prefix) {
    return this.#requests.nextId(prefix);
  }

  /**
   * Cancel a request: its answer is no longer wanted.
   * @param {string} id
   */
  cancel(id) {
    if (this.#requests.abandon(id, "no longer wanted")) this.send({ type: "cancel", id });
  }

  /** @param {boolean} byHand */
  async #try(byHand) {
    this.#timer = null;
    const wanted = this.#wanted;
    if (!wanted) return;
    this.#attempt += 1;
    const attempt = this.#attempt;
    const permission = await wanted.place.permission();
    if (attempt !== this.#attempt || wanted !== this.#wanted) return; // disconnected, or connected elsewhere, in the meantime
    if (permission === "denied") return this.#setStatus({ state: "blocked" });
    if (permission === "prompt" && !byHand) return this.#setStatus({ state: "asking" });
    this.#setStatus({ state: wanted.place.trying(this.#failures) });
    this.#dial(wanted);
  }

  /** @param {Wanted} wanted */
  #dial({ place, hello }) {
    this.#lastError = "";
    const attempt = this.#attempt;
    let socket;
    try {
      socket = place.open((progress) => attempt === this.#attempt && this.#setStatus({ ...this.status, progress }));
    } catch (problem) {
      // Browsers throw where a page may not open such a URL at all; the next try would do the same.
      return this.#setStatus({ state: "blocked", why: whyOf(problem) });
    }
    this.#socket = socket;
    socket.onopen = () => {
      if (socket.protocol === SUBPROTOCOL) return socket.send(JSON.stringify({ type: "hello", ...hello() }));
      this.disconnect("version", notABridge(place.address));
    };
    socket.onmessage = ({ data }) => socket === this.#socket && this.#receive(read(data));
    socket.onclose = ({ code, reason }) => socket === this.#socket && this.#lost(place, code, reason);
  }

  /** @param {Coign.Answer | null} answer */
  #receive(answer) {
    if (!answer) return;
    if (answer.type === "welcome" && answer.schema !== SCHEMA)
      return this.disconnect("version", ofAnotherDay(answer.server));
    if (answer.type === "welcome") {
      this.#failures = 0;
      const welcome = { ...answer, limits: this.#size.limits(answer.limits) };
      this.#setStatus({ state: "connected", welcome });
      return this.#emit("welcome", welcome);
    }
    if (answer.type === "error" && !this.connected) this.#lastError = answer.message;
    if (answer.type === "taken-over") this.#lastError = answer.by;
    if (!this.#requests.settle(answer)) this.#emit("answer", answer);
  }

  /**
   * @param {Place} place
   * @param {number} code
   * @param {string} reason
   */
  #lost(place, code, reason) {
    if (code === CLOSE.tooBig) this.#refuse({ id: this.#size.tooBig() }, reason || "the message is too big");
    this.#drop();
    this.#failures += 1;
    const { state, wait } = place.afterClose(code, this.#failures, this.#environment.random());
    this.#setStatus({ state, why: this.#lastError || reason || undefined });
    if (wait !== null) this.#timer = this.#environment.setTimer(() => this.#try(false), wait);
  }

  /** Drop the socket, the timer and pending requests; emit `lost` if there was a connection. */
  #drop() {
    this.#attempt += 1;
    if (this.#timer !== null) this.#environment.clearTimer(this.#timer);
    this.#timer = null;
    const socket = this.#socket;
    this.#socket = null;
    if (socket && socket.readyState < 2) socket.close(1000);
    const was = this.connected;
    this.status = { state: "off" };
    this.#requests.abandonAll("the connection to the bridge was lost");
    if (was) this.#emit("lost", null);
  }

  /** @param {Coign.Status} status */
  #setStatus(status) {
    this.status = { ...status, place: this.#wanted?.place.name };
    this.#emit("status", this.status);
  }

  /**
   * @param {Event} event
   * @param {unknown} value
   */
  #emit(event, value) {
    for (const listener of this.#listeners.get(event) ?? []) listener(value);
  }
}
