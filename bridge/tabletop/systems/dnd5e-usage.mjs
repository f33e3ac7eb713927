/**
 * The use of an activity in version 5 of the fifth edition's game system, its card, and its damage.
 *
 * Source: dnd5e 5.3.3, `module/documents/activity/mixin.mjs`, `attack.mjs`, `module/data/activity/attack-data.mjs` and
 * `module/documents/chat-message.mjs`. In order: `dnd5e.preUseActivity`, which may stop it; `dnd5e.preActivityConsumption`
 * and `dnd5e.activityConsumption`; the card, a message of type "usage" with the activity in `flags.dnd5e`;
 * `dnd5e.postUseActivity`; then the attack roll, not awaited, unless a hook stopped it or set `subsequentActions` to
 * false. After a card is drawn `dnd5e.renderChatMessage` fires. Scaling, concentration, templates and what is used up are
 * not here.
 */

/** @param {Function} Attack  The class of attacks.  @param {object} client  @param {object} utils */
export function withUsage(Attack, client, utils) {
  const { Hooks } = client;
  class AttackActivity extends Attack {
    constructor(item, data) {
      super(item, data);
      const formula = item.system?.damage;
      const base = { base: true, types: new Set(), custom: { enabled: true, formula }, formula };
      this.damage = { includeBase: true, parts: formula ? [base] : [] };
      this.range = { ...item.system?.range };
    }

    get labels() {
      return this.item.system.activities?.[this.id]?.labels;
    }

    async use(usage = {}, dialog = {}, message = {}) {
      const usageConfig = { ...usage };
      const dialogConfig = utils.mergeObject({ configure: true }, dialog);
      const messageConfig = utils.mergeObject(
        { create: true, data: { flags: { dnd5e: this.messageFlags }, system: {} }, hasConsumption: false },
        message,
      );
      const asked = [this, usageConfig, dialogConfig, messageConfig];
      if (Hooks.call("dnd5e.preUseActivity", ...asked) === false) return undefined;
      const updates = { activity: {}, actor: {}, create: [], delete: [], item: [], rolls: [] };
      if (Hooks.call("dnd5e.preActivityConsumption", this, usageConfig, messageConfig) === false) return undefined;
      if (Hooks.call("dnd5e.activityConsumption", this, usageConfig, messageConfig, updates) === false)
        return undefined;
      const results = { effects: [], templates: [], updates, message: await this.#postCard(messageConfig) };
      if (Hooks.call("dnd5e.postUseActivity", this, usageConfig, results) === false) return results;
      if (usageConfig.subsequentActions !== false)
        this.rollAttack(
          { event: usageConfig.event },
          {},
          { data: { "flags.dnd5e.originatingMessage": results.message?.id } },
        );
      return results;
    }

    async #postCard(message) {
      const ChatMessage = client.classOf("ChatMessage");
      const content = `<div class="dnd5e2 chat-card activation-card">${utils.escapeHTML(this.item.name)}</div>`;
      const speaker = ChatMessage.getSpeaker({ actor: this.item.actor });
      const config = utils.mergeObject({ data: { content, speaker, type: "usage" } }, message);
      Hooks.callAll("dnd5e.preCreateUsageMessage", this, config);
      const card = config.create === false ? config.data : await ChatMessage.create(config.data);
      Hooks.callAll("dnd5e.postCreateUsageMessage", this, card);
      return card;
    }

    async rollDamage(config = {}, dialog = {}, message = {}) {
      const parts = this.damage.parts.map(({ formula }) => ({ parts: [formula], data: {}, options: {} }));
      const rollConfig = { ...config, rolls: parts, subject: this };
      rollConfig.hookNames = [...(config.hookNames ?? []), "damage"];
      const flags = { dnd5e: { ...this.messageFlags, messageType: "roll", roll: { type: "damage" } } };
      const speaker = client.classOf("ChatMessage").getSpeaker({ actor: this.actor });
      const messageConfig = utils.mergeObject({ create: true, data: { flags, speaker } }, message);
      const rolls = await client.CONFIG.Dice.DamageRoll.build(
        rollConfig,
        { configure: false, ...dialog },
        messageConfig,
      );
      Hooks.callAll("dnd5e.rollDamage", rolls, { subject: this });
      Hooks.callAll("dnd5e.rollDamageV2", rolls, { subject: this });
      return rolls;
    }
  }

  if (client.generation >= 14) delete AttackActivity.prototype.use; // version 6 has another card
  return AttackActivity;
}

/** @param {Function} ChatMessage  @param {object} client  @param {() => Function} Attack  The class of attacks. */
export const createChatMessage5e = (ChatMessage, client, Attack) =>
  class ChatMessage5e extends ChatMessage {
    getAssociatedActor() {
      return this.speakerActor ?? undefined;
    }

    getAssociatedItem() {
      return client.fromUuidSync(this.flags.dnd5e?.item?.uuid, { strict: false });
    }

    getAssociatedActivity() {
      const item = this.getAssociatedItem();
      const data = item?.system.activities?.[this.flags.dnd5e?.activity?.id];
      return data && new (Attack())(item, data);
    }

    /** The card from which this message's roll was made, or the message itself. */
    getOriginatingMessage() {
      return client.messages.get(this.flags.dnd5e?.originatingMessage) ?? this;
    }

    async renderHTML(options) {
      const card = await super.renderHTML(options);
      client.Hooks.callAll("dnd5e.renderChatMessage", this, card);
      return card;
    }
  };
