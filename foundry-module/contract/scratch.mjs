/**
 * The scratch scene, on which "check everything" tries its checks. No user views it, no navigation bar shows it, and it is
 * always deleted at the end. If a crash leaves one behind, the next run deletes it.
 */

const FLAG = "coign"; // the module's id
const CORNERS = { x: 200, y: 200, width: 100, height: 100 };

/** The documents in the scene, as they are created. */
const DATA = {
  token: (/** @type {number} */ nth) => ({ name: `check ${nth}`, x: 100 * nth, y: 100, hidden: true, actorId: null }),
  wall: { c: [0, 0, 0, 300] },
  light: { x: 100, y: 100, hidden: true, config: { dim: 10, bright: 5 } },
  tile: { x: 0, y: 0, width: 100, height: 100, hidden: true },
  region: { name: "check", shapes: [{ type: "rectangle", ...CORNERS, rotation: 0, hole: false }] },
};

/**
 * Make the scene and its documents, as far as other modules allow it.
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
    tile: (await made("Tile", [DATA.tile]))[0],
    region: (await made("Region", [DATA.region]))[0],
  };
}

/**
 * Delete every scratch scene, and every message and actor of a check.
 * @param {any} at
 */
export async function removeScratch(at) {
  for (const document of scratchIn(at)) await document.delete();
}

/**
 * Return every scratch scene, and every message and actor of a check.
 * @param {any} at
 */
export function scratchIn({ game }) {
  const ours = (/** @type {any} */ document) => document.flags?.[FLAG]?.scratch === true;
  return [...game.scenes.filter(ours), ...game.messages.filter(ours), ...game.actors.filter(ours)];
}

/**
 * Return whether a document is one of the check's, or in one: what other users do meanwhile is not ours to judge.
 * @param {any} document
 * @returns {boolean}
 */
const isOurs = (document) => Boolean(document) && (document.flags?.[FLAG]?.scratch === true || isOurs(document.parent));

/**
 * Create a document in the scratch scene that some builds may not know, or may want otherwise.
 * @param {any} scene
 * @param {string} name
 * @param {object} data
 * @returns {Promise<any>} null: it was refused, so that nothing about it can be tried
 */
export async function createIfKnown(scene, name, data) {
  try {
    return (await scene.createEmbeddedDocuments(name, [data]))[0] ?? null;
  } catch (problem) {
    console.debug(`Coign | no ${name} can be created for a check:`, problem);
    return null;
  }
}

/**
 * Do something, and return the arguments of each call of a hook meanwhile that is about a document of the check's.
 * @param {any} at
 * @param {string} hook
 * @param {() => unknown} act
 */
export async function heard({ Hooks }, hook, act) {
  /** @type {any[][]} */
  const calls = [];
  const id = Hooks.on(hook, (/** @type {any[]} */ ...args) => {
    if (!args[0]?.documentName || isOurs(args[0])) calls.push(args);
  });
  try {
    await act();
  } finally {
    Hooks.off(hook, id);
  }
  return calls;
}

/**
 * Wait until something is true, or the time is over.
 * @param {() => unknown} test
 * @param {number} patience ms
 */
export async function later(test, patience) {
  for (let waited = 0; waited < patience; waited += 20) {
    if (test()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return Boolean(test());
}
