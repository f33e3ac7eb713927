/**
 * Which attack a preview asks about, when nobody has said: the one that the token made last, else a melee attack where
 * its reach is enough and a ranged one where it is not, with a weapon that the actor's sheet says is in hand.
 */

import { gapBetween } from "./heat-map-drawing.mjs";

/** @type {Map<string, Coign.Attack>} By the attacker's token id; for as long as the page is open. */
const last = new Map();

/**
 * Remember attacks as they are seen in chat. To be called once, while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function watchAttacks(coign) {
  Hooks.on("createChatMessage", (message) => {
    if (!message.visible) return; // what this client may not read it does not learn from
    const seen = coign.adapter.readAttack(message);
    if (seen?.actorToken) last.set(seen.actorToken.token, seen.attack);
  });
}

/**
 * The question what the likely attack would come to.
 *
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} from  the attacker's token document
 * @param {Coign.Foreign} target  the target's
 * @param {Coign.Point} [at]  where the attacker would stand
 * @returns {Coign.Question | null}  null: one of the two is not on the map yet
 */
export function questionOf(coign, from, target, at) {
  const scene = from.parent?.id;
  if (!scene || !from.id || !target.id) return null;
  const weapons = () => coign.adapter.attacksOf(from);
  const attack = likelyAttack(from, target, { reach: coign.extras.of(from).reach, weapons, at });
  return { scene, actor: from.id, targets: [target.id], occasion: "attack", attack, ...(at ? { at } : {}) };
}

/**
 * @param {Coign.Foreign} from  the attacker's token document
 * @param {Coign.Foreign} target  the target's
 * @param {object} of
 * @param {number | null} [of.reach]  the attacker's, scene units
 * @param {() => Coign.Attack[]} [of.weapons]  asked only where they are needed
 * @param {{x: number, y: number}} [of.at]  where the attacker would stand
 * @param {Map<string, Coign.Attack>} [of.made]
 * @returns {Coign.Attack}
 */
export function likelyAttack(from, target, { reach, weapons = () => [], at = from, made = last }) {
  const { grid } = from.parent;
  const { width, height } = from;
  const known = made.get(from.id);
  if (known?.kind === "ranged") return known;
  const gap = gapBetween({ x: at.x, y: at.y, width, height }, target, grid);
  const near = gap <= (known?.reach ?? reach ?? grid.distance);
  if (near && known) return known;
  const fitting = weapons().filter(({ kind }) => kind === (near ? "melee" : "ranged"));
  if (near) return fitting.find((weapon) => (weapon.reach ?? gap) >= gap) ?? { kind: "melee" };
  // The weapon that gets there by its normal range, else the one that shoots farthest.
  const far = (/** @type {Coign.Attack} */ { range }) => range?.normal ?? 0;
  fitting.sort((one, other) => far(other) - far(one));
  return fitting.findLast((weapon) => far(weapon) >= gap) ?? fitting[0] ?? { kind: "ranged" };
}
