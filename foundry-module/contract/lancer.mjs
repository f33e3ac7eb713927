/** Lancer (versions 2 and 3). */

import { functions } from "./paths.mjs";

const LANCER_SOURCE = "github.com/Eranziel/foundryvtt-lancer, src/module";

/** @type {import("./index.mjs").Check[]} */
export const LANCER = [
  {
    id: "lancer-steps",
    systems: ["lancer"],
    says: "a flow fetches each step by its name from the map `game.lancer.flowSteps`, and awaits it",
    used: "scripts/systems/lancer/steps.mjs",
    from: `${LANCER_SOURCE}/flows/flow.ts, register-flows.ts`,
    feature: "inRoll",
    part: "rolls",
    when: "start",
    names: ["game.lancer.flowSteps.get"],
    holds(at) {
      const found = functions(["game.lancer.flowSteps.get"])(at);
      return found === true ? typeof at.game.lancer.flowSteps.get("showAttackHUD") === "function" : found;
    },
  },
  {
    id: "lancer-targets",
    systems: ["lancer"],
    says: "each target of an attack has its token's uuid, and its cover as a number: 0, 1 or 2",
    used: "scripts/systems/lancer/steps.mjs: cover",
    from: `${LANCER_SOURCE}/apps/acc_diff/data.svelte.ts`,
    feature: "inRoll",
    part: "rolls",
    when: "use",
    holds: (/** @type {any} */ targets) =>
      Array.isArray(targets) &&
      targets.every(({ targetUuid, cover }) => typeof targetUuid === "string" && [0, 1, 2].includes(cover)),
  },
];
