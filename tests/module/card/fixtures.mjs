/** Annotations, marks and searches in descriptions of elements, for the tests of the card. */

import { withLines } from "../result-kit.mjs";

/** Translate a key to itself with its values; a text without values has another name, as one that is known. */
export const key = (name, data = {}) =>
  [name.replace(/^COIGN\.Said\.(?=verdict-|to-)/, ""), ...Object.values(data)].join(" ");

export const COVER = {
  ...{ id: "half-cover", rule: "P30", source: "Half Cover", state: "on", reason: "2 of 4 lines are blocked" },
  effect: { kind: "flat", value: 2, to: "ac" },
};

export const HEIGHT = {
  ...{ id: "high-ground", rule: "P21", source: "High Ground", state: "set-aside", reason: "not beside advantage" },
  effect: { kind: "die", dice: "1d4", to: "attack" },
};

const SETTABLE = ["cover", "flanking", "obscurement"];

export const resultOf = (more = {}) => withLines(plain(more), SETTABLE);

const plain = (more) => ({
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
  ...more.result,
});

export const view = (more = {}) => ({
  annotations: [{ id: "1", revision: 1, rulesets: [], results: [resultOf()] }],
  rolled: [],
  unjudged: "",
  editable: false,
  mayAsk: true,
  mayRoll: false,
  mayMeasure: false,
  waiting: false,
  key: "m1",
  showNothing: false,
  hiding: false,
  offers: { effects: [], facts: { cover: ["none", "half"] }, overriding: false },
  figureOf: (figure) => figure,
  actor: "a",
  unfolded: (fold) => fold === "card",
  nameOf: (id) => `token ${id}`,
  t: key,
  ...more,
});

export const mark = (role, fact, ...points) => ({ role, fact, label: "", points });

export const space = (role, x) => mark(role, "", [x, 0], [x + 100, 0], [x + 100, 100], [x, 100]);

export const all = (node, match, found = []) => {
  if (typeof node === "string") return found;
  if (match(node)) found.push(node);
  for (const child of node.children) all(child, match, found);
  return found;
};

/** Return all the text in a description, as a screen reader reads it. */
export function textOf(node) {
  const text = typeof node === "string" ? node : node.children.map(textOf).join(" ");
  return text.replace(/\s+/g, " ").trim();
}

export const withClass = (node, name) =>
  all(node, ({ attributes }) => (attributes.class ?? "").split(" ").includes(name));
