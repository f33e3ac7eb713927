/**
 * No function of the module answers a question that the engine answers. A function that measures on the map, or that names
 * a degree, is in a list with the reason why it is no second judge. Those that answer what the engine answers too are
 * exceptions, and a test runs both (`tests/test_one_judge.py`).
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { FORCIBLE } from "../../foundry-module/scripts/util/wire.mjs";

const SCRIPTS = new URL("../../foundry-module/scripts/", import.meta.url);
const LISTED = JSON.parse(readFileSync(new URL("../data/one-judge.json", import.meta.url), "utf8"));
const BOTH = readFileSync(new URL("../test_one_judge.py", import.meta.url), "utf8");
const BEARINGS = readFileSync(new URL("../annotations/test_bearings.py", import.meta.url), "utf8");

/** Words that name other things too. */
const COMMON = ["none", "cover", "standard", "total"];
const DEGREES = [...new Set(Object.values(FORCIBLE).flat())].filter(
  (word) => typeof word === "string" && !COMMON.includes(word),
);
const MARKS = new RegExp(
  [
    `"(?:${DEGREES.join("|")}|set-aside)"`, // it grades, or judges what counts
    String.raw`Math\.(?:hypot|atan2|cos|sin|sqrt|SQRT2)\b`, // it measures
    String.raw`\.(?:measurePath|testPoint|testCollision|testVisibility)\b`,
    String.raw`grid\.distance|\.grid\b.*\bdistance\b|\bdistance \}`,
  ].join("|"),
);
const NAMED = /^(?:export )?(?:async )?(?:function\*? |const |class )(\w+)/;

/** Yield the name of each function, table or class of a file that measures or grades. */
function* judging(file) {
  const text = readFileSync(new URL(file, SCRIPTS), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  let name = "";
  for (const line of text.split("\n")) {
    name = NAMED.exec(line)?.[1] ?? name;
    if (MARKS.test(line) && !line.startsWith("import ")) yield `${file} ${name}`;
  }
}

const files = readdirSync(SCRIPTS, { recursive: true })
  .filter((name) => name.endsWith(".mjs") && name !== "util/wire.mjs")
  .map((name) => name.replaceAll("\\", "/"));

test("each function that measures or grades is in the list, with a reason, and no other", () => {
  const found = [...new Set(files.flatMap((file) => [...judging(file)]))].sort();
  const reasons = Object.values(LISTED).flatMap((part) => Object.keys(part));
  assert.deepEqual(
    reasons.filter((name, n) => reasons.indexOf(name) !== n),
    [],
    "listed twice",
  );
  const marked = reasons.filter((name) => !LISTED.unmarked[name]);
  assert.deepEqual(found, marked.sort());
});

test("each exception has a test that runs both", () => {
  for (const [name, { why, test: by }] of Object.entries({ ...LISTED.exceptions, ...LISTED.unmarked })) {
    assert.ok(why, name);
    assert.ok(`${BOTH}${BEARINGS}`.includes(`def ${by}(`), `${name}: there is no ${by}`);
  }
});
