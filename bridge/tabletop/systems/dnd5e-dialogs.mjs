/**
 * The dialogs before a roll of the fifth edition's game system. They build the rolls, and build them again after
 * changes.
 *
 * Source: dnd5e 5.3.3, `module/applications/dice/{roll,d20,attack,skill-tool}-configuration-dialog.mjs`. The rolls are
 * built when the dialog is made, and again after every change in its form and every `rebuild()`, always from a copy of
 * the configuration as it was asked for. Only the part with the formulas is drawn again. The button that is pressed
 * sets the advantage of the rolls that were built last; closing the dialog makes none.
 */

import { DIALOG_TEMPLATES } from "./dnd5e-templates.mjs";

const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * @param {object} client  Its `Hooks` and `CONFIG`.
 * @param {object} page
 * @param {Function} page.Base  An ApplicationV2 made of parts.
 * @param {Function} page.FormDataExtended
 * @param {object} page.utils
 */
export function createDnd5eDialogs(client, { Base, FormDataExtended, utils }) {
  const { Hooks, CONFIG } = client;
  const modeLabels = () => (client.generation >= 14 ? CONFIG.ChatMessage.modes : CONFIG.Dice.rollModes);

  class RollConfigurationDialog extends Base {
    static DEFAULT_OPTIONS = {
      tag: "dialog",
      classes: ["dnd5e2", "roll-configuration"],
      window: { title: "Roll", contentTag: "form", contentClasses: ["standard-form"], minimizable: false },
      form: { handler: submitted },
      position: { width: 400 },
      buildConfig: null,
    };

    static PARTS = DIALOG_TEMPLATES.parts;

    static get rollType() {
      return CONFIG.Dice.BasicRoll;
    }

    #config;
    #message;
    #rolls = [];

    constructor(config = {}, message = {}, options = {}) {
      super(options);
      this.#config = config;
      this.#message = message;
      this.#buildRolls(utils.deepClone(config));
    }

    get config() {
      return this.#config;
    }

    get message() {
      return this.#message;
    }

    get rolls() {
      return this.#rolls;
    }

    get rollType() {
      return this.options.rollType ?? this.constructor.rollType;
    }

    #buildRolls(config, formData) {
      this.#rolls = (config.rolls ?? []).map((roll, index) =>
        this.rollType.fromConfig(this.#buildConfig(roll, formData, index), this.#config),
      );
    }

    #buildConfig(given, formData, index) {
      let config = utils.mergeObject({ parts: [], data: {}, options: {} }, given);
      const names = (this.#config.hookNames ?? [""]).map(capital);
      for (const name of names) Hooks.callAll(`dnd5e.build${name}RollConfig`, this, config, formData, index);
      config = this._buildConfig(config, formData, index);
      this.options.buildConfig?.(this.#config, config, formData, index);
      for (const name of names)
        Hooks.callAll(`dnd5e.postBuild${name}RollConfig`, this.#config, config, index, { app: this, formData });
      return config;
    }

    _buildConfig(config, formData, index) {
      const situational = formData?.get(`roll.${index}.situational`);
      config.parts = config.parts.filter((part) => part !== "@situational");
      if (!situational || config.situational === false) return config;
      config.parts.push("@situational");
      config.data.situational = situational;
      return config;
    }

    _finalizeRolls(_action) {
      return this.rolls;
    }

    rebuild() {
      this._onChangeForm(this.options.form, new Event("change"));
    }

    _onChangeForm(form, event) {
      super._onChangeForm(form, event);
      const formData = new FormDataExtended(this.form);
      if (formData.has("rollMode")) this.#message.rollMode = formData.get("rollMode");
      this.#buildRolls(utils.deepClone(this.#config), formData);
      this.render({ parts: ["formulas"] });
    }

    async _submit(event, formData) {
      if (formData.has("rollMode")) this.#message.rollMode = formData.get("rollMode");
      this.#rolls = this._finalizeRolls(event.submitter?.dataset?.action);
      await this.close({ dnd5e: { submitted: true } });
    }

    _onClose(options = {}) {
      super._onClose(options);
      if (!options.dnd5e?.submitted) this.#rolls = [];
    }

    async _preparePartContext(part, context, options) {
      const given = await super._preparePartContext(part, context, options);
      if (part === "formulas") return { ...given, rolls: this.rolls };
      if (part === "configuration") return { ...given, fields: this._fields() };
      return { ...given, buttons: this._buttons() };
    }

    /** Return the fields of the form as `{name, label, options, value}`. */
    _fields() {
      const options = Object.entries(modeLabels()).map(([value, { label }]) => ({ value, label }));
      return [{ name: "rollMode", label: "Roll Mode", options, value: this.#message.rollMode }];
    }

    _buttons() {
      return { roll: { default: true, label: "Roll" } };
    }

    static configure(config = {}, dialog = {}, message = {}) {
      return new Promise((resolve) => {
        const app = new this(config, message, dialog.options);
        app.addEventListener("close", () => resolve(app.rolls), { once: true });
        app.render({ force: true });
      });
    }
  }

  async function submitted(event, _form, formData) {
    await this._submit(event, formData);
  }

  class D20RollConfigurationDialog extends RollConfigurationDialog {
    static get rollType() {
      return CONFIG.Dice.D20Roll;
    }

    /** Return the buttons; the first is that of the advantage with which the roll was requested. */
    _buttons() {
      const asked = (this.config.rolls ?? []).flatMap(({ options }) => (options ? [this.#modeOf(options)] : []));
      const [better, worse] = [asked.includes(1), asked.includes(-1)];
      const first = this.options.defaultButton ?? (better === worse ? "normal" : better ? "advantage" : "disadvantage");
      const labels = { advantage: "Advantage", normal: "Normal", disadvantage: "Disadvantage" };
      return Object.fromEntries(Object.entries(labels).map(([id, label]) => [id, { label, default: id === first }]));
    }

    #modeOf({ advantageMode, advantage, disadvantage }) {
      if (advantageMode) return advantageMode;
      return Number(Boolean(advantage)) - Number(Boolean(disadvantage));
    }

    _finalizeRolls(action) {
      for (const roll of this.rolls) {
        roll.options.advantageMode = { advantage: 1, disadvantage: -1 }[action] ?? 0;
        roll.configureModifiers();
      }
      return this.rolls;
    }
  }

  class AttackRollConfigurationDialog extends D20RollConfigurationDialog {
    static DEFAULT_OPTIONS = { ammunitionOptions: [], attackModeOptions: [], masteryOptions: [] };

    _fields() {
      const { attackModeOptions: options } = this.options;
      const mode = { name: "attackMode", label: "Attack Mode", options, value: this.config.attackMode };
      return [...(options.length > 1 ? [mode] : []), ...super._fields()];
    }
  }

  class SkillToolRollConfigurationDialog extends D20RollConfigurationDialog {
    static DEFAULT_OPTIONS = { chooseAbility: true };

    _fields() {
      const options = Object.entries(CONFIG.DND5E.abilities).map(([value, { label }]) => ({ value, label }));
      const ability = { name: "ability", label: "Ability", options, value: this.config.ability };
      return [...(this.options.chooseAbility ? [ability] : []), ...super._fields()];
    }
  }

  return {
    RollConfigurationDialog,
    D20RollConfigurationDialog,
    AttackRollConfigurationDialog,
    SkillToolRollConfigurationDialog,
  };
}
