/** Shadowdark (shadowdark, version 4). */

import { functions } from "./paths.mjs";

const SOURCE = "github.com/Muttley/foundryvtt-shadowdark, system/src";

/** @type {import("./index.mjs").Check[]} */
export const SHADOWDARK = [
  {
    id: "shadowdark-dialog-awaited",
    systems: ["shadowdark"],
    says: "attacks await `shadowdark.dice.rollDialog`, with or without a dialog, and then roll what its argument says",
    used: "scripts/systems/shadowdark/in-roll.mjs",
    from: `${SOURCE}/dice/dice.mjs`,
    feature: "inRoll",
    part: "rolls",
    when: "start",
    names: ["shadowdark.dice.rollDialog"],
    holds: functions(["shadowdark.dice.rollDialog"]),
  },
  {
    id: "shadowdark-dialog",
    systems: ["shadowdark"],
    says: 'the dialog before a roll has the formula as `input[name="mainRoll.formula"]`, and advantage as radio buttons',
    used: "scripts/systems/shadowdark/in-roll.mjs",
    from: `${SOURCE}/apps/RollDialogSD.mjs`,
    feature: "inRoll",
    part: "dialog",
    when: "use",
    names: ["renderRollDialogSD", 'input[name="mainRoll.formula"]', 'input[name="advantage"]', "footer"],
    holds: (/** @type {any} */ root) => Boolean(root?.querySelector?.('input[name="mainRoll.formula"]')),
  },
];
