/** The parts of the practice fight that need no Foundry: what a report keeps of a value, and what it says of two fights. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { SYSTEMS } from "../../bridge/tabletop/systems/index.mjs";
import { ROLL } from "../../foundry-module/contract/practice/attack.mjs";
import { differences } from "../../foundry-module/contract/practice/difference.mjs";
import { STEPS } from "../../foundry-module/contract/practice/fight.mjs";
import { Recorder } from "../../foundry-module/contract/practice/recorder.mjs";
import { ROLLS } from "../../foundry-module/contract/practice/rolls.mjs";
import { both, faultOf, kindOf, shapeOf, treeOf } from "../../foundry-module/contract/practice/shapes.mjs";
import { tableOf } from "../browser/systems-kit.mjs";
import { pageOf } from "./page-kit.mjs";

const lang = (name) =>
  JSON.parse(readFileSync(new URL(`../../foundry-module/lang/${name}.json`, import.meta.url), "utf8")).COIGN;
const SECRETS = /Ilse|Vault|Krypta|Abcd1234Efgh5678/;
const element = (nodeName, { classes = [], data = [], id = "", children = [] } = {}) => ({
  ...{ nodeName, id, children, classList: classes },
  attributes: data.map((name) => ({ name, value: "Ilse's Vault" })),
});

test("a shape has types and the names of fields, and no value", () => {
  const shape = shapeOf({
    name: "Ilse",
    x: 3,
    none: null,
    "The Vault of Ilse": 1,
    Abcd1234Efgh5678: { deep: [1, "Krypta"] },
    set: new Set([{ a: 1 }, { b: true }]),
    map: new Map([["key", []]]),
  });
  assert.deepEqual(shape, {
    name: "string",
    x: "number",
    none: "nothing",
    other: "number",
    id: { deep: { list: "number or string" } },
    set: { list: { a: "number", b: "boolean" } },
    map: { key: "list" },
  });
});

test("an element is its tag, classes and names of data; what is of Coign's is named and not looked into", () => {
  const inner = element("LI", { classes: ["coign-card"], children: [element("P")] });
  const tree = treeOf(
    element("SECTION", {
      ...{ id: "Abcd1234Efgh5678", classes: ["window", "active", "Krypta Ilse"], data: ["data-tab", "title"] },
      children: [inner, element("DIV", { classes: ["x"] }), element("DIV", { classes: ["x"] })],
    }),
  );
  assert.deepEqual(tree, { "section.window[data-tab]": { "li.coign-card": "nothing", "div.x": "nothing" } });
  assert.doesNotMatch(JSON.stringify(tree), SECRETS);
});

test("an argument of a hook is a document, an element, a window or a type", () => {
  const kinds = [{ documentName: "Token" }, { nodeName: "LI" }, { window: { title: "Ilse" } }, [1], null, 3, {}];
  assert.deepEqual(kinds.map(kindOf), ["Token document", "<li>", "window", "list", "nothing", "number", "record"]);
});

test("two shapes that are both seen are one: what either has, and both types", () => {
  assert.deepEqual(both({ a: "number", b: "nothing" }, { b: "string", c: "list" }), {
    ...{ a: "number", b: "string", c: "list" },
  });
  assert.equal(both("string", "number or string"), "number or string");
});

test("every step has a name for people, in both languages", () => {
  const keys = Object.keys(STEPS).map((step) => step.replaceAll(/[^a-z]+/g, "-"));
  for (const name of ["en", "de"]) assert.deepEqual(Object.keys(lang(name).Practice.Step), keys);
});

test("a fight differs from itself in nothing", () => {
  const fight = {
    hooks: { a: { "argument 1": "record" } },
    orders: { make: "a > b > c" },
    steps: { x: { card: "drawn" } },
  };
  assert.deepEqual(differences(fight, structuredClone(fight)), []);
});

for (const [what, real, standIn, sentences] of [
  ["a field that is missing", { a: "number" }, { a: "number", b: "string" }, ["x: no b, which the stand-in has"]],
  ["a field more", { a: "number", b: "string" }, { a: "number" }, ["x: b, which the stand-in has not"]],
  ["another type", { a: "number" }, { a: "string" }, ["x › a: number, in the stand-in string"]],
  ["one type of two", { a: "number" }, { a: "number or string" }, []],
  ["a value that may be missing", { a: "nothing" }, { a: { b: "string" } }, []],
  ["a record of which only this is known", { a: "record" }, { a: { b: "string" } }, []],
  ["a list in place of a record", { a: { list: "string" } }, { a: "record" }, ["x › a: list, in the stand-in record"]],
  ["another order", { a: "p > q > r" }, { a: "q > p" }, ["x › a: p > q, in the stand-in q > p"]],
])
  test(`${what}: ${sentences.length ? "one sentence" : "no difference"}`, () => {
    assert.deepEqual(differences({ x: real }, { x: standIn }), sentences);
  });

/** Foundry's globals as a recorder needs them. */
function globals() {
  const heard = new Map();
  let next = 0;
  const console = { error() {}, warn() {} };
  return {
    console,
    window: new EventTarget(),
    Hooks: {
      on: (name, act) => heard.set(++next, { name, act }) && next,
      off: (_name, id) => heard.delete(id),
      call: (called, ...args) => [...heard.values()].forEach(({ name, act }) => name === called && act(...args)),
    },
    get listeners() {
      return heard.size;
    },
  };
}

