/** The heat map's legend: the weapon, the view, the meaning of the signs, progress, and a button that ends the map. */

import { elementOf, h } from "../util/dom.mjs";
import { t } from "../util/translate.mjs";

const SIGNS = ["Better", "Same", "Worse", "Blocked", "Bare"];

/** @type {import("./heat-map-drawing.mjs").View[]} */
const VIEWS = ["mine", "theirs", "trade"];

export class Legend {
  /** @type {HTMLElement | null} */
  #element = null;

  #close;
  #look;

  /**
   * @param {object} handlers
   * @param {() => void} handlers.close
   * @param {(view: import("./heat-map-drawing.mjs").View) => void} handlers.look another view is wanted
   */
  constructor({ close, look }) {
    this.#close = close;
    this.#look = look;
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
    const legend = /** @type {HTMLElement} */ (elementOf(described(attack, squares, view), document));
    legend.querySelector("button")?.addEventListener("click", this.#close);
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

  /** Put it on the half of the screen where the target is not, and beside the target if it still covers it. */
  place() {
    const [target] = game.user?.targets ?? [];
    if (!target || !this.#element) return;
    const { x, y, width, height } = target.bounds;
    const place = (/** @type {number} */ left, /** @type {number} */ top) =>
      canvas?.clientCoordinatesFromCanvas?.({ x: left, y: top }) ?? { x: 0, y: 0 };
    const [from, to] = [place(x, y), place(x + width, y + height)];
    const side = from.y + to.y > window.innerHeight ? "top" : "bottom";
    const { dataset, style } = this.#element;
    dataset.side = side;
    style.removeProperty("inset-block");
    const box = this.#element.getBoundingClientRect();
    if (from.y >= box.bottom || to.y <= box.top || from.x >= box.right || to.x <= box.left) return;
    // A target as large as the screen, or a low window: as far from it as there is room.
    style.insetBlock = side === "top" ? "0 auto" : "auto 0";
  }

  remove() {
    this.#element?.remove();
    this.#element = null;
  }
}

/**
 * @param {string} attack
 * @param {number} squares
 * @param {import("./heat-map-drawing.mjs").View} view
 */
const described = (attack, squares, view) =>
  h(
    "section.coign-legend",
    { role: "group", "aria-label": t("COIGN.HeatMap.Title") },
    h("strong", {}, attack),
    h(
      "select.coign-view",
      { "aria-label": t("COIGN.HeatMap.View") },
      VIEWS.map((one) => h("option", { value: one, selected: one === view }, t(`COIGN.HeatMap.${one}`))),
    ),
    SIGNS.map((sign) => h("span", { "data-worth": sign.toLowerCase() }, t(`COIGN.HeatMap.${sign}`))),
    h("progress", { max: Math.max(1, squares), value: 0, "aria-label": t("COIGN.HeatMap.Measuring") }),
    h("button", { type: "button" }, t("COIGN.HeatMap.Close")),
  );
