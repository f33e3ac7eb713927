/**
 * The page's end of the engine: questions to its Worker, one at a time, and their answers. A case that takes too long is
 * stopped, and the next question starts the engine again.
 */

import { Wrong } from "./wrong.mjs";

const LONGEST = 10; // seconds for one question

/**
 * Start the engine.
 * @param {(progress: {stage: string, loaded: number, total: number}) => void} onProgress
 */
export function openEngine(onProgress) {
  let started = start(onProgress);
  let last = Promise.resolve();
  let latest = 0;

  /** Ask one question of an engine that is ready, and stop the engine if it takes too long. */
  async function asked(deed, given) {
    const { worker, ready } = started;
    await ready;
    return new Promise((onAnswer, onFailure) => {
      const clock = setTimeout(() => {
        worker.terminate();
        started = start(onProgress);
        onFailure(new Wrong("too-long", { seconds: LONGEST }));
      }, 1000 * LONGEST);
      worker.onmessage = ({ data: { answer, failed } }) => {
        clearTimeout(clock);
        if (failed) onFailure(new Wrong("engine", {}, failed));
        else onAnswer(JSON.parse(answer));
      };
      worker.postMessage({ deed, given });
    });
  }

  const ask = (deed, ...given) => {
    const answer = last.then(() => asked(deed, given));
    last = answer.catch(() => {}); // the caller gets the failure
    return answer;
  };
  return {
    /**
     * Judge a case.
     * @param {object} theCase
     * @returns {Promise<object | null>} a `Ruling` or a `Refusal` of `coign/bench/ruling.py`; null: somebody has asked
     *   another question before this one's turn came
     */
    async rule(theCase) {
      const mine = ++latest;
      await last;
      return mine === latest ? ask("rule", JSON.stringify(theCase)) : null;
    },
    systems: () => ask("systems"),
  };
}

/** Start a Worker, and wait until its engine is loaded. */
function start(onProgress) {
  const worker = new Worker(new URL("worker.mjs", location.href), { type: "module" });
  const ready = new Promise((resolve, reject) => {
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Wrong("start", {}, event.message));
    };
    worker.onmessage = ({ data }) => {
      if (data.progress) onProgress(data.progress);
      else resolve();
    };
  });
  ready.catch(() => {}); // the question that waits for it hears of the failure
  return { worker, ready };
}
