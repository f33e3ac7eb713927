/** The Worker of the open bench: the module's engine, asked for rulings instead of holding a session. */

const MODULE = new URL("../../modules/coign/", location.href).href;
const { flags } = await (await fetch(`${MODULE}module.json`)).json();
const ENGINE = MODULE + flags.coign.engine;
const RUNTIME = `${ENGINE}runtime/`;

const { readFrom, startEngine } = await import(`${ENGINE}start.mjs`);
const python = await startEngine({ folder: RUNTIME, read: readFrom(RUNTIME) }, (progress) => postMessage({ progress }));
const bench = python.pyimport("coign.bench.ruling");
const DEEDS = { rule: bench.rule, systems: bench.rule_systems };

self.onmessage = ({ data: { deed, given } }) => {
  try {
    postMessage({ answer: DEEDS[deed](...given) });
  } catch (problem) {
    const last = String(problem?.message ?? problem)
      .trim()
      .split("\n")
      .at(-1);
    postMessage({ failed: last });
  }
};
postMessage({ ready: true });
