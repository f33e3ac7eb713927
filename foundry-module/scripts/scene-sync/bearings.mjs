/**
 * Bearings: the facing of tokens and the cost of their next steps by direction, as the engine computes them. The map draws
 * them, and Foundry's ruler needs them at once.
 *
 * The client that owns the connection receives them with each change of a scene. It sends every other client those that its
 * user may see; only owners get those of hidden tokens. The last bearings apply until newer ones arrive.
 *
 * Foundry does not name the sender of a query. The owner of the connection shows the key that it has given the user
 * (`attack/player-queries.mjs`), and so does a client that asks for the bearings of a scene.
 */

import { planOf } from "../connection/connect.mjs";
import { FIELDS, fieldsOf } from "../util/fields.mjs";
import { ID } from "../util/foundry.mjs";
import { oncePerFrame } from "../util/next-frame.mjs";

/** @typedef {Record<string, Coign.Wire.Bearing>} Bearings by token */

const PATIENCE = 5000; // ms for another client's answer

/**
 * Return a token's bearing; undefined before one has come.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token document
 */
export const bearingOf = ({ bearings }, { id, parent }) => bearings.get(parent?.id)?.[id];

/**
 * Return what takes over the engine's bearings, and tells them to the other clients once a frame.
 * @param {Coign.Context} coign
 * @returns {(answer: Coign.Answer) => void}
 */
export function followBearings(coign) {
  /** @type {Set<string>} */
  const changed = new Set();
  const publish = oncePerFrame(() => {
    for (const scene of changed) for (const user of game.users) void tell(coign, user, scene);
    changed.clear();
  });
  return (answer) => {
    if (answer.type !== "synced" || !Object.keys(answer.bearings ?? {}).length) return;
    take(coign, answer.scene, { ...coign.bearings.get(answer.scene), ...answer.bearings });
    changed.add(answer.scene);
    publish();
  };
}

/**
 * Tell another client the bearings in the scene that its user views.
 * @param {Coign.Context} coign
 * @param {User.Implementation} user
 * @param {string} scene
 */
async function tell(coign, user, scene) {
  const { toldBearings: told } = coign;
  const key = coign.playerBudgets.keyOf(user.id ?? "");
  if (!key || !user.active || user.viewedScene !== scene) return;
  const news = { scene, bearings: seenBy(coign, user, scene) };
  const text = JSON.stringify(news);
  if (told.get(key) === text) return;
  told.set(key, text); // before the answer: what turns back meanwhile is news again
  const taken = await user.query(`${ID}.bearings`, { ...news, key }, { timeout: PATIENCE }).catch(() => false); // it left
  if (taken !== true && told.get(key) === text) told.delete(key);
}

/**
 * Return the bearings in a scene that a user may see.
 * @param {Coign.Context} coign
 * @param {User.Implementation} user
 * @param {string} scene
 * @returns {Bearings}
 */
function seenBy(coign, user, scene) {
  const known = Object.entries(coign.bearings.get(scene) ?? {});
  const { tokens } = game.scenes.get(scene) ?? {};
  const isSeen = (/** @type {string} */ id) => {
    const token = tokens?.get(id);
    return token && (!token.hidden || token.testUserPermission(user, "OWNER"));
  };
  return Object.fromEntries(known.filter(([id]) => isSeen(id)));
}

/**
 * `CONFIG.queries["coign.bearings"]`: on the client that owns the connection another one asks, on any other they come.
 * @param {Coign.Context} coign
 * @param {unknown} query
 * @returns {Bearings | boolean} those that the asking user may see, or whether those that came were taken
 */
export function answerBearings(coign, query) {
  const { key = "", scene = "", bearings } = fieldsOf(FIELDS.bearings, query);
  if (coign.engine.connected) {
    const user = game.users.get(coign.playerBudgets.userOf(key));
    if (!user || !coign.playerBudgets.spend(key, 1, performance.now() / 1000)) return {};
    coign.toldBearings.delete(key); // what it was told before is news again
    return seenBy(coign, user, scene);
  }
  const isOwners = Boolean(bearings && key && key === coign.previewKey);
  if (isOwners) take(coign, scene, bearings);
  return isOwners;
}

/**
 * Ask the client that owns the connection for the bearings in the viewed scene. (`canvasReady`, and once this client has its key)
 * @param {Coign.Context} coign
 */
export async function askBearings(coign) {
  const { owner } = planOf(coign);
  const scene = canvas?.scene?.id;
  const { previewKey: key } = coign;
  if (!scene || !key || !owner || owner.isSelf) return;
  const answer = await owner.query(`${ID}.bearings`, { key, scene }, { timeout: PATIENCE }).catch(() => null); // it left
  const { bearings } = fieldsOf(FIELDS.bearings, { bearings: answer });
  if (Object.keys(bearings ?? {}).length) take(coign, scene, bearings);
}

/**
 * @param {Coign.Context} coign
 * @param {string} scene
 * @param {Bearings} bearings
 */
function take(coign, scene, bearings) {
  coign.bearings.set(scene, bearings);
  Hooks.callAll("coign.turned", scene);
}
