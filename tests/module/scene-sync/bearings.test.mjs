/** Which way tokens face on every client: from the engine, by whom a user may see, and by no forged word. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answerBearings,
  askBearings,
  bearingOf,
  followBearings,
} from "../../../foundry-module/scripts/scene-sync/bearings.mjs";
import { settled } from "../fakes.mjs";

const EAST = { facing: 270, steps: [] };
const WEST = { facing: 90, steps: [[315, 225, 2]] };
const keys = { ann: "key of ann", bob: "key of bob", gm2: "key of gm2" };

/** A table: the client with the connection, and the others' users; `told` has what each of them got. */
function table({ answers = true } = {}) {
  const told = [];
  const frames = [];
  globalThis.requestAnimationFrame = (task) => frames.push(task);
  globalThis.Hooks = { callAll: (name, scene) => told.push([name, scene]) };
  const user = (id, more = {}) => ({
    id,
    active: true,
    viewedScene: "s",
    query: async (_name, message) => {
      told.push([id, message.key, Object.keys(message.bearings).sort().join()]);
      if (answers === "fails") throw new Error("it left");
      return answers;
    },
    ...more,
  });
  const users = [user("gm"), user("gm2"), user("ann"), user("bob"), user("eve", { viewedScene: "elsewhere" })];
  const token = (id, hidden, owners = []) => ({
    id,
    hidden,
    testUserPermission: ({ id: who }, level) => level === "OWNER" && (who.startsWith("gm") || owners.includes(who)),
  });
  const tokens = new Map(
    [token("hero", false), token("spy", true), token("owl", true, ["bob"])].map((one) => [one.id, one]),
  );
  globalThis.game = {
    users: Object.assign(users, { get: (id) => users.find((one) => one.id === id), activeGM: users[0] }),
    scenes: new Map([["s", { id: "s", tokens }]]),
    modules: new Map(),
  };
  const coign = {
    bearings: new Map(),
    toldBearings: new Map(),
    engine: { connected: true },
    contract: { works: () => true },
    setting: () => "auto",
    playerBudgets: {
      keyOf: (id) => keys[id],
      userOf: (key) => Object.keys(keys).find((id) => keys[id] === key) ?? "",
      spend: () => true,
    },
    previewKey: null,
  };
  const follow = followBearings(coign);
  const say = async (bearings, scene = "s") => {
    follow({ type: "synced", scene, revision: 1, bearings });
    for (const frame of frames.splice(0)) frame();
    await settled();
    return told.splice(0);
  };
  return { coign, say, token: (id) => ({ id, parent: { id: "s" } }), tokens, users };
}

test("each user is told of the tokens that it may see, in the scene that it views, and only of news", async () => {
  const { coign, say, token, tokens } = table();
  assert.equal(bearingOf(coign, token("hero")), undefined);
  const all = { hero: EAST, spy: EAST, owl: EAST, gone: EAST };
  assert.deepEqual(await say(all), [
    ["coign.turned", "s"],
    ["gm2", keys.gm2, "hero,owl,spy"],
    ["ann", keys.ann, "hero"],
    ["bob", keys.bob, "hero,owl"],
  ]);
  assert.equal(bearingOf(coign, token("spy")), EAST);
  assert.deepEqual(await say({ hero: { ...EAST } }), [["coign.turned", "s"]], "nothing new for anybody");
  assert.deepEqual(
    (await say({ spy: WEST })).map(([who]) => who),
    ["coign.turned", "gm2"],
    "a hidden token turns",
  );
  tokens.get("spy").hidden = false;
  assert.deepEqual(await say({ spy: WEST }), [
    ["coign.turned", "s"],
    ["ann", keys.ann, "hero,spy"],
    ["bob", keys.bob, "hero,owl,spy"],
  ]);
  assert.deepEqual(await say({}), [], "an answer that says nothing of tokens");
});

test("who did not take it is told again with the next change", async () => {
  for (const answers of [false, "fails"]) {
    const { say } = table({ answers });
    await say({ hero: EAST });
    assert.deepEqual(
      (await say({ hero: EAST })).map(([who]) => who),
      ["coign.turned", "gm2", "ann", "bob"],
    );
  }
});

