/**
 * Make bytecode of the engine's packages, and of the part of Python's library that they use.
 *
 * usage: node tools/engine_pack.mjs SITE RUNTIME
 *
 * SITE is a tar with the packages as sources. Bytecode is of one version of Python, so Pyodide itself compiles it.
 * `python tools/engine.py` calls this.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import startGeos from "geos-wasm";
import { loadPyodide } from "pyodide";
import { openGeos } from "../bridge/coign/embedded/shapely/geos.mjs";

// Node prints the line of the source where an error was thrown, and Pyodide's has a million characters.
process.on("uncaughtException", (problem) => {
  console.error(problem.message);
  process.exit(1);
});

const [site, runtime] = process.argv.slice(2);
const library = fileURLToPath(import.meta.resolve("pyodide/python_stdlib.zip"));
const bestSize = { level: 9 };

const python = await loadPyodide();
python.registerJsModule("coign_geos", await openGeos(python._module, startGeos));
python.FS.writeFile("/site.tar", readFileSync(site));
python.FS.writeFile("/python_stdlib.zip", readFileSync(library));
python.runPython(readFileSync(new URL("engine_bytecode.py", import.meta.url), "utf8"));
writeFileSync(join(runtime, "python_stdlib.zip"), python.FS.readFile("/library.zip"));
writeFileSync(join(runtime, "site.tar.gz"), gzipSync(python.FS.readFile("/site-bytecode.tar"), bestSize));
