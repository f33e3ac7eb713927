/** A message's flags: malformed parts. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { messageFlags } from "../../../foundry-module/scripts/overrides/message-flags.mjs";

const read = (coign) => messageFlags({ flags: { coign } });
const RESULT = { results: [{ modifiers: [], outcome: {} }] };
const OVERRIDE = { modifier: "high-ground", state: "off" };

test("well-formed flags are read as they are", () => {
  const flags = {
    targets: ["Scene.s.Token.t"],
    annotations: [RESULT],
    annotationKey: "m:12#0",
    overrides: [OVERRIDE],
    rolled: [{ dice: "1d4", values: [3], nth: 0 }],
    save: { x: 1, y: 2 },
    occasion: "opportunity",
    moment: { combat: "c", round: 1, turn: 0 },
  };
  assert.deepEqual(read(flags), flags);
});

for (const flags of [null, "coign", 7, [], { targets: "all" }, { targets: { 0: "x" } }, { occasion: "party" }])
  test(`malformed flags are ignored: ${JSON.stringify(flags)}`, () => assert.deepEqual(read(flags), {}));

test("malformed parts are left out, the rest is kept", () => {
  const flags = {
    targets: ["Scene.s.Token.t", 7, null],
    annotations: [RESULT, { results: 3 }, { results: [{}] }],
    overrides: [OVERRIDE, {}],
    rolled: [
      { dice: "1d4", values: "3" },
      { dice: "1d4", values: [2] },
    ],
    save: { x: "left" },
    moment: { combat: "c" },
  };
  assert.deepEqual(read(flags), {
    targets: ["Scene.s.Token.t"],
    annotations: [RESULT],
    overrides: [OVERRIDE],
    rolled: [{ dice: "1d4", values: [2] }],
  });
});

test("of ten thousand targets of a message, fifty are read", () => {
  assert.equal(read({ targets: Array(10_000).fill("Scene.s.Token.t") }).targets?.length, 50);
});
