/** Start the engine for the browser under Node, from the folder that `python3 dev.py engine` makes. */

import { openAsBlob } from "node:fs";
import { fileURLToPath } from "node:url";
import { startEngine } from "../../foundry-module/engine/start.mjs";

// Node prints the line of the source where an error was thrown, and Pyodide's has a million characters.
process.on("uncaughtException", (problem) => {
  console.error(problem.message);
  process.exit(1);
});

const FOLDER = fileURLToPath(new URL("../../foundry-module/engine/runtime/", import.meta.url));

/**
 * @returns {Promise<{python: any, seconds: number}>} `seconds` of processor time that the start took
 */
export async function startInNode() {
  const before = process.cpuUsage();
  const python = await startEngine({ folder: FOLDER, read: (name) => openAsBlob(FOLDER + name) }, () => {});
  const { user, system } = process.cpuUsage(before);
  return { python, seconds: (user + system) / 1e6 };
}
