/** `ui`: notifications, the scene controls and the chat log, drawn into this client's page. */

/** How long a notification stays, in milliseconds. */
const SHOWN = 5000;

export function createInterface(client) {
  return { notifications: notifications(client), controls: sceneControls(client), chat: chatLog(client), windows: {} };
}

function notifications(client) {
  let lastId = 0;
  const shown = new Map();

  function notify(message, type = "info", { localize = false, format, permanent = false } = {}) {
    const id = ++lastId;
    const { i18n } = client.game;
    const text = format ? i18n.format(message, format) : localize ? i18n.localize(message) : String(message);
    const element = client.window.document.createElement("li");
    element.className = `notification ${type}`;
    element.setAttribute("role", type === "error" ? "alert" : "status");
    element.textContent = text;
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
  });
  const self = {
    controls: core(),
    control: null,
    tool: null,
    /** `reset` asks the modules anew. */
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
    // Foundry shows an icon alone, its words in the label, which modules keep current: here they are shown as well
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

/** The log: a card for each message, drawn anew when its message changes, in the order of the messages. */
function chatLog(client) {
  const { Hooks } = client;
  const log = () => client.window.document.querySelector("#chat-log");
  let turn = Promise.resolve();
  // one drawing after another: two of one message must not overtake each other
  const queue = (draw) => {
    turn = turn.then(draw).catch((error) => client.report(error, "the chat log"));
    return turn;
  };

  async function post(message) {
    if (!message.visible) return;
    const card = await message.renderHTML();
    const old = log().querySelector(`[data-message-id="${message.id}"]`);
    if (old) old.replaceWith(card);
    else log().append(card);
    if (!old || card === log().lastElementChild) log().scrollTop = log().scrollHeight;
  }

  const self = {
    /** Listen for messages; called once, before modules, as Foundry's own log is there before them. */
    watch() {
      Hooks.on("createChatMessage", (message) => queue(() => post(message)));
      Hooks.on("updateChatMessage", (message) => queue(() => post(message)));
      log().addEventListener("contextmenu", (event) => menuOf(event, client, self));
      Hooks.on("deleteChatMessage", (message) =>
        queue(() => log().querySelector(`[data-message-id="${message.id}"]`)?.remove()),
      );
    },
    async renderAll() {
      for (const message of client.messages) await queue(() => post(message));
    },
    updateMessage: (message) => queue(() => post(message)),
    scrollBottom() {
      log().scrollTop = log().scrollHeight;
    },
    get element() {
      return log();
    },
  };
  return self;
}

/**
 * The menu of a chat card: core's own entry and what modules add in `getChatMessageContextOptions`. Version 14 calls an
 * entry's parts `label`, `visible` and `onClick(event, card)`; the names of 13 still work there.
 */
function menuOf(event, client, log) {
  const card = event.target.closest(".chat-message");
  if (!card) return;
  event.preventDefault();
  const { document } = client.window;
  const message = client.messages.get(card.dataset.messageId);
  const [mine, remove] = [() => message.isOwner, () => message.delete()];
  const entries = [
    client.generation >= 14
      ? { label: "Delete", icon: "fa-solid fa-trash", visible: mine, onClick: remove }
      : { name: "Delete", icon: '<i class="fa-solid fa-trash"></i>', condition: mine, callback: remove },
  ];
  client.Hooks.callAll("getChatMessageContextOptions", log, entries);
  const menu = document.createElement("menu");
  menu.id = "context-menu";
  for (const { name, label = name, condition, visible = condition, callback, onClick } of entries) {
    if (typeof visible === "function" ? !visible(card) : visible === false) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = client.game.i18n.localize(label);
    button.addEventListener("click", (click) => (onClick ? onClick(click, card) : callback(card)));
    menu.append(button);
  }
  document.querySelector("#context-menu")?.remove();
  Object.assign(menu.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
  document.body.append(menu);
  document.addEventListener("click", () => menu.remove(), { once: true });
}
