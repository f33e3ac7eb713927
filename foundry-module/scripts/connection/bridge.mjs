/**
 * The connection to the bridge: connect, say hello, keep trying; ask, and hear what comes unasked.
 *
 * The rules:
 * 1. It connects only when told to, and then keeps at it until told otherwise or until a close code says that trying
 *    again cannot help. A clean close alone is no reason to stop; the code is.
 * 2. Each failure in a row doubles the wait (`close-codes.mjs`); a welcome ends the row.
 * 3. Where the browser would raise a permission prompt, it waits for a person's click (`asking`); while the prompt is up
 *    the socket stays connecting, for as long as the person needs.
 * 4. Nothing is sent before `welcome`, save `hello`; nothing secret to a server that does not speak our subprotocol.
 * 5. A request has one answer: the first with its id. With the connection lost every open request is rejected.
 */

import { afterClosing } from "./close-codes.mjs";
import { read, SUBPROTOCOL, strange } from "./frames.mjs";
import { Requests } from "./pending-requests.mjs";

/**
 * @typedef {object} Surroundings What a Bridge needs of the browser; tests give it their own.
 * @property {(url: string) => WebSocket} open
 * @property {(url: string) => Promise<"granted" | "prompt" | "denied" | null>} permission asked before each attempt
 * @property {(task: () => void, ms: number) => unknown} later
 * @property {(handle: any) => void} never
 * @property {() => number} random from 0 to 1
 */

/** @type {Surroundings} */
const BROWSER = {
  open: (url) => new WebSocket(url, SUBPROTOCOL),
  permission: async () => null,
  later: (task, ms) => setTimeout(task, ms),
  never: (handle) => clearTimeout(handle),
  random: Math.random,
};

/** @typedef {"status" | "welcome" | "answer" | "lost"} Event `answer`: one that no request waits for. */

export class Bridge {
  /** @type {Coign.Status} */
  status = { state: "off" };

  /** @type {Surroundings} */
  #around;
  /** @type {{url: string, hello: () => object} | null} */
  #wanted = null;
  /** @type {WebSocket | null} */
  #socket = null;
  #requests = new Requests();
  /** @type {Map<Event, ((value: any) => void)[]>} */
  #listeners = new Map();
  #failures = 0;
  #attempt = 0;
  /** @type {unknown} */
  #timer = null;
  /** What the bridge said last before closing. */
  #said = "";

  /** @param {Partial<Surroundings>} around */
  constructor(around = {}) {
    this.#around = { ...BROWSER, ...around };
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
   * Connect, and stay connected. `byHand` where a person has just asked for it: only then may a prompt be raised.
   *
   * @param {{url: string, hello: () => object}} wanted
   * @param {{byHand?: boolean}} how
   */
  connect(wanted, { byHand = false } = {}) {
    this.#wanted = wanted;
    this.#failures = 0;
    this.#hangUp();
    return this.#try(byHand);
  }

  /**
   * Let the connection go and stay away.
   * @param {Coign.State} state
   * @param {string} [why]
   */
  disconnect(state = "off", why) {
    this.#wanted = null;
    this.#hangUp();
    this.#become({ state, why });
  }

  /** Try again now instead of when the wait is over: the network is back, or somebody looks at the page again. */
  wake() {
    if (this.#timer === null) return;
    this.#around.never(this.#timer);
    this.#try(false);
  }

  /**
   * Send a message that has no answer of its own.
   * @param {object} message
   * @returns {boolean} whether there was a connection to send it on
   */
  send(message) {
    if (!this.connected) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /**
   * Ask, and get the answer. Answers in parts go to `part`, the last of them is the result.
   *
   * @param {{type: string} & Record<string, unknown>} message gets an id where it has none
   * @param {{part?: (answer: any) => void}} how
   * @returns {Promise<any>}
   * @throws {Unanswered | Refused} of `errors.mjs`
   */
  request(message, { part } = {}) {
    const id = typeof message.id === "string" ? message.id : this.nextId(message.type);
    const answer = this.#requests.open(id, part);
    if (!this.send({ ...message, id })) this.#requests.abandon(id, "the bridge is not connected");
    return answer;
  }

  /**
   * An id that no other request of this page has, for those who want to cancel.
   * @param {string} prefix
   */
  nextId(prefix) {
    return this.#requests.nextId(prefix);
  }

  /**
   * The answer is no longer wanted.
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
    const permission = await this.#around.permission(wanted.url);
    if (attempt !== this.#attempt || wanted !== this.#wanted) return; // told otherwise in the meantime
    if (permission === "denied") return this.#become({ state: "blocked" });
    if (permission === "prompt" && !byHand) return this.#become({ state: "asking" });
    this.#become({ state: this.#failures ? "reconnecting" : "connecting" });
    this.#dial(wanted);
  }

  /** @param {{url: string, hello: () => object}} wanted */
  #dial({ url, hello }) {
    this.#said = "";
    let socket;
    try {
      socket = this.#around.open(url);
    } catch (problem) {
      // Browsers throw where a page may not open such a URL at all; the next try would do the same.
      return this.#become({ state: "blocked", why: String(problem instanceof Error ? problem.message : problem) });
    }
    this.#socket = socket;
    socket.onopen = () => {
      if (socket.protocol === SUBPROTOCOL) return socket.send(JSON.stringify({ type: "hello", ...hello() }));
      this.disconnect("version", strange(url));
    };
    socket.onmessage = ({ data }) => socket === this.#socket && this.#receive(read(data));
    socket.onclose = ({ code, reason }) => socket === this.#socket && this.#lost(code, reason);
  }

  /** @param {Coign.Answer | null} answer */
  #receive(answer) {
    if (!answer) return;
    if (answer.type === "welcome") {
      this.#failures = 0;
      this.#become({ state: "connected", welcome: answer });
      return this.#tell("welcome", answer);
    }
    if (answer.type === "error" && !this.connected) this.#said = answer.message;
    if (answer.type === "taken-over") this.#said = answer.by;
    if (!this.#requests.settle(answer)) this.#tell("answer", answer);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #lost(code, reason) {
    this.#hangUp();
    this.#failures += 1;
    const { state, wait } = afterClosing(code, this.#failures, this.#around.random());
    this.#become({ state, why: this.#said || reason || undefined });
    if (wait !== null) this.#timer = this.#around.later(() => this.#try(false), wait);
  }

  /** Drop socket, timer and open requests; say `lost` where there was a connection. */
  #hangUp() {
    this.#attempt += 1;
    if (this.#timer !== null) this.#around.never(this.#timer);
    this.#timer = null;
    const socket = this.#socket;
    this.#socket = null;
    if (socket && socket.readyState < 2) socket.close(1000);
    const was = this.connected;
    this.status = { state: "off" };
    this.#requests.abandonAll("the connection to the bridge was lost");
    if (was) this.#tell("lost", null);
  }

  /** @param {Coign.Status} status */
  #become(status) {
    this.status = status;
    this.#tell("status", status);
  }

  /**
   * @param {Event} event
   * @param {unknown} value
   */
  #tell(event, value) {
    for (const listener of this.#listeners.get(event) ?? []) listener(value);
  }
}
