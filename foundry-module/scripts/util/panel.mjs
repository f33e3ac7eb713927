/** A window whose content is a description of elements: what our three windows share. */

import { elementOf, h } from "./dom.mjs";

export class Panel extends foundry.applications.api.ApplicationV2 {
  /**
   * What stands in the window now: nodes, and whatever `h` leaves out.
   * @returns {unknown[]}
   */
  describe() {
    return [];
  }

  /** @override */
  async _renderHTML() {
    return h("div.coign-panel", {}, this.describe());
  }

  /**
   * Draw it, and leave the reader where they were: what was typed stays, and so does the focus.
   *
   * @override
   * @param {import("./dom.mjs").Node_} node
   * @param {HTMLElement} content
   */
  _replaceHTML(node, content) {
    const typed = new Map([...inputs(content)].map((input) => [input.name, input]));
    const focused = content.ownerDocument.activeElement;
    const had = content.contains(focused) ? selectorOf(/** @type {HTMLElement} */ (focused)) : null;
    content.replaceChildren(elementOf(node, content.ownerDocument));
    for (const input of inputs(content)) {
      const before = typed.get(input.name);
      if (before && input.hasAttribute("data-keep")) input.value = before.value;
    }
    /** @type {HTMLElement | null} */
    const found = had ? content.querySelector(had) : null;
    found?.focus();
  }

  /**
   * A field's value.
   * @param {string} name
   */
  value(name) {
    return [...inputs(this.element)].find((input) => input.name === name)?.value.trim() ?? "";
  }
}

/**
 * Open a window, or bring it forward where it is open.
 * @param {typeof Panel} Window
 */
export function open(Window) {
  const { instances } = foundry.applications;
  return (instances.get(Window.DEFAULT_OPTIONS.id ?? "") ?? new Window()).render({ force: true });
}

/**
 * Draw a window anew, where it is open.
 * @param {typeof Panel} Window
 */
export const refresh = (Window) => foundry.applications.instances.get(Window.DEFAULT_OPTIONS.id ?? "")?.render();

/**
 * @param {ParentNode} within
 * @returns {NodeListOf<HTMLInputElement | HTMLSelectElement>}
 */
const inputs = (within) => within.querySelectorAll("input[name], select[name]");

/** @param {HTMLElement} element */
function selectorOf(element) {
  const { action, key = "" } = element.dataset;
  const name = element.getAttribute("name");
  if (name) return `[name="${CSS.escape(name)}"]`;
  return action ? `[data-action="${CSS.escape(action)}"]${key && `[data-key="${CSS.escape(key)}"]`}` : null;
}
