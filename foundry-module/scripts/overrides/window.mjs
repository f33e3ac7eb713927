/** The list of overrides of the world, the viewed scene and its tokens: each can be switched off and on, and removed. */

import { titleOf } from "../connection/rulesets.mjs";
import { actionButton, h } from "../util/dom.mjs";
import { t } from "../util/foundry.mjs";
import { Panel } from "../util/panel.mjs";
import { SIGNS } from "../util/tokens.mjs";
import { sentenceOf } from "./choices.mjs";
import { decide, overridesOf } from "./store.mjs";

export class OverridesWindow extends Panel {
  static DEFAULT_OPTIONS = {
    id: "coign-overrides",
    classes: ["coign-window"],
    window: { title: "COIGN.Overrides.Title", icon: "fa-solid fa-gavel" },
    position: { width: 520 },
    actions: /** @satisfies {import("../util/panel.mjs").Actions<OverridesWindow>} */ ({
      async remove(_event, { dataset }) {
        await this.#edit(dataset, (override) => ({ remove: [override], add: [] }));
      },
      async turn(_event, { dataset }) {
        await this.#edit(dataset, (override) => ({
          remove: [],
          add: [{ ...override, state: override.state === "off" ? "on" : "off" }],
        }));
      },
    }),
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
            actionButton("turn", all[n].state === "off" ? SIGNS.neitherOff : SIGNS.neither, {
              "data-key": n,
              "aria-pressed": String(all[n].state !== "off"),
              "aria-label": t("COIGN.Card.Toggle", { name: sentence }),
            }),
            h("span", {}, sentence),
            actionButton("remove", `${SIGNS.undo} ${t("COIGN.Overrides.TakeBack")}`, {
              "data-key": n,
              "aria-label": t("COIGN.Overrides.TakeBackThis", { what: sentence }),
            }),
          ),
        ),
      ),
    ];
  }

  #list() {
    return [...this.coign.setting("overrides"), ...overridesOf(canvas?.scene)];
  }

  /**
   * @param {DOMStringMap} button
   * @param {(override: Coign.Override) => import("./overrides.mjs").Change} change
   */
  async #edit({ key }, change) {
    const override = this.#list()[Number(key)];
    if (override) await decide(this.coign, change(override), undefined, canvas?.scene?.id ?? "");
    this.render();
  }
}
