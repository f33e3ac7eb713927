/** Questions that go out together: each is asked once, used once, and soon. A roll takes the newest answer, until it ends. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { AskedRoll, Together } from "../../../foundry-module/scripts/systems/asked-roll.mjs";

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

/** A roll whose answers this test gives: in time, late, and for another mode. */
function roll(mode) {
  const asked = [];
  const rolled = new AskedRoll({ ...query("b"), ...(mode && { mode }) }, (one) => {
    const late = withResolvers();
    asked.push({ query: one, late });
    return { inTime: Promise.resolve(null), late: late.promise, inMode: (other) => ({ for: other }) };
  });
  return { asked, rolled };
}

function withResolvers() {
  const made = {};
  made.promise = new Promise((resolve) => Object.assign(made, { resolve }));
  return made;
}

test("a roll has other additions for another mode than the one that was asked about", async () => {
  const { rolled } = roll();
  assert.equal(rolled.inMode("advantage"), null, "nothing was asked yet");
  await rolled.ask();
  assert.deepEqual(rolled.inMode("advantage"), { for: "advantage" });
  assert.equal(rolled.inMode("normal"), null, "asked about without a mode");
  const { rolled: other } = roll("advantage");
  await other.ask();
  assert.equal(other.inMode("advantage"), null);
  assert.deepEqual(other.inMode("normal"), { for: "normal" });
});

test("of late answers a roll takes that of the newest question, and none after its end", async () => {
  const { asked, rolled } = roll();
  const seen = [];
  rolled.changed = () => seen.push(rolled.additions.name);
  await rolled.ask();
  rolled.askAgain({ mode: "advantage" });
  asked[0].late.resolve({ name: "first" });
  asked[1].late.resolve({ name: "second", folds: "new" });
  await asked[1].late.promise;
  await Promise.resolve();
  assert.deepEqual([seen, asked[1].query.mode], [["second"], "advantage"]);
  rolled.askAgain();
  rolled.end();
  asked[2].late.resolve({ name: "third" });
  await asked[2].late.promise;
  await Promise.resolve();
  assert.deepEqual(seen, ["second"]);
});
