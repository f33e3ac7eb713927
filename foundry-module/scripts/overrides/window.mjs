/** The list of overrides of the world, the viewed scene and its tokens: each can be switched off and on, and removed. */

import { titleOf } from "../connection/rulesets.mjs";
import { h } from "../util/dom.mjs";
import { t } from "../util/foundry.mjs";
import { Panel } from "../util/panel.mjs";
import { SIGNS } from "../util/tokens.mjs";
import { sentenceOf } from "./choices.mjs";
import { turned } from "./decisions.mjs";
import { decide, overridesOf } from "./store.mjs";

export class OverridesWindow extends Panel {
  static DEFAULT_OPTIONS = {
    id: "coign-overrides",
    classes: ["coign-window"],
    window: { title: "COIGN.Overrides.Title", icon: "fa-solid fa-gavel" },
    position: { width: 520 },
    actions: { remove: OverridesWindow.#edit, turn: OverridesWindow.#edit },
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
   * @param {HTMLElement} button
   */
  static async #edit(_event, button) {
    const { action, key } = button.dataset;
    const override = this.#list()[Number(key)];
    if (override) {
      const change = action === "turn" ? { remove: [], add: [turned(override)] } : { remove: [override], add: [] };
      await decide(this.coign, change, undefined, canvas?.scene?.id ?? "");
    }
    this.render();
  }
}
