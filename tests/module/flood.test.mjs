/**
 * A table that one player floods: in which order the bridge is asked. A turn of the queue passes when the test says so. How
 * long it takes in a browser is measured by `tests/browser/bench-players.mjs`.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { LIMITS } from "../../foundry-module/scripts/attack/player-queries.mjs";
import { SCHEMA } from "../../foundry-module/scripts/util/wire.mjs";
import { assertNoErrors, bridge, join, roll, shown, startTable, until } from "./attack/kit.mjs";

const RATE = 5; // requests a second that the bridge takes
const TURN = 1000 / (RATE * 0.8); // ms between two that the queue sends: no pause before an answer is as long
const SAVED = RATE * 0.8; // what goes at once after a pause
const FLOOD = 20;

const pass = globalThis.setTimeout;
let now = 1e6;
/** The queue's timer, if it waits for its next turn. */
let turn = null;
performance.now = () => now;
globalThis.setTimeout = (task, ms = 0, ...given) => {
  if (ms !== TURN) return pass(task, ms > 100 && ms <= 500 ? 0 : ms, ...given); // players are answered in steps of time
  turn = task;
  return 0;
};
bridge.instead.hello = () => [
  {
    type: "welcome",
    schema: SCHEMA,
    server: "0",
    epoch: "1",
    limits: { bytes: 1 << 20, requests_per_second: RATE },
    rulesets: [],
  },
];

const { gm, player: ann, api, errors } = await startTable();
const bob = await join("bob");
await until(() => ann.keys.length && bob.keys.length);

const aim = { scene: "scene", actor: "hero", targets: ["goblin"], occasion: "attack" };
const ask = (client, name, fields) =>
  client.users.get("gm").query(`coign.${name}`, { ...aim, ...fields, key: client.keys.at(-1) });
/** The number of players' previews that have come to the game master's client. */
let come = 0;
const { "coign.evaluate": answer } = CONFIG.queries;
CONFIG.queries["coign.evaluate"] = (...given) => {
  come += 1;
  return answer(...given);
};
const sent = () => bridge.sent.filter(({ type }) => type === "evaluate" || type === "survey");
const settled = () => new Promise((resolve) => pass(resolve, 20));

/** Let the queue take its next turn. */
function takeTurn() {
  const task = turn;
  turn = null;
  now += TURN;
  task();
}

/** Let the queue send one more, and return it. */
async function next() {
  const before = sent().length;
  await until(() => turn);
  takeTurn();
  return until(() => sent()[before]);
}

/** Post attacks as a player, until nothing more goes at once and the rest waits. Returns the promise of their ids. */
async function flooded() {
  now += 10_000; // everything may go again that a pause saves up
  const before = sent().length;
  const posted = Promise.all(Array.from({ length: FLOOD }, () => roll(ann)));
  await until(() => sent().length === before + SAVED && turn);
  const all = await posted;
  await settled();
  assert.equal(sent().length, before + SAVED);
  return all;
}

/** Let the queue send everything that waits, until every message is judged and every preview answered. */
async function emptied(messages, previews = []) {
  let answered = false;
  const all = Promise.all(previews).then(() => (answered = true));
  await until(() => {
    if (turn) takeTurn();
    return answered && messages.every((id) => shown(id));
  });
  return all;
}

test("a game master's attack goes after one of a player's at most, and none of the player's is lost", async () => {
  const flood = await flooded();
  const mine = await roll(gm, { by: "orc" });
  await settled();
  const actors = [(await next()).actor, (await next()).actor];
  assert.ok(actors.includes("orc"), `then the bridge was asked about ${actors}`);
  await until(() => shown(mine));
  await emptied(flood);
});

test("the previews of the game master and of another player go after one of the flooding player's at most", async () => {
  const flood = await flooded();
  const hers = Array.from({ length: LIMITS.capacity }, () => ask(ann, "evaluate", {}));
  const previews = [
    api.evaluate({ ...aim, actor: "orc" }),
    ask(bob, "evaluate", { actor: "goblin", targets: ["orc"] }),
  ];
  await until(() => come === hers.length + 1);
  await settled();
  const actors = [(await next()).actor, (await next()).actor, (await next()).actor];
  assert.deepEqual([...actors].sort(), ["goblin", "hero", "orc"]);
  await Promise.all(previews);
  await emptied(flood, hers);
});

test("of a player's heat maps one is drawn, the rest are refused, and nobody else waits for them", async () => {
  now += 10_000;
  const before = sent().length;
  const places = [[0, 0], [100, 0]]; // biome-ignore format: one line
  const maps = Promise.allSettled(Array.from({ length: 400 }, () => ask(ann, "survey", { places })));
  const [mine, bobs] = await Promise.all([api.evaluate({ ...aim, actor: "orc" }), ask(bob, "evaluate", aim)]);
  assert.equal(mine.results.length + bobs.results.length, 2);
  const drawn = (await maps).filter(({ status }) => status === "fulfilled");
  assert.equal(drawn.length, 1);
  const kinds = sent()
    .slice(before)
    .map(({ type }) => type);
  assert.deepEqual(kinds.sort(), ["evaluate", "evaluate", "survey"]);
});

test("nothing failed meanwhile", () => assertNoErrors(errors));
