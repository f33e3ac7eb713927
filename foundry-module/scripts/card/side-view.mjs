/**
 * The drawings from the side. Where heights decided whether a line is stopped: the bodies, the wall, the floor and the
 * line, to scale. Where only two elevations matter: the two creatures, each at its height. Pure.
 */

import { h } from "../util/dom.mjs";
import { boundsOf, initialsOf, round, shape } from "./marks.mjs";

/** @typedef {import("./figure.mjs").Labels} Labels */

const SECTION = { width: 240, height: 60, margin: 4, title: 11 }; // px
const INITIAL_WIDTH = 12; // px that initials take
const CROSS = 3; // px from the middle of a cross to its ends

/**
 * Draw a line of cover from the side, to scale, for the facts that are shown; null if no height decided any of them.
 * @param {Coign.Figure | undefined} figure
 * @param {Labels} options
 */
export function crossSection(figure, options) {
  const { t, facts } = options;
  const marks = (figure?.side ?? []).filter(({ fact }) => !facts || facts.has(fact));
  const box = boundsOf(marks.flatMap(({ points }) => points));
  if (!t || !box || !marks.some(({ role }) => role === "target")) return null;
  const { margin, title } = SECTION;
  const scale = Math.min((SECTION.width - 2 * margin) / box.width, (SECTION.height - 2 * margin - title) / box.height);
  const place = (/** @type {[number, number]} */ [along, height]) =>
    /** @type {[number, number]} */ ([
      round(margin + (along - box.left) * scale),
      round(SECTION.height - margin - (height - box.top) * scale),
    ]);
  const width = Math.max(80, round(box.width * scale + 2 * margin));
  return h(
    "svg.coign-figure.coign-side-view",
    {
      viewBox: `0 0 ${width} ${SECTION.height}`,
      width,
      height: SECTION.height,
      role: "img",
      "aria-label": t("COIGN.Card.SideView"),
    },
    marks.flatMap((mark) => {
      const spots = mark.points.map(place);
      const body = mark.role === "attacker" || mark.role === "target";
      const drawn = shape(body ? "polygon" : "polyline", mark, { points: spots.join(" ") });
      return [drawn, body && inBody(mark, spots, options), mark.role === "line-blocked" && crossAt(spots, mark)];
    }),
    h("text.coign-north", { x: 3, y: 10 }, t("COIGN.Card.SideView")),
  );
}

/**
 * Write the initials into a body that is large enough.
 * @param {Coign.Mark} mark
 * @param {[number, number][]} spots
 * @param {Labels} options
 */
function inBody(mark, spots, options) {
  const box = boundsOf(spots);
  const initials = initialsOf(mark, options);
  if (!initials || !box || Math.min(box.width, box.height) < INITIAL_WIDTH) return null;
  return h("text.coign-initial", { x: box.left + box.width / 2, y: box.top + box.height / 2 }, initials);
}

/**
 * Mark the place where a line is stopped.
 * @param {[number, number][]} spots
 * @param {Coign.Mark} mark
 */
function crossAt(spots, mark) {
  if (spots.length < 3) return null;
  const [x, y] = spots[1];
  const ends = [
    [x - CROSS, y - CROSS],
    [x + CROSS, y + CROSS],
    [x, y],
    [x - CROSS, y + CROSS],
    [x + CROSS, y - CROSS],
  ];
  return shape("polyline", { ...mark, role: "stop", label: "" }, { points: ends.join(" ") });
}

const SIDE = { width: 200, height: 64, body: 22, tall: 16, ground: 58 };

/**
 * Draw the two creatures from the side, each at its height; null if the figure has no two different heights.
 * @param {Coign.Figure | undefined} figure
 * @param {Labels} options
 */
export function sideView(figure, options) {
  const heights = (figure?.points ?? []).filter(({ role }) => role === "elevation");
  const values = heights.map(({ label }) => Number.parseFloat(label));
  const { t } = options;
  if (!t || heights.length !== 2 || !values.every(Number.isFinite) || values[0] === values[1]) return null;
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const rise = SIDE.ground - SIDE.tall - 4;
  const feetAt = (/** @type {number} */ value) =>
    round(SIDE.ground - ((value - low) / (high - low)) * (rise - SIDE.tall));
  const roles = ["attacker", "target"];
  // As on the map, the western one stands to the left.
  const west = heights[0].points[0][0] <= heights[1].points[0][0] ? 0 : 1;
  const bodies = heights.map(({ label }, n) => {
    const x = n === west ? 46 : SIDE.width - 46 - SIDE.body;
    const feet = feetAt(values[n]);
    const mark = { role: roles[n], fact: "elevation", points: [], label: "" };
    const middle = x + SIDE.body / 2;
    const beside = n === west ? x - 4 : x + SIDE.body + 4;
    const corners = [
      [x, feet],
      [x + SIDE.body, feet],
      [x + SIDE.body, feet - SIDE.tall],
      [x, feet - SIDE.tall],
    ];
    return [
      shape("polygon", mark, { points: corners.join(" ") }),
      h("text.coign-initial", { x: middle, y: feet - SIDE.tall / 2 }, initialsOf(mark, options)),
      h(
        "text.coign-height",
        { x: beside, y: feet - SIDE.tall / 2, "data-anchor": n === west ? "end" : "start" },
        label,
      ),
    ];
  });
  const ground = { role: "ground", fact: "elevation", points: [], label: "" };
  const level = feetAt(0);
  return h(
    "svg.coign-figure.coign-side-view",
    {
      viewBox: `0 0 ${SIDE.width} ${SIDE.height}`,
      width: SIDE.width,
      height: SIDE.height,
      role: "img",
      "aria-label": t("COIGN.Card.SideView"),
    },
    shape("polyline", ground, { points: `0,${level} ${SIDE.width},${level}` }),
    bodies.flat(),
    h("text.coign-north", { x: 3, y: 10 }, t("COIGN.Card.SideView")),
  );
}
