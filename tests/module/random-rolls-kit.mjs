/** The parts that files of random rolls share: made-up numbers, a bridge that follows its scenario, time, and the loop. */

import { mock } from "node:test";
import { seededUniform } from "../../bridge/tabletop/foundry/dice/index.mjs";
import { Contract } from "../../foundry-module/contract/contract.mjs";
import { answered } from "./result-kit.mjs";

export const flushed = () => new Promise((resolve) => setImmediate(resolve));

/** Let made-up time pass. */
export async function pass(time) {
  mock.timers.tick(time);
  await flushed();
}

/** Made-up decisions, the same in every run. */
export function decisions(seed) {
  const random = seededUniform(seed);
  const below = (limit) => Math.floor(random() * limit);
  return { random, chance: (share) => random() < share, below, pick: (list) => list[below(list.length)] };
}

/** Make up when the bridge answers, in ms: in time, later, or never; `patience` is what a roll has. */
export function latencyOf({ chance, below }, patience) {
  if (chance(0.15)) return Number.POSITIVE_INFINITY; // the bridge has died
  return chance(0.4) ? below(patience) : patience + 1 + below(4850);
}

/** A bridge that answers as its scenario says: `{occasion, modifiers, latency, fails}`. */
export class Bridge {
  scenario = null;

  evaluate = ({ targets }) => {
    const { latency, fails } = this.scenario;
    const answer = this.#answer(targets);
    return new Promise((resolve, reject) => {
      if (latency === Number.POSITIVE_INFINITY) return;
      setTimeout(() => (fails ? reject(new Error("unknown scene")) : resolve(answer)), latency);
    });
  };

  #answer(targets) {
    const { occasion, modifiers } = this.scenario;
    return answered({ occasion, results: targets.map((target) => ({ target, modifiers })) });
  }
}

/** A player's module, whose questions this bridge answers. */
export const coignOf = ({ evaluate }) => ({
  contract: new Contract(),
  setting: (name) => ({ overrides: [], rulesets: ["none"], options: {} })[name] ?? "everybody",
  engine: { connected: false, status: {} },
  evaluate,
});

/** Make `globalThis.game` as far as a question reads it; `more` replaces parts. */
export const gameOf = (isGM, more = {}) => ({
  user: { isGM },
  i18n: { localize: (key) => key, format: (key) => key, has: () => false },
  modules: new Map(),
  system: { id: "generic" },
  ...more,
});

/**
 * Play scenarios one after another. What goes wrong names its roll and scenario.
 * @param {number} rolls
 * @param {() => object} scenario  makes one up
 * @param {(what: object, nth: number) => Promise<void>} play  rolls and checks
 */
export async function playAll(rolls, scenario, play) {
  for (let nth = 0; nth < rolls; nth++) {
    const what = scenario();
    try {
      await play(what, nth);
    } catch (problem) {
      problem.message += `\nroll ${nth}: ${JSON.stringify(problem.found ? { ...what, ...problem.found } : what)}`;
      throw problem;
    }
  }
}

/**
 * Run with made-up timers and a made-up game, both taken away at the end, and without the debug lines that tell what an
 * answer failed of.
 * @param {object} game
 * @param {() => Promise<void>} run
 */
export async function inMadeUpTime(game, run) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const debug = mock.method(console, "debug", () => {});
  globalThis.game = game;
  try {
    await run();
  } finally {
    mock.timers.reset();
    debug.mock.restore();
    delete globalThis.game;
  }
}
