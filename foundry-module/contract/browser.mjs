/** Checks of the browser, the server's files and the connections between users. */

/** The statuses of a server that says that it does not have a file. Others do not tell: it may only refuse such a question. */
const ABSENT = new Set([404, 410]);

const PAGE = /** @type {const} */ ({ feature: "page", part: "browser", when: "asked", page: true });
const USERS = /** @type {const} */ ({ feature: "previews", part: "users", when: "start" });

/** Tell whether the module was installed with the engine. @param {any} game */
const hasEngine = (game) => Boolean(game.modules.get("coign")?.flags?.coign?.engine);

/** @type {import("./index.mjs").Check[]} */
export const BROWSER = [
  {
    ...PAGE,
    id: "worker",
    says: "a Worker made of a Blob may start, and may import the engine's first file",
    used: "scripts/connection/engine-socket.mjs",
    from: "MDN, Worker and Content-Security-Policy; Foundry sends no such policy by itself, a proxy may",
    async holds({ game, engine }) {
      if (!hasEngine(game)) return null;
      const url = JSON.stringify(new URL("worker.mjs", engine).href);
      const source = `import(${url}).then(() => postMessage(7), (problem) => postMessage(String(problem)));`;
      const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      const worker = new Worker(address, { type: "module" });
      try {
        return await new Promise((resolve) => {
          worker.onmessage = ({ data }) => resolve(data === 7 || String(data));
          worker.onerror = (event) => resolve(event.message || "it did not start");
          setTimeout(() => resolve(null), 15_000); // a slow network, say
        });
      } finally {
        worker.terminate();
        URL.revokeObjectURL(address);
      }
    },
  },
  {
    ...PAGE,
    id: "wasm",
    says: "the browser runs WebAssembly",
    used: "engine/start.mjs",
    from: "MDN, WebAssembly",
    when: "start",
    holds: () => typeof globalThis.WebAssembly?.instantiate === "function" || "it has none",
  },
  {
    ...PAGE,
    id: "wasm-served",
    says: "the server gives the engine's `.wasm` file, and not a page in its place",
    used: "engine/start.mjs",
    from: "some hosts list the types of files that they serve",
    part: "server",
    async holds({ game, engine }) {
      if (!hasEngine(game)) return null;
      const file = new URL("runtime/pyodide.asm.wasm", engine);
      const answer = await fetch(file, { method: "HEAD" }).catch(() => null);
      if (!answer || !(answer.ok || ABSENT.has(answer.status))) return null;
      const type = answer.headers.get("content-type") ?? "";
      return (answer.ok && !type.startsWith("text/html")) || `${answer.status} ${type}`;
    },
  },
  {
    ...USERS,
    id: "queries",
    says: "`CONFIG.queries` takes our functions, and a user has `query`",
    used: "scripts/init.mjs, scripts/attack/evaluate.mjs",
    from: "fvtt-types 13.346, `User#query`",
    holds({ CONFIG, game }) {
      return (typeof CONFIG.queries === "object" && typeof game.user?.query === "function") || "no such function";
    },
  },
  {
    ...USERS,
    id: "active-gm",
    says: "`game.users.activeGM` is one active GM, the same on every client",
    used: "scripts/connection/places.mjs",
    from: "fvtt-types 13.346, Users",
    when: "asked",
    holds({ game }) {
      const { activeGM } = game.users;
      return (activeGM?.isGM === true && activeGM.active === true) || String(activeGM?.id);
    },
  },
  {
    ...USERS,
    id: "user-flags",
    says: "a user's flag is set by the user itself and seen by all",
    used: "scripts/connection/connect.mjs: which browser is paired",
    from: "fvtt-types 13.346, Document#setFlag",
    feature: "page",
    names: ["getFlag"],
    holds({ game }) {
      return typeof game.user?.setFlag === "function" && typeof game.user.getFlag === "function";
    },
  },
];
