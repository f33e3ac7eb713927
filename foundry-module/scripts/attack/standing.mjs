/**
 * The moment of an attack and all positions at that time. The scene's record keeps them until the page is closed; the ledger
 * keeps them longer. Later decisions about the attack are judged by these positions, even if the tokens have moved.
 */

/** @typedef {{attack: string, scene: string}} Made the attack's own key */
/** @typedef {import("../ledger/rolls.mjs").Roll["stood"]} Stood */

/**
 * Return the part of an attack's key that names its dice. A GM may say later what kind of roll it was: the dice fell where
 * everybody stood then.
 * @param {string} attack
 */
const diceOf = (attack) => attack.split("/")[0];

/**
 * Keep the present positions of a roll whose dice have just fallen, or that a GM has just made an attack. Positions that are
 * known for these dice stay.
 * @param {Coign.Context} coign
 * @param {Pick<Coign.Message, "id" | "attack">} message
 */
export function keepPresent(coign, { id, attack }) {
  if (!attack?.actorToken || hasFallen(coign, { id, attack })) return;
  const { scene } = attack.actorToken;
  const moment = coign.scenes.moment(scene);
  if (moment !== null) void keepMoment(coign, id, { attack: attack.key, scene, moment }, null);
}

/**
 * Return whether the dice of an attack fell before: the positions at that time are known.
 * @param {Coign.Context} coign
 * @param {Pick<Coign.Message, "id" | "attack">} message
 */
export function hasFallen(coign, { id, attack }) {
  const known = [coign.records.moments.get(id)?.attack, stoodAt(coign, id)?.attack];
  return known.some((one) => one && attack && diceOf(one) === diceOf(attack.key));
}

/**
 * Keep the positions at the time of an attack.
 * @param {Coign.Context} coign
 * @param {string} id its message's
 * @param {Made & {moment: number}} made
 * @param {Stood} [before] the positions that these take the place of, if they are of an earlier move
 */
export async function keepMoment(
  coign,
  id,
  { attack: key, scene, moment },
  before = stoodAt(coign, id)?.before ?? null,
) {
  const { records, ledger, scenes } = coign;
  const attack = diceOf(key);
  records.moments.set(id, { attack, moment });
  const standing = scenes.standing(scene, moment);
  await ledger.opened;
  if (standing && records.of(id))
    records.edit(id, { stood: { attack, scene, number: ledger.standings.keep(scene, standing), before } });
}

/**
 * Return the positions that the ledger has of a message's roll.
 * @param {Coign.Context} coign
 * @param {string} id
 * @returns {Stood}
 */
export const stoodAt = ({ records }, id) => records.of(id)?.stood ?? null;

/**
 * Go back from the positions before a move to those that they took the place of.
 * @param {Coign.Context} coign
 * @param {string} id the message's
 */
export function backFromMove(coign, id) {
  coign.records.moments.delete(id);
  coign.records.edit(id, { stood: stoodAt(coign, id)?.before ?? null });
}

/**
 * Return the moment of an attack, as this page counts moments, or the positions; undefined if neither is known.
 * @param {Coign.Context} coign
 * @param {string} id its message's
 * @param {Made} made
 */
export async function placeOf(coign, id, { attack, scene }) {
  const { records, ledger, scenes } = coign;
  const known = records.moments.get(id);
  if (known?.attack === diceOf(attack) && scenes.recalls(scene, known.moment)) return known.moment;
  const stood = stoodAt(coign, id);
  return stood && diceOf(stood.attack) === diceOf(attack)
    ? ((await ledger.standings.of(stood.number)) ?? undefined)
    : undefined;
}
