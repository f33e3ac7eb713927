/** Asking the bridge: directly and in turn, or through the client that owns the connection. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Contract } from "../../../foundry-module/contract/contract.mjs";
import { askPress, evaluate, evaluateAll, survey } from "../../../foundry-module/scripts/attack/evaluate.mjs";
import { settled } from "../fakes.mjs";

const REQUEST = { scene: "s1", actor: "hero", targets: ["orc"] };
const ANY = [{ attack: { kind: "melee" } }, { attack: { kind: "ranged" } }];

/** A client; `notes` has what it did, in order. */
function client({ connected = true, rulesProblem = "", owner = true, previewKey = null } = {}) {
  const notes = [];
  const gm = {
    id: "gm",
    isGM: true,
    active: true,
    isSelf: false,
    flags: {},
    query: async (name, data, { timeout }) => {
      notes.push([name, data.key, timeout]);
      return { start: 0, mine: [5] };
    },
  };
  const users = owner ? [gm] : [];
  globalThis.Hooks = { callAll: () => true };
  globalThis.CONFIG = { debug: {} };
  globalThis.game = {
    users: Object.assign(users, { activeGM: owner ? gm : null, get: () => undefined }),
    modules: new Map(),
    scenes: { get: () => ({ flags: {} }) },
    i18n: { localize: (key) => key, format: (key, { why }) => `${key} ${why}` },
  };
  const answer = (request) => [{ viewer: "gm", revision: 4, occasion: request.occasion }];
  const coign = {
    contract: new Contract(),
    engine: {
      connected,
      requestAll: async (request, { count }) => {
        notes.push(["asked", request.type, count]);
        return answer(request);
      },
      request: async ({ type, id, request, places }) => notes.push([type, id, request.type, places.length]),
    },
    queue: { turn: async (lane) => notes.push(["turn", lane]) },
    scenes: {
      ready: async () => {
        notes.push(["ready"]);
        return 4;
      },
      forget: () => notes.push(["forget"]),
      asOf: () => null,
    },
    setting: (name) => ({ computeOn: "bridge" })[name],
    rulesProblem,
    previewKey,
  };
  return { coign, notes };
}

test("the owner of the connection takes its turn, sends the scene, and asks", async () => {
  const { coign, notes } = client();
  assert.equal((await evaluate(coign, REQUEST)).occasion, "attack");
  assert.deepEqual(notes, [["turn", "previews"], ["ready"], ["asked", "evaluate", 1]]);
});

test("several requests take a turn each, in the lane of who asks", async () => {
  const { coign, notes } = client();
  const both = [REQUEST, { ...REQUEST, viewers: ["gm", "player"] }];
  const { annotations, moment } = await evaluateAll(coign, both, { lane: "ann" });
  assert.deepEqual([annotations.length, moment], [2, undefined]);
  assert.deepEqual(notes.slice(0, 2), [
    ["turn", "ann"],
    ["turn", "ann"],
  ]);
  assert.deepEqual(
    notes.slice(-2).map(([, , count]) => count),
    [1, 2],
  );
});

test("of a roll that was annotated the bridge is asked about the scene as it was then, after what it is now", async () => {
  const { coign, notes } = client();
  coign.scenes.ready = () => settled().then(() => notes.push(["ready"]));
  coign.scenes.asOf = (scene, moment, ask) => {
    notes.push(["as of", scene, moment]);
    return ask(4);
  };
  const { annotations, moment } = await evaluateAll(coign, [REQUEST], { moment: 2, lane: "ann" });
  assert.deepEqual([annotations.length, moment], [1, 2]);
  assert.deepEqual(notes, [["turn", "ann"], ["ready"], ["as of", "s1", 2], ["asked", "evaluate", 1]]);
  coign.scenes.asOf = (_scene, _moment, ask) => ask(3);
  const another = await evaluateAll(coign, [REQUEST], { moment: 2, lane: "ann" });
  assert.equal(another.moment, undefined, "of another: as it is");
});

