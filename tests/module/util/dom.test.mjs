import assert from "node:assert/strict";
import { test } from "node:test";
import { card } from "../../../foundry-module/scripts/card/card.mjs";
import { h, htmlOf } from "../../../foundry-module/scripts/util/dom.mjs";

const key = (name, data = {}) => [name, ...Object.values(data)].join(" ");

const COVER = {
  ...{ id: "half-cover", rule: "P30", source: "Half Cover", state: "on", reason: "2 of 4 lines are blocked" },
  effect: { kind: "flat", value: 2, to: "ac" },
};

const HEIGHT = {
  ...{ id: "high-ground", rule: "P21", source: "High Ground", state: "set-aside", reason: "not beside advantage" },
  effect: { kind: "die", dice: "1d4", to: "attack" },
};

const resultOf = (more = {}) => ({
  target: "b",
  modifiers: [COVER, HEIGHT],
  outcome: {
    label: "partial advantage",
    dice: "1d4",
    total: { before: 19, after: null },
    to_roll: ["1d4"],
    notes: [],
    ...more.outcome,
  },
  figure: { points: [], lines: [], polygons: [] },
  assumed: ["reach 5 ft: none given"],
  sentence: "half cover",
  ...more.result,
});

const view = (more = {}) => ({
  annotations: [{ id: "1", revision: 1, rulesets: [], results: [resultOf()] }],
  rolled: [],
  editable: false,
  mayRoll: false,
  mayMeasure: false,
  waiting: false,
  key: "m",
  degrees: [],
  unfolded: () => true,
  nameOf: (id) => `token ${id}`,
  t: key,
  ...more,
});

test("no string of the bridge's is ever HTML", () => {
  const evil = '<img src=x onerror="alert(1)">';
  const modifier = { ...COVER, id: evil, source: evil, reason: evil, effect: { kind: "note", text: evil } };
  const result = resultOf({
    result: {
      modifiers: [modifier],
      assumed: [evil],
      sentence: evil,
      figure: { points: [{ role: evil, fact: evil, points: [[1, 1]], label: evil }] },
    },
    outcome: { label: evil, notes: [evil] },
  });
  const html = htmlOf(card(view({ editable: true, annotations: [{ results: [result] }], nameOf: () => evil })));
  assert.doesNotMatch(html, /<img/);
  assert.match(html, /&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;/);
});

test("a description becomes HTML with what is false left out", () => {
  assert.equal(
    htmlOf(h("input", { type: "checkbox", checked: true, disabled: false, title: null })),
    '<input type="checkbox" checked="">',
  );
  assert.equal(htmlOf(h("p.a.b", {}, [h("b", {}, "x"), null, false, ""], "y")), '<p class="a b"><b>x</b>y</p>');
});
