/** The lines in a dialog: each with its reason, and a switch unless it stays for the card. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { lineList } from "../../../foundry-module/scripts/in-roll/line-list.mjs";
import { textOf } from "../../../foundry-module/scripts/util/dom.mjs";
import { all } from "../card/fixtures.mjs";

const LINE = { modifier: "high", name: "High Ground", reason: "10 ft above", flavor: "", target: null, held: null };
const high = { ...LINE, effect: { kind: "die", dice: "1d4", to: "attack" }, on: true };
const cover = {
  ...LINE,
  modifier: "cover",
  name: "Half Cover",
  effect: { kind: "flat", value: 2, to: "ac" },
  target: "orc",
};
const reader = { t: (key, data = {}) => [key, ...Object.values(data)].join(" "), nameOf: (id) => `token ${id}` };
const listed = (lines, targets = ["orc"]) => lineList({ lines, targets }, reader);
const rows = (node) => node.children.slice(1).map(textOf);
const inputs = (node) => all(node, ({ tag }) => tag === "input").map(({ attributes }) => attributes);

test("each line has its name, effect and reason, and a switch that says what it is for", () => {
  const node = listed([high, { ...cover, on: false }]);
  assert.deepEqual(rows(node), ["▲ High Ground: +1d4 10 ft above", "▼ Half Cover: +2 COIGN.To.ac 10 ft above"]);
  assert.deepEqual(
    inputs(node).map((input) => [input["data-coign-line"], "checked" in input, input["aria-label"]]),
    [
      ["0", true, "High Ground: +1d4"],
      ["1", false, "Half Cover: +2 COIGN.To.ac"],
    ],
  );
});

test("of several targets a line names its own", () => {
  const [, row] = rows(listed([high, { ...cover, on: true }], ["orc", "elf"]));
  assert.match(row, /\(token orc\)/);
});

test("a line that stays for the card has no switch, and says why", () => {
  const node = listed([
    { ...high, held: "secret", on: false },
    { ...cover, held: "counted", by: "Simple Cover 5e", on: false },
  ]);
  assert.deepEqual(inputs(node), []);
  assert.match(rows(node)[0], /COIGN\.InRoll\.Held\.secret/);
  assert.match(rows(node)[1], /COIGN\.InRoll\.Held\.counted Simple Cover 5e/);
});
