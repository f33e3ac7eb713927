/** The part of a figure that the modifiers in force cite: the map shows no more than that. Pure. */

/**
 * Return a result's figure without the marks that prove nothing: of facts that no modifier in force cites, and of all
 * areas of facing but the one that decided.
 * @param {Coign.Result} result
 * @param {Coign.Figure} figure the result's, as its reader may see it
 * @returns {Coign.Figure}
 */
export function citedIn({ modifiers, facts }, figure) {
  const cited = new Set(modifiers.filter(({ state }) => state === "on").map((one) => one.figure ?? ""));
  const kept = (/** @type {Coign.Mark[] | undefined} */ marks) =>
    (marks ?? []).filter(({ fact }) => !fact || cited.has(/** @type {Coign.Wire.FactName} */ (fact)));
  const polygons = kept(figure?.polygons);
  const decided = decidingArc(polygons, facts?.facing);
  return {
    ...figure,
    points: kept(figure?.points),
    lines: kept(figure?.lines),
    polygons: polygons.filter((mark) => !isArc(mark) || mark === decided),
  };
}

/** @param {Coign.Mark} mark */
const isArc = ({ role }) => role.startsWith("arc-");

/**
 * Return the area of facing that decided: the target's, in which the attacker stands; the attacker's, if that is its
 * flank or rear and the attack comes from the target's front.
 * @param {Coign.Mark[]} polygons
 * @param {Coign.Wire.FacingFact | undefined} facing
 * @returns {Coign.Mark | undefined}
 */
function decidingArc(polygons, facing) {
  const [attacker, target] = ["attacker", "target"].map((role) =>
    middleOf(polygons.find((mark) => mark.role === role)),
  );
  const { target_arc: theirs = "none", attacker_arc: own = "none" } = facing ?? {};
  if (!attacker || !target) return undefined;
  const isOwn = ["none", "front"].includes(theirs) && ["flank", "rear"].includes(own);
  const [owner, other, arc] = isOwn ? [attacker, target, own] : [target, attacker, theirs];
  // Whose area it is shows where it begins; a rider's begins at the mount.
  const fans = polygons.filter(
    ({ role, points: [apex] }) => role === `arc-${arc}` && distance(apex, owner) < distance(apex, other),
  );
  const rim = (/** @type {Coign.Mark} */ { points }) => points[Math.ceil(points.length / 2)];
  return fans.sort((one, two) => distance(rim(one), other) - distance(rim(two), other))[0];
}

/**
 * Return the middle of an outline's box, where the areas of facing begin.
 * @param {Coign.Mark | undefined} mark
 * @returns {[number, number] | null}
 */
function middleOf(mark) {
  if (!mark) return null;
  const middle = (/** @type {0 | 1} */ axis) => {
    const all = mark.points.map((point) => point[axis]);
    return (Math.min(...all) + Math.max(...all)) / 2;
  };
  return [middle(0), middle(1)];
}

/** @param {number[]} a @param {number[]} b */
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