test("who turns back before the news of the turn has arrived is told again", async () => {
  const { say, users } = table();
  const [ann] = users.filter(({ id }) => id === "ann");
  await say({ hero: EAST });
  let arrive;
  const { query } = ann;
  ann.query = () => new Promise((resolve) => (arrive = resolve));
  await say({ hero: WEST });
  ann.query = query;
  assert.ok((await say({ hero: EAST })).some(([who]) => who === "ann"));
  arrive(true);
  await settled();
  assert.ok(!(await say({ hero: EAST })).some(([who]) => who === "ann"));
});

test("who has asked meanwhile, after F5 or in another scene, is told what was news before", async () => {
  const { coign, say, users } = table();
  const [ann] = users.filter(({ id }) => id === "ann");
  const isTold = async (bearings) => (await say(bearings)).some(([who]) => who === "ann");
  assert.ok(await isTold({ hero: EAST }));
  ann.viewedScene = "elsewhere";
  assert.ok(!(await isTold({ hero: WEST })));
  ann.viewedScene = "s";
  assert.deepEqual(answerBearings(coign, { key: keys.ann, scene: "s" }), { hero: WEST });
  assert.ok(await isTold({ hero: EAST }));
});

test("a client takes bearings with its own key alone, and the last hold", () => {
  const { coign, token } = table();
  Object.assign(coign, { engine: { connected: false }, previewKey: "mine" });
  const come = (key, bearings) => answerBearings(coign, { key, scene: "s", bearings });
  assert.equal(come("mine", { hero: EAST }), true);
  for (const key of ["yours", "", undefined, { key: "mine" }]) assert.equal(come(key, { hero: WEST }), false);
  for (const bearings of [undefined, null, 7, [["hero"]]]) assert.equal(come("mine", bearings), false);
  assert.deepEqual(bearingOf(coign, token("hero")), EAST);
  coign.previewKey = null;
  assert.equal(come(undefined, { hero: WEST }), false, "a client without a key takes nothing");
  coign.previewKey = "mine";
  come("mine", { hero: { facing: "90", steps: [[1, 2, "x"], [1, 2], [1, 2, 3], "x"], more: 1 } });
  assert.deepEqual(bearingOf(coign, token("hero")), { facing: 90, steps: [[1, 2, 3]] }, "read by its shape");
});

test("the client with the connection answers each key with what its user may see", async () => {
  const { coign, say } = table();
  await say({ hero: EAST, spy: EAST, owl: EAST });
  const ask = (key, scene = "s") => Object.keys(answerBearings(coign, { key, scene, bearings: { hero: WEST } })).sort();
  assert.deepEqual(
    [ask(keys.ann), ask(keys.bob), ask("made up"), ask(keys.ann, "x")],
    [["hero"], ["hero", "owl"], [], []],
  );
  assert.deepEqual(ask(keys.gm2), ["hero", "owl", "spy"]);
  assert.equal(bearingOf(coign, { id: "hero", parent: { id: "s" } }), EAST, "it takes nothing from others");
  coign.playerBudgets.spend = () => false;
  assert.deepEqual(ask(keys.ann), []);
});

test("a client asks for the scene that it views, and keeps what it knows if nothing comes", async () => {
  const { coign, token, users } = table();
  Object.assign(coign, { engine: { connected: false }, previewKey: keys.ann });
  globalThis.canvas = { scene: { id: "s" } };
  let answer = { hero: WEST };
  users[0].isGM = true;
  users[0].query = async (name, { key, scene }) => {
    assert.deepEqual([name, key, scene], ["coign.bearings", keys.ann, "s"]);
    return answer;
  };
  await askBearings(coign);
  assert.deepEqual(bearingOf(coign, token("hero")), WEST);
  for (const nothing of [{}, null, "x", Promise.reject(new Error("it left"))]) {
    answer = nothing;
    await askBearings(coign);
    assert.deepEqual(bearingOf(coign, token("hero")), WEST);
  }
  answer = { hero: EAST };
  coign.previewKey = null;
  await askBearings(coign);
  assert.deepEqual(bearingOf(coign, token("hero")), WEST, "not without a key");
  delete globalThis.canvas;
});
