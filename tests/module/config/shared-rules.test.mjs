/** A table's own rules as one line of text: written, read again, and refused where a part makes no sense. */

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

test("what is not as printed is in the line, and comes back out of it", () => {
  for (const values of [
    {},
    { flanking: "-1d4" },
    { flanking: "a; b=c", height: 2.5, stacks: true },
    { height: 0, stacks: true },
  ])
    assert.deepEqual(readLine(lineOf(HOUSE, values), HOUSE), values);
  assert.equal(lineOf(HOUSE, { flanking: "+2", height: 10, stacks: false }), "house-rules: flanking=+2");
});

test("a line typed by hand may have blanks and a plain plus sign", () => {
  assert.deepEqual(readLine("  house-rules:flanking = +2 ;; stacks=true ", HOUSE), { flanking: "+2", stacks: true });
});

test("a line of other rules, an unknown option and a value that it does not take are refused", () => {
  const refused = (line) => {
    try {
      readLine(line, HOUSE);
    } catch (problem) {
      assert.ok(problem instanceof Unreadable);
      return [problem.key, problem.data.part];
    }
    return assert.fail(`${line} was read`);
  };
  assert.equal(refused("other-rules: flanking=+2")[0], "COIGN.Rules.NotALine");
  assert.equal(refused("flanking=+2")[0], "COIGN.Rules.NotALine");
  assert.equal(refused("house-rules: luck=+2")[1], "luck=+2");
  assert.equal(refused("house-rules: flanking=+3")[1], "flanking=+3");
  assert.equal(refused("house-rules: height=51")[1], "height=51");
  assert.equal(refused("house-rules: height=")[1], "height=");
  assert.equal(refused("house-rules: flanking=%E0%A4")[1], "%E0%A4");
});

test("a switch takes true and false only, a number nothing that is empty", () => {
  assert.deepEqual(
    ["true", "false", "", "1"].map((text) => parsed(HOUSE.options[2], text)),
    [true, false, undefined, undefined],
  );
  assert.equal(parsed(HOUSE.options[1], " "), undefined);
});
