/**
 * Chaos with clock jumps: where Coign computes dies and comes back, clocks jump, everybody moves, and attacks are made
 * meanwhile. Each attack is judged once, where everybody stood when its dice fell. COIGN_EVENINGS plays more, from the seed
 * COIGN_SEED on.
 *
 * The bridge judges by rules that fit on a page (`referee/judge.mjs`). With COIGN_TRANSPORT=page (`tests/browser/in-page`)
 * Coign's own engine judges, as it runs in the page.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./referee/clock.mjs"; // first: the others set timers
import { assertNoErrors, bridge, IN_PAGE, quiet, roll, startTable, until, world } from "./attack/kit.mjs";
import { chanceOf } from "./fakes.mjs";
import { later } from "./referee/clock.mjs";
import { bridgeByRules } from "./referee/judge.mjs";

const EVENINGS = Number(process.env.COIGN_EVENINGS ?? 5);
const FIRST = Number(process.env.COIGN_SEED ?? 1);
const ACTS = 40;
const MINUTE = 60_000; // ms

const clock = Date.now;
world.now = clock;
if (!IN_PAGE) Object.assign(bridge.instead, bridgeByRules());
const table = await startTable();
const { gm, player, api } = table;
const owner = await gm.classOf("Actor").create({ name: "Hero", ownership: { ann: 3 } });
const tokenOf = (id) => game.scenes.get("scene").tokens.get(id);
await tokenOf("hero").update({ actorId: owner.id });

/** The verdicts of each roll, one for each time that it was judged. @type {Map<string, string[]>} */
const judged = new Map();
Hooks.on("coign.annotated", ({ id }, { viewer, results }) => {
  if (viewer === "gm") judged.set(id, [...(judged.get(id) ?? []), ...results.map(placeIn)]);
});

/** Return from where an attack was judged: how far it is to the target for the engine, the attacker's place by the rules. */
const placeIn = ({ target, facts, outcome }) => `${target} ${IN_PAGE ? facts.range.distance : outcome.label}`;

/** Return the same, by where the tokens stand now. */
function placeNow(target) {
  const [from, to] = ["hero", target].map((id) => tokenOf(id)._source);
  const squares = Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y)) / 100;
  return `${target} ${IN_PAGE ? 5 * squares : `at ${from.x}, ${from.y}`}`;
}

/** Let the place where Coign computes go away. A Worker is started again by itself. */
function die() {
  later(2 * MINUTE); // a third death within a minute would be the last
  if (IN_PAGE) return bridge.sockets.at(-1).onerror({ message: "killed" });
  bridge.isAway = true;
  bridge.sockets.at(-1).close();
}

const actsOf = (chance, made) => ({
  "the player attacks": async () => {
    const target = ["goblin", "orc"][chance(2)];
    const timestamp = [undefined, clock() - 10 * MINUTE, clock() + 10 * MINUTE][chance(3)];
    const id = await roll(chance(4) ? player : gm, { targets: [target], ...(timestamp && { timestamp }) });
    await until(() => game.messages.has(id));
    made.set(id, placeNow(target));
  },
  "somebody moves": () => {
    const place = { x: 100 + 100 * chance(7), y: 100 + 100 * chance(5) };
    return tokenOf(["hero", "goblin", "orc"][chance(3)]).update(place);
  },
  "it dies": die,
  "it comes back": () => {
    bridge.isAway = false;
  },
  "it comes back, and everything is done": async () => {
    bridge.isAway = false;
    await until(() => api.state === "connected");
    await quiet();
  },
  "the clock jumps": () => {
    const minutes = chance(41) - 20;
    Date.now = () => clock() + minutes * MINUTE;
  },
});

for (let seed = FIRST; seed < FIRST + EVENINGS; seed++)
  test(`nothing is lost and nothing is judged twice (evening ${seed})`, { timeout: 120_000 }, async () => {
    const chance = chanceOf(seed);
    const [made, done] = [new Map(), []];
    const acts = Object.entries(actsOf(chance, made));
    for (let n = 0; n < ACTS; n++) {
      const [name, act] = acts[chance(3) ? chance(acts.length) : 0];
      done.push(name);
      await act();
    }
    bridge.isAway = false;
    await until(() => api.state === "connected");
    await until(() => [...made.keys()].every((id) => judged.has(id)));
    await quiet();
    const found = Object.fromEntries([...made.keys()].map((id) => [id, judged.get(id)]));
    const wanted = Object.fromEntries([...made].map(([id, place]) => [id, [place]]));
    assert.deepEqual(found, wanted, done.join(", "));
    for (const id of made.keys()) await game.messages.get(id).delete();
    Date.now = clock;
  });

test("nothing failed in a hook", () => assertNoErrors(table.errors));
