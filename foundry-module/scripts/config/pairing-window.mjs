/** The window of Coign: what it is doing, the next step, doors to its other windows, and pairing with a bridge. */

import { barrier, normalise } from "../connection/address.mjs";
import { connect, nextPlan, pair, unpair } from "../connection/connect.mjs";
import { actionButton, h } from "../util/dom.mjs";
import { whyOf } from "../util/errors.mjs";
import { addTool, ID, t } from "../util/foundry.mjs";
import { openPanel, Panel } from "../util/panel.mjs";
import { DOORS, describeDoors } from "./doors.mjs";
import { sentencesOf } from "./foundry-checks.mjs";
import { shownState, stateHelp, stateText, titleOf } from "./status.mjs";

/** States in which the user has to pair, or to pair again. */
const NEEDS_PAIRING = new Set(["unpaired", "refused"]);
/** States in which no bridge computes, and no other browser either: this one may. */
const AWAY = new Set(["unpaired", "asking", "blocked", "reconnecting", "too-big", "refused", "version"]);

export class PairingWindow extends Panel {
  static HELP = "no-card";

  static DEFAULT_OPTIONS = {
    id: "coign-pairing",
    classes: ["coign-window"],
    window: { title: "COIGN.Pairing.Title", icon: "fa-solid fa-chess-rook" },
    position: { width: 480 },
    actions: /** @satisfies {import("../util/panel.mjs").Actions<PairingWindow>} */ ({
      async door(_event, { dataset }) {
        await DOORS[/** @type {keyof typeof DOORS} */ (dataset.key)].open(this.coign);
      },
      async connect() {
        await this.#keepAddress();
        connect(this.coign, { byHand: true });
      },
      disconnect() {
        this.coign.engine.disconnect("off");
      },
      meanwhile() {
        this.coign.meanwhile.begin();
      },
      async pair() {
        await this.#pair();
      },
      async forget() {
        await unpair(this.coign);
        this.render();
      },
    }),
  };

  /** The code shown on both sides, until a person approves it at the bridge. */
  #code = "";
  /** Why the last attempt to pair failed. */
  #problem = "";
  #pairing = false;

  /** @override */
  describe() {
    const { coign } = this;
    const { why, welcome } = coign.engine.status;
    const state = shownState(coign);
    const bridgePlanned = nextPlan(coign).place === "bridge";
    return [
      h(
        "div.coign-status",
        { role: "status", "data-state": state },
        h("strong", {}, stateText(coign)),
        " ",
        welcome && h("span", {}, t("COIGN.Pairing.Server", { version: welcome.server })),
        why && h("p", {}, why),
        h("p", {}, stateHelp(coign)),
        bridgePlanned && this.#barrier(),
      ),
      ...sentencesOf(coign).map((sentence) => h("p.notification.warning.coign-off", {}, sentence)),
      ...[...coign.unread].map((module) => h("p.hint", {}, t("COIGN.Pairing.Unread", { module }))),
      !coign.adapter.tested && h("p.hint", {}, t("COIGN.Pairing.Untested", untested(coign))),
      this.#problem && h("p.coign-problem", { role: "alert" }, this.#problem),
      describeDoors(),
      ...(bridgePlanned ? this.#bridge(state) : this.#page(state)),
    ];
  }

  /**
   * Describe a bridge's address, pairing, and what can be done.
   * @param {string} state
   */
  #bridge(state) {
    const paired = Boolean(this.coign.setting("token"));
    return [
      this.#address(),
      ...(paired && !NEEDS_PAIRING.has(state) ? [] : this.#pairingFields()),
      h("footer.form-footer", {}, this.#buttons(state, paired)),
    ];
  }

  /**
   * Describe what can be done while this browser computes, and behind a fold how to use a bridge instead.
   * @param {string} state
   */
  #page(state) {
    const stopped = state === "off" || state === "failed" || state === "taken-over";
    const owner = nextPlan(this.coign).owner?.isSelf;
    return [
      owner && h("footer.form-footer", {}, stopped ? button("connect", { label: "restart" }) : button("disconnect")),
      h("details.coign-bridge", { "data-fold": "bridge", open: this.#pairing }, [
        h("summary", {}, t("COIGN.Pairing.UseBridge")),
        h("p.hint", {}, t("COIGN.Pairing.BridgeHint")),
        this.#address(),
        this.#barrier(),
        ...this.#pairingFields(),
        h("footer.form-footer", {}, [button("pair", { disabled: this.#pairing })]),
      ]),
    ];
  }

  #address() {
    return field("address", { value: this.coign.setting("bridgeUrl") });
  }

  /** Describe how the browser will treat this address, before the user connects. */
  #barrier() {
    try {
      const kind = barrier(normalise(this.coign.setting("bridgeUrl"), location), location);
      return kind !== "none" && h("p.coign-barrier", {}, t(`COIGN.Barrier.${kind}`));
    } catch (problem) {
      return h("p.coign-barrier", {}, whyOf(problem));
    }
  }

  #pairingFields() {
    if (this.#code)
      return [h("p.coign-code", { role: "status" }, t("COIGN.Pairing.Approve"), h("strong", {}, this.#code))];
    return [field("code", { autocomplete: "off", spellcheck: "false" }), h("p.hint", {}, t("COIGN.Pairing.CodeHint"))];
  }

  /**
   * @param {string} state
   * @param {boolean} paired
   */
  #buttons(state, paired) {
    const { meanwhile } = this.coign;
    const away = AWAY.has(state) && nextPlan(this.coign).owner?.isSelf && button("meanwhile");
    if (!paired || NEEDS_PAIRING.has(state))
      return [button("pair", { disabled: this.#pairing }), paired && button("forget"), away];
    const connected = state === "connected" || state === "no-rules";
    const connection = connected && !meanwhile.running ? "disconnect" : "connect";
    return [away, button(connection), button("forget")];
  }

  async #keepAddress() {
    const address = this.value("address");
    if (address !== this.coign.setting("bridgeUrl")) await game.settings.set(ID, "bridgeUrl", address);
  }

  async #pair() {
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
      this.#problem = t("COIGN.Pairing.Failed", { why: whyOf(problem) });
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
 * @param {string} action
 * @param {{label?: string, disabled?: boolean}} [options] `label`: its name in the language files, if not the action's
 */
const button = (action, { label = action, disabled = false } = {}) =>
  actionButton(action, t(`COIGN.Pairing.${label}`), { disabled });

/**
 * @param {string} name
 * @param {Parameters<typeof h>[1]} attributes
 */
function field(name, attributes) {
  const input = h("input", { name, type: "text", ...attributes, "data-keep": true });
  const label = h("label", {}, h("span", {}, t(`COIGN.Pairing.${name}`)), h("div.form-fields", {}, input));
  return h("div.form-group", {}, label);
}

/**
 * Add the button to the scene controls. (`getSceneControlButtons`)
 * @param {Coign.Context} coign
 * @param {Record<string, any>} controls
 */
export function addControl(coign, controls) {
  if (!coign.contract.meet("scene-controls", controls) || !game.user.isGM) return;
  const onChange = () => openPanel(coign, PairingWindow);
  addTool(controls.tokens, "coign", { title: titleOf(coign), icon: "fa-solid fa-chess-rook", onChange });
}
