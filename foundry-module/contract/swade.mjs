/** SWADE (swade, versions 3 to 5). */

import { functions } from "./paths.mjs";

const SOURCE = "public copies of the system, src/module";
const DIALOG = "game.swade.RollDialog.asPromise";

/** @type {import("./index.mjs").Check[]} */
export const SWADE = [
  {
    id: "swade-dialog",
    systems: ["swade"],
    says: "a roll of a skill awaits `RollDialog.asPromise`, which the system offers to modules",
    used: "scripts/systems/swade/in-roll.mjs",
    from: `${SOURCE}/swade.ts, documents/actor/SwadeActor.ts`,
    feature: "inRoll",
    part: "rolls",
    when: "start",
    names: [DIALOG],
    holds: functions([DIALOG]),
  },
  {
    id: "swade-modifiers",
    systems: ["swade"],
    says: "the context of a roll's dialog has its modifiers as a list of labels and values",
    used: "scripts/systems/swade/in-roll.mjs",
    from: `${SOURCE}/apps/RollDialog.ts`,
    feature: "inRoll",
    part: "rolls",
    when: "use",
    holds: (/** @type {any} */ mods) =>
      Array.isArray(mods) &&
      mods.every((one) => typeof one?.label === "string" && ["number", "string"].includes(typeof one.value)),
  },
];
