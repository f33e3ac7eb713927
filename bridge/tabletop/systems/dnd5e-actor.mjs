/**
 * Saving throws and checks of the fifth edition's actors.
 *
 * Sources: dnd5e 5.3.3, `module/documents/actor/actor.mjs` (`rollSavingThrow`, `rollAbilityCheck`, `rollSkill` and what
 * they share) and, for version 6, `module/data/chat-message/{save,check}-message-data.mjs`. The names of the hooks are
 * "SavingThrow" or "AbilityCheck" and "d20Test"; of a skill "skill", "abilityCheck" and "d20Test". The cover that one of
 * the system's statuses gives is a part of each dexterity save. Here an ability that the actor lacks adds nothing, and
 * there is no exhaustion.
 */

/**
 * @param {Function} Actor  The class to extend.
 * @param {object} client
 * @param {object} parts
 * @param {object} parts.utils
 * @param {() => Function} parts.SkillDialog
 */
export function createActor5e(Actor, client, { utils, SkillDialog }) {
  const labelOf = (list, id) => client.CONFIG.DND5E[list][id]?.label ?? id;

  return class Actor5e extends Actor {
    get coverBonus() {
      if (this.statuses?.has("coverThreeQuarters")) return 5;
      return this.statuses?.has("coverHalf") ? 2 : 0;
    }

    async rollSavingThrow(config = {}, dialog = {}, message = {}) {
      return this.#rollD20Test("save", config, dialog, message);
    }

    async rollAbilityCheck(config = {}, dialog = {}, message = {}) {
      return this.#rollD20Test("check", config, dialog, message);
    }

    async #rollD20Test(type, config, dialog, message) {
      const { D20Roll } = client.CONFIG.Dice;
      const save = type === "save";
      const ability = this.system.abilities?.[config.ability];
      const named = {
        mod: ability?.mod,
        [`${type}Bonus`]: ability?.bonuses?.[type],
        cover: save && config.ability === "dex" ? this.coverBonus || null : null,
      };
      const rollConfig = utils.mergeObject({}, config);
      rollConfig.hookNames = [...(config.hookNames ?? []), save ? "SavingThrow" : "AbilityCheck", "d20Test"];
      const own = { ...D20Roll.constructParts(named), options: {} };
      rollConfig.rolls = [D20Roll.mergeConfigs(own, config.rolls?.shift()), ...(config.rolls ?? [])];
      rollConfig.subject = this;
      const title = `${labelOf("abilities", config.ability)} ${save ? "Saving Throw" : "Check"}`;
      const dialogConfig = utils.mergeObject({ options: { window: { title, subtitle: this.name } } }, dialog);
      const flags = { ability: config.ability, type: save ? "save" : "ability" };
      const messageConfig = this.#message(title, flags, message);
      const rolls = await D20Roll.build(rollConfig, dialogConfig, messageConfig);
      message.rollMode = messageConfig.rollMode;
      if (!rolls.length) return null;
      const data = { ability: config.ability, subject: this };
      client.Hooks.callAll(`dnd5e.roll${save ? "SavingThrow" : "AbilityCheck"}`, rolls, data);
      return rolls;
    }

    async rollSkill(config = {}, dialog = {}, message = {}) {
      const { D20Roll } = client.CONFIG.Dice;
      const ability = this.system.skills?.[config.skill]?.ability ?? client.CONFIG.DND5E.skills[config.skill].ability;
      const rollConfig = utils.mergeObject({ ability, advantage: false, disadvantage: false }, config);
      rollConfig.hookNames = [...(config.hookNames ?? []), "skill", "abilityCheck", "d20Test"];
      rollConfig.rolls = [D20Roll.mergeConfigs({ options: {} }, config.rolls?.shift()), ...(config.rolls ?? [])];
      rollConfig.subject = this;
      const title = `${labelOf("abilities", ability)} (${labelOf("skills", config.skill)}) Check`;
      const buildConfig = this._buildSkillToolConfig.bind(this);
      const dialogConfig = utils.mergeObject(
        { applicationClass: SkillDialog(), options: { buildConfig, window: { title, subtitle: this.name } } },
        dialog,
      );
      const messageConfig = this.#message(title, { skillId: config.skill, type: "skill" }, message);
      const rolls = await D20Roll.build(rollConfig, dialogConfig, messageConfig);
      if (!rolls.length) return null;
      const data = { ability: rollConfig.ability, skill: config.skill, subject: this };
      client.Hooks.callAll("dnd5e.rollSkill", rolls, data);
      client.Hooks.callAll("dnd5e.rollSkillV2", rolls, data);
      return rolls;
    }

    _buildSkillToolConfig(process, config, formData, _index) {
      const ability = formData?.get("ability") ?? process.ability;
      const { parts, data } = client.CONFIG.Dice.D20Roll.constructParts({
        mod: this.system.abilities?.[ability]?.mod,
        [`${process.skill}Bonus`]: this.system.skills?.[process.skill]?.bonuses?.check,
      });
      config.parts = [...(config.parts ?? []), ...parts];
      config.data = { ...data, ...config.data, abilityId: ability };
    }

    /** Up to version 5 the message's flags say what was rolled, from 6 its type and `system`. */
    #message(flavor, roll, given) {
      const speaker = client.classes.ChatMessage.getSpeaker({ actor: this });
      const data =
        client.generation >= 14
          ? { type: roll.type === "save" ? "save" : "check", system: { ability: roll.ability, skill: roll.skillId } }
          : { flags: { dnd5e: { messageType: "roll", roll } } };
      return utils.mergeObject({ create: true, data: { flavor, speaker, ...data } }, given);
    }
  };
}
