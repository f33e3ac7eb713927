/**
 * The rolls of the fifth edition's game system, in three steps: configure, evaluate, post.
 *
 * Source: dnd5e 5.3.3, `module/dice/basic-roll.mjs` and `module/dice/d20-roll.mjs`. Version 6 has the same hooks in the
 * same order. What matters to a module:
 *
 * 1. `dnd5e.preRoll<Name>` and `dnd5e.preRoll<Name>V2` for each of the roll's names, and one without a name. They are
 *    not awaited; one that returns false stops the roll.
 * 2. The keys that are held decide whether there is a dialog, and set each roll's advantage.
 * 3. The dialog, which is awaited, or `dnd5e.postBuild<Name>RollConfig` at once.
 * 4. `dnd5e.post<Name>RollConfiguration`, not awaited; one that returns false stops the roll.
 * 5. The dice, awaited one roll after the other; then the message.
 */

const ADV_MODE = { NORMAL: 0, ADVANTAGE: 1, DISADVANTAGE: -1 };
const WORDS = { advantage: "Advantage", disadvantage: "Disadvantage" };
const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * @param {object} client  Its `Hooks`, `CONFIG`, settings and messages.
 * @param {Function} Roll  The core's.
 * @param {typeof import("../foundry/utils.mjs").utilities} utils
 */
