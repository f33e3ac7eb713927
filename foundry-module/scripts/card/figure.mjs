/**
 * The small drawing on the card: a result's figure as inline SVG. Pure.
 *
 * Roles are told apart by dash and shape as well as by colour (the stylesheet's), so that the drawing reads in grey.
 */

import { h } from "../util/dom.mjs";

const WIDEST = 240; // px on the card, which is 300 wide
const HIGHEST = 150; // a card is one of many in a chat log
const MARGIN = 0.08; // of the figure's longer side
const LETTERS = 34; // px that a height in words needs: in a smaller space it stands below

/**
 * @param {Coign.Figure | undefined} figure
 * @param {{label: string, facts?: Set<string>}} how what it shows in words; the facts to draw, where not all of them
 * @returns {import("../util/dom.mjs").Node_ | null} null where there is nothing to draw
 */
export function drawing(figure, { label, facts }) {
  // The two creatures prove no fact, and are in every drawing.
  const wanted = (/** @type {Coign.Mark[] | undefined} */ marks) =>
    (marks ?? []).filter(({ fact }) => !facts || !fact || facts.has(fact));
  const polygons = wanted(figure?.polygons);
  const found = wanted(figure?.lines);
  const lines = found.length ? found : between(polygons);
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
        // A height is read, not seen: its mark is its label.
        if (mark.role === "elevation" && mark.label) return heightAt(point, mark.label, { polygons, place, scale });
        const [cx, cy] = place(point).split(",");
        return shape("circle", mark, { cx, cy, r: 3 });
      }),
    ),
  );
}

/**
 * Where no line proves anything: one from the attacker to the target, so that it is seen who attacks whom.
 * @param {Coign.Mark[]} polygons
 * @returns {Coign.Mark[]}
 */
function between(polygons) {
  const [from, to] = ["attacker", "target"].map((wanted) =>
    boundsOf(polygons.find(({ role }) => role === wanted)?.points ?? []),
  );
  if (!from || !to) return [];
  const [x, y] = [from.left + from.width / 2, from.top + from.height / 2];
  const [dx, dy] = [to.left + to.width / 2 - x, to.top + to.height / 2 - y];
  // Only what lies outside of both: inside of them stand their heights.
  const share = (/** @type {{width: number, height: number}} */ { width, height }) =>
    Math.min(width / 2 / Math.abs(dx), height / 2 / Math.abs(dy));
  const [start, end] = [share(from), 1 - share(to)];
  if (!(start < end)) return [];
  const at = (/** @type {number} */ part) => /** @type {[number, number]} */ ([x + part * dx, y + part * dy]);
  return [{ role: "attack", fact: "", points: [at(start), at(end)], label: "" }];
}

/**
 * A height in the middle of the space that it is about, or below where the space is too small for the words.
 * @param {[number, number]} point
 * @param {string} label
 * @param {{polygons: Coign.Mark[], place: (point: [number, number]) => string, scale: number}} on
 */
function heightAt([x, y], label, { polygons, place, scale }) {
  const spaces = polygons.filter(({ role }) => role === "attacker" || role === "target");
  const boxes = spaces.map((mark) => boundsOf(mark.points)).filter((box) => box !== null);
  const own = boxes.find(
    ({ left, top, width, height }) => x >= left && x <= left + width && y >= top && y <= top + height,
  );
  const small = own && own.width * scale < LETTERS;
  const [at, level] = place(small ? [x, own.top + own.height] : [x, y]).split(",");
  return h("text.coign-height", { x: at, y: level, dy: small ? 9 : null }, label);
}

/**
 * @param {string} tag
 * @param {Coign.Mark} mark
 * @param {Record<string, string | number>} attributes
 */
function shape(tag, { role, fact, label }, attributes) {
  return h(
    `${tag}.coign-mark`,
    { "data-role": role, "data-fact": fact, ...attributes },
    label && h("title", {}, label),
  );
}

/**
 * @param {[number, number][]} points
 * @returns {{left: number, top: number, width: number, height: number} | null}
 */
function boundsOf(points) {
  const known = points.filter((point) => point.every(Number.isFinite));
  if (!known.length) return null;
  const left = Math.min(...known.map(([x]) => x));
  const top = Math.min(...known.map(([, y]) => y));
  const right = Math.max(...known.map(([x]) => x));
  const bottom = Math.max(...known.map(([, y]) => y));
  // A single point has no size to scale by: give it a little room.
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
