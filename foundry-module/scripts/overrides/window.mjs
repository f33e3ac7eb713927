/** The list of overrides of the world, the viewed scene and its tokens: each can be switched off and on, and removed. */

import { titleOf } from "../connection/rulesets.mjs";
import { h } from "../util/dom.mjs";
import { t } from "../util/foundry.mjs";
import { Panel } from "../util/panel.mjs";
import { SIGNS } from "../util/tokens.mjs";
import { sentenceOf } from "./choices.mjs";
import { turned } from "./decisions.mjs";
import { overridesOf, removeOverride, setOverride } from "./store.mjs";

export class OverridesWindow extends Panel {
  static DEFAULT_OPTIONS = {
    id: "coign-overrides",
    classes: ["coign-window"],
    window: { title: "COIGN.Overrides.Title", icon: "fa-solid fa-gavel" },
    position: { width: 520 },
    actions: { remove: OverridesWindow.#remove, turn: OverridesWindow.#turn },
  };

  /** @override */
  describe() {
    const { coign } = this;
    const all = this.#list();
    if (!all.length) return [h("p", { role: "status" }, t("COIGN.Overrides.None"))];
    const scene = canvas?.scene;
    const nameOf = (/** @type {string} */ id) => scene?.tokens.get(id)?.name ?? t("COIGN.Card.SomeTarget");
    const sentences = all.map((override) => sentenceOf(override, { nameOf, titleOf: (id) => titleOf(coign, id), t }));
    return [
      h(
        "ul.coign-overrides",
        {},
        sentences.map((sentence, n) =>
          h(
            "li",
            { "data-state": all[n].state ?? "on" },
            h(
              "button",
              {
                type: "button",
                "data-action": "turn",
                "data-key": n,
                "aria-pressed": String(all[n].state !== "off"),
                "aria-label": t("COIGN.Card.Toggle", { name: sentence }),
              },
              all[n].state === "off" ? SIGNS.neitherOff : SIGNS.neither,
            ),
            h("span", {}, sentence),
            h(
              "button",
              {
                type: "button",
                "data-action": "remove",
                "data-key": n,
                "aria-label": t("COIGN.Overrides.TakeBackThis", { what: sentence }),
              },
              `${SIGNS.undo} ${t("COIGN.Overrides.TakeBack")}`,
            ),
          ),
        ),
      ),
    ];
  }

  /** @returns {Coign.Override[]} */
  #list() {
    const scene = canvas?.scene;
    return [...this.coign.setting("overrides"), ...overridesOf(scene)];
  }

  /**
   * @this {OverridesWindow}
   * @param {Event} _event
   * @param {HTMLElement} target
   */
  static async #turn(_event, target) {
    const override = this.#list()[Number(target.dataset.key)];
    if (override) await setOverride(this.coign, turned(override), undefined, canvas?.scene?.id ?? "");
    this.render();
  }

  /**
   * @this {OverridesWindow}
   * @param {Event} _event
   * @param {HTMLElement} target
   */
  static async #remove(_event, target) {
    const override = this.#list()[Number(target.dataset.key)];
    if (override) await removeOverride(this.coign, override, undefined, canvas?.scene?.id ?? "");
    this.render();
  }
}
