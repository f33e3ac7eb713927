/**
 * The scratch scene: what "check everything" tries things on. Nobody views it, it is in no navigation bar, and it is
 * deleted at the end, whatever happened. One that a crash left behind is deleted by the next run.
 */

const FLAG = "coign"; // the module's id
const CORNERS = { x: 200, y: 200, width: 100, height: 100 };

/** The documents in the scene, as they are created. */
const DATA = {
  token: (/** @type {number} */ nth) => ({ name: `check ${nth}`, x: 100 * nth, y: 100, hidden: true, actorId: null }),
  wall: { c: [0, 0, 0, 300] },
  light: { x: 100, y: 100, hidden: true, config: { dim: 10, bright: 5 } },
  region: { name: "check", shapes: [{ type: "rectangle", ...CORNERS, rotation: 0, hole: false }] },
};

/**
 * Make the scene and what is in it.
 * @param {any} at
 */
export async function makeScratch(at) {
  await removeScratch(at);
  const scene = await at.Scene.create({
    name: "Coign: a check, deleted at once",
    navigation: false,
    active: false,
    padding: 0,
    width: 1000,
    height: 1000,
    grid: { type: 1, size: 100, distance: 5, units: "ft" },
    ownership: { default: 0 },
    flags: { [FLAG]: { scratch: true } },
  });
  const made = async (/** @type {string} */ name, /** @type {object[]} */ list) =>
    scene.createEmbeddedDocuments(name, list);
  return {
    scene,
    data: DATA,
    tokens: await made("Token", [DATA.token(1), DATA.token(2)]),
    wall: (await made("Wall", [DATA.wall]))[0],
    light: (await made("AmbientLight", [DATA.light]))[0],
    region: (await made("Region", [DATA.region]))[0],
  };
}

/**
 * Delete every scratch scene and every message of a check.
 * @param {any} at
 */
export async function removeScratch({ game }) {
  const ours = (/** @type {any} */ document) => document.flags?.[FLAG]?.scratch === true;
  const left = [...game.scenes.filter(ours), ...game.messages.filter(ours), ...game.combats.filter(inScratch(ours))];
  for (const document of left) await document.delete();
}

/** @param {(document: any) => boolean} ours */
const inScratch = (ours) => (/** @type {any} */ combat) => Boolean(combat.scene && ours(combat.scene));

/**
 * Do something, and return the arguments of each call of a hook meanwhile.
 * @param {any} at
 * @param {string} hook
 * @param {() => unknown} act
 * @returns {Promise<any[][]>}
 */
export async function heard({ Hooks }, hook, act) {
  /** @type {any[][]} */
  const calls = [];
  const id = Hooks.on(hook, (/** @type {any[]} */ ...args) => void calls.push(args));
  try {
    await act();
  } finally {
    Hooks.off(hook, id);
  }
  return calls;
}

/** @param {number} count @returns {number} ms that so many frames take at most, on a slow computer */
export const frames = (count) => count * 100;

/**
 * Wait until something is true, or the time is over.
 * @param {() => unknown} test
 * @param {number} patience ms
 * @returns {Promise<boolean>}
 */
export async function later(test, patience) {
  for (let waited = 0; waited < patience; waited += 20) {
    if (test()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return Boolean(test());
}
