/**
 * Start the engine: Pyodide (Python as WebAssembly), numpy, msgspec, GEOS, and the bridge's own code. Pure.
 *
 * `python3 dev.py engine` makes the folder `runtime/` with these files:
 *     files.json          the bytes of each file, in this folder and packed
 *     pyodide*            Pyodide, unmodified but for its list of packages, which is empty
 *     geos.esm.js         GEOS, unmodified; geos.mjs lets Python call it
 *     python_stdlib.zip   the part of Python's library that is used, as bytecode
 *     site.tar.gz         the packages, as bytecode
 *
 * Python starts again each time. A snapshot of its memory would add half to what is loaded, and save a twentieth of
 * the processor time, now that its library is bytecode.
 */

const GZIP = [0x1f, 0x8b]; // how a packed file begins
const PACKAGES = "/packages"; // in Python's own file system
const WASM_PAGE = 64 * 1024; // bytes
const BLOCK = 512; // bytes of a tar: each header is one block, and each file fills whole blocks
const [NAME, SIZE, PREFIX] = [
  [0, 100],
  [124, 136],
  [345, 500],
];
/**
 * Bytes that Python may take, and as many that GEOS may take. Twenty thousand walls need a third of it. Beyond it an
 * allocation fails: a request gets an error for its answer, or the engine ends and is started again.
 */
export const MOST_MEMORY = 384 * 2 ** 20;
/**
 * Free memory after the start. Imported modules stay for good, so the garbage collector can skip them. Files of machine code,
 * half the size of all packages, are deleted because they are not read again.
 */
const READY = `
import coign.embedded.page_session, os, sys
from coign.util import garbage_collection
for path in [getattr(one, "__file__", None) or "" for one in sys.modules.values()]:
    if path.endswith(".so"):
        os.unlink(path)
garbage_collection.settle()`;

/**
 * @typedef {object} Source Where the runtime's files are.
 * @property {string} folder the address of `runtime/`, with a slash at its end; in Node a path
 * @property {(name: string, onBytes: (count: number) => void) => Promise<Blob>} read
 */

/**
 * @param {Source} source
 * @param {(progress: {stage: "loading" | "starting", loaded: number, total: number}) => void} onProgress
 * @returns {Promise<any>} the Python, with `coign.embedded.page_session` imported
 */
export async function startEngine(source, onProgress) {
  boundMemory(WebAssembly.Memory.prototype);
  const files = JSON.parse(await (await source.read("files.json", () => {})).text());
  const load = loader(source, files, onProgress);
  const [{ loadPyodide }, { openGeos }, { default: startGeos }, site] = await Promise.all([
    load.module("pyodide.mjs"),
    load.module("geos.mjs"),
    load.module("geos.esm.js"),
    load.unpacked("site.tar.gz"),
  ]);
  const python = await loadPyodide({ indexURL: source.folder });
  load.done();
  install(python.FS, site);
  python.runPython(`import sys; sys.path.append("${PACKAGES}")`);
  python.registerJsModule("coign_geos", await openGeos(python._module, startGeos));
  python.runPython(READY);
  return python;
}

/**
 * Return what reads the files of a folder in a browser, and reports their bytes as they come.
 * @param {string} folder its address, with a slash at its end
 * @returns {Source["read"]}
 */
export const readFrom = (folder) => async (name, onBytes) => {
  const response = await fetch(folder + name);
  if (!response.ok || !response.body) throw new Error(`${folder}${name} cannot be loaded (${response.status})`);
  const parts = [];
  for (const reader = response.body.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) return new Blob(parts);
    parts.push(value);
    onBytes(value.length);
  }
};

/**
 * Let no memory of this Worker grow beyond its bound. Emscripten takes the error for a memory that is full.
 * @param {any} memory the prototype of WebAssembly's memories
 */
function boundMemory(memory) {
  const { grow } = memory;
  memory.grow = function (/** @type {number} */ pages) {
    if (this.buffer.byteLength + pages * WASM_PAGE > MOST_MEMORY) throw new RangeError("the engine's memory is full");
    return grow.call(this, pages);
  };
}

/**
 * Read files and report how much of the whole has come. The sizes are those of the packed files, which is about what
 * comes over the network.
 *
 * @param {Source} source
 * @param {Record<string, {bytes: number, packed: number}>} files
 * @param {(progress: {stage: "loading" | "starting", loaded: number, total: number}) => void} onProgress
 */
function loader({ folder, read }, files, onProgress) {
  const total = Object.values(files).reduce((sum, { packed }) => sum + packed, 0);
  let loaded = 0;
  const report = (/** @type {number} */ more) => {
    loaded = Math.min(total, loaded + more);
    onProgress({ stage: "loading", loaded, total });
  };
  return {
    async module(/** @type {string} */ name) {
      const loadedModule = await import(`${folder}${name}`);
      report(files[name].packed);
      return loadedModule;
    },
    async unpacked(/** @type {string} */ name) {
      const body = await read(name, report);
      const [first, second] = new Uint8Array(await body.slice(0, 2).arrayBuffer());
      const packed = first === GZIP[0] && second === GZIP[1]; // some hosts name a .gz as packed, and the browser unpacks it
      const stream = packed ? body.stream().pipeThrough(new DecompressionStream("gzip")) : body.stream();
      return new Uint8Array(await new Response(stream).arrayBuffer());
    },
    done: () => onProgress({ stage: "starting", loaded: total, total }),
  };
}

/**
 * Write the packages into Python's file system. Each file is a copy, so that the tar is forgotten.
 * @param {any} fs
 * @param {Uint8Array} tar
 */
function install(fs, tar) {
  for (const [path, body] of filesOfTar(tar)) {
    const place = `${PACKAGES}/${path}`;
    fs.mkdirTree(place.slice(0, place.lastIndexOf("/")));
    fs.writeFile(place, body.slice(), { canOwn: true });
  }
}

/**
 * Yield the path and the body of each file. A body is a view of `tar`, not a copy.
 * @param {Uint8Array} tar in the format `ustar`
 * @returns {Generator<[string, Uint8Array]>}
 */
function* filesOfTar(tar) {
  for (let at = 0; tar[at]; ) {
    const header = tar.subarray(at, at + BLOCK);
    const size = Number.parseInt(text(header, SIZE), 8);
    const folder = text(header, PREFIX);
    at += BLOCK;
    yield [folder ? `${folder}/${text(header, NAME)}` : text(header, NAME), tar.subarray(at, at + size)];
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
}

/**
 * @param {Uint8Array} header
 * @param {number[]} span
 */
const text = (header, [start, end]) => new TextDecoder().decode(header.subarray(start, end)).replace(/\0.*$/s, "");
