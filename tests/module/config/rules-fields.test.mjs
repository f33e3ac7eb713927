/** The fields of the rules window: what an option takes of what was typed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { optionValue } from "../../../foundry-module/scripts/config/rules-fields.mjs";

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
