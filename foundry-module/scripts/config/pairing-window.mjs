/** The pairing window: the state of the connection, the next step, and pairing with the bridge. */

import { barrier, normalise } from "../connection/address.mjs";
import { connect, pair, unpair } from "../connection/connect.mjs";
import { shownState } from "../connection/rulesets.mjs";
import { h } from "../util/dom.mjs";
import { ID } from "../util/id.mjs";
import { openPanel, Panel } from "../util/panel.mjs";
import { t } from "../util/translate.mjs";
import { RulesWindow } from "./rules-window.mjs";
import { TestWindow } from "./test-window.mjs";

/** States in which the user has to pair, or to pair again. */
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
      rules: PairingWindow.#rules,
      test: PairingWindow.#test,
      forget: PairingWindow.#forget,
    },
  };

  /** The code shown on both sides, until a person approves it at the bridge. */
  #code = "";
  /** Why the last attempt to pair failed. */
  #problem = "";
  #pairing = false;

  /** @override */
  describe() {
    const { coign } = this;
    const { why, welcome } = coign.bridge.status;
    const state = shownState(coign);
    const paired = Boolean(coign.setting("token"));
    return [
      h(
        "div.coign-status",
        { role: "status", "data-state": state },
        h("strong", {}, t(`COIGN.Status.${state}`)),
        " ",
        welcome && h("span", {}, t("COIGN.Pairing.Server", { version: welcome.server })),
        why && h("p", {}, why),
        h("p", {}, state === "no-rules" ? coign.rulesProblem : t(`COIGN.Help.${state}`)),
        this.#barrier(),
      ),
      ...[...coign.unread].map((module) => h("p.hint", {}, t("COIGN.Pairing.Unread", { module }))),
      !coign.adapter.tested && h("p.hint", {}, t("COIGN.Pairing.Untested", untested(coign))),
      this.#problem && h("p.coign-problem", { role: "alert" }, this.#problem),
      field(
        "address",
        h("input", { name: "address", type: "text", value: coign.setting("bridgeUrl"), "data-keep": true }),
      ),
      ...(paired && !NEEDS_PAIRING.has(state) ? [] : this.#pairingFields()),
      h("footer.form-footer", {}, this.#buttons(state, paired)),
    ];
  }

  /** Describe what the browser will do about this address, before the user connects. */
  #barrier() {
    try {
      const kind = barrier(normalise(this.coign.setting("bridgeUrl"), location), location);
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
    const connected = state === "connected" || state === "no-rules";
    return [button("rules"), button("test"), connected ? button("disconnect") : button("connect"), button("forget")];
  }

  async #keepAddress() {
    const address = this.value("address");
    if (address !== this.coign.setting("bridgeUrl")) await game.settings.set(ID, "bridgeUrl", address);
  }

  /** @this {PairingWindow} */
  static async #connect() {
    await this.#keepAddress();
    connect(this.coign, { byHand: true });
  }

  /** @this {PairingWindow} */
  static #rules() {
    openPanel(this.coign, RulesWindow);
  }

  /** @this {PairingWindow} */
  static #test() {
    openPanel(this.coign, TestWindow);
  }

  /** @this {PairingWindow} */
  static #disconnect() {
    this.coign.bridge.disconnect("off");
  }

  /** @this {PairingWindow} */
  static async #forget() {
    await unpair(this.coign);
    this.render();
  }

  /** @this {PairingWindow} */
  static async #pair() {
    const code = this.value("code");
    await this.#keepAddress();
    this.#pairing = true;
    this.#problem = "";
    try {
      await pair(this.coign, code, (shown) => {
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

/**
 * Return the game system's version, and the newest that its record was tested on.
 * @param {Coign.Context} coign
 */
const untested = (coign) => ({
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
