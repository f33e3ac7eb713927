/** Every override in force beyond a single roll, for the world and the viewed scene, with a way back from each. */

import { titleOf } from "../connection/rulesets.mjs";
import { coign } from "../context.mjs";
import { h } from "../util/dom.mjs";
import { Panel } from "../util/panel.mjs";
import { t } from "../util/translate.mjs";
import { sentenceOf } from "./choices.mjs";
import { read, takeBack } from "./store.mjs";

export class OverridesWindow extends Panel {
  static DEFAULT_OPTIONS = {
    id: "coign-overrides",
    classes: ["coign-window"],
    window: { title: "COIGN.Overrides.Title", icon: "fa-solid fa-gavel" },
    position: { width: 520 },
    actions: { takeBack: OverridesWindow.#takeBack },
  };

  /** @override */
  describe() {
    const all = this.#inForce();
    if (!all.length) return [h("p", { role: "status" }, t("COIGN.Overrides.None"))];
    const scene = canvas?.scene;
    const nameOf = (/** @type {string} */ id) => scene?.tokens.get(id)?.name ?? t("COIGN.Card.SomeTarget");
    const sentences = all.map((override) => sentenceOf(override, { nameOf, titleOf, t }));
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
                "data-action": "takeBack",
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
  #inForce() {
    const scene = canvas?.scene;
    const tokens = [...(scene?.tokens ?? [])].flatMap((token) => read(token));
    return [...coign.setting("overrides"), ...read(scene), ...tokens];
  }

  /**
   * @this {OverridesWindow}
   * @param {Event} _event
   * @param {HTMLElement} target
   */
  static async #takeBack(_event, target) {
    const override = this.#inForce()[Number(target.dataset.key)];
    if (override) await takeBack(override, undefined, canvas?.scene?.id ?? "");
    this.render();
  }
}
