/** The dnd5e system, versions 4 to 6. */

import { functions } from "./paths.mjs";

const SOURCE = "github.com/foundryvtt/dnd5e, versions 4.4.4 to 6.0";
const ROLLS = "scripts/systems/dnd5e/rolls.mjs";
const record = { systems: ["dnd5e"], feature: /** @type {const} */ ("inRoll") };

const ATTACK = "dnd5e.documents.activity.AttackActivity.prototype.rollAttack";
const ACTOR = "CONFIG.Actor.documentClass.prototype";

/** @type {import("./index.mjs").Check[]} */
export const DND5E = [
  {
    ...record,
    id: "dnd5e-attack",
    says: "an attack is rolled by `AttackActivity#rollAttack`, which its callers await",
    used: ROLLS,
    from: SOURCE,
    part: "rolls",
    when: "start",
    names: [ATTACK],
    holds: functions([ATTACK]),
  },
  {
    ...record,
    id: "dnd5e-saves",
    says: "saves and checks are rolled by the actor's `rollSavingThrow`, `rollSkill`, `rollAbilityCheck`",
    used: ROLLS,
    from: SOURCE,
    part: "rolls",
    when: "start",
    names: [`${ACTOR}.rollSavingThrow`, `${ACTOR}.rollSkill`, `${ACTOR}.rollAbilityCheck`],
    holds: functions([`${ACTOR}.rollSavingThrow`, `${ACTOR}.rollSkill`, `${ACTOR}.rollAbilityCheck`]),
  },
  {
    ...record,
    id: "dnd5e-roll-hooks",
    says: "a roll runs `preRollV2`, `postBuildRollConfig`, `postRollConfiguration`, in this order, with one configuration",
    used: ROLLS,
    from: SOURCE,
    part: "rolls",
    when: "asked",
    names: ["dnd5e.preRollV2", "dnd5e.postBuildRollConfig", "dnd5e.postRollConfiguration"],
    async holds({ CONFIG, Hooks }) {
      const build = CONFIG.Dice.D20Roll?.build?.bind(CONFIG.Dice.D20Roll);
      if (!build) return "no D20Roll.build";
      const names = ["dnd5e.preRollV2", "dnd5e.postBuildRollConfig", "dnd5e.postRollConfiguration"];
      /** @type {string[]} */
      const order = [];
      const keys = new Set();
      const ids = names.map((name, nth) =>
        Hooks.on(name, (/** @type {any[]} */ ...args) => {
          order.push(name);
          keys.add((nth === 2 ? args[1] : args[0])?.coignCheck);
        }),
      );
      try {
        const config = { rolls: [{ parts: ["1"], options: {} }], coignCheck: "one" };
        await build(config, { configure: false }, { create: false });
      } finally {
        for (const [nth, name] of names.entries()) Hooks.off(name, ids[nth]);
      }
      return (order.join() === names.join() && [...keys].join() === "one") || order.join(", ") || "no hook";
    },
  },
  {
    ...record,
    id: "dnd5e-dialog",
    says: 'the dialog before a roll has its buttons in `[data-application-part="buttons"]`',
    used: "scripts/systems/dnd5e/dialog.mjs",
    from: SOURCE,
    part: "dialog",
    when: "use",
    names: [
      '[data-application-part="buttons"]',
      "button[autofocus]",
      'button[data-action="*"]',
      "renderRollConfigurationDialog",
      "rebuild",
    ],
    holds: (/** @type {any} */ app) =>
      Boolean(app?.element?.querySelector?.('[data-application-part="buttons"]')) && typeof app.rebuild === "function",
  },
  {
    id: "dnd5e-message-hook",
    systems: ["dnd5e"],
    says: "`dnd5e.renderChatMessage` runs once the system has filled a card",
    used: "scripts/main.mjs",
    from: SOURCE,
    feature: "card",
    part: "messages",
    when: "use",
    names: ["dnd5e.renderChatMessage", "midi-qol.AttackRollComplete"],
    holds: (/** @type {any} */ html) => typeof html?.querySelector === "function",
  },
];
