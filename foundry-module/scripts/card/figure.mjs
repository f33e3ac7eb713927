/**
 * The small drawings on the card: a result's figure as inline SVG, seen from above, and from the side where height is the
 * point. North is up, as on the map. Pure.
 *
 * Roles differ in dash and shape as well as in colour (the stylesheet's), so that the drawing can be read in grey.
 */

import { h } from "../util/dom.mjs";
import { boundsOf, initialsOf, round, shape } from "./marks.mjs";
import { crossSection, sideView } from "./side-view.mjs";

const WIDEST = 240; // px on the card, which is 300 wide
const HIGHEST = 150; // a card is one of many in a chat log
const MARGIN = 0.08; // of the figure's longer side
const WRITTEN = new Set(["elevation", "about"]);
const LABEL_WIDTH = 34; // px that a height takes: in a smaller space it is placed below

/**
 * @typedef {object} Labels The texts of a drawing.
 * @property {string} label what it shows
 * @property {Set<string>} [facts] the facts to draw, all if left out
 * @property {import("../util/effect-text.mjs").Translate} [t]
 * @property {(token: string) => string} [nameOf]
 * @property {string | null} [actor]
 * @property {string | null} [target]
 */

/**
 * Describe the drawings of a figure: from above, and from the side if a height matters.
 * @param {Coign.Figure | undefined} figure
 * @param {Labels} options
 * @returns {import("../util/dom.mjs").Node_[]} empty: there is nothing to draw
 */
export function drawings(figure, options) {
  const above = drawing(figure, options);
  const shows = (/** @type {string} */ fact) => !options.facts || options.facts.has(fact);
  const side = crossSection(figure, options) ?? (shows("elevation") ? sideView(figure, options) : null);
  return [above, side].filter((node) => node !== null);
}

/**
 * @param {Coign.Figure | undefined} figure
 * @param {Labels} options
 * @returns {import("../util/dom.mjs").Node_ | null} null: there is nothing to draw
 */
export function drawing(figure, options) {
  const { label, facts, t } = options;
  // The attacker and the target belong to no fact, and are in every drawing.
  const wanted = (/** @type {Coign.Mark[] | undefined} */ marks) =>
    (marks ?? []).filter(({ fact }) => !facts || !fact || facts.has(fact));
  const polygons = wanted(figure?.polygons);
  const measured = wanted(figure?.lines);
  const lines = measured.length ? measured : attackLine(polygons);
  const points = wanted(figure?.points);
  const box = boundsOf([...polygons, ...lines, ...points].flatMap((mark) => mark.points));
  if (!box) return null;
  const margin = MARGIN * Math.max(box.width, box.height);
  const scale = Math.min(WIDEST / (box.width + 2 * margin), HIGHEST / (box.height + 2 * margin));
  const place = (/** @type {[number, number]} */ [x, y]) =>
    `${round((x - box.left + margin) * scale)},${round((y - box.top + margin) * scale)}`;
  const [width, height] = [box.width, box.height].map((side) => round((side + 2 * margin) * scale));
  return h(
    "svg.coign-figure",
    { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label },
    polygons.map((mark) => shape("polygon", mark, { points: mark.points.map(place).join(" ") })),
    lines.map((mark) => shape("polyline", mark, { points: mark.points.map(place).join(" ") })),
    points.flatMap((mark) =>
      mark.points.map((point) => {
        // A height, and a share that is about right, are shown by their label, without a mark.
        if (WRITTEN.has(mark.role) && mark.label) return heightAt(point, mark.label, { polygons, place, scale });
        const [cx, cy] = place(point).split(",");
        return shape("circle", mark, { cx, cy, r: 3 });
      }),
    ),
    polygons.map((mark) => initialIn(mark, options, { place, scale, points })),
    t && h("text.coign-north", { x: 3, y: 10 }, `${t("COIGN.Card.North")} ↑`),
  );
}

const INITIAL_SIZE = 13; // px

/**
 * Write a creature's initials into its space: in the middle, or above a height that is written there.
 * @param {Coign.Mark} mark
 * @param {Labels} options
 * @param {{place: (point: [number, number]) => string, scale: number, points: Coign.Mark[]}} drawing
 */
function initialIn(mark, options, { place, scale, points }) {
  const initials = initialsOf(mark, options);
  const box = boundsOf(mark.points);
  if (!initials || !box || box.width * scale < INITIAL_SIZE) return null;
  const labelled = points.some(({ role }) => WRITTEN.has(role)) && /^(attacker|target)$/.test(mark.role);
  const [x, y] = place([box.left + box.width / 2, box.top + box.height * (labelled ? 0.3 : 0.5)]).split(",");
  return h("text.coign-initial", { x, y }, initials);
}

/**
 * Return a line from the attacker to the target, for a figure without lines: it shows who attacks whom.
 * @param {Coign.Mark[]} polygons
 * @returns {Coign.Mark[]}
 */
function attackLine(polygons) {
  const [from, to] = ["attacker", "target"].map((wanted) =>
    boundsOf(polygons.find(({ role }) => role === wanted)?.points ?? []),
  );
  if (!from || !to) return [];
  const [x, y] = [from.left + from.width / 2, from.top + from.height / 2];
  const [dx, dy] = [to.left + to.width / 2 - x, to.top + to.height / 2 - y];
  // Only the part outside both spaces: inside are their heights.
  const share = (/** @type {{width: number, height: number}} */ { width, height }) =>
    Math.min(width / 2 / Math.abs(dx), height / 2 / Math.abs(dy));
  const [start, end] = [share(from), 1 - share(to)];
  if (!(start < end)) return [];
  const at = (/** @type {number} */ part) => /** @type {[number, number]} */ ([x + part * dx, y + part * dy]);
  return [{ role: "attack", fact: "", points: [at(start), at(end)], label: "" }];
}

/**
 * Describe a height in the middle of its space, or below it if the space is too small for the text.
 * @param {[number, number]} point
 * @param {string} label
 * @param {{polygons: Coign.Mark[], place: (point: [number, number]) => string, scale: number}} drawing
 */
function heightAt([x, y], label, { polygons, place, scale }) {
  const spaces = polygons.filter(({ role }) => role === "attacker" || role === "target");
  const boxes = spaces.map((mark) => boundsOf(mark.points)).filter((box) => box !== null);
  const own = boxes.find(
    ({ left, top, width, height }) => x >= left && x <= left + width && y >= top && y <= top + height,
  );
  const small = own && own.width * scale < LABEL_WIDTH;
  const [at, level] = place(small ? [x, own.top + own.height] : own ? [x, own.top + own.height * 0.7] : [x, y]).split(
    ",",
  );
  return h("text.coign-height", { x: at, y: level, dy: small ? 9 : null }, label);
}
