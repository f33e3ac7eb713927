/** The heat map's legend: the weapon, the view, the meaning of the signs, progress, and a button that ends the map; then the best places. */

import { elementOf, h } from "../util/dom.mjs";
import { t } from "../util/foundry.mjs";
import { freeArea } from "./canvas-layer.mjs";

/** The signs that each view explains. In theirs no square is barred, and only unreachable squares have no colour. */
const SIGNS = {
  mine: ["Better", "Same", "Worse", "Blocked", "Bare"],
  theirs: ["Better", "Same", "Worse", "TooFar"],
  trade: ["Better", "Same", "Worse", "Blocked", "Bare"],
};
/** Which signs have a longer word behind them. */
const WHY = ["Bare", "TooFar"];
const LOW = 3; // heights of the legend
const EDGE = 8; // px between the legend and the edge where it is docked

/** @type {import("./heat-map-drawing.mjs").View[]} */
const VIEWS = ["mine", "theirs", "trade"];

export class Legend {
  /** @type {HTMLElement | null} */
  #element = null;

  /** The boxes of the marks of the best places, on the map. @type {import("./figure-drawing.mjs").Box[]} */
  #marked = [];
  #close;
  #look;
  #go;

  /**
   * @param {object} handlers
   * @param {() => void} handlers.close
   * @param {(view: import("./heat-map-drawing.mjs").View) => void} handlers.look another view is wanted
   * @param {(place: [number, number]) => void} handlers.go the token is to move to a place
   */
  constructor({ close, look, go }) {
    this.#close = close;
    this.#look = look;
    this.#go = go;
  }

