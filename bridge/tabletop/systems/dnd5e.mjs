/**
 * The fifth edition's game system, as far as it rolls d20s: version 5.3.3 on Foundry 13, version 6 on Foundry 14.
 *
 * Written from what the system's published source does (github.com/foundryvtt/dnd5e, MIT); each file names its source.
 */

import { utilities as utils } from "../foundry/utils.mjs";
import { createActor5e } from "./dnd5e-actor.mjs";
import { createAttackActivity } from "./dnd5e-attack.mjs";
import { createDnd5eDialogs } from "./dnd5e-dialogs.mjs";
import { createDnd5eDice } from "./dnd5e-dice.mjs";
import { createDnd5eRolls } from "./dnd5e-rolls.mjs";
import { DIALOG_TEMPLATES } from "./dnd5e-templates.mjs";
import { createChatMessage5e, withUsage } from "./dnd5e-usage.mjs";

const ABILITIES = {
  str: "Strength",
  dex: "Dexterity",
  con: "Constitution",
  int: "Intelligence",
  wis: "Wisdom",
  cha: "Charisma",
};
const SKILLS = {
  ath: { label: "Athletics", ability: "str" },
  prc: { label: "Perception", ability: "wis" },
  ste: { label: "Stealth", ability: "dex" },
};
const ITEM_TYPES = ["weapon", "equipment", "consumable", "tool", "loot", "container", "spell", "feat"];
const labelled = (words) => Object.fromEntries(Object.entries(words).map(([id, label]) => [id, { label }]));

/**
 * Put the system's dice, rolls, activities and actors where modules find them.
 *
 * @param {object} client
 * @param {{Roll: Function, terms: object}} base  The core's dice.
 * @returns {object} `game.dnd5e`, with `dialogs` still empty where there is no page
 */
export function installDnd5e(client, { Roll, terms }) {
  const { CONFIG } = client;
  const { BasicDie, D20Die } = createDnd5eDice(terms.Die);
  const { BasicRoll, D20Roll, DamageRoll } = createDnd5eRolls(client, Roll, utils);
  CONFIG.Dice.rolls.push(BasicRoll, D20Roll, DamageRoll);
  Object.assign(CONFIG.Dice, { BasicDie, D20Die, BasicRoll, D20Roll, DamageRoll });
  Object.assign(CONFIG.Dice.termTypes, { BasicDie, D20Die });
  CONFIG.Dice.terms.d = BasicDie;
  const system = { applications: { dice: {} }, dice: { BasicDie, D20Die, BasicRoll, D20Roll, DamageRoll } };
  const dialogs = system.applications.dice;
  const Dialog = () => dialogs.AttackRollConfigurationDialog;
  const AttackActivity = withUsage(createAttackActivity(client, { utils, Dialog }), client, utils);
  CONFIG.ChatMessage.documentClass = createChatMessage5e(
    CONFIG.ChatMessage.documentClass,
    client,
    () => AttackActivity,
  );
  const SkillDialog = () => dialogs.SkillToolRollConfigurationDialog;
  const Actor5e = createActor5e(CONFIG.Actor.documentClass, client, { utils, SkillDialog });
  CONFIG.Actor.documentClass = Actor5e;
  CONFIG.Item.documentClass = createItem5e(CONFIG.Item.documentClass);
  CONFIG.Item.typeLabels = Object.fromEntries(ITEM_TYPES.map((type) => [type, `TYPES.Item.${type}`]));
  CONFIG.DND5E = {
    abilities: labelled(ABILITIES),
    skills: SKILLS,
    activityTypes: { attack: { documentClass: AttackActivity } },
  };
  system.utils = { areKeysPressed: () => false }; // no key is held on the page
  system.documents = { Actor5e, activity: { AttackActivity } };
  return system;
}

/**
 * Make the class of items. An attack activity has its bonus as a text in its labels, with every term that is known before
 * the roll (`AttackActivityData#prepareFinalData`, `module/data/activity/attack-data.mjs`).
 */
const createItem5e = (Item) =>
  class Item5e extends Item {
    prepareData() {
      super.prepareData();
      const { toHit, activities } = this.system ?? {};
      if (toHit === undefined) return;
      const text = String(toHit);
      const labels = { toHit: /^[+-]/.test(text) ? text : `+${text}` };
      for (const activity of Object.values(activities ?? {}))
        if (activity.type === "attack")
          Object.defineProperty(activity, "labels", { value: labels, configurable: true });
    }
  };

/**
 * Add the dialogs, which need a page.
 *
 * @param {object} client
 * @param {object} page  `applications` and `handlebars`, as `globals.mjs` makes them.
 */
export function addDialogs(client, { applications, handlebars }) {
  const Base = class extends handlebars.HandlebarsApplicationMixin(applications.ApplicationV2) {
    async _onFirstRender(context, options) {
      await super._onFirstRender(context, options);
      this.element.open = true;
      this.element.querySelector("[autofocus]")?.focus();
    }
  };
  const dialogs = createDnd5eDialogs(client, { Base, FormDataExtended: applications.FormDataExtended, utils });
  Object.assign(client.dnd5e.applications.dice, dialogs);
  client.CONFIG.Dice.BasicRoll.DefaultConfigurationDialog = dialogs.RollConfigurationDialog;
  client.CONFIG.Dice.D20Roll.DefaultConfigurationDialog = dialogs.D20RollConfigurationDialog;
  for (const [path, draw] of Object.entries(DIALOG_TEMPLATES.draw(utils.escapeHTML))) handlebars.core.set(path, draw);
}

/** The attack that a weapon makes. @param {object} client  @param {object} weapon  An item. */
export function attackOf(client, weapon) {
  const { AttackActivity } = client.dnd5e.documents.activity;
  const data = Object.values(weapon.system.activities ?? {}).find(({ type }) => type === "attack");
  return new AttackActivity(weapon, data ?? { _id: "dnd5eactivity000", attack: {} });
}
