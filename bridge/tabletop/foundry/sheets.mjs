/**
 * Windows of Foundry's own that modules reach into: the settings, and the sheets of a token and of a wall.
 *
 * A sheet is a form with tabs; its fields carry the paths of the document's own fields, so what a module adds to the
 * form under such a name is saved with the rest. (Public API pages: SettingsConfig, TokenConfig, WallConfig.)
 */

import { expandObject, getProperty } from "./utils.mjs";

export function createSheets(client, { ApplicationV2, DocumentSheetV2, FormDataExtended }) {
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
        make("button", { type: "submit", textContent: "Save" }),
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

  /** A sheet of one document: `fields` are [path, label, input properties]. */
  function sheet(name, title, fields) {
    const found = class extends DocumentSheetV2 {
      static DEFAULT_OPTIONS = {
        classes: ["sheet", "standard-form"],
        tag: "form",
        position: { width: 480 },
        window: { title },
        actions: {
          tab(_event, target) {
            this.changeTab(target.dataset.tab, target.dataset.group);
          },
        },
        form: { closeOnSubmit: true, handler: save },
      };

      tabGroups = { sheet: "identity" };

      async _renderHTML() {
        const tab = make("a", { className: "active", textContent: "Identity" });
        Object.assign(tab.dataset, { action: "tab", group: "sheet", tab: "identity" });
        const nav = make("nav", { className: "sheet-tabs tabs" }, tab);
        nav.dataset.applicationPart = "tabs";
        const body = make("div", { className: "tab active" }, ...fields.map((field) => this.#field(field)));
        Object.assign(body.dataset, { group: "sheet", tab: "identity", applicationPart: "identity" });
        const footer = make(
          "footer",
          { className: "form-footer" },
          make("button", { type: "submit", textContent: "Update" }),
        );
        footer.dataset.applicationPart = "footer";
        return [nav, body, footer];
      }

      #field([path, label, properties]) {
        const value = getProperty(this.document._source, path);
        const given = properties.type === "checkbox" ? { checked: value } : { value };
        return row(label, "", make("input", { name: path, ...properties, ...given }));
      }

      _replaceHTML(parts, content) {
        content.replaceChildren(...parts);
      }
    };
    Object.defineProperty(found, "name", { value: name });
    return found;
  }

  async function save(_event, _form, data) {
    await this.document.update(expandObject(data.object));
  }

  const TokenConfig = sheet("TokenConfig", "Token", [
    ["name", "Name", { type: "text" }],
    ["elevation", "Elevation", { type: "number", step: "any" }],
    ["rotation", "Rotation (0 faces south)", { type: "number", step: "any" }],
    ["hidden", "Hidden", { type: "checkbox" }],
    ["disposition", "Disposition (-1 hostile, 1 friendly)", { type: "number", step: 1 }],
  ]);
  const WallConfig = sheet("WallConfig", "Wall", [
    ["sight", "Stops sight (0 none, 20 normal)", { type: "number", step: 10 }],
    ["move", "Stops movement (0 none, 20 normal)", { type: "number", step: 10 }],
    ["door", "Door (0 none, 1 door, 2 secret)", { type: "number", step: 1 }],
  ]);

  return {
    SettingsConfig,
    TokenConfig,
    WallConfig,
    FormDataExtended,
    openSettings: () => new SettingsConfig().render({ force: true }),
    openToken: (token) => new TokenConfig({ document: token }).render({ force: true }),
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
