/** The door for chat messages: who changed one last, what was written while nobody watched, and what came before. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import {
  ageOf,
  hasTrustedKey,
  inspectMessages,
  lastBefore,
  readHeader,
} from "../../../foundry-module/scripts/attack/message.mjs";

afterEach(() => {
  delete globalThis.game;
});

test("the last message before another is of the same creature, no later, and passes the test", () => {
  const said = (id, timestamp, token = "hero") => ({ id, timestamp, speaker: { scene: "s", token, actor: "a" } });
  const contents = [said("first", 1), said("second", 2), said("other", 2, "orc"), said("here", 3), said("later", 4)];
  globalThis.game = { messages: { contents } };
  const here = contents[3];
  const asked = [];
  const is = (wanted) => lastBefore(here, (id) => asked.push(id) && id === wanted);
  assert.equal(is("first"), "first");
  assert.deepEqual(asked, ["second", "first"], "the newest first, and neither itself nor a later one");
  assert.equal(is("later"), undefined);
});

test("a creature is its token; without tokens it is its actor, and without an actor nobody", () => {
  const said = (id, speaker) => ({ id, timestamp: 1, speaker });
  const [token, other, actor, nobody] = [{ token: "t", actor: "a" }, { token: "u", actor: "a" }, { actor: "a" }, {}];
  const same = (one, two) => {
    globalThis.game = { messages: { contents: [said("before", one)] } };
    return lastBefore(said("here", two), () => true) === "before";
  };
  assert.deepEqual([same(token, token), same(actor, actor)], [true, true]);
  assert.deepEqual(
    [same(token, other), same(token, actor), same(actor, token), same(nobody, nobody)],
    Array(4).fill(false),
  );
});

const users = new Map([
  ["gm", { id: "gm", isGM: true, isSelf: true }],
  ["ann", { id: "ann", isGM: false }],
]);
const written = (id, by, changedBy, { coign = {}, timestamp = Date.now() } = {}) => ({
  id,
  author: users.get(by),
  _stats: { lastModifiedBy: changedBy },
  timestamp,
  flags: { coign },
});

test("who was the last to change a message is told from its author", () => {
  globalThis.game = { users };
  const changed = (by, changedBy) => readHeader(written("m", by, changedBy)).changedByGM;
  assert.deepEqual([changed("ann", "gm"), changed("gm", "ann")], [true, false]);
  assert.deepEqual([changed("gm", undefined), changed("ann", null)], [true, false], "nobody has but its author");
});

test("a message without a roll has none", () => {
  globalThis.game = { users };
  const has = (rolls) => readHeader({ ...written("m", "ann"), rolls }).hasRolls;
  assert.deepEqual([has([]), has(undefined), has([{}])], [false, false, true]);
});

test("a message whose author is no user any more is nobody's", () => {
  globalThis.game = { users };
  const { author, changedByGM } = readHeader(written("m", "deleted", undefined));
  assert.deepEqual([author, changedByGM], [{ id: "", name: "", isGM: false, targets: [] }, false]);
});

test("a message without a time is of now, and not of 1970", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 1_790_000_000_000 });
  globalThis.game = { users };
  const timeless = { ...written("new", "ann", "ann"), timestamp: null };
  assert.equal(ageOf(timeless), 0);
  assert.equal(readHeader(timeless).timestamp, 1_790_000_000_000);
  assert.equal(hasTrustedKey({ records: { annotated: () => undefined } }, readHeader(timeless)), false);
  assert.equal(ageOf({ timestamp: 1_790_000_000_000 - 5 }), 5);
});

test("what a player wrote while no GM was there is removed from recent messages, by a GM's client", () => {
  const undone = [];
  const coign = { overrides: [{ modifier: "cover", state: "off" }] };
  const documents = [
    written("forged", "ann", "ann", { coign }),
    written("the GM's", "ann", "gm", { coign }),
    written("plain", "ann", "ann"),
    written("old", "ann", "ann", { coign, timestamp: 0 }),
  ];
  const get = (id) => ({ update: ({ flags }) => undone.push([id, flags.coign.overrides]) });
  globalThis.game = {
    users: Object.assign(new Map(users), { activeGM: users.get("gm") }),
    user: { isGM: false },
    messages: Object.assign(documents, { get }),
  };
  const records = { written: new Map() };
  const { warn } = console;
  console.warn = () => {};
  try {
    inspectMessages({ records });
    assert.deepEqual([undone, records.written.size], [[], 0], "a player's client leaves them");
    game.user.isGM = true;
    inspectMessages({ records });
  } finally {
    console.warn = warn;
  }
  assert.deepEqual(undone, [["forged", []]]);
  const kept = documents.map(({ id }) => records.written.get(id).overrides.length);
  assert.deepEqual(kept, [0, 1, 0, 1], "what a GM wrote, and what is too old to be annotated, stands");
});