test("nothing is sent before its turn has come", async () => {
  for (const ask of [
    (coign) => evaluate(coign, REQUEST),
    (coign) => evaluateAll(coign, [REQUEST], { lane: "ann" }),
    (coign) => survey(coign, REQUEST, [[0, 0]], { id: "map", part: () => {} }),
    (coign) => askPress(coign, REQUEST, { button: "turn", modifier: "far" }, { lane: "gms" }),
  ]) {
    const { coign, notes } = client();
    let begin;
    coign.queue.turn = () => new Promise((resolve) => (begin = resolve));
    coign.setting = () => [];
    const { request } = coign.engine;
    coign.engine.request = async (message) => {
      if (message.type !== "press") return request(message);
      notes.push(["press"]);
      return { remove: [], add: [], views: [{ revision: 4 }] };
    };
    const asked = ask(coign);
    await settled();
    assert.deepEqual(notes, []);
    begin();
    await asked;
    assert.ok(notes.length);
  }
});

test("a survey both ways says what each target may attack with itself", async () => {
  const { coign } = client();
  const tokens = new Map(["hero", "orc"].map((id) => [id, { id }]));
  game.scenes = new Map([["s1", { tokens, flags: {} }]]);
  Object.assign(coign, { adapter: {}, lastAttacks: new Map(), contract: { works: () => false } });
  coign.traits = { attacksOf: ({ id }) => [{ kind: "melee", name: `${id}'s` }] };
  const asked = [];
  coign.engine.request = (message) => settled().then(() => asked.push(message));
  const request = { scene: "s1", actor: "hero", targets: ["orc", "gone"] };
  for (const both of [true, false]) await survey(coign, request, [[0, 0]], { id: "map", part: () => {}, both });
  const theirs = [{ attack: { kind: "melee", name: "orc's" } }, ...ANY];
  assert.deepEqual(
    asked.map(({ of, both }) => [of, both]),
    [
      [[{ token: "orc", theirs }], true],
      [[], false],
    ],
  );
});

test("a heat map is one turn, about the scene as it is", async () => {
  const { coign, notes } = client();
  await survey(coign, REQUEST, [[0, 0]], { id: "map", part: () => {} });
  assert.deepEqual(notes, [["turn", "previews"], ["ready"], ["survey", "map", "evaluate", 1]]);
});

test("what a player asks waits in that player's lane", async () => {
  const { coign, notes } = client();
  await evaluate(coign, { ...REQUEST, viewer: "player" }, "ann");
  await survey(coign, { ...REQUEST, viewer: "player" }, [[0, 0]], { id: "map", part: () => {}, lane: "bob" });
  const turns = notes.filter(([what]) => what === "turn").map(([, lane]) => lane);
  assert.deepEqual(turns, ["ann", "bob"]);
});

test("other clients ask the owner, with their key and their patience", async () => {
  const { coign, notes } = client({ connected: false, previewKey: "mine" });
  await evaluate(coign, REQUEST);
  const parts = [];
  await survey(coign, REQUEST, [[0, 0]], { id: "map", part: (part) => parts.push(part.mine) });
  assert.deepEqual(notes, [
    ["coign.evaluate", "mine", 5000],
    ["coign.survey", "mine", 20_000],
  ]);
  assert.deepEqual(parts, [[5]]);
  const { coign: keyless, notes: sent } = client({ connected: false });
  await evaluate(keyless, REQUEST);
  assert.equal(sent[0][1], undefined);
});

test("without an owner, or without rules, nobody is asked", async () => {
  const own = client({ connected: false }).coign;
  game.users.activeGM.isSelf = true;
  await assert.rejects(evaluate(own, REQUEST), /NotConnected/);
  await assert.rejects(evaluate(client({ connected: false, owner: false }).coign, REQUEST), /NoGM/);
  const { coign, notes } = client({ rulesProblem: "none chosen" });
  await assert.rejects(evaluate(coign, REQUEST), /NoRules none chosen/);
  await assert.rejects(evaluateAll(coign, [REQUEST], { lane: "ann" }), /NoRules/);
  await assert.rejects(survey(coign, REQUEST, [], { id: "map", part: () => {} }), /NoRules/);
  assert.deepEqual(notes, []);
});
