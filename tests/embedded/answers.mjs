/**
 * Answer worked cases in the engine for the browser, under Node.
 *
 * usage: node answers.mjs CASES ANSWERS
 *
 * CASES has one case a line, and ANSWERS gets one answer a line.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { startInNode } from "./node.mjs";

const AT_A_TIME = 100; // cases: so that neither memory ever holds all of them
const [from, to] = process.argv.slice(2);

const { python, seconds } = await startInNode();
python.runPython(readFileSync(new URL("answers.py", import.meta.url), "utf8"));
const answers = python.globals.get("answers");
const lines = readFileSync(from, "utf8").split("\n").filter(Boolean);
const found = [];
for (let n = 0; n < lines.length; n += AT_A_TIME) {
  const given = python.toPy(new TextEncoder().encode(lines.slice(n, n + AT_A_TIME).join("\n"))).tobytes();
  const some = answers(given);
  found.push(...some.toJs());
  some.destroy();
}
writeFileSync(to, `${found.join("\n")}\n`);
const [modules, bytecode] = python
  .runPython(`
import sys
written = [one.__spec__.origin for one in sys.modules.values() if one.__spec__ and one.__spec__.has_location]
[sum(path.endswith((".py", ".pyc")) for path in written), sum(path.endswith(".pyc") for path in written)]`)
  .toJs();
const megabytes = Math.round(python._module.HEAPU8.length / 2 ** 20);
console.log(JSON.stringify({ ready: seconds, megabytes, modules, bytecode }));
