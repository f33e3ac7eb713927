/**
 * The small drawings on the card: a result's figure as inline SVG, seen from above, and from the side where height is the
 * point. North is up, as on the map. From the side, where heights decided whether a line is stopped, are the bodies, the
 * wall, the floor and the line, to scale; where only two elevations matter, the two creatures, each at its height. Pure.
 *
 * Roles differ in dash and shape as well as in colour (the stylesheet's), so that the drawing can be read in grey.
 */

import { h } from "../util/dom.mjs";

const WIDEST = 240; // px on the card, which is 300 wide
const HIGHEST = 150; // a card is one of many in a chat log
const MARGIN = 0.08; // of the figure's longer side
const BODIES = new Set(["attacker", "target", "creature"]);
const CREATURES = new Set([...BODIES, "helper"]);
const WRITTEN = new Set(["elevation", "about"]);
const LABEL_WIDTH = 34; // px that a height takes: in a smaller space it is placed below
const INITIAL_SIZE = 13; // px
const SECTION = { width: 240, highest: 100, margin: 4, title: 11 }; // px, of a line of cover from the side
const INITIAL_WIDTH = 12; // px that initials take there
const CROSS = 4; // px from the middle of a cross to its ends
const SIDE = { width: 200, height: 64, body: 22, tall: 16, ground: 58 }; // px, of two creatures from the side

/**
 * @typedef {object} Labels What a drawing shows, and its texts.
 * @property {string} label its content, in words
 * @property {Set<string>} facts the facts to draw
 * @property {Coign.Translate} t
 * @property {(token: string) => string} nameOf
 * @property {string | null} actor
 * @property {string | null} target
 */

/**
 * Describe the drawings of a figure: from above, and from the side if a height matters.
 * @param {Coign.Figure | undefined} figure
 * @param {Labels} options
 * @returns {import("../util/dom.mjs").Node_[]} empty: there is nothing to draw
 */
export function drawings(figure, options) {
  const above = drawing(figure, options);
  const side = crossSection(figure, options) ?? (options.facts.has("elevation") ? sideView(figure, options) : null);
  return [above, side].filter((node) => node !== null);
}

/**
 * @param {Coign.Figure | undefined} figure
 * @param {Labels} options
 * @returns {import("../util/dom.mjs").Node_ | null} null: there is nothing to draw
 */
function drawing(figure, options) {
  const { label, facts, t } = options;
  // The attacker and the target belong to no fact, and are in every drawing.
  const wanted = (/** @type {Coign.Mark[] | undefined} */ marks) =>
    (marks ?? []).filter(({ fact }) => !fact || facts.has(fact));
  const polygons = wanted(figure?.polygons);
  const measured = wanted(figure?.lines);
  const lines = measured.length ? measured : attackLine(polygons);
  const points = wanted(figure?.points);
  const box = boundsOf([...polygons, ...lines, ...points].flatMap((mark) => mark.points));
  if (!box) return null;
  const margin = MARGIN * Math.max(box.width, box.height);
  const scale = Math.min(WIDEST / (box.width + 2 * margin), HIGHEST / (box.height + 2 * margin));
  const place = (/** @type {[number, number]} */ [x, y]) =>
    /** @type {[number, number]} */ ([round((x - box.left + margin) * scale), round((y - box.top + margin) * scale)]);
  const [width, height] = [box.width, box.height].map((side) => round((side + 2 * margin) * scale));
  return h(
    "svg.coign-figure",
    { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label },
    polygons.map((mark) => shape("polygon", mark, { points: mark.points.map(place).join(" ") })),
    lines.flatMap((mark) => lineWithCross(mark, mark.points.map(place))),
    points.flatMap((mark) =>
      mark.points.map((point) => {
        // A height, and a share that is about right, are shown by their label, without a mark.
        if (WRITTEN.has(mark.role) && mark.label) return heightAt(point, mark.label, { polygons, place, scale });
        const [cx, cy] = place(point);
        return shape("circle", mark, { cx, cy, r: 3 });
      }),
    ),
    polygons.map((mark) => initialIn(mark, options, { place, scale, points })),
    h("text.coign-north", { x: 3, y: 10 }, `${t("COIGN.Card.North")} ↑`),
  );
}

/**
 * Write a creature's initials into its space: in the middle, or above a height that is written there.
 * @param {Coign.Mark} mark
 * @param {Labels} options
 * @param {{place: (point: [number, number]) => [number, number], scale: number, points: Coign.Mark[]}} drawing
 */
function initialIn(mark, options, { place, scale, points }) {
  const initials = CREATURES.has(mark.role) ? initialsOf(mark, options) : ""; // the light of a torch has a bearer too
  const box = boundsOf(mark.points);
  if (!initials || !box || box.width * scale < INITIAL_SIZE) return null;
  const labelled = points.some(({ role }) => WRITTEN.has(role)) && /^(attacker|target)$/.test(mark.role);
  const [x, y] = place([box.left + box.width / 2, box.top + box.height * (labelled ? 0.3 : 0.5)]);
  return h("text.coign-initial", { x, y }, initials);
}

/**
 * Return a line from the attacker to the target, for a figure without lines. It shows the attacker and the target.
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
 * @param {{polygons: Coign.Mark[], place: (point: [number, number]) => [number, number], scale: number}} drawing
 */
function heightAt([x, y], label, { polygons, place, scale }) {
  const spaces = polygons.filter(({ role }) => role === "attacker" || role === "target");
  const boxes = spaces.map((mark) => boundsOf(mark.points)).filter((box) => box !== null);
  const own = boxes.find(
    ({ left, top, width, height }) => x >= left && x <= left + width && y >= top && y <= top + height,
  );
  const small = own && own.width * scale < LABEL_WIDTH;
  const [at, level] = place(small ? [x, own.top + own.height] : own ? [x, own.top + own.height * 0.7] : [x, y]);
  return h("text.coign-height", { x: at, y: level, dy: small ? 11 : null }, label);
}

