/** The list of overrides of the world, the viewed scene and its tokens, with a button to remove each. */

import { titleOf } from "../connection/rulesets.mjs";
import { h } from "../util/dom.mjs";
import { Panel } from "../util/panel.mjs";
import { t } from "../util/translate.mjs";
import { sentenceOf } from "./choices.mjs";
import { overridesOf, removeOverride } from "./store.mjs";

export class OverridesWindow extends Panel {
  static DEFAULT_OPTIONS = {
    id: "coign-overrides",
    classes: ["coign-window"],
    window: { title: "COIGN.Overrides.Title", icon: "fa-solid fa-gavel" },
    position: { width: 520 },
    actions: { remove: OverridesWindow.#remove },
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
            {},
            h("span", {}, sentence),
            h(
              "button",
              {
                type: "button",
                "data-action": "remove",
                "data-key": n,
                "aria-label": t("COIGN.Overrides.TakeBackThis", { what: sentence }),
              },
              t("COIGN.Overrides.TakeBack"),
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
  static async #remove(_event, target) {
    const override = this.#list()[Number(target.dataset.key)];
    if (override) await removeOverride(this.coign, override, undefined, canvas?.scene?.id ?? "");
    this.render();
  }
}
