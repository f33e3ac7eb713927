/** The report of a practice fight is never longer than it may be. */

import assert from "node:assert/strict";
import { test } from "node:test";

const fields = (number) =>
  Object.fromEntries(Array.from({ length: number }, (_, n) => [`field-${n}`, "number or string"]));

test("a report that is too long loses what is of least use, and keeps its differences", async () => {
  globalThis.foundry = {
    ...globalThis.foundry,
    applications: { api: { ApplicationV2: class {}, DialogV2: class {} } },
    utils: {
      setProperty(object, path, value) {
        const names = path.split(".");
        const last = names.pop();
        names.reduce((one, name) => one[name], object)[last] = value;
      },
    },
  };
  const { fitted } = await import("../../../foundry-module/scripts/config/practice-fight.mjs");
  const report = {
    differences: Array.from({ length: 2000 }, (_, n) => `documents › Actor: field-${n}, which the stand-in has not`),
    seen: {
      documents: fields(9000),
      elements: fields(100),
      hooks: fields(9000),
      steps: { retarget: { card: "drawn" } },
    },
    ...{ lines: fields(10), place: {}, checks: {} },
  };
  const short = fitted(report);
  assert.ok(JSON.stringify(short).length <= 200_000);
  assert.equal(short.differences.length, 500);
  assert.deepEqual(short.seen.steps, report.seen.steps);
  assert.equal(report.seen.hooks["field-3"], "number or string", "the report itself is as it was");
  const little = { ...report, differences: [], seen: {} };
  assert.deepEqual(fitted(little), little);
});
