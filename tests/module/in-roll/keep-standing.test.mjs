/** Keeping the standing table: in the background, never out of date, and never in the way of a roll. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Contract } from "../../../foundry-module/contract/contract.mjs";
import { PlayerBudgets } from "../../../foundry-module/scripts/attack/player-queries.mjs";
import {
  keep,
  standingChanged,
  standingMoved,
  standingOf,
} from "../../../foundry-module/scripts/in-roll/keep-standing.mjs";
import { StandingTable } from "../../../foundry-module/scripts/in-roll/standing.mjs";
import { Refused, Unanswered } from "../../../foundry-module/scripts/util/errors.mjs";
import { ownTime } from "../../support/own-time.mjs";

/** What keeps a table after its test; without a bridge it ends. */
const open = [];
afterEach(() => {
  for (const { bridge } of open.splice(0)) bridge.connected = false;
});

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A table of fighters on a GM's client. The bridge answers after `latency()` ms with one modifier, whose id is the
 * revision that it measured.
 */
function table({ fighters = ["a", "b", "c"], latency = () => 0, inRoll = "gm", answer } = {}) {
  const world = { revision: 1, asked: [], atOnce: 0, most: 0 };
  const scene = { id: "s1", grid: { size: 100, distance: 5 }, flags: {} };
  const tokens = fighters.map((id, n) => ({ id, parent: scene, x: n * 100, y: 0, width: 1, height: 1 }));
  scene.tokens = new Map(tokens.map((token) => [token.id, token]));
  const turns = tokens.map(({ id }) => ({ sceneId: "s1", tokenId: id }));
  globalThis.canvas = { scene };
  globalThis.game = { combats: [{ started: true, turns, combatant: turns[0] }], scenes: { get: () => scene } };
  const coign = {
    contract: new Contract(),
    bridge: {
      connected: true,
      async requestAll(request) {
        const { revision } = world;
        world.asked.push(request);
        world.atOnce += request.targets.length;
        world.most = Math.max(world.most, world.atOnce);
        await wait(latency());
        world.atOnce -= request.targets.length;
        if (answer) return answer(request, revision);
        return request.viewers.map((viewer) => ({
          viewer,
          revision,
          results: request.targets.map((target) => ({ target, modifiers: [{ id: `revision ${revision}` }] })),
        }));
      },
    },
    queue: { turn: async () => {} },
    scenes: { ready: async () => world.revision, forget() {} },
    standing: new StandingTable(),
    playerBudgets: new PlayerBudgets(),
    setting: (name) => ({ inRoll })[name],
    adapter: { attacksOf: () => [] },
    traits: { of: () => ({ reach: 5 }) },
    lastAttacks: new Map(),
    rulesProblem: "",
  };
  open.push(coign);
  const change = (id) => {
    world.revision += 1;
    standingMoved(coign, { id });
  };
  return { coign, world, change };
}

/** Wait until the table has every pair. */
async function complete({ standing }, pass = wait) {
  for (let n = 0; n < 5000; n++) {
    const { kept, fresh } = standing.size;
    if (kept && kept === fresh && !standing.stale) return;
    await pass(2);
  }
  assert.fail(`the table is not complete: ${JSON.stringify(standing.size)}`);
}

const revisionIn = (result) => result?.modifiers[0].id ?? null;

test("every pair is asked for, an attacker's together, for the GM and for players", async () => {
  const { coign, world } = table();
  standingChanged(coign);
  await complete(coign);
  assert.deepEqual(world.asked.map(({ actor, targets, attack }) => `${actor} > ${targets} ${attack.kind}`).sort(), [
    "a > b melee",
    "a > c ranged",
    "b > a,c melee",
    "c > a ranged",
    "c > b melee",
  ]);
  assert.deepEqual(world.asked[0].viewers, ["gm", "player"]);
  assert.equal(world.asked[0].figure, false, "nobody sees the figures of a standing table");
  assert.equal(revisionIn(standingOf(coign, "a", "c")), "revision 1");
});

test("the table waits until no player has asked for a while", async (context) => {
  const pass = ownTime(context);
  const { coign, world, change } = table();
  standingChanged(coign);
  await complete(coign, pass);
  const before = world.asked.length;
  coign.playerBudgets.spend("", 1, performance.now() / 1000);
  change("b");
  await pass(490);
  assert.equal(world.asked.length, before);
  assert.equal(standingOf(coign, "a", "b"), null, "stale at once all the same");
  await complete(coign, pass);
  assert.ok(world.asked.length > before);
});

