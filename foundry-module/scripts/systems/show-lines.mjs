/**
 * Show the lines of a roll's additions in the dialog of its game system, in place of those that it showed before. A switch
 * changes the roll.
 *
 * @param {Coign.Foreign} root the dialog's content
 * @param {Coign.Foreign} place the element that the lines come before; null: they come last
 * @param {import("./asked-roll.mjs").AskedRoll} roll
 * @param {Coign.InRoll} inRoll
 * @param {Pick<Coign.Additions, "lines" | "targets"> | null} [additions] those to show, by default all of the roll
 */
export function showLines(root, place, roll, inRoll, additions = roll.additions) {
  root.querySelector(".coign-in-roll")?.remove();
  if (!additions?.lines.length) return;
  const { scene } = roll.query.actorToken;
  const element = inRoll.list(additions, { scene, document: root.ownerDocument, changed: () => roll.switched() });
  if (place) place.before(element);
  else root.append(element);
}
