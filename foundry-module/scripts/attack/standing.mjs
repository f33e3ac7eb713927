/**
 * When an attack was made, and where everybody stood then. The record of the scene knows that for as long as the page is open;
 * the ledger keeps it longer. What is decided about the attack later is judged by it, wherever everybody has gone.
 */

/** @typedef {{attack: string, scene: string}} Made the attack's own key */

/**
 * Keep where everybody stands now, when an attack is made.
 * @param {Coign.Context} coign
 * @param {string} id its message's
 * @param {Made} made
 */
export async function keepPresent(coign, id, made) {
  const moment = coign.scenes.moment(made.scene);
  if (moment !== null) await keepMoment(coign, id, { ...made, moment });
}

/**
 * Keep where everybody stood at an attack.
 * @param {Coign.Context} coign
 * @param {string} id its message's
 * @param {Made & {moment: number}} made
 */
export async function keepMoment({ records, ledger, scenes }, id, { attack, scene, moment }) {
  records.moments.set(id, { attack, moment });
  const standing = scenes.standing(scene, moment);
  await ledger.opened;
  if (standing && records.of(id))
    records.edit(id, { stood: { attack, scene, number: ledger.standings.keep(scene, standing) } });
}

/**
 * Return when an attack was made, as this page counts the moments, or where everybody stood; undefined: neither is known.
 * @param {Coign.Context} coign
 * @param {string} id its message's
 * @param {Made} made
 */
export async function placeOf({ records, ledger, scenes }, id, { attack, scene }) {
  const known = records.moments.get(id);
  if (known?.attack === attack && scenes.recalls(scene, known.moment)) return known.moment;
  const { stood } = records.of(id) ?? {};
  return stood?.attack === attack ? ((await ledger.standings.of(stood.number)) ?? undefined) : undefined;
}