export function createDnd5eRolls(client, Roll, utils) {
  const { Hooks, CONFIG } = client;

  class BasicRoll extends Roll {
    /** The dialog's class; a page sets it. */
    static DefaultConfigurationDialog = null;

    static fromConfig(config, process) {
      config.options ??= {};
      config.options.target ??= process.target;
      return new this((config.parts ?? []).join(" + "), config.data, config.options);
    }

    /** Return named values as parts of a formula, without the empty ones. */
    static constructParts(named, data = {}) {
      const parts = [];
      for (const [key, value] of Object.entries(named)) {
        if (!value && value !== 0) continue;
        parts.push(`@${key}`);
        data[key] = value;
      }
      return { parts, data };
    }

    static async build(config = {}, dialog = {}, message = {}) {
      const rolls = await this.buildConfigure(config, dialog, message);
      await this.buildEvaluate(rolls, config, message);
      await this.buildPost(rolls, config, message);
      return rolls;
    }

    static async buildConfigure(config = {}, dialog = {}, message = {}) {
      config.hookNames = [...(config.hookNames ?? []), ""];
      for (const name of config.hookNames.map(capital))
        for (const version of ["", "V2"])
          if (Hooks.call(`dnd5e.preRoll${name}${version}`, config, dialog, message) === false) return [];
      this.applyKeybindings(config, dialog, message);
      const rolls =
        dialog.configure === false
          ? this._withoutDialog(config, dialog)
          : await (dialog.applicationClass ?? this.DefaultConfigurationDialog).configure(config, dialog, message);
      const type = utils.getProperty(message, "data.flags.dnd5e.roll.type") ?? message.data?.type;
      if (type) for (const roll of rolls) roll.options.rollType ??= type;
      for (const name of config.hookNames.map(capital))
        if (Hooks.call(`dnd5e.post${name}RollConfiguration`, rolls, config, dialog, message) === false) return [];
      return rolls;
    }

    static _withoutDialog(config, dialog) {
      return (config.rolls ?? []).map((roll, index) => {
        dialog.options?.buildConfig?.(config, roll, null, index);
        for (const name of config.hookNames.map(capital))
          Hooks.callAll(`dnd5e.postBuild${name}RollConfig`, config, roll, index);
        return this.fromConfig(roll, config);
      });
    }

    static async buildEvaluate(rolls, config = {}, _message = {}) {
      if (config.evaluate !== false) for (const roll of rolls) await roll.evaluate();
    }

    static async buildPost(rolls, config, message) {
      message.data = utils.expandObject(message.data ?? {});
      const origin = config.event?.target?.closest?.("[data-message-id]")?.dataset.messageId;
      if (origin) utils.setProperty(message.data, this.originPath(), origin);
      if (!rolls?.length || config.evaluate === false) return undefined;
      const { create, rollMode } = message;
      const posted = await this.toMessage(rolls, message.data, { create, rollMode });
      if (create === false) message.data = posted;
      else message.document = posted;
      for (const roll of rolls) if (message.document) roll.parent = message.document;
      return message.document;
    }

    /** The path at which a message names the card that its roll was made from. */
    static originPath() {
      return client.generation >= 14 ? "system.origin" : "flags.dnd5e.originatingMessage";
    }

    static applyKeybindings(_config, dialog, _message) {
      dialog.configure ??= true;
    }

    static async toMessage(rolls, messageData = {}, { rollMode, create = true } = {}) {
      for (const roll of rolls) if (!roll._evaluated) await roll.evaluate();
      const mode = rollMode ?? client.game.settings.get("core", client.generation >= 14 ? "messageMode" : "rollMode");
      const data = { sound: CONFIG.sounds.dice, ...messageData };
      this._prepareMessageData(rolls, data);
      data.rolls = rolls.map((roll) => JSON.stringify(roll));
      const ChatMessage = client.classOf("ChatMessage");
      const message = new ChatMessage(data);
      if (create) return ChatMessage.create(message.toObject(), { rollMode: mode });
      message.applyRollMode(mode);
      return message.toObject();
    }

    static _prepareMessageData(_rolls, _data) {}

    /** Merge two configurations of a roll; the parts of `other` come first. */
    static mergeConfigs(original, other = {}) {
      if (other.data) original.data = { ...original.data, ...other.data };
      if (other.parts?.length) original.parts = [...other.parts, ...(original.parts ?? [])];
      if (other.options) original.options = this.mergeOptions(original.options, other.options);
      return original;
    }

    static mergeOptions(original = {}, other = {}) {
      return utils.mergeObject(original, other, { inplace: false });
    }
  }

  class D20Roll extends BasicRoll {
    static ADV_MODE = ADV_MODE;

    constructor(formula, data, options) {
      super(formula, data, options);
      const [first] = this.terms;
      if (first?.faces && !(first instanceof CONFIG.Dice.D20Die)) {
        const { number, faces, modifiers, options: own } = first;
        this.terms[0] = new CONFIG.Dice.D20Die({ number, faces, modifiers, options: own });
      }
      if (!this.options.configured) this.configureModifiers();
    }

    static fromConfig(config, process) {
      const { CRITICAL_SUCCESS_TOTAL, CRITICAL_FAILURE_TOTAL } = CONFIG.Dice.D20Die;
      config.options ??= {};
      config.options.criticalSuccess ??= CRITICAL_SUCCESS_TOTAL;
      config.options.criticalFailure ??= CRITICAL_FAILURE_TOTAL;
      for (const name of ["elvenAccuracy", "halflingLucky", "reliableTalent", "target"])
        config.options[name] ??= process[name];
      return new this(["1d20", ...(config.parts ?? [])].join(" + "), config.data, config.options);
    }

    /** Apply held keys, which skip the dialog. Here they are `config.keys`, because no key is held on the page. */
    static applyKeybindings(config, dialog, _message) {
      const { normal = false, advantage = false, disadvantage = false } = config.keys ?? {};
      dialog.configure ??= !(normal || advantage || disadvantage);
      for (const roll of config.rolls ?? []) {
        const better = roll.options.advantage || config.advantage || advantage;
        const worse = roll.options.disadvantage || config.disadvantage || disadvantage;
        if (normal && advantage) roll.options.advantageMode = ADV_MODE.ADVANTAGE;
        else if (normal && disadvantage) roll.options.advantageMode = ADV_MODE.DISADVANTAGE;
        else roll.options.advantageMode = modeOf(better, worse);
      }
    }

    get d20() {
      return this.terms[0] instanceof CONFIG.Dice.D20Die ? this.terms[0] : undefined;
    }

    get validD20Roll() {
      return this.d20?.isValid === true;
    }

    get hasAdvantage() {
      return this.options.advantageMode === ADV_MODE.ADVANTAGE;
    }

    get hasDisadvantage() {
      return this.options.advantageMode === ADV_MODE.DISADVANTAGE;
    }

    get isCritical() {
      return this.d20.isCriticalSuccess;
    }

    get isFumble() {
      return this.d20.isCriticalFailure;
    }

    configureModifiers() {
      if (!this.validD20Roll) return;
      const { options, d20 } = this;
      options.advantageMode ??= modeOf(options.advantage, options.disadvantage);
      const minimum = options.reliableTalent ? Math.max(options.minimum ?? -Infinity, 10) : options.minimum;
      d20.applyFlag("elvenAccuracy", options.elvenAccuracy === true);
      d20.applyFlag("halflingLucky", options.halflingLucky === true);
      d20.applyAdvantage(options.advantageMode);
      d20.applyRange({ minimum, maximum: options.maximum });
      for (const name of ["criticalSuccess", "criticalFailure", "target"])
        if (options[name]) d20.options[name] = options[name];
      this.resetFormula();
      options.configured = true;
    }

    static _prepareMessageData(rolls, data) {
      const valid = rolls.filter((roll) => roll.validD20Roll);
      const all = valid.every((roll) => roll.hasAdvantage) ? "advantage" : null;
      const mode = all ?? (valid.every((roll) => roll.hasDisadvantage) ? "disadvantage" : null);
      data.flavor = `${data.flavor ?? ""}${mode ? ` (${WORDS[mode]})` : ""}`;
    }

    static mergeOptions(original = {}, other = {}) {
      const merged = super.mergeOptions(original, other);
      merged.advantage = original.advantage || other.advantage;
      merged.disadvantage = original.disadvantage || other.disadvantage;
      merged.maximum = Math.min(original.maximum ?? Infinity, other.maximum ?? Infinity);
      merged.minimum = Math.max(original.minimum ?? -Infinity, other.minimum ?? -Infinity);
      return merged;
    }
  }

  return { BasicRoll, D20Roll, DamageRoll: class DamageRoll extends BasicRoll {} };
}

const modeOf = (better, worse) =>
  Boolean(better) === Boolean(worse) ? ADV_MODE.NORMAL : better ? ADV_MODE.ADVANTAGE : ADV_MODE.DISADVANTAGE;
