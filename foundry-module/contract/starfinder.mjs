/** Starfinder 1 (sfrpg, version 0). */

import { functions } from "./paths.mjs";

const SFRPG = "github.com/foundryvtt-starfinder/foundryvtt-starfinder, src/module";
const SAVES = "CONFIG.Actor.documentClass.prototype.rollSave";
const ROLL = "game.sfrpg.dice.d20Roll";

/** @type {import("./index.mjs").Check[]} */
export const STARFINDER = [
  {
    id: "sfrpg-roll",
    systems: ["sfrpg"],
    says: "attacks and saves await `game.sfrpg.dice.d20Roll`, which a save calls at once; its roll calls `onBeforeRoll`",
    used: "scripts/systems/sfrpg/rolls.mjs",
    from: `${SFRPG}/dice.js, rolls/roll.js, actor/actor.js`,
    feature: "inRoll",
    part: "rolls",
    when: "start",
    names: [ROLL, SAVES, "onBeforeRoll"],
    holds: functions([ROLL, SAVES]),
  },
  {
    id: "sfrpg-dialog",
    systems: ["sfrpg"],
    says: "the dialog before a roll has its buttons in `.dialog-buttons`",
    used: "scripts/systems/sfrpg/rolls.mjs: show",
    from: `${SFRPG}/apps/roll-dialog.js and its template`,
    feature: "inRoll",
    part: "dialog",
    when: "use",
    names: [".dialog-buttons"],
    holds: (/** @type {any} */ root) => Boolean(root?.querySelector?.(".dialog-buttons")),
  },
];
