/**
 * `ContextMenu`: entries for the elements of a container, shown at a right click. The entries are made once; each time
 * the menu opens, it asks which of them to show. (fvtt-types 13.346, `applications/ux/context-menu.d.mts`.)
 *
 * Version 14 calls an entry's parts `label`, `visible` and `onClick(event, target)`; the names of 13 still work there.
 */

/** @param {import("./client.mjs").Client} client */
export function createContextMenu(client) {
  const { document } = client.window;

  return class ContextMenu {
    static get implementation() {
      return client.CONFIG.ux?.ContextMenu ?? ContextMenu;
    }

    /**
     * @param {HTMLElement} container
     * @param {string} selector  Matches the elements that have the menu.
     * @param {object[]} menuItems
     */
    constructor(container, selector, menuItems, { eventName = "contextmenu" } = {}) {
      Object.assign(this, { element: container, selector, menuItems });
      container.addEventListener(eventName, (event) => {
        const target = event.target.closest(selector);
        if (target) this.#open(event, target);
      });
    }

    static create(_app, container, selector, menuItems, options) {
      return new this.implementation(container, selector, menuItems, options);
    }

    #open(event, target) {
      event.preventDefault();
      const menu = document.createElement("menu");
      menu.id = "context-menu";
      for (const { name, label = name, condition, visible = condition, callback, onClick } of this.menuItems) {
        if (typeof visible === "function" ? !visible(target) : visible === false) continue;
        const button = Object.assign(document.createElement("button"), { type: "button" });
        button.textContent = client.game.i18n.localize(label);
        button.addEventListener("click", (click) => (onClick ? onClick(click, target) : callback(target)));
        menu.append(button);
      }
      document.querySelector("#context-menu")?.remove();
      document.body.append(menu);
      const { innerWidth, innerHeight } = client.window;
      const { width, height } = menu.getBoundingClientRect();
      const left = Math.max(0, Math.min(event.clientX, innerWidth - width)); // all of it on the page
      const top = Math.max(0, Math.min(event.clientY, innerHeight - height));
      Object.assign(menu.style, { left: `${left}px`, top: `${top}px` });
      document.addEventListener("click", () => menu.remove(), { once: true });
    }
  };
}
