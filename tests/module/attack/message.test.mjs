/** The door for chat messages: whose they are, and what came before. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { lastBefore, readHeader } from "../../../foundry-module/scripts/attack/message.mjs";

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
const written = (by) => ({ id: "m", author: users.get(by), timestamp: Date.now(), flags: {} });

test("a message without a roll has none", () => {
  globalThis.game = { users };
  const has = (rolls) => readHeader({ ...written("ann"), rolls }).hasRolls;
  assert.deepEqual([has([]), has(undefined), has([{}])], [false, false, true]);
});

test("a message whose author is no user any more is nobody's", () => {
  globalThis.game = { users };
  assert.deepEqual(readHeader(written("deleted")).author, { id: "", name: "", isGM: false, targets: [] });
});

test("a message without a time is of now, and not of 1970", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 1_790_000_000_000 });
  globalThis.game = { users };
  const timeless = { ...written("ann"), timestamp: null };
  assert.equal(readHeader(timeless).timestamp, 1_790_000_000_000);
});
