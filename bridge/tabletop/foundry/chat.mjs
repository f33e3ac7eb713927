/** Chat messages: their data, who may see them, and their card. */

import { escapeHTML } from "./utils.mjs";
import { modeSetting } from "./version-14.mjs";

const jsonOf = (roll) => (typeof roll === "string" ? roll : JSON.stringify(roll));

export function chatMessageClass(Base, client) {
  /** Restore a saved roll. One that cannot be restored is reported and left out; the message stays. */
  function rollOf(json) {
    try {
      return client.Roll.fromData(typeof json === "string" ? JSON.parse(json) : json);
    } catch (error) {
      client.report(error, "ChatMessage#rolls");
      return null;
    }
  }

  return class extends Base {
    /** Rolls may be given as objects; the source stores their JSON. */
    constructor(source = {}, context) {
      super({ ...source, rolls: source.rolls?.map(jsonOf) ?? [] }, context);
    }

    prepareData() {
      // stored as JSON text, hydrated to Roll instances
      this.rolls = this._source.rolls.map(rollOf).filter(Boolean);
      this.author = client.users?.get(this._source.author) ?? null;
    }

    get user() {
      return this.author;
    }

    get isAuthor() {
      return this._source.author === client.userId;
    }

    get isRoll() {
      return this._source.rolls.length > 0;
    }

    /** True if the user sees the message. Everyone sees that a whispered roll was made, but not its content. */
    get visible() {
      return !this.whisper.length || this.isRoll || this.isAuthor || this.whisper.includes(client.userId);
    }

    get isContentVisible() {
      if (!this.isRoll || !this.whisper.length) return this.visible;
      return this.whisper.includes(client.userId) || (this.isAuthor && !this.blind);
    }

    get token() {
      return client.scenes.get(this.speaker.scene)?.tokens.get(this.speaker.token) ?? null;
    }

    get speakerActor() {
      return this.token?.actor ?? client.actors.get(this.speaker.actor) ?? null;
    }

    get alias() {
      return this.speaker.alias || this.speakerActor?.name || this.author?.name || "";
    }

    getUserLevel(user) {
      return user.isGM || this._source.author === user.id ? 3 : 0;
    }

    /** Apply the roller's roll mode, unless the message names its recipients. */
    _preCreate(data, { rollMode } = {}) {
      this.updateSource({ author: data.author ?? client.userId, timestamp: data.timestamp || Date.now() });
      const setting = modeSetting(client.generation);
      if (rollMode) this.applyRollMode(rollMode);
      else if (this.isRoll && !data.whisper?.length) this.applyRollMode(client.game.settings.get("core", setting));
    }

    /**
     * Set the recipients by a mode: "publicroll", "gmroll", "blindroll" or "selfroll"; without "roll" in version 14.
     */
    applyRollMode(rollMode) {
      const mode = rollMode.replace(/roll$/, "");
      const gms = client.users.filter((user) => user.isGM).map((user) => user.id);
      const whisper = { gm: gms, blind: gms, self: [client.userId] }[mode] ?? [];
      this.updateSource({ whisper, blind: mode === "blind" });
    }

    /**
     * An actor speaks through its token in the scene that is viewed, if no other is given: through the one that the user
     * controls, if it has several. Without an actor the token that the user controls speaks, else the user's character.
     */
    static getSpeaker({ scene, actor: named, token, alias } = {}) {
      const { controlled } = client.canvas.tokens;
      const actor = named ?? (token || controlled.length ? null : client.user.character);
      const own = actor?.getActiveTokens?.() ?? controlled;
      const placed = own.find((one) => one.controlled) ?? own[0];
      const document = token?.document ?? token ?? actor?.token ?? placed?.document;
      return {
        scene: document?.parent?.id ?? scene?.id ?? null,
        actor: document?.actorId ?? actor?.id ?? null,
        token: document?.id ?? null,
        alias: alias ?? document?.name ?? actor?.name ?? client.user.name,
      };
    }

    async update(changes, operation) {
      return super.update(changes.rolls ? { ...changes, rolls: changes.rolls.map(jsonOf) } : changes, operation);
    }

    _onCreate() {
      client.ui?.chat.postOne(this, { notify: true });
    }

    _onUpdate() {
      client.ui?.chat.updateMessage(this);
    }

    _onDelete() {
      client.ui?.chat.deleteMessage(this);
    }

    /**
     * Make the flavour and content of the card. Rolls are shown only if the content has no elements of its own; a user
     * who may not see a roll reads that somebody rolled.
     */
    async #content() {
      const render = async (isPrivate) =>
        (await Promise.all(this.rolls.map((roll) => roll.render({ isPrivate })))).join("");
      if (!this.isRoll) return { flavor: this.flavor, content: this.content };
      if (!this.isContentVisible)
        return {
          flavor: client.t("{name} privately rolled some dice", { name: escapeHTML(this.author?.name ?? "") }),
          content: await render(true),
        };
      const holder = client.window.document.createElement("div");
      holder.innerHTML = this.content;
      return { flavor: this.flavor, content: holder.childElementCount ? this.content : await render(false) };
    }

    /**
     * Make the card: li.chat-message > header.message-header + .message-content. The hook `renderChatMessageHTML` fires
     * at every rendering: in the log, in its pop-out, in a notification, each an element of its own, and again after
     * every update. `renderChatMessage`, deprecated from 13 to 15, gets jQuery.
     */
    async renderHTML({ canDelete = client.user.isGM, canClose = false } = {}) {
      const { document } = client.window;
      const { flavor, content } = await this.#content();
      const card = document.createElement("li");
      const classes = ["chat-message", "message", "flexcol", this.whisper.length && "whisper", this.blind && "blind"];
      card.className = classes.filter(Boolean).join(" ");
      card.dataset.messageId = this.id;
      const time = new Date(this.timestamp).toLocaleTimeString(client.game.i18n.lang, {
        hour: "2-digit",
        minute: "2-digit",
      });
      const remove = canDelete
        ? `<a class="message-delete" data-action="deleteMessage" aria-label="${client.t("Delete")}">×</a>`
        : "";
      const close = canClose
        ? `<a class="message-dismiss" data-action="dismissMessage" aria-label="${client.t("Close")}">×</a>`
        : "";
      card.innerHTML = `<header class="message-header flexrow"><h4 class="message-sender">${escapeHTML(this.alias)}</h4>
        <span class="message-metadata"><time class="message-timestamp">${time}</time>${remove}${close}</span>
        ${flavor ? `<span class="flavor-text">${flavor}</span>` : ""}</header>
        <div class="message-content">${content}</div>`;
      // A type of message may draw itself: `system.renderHTML` of Foundry 14, here the drawing of its model.
      const model = client.CONFIG.ChatMessage.dataModels?.[this._source.type];
      if (model?.draw && this.isContentVisible) card.innerHTML = model.draw(this);
      const data = { message: this.toObject(), author: this.author, alias: this.alias, user: client.user, canDelete };
      client.Hooks.callAll("renderChatMessageHTML", this, card, data);
      if (client.Hooks.events.renderChatMessage?.length) {
        const wrapped = client.window.jQuery?.(card) ?? Object.assign([card], { get: (n) => [card][n] });
        client.Hooks.callAll("renderChatMessage", this, wrapped, data);
      }
      return card;
    }
  };
}
