/**
 * Checks of the functions that Coign wraps in game systems to put modifiers into rolls, and of their dialogs. A dialog's
 * content is checked when the first one opens.
 */

/** @typedef {import("./index.mjs").Check} Check */

const IN_ROLL = /** @type {const} */ ({ feature: "inRoll", part: "rolls" });
const AT_START = /** @type {const} */ ({ ...IN_ROLL, when: "start" });
const DIALOG = /** @type {const} */ ({ feature: "inRoll", part: "dialog", when: "use" });

/**
 * Return the parts of a check that there are functions at these paths.
 * @param {string[]} paths from Foundry's globals, such as `CONFIG.Item.documentClass.prototype.use`
 * @param {string[]} [more] other names that the check stands for
 */
const wrapped = (paths, more = []) => ({ ...AT_START, names: [...paths, ...more], holds: functions(paths) });

/**
 * Return the parts of a check that a dialog has an element of a selector.
 * @param {string} selector
 * @param {string[]} [more] other names that the check stands for
 */
const dialogWith = (selector, more = []) => ({ ...DIALOG, names: [selector, ...more], holds: hasOne(selector) });

/** @param {string[]} paths @returns {Check["holds"]} */
const functions = (paths) => (at) => {
  const missing = paths.filter((path) => typeof follow(at, path) !== "function");
  return missing.length === 0 || `no ${missing.join(", ")}`;
};

/** @param {any} at Foundry's globals, by their names @param {string} path */
const follow = (at, path) => path.split(".").reduce((one, name) => one?.[name], at);

/** @param {string} selector @returns {Check["holds"]} */
const hasOne = (selector) => (root) => Boolean(root?.querySelector?.(selector));

const ACTOR = "CONFIG.Actor.documentClass.prototype";
const ITEM = "CONFIG.Item.documentClass.prototype";
const ABILITY = "CONFIG.Item.dataModels.ability.prototype";

/** Versions 4 to 6. */
const D5 = { systems: ["dnd5e"], from: "github.com/foundryvtt/dnd5e, versions 4.4.4 to 6.0" };
const D5_ROLLS = { ...D5, used: "scripts/systems/dnd5e/rolls.mjs" };
const D5_HOOKS = ["dnd5e.preRollV2", "dnd5e.postBuildRollConfig", "dnd5e.postRollConfiguration"];

/** @type {Check[]} */
const DND5E = [
  {
    ...D5_ROLLS,
    id: "dnd5e-attack",
    says: "an attack is rolled by `AttackActivity#rollAttack`, which its callers await",
    ...wrapped(["dnd5e.documents.activity.AttackActivity.prototype.rollAttack"]),
  },
  {
    ...D5_ROLLS,
    id: "dnd5e-saves",
    says: "saves and checks are rolled by the actor's `rollSavingThrow`, `rollSkill`, `rollAbilityCheck`",
    ...wrapped([`${ACTOR}.rollSavingThrow`, `${ACTOR}.rollSkill`, `${ACTOR}.rollAbilityCheck`]),
  },
  {
    ...D5_ROLLS,
    ...IN_ROLL,
    id: "dnd5e-roll-hooks",
    says: "a roll runs `preRollV2`, `postBuildRollConfig`, `postRollConfiguration`, in this order, with one configuration",
    when: "asked",
    names: D5_HOOKS,
    async holds({ CONFIG, Hooks }) {
      const build = CONFIG.Dice.D20Roll?.build?.bind(CONFIG.Dice.D20Roll);
      if (!build) return "no D20Roll.build";
      /** @type {string[]} */
      const order = [];
      const keys = new Set();
      const ids = D5_HOOKS.map((name, nth) =>
        Hooks.on(name, (/** @type {any[]} */ ...args) => {
          order.push(name);
          keys.add((nth === 2 ? args[1] : args[0])?.coignCheck);
        }),
      );
      try {
        const config = { rolls: [{ parts: ["1"], options: {} }], coignCheck: "one" };
        await build(config, { configure: false }, { create: false });
      } finally {
        for (const [nth, name] of D5_HOOKS.entries()) Hooks.off(name, ids[nth]);
      }
      return (order.join() === D5_HOOKS.join() && [...keys].join() === "one") || order.join(", ") || "no hook";
    },
  },
  {
    ...D5,
    ...DIALOG,
    id: "dnd5e-dialog",
    says: 'the dialog before a roll has its buttons in `[data-application-part="buttons"]`',
    used: "scripts/systems/dnd5e/rolls.mjs: drawAdditions",
    names: [
      '[data-application-part="buttons"]',
      "button[autofocus]",
      'button[data-action="*"]',
      "renderRollConfigurationDialog",
      "rebuild",
    ],
    holds: (app) =>
      Boolean(app?.element?.querySelector?.('[data-application-part="buttons"]')) && typeof app.rebuild === "function",
  },
  {
    ...D5,
    id: "dnd5e-message-hook",
    says: "`dnd5e.renderChatMessage` runs once the system has filled a card",
    used: "scripts/card/chat-card.mjs: drawFilledMessage",
    feature: "card",
    part: "messages",
    when: "use",
    names: ["dnd5e.renderChatMessage", "midi-qol.AttackRollComplete"],
    holds: (html) => typeof html?.querySelector === "function",
  },
];

