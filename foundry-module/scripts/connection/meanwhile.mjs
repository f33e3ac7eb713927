/**
 * While the bridge is away: this browser computes until it is back. Pure.
 *
 * The rules:
 * 1. It begins by a click; or automatically, if the GM wants that and the bridge has been away for some seconds.
 * 2. Every few seconds it looks for the bridge, by a connection that is closed again without a message.
 * 3. When it answers, the requests under way get a moment to finish. Then the connection goes to the bridge as after any
 *    loss: scenes are sent again, and attacks whose answer was still to come are asked again, each under its own key. So
 *    no card is lost, and none comes twice.
 */

import { SUBPROTOCOL } from "../util/wire.mjs";

export const PATIENCE = 5000; // ms; a bridge that only restarts is back before this browser could compute
export const LOOK_EVERY = 10_000; // ms
const FINISH_WITHIN = 2000; // ms
const STEP = 100; // ms

/**
 * @typedef {object} Parts
 * @property {() => void} computeHere
 * @property {() => void} connectToBridge
 * @property {() => Promise<boolean>} bridgeAnswers
 * @property {() => boolean} idle whether no request is under way
 * @property {() => boolean} wanted whether the GM wants it to begin by itself
 * @property {(task: () => void, ms: number) => any} [setTimer]
 * @property {(handle: any) => void} [clearTimer]
 */

export class Meanwhile {
  /** True while this browser computes in place of the bridge. */
  running = false;
  #parts;
  #setTimer;
  #clearTimer;
  /** @type {any} */
  #timer = null;
  #round = 0; // counts decisions, so that a slow search does not act on an older one

  /** @param {Parts} parts */
  constructor(parts) {
    const { setTimer = (task, ms) => setTimeout(task, ms), clearTimer = (handle) => clearTimeout(handle) } = parts;
    this.#parts = parts;
    this.#setTimer = setTimer;
    this.#clearTimer = clearTimer;
  }

  /**
   * Take note of the connection's state.
   * @param {Coign.Status} status
   */
  statusChanged({ place, state }) {
    if (this.running || place !== "bridge") return;
    if (state === "connected") this.end();
    if (state === "reconnecting" && this.#timer === null && this.#parts.wanted())
      this.#timer = this.#setTimer(() => this.begin(), PATIENCE);
  }

  /** Compute in this browser until the bridge is back. */
  begin() {
    this.end();
    this.running = true;
    this.#parts.computeHere();
    this.#lookLater();
  }

  /** Stop to look for the bridge: somebody has decided otherwise. */
  end() {
    this.running = false;
    this.#round += 1;
    this.#stopTimer();
  }

  /** Look for the bridge now instead of later: the network is back, or the page is visible again. */
  async look() {
    if (!this.running) return;
    this.#stopTimer();
    this.#round += 1;
    const round = this.#round;
    const answer = await this.#parts.bridgeAnswers();
    if (round !== this.#round) return;
    if (answer) this.#handOver(FINISH_WITHIN);
    else this.#lookLater();
  }

  #stopTimer() {
    if (this.#timer !== null) this.#clearTimer(this.#timer);
    this.#timer = null;
  }

  #lookLater() {
    this.#timer = this.#setTimer(() => this.look(), LOOK_EVERY);
  }

  /** @param {number} left milliseconds for requests to finish */
  #handOver(left) {
    if (left > 0 && !this.#parts.idle()) {
      this.#timer = this.#setTimer(() => this.#handOver(left - STEP), STEP);
      return;
    }
    this.end();
    this.#parts.connectToBridge();
  }
}

/**
 * Return whether something at a place speaks our subprotocol. Nothing is sent.
 *
 * @param {import("./places.mjs").Place} place
 * @returns {Promise<boolean>} false also where the browser would have to ask the person first
 */
export async function answers(place) {
  const permission = await place.permission();
  if (permission === "prompt" || permission === "denied") return false;
  return new Promise((resolve) => {
    const socket = place.open();
    socket.onopen = () => {
      resolve(socket.protocol === SUBPROTOCOL);
      socket.close(1000);
    };
    socket.onclose = () => resolve(false);
  });
}
