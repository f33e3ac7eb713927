/**
 * The Worker of the engine. `scripts/connection/engine-socket.mjs` is the page's side, and says what passes between them.
 */

import { readFrom, startEngine } from "./start.mjs";

const FOLDER = new URL("runtime/", import.meta.url).href;
const DIED = 1011; // as engine-socket.mjs has it

const scope = /** @type {any} */ (globalThis); // a Worker's, which the types lack
const turns = new MessageChannel(); // a message to oneself comes after those that wait, and sooner than a timer
/** @type {any} */
let line = null;
let waiting = false; // for the next turn

/** @param {{origin: string, world: string}} first */
async function open({ origin, world }) {
  const python = await startEngine({ folder: FOLDER, read: readFrom(FOLDER) }, (progress) =>
    scope.postMessage({ progress }),
  );
  const send = (/** @type {string} */ text) => scope.postMessage(text);
  const close = (/** @type {number} */ code, /** @type {string} */ reason) =>
    scope.postMessage({ close: { code, reason } });
  line = python.pyimport("coign.embedded.page_session").PageSession(origin, world, send, close);
  scope.postMessage({ open: true });
  const { SECONDS } = python.pyimport("coign.util.garbage_collection");
  setInterval(() => run(() => line.sweep()), SECONDS * 1000);
}

/**
 * Do something, and go on in turns while there is more to do. A failure ends the engine: Python may be broken by it.
 * @param {() => boolean} work
 */
function run(work) {
  try {
    if (!work() || waiting) return;
    waiting = true;
    turns.port2.postMessage(null);
  } catch (problem) {
    fail(problem);
  }
}

/** @param {any} problem */
function fail(problem) {
  console.error("Coign | the engine failed", problem);
  const last = String(problem?.message ?? problem)
    .trim()
    .split("\n")
    .at(-1);
  scope.postMessage({ close: { code: DIED, reason: `the engine in this browser failed: ${last}` } });
}

turns.port1.onmessage = () => {
  waiting = false;
  run(() => line.step());
};
scope.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (typeof data === "string") run(() => line.receive(data));
  else if (data.ping) scope.postMessage({ pong: true });
  else open(data).catch(fail);
};
