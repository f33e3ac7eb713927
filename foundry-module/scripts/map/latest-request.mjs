/** When the map asks: one request at a time, and again after a change that makes a drawing untrue. */

import { oncePerFrame } from "../util/next-frame.mjs";

/**
 * One request at a time: while it is in progress only the newest further request is kept, and an answer that is no
 * longer wanted is dropped. So however fast the pointer moves, there is never a queue.
 * @template Request, Answer
 */
export class LatestRequest {
  /** @type {Request | null} */
  #next = null;
  #busy = false;
  #round = 0;

  /**
   * @param {object} handlers
   * @param {(request: Request) => Promise<Answer>} handlers.send
   * @param {(answer: Answer, request: Request) => void} handlers.show
   * @param {(problem: unknown) => void} handlers.fail
   */
  constructor(handlers) {
    this.handlers = handlers;
  }

  /**
   * Send a request as soon as none is in progress. An answer that comes meanwhile is shown all the same: while the pointer
   * moves on, the preview of a moment ago is better than none.
   * @param {Request} request
   */
  send(request) {
    this.#next = request;
    if (!this.#busy) void this.#work();
  }

  /** Drop the request in progress, and the next. */
  drop() {
    this.#round += 1;
    this.#next = null;
  }

  async #work() {
    this.#busy = true;
    while (this.#next !== null) {
      const [request, round] = [this.#next, this.#round];
      this.#next = null;
      try {
        const answer = await this.handlers.send(request);
        if (round === this.#round) this.handlers.show(answer, request);
      } catch (problem) {
        if (round === this.#round) this.handlers.fail(problem);
      }
    }
    this.#busy = false;
  }
}

/**
 * Call back after every change that may alter an attack in the viewed scene, at most once a frame: of a document, of the
 * rules or an override, of the weapon that somebody used last, and of the connection.
 *
 * @param {Coign.Context} coign
 * @param {() => void} changed
 */
export function watchChanges(coign, changed) {
  const soon = oncePerFrame(changed);
  Hooks.on("coign.sceneChanged", (scene) => {
    if (scene === null || scene === canvas?.scene?.id) soon();
  });
  Hooks.on("coign.rulesChanged", soon);
  Hooks.on("coign.configured", soon);
  Hooks.on("coign.likelyAttackChanged", soon);
  coign.engine.on("lost", soon);
}
