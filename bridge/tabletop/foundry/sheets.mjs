/**
 * Foundry's own windows that modules extend: the settings, and the sheets of a token and of a wall.
 *
 * A sheet is a form made of parts (`PARTS`, and `TABS` that name them), which is drawn again part by part when its
 * document changes. Its inputs are named by the paths of the document's fields, so an input that a module adds under
 * such a name is saved as well. (fvtt-types 13.346, `applications/sheets`; how public modules add a part:
 * `TokenConfig.PARTS.theirs = {template}` before `footer`, and an entry in `TokenConfig.TABS.sheet.tabs`.)
 */

import { expandObject, getProperty } from "./utils.mjs";

export function createSheets(
  client,
  { ApplicationV2, DocumentSheetV2, FormDataExtended },
  { HandlebarsApplicationMixin, core },
) {
  const { document } = client.window;
  const { i18n } = client.game;

  class SettingsConfig extends ApplicationV2 {
    static DEFAULT_OPTIONS = {
      id: "settings-config",
      tag: "form",
      window: { title: "Settings" },
      position: { width: 560 },
      form: { closeOnSubmit: true, handler: saveSettings },
    };

    async _renderHTML() {
      const { settings, menus } = client.game.settings;
      const rows = [...menus.values()].filter((menu) => !menu.restricted || client.user.isGM).map(menuRow);
      const shown = [...settings.values()].filter((one) => one.config && (one.scope !== "world" || client.user.isGM));
      rows.push(
        ...shown.map((setting) => settingRow(setting, client.game.settings.get(setting.namespace, setting.key))),
      );
      const footer = make(
        "footer",
        { className: "form-footer" },
        make("button", { type: "submit", textContent: i18n.localize("Save") }),
      );
      return [...rows, footer];
    }

    _replaceHTML(rows, content) {
      content.replaceChildren(...rows);
    }
  }

  async function saveSettings(_event, _form, data) {
    for (const [id, value] of Object.entries(data.object)) {
      const setting = client.game.settings.settings.get(id);
      const given = setting.type === Number ? Number(value) : value;
      if (JSON.stringify(given) !== JSON.stringify(client.game.settings.get(setting.namespace, setting.key))) {
        await client.game.settings.set(setting.namespace, setting.key, given);
      }
    }
  }

  function menuRow({ name, label, hint, type: Menu }) {
    const button = make("button", { type: "button", textContent: i18n.localize(label ?? name) });
    button.addEventListener("click", () => new Menu().render({ force: true }));
    return row(i18n.localize(name), i18n.localize(hint ?? ""), button);
  }

  function settingRow(setting, value) {
    return row(
      i18n.localize(setting.name ?? setting.key),
      i18n.localize(setting.hint ?? ""),
      settingInput(setting, value),
    );
  }

  function settingInput({ id, type, choices, range }, value) {
    if (choices) {
      const entries = Object.entries(choices).map(([key, text]) => ({
        value: key,
        textContent: i18n.localize(text),
        selected: String(value) === key,
      }));
      return make("select", { name: id }, ...entries.map((entry) => make("option", entry)));
    }
    if (type === Boolean || typeof value === "boolean")
      return make("input", { type: "checkbox", name: id, checked: value });
    if (type === Number)
      return make("input", { type: "number", name: id, value, ...range, step: range?.step ?? "any" });
    return make("input", { type: "text", name: id, value: value ?? "" });
  }

  // Parts and tabs have the core's names, because public modules add theirs before `footer`. A part has only the fields
  // that the demo or a test needs.
  core.set("templates/generic/tab-navigation.hbs", ({ tabs }) =>
    make(
      "nav",
      { className: "sheet-tabs tabs" },
      ...Object.values(tabs).map(({ id, group, cssClass, label, icon }) => {
        const link = make("a", { className: cssClass });
        Object.assign(link.dataset, { action: "tab", group, tab: id });
        if (icon) link.append(make("i", { className: icon, inert: true }), " ");
        link.append(make("span", { textContent: i18n.localize(label) }));
        return link;
      }),
    ),
  );
  core.set("templates/generic/form-footer.hbs", ({ buttons }) =>
    make(
      "footer",
      { className: "form-footer" },
      ...buttons.map(({ type, label }) => make("button", { type, textContent: i18n.localize(label) })),
    ),
  );

  /** Make a part with fields of the document: [path, label, properties of the input]. */
  function fieldsPart(path, fields) {
    core.set(path, ({ tab, source }) => {
      const part = make("div", { className: tab ? `tab ${tab.cssClass}` : "standard-form" });
      if (tab) Object.assign(part.dataset, { group: tab.group, tab: tab.id });
      const rows = fields.map(([name, label, properties]) => {
        const value = getProperty(source, name);
        const given = properties.type === "checkbox" ? { checked: value } : { value };
        return row(i18n.localize(label), "", make("input", { name, ...properties, ...given }));
      });
      part.append(make("fieldset", {}, ...rows));
      return part;
    });
    return { template: path };
  }

  const whole = { type: "number", step: 1 };
  const number = { type: "number", step: "any" };
  const TOKEN_PARTS = {
    tabs: { template: "templates/generic/tab-navigation.hbs" },
    identity: fieldsPart("templates/scene/token/identity.hbs", [
      ["name", "Name", { type: "text" }],
      ["elevation", "Elevation", number],
      ["hidden", "Hidden", { type: "checkbox" }],
      ["disposition", "Disposition (-1 hostile, 1 friendly)", whole],
    ]),
    appearance: fieldsPart("templates/scene/token/appearance.hbs", [
      ["rotation", "Rotation (0 faces south)", number],
      ["lockRotation", "Artwork does not turn", { type: "checkbox" }],
    ]),
    vision: fieldsPart("templates/scene/token/vision.hbs", [
      ["sight.enabled", "Has sight", { type: "checkbox" }],
      ["sight.range", "Range of sight", number],
    ]),
    light: fieldsPart("templates/scene/token/light.hbs", [
      ["light.dim", "Dim light", number],
      ["light.bright", "Bright light", number],
    ]),
    footer: { template: "templates/generic/form-footer.hbs" },
  };
  const TOKEN_TABS = {
    sheet: {
      tabs: [
        { id: "identity", icon: "fa-solid fa-memo-pad", label: "Identity" },
        { id: "appearance", icon: "fa-solid fa-square-user", label: "Appearance" },
        { id: "vision", icon: "fa-solid fa-eye", label: "Vision" },
        { id: "light", icon: "fa-solid fa-lightbulb-on", label: "Light" },
      ],
      initial: "identity",
    },
  };

  /** The common base of the sheets of a token and of an actor's prototype token. */
  const TokenApplicationMixin = (Base) =>
    class TokenApplication extends HandlebarsApplicationMixin(Base) {
      static DEFAULT_OPTIONS = {
        classes: ["token-config", "standard-form"],
        position: { width: 480 },
        form: { closeOnSubmit: true },
      };
      static PARTS = { ...TOKEN_PARTS };
      static TABS = { sheet: { ...TOKEN_TABS.sheet, tabs: [...TOKEN_TABS.sheet.tabs] } };

      async _prepareContext(options) {
        const context = await super._prepareContext(options);
        const buttons = [{ type: "submit", label: "Update" }];
        return { ...context, token: this.token, source: this.token._source ?? this.token, buttons };
      }

      async _preparePartContext(partId, context, options) {
        const partial = await super._preparePartContext(partId, context, options);
        const tabs = this._prepareTabs("sheet");
        return { ...partial, tabs, tab: tabs[partId] };
      }
    };

  class TokenConfig extends TokenApplicationMixin(DocumentSheetV2) {
    static DEFAULT_OPTIONS = { window: { title: "Token" } };

    get token() {
      return this.document;
    }

    get actor() {
      return this.document.actor;
    }

    get isPrototype() {
      return false;
    }
  }

  /** The sheet of an actor's prototype token, which is no document and is saved with its actor. */
  class PrototypeTokenConfig extends TokenApplicationMixin(ApplicationV2) {
    static DEFAULT_OPTIONS = { tag: "form", window: { title: "Prototype Token" }, form: { handler: savePrototype } };

    constructor({ prototype: token, ...options } = {}) {
      super(options);
      this.token = token;
    }

    get actor() {
      return this.token.parent;
    }

    get isPrototype() {
      return true;
    }
  }

  async function savePrototype(_event, _form, data) {
    await this.actor.update({ prototypeToken: expandObject(data.object) });
  }

  class WallConfig extends HandlebarsApplicationMixin(DocumentSheetV2) {
    static DEFAULT_OPTIONS = {
      classes: ["wall-config", "standard-form"],
      position: { width: 480 },
      window: { title: "Wall" },
      form: { closeOnSubmit: true },
    };
    static PARTS = {
      body: fieldsPart("templates/scene/wall-config.hbs", [
        ["sight", "Stops sight (0 none, 20 normal)", whole],
        ["move", "Stops movement (0 none, 20 normal)", whole],
        ["door", "Door (0 none, 1 door, 2 secret)", whole],
      ]),
      footer: { template: "templates/generic/form-footer.hbs" },
    };

    async _prepareContext(options) {
      return { ...(await super._prepareContext(options)), buttons: [{ type: "submit", label: "Update" }] };
    }
  }

  return {
    SettingsConfig,
    TokenConfig,
    PrototypeTokenConfig,
    WallConfig,
    FormDataExtended,
    openSettings: () => new SettingsConfig().render({ force: true }),
    openToken: (token) => new TokenConfig({ document: token }).render({ force: true }),
    openPrototype: (actor) => new PrototypeTokenConfig({ prototype: actor.prototypeToken }).render({ force: true }),
    openWall: (wall) => new WallConfig({ document: wall }).render({ force: true }),
  };

  function make(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) if (value !== undefined) element[key] = value;
    element.append(...children);
    return element;
  }

  /** Foundry's form row: div.form-group > label + .form-fields, and p.hint. */
  function row(label, hint, input) {
    const name = make("label", { textContent: label });
    if (input.name) {
      input.id = `field-${input.name}-${Math.random().toString(36).slice(2, 8)}`;
      name.htmlFor = input.id;
    }
    const group = make("div", { className: "form-group" }, name, make("div", { className: "form-fields" }, input));
    if (hint) group.append(make("p", { className: "hint", textContent: hint }));
    return group;
  }
}
