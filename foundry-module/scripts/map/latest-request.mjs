/**
 * One question at a time: while an answer is under way only the newest further question is kept, and an answer that is
 * no longer wanted is dropped. So however fast the pointer moves, there is never a queue. Pure.
 */

/** @template Question, Answer */
export class Latest {
  /** @type {Question | null} */
  #next = null;
  #busy = false;
  #round = 0;

  /**
   * @param {object} how
   * @param {(question: Question) => Promise<Answer>} how.ask
   * @param {(answer: Answer, question: Question) => void} how.show
   * @param {(problem: unknown) => void} how.fail
   */
  constructor(how) {
    this.how = how;
  }

  /**
   * Ask as soon as there is nothing under way. An answer that comes meanwhile is shown all the same: while the pointer
   * moves on, where it was a moment ago is better than nothing.
   * @param {Question} question
   */
  ask(question) {
    this.#next = question;
    if (!this.#busy) void this.#work();
  }

  /** Nothing is wanted any more, nor what is under way. */
  drop() {
    this.#round += 1;
    this.#next = null;
  }

  async #work() {
    this.#busy = true;
    while (this.#next !== null) {
      const [question, round] = [this.#next, this.#round];
      this.#next = null;
      try {
        const answer = await this.how.ask(question);
        if (round === this.#round) this.how.show(answer, question);
      } catch (problem) {
        if (round === this.#round) this.how.fail(problem);
      }
    }
    this.#busy = false;
  }
}
