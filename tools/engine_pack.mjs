/**
 * Make bytecode of the engine's packages, and of the part of Python's library that they use.
 *
 * usage: node tools/engine_pack.mjs FOLDER RUNTIME
 *
 * FOLDER has Pyodide as npm has it, and site.tar with the packages as sources. Bytecode is of one version of Python, so
 * Pyodide itself compiles it. `python tools/engine.py` calls this.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { openGeos } from "../bridge/coign/embedded/shapely/geos.mjs";

// Node prints the line of the source where an error was thrown, and Pyodide's has a million characters.
process.on("uncaughtException", (problem) => {
  console.error(problem.message);
  process.exit(1);
});

const [folder, runtime] = process.argv.slice(2);
const bestSize = { level: 9 };

const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const { default: startGeos } = await import(pathToFileURL(join(runtime, "geos.esm.js")));

const python = await loadPyodide({ indexURL: `${folder}/` });
python.registerJsModule("coign_geos", await openGeos(python._module, startGeos));
for (const name of ["site.tar", "python_stdlib.zip"]) python.FS.writeFile(`/${name}`, readFileSync(join(folder, name)));
python.runPython(readFileSync(new URL("engine_bytecode.py", import.meta.url), "utf8"));
writeFileSync(join(runtime, "python_stdlib.zip"), python.FS.readFile("/library.zip"));
writeFileSync(join(runtime, "site.tar.gz"), gzipSync(python.FS.readFile("/site-bytecode.tar"), bestSize));
