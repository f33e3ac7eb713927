/**
 * The tests of all folders beside this file, in one process: to start one for each of 80 files costs more than the tests.
 * Files beside this one have a process of their own.
 */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { together } from "../together.mjs";

const FOLDER = fileURLToPath(new URL("./", import.meta.url));
const files = readdirSync(FOLDER, { recursive: true })
  .filter((file) => /.[\\/].*\.test\.mjs$/.test(file))
  .sort();
await together(files.map((file) => [file.replaceAll("\\", "/"), join(FOLDER, file)]));
