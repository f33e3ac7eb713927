/** The lists that keep overrides: a world of an earlier version is migrated once. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { decide, forgetToken, migrate, recallToken } from "../../../foundry-module/scripts/overrides/store.mjs";

const OFF = { modifier: "cover", scope: "token", state: "off" };
const of = (token) => ({ ...OFF, token });

afterEach(() => {
  delete globalThis.game;
  delete globalThis.ui;
});

/** Migrate a world whose scene has these tokens. Returns what is written into the world, and what the GM reads. */
function world({ tokens = [], overrides = [], migrated = 0, isSelf = true } = {}) {
  const settings = { migrated };
  const told = [];
  const scene = {
    id: "s",
    flags: { coign: { overrides } },
    tokens,
    update: async ({ flags }) => Object.assign(scene, { flags }),
    updateEmbeddedDocuments: async (_kind, changes) => {
      for (const { _id, flags } of changes) Object.assign(tokens.find(({ id }) => id === _id).flags.coign, flags.coign);
    },
  };
  globalThis.game = {
    users: { activeGM: { isSelf } },
    scenes: [scene],
    i18n: { localize: (key) => key, format: (key, data) => `${key} ${data.overrides}` },
    settings: { set: async (_scope, name, value) => Object.assign(settings, { [name]: value }) },
  };
  globalThis.ui = { notifications: { info: (text) => told.push(text) } };
  return { coign: { setting: (name) => settings[name] }, scene, settings, told };
}

const token = (id, coign) => ({ id, uuid: `Scene.s.Token.${id}`, flags: { coign } });

test("overrides that tokens keep are moved into their scene", async () => {
  const tokens = [
    token("a", { overrides: [of("a")] }),
    token("b", { overrides: [of("b")], reach: 10 }),
    token("c", {}),
  ];
  const { coign, scene, settings, told } = world({ tokens, overrides: [of("x")] });
  await migrate(coign);
  assert.deepEqual(scene.flags.coign.overrides, ["x", "a", "b"].map(of));
  assert.deepEqual(
    tokens.map(({ flags }) => flags.coign.overrides),
    [null, null, undefined],
  );
  assert.deepEqual([settings.migrated, told], [1, ["COIGN.Migrated 2"]]);
});

test("a world is brought to the present once, by the active GM's client, and without a word if there is nothing to do", async () => {
  for (const more of [{ migrated: 1 }, { isSelf: false }]) {
    const tokens = [token("a", { overrides: [of("a")] })];
    const { coign, scene, settings } = world({ tokens, ...more });
    await migrate(coign);
    assert.deepEqual([scene.flags.coign.overrides, settings.migrated], [[], more.migrated ?? 0]);
  }
  const { coign, settings, told } = world();
  await migrate(coign);
  assert.deepEqual([settings.migrated, told], [1, []]);
});

test("a scene forgets the overrides about a token that is deleted, on one client", async () => {
  for (const [isSelf, left] of [
    [true, [of("b")]],
    [false, [of("a"), of("b")]],
  ]) {
    const { coign, scene } = world({ overrides: [of("a"), of("b")], isSelf });
    scene.tokens = new Map();
    await forgetToken(coign, { id: "a", parent: scene });
    await forgetToken(coign, { id: "a", parent: null });
    assert.deepEqual(scene.flags.coign.overrides, left);
  }
});

test("what a scene forgot with tokens comes back with them, once, beside what was decided since", async () => {
  const { coign, scene } = world({ overrides: ["a", "b", "c"].map(of) });
  const written = [];
  scene.update = async ({ flags }) => written.push(flags.coign.overrides); // arrives when both hooks have run
  const both = async (hook, tokens) => {
    scene.tokens = new Map(tokens.map((id) => [id, {}]));
    await Promise.all(["a", "b"].map((id) => hook(coign, { id, parent: scene })));
    scene.flags = { coign: { overrides: written.at(-1) } };
  };
  await both(forgetToken, ["c"]);
  assert.deepEqual(scene.flags.coign.overrides, [of("c")], "of both that were deleted at once");
  const since = { ...of("a"), state: "on" };
  scene.flags.coign.overrides.push(since);
  await both(recallToken, ["a", "b", "c"]);
  assert.deepEqual(scene.flags.coign.overrides, [of("c"), since, of("b")]);
  const { length } = written;
  await recallToken(coign, { id: "a", parent: scene });
  await recallToken(coign, { id: "d", parent: scene });
  assert.equal(written.length, length);
});

test("of a decision about two targets of one roll, what is about the hidden one stays with the GMs", async () => {
  const { scene, coign } = world();
  const targets = new Map([
    ["seen", {}],
    ["unseen", { hidden: true }],
  ]);
  globalThis.game.scenes = new Map([["s", { ...scene, tokens: targets }]]);
  globalThis.Hooks = { callAll: () => true };
  const message = { id: "m", flags: {} };
  message.update = async ({ flags }) => Object.assign(message, { flags });
  const hidden = { overrides: [] };
  Object.assign(coign, {
    records: { hiddenIn: () => hidden, hide: (_id, change) => Object.assign(hidden, change) },
    decisions: { note: () => undefined },
  });
  const about = (target) => ({ modifier: "cover", scope: "roll", state: "off", target });
  await decide(coign, { remove: [], add: ["unseen", "seen"].map(about) }, message, "s");
  assert.deepEqual(message.flags.coign.overrides, [about("seen")]);
  assert.deepEqual(hidden.overrides, [about("unseen")]);
});
