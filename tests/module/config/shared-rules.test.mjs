/** A table's house rules as one line of text: written, read, and refused if a part is invalid. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { lineOf, parsed, readLine, Unreadable } from "../../../foundry-module/scripts/config/shared-rules.mjs";

const option = (name, initial, more) => ({
  name,
  default: initial,
  help: "",
  title: "",
  labels: {},
  values: [],
  ...more,
});
const HOUSE = {
  id: "house-rules",
  title: "House Rules",
  options: [
    option("flanking", "nothing", { values: ["nothing", "+2", "-1d4", "a; b=c"] }),
    option("height", 10, { bounds: [0, 50] }),
    option("stacks", false),
  ],
};

test("the line contains the changes from the printed rules, and restores them", () => {
  for (const values of [
    {},
    { flanking: "-1d4" },
    { flanking: "a; b=c", height: 2.5, stacks: true },
    { height: 0, stacks: true },
  ])
    assert.deepEqual(readLine(lineOf(HOUSE, values), [HOUSE]), { id: "house-rules", values });
  assert.equal(lineOf(HOUSE, { flanking: "+2", height: 10, stacks: false }), "house-rules: flanking=+2");
});

test("a line typed by hand may have blanks and a plain plus sign", () => {
  const { values } = readLine("  house-rules:flanking = +2 ;; stacks=true ", [HOUSE]);
  assert.deepEqual(values, { flanking: "+2", stacks: true });
});

test("a line for a ruleset that nobody has, an unknown option and an invalid value are refused", () => {
  const refused = (line) => {
    try {
      readLine(line, [HOUSE]);
    } catch (problem) {
      assert.ok(problem instanceof Unreadable);
      return [problem.key, problem.data.part];
    }
    return assert.fail(`${line} was read`);
  };
  assert.equal(refused("other-rules: flanking=+2")[0], "COIGN.Rules.Unknown");
  assert.equal(refused("")[0], "COIGN.Rules.NotALine");
  assert.equal(refused("flanking=+2")[0], "COIGN.Rules.NotALine");
  assert.equal(refused("house-rules: luck=+2")[1], "luck=+2");
  assert.equal(refused("house-rules: flanking=+3")[1], "flanking=+3");
  assert.equal(refused("house-rules: height=51")[1], "height=51");
  assert.equal(refused("house-rules: height=")[1], "height=");
  assert.equal(refused("house-rules: flanking=%E0%A4")[1], "%E0%A4");
});

test("a switch accepts true and false only, and a number nothing empty", () => {
  assert.deepEqual(
    ["true", "false", "", "1"].map((text) => parsed(HOUSE.options[2], text)),
    [true, false, undefined, undefined],
  );
  assert.equal(parsed(HOUSE.options[1], " "), undefined);
});
