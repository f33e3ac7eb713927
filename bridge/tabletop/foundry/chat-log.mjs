/**
 * The chat log, its pop-out, the pop-out of one message, and the notification of a new message while the log is closed.
 * Each has its own cards, so one message can be on the page several times.
 *
 * All of them are `themed theme-light`, whatever theme the user has chosen for the rest (foundryvtt issues 14643,
 * 12500). New messages come one after another; renderings of one message after updates do not wait for each other. A
 * new message scrolls the log if it was at its end; an update never does.
 */

import { menuEntry } from "./version-14.mjs";

const SHOWN = 5000; // milliseconds of a notification
const NEAR = 10; // pixels from the end that still count as the end

/** @param {import("./client.mjs").Client} client  @param {object} applications  ApplicationV2, ContextMenu */
export function createChatLog(client, { ApplicationV2, ContextMenu }) {
  const { document } = client.window;
  const notifications = () => document.querySelector("#chat-notifications");
  let turn = Promise.resolve();

  /** A list of all messages: the log, or its pop-out. */
  class ChatLog extends ApplicationV2 {
    static DEFAULT_OPTIONS = { id: "chat", classes: ["tab", "sidebar-tab", "chat-sidebar"], window: { frame: false } };

    constructor(options = {}, list = null) {
      super(options);
      this.list = list;
      if (list) Object.assign(this, { element: list.closest("section"), rendered: true });
      this.isPopout = !list;
      this.entries = null;
    }

    /** Build the menu once. Each time it opens, it asks which entries to show. */
    _buildMenu() {
      this.entries = coreEntries();
      client.Hooks.callAll("getChatMessageContextOptions", this, this.entries);
      new ContextMenu.implementation(this.list, ".chat-message[data-message-id]", this.entries);
    }

    async _renderHTML() {
      this.list = document.createElement("ol");
      this.list.className = "chat-log plain themed theme-light";
      return this.list;
    }

    _replaceHTML(list, content) {
      content.replaceChildren(list);
      this._buildMenu();
    }

    async _onFirstRender() {
      for (const message of client.messages) await this.add(message);
      this.scrollBottom();
    }

    get isAtBottom() {
      const { scrollTop, scrollHeight, clientHeight } = this.list;
      return scrollHeight - scrollTop - clientHeight <= NEAR;
    }

    scrollBottom() {
      this.list.scrollTop = this.list.scrollHeight;
    }

    cardOf({ id }) {
      return this.list.querySelector(`[data-message-id="${id}"]`);
    }

    async add(message) {
      const card = await message.renderHTML();
      if (!client.messages.has(message.id) || this.cardOf(message)) return;
      const scroll = this.isAtBottom || message.isAuthor;
      this.list.append(card);
      if (scroll) this.scrollBottom();
    }

    async redraw(message) {
      if (!this.cardOf(message)) return;
      const card = await message.renderHTML();
      this.cardOf(message)?.replaceWith(card);
    }

    _onClose() {
      if (log.popout === this) log.popout = null;
    }
  }

  /** One message in a window. */
  class ChatPopout extends ApplicationV2 {
    static DEFAULT_OPTIONS = { classes: ["chat-popout"], window: { title: "Message" }, position: { width: 320 } };

    constructor({ message, ...options }) {
      super(options);
      this.message = message;
    }

    _theme() {
      return "light";
    }

    _renderHTML() {
      return this.message.renderHTML();
    }

    _replaceHTML(card, content) {
      content.replaceChildren(card);
    }

    async _onFirstRender() {
      popouts.add(this);
    }

    _onClose() {
      popouts.delete(this);
    }
  }

  const popouts = new Set();
  const popoutsOf = (message) => [...popouts].filter((popout) => popout.message === message);
  const logs = () => [log.main, log.popout].filter((one) => one?.list);
  const failed = (error) => client.report(error, "the chat log");

  const log = {
    main: null,
    /** The log in a window of its own, or null. */
    popout: null,
    ChatLog,
    ChatPopout,
    /** Draw the log with all messages, and build its menu. */
    async render() {
      log.main = new ChatLog({}, document.querySelector("#chat-log"));
      log.main._buildMenu();
      await log.main._onFirstRender();
      client.Hooks.callAll("renderChatLog", log, log.element, {}, {});
    },
    postOne(message, { notify = false } = {}) {
      if (!log.main || !message.visible) return turn;
      turn = turn
        .then(async () => {
          for (const one of logs()) await one.add(message);
          if (notify && !isExpanded()) await showNotification(message);
        })
        .catch(failed);
      return turn;
    },
    async updateMessage(message) {
      if (!log.main) return;
      const drawn = logs().map((one) => one.redraw(message));
      drawn.push(...popoutsOf(message).map((popout) => popout.render()), redrawNotification(message));
      await Promise.all(drawn).catch(failed);
    },
    deleteMessage(message) {
      if (!log.main) return;
      for (const one of logs()) one.cardOf(message)?.remove();
      for (const popout of popoutsOf(message)) popout.close();
      notificationOf(message)?.remove();
    },
    async renderPopout() {
      log.popout ??= new ChatLog({ id: "chat-popout", window: { frame: true, title: "Chat" } });
      return log.popout.render({ force: true });
    },
    get isAtBottom() {
      return log.main.isAtBottom;
    },
    scrollBottom() {
      for (const one of logs()) one.scrollBottom();
    },
    get element() {
      return log.main?.element ?? null;
    },
  };
  document.addEventListener("click", (event) => {
    const { action } = event.target.closest(".chat-message [data-action]")?.dataset ?? {};
    const message = client.messages?.get(event.target.closest(".chat-message")?.dataset.messageId);
    if (action === "deleteMessage") message?.delete();
    if (action === "dismissMessage") notificationOf(message)?.remove();
  });
  return log;

  function isExpanded() {
    return !document.querySelector("#sidebar")?.classList.contains("collapsed");
  }

  function notificationOf({ id }) {
    return notifications()?.querySelector(`[data-message-id="${id}"]`);
  }

  async function showNotification(message) {
    const card = await message.renderHTML({ canClose: true });
    notifications()?.append(card);
    setTimeout(() => notificationOf(message)?.remove(), SHOWN);
  }

  async function redrawNotification(message) {
    if (!notificationOf(message)) return;
    const card = await message.renderHTML({ canClose: true });
    notificationOf(message)?.replaceWith(card);
  }

  function coreEntries() {
    const messageOf = (card) => client.messages.get(card.dataset.messageId);
    const mine = (card) => messageOf(card).isOwner;
    const remove = (card) => messageOf(card).delete();
    const popOut = (card) => new ChatPopout({ message: messageOf(card) }).render({ force: true });
    const entry = (name, icon, condition, act) => menuEntry(client.generation, { name, icon, condition, act });
    return [entry("Pop out", "fa-up-right-from-square", () => true, popOut), entry("Delete", "fa-trash", mine, remove)];
  }
}
