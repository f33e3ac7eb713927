/**
 * Rolls of a practice fight: an attack and a save of each game system, made by the functions that its sheets call.
 *
 * Sources beside those of `systems.mjs`: dnd5e `AttackActivity#rollAttack`; pf2e `StrikeData#variants`; pf1 `ItemPF#use`;
 * lancer `beginWeaponAttackFlow`; draw-steel `AbilityModel#use`; shadowdark `NpcSD#rollAttack`; swade `SwadeActor#rollSkill`.
 */

/**
 * @typedef {object} Rolling
 * @property {(item: any) => boolean} weapon whether an attack can be made with an item
 * @property {(actor: any, item: any, dialog: boolean, at: any) => unknown} attack `at`: Foundry's globals, by their names
 * @property {(actor: any) => unknown} [save] without it the system has none, or none that is known
 * @property {(message: any, at: any) => unknown} [reroll]
 */

const DEFENDED = ["mwak", "rwak", "msak", "rsak"];
const activityOf = (/** @type {any} */ item) =>
  [...valuesOf(item.system?.activities)].find(({ type }) => type === "attack");
const valuesOf = (/** @type {any} */ some) => some?.values?.() ?? Object.values(some ?? {});
const strikeOf = (/** @type {any} */ actor, /** @type {any} */ item) =>
  actor.system.actions.find((/** @type {any} */ one) => one.type === "strike" && one.item?.id === item.id);

/** @type {Rolling} */
const pathfinder2 = {
  weapon: ({ type, system }) => type === "melee" || (type === "weapon" && system?.equipped?.carryType === "held"),
  attack: (actor, item, dialog) => strikeOf(actor, item).variants[0].roll({ skipDialog: !dialog }),
  save: (actor) => actor.saves.reflex.roll({ skipDialog: true }),
  reroll: (message, { game }) => game[game.system.id].Check.rerollFromMessage(message),
};

/** @type {Record<string, Rolling>} */
export const ROLLS = {
  dnd5e: {
    weapon: (item) => Boolean(activityOf(item)),
    attack: (_actor, item, dialog) => activityOf(item).rollAttack({}, { configure: dialog }, {}),
    save: (actor) => actor.rollSavingThrow({ ability: "dex" }, { configure: false }, {}),
  },
  pf2e: pathfinder2,
  sf2e: pathfinder2,
  pf1: {
    weapon: ({ type, system }) => ["attack", "weapon"].includes(type) && valuesOf(system?.actions).length !== 0,
    attack: (_actor, item, dialog) => item.use({ skipDialog: !dialog }),
    save: (actor) => actor.rollSavingThrow("ref", { skipDialog: true }),
  },
  D35E: {
    weapon: ({ type }) => type === "attack",
    attack: (_actor, item, dialog) => item.use({ skipDialog: !dialog }),
    save: (actor) => actor.rollSavingThrow("ref", null, undefined, {}),
  },
  sfrpg: {
    weapon: ({ system }) => DEFENDED.includes(system?.actionType),
    attack: (_actor, item, dialog) => item.rollAttack({ skipUI: !dialog }),
    save: (actor) => actor.rollSave("reflex", { skipUI: true }),
  },
  lancer: {
    weapon: ({ type, system }) => type === "mech_weapon" || (type === "npc_feature" && Boolean(system?.weapon_type)),
    attack: (_actor, item) => item.beginWeaponAttackFlow(),
  },
  "draw-steel": {
    weapon: ({ type, system }) => type === "ability" && Boolean(system?.power),
    attack: (_actor, item) => item.system.use(),
  },
  shadowdark: {
    weapon: ({ type }) => ["Weapon", "NPC Attack"].includes(type),
    attack: (actor, item, dialog) =>
      actor.system.rollAttack(actor.type === "Player" ? item.uuid : item.id, { skipPrompt: !dialog }),
  },
  swade: {
    weapon: ({ type, system }) => type === "weapon" && Boolean(system?.actions?.trait),
    attack: (actor, item) =>
      actor.rollSkill(
        actor.items.find((/** @type {any} */ one) => one.type === "skill" && one.name === item.system.actions.trait).id,
      ),
  },
};

/** Any other system: a plain d20. @type {Rolling} */
export const PLAIN = {
  weapon: () => false,
  attack: (_actor, _item, _dialog, { Roll, ChatMessage, canvas }) =>
    new Roll("1d20 + 4").toMessage({
      speaker: ChatMessage.getSpeaker({ token: canvas.tokens.controlled[0]?.document }),
    }),
};
