/**
 * The buttons round a token after a right click: `canvas.hud.token`. Modules add theirs in the hook `renderTokenHUD`.
 *
 * Faithful in what modules rely on (fvtt-types 13.346, `applications/hud/token-hud.d.mts`): `bind`, `object`, `document`,
 * two columns of `button.control-icon`, and a new rendering whenever the token changes. Two of Foundry's buttons are there.
 */

/**
 * @param {import("./client.mjs").Client} client
 * @param {typeof Object} ApplicationV2
 */
export function createTokenHud(client, ApplicationV2) {
  const { document } = client.window;

  return class TokenHUD extends ApplicationV2 {
    static DEFAULT_OPTIONS = {
      id: "token-hud",
      classes: ["placeable-hud"],
      tag: "form",
      window: { frame: false },
      actions: {
        visibility: TokenHUD.#toggleVisibility,
        target: TokenHUD.#toggleTarget,
      },
    };

    #object = null;

    constructor(options) {
      super(options);
      client.Hooks.on("updateToken", (token) => token === this.document && this.render());
      client.Hooks.on("deleteToken", (token) => token === this.document && this.close());
    }

    get object() {
      return this.#object;
    }

    get document() {
      return this.#object?.document;
    }

    async bind(object) {
      this.#object = object;
      return this.render({ force: true });
    }

    _onClose(options) {
      super._onClose(options);
      this.#object = null;
    }

    async _renderHTML() {
      const columns = ["left", "middle", "right"].map((name) =>
        Object.assign(document.createElement("div"), { className: `col ${name}` }),
      );
      columns[0].append(button("visibility", "Toggle Visibility State", "fa-eye-slash", this.document.hidden));
      columns[2].append(button("target", "Toggle Target State", "fa-bullseye", this.object.isTargeted));
      return columns;
    }

    _replaceHTML(columns, element) {
      element.replaceChildren(...columns);
      const { x, y, w, h } = this.object;
      const { x: left, y: top } = client.canvas.clientCoordinatesFromCanvas({ x: x + w / 2, y: y + h / 2 });
      Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
    }

    static async #toggleVisibility() {
      await this.document.update({ hidden: !this.document.hidden });
    }

    static #toggleTarget() {
      this.object.setTarget(!this.object.isTargeted, { releaseOthers: false });
      this.render();
    }
  };

  function button(action, label, icon, active) {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "control-icon" });
    made.classList.toggle("active", Boolean(active));
    made.dataset.action = action;
    made.setAttribute("aria-label", client.t(label));
    const sign = document.createElement("i");
    sign.className = `fa-solid ${icon}`;
    made.append(sign);
    return made;
  }
}
