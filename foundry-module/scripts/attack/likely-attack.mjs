/**
 * The attack that a preview is about: the one that the token made last; else a melee attack if its reach is enough and a
 * ranged one if not, with a weapon that the actor has in hand.
 */

import { tellIfAlone } from "../connection/connect.mjs";
import { DEFAULTS } from "../util/wire.mjs";

/**
 * Remember the last attack of each token. (`createChatMessage`)
 * @param {Coign.Context} coign
 * @param {ChatMessage.Implementation} message
 */
export function rememberAttack(coign, message) {
  if (!message.visible) return; // a preview must not betray a message that this client may not read
  const seen = coign.adapter.readAttack(message);
  if (!seen?.actorToken) return;
  if (seen.sure && message.isAuthor) tellIfAlone(coign);
  const { token } = seen.actorToken;
  if (JSON.stringify(coign.lastAttacks.get(token)) === JSON.stringify(seen.attack)) return;
  coign.lastAttacks.set(token, seen.attack);
  Hooks.callAll("coign.likelyAttackChanged");
}

/**
 * Make the request for a preview.
 *
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} from the attacker's token document
 * @param {Coign.Foreign} target the target's
 * @param {Coign.Point} [at] where the attacker would stand
 * @returns {Coign.EvaluateRequest | null} null: one of the two is not on the map yet
 */
export function previewRequest(coign, from, target, at) {
  const scene = from.parent?.id;
  if (!scene || !from.id || !target.id) return null;
  const weapons = () => coign.adapter.attacksOf(from);
  const attack = likelyAttack(from, target, {
    reach: coign.traits.of(from).reach,
    weapons,
    at,
    last: coign.lastAttacks.get(from.id),
  });
  return { scene, actor: from.id, targets: [target.id], occasion: "attack", attack, ...(at ? { at } : {}) };
}

/**
 * Return the name of a preview's attack: its weapon's, else what kind of attack it is.
 * @param {Coign.Attack | undefined} attack
 * @param {Coign.Translate} t
 */
export const attackName = (attack, t) => attack?.name || t(`COIGN.Attack.${attack?.kind ?? DEFAULTS.kind}`);

/**
 * Choose an attack.
 * @param {Coign.Foreign} from the attacker's token document
 * @param {Coign.Foreign} target the target's
 * @param {object} options
 * @param {number | null} [options.reach] the attacker's, scene units
 * @param {() => Coign.Attack[]} [options.weapons] called only if they are needed
 * @param {{x: number, y: number}} [options.at] where the attacker would stand
 * @param {Coign.Attack} [options.last] the last attack that it made
 * @returns {Coign.Attack}
 */
export function likelyAttack(from, target, { reach, weapons = () => [], at = from, last }) {
  const { grid } = from.parent;
  const { width, height } = from;
  if (last?.kind === "ranged") return last;
  const gap = gapBetween({ x: at.x, y: at.y, width, height }, target, grid);
  const near = gap <= (last?.reach ?? reach ?? grid.distance);
  if (near && last) return last;
  const fitting = weapons().filter(({ kind }) => kind === (near ? "melee" : "ranged"));
  if (near) return fitting.find((weapon) => (weapon.reach ?? gap) >= gap) ?? { kind: "melee" };
  // The weapon with the shortest normal range that is enough, else the one with the longest.
  const far = (/** @type {Coign.Attack} */ { range }) => range?.normal ?? 0;
  fitting.sort((one, other) => far(other) - far(one));
  return fitting.findLast((weapon) => far(weapon) >= gap) ?? fitting[0] ?? { kind: "ranged" };
}

/**
 * Return about how far two spaces are apart, counted as reach is: one grid distance if they touch. It is good enough to
 * choose a weapon; the bridge measures.
 * @param {{x: number, y: number, width: number, height: number}} a pixels, and sides in grid spaces
 * @param {{x: number, y: number, width: number, height: number}} b
 * @param {{size: number, distance: number}} grid
 * @returns {number} scene units
 */
export function gapBetween(a, b, { size, distance }) {
  const apart = (/** @type {"x" | "y"} */ axis, /** @type {"width" | "height"} */ side) =>
    Math.max(b[axis] - a[axis] - a[side] * size, a[axis] - b[axis] - b[side] * size);
  const pixels = Math.max(0, apart("x", "width"), apart("y", "height"));
  return (Math.round(pixels / size) + 1) * distance;
}
