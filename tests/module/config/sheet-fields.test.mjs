/** Fields that Coign adds to Foundry's sheets. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { choice } from "../../../foundry-module/scripts/config/sheet-fields.mjs";
import { all } from "../card/fixtures.mjs";

test("a select shows the current value, whatever its type, and nothing set as null", () => {
  const options = [null, false, 2, ["flanking"]].map((value) => [value, JSON.stringify(value)]);
  const shown = (current) => {
    const selected = all(
      choice("flags.coign.x", options, current),
      ({ attributes }) => attributes.selected !== undefined,
    );
    return selected.map(({ children }) => children[0]);
  };
  assert.deepEqual(shown(undefined), ["null"]);
  for (const [value, label] of options) assert.deepEqual(shown(value), [label]);
});
