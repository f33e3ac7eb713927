/** Draw Steel (draw-steel, version 1). */

import { functions } from "./paths.mjs";

const SOURCE = "github.com/MetaMorphic-Digital/draw-steel, src/module";
const MODEL = "CONFIG.Item.dataModels.ability.prototype";

/** @type {import("./index.mjs").Check[]} */
export const DRAW_STEEL = [
  {
    id: "draw-steel-ability",
    systems: ["draw-steel"],
    says: "an ability's `use` is awaited, and asks `getTargetModifiers` for the edges and banes of each target",
    used: "scripts/systems/draw-steel/in-roll.mjs",
    from: `${SOURCE}/data/item/ability.mjs`,
    feature: "inRoll",
    part: "rolls",
    when: "start",
    names: [`${MODEL}.use`, `${MODEL}.getTargetModifiers`, "getTargetModifiers", "isFlanking", "getActiveTokens"],
    holds: functions([`${MODEL}.use`, `${MODEL}.getTargetModifiers`]),
  },
  {
    id: "draw-steel-dialog",
    systems: ["draw-steel"],
    says: "the dialog before a power roll has a group of fields for each target",
    used: "scripts/systems/draw-steel/in-roll.mjs",
    from: `${SOURCE}/applications/apps/power-roll-dialog.mjs`,
    feature: "inRoll",
    part: "dialog",
    when: "use",
    names: ["renderPowerRollDialog", "footer"],
    holds: (/** @type {any} */ root) => Boolean(root?.querySelector?.(".target.group")),
  },
];
