/** Pathfinder 2 (pf2e, versions 5 to 8), Pathfinder 1 (pf1, 9 to 11) and D&D 3.5 (D35E). */

import { functions } from "./paths.mjs";

const PF2E = "github.com/foundryvtt/pf2e, src/module/system/check.ts";
const PF1 = "the pf1 system, module/action-use/action-use.mjs";
const STEPS = "pf1.actionUse.ActionUse.prototype";
const SAVES = "CONFIG.Actor.documentClass.prototype.rollSavingThrow";
const ITEM = "CONFIG.Item.documentClass.prototype";

/** @type {import("./index.mjs").Check[]} */
export const PATHFINDER = [
  {
    id: "pf2e-check",
    systems: ["pf2e", "sf2e"],
    says: "every check goes through `game.pf2e.Check.roll`; Starfinder 2 has it in `game.sf2e`",
    used: "scripts/systems/pf2e/rolls.mjs",
    from: PF2E,
    feature: "inRoll",
    part: "rolls",
    when: "start",
    names: ["game.*.Check.roll"],
    holds: (scope) => functions([`game.${scope.game.system.id}.Check.roll`])(scope),
  },
  {
    id: "pf2e-modifier",
    systems: ["pf2e", "sf2e"],
    says: "`game.pf2e.Modifier` makes a modifier with its slug, label, number and whether it is ignored",
    used: "scripts/systems/pf2e/rolls.mjs: modifierOf",
    from: "github.com/foundryvtt/pf2e, src/module/actor/modifiers.ts",
    feature: "inRoll",
    part: "rolls",
    when: "start",
    names: ["game[game.system.id]", "add", "push", "delete"],
    holds({ game }) {
      const given = { slug: "coign-check", label: "Coign: check", modifier: 2, type: "untyped", ignored: true };
      const made = new game[game.system.id].Modifier(given);
      const { slug, label, modifier, ignored } = made;
      const fits = slug === given.slug && label === given.label && modifier === 2 && ignored === true;
      return fits || JSON.stringify({ slug, label, modifier, ignored });
    },
  },
  {
    id: "pf2e-dialog",
    systems: ["pf2e", "sf2e"],
    says: "the dialog before a check has its button as `button.roll`, and knows the check's context",
    used: "scripts/systems/pf2e/rolls.mjs: draw",
    from: "github.com/foundryvtt/pf2e, CheckModifiersDialog",
    feature: "inRoll",
    part: "dialog",
    when: "use",
    names: ["button.roll", ".dialog-buttons, footer", "renderCheckModifiersDialog"],
    holds: (/** @type {any} */ root) => Boolean(root?.querySelector?.("button.roll")),
  },
  {
    id: "pf1-steps",
    systems: ["pf1"],
    says: "an action's use awaits `createAttackDialog` and `generateChatAttacks`, one after the other",
    used: "scripts/systems/pf1/rolls.mjs",
    from: PF1,
    feature: "inRoll",
    part: "rolls",
    when: "start",
    names: [`${STEPS}.createAttackDialog`, `${STEPS}.generateChatAttacks`, "pf1PreDisplayActionUse"],
    holds: functions([`${STEPS}.createAttackDialog`, `${STEPS}.generateChatAttacks`]),
  },
  {
    id: "pf1-dialog",
    systems: ["pf1"],
    says: 'the attack dialog has its button as `button[name="attack_single"]`',
    used: "scripts/systems/pf1/rolls.mjs: draw",
    from: "the pf1 system, templates/apps/attack-roll-dialog.hbs",
    feature: "inRoll",
    part: "dialog",
    when: "use",
    names: ['button[name="attack_single"]', "footer, .form-footer, .dialog-buttons", "renderAttackDialog"],
    holds: (/** @type {any} */ root) => Boolean(root?.querySelector?.('button[name="attack_single"]')),
  },
  {
    id: "pf1-saves",
    systems: ["pf1"],
    says: "the actor's `rollSavingThrow` takes `bonus` and `dice` among its options, and its callers await it",
    used: "scripts/systems/pf1/saving.mjs",
    from: "the pf1 system, module/documents/actor/actor-pf.mjs and module/dice/d20roll.mjs",
    feature: "inRoll",
    part: "rolls",
    when: "start",
    names: [SAVES, '[name="bonus"]', '[name="d20"]'],
    holds: functions([SAVES]),
  },
  {
    id: "pf1-bonus",
    systems: ["pf1"],
    says: "an item's actions tell their attacks with their bonuses by `getAttacks`",
    used: "scripts/systems/pf1/record.mjs: bonusOf",
    from: "the pf1 system, module/components/action.mjs",
    feature: "odds",
    part: "actions",
    when: "start",
    names: ["getAttacks"],
    holds({ pf1 }) {
      const { ItemAction } = pf1?.components ?? {};
      return ItemAction ? typeof ItemAction.prototype.getAttacks === "function" || "no such function" : null;
    },
  },
  {
    id: "D35E-use",
    systems: ["D35E"],
    says: "an item is used by `Item#use`, and `_addCombatChangesToRollData` adds to the data of its roll",
    used: "scripts/systems/D35E/rolls.mjs",
    from: "github.com/greylore-d20/D35E, module/item/entity.js",
    feature: "inRoll",
    part: "rolls",
    when: "start",
    names: [`${ITEM}.use`, `${ITEM}._addCombatChangesToRollData`],
    holds: functions([`${ITEM}.use`, `${ITEM}._addCombatChangesToRollData`]),
  },
  {
    id: "D35E-message",
    systems: ["D35E"],
    says: "from 2.4 on a message keeps each attack with its dice and the data of its roll",
    used: "scripts/systems/D35E/card.mjs, rolls.mjs: before, nobody could tell what is in a roll",
    from: "github.com/greylore-d20/D35E, module/chat.js",
    feature: "inRoll",
    part: "rolls",
    when: "start",
    holds({ game }) {
      const [major, minor] = String(game.system.version).split(".").map(Number);
      return major > 2 || (major === 2 && minor >= 4) || game.system.version;
    },
  },
  {
    id: "D35E-dialog",
    systems: ["D35E"],
    says: "the attack dialog has its buttons in `.dialog-buttons`",
    used: "scripts/systems/D35E/rolls.mjs: show",
    from: "github.com/Rughalt/D35E, module/item/entity.js and its templates",
    feature: "inRoll",
    part: "dialog",
    when: "use",
    names: [".dialog-buttons", ".attack-form, [name='attack-bonus']"],
    holds: (/** @type {any} */ root) => Boolean(root?.querySelector?.(".dialog-buttons")),
  },
];
