/**
 * Run `speed.py` in the engine for the browser, under Node, as the lines of the standard input ask.
 *
 * usage: node speed.mjs
 *
 * A line is `["open", name, file]`, `["opened" | "times" | "geos_calls", name]` or `["calls"]`. Each is answered by one
 * line of JSON.
 */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { startInNode } from "./node.mjs";

const { python, seconds } = await startInNode();
python.runPython(readFileSync(new URL("speed.py", import.meta.url), "utf8"));
const run = python.globals.get("run");

console.log(JSON.stringify(seconds));
for await (const line of createInterface({ input: process.stdin })) {
  const [what, name = "", file = ""] = JSON.parse(line);
  const told = python.toPy(new Uint8Array(file ? readFileSync(file) : 0)).tobytes();
  console.log(run(what, name, told));
}
