/** The settings: what a game system that has no place for modifiers in a roll makes of theirs. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { registerSettings } from "../../../foundry-module/scripts/config/settings.mjs";

/** Register the settings for a game system, and return them by name. */
function settingsFor(system) {
  const registered = {};
  globalThis.game = { settings: { register: (_id, name, setting) => Object.assign(registered, { [name]: setting }) } };
  registerSettings(system);
  return registered;
}

const english = (key) => {
  const texts = JSON.parse(readFileSync(new URL("../../../foundry-module/lang/en.json", import.meta.url), "utf8"));
  return key.split(".").reduce((at, part) => at[part], texts);
};

test("modifiers in the roll are off at first, and one setting of the world turns them on", () => {
  const { inRoll } = settingsFor({ inRoll: true });
  assert.deepEqual([inRoll.scope, inRoll.default], ["world", "after"]);
  assert.deepEqual(Object.values(inRoll.choices).map(english), [
    "After the roll",
    "In the roll, GM's rolls",
    "In the roll, everybody's",
  ]);
});

test("where the game system has no place for them, the setting says why and offers nothing else", () => {
  const { inRoll } = settingsFor({ inRoll: false });
  assert.deepEqual(Object.keys(inRoll.choices), ["after"]);
  assert.match(english(inRoll.hint), /no step of its rolls waits/);
});

test("whose cover counts is asked where another module gives some, and the greater does unless the GM says otherwise", () => {
  assert.equal(settingsFor({ inRoll: true }).coverStands.config, false);
  const { coverStands } = settingsFor({ inRoll: true, othersCover: true });
  assert.deepEqual([coverStands.config, coverStands.default], [true, "greater"]);
  assert.deepEqual(Object.values(coverStands.choices).map(english), [
    "The greater of both",
    "Coign's",
    "The other module's",
  ]);
});

test("a change of the setting is told to whoever wraps rolls", () => {
  const called = [];
  globalThis.Hooks = { callAll: (name) => called.push(name) };
  settingsFor({ inRoll: true }).inRoll.onChange();
  assert.deepEqual(called, ["coign.inRollChanged"]);
});
