/** The heat map's legend: the weapon, the meaning of the signs, progress, and a button that ends the map. */

import { elementOf, h } from "../util/dom.mjs";
import { t } from "../util/translate.mjs";

const SIGNS = ["Better", "Same", "Worse", "Blocked"];

export class Legend {
  /** @type {HTMLElement | null} */
  #element = null;

  /** @param {() => void} close */
  constructor(close) {
    this.close = close;
  }

  /**
   * Show it, in place of the one before.
   * @param {string} attack the weapon's name
   * @param {number} squares how many are measured
   */
  show(attack, squares) {
    const focused = this.#element?.contains(document.activeElement);
    this.remove();
    const legend = /** @type {HTMLElement} */ (elementOf(described(attack, squares), document));
    const button = legend.querySelector("button");
    button?.addEventListener("click", this.close);
    this.#element = legend;
    document.body.append(legend);
    this.place();
    if (focused) button?.focus();
  }

  /**
   * @param {number} done
   * @param {number} total
   */
  progress(done, total) {
    const bar = this.#element?.querySelector("progress");
    if (bar) Object.assign(bar, { value: done, hidden: done >= total });
  }

  /** Place it on the half of the screen without the target. */
  place() {
    const [target] = game.user?.targets ?? [];
    if (!target || !this.#element) return;
    const { y } = canvas?.clientCoordinatesFromCanvas?.(target.center) ?? { y: 0 };
    this.#element.dataset.side = y > window.innerHeight / 2 ? "top" : "bottom";
  }

  remove() {
    this.#element?.remove();
    this.#element = null;
  }
}

/**
 * @param {string} attack
 * @param {number} squares
 */
const described = (attack, squares) =>
  h(
    "section.coign-legend",
    { role: "group", "aria-label": t("COIGN.HeatMap.Title") },
    h("strong", {}, attack),
    SIGNS.map((sign) => h("span", { "data-worth": sign.toLowerCase() }, t(`COIGN.HeatMap.${sign}`))),
    h("progress", { max: Math.max(1, squares), value: 0, "aria-label": t("COIGN.HeatMap.Measuring") }),
    h("button", { type: "button" }, t("COIGN.HeatMap.Close")),
  );