test("nothing is asked before anybody uses it; a module's first question begins the table", async () => {
  const { coign, world } = table({ inRoll: "after" });
  standingChanged(coign);
  await wait(20);
  assert.equal(world.asked.length, 0);
  assert.equal(standingOf(coign, "a", "b"), null);
  await complete(coign);
  assert.equal(revisionIn(standingOf(coign, "a", "b")), "revision 1");
  assert.deepEqual(world.asked[0].viewers, ["gm"], "players' views are for rolls alone");
});

test("without a combat nothing is asked, and a client without the connection has no answers", async () => {
  const { coign, world } = table();
  game.combats[0].started = false;
  standingChanged(coign);
  await wait(20);
  assert.deepEqual([world.asked.length, standingOf(coign, "a", "b")], [0, null]);
  const other = table();
  other.coign.bridge.connected = false;
  standingChanged(other.coign);
  await wait(20);
  assert.deepEqual([other.world.asked.length, standingOf(other.coign, "a", "b")], [0, null]);
});

test("whatever changes when, no answer is ever of an earlier revision, and in the end all are there", async (context) => {
  const pass = ownTime(context);
  let seed = 7;
  const chance = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const { coign, world, change } = table({ fighters: ["a", "b", "c", "d"], latency: () => chance() * 8 });
  standingChanged(coign);
  let known = 0;
  for (let n = 0; n < 300; n++) {
    if (chance() < 0.1) change("abcd"[Math.floor(chance() * 4)]);
    for (const [from, to] of ["ab", "bc", "cd", "da"]) {
      const revision = revisionIn(standingOf(coign, from, to));
      if (revision === null) continue;
      known += 1;
      assert.equal(revision, `revision ${world.revision}`);
    }
    await pass(Math.ceil(chance() * 6));
  }
  assert.ok(known > 50, `${known} answers`);
  await complete(coign, pass);
});

test("a roll waits for twenty pairs at most", async () => {
  const fighters = Array.from({ length: 15 }, (_, n) => `fighter ${n}`);
  const { coign, world } = table({ fighters, latency: () => 1 });
  standingChanged(coign);
  await complete(coign);
  assert.ok(world.most <= 20 && world.most > 10, `${world.most} pairs at a time`);
});

test("while a token is dragged, hardly anything is asked", async (context) => {
  const pass = ownTime(context);
  const { coign, world, change } = table({ latency: () => 3 });
  for (let n = 0; n < 20; n++) {
    change("a");
    await pass(8);
  }
  assert.ok(world.asked.length <= 6, `${world.asked.length} requests`);
  await complete(coign, pass);
});

test("a bridge that is lost or has no rules leaves nothing, and its coming back is a change", async () => {
  let lost = true;
  const { coign } = table({
    answer: (request, revision) => {
      if (lost) throw new Unanswered("the connection to the bridge was lost");
      return request.viewers.map((viewer) => ({ viewer, revision, results: [] }));
    },
  });
  await keep(coign);
  assert.equal(standingOf(coign, "a", "b"), null);
  lost = false;
  standingChanged(coign);
  await wait(20);
  assert.equal(standingOf(coign, "a", "b"), null, "the bridge knows no such token");
});

test("an overloaded bridge is asked again later", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let refusals = 1;
  const { coign, world } = table({
    fighters: ["a", "b"],
    answer: (request, revision) => {
      if (refusals-- > 0) throw new Refused({ code: "overloaded", message: "wait", detail: {} });
      return request.viewers.map((viewer) => ({
        viewer,
        revision,
        results: request.targets.map((target) => ({ target, modifiers: [{ id: `revision ${revision}` }] })),
      }));
    },
  });
  const settle = async () => {
    for (let n = 0; n < 20; n++) {
      context.mock.timers.tick(30);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  standingChanged(coign);
  await settle();
  const before = world.asked.length;
  context.mock.timers.tick(1000);
  await settle();
  assert.ok(world.asked.length > before);
  assert.equal(revisionIn(standingOf(coign, "a", "b")), "revision 1");
});
