/** Questions that go out together: each is asked once, used once, and soon. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Together } from "../../../foundry-module/scripts/systems/asked-roll.mjs";

const query = (token) => ({ actorToken: { scene: "s", token }, targets: [token], occasion: "save" });

function made() {
  const asked = [];
  const clock = { now: 0 };
  const ask = ({ targets: [token] }) => {
    asked.push(token);
    return { inTime: Promise.resolve(token), late: Promise.resolve(token) };
  };
  return { asked, clock, together: new Together(ask, () => clock.now) };
}

test("what was asked early is not asked again, and is used once", async () => {
  const { asked, together } = made();
  together.askEarly([query("b"), query("c"), query("b")]);
  assert.deepEqual([asked, together.has(query("b"))], [["b", "c"], true]);
  assert.equal(await together.ask(query("b")).inTime, "b");
  assert.deepEqual([asked, together.has(query("b"))], [["b", "c"], false]);
  together.ask(query("b"));
  assert.deepEqual(asked, ["b", "c", "b"]);
});

test("an early answer is used for two seconds, and not after the scene has changed", () => {
  const { asked, clock, together } = made();
  together.askEarly([query("b"), query("c")]);
  clock.now = 2000;
  together.ask(query("b"));
  assert.deepEqual(asked, ["b", "c", "b"]);
  together.askEarly([query("d")]);
  together.forget();
  together.ask(query("d"));
  assert.deepEqual(asked, ["b", "c", "b", "d", "d"]);
});
