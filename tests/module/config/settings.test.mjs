/** The settings, and the question of the rules window that is one of them. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { inRollQuestion } from "../../../foundry-module/scripts/config/rules-fields.mjs";
import { registerSettings } from "../../../foundry-module/scripts/config/settings.mjs";
import { isOn } from "../../../foundry-module/scripts/in-roll/ask.mjs";
import { htmlOf } from "../../../foundry-module/scripts/util/dom.mjs";

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

test("modifiers in the roll are asked about in the rules window alone, and a new world has no answer", () => {
  const { inRoll } = settingsFor();
  assert.deepEqual([inRoll.scope, inRoll.default, inRoll.config], ["world", "", false]);
  assert.deepEqual(
    ["", "after", "gm", "everybody"].map((answer) => isOn({ setting: () => answer })),
    [false, false, true, true],
  );
});

test("the question preselects the GM's rolls until it is answered, and says why where nothing can be asked", () => {
  globalThis.game = { i18n: { localize: english } };
  const pageOf = (world) => htmlOf(inRollQuestion({ hasPlace: true, ...world }));
  const checked = (html) => /<input(?=[^>]*checked)[^>]*value="(\w+)"/.exec(html)?.[1];
  const [open, after, none] = [pageOf({ answer: "" }), pageOf({ answer: "after" }), pageOf({ hasPlace: false })];
  assert.deepEqual([checked(open), checked(after), checked(none)], ["gm", "after", undefined]);
  assert.match(open, /Not answered yet.*Use This Answer/);
  assert.doesNotMatch(after, /Not answered|<button/);
  assert.match(none, /no step of its rolls waits/);
});

test("whose cover counts is asked where another module gives some, and the greater does unless the GM says otherwise", () => {
  assert.equal(settingsFor().coverStands.config, false);
  const { coverStands } = settingsFor({ othersCover: true });
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
  settingsFor().inRoll.onChange();
  assert.deepEqual(called, ["coign.inRollChanged"]);
});

test("each setting that is shown has its texts in both languages, and something reads each setting", () => {
  const folder = new URL("../../../foundry-module/", import.meta.url);
  const read = (path) => readFileSync(new URL(path, folder), "utf8");
  const [en, de] = ["en", "de"].map((name) => JSON.parse(read(`lang/${name}.json`)));
  const scripts = readdirSync(new URL("scripts/", folder), { recursive: true })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".mjs") && path !== "config/settings.mjs")
    .map((path) => read(`scripts/${path}`))
    .join("\n");
  const textOf = (tree, key) => key.split(".").reduce((at, part) => at?.[part], tree);
  for (const [setting, { config, name, hint, choices = {} }] of Object.entries(settingsFor({ othersCover: true }))) {
    const keys = config ? [name, hint, ...Object.values(choices)] : [];
    assert.deepEqual(
      keys.filter((key) => !textOf(en, key) || !textOf(de, key)),
      [],
      setting,
    );
    assert.match(scripts, new RegExp(`["'.]${setting}\\b`), `nothing reads ${setting}`);
  }
});