/**
 * Draw a line of cover from the side, to scale, for the facts that are shown; null if no height decided any of them.
 * @param {Coign.Figure | undefined} figure
 * @param {Labels} options
 */
function crossSection(figure, options) {
  const { t, facts } = options;
  const marks = (figure?.side ?? []).filter(({ fact }) => facts.has(fact));
  const box = boundsOf(marks.flatMap(({ points }) => points));
  if (!box || !marks.some(({ role }) => role === "target")) return null;
  const { margin, title } = SECTION;
  const scale = Math.min((SECTION.width - 2 * margin) / box.width, (SECTION.highest - 2 * margin - title) / box.height);
  const height = round(box.height * scale + 2 * margin + title);
  const place = (/** @type {[number, number]} */ [along, above]) =>
    /** @type {[number, number]} */ ([
      round(margin + (along - box.left) * scale),
      round(height - margin - (above - box.top) * scale),
    ]);
  const width = Math.max(80, round(box.width * scale + 2 * margin));
  const content = marks.flatMap((mark) => {
    const spots = mark.points.map(place);
    if (!BODIES.has(mark.role)) return lineWithCross(mark, spots);
    const body = shape("polygon", mark, { points: spots.join(" ") });
    const [room, initials] = [boundsOf(spots), initialsOf(mark, options)];
    if (!room || !initials) return [body];
    return [body, h("text.coign-initial", { x: room.left + room.width / 2, y: besideOrIn(room) }, initials)];
  });
  return sideSvg({ width, height }, content, t);
}

/**
 * Return the height of a creature's initials in the view from the side: in its body, else above it, or below it where the
 * view's title is above.
 * @param {{top: number, width: number, height: number}} body
 */
function besideOrIn({ top, width, height }) {
  if (Math.min(width, height) >= INITIAL_WIDTH) return top + height / 2;
  const above = top - INITIAL_WIDTH / 2;
  return above - INITIAL_WIDTH / 2 >= SECTION.title ? above : top + height + INITIAL_WIDTH / 2;
}

/**
 * Draw a line, and on a blocked one a cross where it is stopped; at its end if the reader may not know where that is.
 * @param {Coign.Mark} mark
 * @param {[number, number][]} spots
 */
function lineWithCross(mark, spots) {
  const line = shape("polyline", mark, { points: spots.join(" ") });
  if (mark.role !== "line-blocked") return [line];
  const [x, y] = spots.length > 2 ? spots[1] : spots[spots.length - 1];
  const ends = [
    [x - CROSS, y - CROSS],
    [x + CROSS, y + CROSS],
    [x, y],
    [x - CROSS, y + CROSS],
    [x + CROSS, y - CROSS],
  ];
  return [line, shape("polyline", { ...mark, role: "stop", label: "" }, { points: ends.join(" ") })];
}

/**
 * Draw the two creatures from the side, each at its height; null if the figure has no two different heights.
 * @param {Coign.Figure | undefined} figure
 * @param {Labels} options
 */
function sideView(figure, options) {
  const heights = (figure?.points ?? []).filter(({ role }) => role === "elevation");
  const values = heights.map(({ label }) => Number.parseFloat(label));
  if (heights.length !== 2 || !values.every(Number.isFinite) || values[0] === values[1]) return null;
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const rise = SIDE.ground - SIDE.tall - 4;
  const feetAt = (/** @type {number} */ value) =>
    round(SIDE.ground - ((value - low) / (high - low)) * (rise - SIDE.tall));
  const roles = ["attacker", "target"];
  // As on the map, the western one is on the left.
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
  const mark = { role: "ground", fact: "elevation", points: [], label: "" };
  const level = feetAt(0);
  const ground = shape("polyline", mark, { points: `0,${level} ${SIDE.width},${level}` });
  return sideSvg(SIDE, [ground, ...bodies.flat()], options.t);
}

/**
 * @param {{width: number, height: number}} size px
 * @param {unknown[]} content
 * @param {Coign.Translate} t
 */
function sideSvg({ width, height }, content, t) {
  const label = t("COIGN.Card.SideView");
  const attributes = { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label };
  return h("svg.coign-figure.coign-side-view", attributes, content, h("text.coign-north", { x: 3, y: 10 }, label));
}

/**
 * Return the initials of a mark's creature, of two words of its name; empty without a creature or a known name.
 * @param {Coign.Mark} mark
 * @param {Labels} options
 */
function initialsOf({ role, label }, { nameOf, actor, target }) {
  const [kind, id] = label.split(":");
  const token = role === "attacker" ? actor : role === "target" ? target : kind === "token" ? id : null;
  const words = (token && nameOf(token))?.split(/\s+/).slice(0, 2) ?? [];
  return words.map((word) => [...word][0] ?? "").join("");
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
    label && !label.includes(":") && role !== "corner" && !role.startsWith("arc-") && h("title", {}, label),
  );
}

/**
 * @param {[number, number][]} points
 */
function boundsOf(points) {
  const known = points.filter((point) => point.every(Number.isFinite));
  if (!known.length) return null;
  const left = Math.min(...known.map(([x]) => x));
  const top = Math.min(...known.map(([, y]) => y));
  const right = Math.max(...known.map(([x]) => x));
  const bottom = Math.max(...known.map(([, y]) => y));
  // A single point has no size to scale by, so it gets a size of 1.
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
