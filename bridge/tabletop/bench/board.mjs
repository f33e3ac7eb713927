/**
 * The map as a drawing: walls along borders, fog and creatures by mouse or finger. It reads and writes the rows of
 * characters that `coign/bench/maps.py` describes, so the field of characters beside it says the same.
 */

import { svg } from "../elements.mjs";

const NEAR = 0.3; // spaces from a border: there a wall is meant
const MOST = 201; // rows and columns: a larger map is not drawn
const WALLS = {
  "|": "wall",
  "-": "wall",
  d: "shut",
  o: "open",
  b: "low",
  w: "window",
  l: "limited",
  s: "sight",
  m: "move",
};
const ENEMIES = "BE";
const isLetter = (sign) => /^[A-Z]$/.test(sign);

/** Return the sign of a wall for a row of characters: walls lie in the even ones, and stand in the odd ones. */
export const wallSign = (sign, row) => (sign === "|" || sign === "-" ? (row % 2 ? "|" : "-") : sign);

export class Board {
  /** @type {string[][]} */
  #rows = [];
  /** The act of the pointer while it is down; null while it is up. @type {((x: number, y: number) => void) | null} */
  #stroke = null;
  /** The sign that the pointer draws. */
  tool = "|";

  /**
   * @param {SVGElement} element
   * @param {(rows: string[]) => void} onDraw
   */
  constructor(element, onDraw) {
    this.element = element;
    this.onDraw = onDraw;
    element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault(); // else a drag selects the letters
      element.setPointerCapture(event.pointerId);
      const at = this.#at(event);
      this.#stroke = this.#strokeFrom(...at);
      this.#stroke(...at);
    });
    element.addEventListener("pointermove", (event) => {
      const passed = event.getCoalescedEvents(); // where a quick stroke has been since the last frame
      for (const one of passed.length ? passed : [event]) this.#stroke?.(...this.#at(one));
    });
    for (const end of ["pointerup", "pointercancel"])
      element.addEventListener(end, () => {
        this.#stroke = null;
      });
  }

  /**
   * Draw a map.
   * @param {string[]} rows of one length, with borders around the spaces; others are not drawn
   */
  show(rows) {
    const [{ length }] = rows;
    const drawn =
      [rows.length, length].every((n) => n % 2 && n > 2 && n <= MOST) && rows.every((row) => row.length === length);
    this.element.toggleAttribute("hidden", !drawn);
    if (!drawn) return;
    this.#rows = rows.map((row) => [...row]);
    this.#draw();
  }

  get #size() {
    return [(this.#rows[0].length - 1) / 2, (this.#rows.length - 1) / 2];
  }

  /** Return the pointer's place in spaces, within the map. */
  #at({ clientX, clientY }) {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const [across, down] = this.#size;
    const scale = Math.max((across + 2 * NEAR) / width, (down + 2 * NEAR) / height);
    const within = (place, most) => Math.min(most - 0.001, Math.max(0, place));
    return [
      within((clientX - left - width / 2) * scale + across / 2, across),
      within((clientY - top - height / 2) * scale + down / 2, down),
    ];
  }

  /** Choose what a stroke that begins here does: move a creature, set one, or draw. */
  #strokeFrom(x, y) {
    const { tool } = this;
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const here = this.#rows[2 * row + 1][2 * column + 1];
    const border = borderAt(x, y);
    if (isLetter(tool)) return (toX, toY) => this.#place(tool, column, row, Math.floor(toX), Math.floor(toY));
    if (isLetter(here) && tool in WALLS && border.distance > NEAR) return this.#mover(here, column, row);
    if (tool === "%") return this.#painter(tool, cellAt);
    if (tool in WALLS) return this.#painter(tool, borderAt);
    const hasWall = this.#rows[border.row][border.column] in WALLS;
    return this.#painter(".", border.distance <= NEAR && hasWall ? borderAt : cellAt);
  }

  /** Return a stroke that sets a sign wherever it passes, or takes it away if it begins on one. */
  #painter(tool, placeOf) {
    let takes = tool === ".";
    let first = true;
    return (x, y) => {
      const { row, column, distance, isCorner } = placeOf(x, y);
      const sign = wallSign(tool, row);
      if (first) takes ||= this.#rows[row][column] === sign;
      if (!first && (distance > NEAR || isCorner)) return; // it crosses the middle of a space, or turns at a corner
      first = false;
      this.#set([[row, column]], takes ? " " : sign);
    };
  }

  /** Return a stroke that moves a creature with all its spaces, as far as they are free. */
  #mover(letter, column, row) {
    let [atX, atY] = [column, row];
    return (x, y) => {
      const by = [Math.floor(x) - atX, Math.floor(y) - atY];
      const from = this.#cellsOf(letter);
      const to = from.map(([r, c]) => [r + 2 * by[1], c + 2 * by[0]]);
      const isFree = to.every(([r, c]) => this.#rows[r]?.[c] !== undefined && !isOther(this.#rows[r][c], letter));
      if (!isFree || (!by[0] && !by[1])) return;
      [atX, atY] = [Math.floor(x), Math.floor(y)];
      this.#set(from, ".", false);
      this.#set(to, letter);
    };
  }

  /** Put a creature on the square of spaces between two, instead of where it was. */
  #place(letter, column, row, toColumn, toRow) {
    const side = Math.max(toColumn - column, toRow - row, 0) + 1;
    const square = (size) =>
      Array.from({ length: size * size }, (_, n) => [
        2 * (row + Math.floor(n / size)) + 1,
        2 * (column + (n % size)) + 1,
      ]);
    const isFree = ([r, c]) => this.#rows[r]?.[c] !== undefined && !isOther(this.#rows[r][c], letter);
    let size = side;
    while (size > 1 && !square(size).every(isFree)) size -= 1;
    const cells = square(size);
    this.#set(this.#cellsOf(letter), ".", false);
    this.#set(cells, letter);
  }

  #cellsOf(letter) {
    return this.#rows.flatMap((row, y) => row.flatMap((sign, x) => (sign === letter ? [[y, x]] : [])));
  }

  /** Set characters; draw and tell the map if they differ and this is the whole change. */
  #set(places, sign, isWhole = true) {
    for (const [row, column] of places) this.#rows[row][column] = sign;
    if (!isWhole) return;
    this.#draw();
    this.onDraw(this.#rows.map((row) => row.join("")));
  }

  #draw() {
    const [across, down] = this.#size;
    const lines = [
      ...Array.from({ length: across + 1 }, (_, n) => `M${n} 0V${down}`),
      ...Array.from({ length: down + 1 }, (_, n) => `M0 ${n}H${across}`),
    ];
    const signs = this.#rows.flatMap((row, y) =>
      row.flatMap((sign, x) => (" .+".includes(sign) ? [] : [{ sign, x, y }])),
    );
    const letters = [...new Set(signs.map(({ sign }) => sign).filter(isLetter))];
    this.element.setAttribute("viewBox", `${-NEAR} ${-NEAR} ${across + 2 * NEAR} ${down + 2 * NEAR}`);
    this.element.replaceChildren(
      svg("path", { class: "grid", d: lines.join("") }),
      ...signs
        .filter(({ sign }) => sign === "%")
        .map(({ x, y }) => svg("rect", { class: "fog", x: (x - 1) / 2, y: (y - 1) / 2, width: 1, height: 1 })),
      ...letters.map((letter) => this.#creature(letter)),
      ...signs.filter(({ sign }) => sign in WALLS).map(wall),
    );
  }

  #creature(letter) {
    const cells = this.#cellsOf(letter);
    const middle = (n) => (Math.min(...cells.map((at) => at[n])) + Math.max(...cells.map((at) => at[n]))) / 4;
    const side = Math.sqrt(cells.length);
    const [x, y] = [middle(1), middle(0)];
    return svg(
      "g",
      { class: "creature", "data-enemy": ENEMIES.includes(letter) || null },
      svg("circle", { cx: x, cy: y, r: 0.4 * side }),
      svg("text", { x, y, "font-size": 0.5 * side }, letter),
    );
  }
}

const isOther = (sign, letter) => isLetter(sign) && sign !== letter;

/** Describe a wall on its border. */
function wall({ sign, x, y }) {
  const [left, top] = [Math.floor(x / 2), Math.floor(y / 2)];
  return svg("path", { class: `wall ${WALLS[sign]}`, d: `M${left} ${top}${y % 2 ? "v1" : "h1"}` });
}

/** Return the character of the space at a point; a point in it is at no distance. */
const cellAt = (x, y) => ({ row: 2 * Math.floor(y) + 1, column: 2 * Math.floor(x) + 1, distance: 0 });

/** Return the character of the border nearest to a point, its distance in spaces, and whether another is about as near. */
function borderAt(x, y) {
  const { row, column } = cellAt(x, y);
  const [right, below] = [x % 1, y % 1];
  const borders = [
    { row, column: column - 1, distance: right },
    { row, column: column + 1, distance: 1 - right },
    { row: row - 1, column, distance: below },
    { row: row + 1, column, distance: 1 - below },
  ];
  const isCorner = [right, below].every((part) => Math.min(part, 1 - part) <= NEAR);
  return { ...borders.reduce((nearest, one) => (one.distance < nearest.distance ? one : nearest)), isCorner };
}
