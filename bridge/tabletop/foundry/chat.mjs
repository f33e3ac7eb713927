/** Chat messages: what a message is, who may see it, and how the log draws it. */

import { escapeHTML } from "./utils.mjs";

export function chatMessageClass(Base, client) {
  /** A roll that cannot be made again is reported and left out; the message stays. */
  function rollOf(json) {
    try {
      return client.Roll.fromData(typeof json === "string" ? JSON.parse(json) : json);
    } catch (error) {
      client.report(error, "ChatMessage#rolls");
      return null;
    }
  }

  return class extends Base {
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

    /** A whispered roll is seen to have happened by everyone; its content is not. */
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

    /** Whom a roll is for is what the one who rolls has set, where the message does not say. */
    _preCreate(data, { rollMode } = {}) {
      this.updateSource({ author: data.author ?? client.userId, timestamp: data.timestamp ?? Date.now() });
      const setting = client.generation >= 14 ? "messageMode" : "rollMode";
      if (rollMode) this.applyRollMode(rollMode);
      else if (this.isRoll && !data.whisper?.length) this.applyRollMode(client.game.settings.get("core", setting));
    }

    /** "publicroll", "gmroll", "blindroll" and "selfroll", of which version 14 leaves the "roll" out. */
    applyRollMode(rollMode) {
      const mode = rollMode.replace(/roll$/, "");
      const gms = client.users.filter((user) => user.isGM).map((user) => user.id);
      const whisper = { gm: gms, blind: gms, self: [client.userId] }[mode] ?? [];
      this.updateSource({ whisper, blind: mode === "blind" });
    }

    static getSpeaker({ scene, actor, token, alias } = {}) {
      const document = token?.document ?? token;
      return {
        scene: document?.parent?.id ?? scene?.id ?? null,
        actor: document?.actorId ?? actor?.id ?? null,
        token: document?.id ?? null,
        alias: alias ?? document?.name ?? actor?.name ?? client.user.name,
      };
    }

    /** Message data from data whose rolls are Roll instances. */
    static async create(data, operation) {
      const rolls = (data.rolls ?? []).map((roll) => (typeof roll === "string" ? roll : JSON.stringify(roll)));
      return super.create({ ...data, rolls }, operation);
    }

    async update(changes, operation) {
      if (!changes.rolls) return super.update(changes, operation);
      return super.update(
        { ...changes, rolls: changes.rolls.map((roll) => (typeof roll === "string" ? roll : JSON.stringify(roll))) },
        operation,
      );
    }

    /**
     * The card: li.chat-message > header.message-header + .message-content, with the hook `renderChatMessageHTML` fired
     * on every render, on every client, and again after every update.
     */
    async renderHTML() {
      const { document } = client.window;
      const card = document.createElement("li");
      card.className = `chat-message message flexcol${this.whisper.length ? " whisper" : ""}`;
      card.dataset.messageId = this.id;
      const rolls = this.isContentVisible
        ? await Promise.all(this.rolls.map((roll) => roll.render()))
        : ["<em>rolls privately</em>"];
      const time = new Date(this.timestamp).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
      card.innerHTML = `<header class="message-header flexrow"><h4 class="message-sender">${escapeHTML(this.alias)}</h4>
        <span class="message-metadata"><time class="message-timestamp">${time}</time></span>
        <span class="flavor-text">${escapeHTML(this.flavor)}</span></header>
        <div class="message-content">${this.isContentVisible ? this.content : ""}${rolls.join("")}</div>`;
      client.Hooks.callAll("renderChatMessageHTML", this, card, { message: this.toObject(), author: this.author });
      return card;
    }
  };
}
