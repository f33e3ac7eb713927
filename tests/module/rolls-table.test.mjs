/** Each cell of the table in `docs/fidelity.md`: dice, the system's verdict and the card agree. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cell, MARKED, MODES, PAGE, SITUATIONS, SYSTEMS, table } from "./rolls-table.mjs";

for (const column of Object.keys(SYSTEMS))
  test(`${column}: dice, system and card agree in every situation and both modes`, async () => {
    let cells = 0;
    for (const name of Object.keys(SITUATIONS))
      for (const mode of MODES) {
        const found = await cell(name, column, mode);
        if (!found) continue;
        cells++;
        assert.equal(found.problem, "", `${name}, ${mode}`);
        if (mode === MODES[0]) assert.deepEqual(found.put, [], `${name}: nothing is put in`);
      }
    assert.ok(cells >= 10, `${cells} cells`);
  });

test("the page has the table as it comes out", async () => {
  const [shown] = MARKED.exec(readFileSync(PAGE, "utf8"));
  assert.ok(shown.includes(await table()), "run: node tests/module/rolls-table.mjs --write");
});