  /**
   * Show it, without anything measured yet.
   * @param {string} attack the weapon's name; empty: it is not known yet
   * @param {number} squares how many are measured
   * @param {import("./heat-map-drawing.mjs").View} view
   */
  show(attack, squares, view) {
    const focused = this.#element?.contains(document.activeElement) && document.activeElement?.tagName.toLowerCase();
    if (this.#element?.dataset.view !== view) this.#build(view);
    this.name(attack);
    this.progress(0, squares);
    this.best([], []);
    this.place();
    // The list of best places, or all of the old legend, may have had the focus.
    if (focused && !this.#element?.contains(document.activeElement))
      /** @type {HTMLElement | null | undefined} */ (this.#element?.querySelector(focused))?.focus();
  }

  /**
   * Make it, in place of the one before.
   * @param {import("./heat-map-drawing.mjs").View} view
   */
  #build(view) {
    this.remove();
    const node = h(
      "section.coign-legend",
      { role: "group", "aria-label": t("COIGN.HeatMap.Title"), "data-view": view },
      h("strong.coign-attack"),
      h(
        "select.coign-view",
        { "aria-label": t("COIGN.HeatMap.View") },
        VIEWS.map((name) => h("option", { value: name, selected: name === view }, t(`COIGN.HeatMap.${name}`))),
      ),
      SIGNS[view].map((sign) =>
        h(
          "span",
          { "data-worth": sign.toLowerCase(), "data-tooltip": WHY.includes(sign) && t(`COIGN.HeatMap.${sign}Why`) },
          t(`COIGN.HeatMap.${sign}`),
        ),
      ),
      h("progress", { "aria-label": t("COIGN.HeatMap.Measuring") }),
      h("button.coign-close", { type: "button" }, t("COIGN.HeatMap.Close")),
      h("ol.coign-best", { "aria-label": t("COIGN.HeatMap.Best"), hidden: true }),
    );
    const legend = /** @type {HTMLElement} */ (elementOf(node, document));
    legend.querySelector(".coign-close")?.addEventListener("click", this.#close);
    legend.querySelector(".coign-view")?.addEventListener("change", ({ target }) => {
      const { value } = /** @type {HTMLSelectElement} */ (target);
      this.#look(/** @type {import("./heat-map-drawing.mjs").View} */ (value));
    });
    this.#element = legend;
    document.body.append(legend);
  }

  /**
   * Write the weapon's name, which the answer has.
   * @param {string} attack
   */
  name(attack) {
    this.#element?.querySelector(".coign-attack")?.replaceChildren(attack);
  }

  /**
   * @param {number} done
   * @param {number} total
   */
  progress(done, total) {
    const bar = this.#element?.querySelector("progress");
    if (bar) Object.assign(bar, { max: Math.max(1, total), value: done, hidden: done >= total });
  }

  /**
   * List the best places, each with its number and reason, and keep their marks in sight.
   * @param {import("./best-places.mjs").Best[]} places
   * @param {import("./figure-drawing.mjs").Box[]} boxes of their marks
   */
  best(places, boxes) {
    const list = /** @type {HTMLElement | null} */ (this.#element?.querySelector(".coign-best"));
    const digest = JSON.stringify(places);
    if (!list || list.dataset.said === digest) return;
    const buttons = places.map(({ place, reason }, n) => {
      const go = h("button", { type: "button", "data-tooltip": t("COIGN.HeatMap.Go") }, `${n + 1}. ${reason}`);
      const item = elementOf(h("li", {}, go), document);
      item.addEventListener("click", () => this.#go(place));
      return item;
    });
    list.replaceChildren(...buttons);
    list.dataset.said = digest;
    this.#marked = boxes;
    list.hidden = !places.length;
    this.place();
  }

  /**
   * Put the legend at the lower or upper edge of the map, away from the target, or from the token without a target. Where it
   * would hide a mark there, it lies above or below a mark.
   */
  place() {
    const [target] = [...(game.user?.targets ?? []), ...(canvas?.tokens?.controlled ?? [])];
    if (!target || !this.#element) return;
    const free = freeArea();
    const { style } = this.#element;
    style.left = `${(free.left + free.right) / 2}px`;
    style.maxWidth = `${free.right - free.left - 2 * EDGE}px`;
    const { left, right, height } = this.#element.getBoundingClientRect();
    // A map so low that the legend would be most of it has none to give.
    const [top, bottom] = free.bottom - free.top < LOW * height ? [0, window.innerHeight] : [free.top, free.bottom];
    const { x, y, width, height: tall } = target.bounds;
    const spans = this.#marked.map(spanOf).filter((span) => span.left < right && span.right > left);
    style.top = `${slotOf(height, { top, bottom }, spanOf({ x, y, width, height: tall }), spans)}px`;
  }

  remove() {
    this.#element?.remove();
    this.#element = null;
    this.#marked = [];
  }
}

/**
 * @typedef {{top: number, bottom: number}} Span from top to bottom, in pixels of the page
 */

/**
 * Return where a box of the map is on the page.
 * @param {import("./figure-drawing.mjs").Box} box
 */
function spanOf({ x, y, width, height }) {
  const place = (/** @type {number} */ across, /** @type {number} */ down) =>
    canvas?.clientCoordinatesFromCanvas?.({ x: across, y: down }) ?? { x: 0, y: 0 };
  const [from, to] = [place(x, y), place(x + width, y + height)];
  return { left: from.x, right: to.x, top: from.y, bottom: to.y };
}

/**
 * Return the upper edge of a bar that hides as few marks as possible, and of these places the one that hides the least of the
 * target. The edges come first, the one away from the target before the other.
 * @param {number} height of the bar
 * @param {Span} area where it may be
 * @param {Span} target
 * @param {Span[]} marks
 */
export function slotOf(height, area, target, marks) {
  const edges = [area.bottom - EDGE - height, area.top + EDGE];
  if (target.top + target.bottom > area.top + area.bottom) edges.reverse();
  const beside = marks.flatMap(({ top, bottom }) => [top - height, bottom]);
  const slots = [...edges, ...beside.filter((at) => at >= area.top && at + height <= area.bottom)];
  const over = (/** @type {number} */ at, /** @type {Span} */ { top, bottom }) =>
    Math.max(0, Math.min(at + height, bottom) - Math.max(at, top));
  const hidden = slots.map((at) => marks.filter((mark) => over(at, mark) > 0).length);
  const best = slots.filter((_at, n) => hidden[n] === Math.min(...hidden));
  const covered = best.map((at) => over(at, target));
  return best[covered.indexOf(Math.min(...covered))];
}
