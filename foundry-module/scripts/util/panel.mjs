/** Coign's own windows: each describes its content as data, knows the context, and keeps typed values when redrawn. */

import { elementOf, h } from "./dom.mjs";
import { ID, pageOnSite, t } from "./foundry.mjs";

/**
 * The functions of a window's buttons, by action. Foundry calls each with the window as `this`.
 * @template Window
 * @typedef {Record<string, (this: Window, event: Event, button: HTMLElement) => unknown>} Actions
 */

export class Panel extends foundry.applications.api.ApplicationV2 {
  /** The page of the site that says what this window is for. */
  static HELP = "gm";

  /**
   * The context that this window works with. Foundry creates windows itself and passes nothing of ours to them, so the
   * context comes with the class: see `withContext`.
   * @returns {Coign.Context}
   */
  get coign() {
    throw new Error("a panel is created from the class that withContext returns");
  }

  /**
   * Describe the window's content.
   * @returns {unknown[]} nodes, and the null and false that `h` leaves out
   */
  describe() {
    return [];
  }

  /**
   * Open the window, or bring the one that is open to the front: Foundry's settings create another each time.
   *
   * @override
   * @param {any} [options]
   */
  async render(options) {
    const open = foundry.applications.instances.get(this.id);
    if (!open || open === this) return super.render(options);
    await open.render({ force: true });
    open.bringToFront();
    return this;
  }

  /**
   * A field was changed by the user.
   * @param {HTMLInputElement | HTMLSelectElement} _field
   * @returns {unknown}
   */
  changed(_field) {
    return undefined;
  }

  /** @override */
  async _renderHTML() {
    return h("div.coign-panel.standard-form.scrollable", {}, this.describe(), this.#help());
  }

  /** Describe the button that opens the window's page on the site; null if this copy of the module names none. */
  #help() {
    const { HELP } = /** @type {typeof Panel} */ (this.constructor);
    const href = pageOnSite(HELP);
    const icon = h("i.fa-solid.fa-circle-question", { "aria-hidden": "true" });
    return href && h("a.coign-help", { href, target: "_blank", rel: "noopener" }, icon, " ", t("COIGN.HelpOnSite"));
  }

  /**
   * Replace the content, and keep the text that was typed, the folds that were opened, and the focus.
   *
   * @override
   * @param {import("./dom.mjs").Node_} node
   * @param {HTMLElement} content
   */
  _replaceHTML(node, content) {
    const typed = new Map([...inputs(content)].map((input) => [input.name, input]));
    const focused = content.ownerDocument.activeElement;
    const selector = content.contains(focused) ? selectorOf(/** @type {HTMLElement} */ (focused)) : null;
    const opened = new Set([...folds(content)].filter((fold) => fold.open).map((fold) => fold.dataset.fold));
    const panel = elementOf(node, content.ownerDocument);
    panel.addEventListener("change", ({ target }) => this.changed(/** @type {HTMLInputElement} */ (target)));
    content.replaceChildren(panel);
    for (const fold of folds(content)) fold.open ||= opened.has(fold.dataset.fold);
    for (const input of inputs(content)) {
      const before = typed.get(input.name);
      if (before && input.hasAttribute("data-keep")) input.value = before.value;
    }
    /** @type {HTMLElement | null} */
    const successor = selector ? content.querySelector(selector) : null;
    successor?.focus();
  }

  /**
   * Return a field's value.
   * @param {string} name
   */
  value(name) {
    return [...inputs(this.element)].find((input) => input.name === name)?.value.trim() ?? "";
  }
}

/**
 * Return a window's class, tied to the context.
 * @template {typeof Panel} Class
 * @param {Class} Window
 * @param {Coign.Context} coign
 * @returns {Class}
 */
function withContext(Window, coign) {
  return /** @type {Class} */ (
    class extends /** @type {typeof Panel} */ (Window) {
      /** @override */
      get coign() {
        return coign;
      }
    }
  );
}

/**
 * Add a button to the module's settings that opens a window. Call it while Foundry initialises.
 *
 * @param {Coign.Context} coign
 * @param {string} name of the button, as the language files have it
 * @param {typeof Panel} Window
 * @param {string} icon
 */
export function registerMenu(coign, name, Window, icon) {
  const label = `COIGN.Settings.${name}`;
  game.settings?.registerMenu(ID, name, {
    name: `${label}.name`,
    hint: `${label}.hint`,
    label: `${label}.label`,
    restricted: true,
    icon,
    type: withContext(Window, coign),
  });
}

/**
 * Open a window, or bring it to the front if it is open.
 * @param {Coign.Context} coign
 * @param {typeof Panel} Window
 */
export function openPanel(coign, Window) {
  const { instances } = foundry.applications;
  const open = instances.get(Window.DEFAULT_OPTIONS.id ?? "");
  return (open ?? new (withContext(Window, coign))()).render({ force: true });
}

/** Redraw every window of ours that is open. */
export function refreshPanels() {
  for (const window of foundry.applications.instances.values()) if (window instanceof Panel) window.render();
}

/**
 * Return the fields of a window that have a name.
 * @param {ParentNode} within
 * @returns {NodeListOf<HTMLInputElement | HTMLSelectElement>}
 */
const inputs = (within) => within.querySelectorAll("input[name], select[name]");

/**
 * @param {ParentNode} within
 * @returns {NodeListOf<HTMLDetailsElement>}
 */
const folds = (within) => within.querySelectorAll("details[data-fold]");

/**
 * Return a selector that finds the same control after a redraw; null if the element has nothing to be found by.
 * @param {HTMLElement} element
 */
function selectorOf(element) {
  const { action, key = "" } = element.dataset;
  const name = element.getAttribute("name");
  const value = element.getAttribute("type") === "radio" ? element.getAttribute("value") : null;
  if (name) return `[name="${CSS.escape(name)}"]${value === null ? "" : `[value="${CSS.escape(value)}"]`}`;
  return action ? `[data-action="${CSS.escape(action)}"]${key && `[data-key="${CSS.escape(key)}"]`}` : null;
}
