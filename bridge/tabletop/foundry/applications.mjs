/**
 * ApplicationV2 and its subclasses: a window with a header, content made by the subclass, actions by `data-action`, a
 * form.
 *
 * Faithful in what modules rely on (public API pages, ApplicationV2): options merge down the chain of classes; a render
 * goes _prepareContext, _renderHTML, _replaceHTML, _onFirstRender, _onRender, then a `render<Class>` hook for each
 * class of the chain; closing fires `close<Class>`. Positions, resizing and pop-outs are not there.
 */

import { deepClone, expandObject, isPlainObject } from "./utils.mjs";

export function createApplications(client) {
  const { document } = client.window;
  const instances = new Map();
  let lastId = 0;

  class ApplicationV2 extends EventTarget {
    static DEFAULT_OPTIONS = {
      id: "app-{id}",
      classes: [],
      tag: "div",
      window: { frame: true, title: "", icon: "", minimizable: true },
      actions: {},
      form: undefined,
      position: {},
    };

    static TABS = {};

    static inheritanceChain() {
      const chain = [];
      for (let at = this; at && at !== EventTarget && at.prototype; at = Object.getPrototypeOf(at)) chain.push(at);
      return chain;
    }

    constructor(options = {}) {
      super();
      this.options = [...this.constructor.inheritanceChain()]
        .reverse()
        .filter((one) => Object.hasOwn(one, "DEFAULT_OPTIONS"))
        .reduce((merged, one) => merge(merged, one.DEFAULT_OPTIONS), {});
      this.options = merge(this.options, options);
      this.id = this.options.id.replace("{id}", String(++lastId));
      this.rendered = false;
      this.element = null;
      this.position = { ...this.options.position };
      this.tabGroups = {};
      for (const group of Object.keys(this.constructor.TABS))
        this.tabGroups[group] = this._getTabsConfig(group).initial ?? null;
    }

    _getTabsConfig(group) {
      return this.constructor.TABS[group] ?? null;
    }

    /** The tabs of a group, as templates take them. */
    _prepareTabs(group) {
      const { tabs, labelPrefix } = this._getTabsConfig(group) ?? { tabs: [] };
      return Object.fromEntries(
        tabs.map(({ id, label, ...tab }) => {
          const active = this.tabGroups[group] === id;
          const prefixed = labelPrefix ? `${labelPrefix}.${id}` : id;
          return [id, { ...tab, id, group, active, cssClass: active ? "active" : "", label: label ?? prefixed }];
        }),
      );
    }

    get title() {
      return client.game.i18n.localize(this.options.window.title);
    }

    get hasFrame() {
      return this.options.window.frame;
    }

    get form() {
      const { element } = this;
      return element?.tagName === "FORM" ? element : (element?.querySelector("form.window-content") ?? null);
    }

    get state() {
      return this.rendered ? 2 : 0;
    }

    async render(given = {}, more = {}) {
      const options = typeof given === "boolean" ? { force: given, ...more } : { ...given };
      if (!this.rendered && !options.force) return this;
      options.isFirstRender = !this.rendered;
      this._configureRenderOptions(options);
      const context = await this._prepareContext(options);
      if (options.isFirstRender) await this._preFirstRender(context, options);
      await this._preRender(context, options);
      const result = await this._renderHTML(context, options);
      if (options.isFirstRender) this.#open(options);
      else if (this.hasFrame) this.element.querySelector(".window-title").textContent = this.title;
      this._replaceHTML(result, this.hasFrame ? this.element.querySelector(".window-content") : this.element, options);
      if (options.isFirstRender) await this._onFirstRender(context, options);
      await this._onRender(context, options);
      this.rendered = true;
      for (const one of this.constructor.inheritanceChain()) {
        if (one.name) client.Hooks.callAll(`render${one.name}`, this, this.element, context, options);
      }
      return this;
    }

    #open() {
      this.element = document.createElement(this.options.tag);
      this.element.id = this.id;
      this.element.className = ["application", ...this.options.classes].join(" ");
      if (this.hasFrame) this.element.classList.add("themed", `theme-${this._theme()}`);
      if (this.position.width && this.position.width !== "auto") this.element.style.width = `${this.position.width}px`;
      if (this.hasFrame) {
        const header = document.createElement("header");
        header.className = "window-header";
        const title = Object.assign(document.createElement("h1"), {
          className: "window-title",
          textContent: this.title,
        });
        const close = Object.assign(document.createElement("button"), {
          type: "button",
          className: "header-control",
          textContent: "×",
        });
        close.dataset.action = "close";
        close.setAttribute("aria-label", client.t("Close"));
        header.append(title, close);
        const { contentTag = "section", contentClasses = [] } = this.options.window;
        const content = document.createElement(contentTag);
        content.className = ["window-content", ...contentClasses].join(" ");
        this.element.append(header, content);
      }
      this.element.addEventListener("click", (event) => this.#clicked(event));
      this.element.addEventListener("submit", (event) => this.#submitted(event));
      this.element.addEventListener("change", (event) => this.#changed(event));
      (document.querySelector("#windows") ?? document.body).append(this.element);
      instances.set(this.id, this);
    }

    /** The theme that the user has chosen for windows. */
    _theme() {
      return document.body.classList.contains("theme-dark") ? "dark" : "light";
    }

    #clicked(event) {
      const target = event.target.closest("[data-action]");
      if (!target || !this.element.contains(target)) return;
      if (target.dataset.action === "close") {
        this.close();
        return;
      }
      const action = this.options.actions[target.dataset.action];
      const handler = typeof action === "function" ? action : action?.handler;
      if (handler) handler.call(this, event, target);
      else if (target.dataset.action === "tab") this.changeTab(target.dataset.tab, target.dataset.group);
      else this._onClickAction(event, target);
    }

    async #submitted(event) {
      event.preventDefault();
      const { handler, closeOnSubmit } = this.options.form ?? {};
      await handler?.call(this, event, event.target, new FormDataExtended(event.target));
      if (closeOnSubmit) await this.close({ submitted: true });
    }

    #changed(event) {
      this._onChangeForm(this.options.form ?? {}, event);
      if (this.options.form?.submitOnChange) this.form?.requestSubmit();
    }

    async submit() {
      this.form?.requestSubmit();
    }

    async close(options = {}) {
      if (!this.rendered) return this;
      await this._preClose(options);
      this.element.remove();
      this.rendered = false;
      instances.delete(this.id);
      this._onClose(options);
      this.dispatchEvent(new Event("close"));
      for (const one of this.constructor.inheritanceChain())
        if (one.name) client.Hooks.callAll(`close${one.name}`, this);
      return this;
    }

    bringToFront() {
      this.element?.parentElement.append(this.element);
    }

    setPosition(position) {
      return Object.assign(this.position, position);
    }

    changeTab(tab, group) {
      this.tabGroups[group] = tab;
      for (const part of this.element.querySelectorAll(`[data-group="${group}"][data-tab]`)) {
        part.classList.toggle("active", part.dataset.tab === tab);
      }
    }

    _configureRenderOptions(_options) {}

    async _prepareContext(_options) {
      return {};
    }

    async _preFirstRender(_context, _options) {}

    async _preRender(_context, _options) {}

    async _renderHTML(_context, _options) {
      throw new Error(`${this.constructor.name} has no _renderHTML`);
    }

    _replaceHTML(_result, _content, _options) {}

    async _onFirstRender(_context, _options) {}

    async _onRender(_context, _options) {}

    _onClickAction(_event, _target) {}

    _onChangeForm(_form, _event) {}

    async _preClose(_options) {}

    _onClose(_options) {}
  }

  class FormDataExtended {
    constructor(form) {
      this.object = {};
      for (const field of form.elements) {
        if (!field.name || field.disabled || (field.type === "radio" && !field.checked)) continue;
        this.object[field.name] = fieldValue(field);
      }
    }

    has(name) {
      return Object.hasOwn(this.object, name);
    }

    get(name) {
      return this.object[name] ?? null;
    }
  }

  /** The sheet of one document. It is rendered again when the document changes. */
  class DocumentSheetV2 extends ApplicationV2 {
    static DEFAULT_OPTIONS = {
      classes: ["sheet"],
      tag: "form",
      form: { closeOnSubmit: false, handler: submitDocument },
    };

    constructor({ document: subject, ...options } = {}) {
      super(options);
      this.document = subject;
    }

    get isEditable() {
      return this.document.isOwner ?? true;
    }

    async _prepareContext(options) {
      const context = await super._prepareContext(options);
      const { document: subject } = this;
      return { ...context, document: subject, source: subject._source, editable: this.isEditable, user: client.user };
    }

    async _onFirstRender(context, options) {
      await super._onFirstRender(context, options);
      if (!this.document.apps) Object.defineProperty(this.document, "apps", { value: {}, configurable: true });
      this.document.apps[this.id] = this;
    }

    _onClose(options) {
      super._onClose(options);
      delete this.document.apps?.[this.id];
    }

    _processFormData(_event, _form, data) {
      return expandObject(data.object);
    }

    _prepareSubmitData(event, form, data) {
      return this._processFormData(event, form, data);
    }

    async _processSubmitData(_event, _form, submitted, options) {
      await this.document.update(submitted, options);
    }
  }

  async function submitDocument(event, form, data) {
    await this._processSubmitData(event, form, this._prepareSubmitData(event, form, data));
  }

  return { ApplicationV2, DocumentSheetV2, FormDataExtended, instances, expandObject };
}

function fieldValue(field) {
  if (field.dataset.dtype === "JSON") return JSON.parse(field.value || "null");
  if (field.type === "checkbox") return field.checked;
  if (field.multiple) return [...field.selectedOptions].map((option) => option.value);
  const numeric = field.type === "number" || field.type === "range" || field.dataset.dtype === "Number";
  if (numeric) return field.value === "" ? null : Number(field.value);
  return field.value;
}

/** Merge the options of two classes: objects merge, lists of classes add up, anything else is replaced. */
function merge(under, over) {
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    if (key === "classes") merged[key] = [...(under[key] ?? []), ...value];
    else merged[key] = isPlainObject(value) && isPlainObject(under[key]) ? merge(under[key], value) : deepClone(value);
  }
  return merged;
}
