/**
 * Find the moment at which to judge an opportunity attack: before the move that provoked it, since it is rolled when the mover
 * has left. A roll is taken for one if it is its target's combat turn, and if the target is out of reach now and was within
 * reach before its last move.
 */

/**
 * Return the moment before the last move of the target whose turn it is; null if the roll is no reaction to one.
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request
 * @param {Coign.Annotation[]} annotations as everybody stands at the roll
 * @param {import("./evaluate.mjs").Then | undefined} now the moment of the roll
 */
export function beforeProvoking(coign, { scene, targets }, annotations, now) {
  const [target] = targets;
  if (typeof now !== "number" || targets.length !== 1) return null;
  const isTurnOf = (/** @type {Coign.Foreign} */ { combatant }) =>
    combatant?.tokenId === target && combatant.sceneId === scene;
  const isProvoked = [...(game.combats ?? [])].some((combat) => combat.started && isTurnOf(combat));
  return isProvoked && isWithin(annotations) === false ? coign.scenes.beforeMove(scene, [target], now) : null;
}

/**
 * Return whether the target is within reach; null if that is unknown, or the attack is not melee.
 * @param {Coign.Annotation[]} annotations
 * @returns {boolean | null}
 */
export const isWithin = (annotations) =>
  annotations.find(({ viewer }) => viewer === "gm")?.results[0]?.facts?.range?.in_reach ?? null;
