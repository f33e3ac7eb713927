/** The page's end of the engine: questions to its Worker, and their answers. */

/**
 * Start the engine.
 * @param {(progress: {stage: string, loaded: number, total: number}) => void} onProgress
 */
export function openEngine(onProgress) {
  const worker = new Worker(new URL("worker.mjs", location.href), { type: "module" });
  const waiting = new Map();
  let last = 0;
  const ready = new Promise((resolve, reject) => {
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message || "the engine could not be loaded"));
    };
    worker.onmessage = ({ data }) => {
      if (data.progress) onProgress(data.progress);
      else if (data.ready) resolve();
      else {
        const { onAnswer, onFailure } = waiting.get(data.id);
        waiting.delete(data.id);
        if (data.failed) onFailure(new Error(data.failed));
        else onAnswer(JSON.parse(data.answer));
      }
    };
  });
  const ask = async (deed, ...given) => {
    await ready;
    return new Promise((onAnswer, onFailure) => {
      waiting.set(++last, { onAnswer, onFailure });
      worker.postMessage({ id: last, deed, given });
    });
  };
  return {
    /** @returns {Promise<object>} a `Ruling` or a `Refusal` of `coign/bench/ruling.py` */
    rule: (theCase) => ask("rule", JSON.stringify(theCase)),
    systems: () => ask("systems"),
  };
}
