/** The window of a readied action: what of a creature may be the trigger. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { textOf } from "../card/fixtures.mjs";

globalThis.foundry = { applications: { api: {} } };
const { describe, registerTokenButtons } = await import("../../../foundry-module/scripts/config/token-buttons.mjs");

const lang = (file) =>
  JSON.parse(readFileSync(new URL(`../../../foundry-module/lang/${file}.json`, import.meta.url), "utf8")).COIGN;
const texts = { COIGN: { ...lang("en"), ...lang("en.rules") } };
const localize = (key) => key.split(".").reduce((at, part) => at?.[part], texts) ?? key;
const format = (key, data) => localize(key).replace(/\{(\w+)\}/g, (_whole, name) => data[name]);
globalThis.game = { i18n: { localize, format } };

const BEHIND = {
  id: "readied-behind",
  rule: "F9",
  ruleset: "combat-facing",
  source: "Readied Actions",
  effect: { kind: "forbid", what: "ready" },
  state: "on",
  reason: "the trigger must be seen and is in your rear area",
  phrases: [{ key: "trigger-behind", values: {} }],
};

test("the window says what may be the trigger, and which rule forbids the other", () => {
  const answers = [
    { trigger: "sight", result: { modifiers: [BEHIND], outcome: { forbids: ["ready"] } } },
    { trigger: "sound", result: { modifiers: [], outcome: { forbids: [] } } },
  ];
  const [question, list] = describe("Grik", answers);
  assert.equal(textOf(question), "May something that Grik does be the trigger?");
  assert.deepEqual(list.children.map(textOf), [
    "Something that is seen: no Readied Actions: the trigger must be seen and is in your rear area",
    "Something that is heard: yes",
  ]);
});

test("a rule that the GM has switched off forbids nothing", () => {
  const result = { modifiers: [{ ...BEHIND, state: "off" }], outcome: { forbids: [] } };
  const [, list] = describe("Grik", [{ trigger: "sight", result }]);
  assert.deepEqual(list.children.map(textOf), ["Something that is seen: yes"]);
});

test("the button of a readied action is there for the token's owner, where rules say what may be its trigger", (context) => {
  const { game: before } = globalThis;
  context.after(() => Object.assign(globalThis, { game: before, Hooks: undefined }));
  const handles = [];
  globalThis.Hooks = { on: (hook, handle) => hook === "renderTokenHUD" && handles.push(handle) };
  globalThis.game = { ...before, user: { isGM: false } };
  const rulesets = [];
  registerTokenButtons({
    setting: () => rulesets,
    contract: { works: () => true, meet: () => true },
    adapter: { tokenTraits: () => ({}) },
  });
  /** Draw the buttons round a token. Returns the classes of ours. */
  const drawn = (document) => {
    const added = [];
    const make = (tag) => ({
      tag,
      setAttribute: (name, value) => name === "class" && tag === "button" && added.push(value),
      append: () => {},
      addEventListener: () => {},
    });
    const column = { append: () => {} };
    const element = {
      ownerDocument: { createElement: make },
      querySelector: (selector) => (selector === ".col.right" ? column : null),
    };
    for (const handle of handles) handle({ document }, element);
    return added.map((classes) => classes.split(" ").find((name) => name.startsWith("coign-")));
  };
  rulesets.push("house-rules");
  assert.deepEqual(drawn({ isOwner: true }), [], "these rules say nothing of it");
  rulesets.push("combat-facing");
  assert.deepEqual([drawn({ isOwner: true }), drawn({ isOwner: false })], [["coign-ready"], []]);
  game.user.isGM = true;
  assert.deepEqual(drawn({ isOwner: true }), ["coign-thing", "coign-ready"]);
});
