/** The fields of the rules window: what an option takes of what was typed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { optionGroups, optionValue, ruleTexts } from "../../../foundry-module/scripts/config/rules-fields.mjs";

const option = (more) => ({ name: "any", help: "", title: "", labels: {}, values: [], ...more });

test("a switch takes true and false only, a number what is within its bounds, a choice its values", () => {
  const rows = [
    [option({ default: false }), { true: true, false: false, "": undefined, 1: undefined }],
    [option({ default: 10, bounds: [0, 50] }), { 0: 0, 2.5: 2.5, 51: undefined, " ": undefined, ten: undefined }],
    [option({ default: "no", values: ["no", "+2"] }), { "+2": "+2", "+3": undefined }],
  ];
  for (const [one, values] of rows)
    for (const [text, value] of Object.entries(values))
      assert.equal(optionValue(one, text), value, `${text} of ${one.default}`);
});

test("a house rule takes every value of its form, beside those that are listed", () => {
  const form = { worths: ["number"], at: "above", words: ["attack"], to: "attack" };
  const height = option({ default: "nothing", values: ["nothing", "+1"], form });
  assert.equal(optionValue(height, "+1@10, +2@20 melee"), "+1@10, +2@20 melee");
  assert.equal(optionValue(height, "+1 drunk"), undefined);
});

/** An outline of descriptions: each element's tag and classes, its own text, and what is in it. */
const outline = (node) =>
  typeof node === "string"
    ? node
    : [[node.tag, node.attributes.class].filter(Boolean).join("."), ...node.children.map(outline)];

test("options stand in the groups of their ruleset: those of measuring folded, the others under a heading if any has one", () => {
  globalThis.game = { i18n: { localize: (key) => key, format: (key, data) => `${key} ${Object.values(data)}` } };
  const shape = (...groups) =>
    optionGroups(
      "r",
      groups.map((group, n) => option({ name: `o${n}`, group, default: false, title: `T${n}` })),
      {},
    ).map((found) =>
      Array.isArray(found)
        ? found.length
        : [found.attributes["data-fold"] ?? found.tag, ...found.children.map((one) => one.tag)],
    );
  const FOLD = ["measuring r", "summary", "div"];
  assert.deepEqual(shape("", ""), [2], "one group needs no heading");
  assert.deepEqual(shape("", "measuring"), [1, FOLD]);
  assert.deepEqual(shape("cover", "", "measuring", "cover"), [["section", "h4", "div", "div"], 1, FOLD]);
  delete globalThis.game;
});

test("a rule's text is quoted with the readings of it that are ours, and with the rules that it replaces", () => {
  globalThis.game = { i18n: { localize: (key) => key, format: (key, data) => `${key} ${Object.values(data)}` } };
  const rule = (id, more = {}) => ({ id, title: `Rule ${id}`, text: "", interpretations: [], replaces: [], ...more });
  const reading = { mark: "Ours", text: "As we read it" };
  const game = { id: "game", title: "Game", rules: [rule("G1", { modifier: "cover" })] };
  const texts = (rules, interpretations, over) => outline(ruleTexts({ id: "house", rules, interpretations }, over));
  assert.equal(ruleTexts({ id: "house", rules: [rule("H1")], interpretations: [] }, game), null, "nothing to read");
  const rules = [
    rule("H1", { text: "Printed", modifier: "cover", replaces: ["cover"] }),
    rule("H2"),
    rule("H3", { interpretations: [reading] }),
  ];
  const ours = ["p.coign-reading", ["strong", "Ours: "], "As we read it"];
  const quoted = (...replaced) => [
    "details.coign-rule-texts",
    ["summary", "COIGN.Rules.Texts 2"],
    ours,
    ...[["h4", "Rule H1"], ["blockquote", "Printed"], ...replaced],
    ...[["h4", "Rule H3"], ours],
  ];
  assert.deepEqual(texts(rules, [reading], game), quoted(["p.hint", "COIGN.Rules.Replaces Rule G1 (G1)"]));
  assert.deepEqual(texts(rules, [reading]), quoted());
  assert.deepEqual(texts([], [reading]), ["details.coign-rule-texts", ["summary", "COIGN.Rules.Texts 0"], ours]);
  delete globalThis.game;
});