test("a recorder notes the hooks of a step in their order, and nothing of what others do", async () => {
  const at = globals();
  const { error } = at.console;
  const recorder = new Recorder(at, ({ ours }) => ours === true);
  recorder.start();
  const token = { documentName: "Token", ours: true };
  await recorder.step("move", () => {
    at.Hooks.call("updateToken", token, { x: 3 });
    at.Hooks.call("moveToken", token, { passed: { distance: 5 } });
    at.Hooks.call("updateToken", token, { elevation: 5 });
    at.Hooks.call("createToken", { documentName: "Token", ours: false });
    at.Hooks.call("targetToken", { documentName: "User" }, { document: token }, true);
    at.Hooks.call("controlToken", { document: { documentName: "Token" } }, true);
  });
  assert.deepEqual(recorder.orders, { move: "updateToken > moveToken > targetToken" });
  assert.deepEqual(Object.keys(recorder.hooks), ["updateToken", "moveToken", "targetToken"]);
  assert.deepEqual(recorder.hooks.updateToken["argument 2"], { x: "number", elevation: "number" });
  recorder.stop();
  assert.equal(at.listeners, 0);
  assert.equal(at.console.error, error);
});

test("an error is noted as its class and places, without its words, and the fight goes on", async () => {
  const at = globals();
  const recorder = new Recorder(at, () => true);
  recorder.start();
  const thrown = new TypeError("Ilse is not in the Vault");
  thrown.stack = `${thrown}\n  at open (https://Krypta.example/game/modules/coign/coign.mjs?v=1:23:4)\n at file:///x/run.js:7`;
  assert.equal(await recorder.step("make", () => Promise.reject(thrown)), null);
  await recorder.step("move", () => {
    at.console.error("Krypta", thrown);
    at.console.warn("Ilse");
    at.window.dispatchEvent(Object.assign(new Event("error"), { error: thrown }));
  });
  recorder.stop();
  assert.equal(faultOf(thrown), "TypeError, coign.mjs:23");
  assert.deepEqual(
    recorder.lines.map(({ level, step }) => `${level}: ${step}`),
    ["step: make", "error: move", "warn: move", "thrown: move"],
  );
  assert.deepEqual(recorder.lines[0].stack, ["coign.mjs:23", "run.js:7"]);
  assert.doesNotMatch(JSON.stringify(recorder.lines), SECRETS);
});

test("a report has 100 lines with 8 places each, and 80 names or parts of one thing", () => {
  const at = globals();
  const recorder = new Recorder(at, () => true);
  recorder.start();
  const deep = new Error("deep");
  deep.stack = `${deep}${Array.from({ length: 9 }, (_, n) => `\n  at file:///x/run.js:${n + 1}:1`).join("")}`;
  for (let n = 0; n <= 100; n++) at.console.error(deep);
  recorder.stop();
  assert.deepEqual([recorder.lines.length, recorder.lines[99].stack.at(-1)], [100, "run.js:8"]);
  const words = Array.from(
    { length: 81 },
    (_, n) => `word${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}`,
  );
  assert.deepEqual(Object.keys(shapeOf(Object.fromEntries(words.map((word) => [word, 1])))), words.slice(0, 80));
  const parts = words.map((word) => element("P", { classes: [word] }));
  assert.equal(Object.keys(treeOf(element("DIV", { children: parts })).div).length, 80);
});

/** Items that are no weapons, of any system. */
const OTHERS = [
  "loot",
  "consumable",
  "attack",
  "weapon",
  "mech_weapon",
  "npc_feature",
  "ability",
  "melee",
  "spell",
].map((type) => ({ type, system: { actionType: "heal", activities: [{ type: "heal" }], actions: {}, equipped: {} } }));
/** By system: which of those it attacks with all the same; whether an attack without its dialog has none; and a save. */
const MET = {
  dnd5e: { save: "without a dialog" },
  pf2e: { others: ["melee"], save: "without a dialog" },
  pf1: { save: "without a dialog" },
  D35E: { others: ["attack"], save: "in a dialog" },
  sf2e: { others: ["melee"], save: "without a dialog" },
  sfrpg: { save: "without a dialog" },
  lancer: { others: ["mech_weapon"], skips: false },
  swade: { skips: false },
  "draw-steel": { skips: false },
  shadowdark: {},
};

for (const { id } of SYSTEMS)
  test(`${id}: an attack of the system's own is rolled, with its dialog or without, and a save if it has one`, async () => {
    const { document, window } = await pageOf();
    const { client } = await tableOf(id, 14, window);
    const { game, canvas } = client;
    const { weapon, attack, save } = ROLLS[id];
    const { actor, object } = canvas.scene.tokens.find((token) => token.actor?.items.some(weapon));
    const [item] = actor.items.filter(weapon);
    object.control();
    const rolled = async (roll) => {
      const before = game.messages.size;
      const done = roll();
      let isAsked = false;
      for (let turns = 0; turns < 20 && game.messages.size === before; turns++) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        const button = ROLL.map((selector) => document.querySelector(selector)).find(Boolean);
        isAsked ||= Boolean(button);
        button?.click();
      }
      await done;
      assert.deepEqual(
        game.messages.contents.slice(before).map(({ speaker }) => speaker.actor),
        [actor.id],
      );
      return isAsked;
    };
    const met = {
      others: OTHERS.filter(weapon).map(({ type }) => type),
      asks: await rolled(() => attack(actor, item, true, client)),
      skips: !(await rolled(() => attack(actor, item, false, client))),
      save: save ? ((await rolled(() => save(actor))) ? "in a dialog" : "without a dialog") : null,
    };
    assert.deepEqual(met, { others: [], asks: true, skips: true, save: null, ...MET[id] });
  });
