/**
 * The list of tokens of the viewed scene that are things: heaps of loot, vehicles, traps. One press makes the selected
 * tokens things, or a thing a creature; the button round a token does the same.
 */

import { actionButton, h } from "../util/dom.mjs";
import { t } from "../util/foundry.mjs";
import { Panel } from "../util/panel.mjs";
import { isThing, setThing } from "./token-buttons.mjs";

export class ThingsWindow extends Panel {
  static DEFAULT_OPTIONS = {
    id: "coign-things",
    classes: ["coign-window"],
    window: { title: "COIGN.Things.Title", icon: "fa-solid fa-box" },
    position: { width: 420 },
    actions: /** @satisfies {import("../util/panel.mjs").Actions<ThingsWindow>} */ ({
      async add() {
        for (const { document } of canvas?.tokens?.controlled ?? []) await setThing(document, true);
        this.render();
      },
      async remove(_event, { dataset }) {
        const token = canvas?.scene?.tokens.get(dataset.key ?? "");
        if (token) await setThing(token, false);
        this.render();
      },
    }),
  };

  /** @override */
  describe() {
    const things = [...(canvas?.scene?.tokens ?? [])].filter((token) => isThing(this.coign, token));
    return [
      h("p.hint", {}, t("COIGN.Things.Hint")),
      h("p", { role: "status" }, t("COIGN.Things.Count", { count: String(things.length) })),
      h(
        "ul.coign-overrides",
        {},
        things.map(({ id, name }) => {
          const says = t("COIGN.Things.CreatureThis", { name });
          const button = actionButton("remove", t("COIGN.Things.Creature"), { "data-key": id, "aria-label": says });
          return h("li", {}, h("span", {}, name), button);
        }),
      ),
      h("footer.form-footer", {}, actionButton("add", t("COIGN.Things.Add"))),
    ];
  }
}