/** Pathfinder 2, versions 5 to 8, and Starfinder 2, which is the same program. */
const P2_SOURCE = "github.com/foundryvtt/pf2e";
const P2 = { systems: ["pf2e", "sf2e"], used: "scripts/systems/pf2e/rolls.mjs" };
/** Pathfinder 1, versions 9 to 11. */
const P1 = { systems: ["pf1"], used: "scripts/systems/pf1/rolls.mjs" };
const P1_STEPS = "pf1.actionUse.ActionUse.prototype";

/** @type {Check[]} */
const PATHFINDER = [
  {
    ...P2,
    ...AT_START,
    id: "pf2e-check",
    says: "every check goes through `game.pf2e.Check.roll`; Starfinder 2 has it in `game.sf2e`",
    from: `${P2_SOURCE}, src/module/system/check.ts`,
    names: ["game.*.Check.roll"],
    holds: (scope) => functions([`game.${scope.game.system.id}.Check.roll`])(scope),
  },
  {
    ...P2,
    ...AT_START,
    id: "pf2e-modifier",
    says: "`game.pf2e.Modifier` makes a modifier with its slug, label, number and whether it is ignored",
    used: `${P2.used}: modifierOf`,
    from: `${P2_SOURCE}, src/module/actor/modifiers.ts`,
    names: ["game[game.system.id]", "add", "push", "delete"],
    holds({ game }) {
      if (typeof game[game.system.id]?.Modifier !== "function") return "no such class";
      const given = { slug: "coign-check", label: "Coign: check", modifier: 2, type: "untyped", ignored: true };
      const made = new game[game.system.id].Modifier(given);
      const { slug, label, modifier, ignored } = made;
      const fits = slug === given.slug && label === given.label && modifier === 2 && ignored === true;
      return fits || JSON.stringify({ slug, label, modifier, ignored });
    },
  },
  {
    ...P2,
    id: "pf2e-dialog",
    says: "the dialog before a check has its button as `button.roll`, and knows the check's context",
    used: `${P2.used}: draw`,
    from: `${P2_SOURCE}, CheckModifiersDialog`,
    ...dialogWith("button.roll", [".dialog-buttons, footer", "renderCheckModifiersDialog"]),
  },
  {
    ...P1,
    id: "pf1-steps",
    says: "an action's use awaits `createAttackDialog` and `generateChatAttacks`, one after the other",
    from: "the pf1 system, module/action-use/action-use.mjs",
    ...wrapped([`${P1_STEPS}.createAttackDialog`, `${P1_STEPS}.generateChatAttacks`], ["pf1PreDisplayActionUse"]),
  },
  {
    ...P1,
    id: "pf1-dialog",
    says: 'the attack dialog has its button as `button[name="attack_single"]`',
    used: `${P1.used}: draw`,
    from: "the pf1 system, templates/apps/attack-roll-dialog.hbs",
    ...dialogWith('button[name="attack_single"]', ["footer, .form-footer, .dialog-buttons", "renderAttackDialog"]),
  },
  {
    ...P1,
    id: "pf1-saves",
    says: "the actor's `rollSavingThrow` takes `bonus` and `dice` among its options, and its callers await it",
    used: "scripts/systems/pf1/saves.mjs",
    from: "the pf1 system, module/documents/actor/actor-pf.mjs and module/dice/d20roll.mjs",
    ...wrapped([`${ACTOR}.rollSavingThrow`], ['[name="bonus"]', '[name="d20"]']),
  },
  {
    ...P1,
    id: "pf1-bonus",
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
];

const D35E = { systems: ["D35E"], used: "scripts/systems/D35E/rolls.mjs" };
/** Starfinder 1, version 0. */
const STARFINDER = { systems: ["sfrpg"], used: "scripts/systems/sfrpg/rolls.mjs" };
/** Versions 2 and 3. */
const LANCER = { systems: ["lancer"], used: "scripts/systems/lancer/steps.mjs" };
/** Version 1. */
const DRAW_STEEL = { systems: ["draw-steel"], used: "scripts/systems/draw-steel/in-roll.mjs" };
/** Version 4. */
const SHADOWDARK = { systems: ["shadowdark"], used: "scripts/systems/shadowdark/in-roll.mjs" };
/** Versions 3 to 5. */
const SWADE = { systems: ["swade"], used: "scripts/systems/swade/in-roll.mjs" };

/** @type {Check[]} */
const OTHERS = [
  {
    ...D35E,
    id: "D35E-use",
    says: "an item is used by `Item#use`, and `_addCombatChangesToRollData` adds to the data of its roll",
    from: "github.com/greylore-d20/D35E, module/item/entity.js",
    ...wrapped([`${ITEM}.use`, `${ITEM}._addCombatChangesToRollData`]),
  },
  {
    ...D35E,
    ...AT_START,
    id: "D35E-message",
    says: "from 2.4 on a message keeps each attack with its dice and the data of its roll",
    used: "scripts/systems/D35E/card.mjs, rolls.mjs: before, nobody could tell what is in a roll",
    from: "github.com/greylore-d20/D35E, module/chat.js",
    holds({ game }) {
      const [major, minor] = String(game.system.version).split(".").map(Number);
      return major > 2 || (major === 2 && minor >= 4) || game.system.version;
    },
  },
  {
    ...D35E,
    id: "D35E-dialog",
    says: "the attack dialog has its buttons in `.dialog-buttons`",
    used: `${D35E.used}: show`,
    from: "github.com/Rughalt/D35E, module/item/entity.js and its templates",
    ...dialogWith(".dialog-buttons", [".attack-form, [name='attack-bonus']"]),
  },
  {
    ...STARFINDER,
    id: "sfrpg-roll",
    says: "attacks and saves await `game.sfrpg.dice.d20Roll`, which a save calls at once; its roll calls `onBeforeRoll`",
    from: "github.com/foundryvtt-starfinder/foundryvtt-starfinder, src/module/dice.js, rolls/roll.js, actor/actor.js",
    ...wrapped(["game.sfrpg.dice.d20Roll", `${ACTOR}.rollSave`], ["onBeforeRoll"]),
  },
  {
    ...STARFINDER,
    id: "sfrpg-dialog",
    says: "the dialog before a roll has its buttons in `.dialog-buttons`",
    used: `${STARFINDER.used}: show`,
    from: "github.com/foundryvtt-starfinder/foundryvtt-starfinder, src/module/apps/roll-dialog.js and its template",
    ...dialogWith(".dialog-buttons"),
  },
  {
    ...LANCER,
    ...AT_START,
    id: "lancer-steps",
    says: "a flow fetches each step by its name from the map `game.lancer.flowSteps`, and awaits it",
    from: "github.com/Eranziel/foundryvtt-lancer, src/module/flows/flow.ts, register-flows.ts",
    names: ["game.lancer.flowSteps.get"],
    holds(at) {
      const found = functions(["game.lancer.flowSteps.get"])(at);
      return found === true ? typeof at.game.lancer.flowSteps.get("showAttackHUD") === "function" : found;
    },
  },
  {
    ...LANCER,
    ...IN_ROLL,
    id: "lancer-targets",
    says: "each target of an attack has its token's uuid, and its cover as a number: 0, 1 or 2",
    used: `${LANCER.used}: cover`,
    from: "github.com/Eranziel/foundryvtt-lancer, src/module/apps/acc_diff/data.svelte.ts",
    when: "use",
    holds: (targets) =>
      Array.isArray(targets) &&
      targets.every(({ targetUuid, cover }) => typeof targetUuid === "string" && [0, 1, 2].includes(cover)),
  },
  {
    ...DRAW_STEEL,
    id: "draw-steel-ability",
    says: "an ability's `use` is awaited, and asks `getTargetModifiers` for the edges and banes of each target",
    from: "github.com/MetaMorphic-Digital/draw-steel, src/module/data/item/ability.mjs",
    ...wrapped(
      [`${ABILITY}.use`, `${ABILITY}.getTargetModifiers`],
      ["getActorModifiers", "getTargetModifiers", "isFlanking", "getActiveTokens"],
    ),
  },
  {
    ...DRAW_STEEL,
    ...DIALOG,
    id: "draw-steel-dialog",
    says: "the dialog before a power roll has a group of fields for each target",
    from: "github.com/MetaMorphic-Digital/draw-steel, src/module/applications/apps/power-roll-dialog.mjs and its subclass",
    names: ["renderPowerRollDialog", "footer"],
    holds: hasOne(".target.group"),
  },
  {
    ...SHADOWDARK,
    id: "shadowdark-dialog-awaited",
    says: "attacks await `shadowdark.dice.rollDialog`, with or without a dialog, and then roll what its argument says",
    from: "github.com/Muttley/foundryvtt-shadowdark, system/src/dice/dice.mjs",
    ...wrapped(["shadowdark.dice.rollDialog"]),
  },
  {
    ...SHADOWDARK,
    id: "shadowdark-dialog",
    says: 'the dialog before a roll has the formula as `input[name="mainRoll.formula"]`, and advantage as radio buttons',
    from: "github.com/Muttley/foundryvtt-shadowdark, system/src/apps/RollDialogSD.mjs",
    ...dialogWith('input[name="mainRoll.formula"]', ["renderRollDialogSD", 'input[name="advantage"]', "footer"]),
  },
  {
    ...SWADE,
    id: "swade-dialog",
    says: "a roll of a skill awaits `RollDialog.asPromise`, which the system offers to modules",
    from: "public copies of the system, src/module/swade.ts, documents/actor/SwadeActor.ts",
    ...wrapped(["game.swade.RollDialog.asPromise"]),
  },
  {
    ...SWADE,
    ...IN_ROLL,
    id: "swade-modifiers",
    says: "the context of a roll's dialog has its modifiers as a list of labels and values",
    from: "public copies of the system, src/module/apps/RollDialog.ts",
    when: "use",
    holds: (mods) =>
      Array.isArray(mods) &&
      mods.every((one) => typeof one?.label === "string" && ["number", "string"].includes(typeof one.value)),
  },
];

export const SYSTEMS = [...DND5E, ...PATHFINDER, ...OTHERS];
