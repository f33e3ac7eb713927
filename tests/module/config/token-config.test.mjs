/** Coign's tab on a token's sheet: what it shows of a token, a prototype, the system and the rules. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { registerTokenConfig } from "../../../foundry-module/scripts/config/token-config.mjs";
import { SENSES } from "../../../foundry-module/scripts/util/wire.mjs";
import { sheetOf } from "../page-kit.mjs";
import { holds } from "../recorded.mjs";

const getProperty = (of, path) => path.split(".").reduce((at, name) => at?.[name], of);
globalThis.foundry = { utils: { randomID: () => "x", getProperty } };
globalThis.game = {
  i18n: { localize: (key) => key, has: (key) => key.includes("reach") },
  system: { id: "dnd5e" },
  settings: { settings: new Map() },
};
/** The sheets' hooks by name. */
const hooks = {};
globalThis.Hooks = { on: (name, handle) => Object.assign(hooks, { [name]: handle }) };

const SET = {
  ...{ faceless: false, facing: 90, shield: { side: "right", spell: 1 }, mounted: true, attacks: "wings: flank" },
  ...{ creature: false, gives: "half", reach: 10, height: 0, immune: ["flanking"], ignores: ["half"] },
  ...{ without: ["advantage"], miss: 20, formation: "wedge", senses: { darkvision: 60 } },
};
const rulesets = [];
const contract = { works: () => true, meet: () => true };
const coign = {
  contract,
  setting: () => rulesets.map(({ id }) => id),
  engine: { status: { welcome: { rulesets } } },
  adapter: { tokenDefaults: () => ({ reach: 5, height: 6, senses: { blindsight: 30 }, shield: { spell: 0 } }) },
};
registerTokenConfig(coign);

/** The controls of the tab, with what each shows. */
const valuesOf = (sheet) =>
  Object.fromEntries(
    Array.from(sheet.querySelectorAll("input, select"), (control) => [
      control.name.replace("flags.coign.", ""),
      control.matches("select") ? JSON.parse(control.value) : control.value,
    ]),
  );

test("the tab shows each value of a prototype, and of a token those that count", () => {
  const prototype = sheetOf();
  hooks.renderPrototypeTokenConfig({ token: { flags: { coign: SET } } }, prototype);
  const values = valuesOf(prototype);
  const text = (value) => (["number", "string"].includes(typeof value) ? String(value) : value);
  for (const [name, value] of Object.entries(values)) {
    const set = getProperty(SET, name);
    const empty = prototype.querySelector(`[name="flags.coign.${name}"]`).matches("select") ? null : "";
    assert.deepEqual(value, set === undefined ? empty : empty === "" ? text(set) : set, name);
  }
  assert.equal(Object.keys(values).length, 15 + SENSES.length);
  const placed = sheetOf();
  const parent = {
    tokens: new Map(),
    flags: { coign: { traits: [{ token: "T1", path: "reach", value: 10 }] } },
    grid: { units: "m" },
  };
  hooks.renderTokenConfig({ document: { id: "T1", flags: { coign: SET }, parent } }, placed);
  const counting = valuesOf(placed);
  assert.equal(counting.reach, "10", "a GM set it");
  assert.equal(counting.miss, "", "somebody else wrote it");
  holds("token sheet", [
    ["prototype", prototype.outerHTML],
    ["placed", placed.outerHTML],
  ]);
});

test("the tab takes the place of the one before, and is open if that one was", () => {
  const sheet = sheetOf();
  for (const tab of ["light", "coign"]) {
    hooks.renderTokenConfig({ document: { flags: {} }, tabGroups: { main: tab } }, sheet);
    const [link, section, ...more] = sheet.querySelectorAll('[data-tab="coign"]');
    assert.deepEqual([link.tagName, section.tagName, more.length], ["A", "DIV", 0]);
    for (const part of [link, section]) {
      assert.equal(part.classList.contains("active"), tab === "coign");
      assert.equal(part.dataset.group, "main");
    }
  }
});

test("the cover that a creature ignores is of the degrees of the rules in use", () => {
  const offered = () => {
    const sheet = sheetOf();
    hooks.renderTokenConfig({ document: { flags: {} } }, sheet);
    const list = sheet.querySelector('[name="flags.coign.ignores"]');
    return Array.from(list.querySelectorAll("option"), ({ value }) => JSON.parse(value));
  };
  assert.deepEqual(offered(), [null, [], ["half"], ["half", "three-quarters"]]);
  rulesets.push({ id: "one", degrees: ["none", "soft", "partial", "total"] }, { id: "two", degrees: ["partial"] });
  assert.deepEqual(offered(), [null, [], ["soft"], ["soft", "partial"]]);
  rulesets.length = 0;
});

test("a sheet that is built otherwise stays as it is", () => {
  const draw = (sheet, document = { flags: {} }) => {
    const before = sheet.outerHTML;
    hooks.renderTokenConfig({ document }, sheet);
    assert.equal(sheet.outerHTML, before);
  };
  for (const off of ["works", "meet"]) {
    contract[off] = () => false;
    draw(sheetOf());
    contract[off] = () => true;
  }
  for (const part of ["nav", "footer"]) {
    const sheet = sheetOf();
    sheet.querySelector(part).remove();
    draw(sheet);
  }
  draw(sheetOf(), null);
});
