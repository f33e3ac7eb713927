/**
 * Place plates of text on the map. Each plate goes beside its subject, clear of the tokens, their names, the numbers of a
 * heat map and the other plates. Pure.
 *
 * The places round the subject are tried in order: above, below, right, left, the corners, then the same again farther
 * out. The first free one is taken. If none is free, the whole screen is searched for the place that covers least. Covering
 * a number of the heat map is better than covering a token, and a token better than other words. Among equal places the
 * nearest is taken. A line connects a distant plate to its subject.
 */

/** @typedef {import("./figure-drawing.mjs").Box} Box */

/**
 * @typedef {object} Room
 * @property {Box[]} taken the tokens and their names
 * @property {Box[]} [numbers] those of the heat map, which are covered if there is no other way
 * @property {Box[]} [legends] what lies over the map and would hide a plate
 * @property {Box} within the part of the map that is seen
 * @property {number} gap between a plate and everything else
 */

const SIDES = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
];
const RINGS = 6; // how often it is tried farther out
const STEPS = 24; // places that are tried along each side of the screen
const WORTH = { numbers: 1, tokens: 100, words: 10_000 }; // how bad it is to cover them

/**
 * Find a place for each plate, for the largest first: a small one finds room beside it, but not the other way round.
 * @param {{about: Box, width: number, height: number}[]} plates
 * @param {Room} room
 * @returns {Box[]} in the plates' order
 */
export function placed(plates, { taken, numbers = [], legends = [], within, gap }) {
  /** @type {Map<typeof plates[number], Box>} */
  const places = new Map();
  for (const plate of plates.toSorted((a, b) => b.width * b.height - a.width * a.height)) {
    const [tokens, words] = [
      [plate.about, ...taken],
      [...legends, ...places.values()],
    ];
    const free = freeBox(plate, [...tokens, ...numbers, ...words], within, gap);
    places.set(plate, free ?? leastBox(plate, { tokens, numbers, words }, within));
  }
  return plates.map((plate) => /** @type {Box} */ (places.get(plate)));
}

/**
 * Return the line from a plate to its subject; null if they are side by side.
 * @param {Box} box
 * @param {Box} about
 * @param {number} gap
 * @returns {import("./segments.mjs").Segment | null}
 */
export function tie(box, about, gap) {
  const [x, toX] = nearest(box.x, box.width, about.x, about.width);
  const [y, toY] = nearest(box.y, box.height, about.y, about.height);
  return Math.hypot(toX - x, toY - y) > 2 * gap ? [x, y, toX, toY] : null;
}

/**
 * Return how much two boxes cover each other, in square pixels.
 * @param {Box} a
 * @param {Box} b
 */
export function overlap(a, b) {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, wide) * Math.max(0, high);
}

/**
 * Return the boxes of a token that words keep off: its picture, its name below and the text above it.
 * @param {Coign.Foreign} token a placeable
 * @returns {Box[]}
 */
export function boxesOf({ bounds, nameplate, tooltip }) {
  const { x, y, width, height } = bounds;
  const texts = [nameplate, tooltip].filter((text) => text?.visible && text.text);
  return [
    { x, y, width, height },
    ...texts.map((text) => ({
      x: x + text.x - text.anchor.x * text.width,
      y: y + text.y - text.anchor.y * text.height,
      width: text.width,
      height: text.height,
    })),
  ];
}

const [USUAL, LARGEST] = [0.24, 0.36]; // of a grid space: the letters of a number, and at most where it is small on the screen
const READABLE = 12; // px on the screen

/**
 * Return the height of the letters of a number on the heat map, pixels of the scene.
 * @param {number} space the side of a grid space
 * @param {number} [scale] pixels of the scene for one of the screen's
 */
export const labelSize = (space, scale = 0) => space * Math.max(USUAL, Math.min(LARGEST, (READABLE * scale) / space));

const WIDE = 0.65; // of a letter, by its height
const DOWN = 0.7; // of it: from a number's middle to its foot
const UP = 0.75; // of a grid space: to the top of the sign above it

/**
 * Return about the box that a number of the heat map fills with its sign.
 * @param {import("./figure-drawing.mjs").Label} label
 * @param {number} size of its letters
 * @param {number} space the side of a grid space
 */
export function labelBox({ text, x, y }, size, space) {
  const width = WIDE * size * text.length;
  return { x: x - width / 2, y: y - UP * space, width, height: UP * space + DOWN * size };
}

/**
 * Return the first free place round a plate's subject; null if none is free.
 * @param {{about: Box, width: number, height: number}} plate
 * @param {Box[]} taken
 * @param {Box} within
 * @param {number} gap
 */
function freeBox({ about, width, height }, taken, within, gap) {
  const near = Math.min(width, height) / 2 + gap;
  const [middleX, middleY] = [about.x + about.width / 2, about.y + about.height / 2];
  for (let ring = 0; ring < RINGS; ring++) {
    const distance = gap + ring * near; // from the subject's edge
    for (const [dx, dy] of SIDES) {
      const x = middleX + dx * ((about.width + width) / 2 + distance) - width / 2;
      const y = middleY + dy * ((about.height + height) / 2 + distance) - height / 2;
      const box = {
        x: Math.max(within.x, Math.min(x, within.x + within.width - width)), // moved into the visible area
        y: Math.max(within.y, Math.min(y, within.y + within.height - height)),
        width,
        height,
      };
      if (taken.every((other) => overlap(box, other) === 0)) return box;
    }
  }
  return null;
}

/**
 * Return the place on the screen that covers least, of several the one that is nearest to the plate's subject.
 * @param {{about: Box, width: number, height: number}} plate
 * @param {Record<keyof typeof WORTH, Box[]>} covered
 * @param {Box} within
 */
function leastBox({ about, width, height }, { tokens, numbers, words }, within) {
  const sum = (/** @type {Box} */ box, /** @type {Box[]} */ others) =>
    others.reduce((all, other) => all + overlap(box, other), 0);
  const [right, low] = [Math.max(0, within.width - width), Math.max(0, within.height - height)];
  let [best, least] = [{ x: within.x, y: within.y, width, height }, Number.POSITIVE_INFINITY];
  for (let column = 0; column <= STEPS; column++) {
    for (let row = 0; row <= STEPS; row++) {
      const box = { x: within.x + (right * column) / STEPS, y: within.y + (low * row) / STEPS, width, height };
      const away = Math.hypot(box.x + width / 2 - about.x, box.y + height / 2 - about.y);
      const cost =
        WORTH.tokens * sum(box, tokens) + WORTH.numbers * sum(box, numbers) + WORTH.words * sum(box, words) + away;
      if (cost < least) [best, least] = [box, cost];
    }
  }
  return best;
}

/**
 * Return the nearest coordinates of two spans along an axis; the middle of what they share.
 * @param {number} a
 * @param {number} long
 * @param {number} b
 * @param {number} wide
 * @returns {[number, number]}
 */
function nearest(a, long, b, wide) {
  if (a + long < b) return [a + long, b];
  if (b + wide < a) return [a, b + wide];
  const middle = (Math.max(a, b) + Math.min(a + long, b + wide)) / 2;
  return [middle, middle];
}
