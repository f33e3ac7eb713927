/**
 * `AttackActivity#rollAttack` of the fifth edition's game system.
 *
 * Sources: dnd5e 5.3.3 and 6.0, `module/documents/activity/attack.mjs`. Both read the targets first, merge what the
 * caller gives over their own configuration, dialog and message, await configuring, dice and message in turn, and call
 * `dnd5e.rollAttack`, `dnd5e.rollAttackV2` and `dnd5e.postRollAttack` at the end, not awaited. They differ in where the
 * message keeps the attack: up to version 5 in `flags.dnd5e`, from 6 in its own `type` and `system`. Ammunition,
 * masteries and thrown weapons are not here.
 */

const MODES = { oneHanded: "One-Handed", twoHanded: "Two-Handed", thrown: "Thrown", ranged: "Ranged" };

/**
 * @param {object} client
 * @param {object} parts
 * @param {object} parts.utils
 * @param {() => Function} parts.Dialog  The dialog's class.
 */
export function createAttackActivity(client, { utils, Dialog }) {
  class AttackActivity {
    static metadata = { type: "attack" };

    /** @param {object} item  @param {object} data  `{_id, attack: {ability, type}}` */
    constructor(item, data) {
      this.item = item;
      this.id = data._id;
      this.attack = data.attack ?? {};
      this.type = "attack";
    }

    get actor() {
      return this.item.actor;
    }

    get uuid() {
      return `${this.item.uuid}.Activity.${this.id}`;
    }

    /** The data of version 5 about an activity and its targets, for the message. */
    get messageFlags() {
      const { item, id, uuid } = this;
      return {
        activity: { type: "attack", id, uuid },
        item: { type: item.type, id: item.id, uuid: item.uuid },
        targets: targetsByActor(client.user.targets),
      };
    }

    /** The data of version 6 about an activity, for the message. */
    get messageSources() {
      const { item, uuid } = this;
      return {
        activity: { type: "attack", uuid },
        item: { type: item.type, id: item.id, uuid: item.uuid },
      };
    }

    /** Return "mwak" for a melee weapon's attack, and so on: r for ranged or thrown, s for a spell's. */
    getActionType(attackMode = "") {
      const { value = "melee", classification = "weapon" } = this.attack.type ?? {};
      const far = value === "ranged" || attackMode.startsWith("thrown");
      return `${far ? "r" : "m"}${classification === "spell" ? "s" : "w"}ak`;
    }

    getAttackData(_choices = {}) {
      const { toHit } = this.item.system;
      return client.CONFIG.Dice.D20Roll.constructParts({ toHit });
    }

    async rollAttack(config = {}, dialog = {}, message = {}) {
      const { D20Roll } = client.CONFIG.Dice;
      const targets =
        client.generation >= 14 ? targetsByToken(client.user.targets) : targetsByActor(client.user.targets);
      const attackModeOptions = this.#attackModes();
      const rollConfig = utils.mergeObject(
        { attackMode: attackModeOptions[0].value, target: targets.length === 1 ? targets[0].ac : undefined },
        config,
      );
      rollConfig.hookNames = [...(config.hookNames ?? []), "attack", "d20Test"];
      const options = { attackMode: rollConfig.attackMode, criticalSuccess: 20 };
      rollConfig.rolls = [D20Roll.mergeConfigs({ options }, config.rolls?.shift()), ...(config.rolls ?? [])];
      rollConfig.subject = this;

      const buildConfig = this._buildAttackConfig.bind(this);
      const window = { title: "Attack Roll", subtitle: this.item.name };
      const dialogConfig = utils.mergeObject(
        { applicationClass: Dialog(), options: { attackModeOptions, buildConfig, window } },
        dialog,
      );
      const messageConfig = utils.mergeObject({ create: true, data: this.#messageData(targets) }, message);

      const rolls = await D20Roll.buildConfigure(rollConfig, dialogConfig, messageConfig);
      await D20Roll.buildEvaluate(rolls, rollConfig, messageConfig);
      if (!rolls.length) return null;
      const path = client.generation >= 14 ? "system.mode" : "flags.dnd5e.roll.attackMode";
      utils.setProperty(messageConfig.data, path, rolls[0].options.attackMode);
      await D20Roll.buildPost(rolls, rollConfig, messageConfig);

      client.Hooks.callAll("dnd5e.rollAttack", rolls, { subject: this, ammoUpdate: null });
      client.Hooks.callAll("dnd5e.rollAttackV2", rolls, { subject: this, ammoUpdate: null });
      client.Hooks.callAll("dnd5e.postRollAttack", rolls, { subject: this });
      return rolls;
    }

    #attackModes() {
      const { properties = [] } = this.item.system;
      const melee = this.attack.type?.value !== "ranged";
      const modes = [
        "oneHanded",
        ...(properties.includes("ver") ? ["twoHanded"] : []),
        ...(melee && properties.includes("thr") ? ["thrown"] : []),
      ];
      return modes.map((value) => ({ value, label: MODES[value] }));
    }

    #messageData(targets) {
      const data = {
        flavor: client.t("{weapon} - Attack Roll", { weapon: this.item.name }),
        speaker: client.classes.ChatMessage.getSpeaker({ actor: this.actor }),
      };
      if (client.generation >= 14) return { ...data, type: "attack", system: { ...this.messageSources, targets } };
      return { ...data, flags: { dnd5e: { ...this.messageFlags, messageType: "roll", roll: { type: "attack" } } } };
    }

    /** Build the configuration of one roll. A dialog does so again after each change. */
    _buildAttackConfig(process, config, formData, _index) {
      const attackMode = formData?.get("attackMode") ?? process.attackMode;
      const { parts, data } = this.getAttackData({ attackMode });
      config.parts = [...(config.parts ?? []), ...parts];
      config.data = { ...data, ...config.data };
      config.options = { ...config.options, attackMode };
    }
  }

  // Each version has only its own data.
  delete AttackActivity.prototype[client.generation >= 14 ? "messageFlags" : "messageSources"];
  return AttackActivity;
}

/**
 * Return the armour class; a creature with total cover has none. (5.3.3: `getTargetDescriptors`; 6:
 * `TargetsField.getDescriptors`.)
 */
const armourOf = (actor) => (actor.statuses?.has("coverTotal") ? null : (actor.system.attributes?.ac?.value ?? null));

/** Return the targets of version 5: two tokens of one actor are one target. */
function targetsByActor(tokens) {
  const entries = [...tokens].flatMap(({ name, actor }) =>
    actor ? [[actor.uuid, { name, img: actor.img ?? "", uuid: actor.uuid, ac: armourOf(actor) }]] : [],
  );
  return [...new Map(entries).values()];
}

/** Return the targets of version 6: each token is a target of its own. */
const targetsByToken = (tokens) =>
  [...tokens].flatMap(({ document }) => {
    const { actor, name, uuid: token } = document;
    return actor ? [{ actor: actor.uuid, ac: armourOf(actor), img: "", name, token }] : [];
  });
