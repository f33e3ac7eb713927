/**
 * The list of tokens of the viewed scene that are things: heaps of loot, vehicles, traps. One press makes the selected
 * tokens things, or a thing a creature. A button of the token itself does the same: it stands among those that Foundry
 * shows after a right click.
 */

import { asThing } from "../systems/things.mjs";
import { h } from "../util/dom.mjs";
import { t } from "../util/foundry.mjs";
import { Panel } from "../util/panel.mjs";
import { registerTokenButton } from "./token-button.mjs";

export class ThingsWindow extends Panel {
  static DEFAULT_OPTIONS = {
    id: "coign-things",
    classes: ["coign-window"],
    window: { title: "COIGN.Things.Title", icon: "fa-solid fa-box" },
    position: { width: 420 },
    actions: { add: ThingsWindow.#add, remove: ThingsWindow.#remove },
  };

  /** @override */
  describe() {
    const things = thingsIn(this.coign, canvas?.scene);
    return [
      h("p.hint", {}, t("COIGN.Things.Hint")),
      h("p", { role: "status" }, t("COIGN.Things.Count", { count: String(things.length) })),
      h(
        "ul.coign-overrides",
        {},
        things.map(({ id, name }) =>
          h(
            "li",
            {},
            h("span", {}, name),
            h(
              "button",
              {
                type: "button",
                "data-action": "remove",
                "data-key": id,
                "aria-label": t("COIGN.Things.CreatureThis", { name }),
              },
              t("COIGN.Things.Creature"),
            ),
          ),
        ),
      ),
      h("footer.form-footer", {}, h("button", { type: "button", "data-action": "add" }, t("COIGN.Things.Add"))),
    ];
  }

  /** @this {ThingsWindow} */
  static async #add() {
    for (const { document } of canvas?.tokens?.controlled ?? []) await write(document, true);
    this.render();
  }

  /**
   * @this {ThingsWindow}
   * @param {Event} _event
   * @param {HTMLElement} target
   */
  static async #remove(_event, target) {
    const token = canvas?.scene?.tokens.get(target.dataset.key ?? "");
    if (token) await write(token, false);
    this.render();
  }
}

/**
 * Return the tokens of a scene that are things.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} scene
 * @returns {Coign.Foreign[]} documents
 */
const thingsIn = (coign, scene) => [...(scene?.tokens ?? [])].filter((token) => isThing(coign, token));

/**
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token a document
 */
const isThing = (coign, token) => coign.adapter.tokenTraits(token).creature === false;

/**
 * Add the button to those round a token. To be called while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerThingButton(coign) {
  registerTokenButton(coign, "coign-thing", (token) => {
    if (!game.user.isGM) return null;
    const thing = isThing(coign, token);
    const says = t(thing ? "COIGN.Things.IsThing" : "COIGN.Things.IsCreature");
    return { icon: "fa-box", says, pressed: thing, press: () => write(token, !thing) };
  });
  // Foundry draws the buttons again when the token changes, before the GM's word is believed.
  Hooks.on(/** @type {any} */ ("coign.trustChanged"), () => canvas.hud?.token?.rendered && canvas.hud.token.render());
}

/**
 * @param {Coign.Foreign} token a document
 * @param {boolean} thing
 */
const write = (token, thing) => token.update({ flags: { coign: asThing(token, thing) } });
