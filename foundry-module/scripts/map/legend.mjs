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

  /** Where the marks of the best places are. @type {[number, number][]} */
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
   * Show it, in place of the one before.
   * @param {string} attack the weapon's name
   * @param {number} squares how many are measured
   * @param {import("./heat-map-drawing.mjs").View} view
   */
  show(attack, squares, view) {
    const focused = this.#element?.contains(document.activeElement) && document.activeElement?.tagName.toLowerCase();
    this.remove();
    const node = h(
      "section.coign-legend",
      { role: "group", "aria-label": t("COIGN.HeatMap.Title") },
      h("strong", {}, attack),
      h(
        "select.coign-view",
        { "aria-label": t("COIGN.HeatMap.View") },
        VIEWS.map((one) => h("option", { value: one, selected: one === view }, t(`COIGN.HeatMap.${one}`))),
      ),
      SIGNS[view].map((sign) =>
        h(
          "span",
          { "data-worth": sign.toLowerCase(), "data-tooltip": WHY.includes(sign) && t(`COIGN.HeatMap.${sign}Why`) },
          t(`COIGN.HeatMap.${sign}`),
        ),
      ),
      h("progress", { max: Math.max(1, squares), value: 0, "aria-label": t("COIGN.HeatMap.Measuring") }),
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
    this.place();
    if (focused) /** @type {HTMLElement | null} */ (legend.querySelector(focused))?.focus();
  }

  /**
   * @param {number} done
   * @param {number} total
   */
  progress(done, total) {
    const bar = this.#element?.querySelector("progress");
    if (bar) Object.assign(bar, { value: done, hidden: done >= total });
  }

  /**
   * List the best places, each with its number and reason.
   * @param {import("./best-places.mjs").Best[]} places
   */
  best(places) {
    const list = /** @type {HTMLElement | null} */ (this.#element?.querySelector(".coign-best"));
    const said = places.map(({ reason }) => reason).join("\n");
    if (!list || list.dataset.said === said) return;
    const buttons = places.map(({ place, reason }, n) => {
      const go = h("button", { type: "button", "data-tooltip": t("COIGN.HeatMap.Go") }, `${n + 1}. ${reason}`);
      const item = elementOf(h("li", {}, go), document);
      item.addEventListener("click", () => this.#go(place));
      return item;
    });
    list.replaceChildren(...buttons);
    list.dataset.said = said;
    this.#marked = places.map(({ place }) => place);
    list.hidden = !places.length;
    this.place();
  }

  /**
   * Dock the legend at the upper or lower edge of the map: where it hides fewer marks of best places, away from the target, or
   * from the token without a target.
   */
  place() {
    const [target] = [...(game.user?.targets ?? []), ...(canvas?.tokens?.controlled ?? [])];
    if (!target || !this.#element) return;
    const free = freeArea();
    const { bounds } = target;
    const place = (/** @type {number} */ left, /** @type {number} */ top) =>
      canvas?.clientCoordinatesFromCanvas?.({ x: left, y: top }) ?? { x: 0, y: 0 };
    const [from, to] = [place(bounds.x, bounds.y), place(bounds.x + bounds.width, bounds.y + bounds.height)];
    const { dataset, style } = this.#element;
    style.left = `${(free.left + free.right) / 2}px`;
    style.maxWidth = `${free.right - free.left - 2 * EDGE}px`;
    const { height } = this.#element.getBoundingClientRect();
    // A map so low that the legend would be most of it has none to give.
    const [top, bottom] = free.bottom - free.top < LOW * height ? [0, window.innerHeight] : [free.top, free.bottom];
    const side = from.y + to.y > top + bottom ? "top" : "bottom";
    const high = { top: top + EDGE, bottom: bottom - EDGE - height };
    dataset.side = side;
    // In a low window it may still cover the target: then it is docked where it covers less.
    const covers = (/** @type {number} */ at) => Math.min(at + height, to.y) - Math.max(at, from.y);
    const other = side === "top" ? "bottom" : "top";
    const hidden = (/** @type {number} */ at) =>
      this.#marked.filter(([x, y]) => place(x, y + bounds.height).y > at && place(x, y).y < at + height).length;
    const worse = hidden(high[side]) - hidden(high[other]);
    const isMoved = worse > 0 || (!worse && covers(high[side]) > 0 && covers(high[other]) < covers(high[side]));
    style.top = `${high[isMoved ? other : side]}px`;
  }

  remove() {
    this.#element?.remove();
    this.#element = null;
    this.#marked = [];
  }
}
