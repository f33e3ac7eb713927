/** `ui`: notifications, the scene controls and the chat log, drawn into this client's page. */

import { createChatLog } from "./chat-log.mjs";
import { cleanHTML } from "./clean-html.mjs";
import { escapeHTML } from "./utils.mjs";

const SHOWN = 5000; // milliseconds of a notification

/** @param {object} applications  ApplicationV2 */
export function createInterface(client, applications) {
  const sidebar = () => client.window.document.querySelector("#sidebar");
  return {
    sidebar: {
      get expanded() {
        return !sidebar().classList.contains("collapsed");
      },
      toggleExpanded: (expanded) => sidebar().classList.toggle("collapsed", !expanded),
      expand: () => sidebar().classList.remove("collapsed"),
      collapse: () => sidebar().classList.add("collapsed"),
    },
    notifications: notifications(client),
    controls: sceneControls(client),
    chat: createChatLog(client, applications),
    windows: {},
  };
}

function notifications(client) {
  let lastId = 0;
  const shown = new Map();

  function notify(message, type = "info", { localize = false, format, permanent = false } = {}) {
    const id = ++lastId;
    const { i18n } = client.game;
    const escaped = Object.fromEntries(Object.entries(format ?? {}).map(([key, value]) => [key, escapeHTML(value)]));
    const text = format ? i18n.format(message, escaped) : localize ? i18n.localize(message) : String(message);
    const element = client.window.document.createElement("li");
    element.className = `notification ${type}`;
    element.setAttribute("role", type === "error" ? "alert" : "status");
    element.innerHTML = cleanHTML(client.window.document, text); // foundryvtt issue 12072
    element.addEventListener("click", () => remove(id));
    client.window.document.querySelector("#notifications")?.append(element);
    shown.set(id, element);
    if (!permanent) setTimeout(() => remove(id), SHOWN);
    return { id, message: text, type, remove: () => remove(id) };
  }

  function remove(notification) {
    const id = notification?.id ?? notification;
    shown.get(id)?.remove();
    shown.delete(id);
  }

  return {
    notify,
    remove,
    has: (notification) => shown.has(notification?.id ?? notification),
    clear: () => [...shown.keys()].forEach(remove),
    info: (message, options) => notify(message, "info", options),
    success: (message, options) => notify(message, "success", options),
    warn: (message, options) => notify(message, "warning", options),
    error: (message, options) => notify(message, "error", options),
  };
}

/**
 * The controls are a record of records since v13: `controls.tokens.tools.<name>`. Modules add theirs in the hook
 * `getSceneControlButtons`, which runs again at each reset.
 */
function sceneControls(client) {
  const core = () => ({
    tokens: {
      name: "tokens",
      order: 1,
      title: "Tokens",
      icon: "fa-solid fa-user",
      activeTool: "select",
      tools: {
        select: { name: "select", order: 1, title: "Select", icon: "fa-solid fa-expand" },
      },
    },
    tiles: {
      name: "tiles",
      order: 3,
      title: "Tiles",
      icon: "fa-solid fa-cubes",
      activeTool: "select",
      tools: {
        select: { name: "select", order: 1, title: "Select", icon: "fa-solid fa-expand" },
      },
    },
  });
  const self = {
    controls: core(),
    control: null,
    tool: null,
    /** Render the controls; with `reset`, run the hook for modules again. */
    async render({ reset = false } = {}) {
      if (reset || !self.control) {
        self.controls = core();
        client.Hooks.callAll("getSceneControlButtons", self.controls);
        self.control = self.controls.tokens;
        self.tool = self.control.tools.select;
      }
      draw();
      client.Hooks.callAll("renderSceneControls", self, self.element);
      return self;
    },
    get element() {
      return client.window.document.querySelector("#scene-controls");
    },
  };
  return self;

  function draw() {
    const { element } = self;
    if (!element) return;
    const tools = Object.values(self.controls)
      .flatMap((control) => Object.values(control.tools))
      .filter((tool) => tool.visible !== false && tool.name !== "select")
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
    element.replaceChildren(...tools.map(toolButton));
  }

  function toolButton(tool) {
    const button = client.window.document.createElement("button");
    button.type = "button";
    button.className = `tool ${tool.icon ?? ""}`;
    button.dataset.tool = tool.name;
    const title = client.game.i18n.localize(tool.title ?? tool.name);
    button.setAttribute("aria-label", title);
    // Foundry shows only the icon and keeps its text in the label; here the text is shown as well
    const words = Object.assign(client.window.document.createElement("span"), { textContent: title });
    new client.window.MutationObserver(() => (words.textContent = button.getAttribute("aria-label"))).observe(button, {
      attributeFilter: ["aria-label"],
    });
    button.append(words);
    if (tool.toggle) button.setAttribute("aria-pressed", String(Boolean(tool.active)));
    button.addEventListener("click", (event) => {
      if (tool.toggle) tool.active = !tool.active;
      if (tool.toggle) button.setAttribute("aria-pressed", String(tool.active));
      (tool.onChange ?? tool.onClick)?.(event, tool.toggle ? tool.active : true);
    });
    return button;
  }
}
