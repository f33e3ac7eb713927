/**
 * The windows from before version 12: `Application`, `FormApplication`, `Dialog`. Modules use them until version 16 removes
 * them. One template, `getData`, `activateListeners` with jQuery where the page has it. (fvtt-types 13.346, `appv1`.)
 */

const DIALOG = "templates/hud/dialog.html";

/** @param {import("./client.mjs").Client} client  @param {object} parts  ApplicationV2, FormDataExtended, renderTemplate, core */
export function createAppV1(client, { ApplicationV2, FormDataExtended, renderTemplate, core }) {
  class Application {
    static get defaultOptions() {
      return { id: "", title: "", template: "", classes: [], width: null, height: null };
    }

    constructor(options = {}) {
      this.options = { ...this.constructor.defaultOptions, ...options };
      this.position = {};
      this.window = null;
    }

    get title() {
      return client.game.i18n.localize(this.options.title);
    }

    get template() {
      return this.options.template;
    }

    get rendered() {
      return this.window?.rendered ?? false;
    }

    get element() {
      return this.#wrapped(this.window?.element);
    }

    #wrapped(element) {
      return (
        client.window.jQuery?.(element ?? []) ?? Object.assign([element].filter(Boolean), { get: (n) => [element][n] })
      );
    }

    getData() {
      return this.options;
    }

    activateListeners(_html) {}

    /** Start to render and return at once, as Foundry's did; the window appears when its template has loaded. */
    render(force = false) {
      if (force || this.rendered) this._render().catch((error) => client.report(error, this.constructor.name));
      return this;
    }

    async _render() {
      const content = client.window.document.createElement("div");
      content.innerHTML = await renderTemplate(this.template, await this.getData());
      const holder = this;
      const Frame = class extends ApplicationV2 {
        async _renderHTML() {
          return content;
        }

        _replaceHTML(html, into) {
          into.replaceChildren(...html.childNodes);
          holder.activateListeners(holder.#wrapped(into));
        }

        /** The window's own cross closes the whole, which may have something to do then. */
        async close({ replaced = false } = {}) {
          return replaced ? super.close() : holder.close();
        }
      };
      await this.window?.close({ replaced: true });
      const { classes } = this.options;
      this.window = await new Frame({ classes, window: { title: this.title } }).render({ force: true });
      client.Hooks.callAll(`render${this.constructor.name}`, this, this.element, await this.getData());
    }

    async close() {
      await this.window?.close({ replaced: true });
      client.Hooks.callAll(`close${this.constructor.name}`, this, this.element);
    }
  }

  class FormApplication extends Application {
    constructor(object = {}, options = {}) {
      super(options);
      this.object = object;
    }

    activateListeners(html) {
      const form = html[0]?.querySelector("form");
      form?.addEventListener("submit", async (event) => {
        event.preventDefault();
        await this._updateObject(event, new FormDataExtended(form).object);
        if (this.options.closeOnSubmit ?? true) await this.close();
      });
    }

    async _updateObject(_event, _data) {}
  }

  /** A question with buttons, each of which gets the window's HTML. It closes with whichever is pressed. */
  class Dialog extends Application {
    constructor(data, options = {}) {
      super({ ...options, title: data.title, classes: ["dialog", ...(options.classes ?? [])], template: DIALOG });
      this.data = data;
    }

    getData() {
      return { content: this.data.content, buttons: this.data.buttons };
    }

    activateListeners(html) {
      for (const button of html[0].querySelectorAll(".dialog-button"))
        button.addEventListener("click", () => {
          this.data.buttons[button.dataset.button].callback?.(html);
          this.close();
        });
    }

    async close() {
      if (this.rendered) this.data.close?.(this.element);
      await super.close();
    }
  }

  core.set(DIALOG, ({ content, buttons }) => {
    const drawn = Object.entries(buttons).map(
      ([key, { label }]) => `<button type="button" class="dialog-button ${key}" data-button="${key}">${label}</button>`,
    );
    return `<div class="dialog-content">${content}</div><div class="dialog-buttons">${drawn.join("")}</div>`;
  });

  return { Application, FormApplication, Dialog };
}
