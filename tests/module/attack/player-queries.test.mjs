/** The previews that each player gets. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Contract } from "../../../foundry-module/contract/contract.mjs";

import {
  answerPlayer,
  issueKeys,
  keepKey,
  LIMITS,
  PlayerBudgets,
  surveyForPlayer,
  userConnected,
} from "../../../foundry-module/scripts/attack/player-queries.mjs";

/** Count how many requests of a key are answered at one moment. */
function answers(budgets, key, now = 0) {
  let count = 0;
  while (budgets.spend(key, 1, now)) count += 1;
  return count;
}

function budgetsWithKeys() {
  let n = 0;
  const budgets = new PlayerBudgets(() => {
    n += 1;
    return `key${n}`;
  });
  return { budgets, mine: budgets.issue("me"), yours: budgets.issue("you") };
}

test("each player has a budget of its own", () => {
  const { budgets, mine, yours } = budgetsWithKeys();
  assert.equal(answers(budgets, mine), LIMITS.capacity);
  assert.equal(answers(budgets, yours), LIMITS.capacity);
});

test("a budget refills with time", () => {
  const { budgets, mine } = budgetsWithKeys();
  answers(budgets, mine);
  assert.equal(answers(budgets, mine, 1), LIMITS.rate);
});

test("a heat map costs as much as ten previews, four opponents as much as one, and both ways twice that", async () => {
  globalThis.game = { i18n: { localize: (key) => key } };
  const costOf = async (places, targets = ["orc"], both = false) => {
    const spent = [];
    const coign = {
      setting: () => true,
      contract: { works: () => true },
      engine: { connected: true },
      playerBudgets: { spend: (_key, cost) => spent.push(cost) > 1 },
    };
    const asked = surveyForPlayer(coign, { scene: "s", actor: "hero", targets, places, both });
    await assert.rejects(asked, /TooMany/);
    return spent[0];
  };
  const [here, there] = [[0, 0], [100, 0]]; // biome-ignore format: one line
  const foes = (count) => Array.from({ length: count }, (_, n) => `orc${n}`);
  const asked = [
    [[here, there]],
    [[here], foes(4)],
    [[here], foes(5)],
    [[here], foes(4), true],
    [[here], foes(20), true],
  ];
  assert.deepEqual(await Promise.all(asked.map((one) => costOf(...one))), [10, 1, 2, 2, 10]);
  delete globalThis.game;
});

test("all requests without a valid key share one budget", () => {
  const { budgets, mine } = budgetsWithKeys();
  assert.equal(answers(budgets, undefined), LIMITS.capacity);
  for (const key of ["key99", 7, null, {}, "__proto__"]) assert.equal(answers(budgets, key), 0);
  assert.equal(answers(budgets, mine), LIMITS.capacity);
});

test("a preview costs by its number of targets, each once, and never more than a whole budget", async () => {
  const tokens = new Map(
    ["hero", ...Array.from({ length: 100 }, (_, n) => `orc${n}`)].map((id) => [id, { hidden: false }]),
  );
  const users = [{ isGM: false, active: true, viewedScene: "s1" }];
  globalThis.game = { users, scenes: new Map([["s1", { tokens }]]) };
  const costs = [];
  const judged = [];
  const coign = {
    setting: () => true,
    contract: { works: () => true },
    engine: { connected: true },
    playerBudgets: { spend: (_key, cost) => costs.push(cost), userOf: () => "me" },
    evaluate: async ({ targets }) => {
      judged.push(targets.length);
      return { results: [] };
    },
    answered: { note: () => {} },
  };
  const orcs = (count) => Array.from({ length: count }, (_, n) => `orc${n}`);
  for (const targets of [["orc0"], orcs(4), orcs(5), Array(200).fill("orc0"), orcs(100)])
    await answerPlayer(coign, { scene: "s1", actor: "hero", targets, occasion: "attack" });
  assert.deepEqual(costs, [1, 1, 2, 1, LIMITS.capacity]);
  assert.deepEqual(judged, [1, 4, 5, 1, 100]);
});

test("a new key replaces the old one, which is then invalid", () => {
  const { budgets, mine } = budgetsWithKeys();
  answers(budgets, undefined);
  const next = budgets.issue("me");
  assert.equal(answers(budgets, mine), 0);
  assert.equal(answers(budgets, next), LIMITS.capacity);
});

test("a player's client keeps a key only if the client with the connection says that it is its own", async () => {
  const { budgets, mine, yours } = budgetsWithKeys();
  const owners = { engine: { connected: true }, playerBudgets: budgets };
  const me = { id: "me" };
  const gm = { id: "gm", isGM: true, active: true, query: async (_name, asked) => keepKey(owners, asked) };
  const users = Object.assign([gm, me], { activeGM: gm, get: () => undefined });
  globalThis.game = { user: me, users, modules: new Map() };
  globalThis.canvas = null; // no scene is drawn
  const coign = { engine: { connected: false }, setting: () => "auto", previewKey: null };
  for (const forged of [yours, "made up", "", 7, null, { key: mine }])
    await keepKey(coign, { key: forged, user: "me" });
  assert.equal(coign.previewKey, null);
  await keepKey(coign, { key: mine });
  assert.equal(coign.previewKey, mine);
  await keepKey(coign, { key: yours });
  assert.equal(coign.previewKey, mine, "no other player replaces it");
  gm.isSelf = true;
  assert.equal(await keepKey(coign, { key: mine }), false, "there is no other client to ask");
  users.activeGM = null;
  users.shift();
  assert.equal(await keepKey(coign, { key: mine }), false, "nor is there a GM");
});

test("keys are given to the other users who are there, once, and again if one did not arrive", async () => {
  const asked = [];
  const user = (id, more = {}) => ({
    id,
    active: true,
    query: async (_name, { key }) => {
      asked.push([id, key.length > 0]);
      if (more.deaf) throw new Error("no answer");
    },
    ...more,
  });
  const users = [
    user("gm", { isGM: true, isSelf: true }),
    user("other", { isGM: true, active: true }),
    user("away", { active: false }),
    user("me"),
    user("you", { deaf: true }),
  ];
  const get = (id) => users.find((one) => one.id === id);
  globalThis.game = { users: Object.assign(users, { get, activeGM: users[0] }), modules: new Map() };
  let computing = "gm";
  const coign = {
    engine: { connected: false },
    playerBudgets: new PlayerBudgets(),
    contract: new Contract(),
    setting: (name) => (name === "computing" ? computing : "page"),
  };
  issueKeys(coign);
  assert.deepEqual(asked, [], "not without a connection");
  coign.engine.connected = true;
  for (let n = 0; n < 2; n++) {
    issueKeys(coign);
    await new Promise((resolve) => setTimeout(resolve));
  }
  assert.deepEqual(asked, [
    ["other", true],
    ["me", true],
    ["you", true],
    ["you", true],
  ]);
  userConnected(coign, { id: "me" }, false);
  assert.equal(asked.filter(([id]) => id === "me").length, 2, "who comes back gets a new one");
  computing = "other";
  userConnected(coign, { id: "me" }, false);
  assert.equal(asked.filter(([id]) => id === "me").length, 2, "the other client gives its own");
  computing = "gm";
  issueKeys(coign, true);
  assert.equal(asked.filter(([id]) => id === "other").length, 2, "after another client, all get new ones");
});
