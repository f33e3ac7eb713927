/** How the connection stands, what to do about it, and pairing this browser with the bridge. */

import { barrier, normalise } from "../connection/address.mjs";
import { connect, forget, pair } from "../connection/connect.mjs";
import { coign, ID } from "../context.mjs";
import { h } from "../util/dom.mjs";
import { Panel } from "../util/panel.mjs";
import { t } from "../util/translate.mjs";

/** States in which pairing (anew) is what there is to do. */
const NEEDS_PAIRING = new Set(["unpaired", "refused"]);

export class PairingWindow extends Panel {
  static DEFAULT_OPTIONS = {
    id: "coign-pairing",
    classes: ["coign-window"],
    window: { title: "COIGN.Pairing.Title", icon: "fa-solid fa-chess-rook" },
    position: { width: 480 },
    actions: {
      connect: PairingWindow.#connect,
      disconnect: PairingWindow.#disconnect,
      pair: PairingWindow.#pair,
      forget: PairingWindow.#forget,
    },
  };

  /** The code shown on both sides, while a person at the bridge is waited for. */
  #code = "";
  /** What went wrong with the last try. */
  #problem = "";
  #pairing = false;

  /** @override */
  describe() {
    const { state, why, welcome } = coign.bridge.status;
    const paired = Boolean(coign.setting("token"));
    return [
      h(
        "div.coign-status",
        { role: "status", "data-state": state },
        h("strong", {}, t(`COIGN.Status.${state}`)),
        " ",
        welcome && h("span", {}, t("COIGN.Pairing.Server", { version: welcome.server })),
        why && h("p", {}, why),
        h("p", {}, t(`COIGN.Help.${state}`)),
        this.#barrier(),
      ),
      !coign.adapter.tested && h("p.hint", {}, t("COIGN.Pairing.Untested", untested())),
      this.#problem && h("p.coign-problem", { role: "alert" }, this.#problem),
      field(
        "address",
        h("input", { name: "address", type: "text", value: coign.setting("bridgeUrl"), "data-keep": true }),
      ),
      ...(paired && !NEEDS_PAIRING.has(state) ? [] : this.#pairingFields()),
      h("footer.form-footer", {}, this.#buttons(state, paired)),
    ];
  }

  /** What the browser will do about this address, before it does. */
  #barrier() {
    try {
      const kind = barrier(normalise(coign.setting("bridgeUrl"), location), location);
      return kind !== "none" && h("p.coign-barrier", {}, t(`COIGN.Barrier.${kind}`));
    } catch (problem) {
      return h("p.coign-barrier", {}, problem instanceof Error ? problem.message : String(problem));
    }
  }

  #pairingFields() {
    if (this.#code)
      return [h("p.coign-code", { role: "status" }, t("COIGN.Pairing.Approve"), h("strong", {}, this.#code))];
    const input = h("input", {
      name: "code",
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      "data-keep": true,
    });
    return [field("code", input), h("p.hint", {}, t("COIGN.Pairing.CodeHint"))];
  }

  /**
   * @param {string} state
   * @param {boolean} paired
   */
  #buttons(state, paired) {
    const button = (/** @type {string} */ action, disabled = false) =>
      h("button", { type: "button", "data-action": action, disabled }, t(`COIGN.Pairing.${action}`));
    if (!paired || NEEDS_PAIRING.has(state)) return [button("pair", this.#pairing), paired && button("forget")];
    return [state === "connected" ? button("disconnect") : button("connect"), button("forget")];
  }

  async #keepAddress() {
    const address = this.value("address");
    if (address !== coign.setting("bridgeUrl")) await game.settings.set(ID, "bridgeUrl", address);
  }

  /** @this {PairingWindow} */
  static async #connect() {
    await this.#keepAddress();
    connect({ byHand: true });
  }

  /** @this {PairingWindow} */
  static #disconnect() {
    coign.bridge.disconnect("off");
  }

  /** @this {PairingWindow} */
  static async #forget() {
    await forget();
    this.render();
  }

  /** @this {PairingWindow} */
  static async #pair() {
    const code = this.value("code");
    await this.#keepAddress();
    this.#pairing = true;
    this.#problem = "";
    try {
      await pair(code, (shown) => {
        this.#code = shown;
        this.render();
      });
    } catch (problem) {
      this.#problem = t("COIGN.Pairing.Failed", { why: problem instanceof Error ? problem.message : String(problem) });
    } finally {
      this.#code = "";
      this.#pairing = false;
      this.render();
    }
  }
}

/** The game system's version, and the newest that its record was tried on. */
const untested = () => ({
  system: game.system.title,
  version: game.system.version,
  known: String(Math.max(...coign.adapter.knows.majorVersions)),
});

/**
 * @param {string} name
 * @param {import("../util/dom.mjs").Node_} input
 */
const field = (name, input) =>
  h("div.form-group", {}, h("label", {}, h("span", {}, t(`COIGN.Pairing.${name}`)), h("div.form-fields", {}, input)));
