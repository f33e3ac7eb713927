/** A creature's messages around another one. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { lastBefore } from "../../../foundry-module/scripts/attack/message.mjs";

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
