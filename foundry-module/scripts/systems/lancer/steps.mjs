/**
 * Give Lancer's attacks the cover of each target, in the system's own window, before it opens.
 *
 * A flow fetches each of its steps by name from `game.lancer.flowSteps`, and awaits it. Before `showAttackHUD`, which
 * opens the window with the accuracy and difficulty of each target, the bridge is asked. The window's own buttons for soft
 * and hard cover are then set; the user may press others. The system turns them into difficulty and rolls for each target
 * separately.
 */

import { partiesBefore } from "../asked-roll.mjs";
import { parseUuid } from "../tokens.mjs";
import { table as foundryTable, world } from "../world.mjs";
import { attackOf } from "./weapon.mjs";

const STEP = "showAttackHUD";
/** The window's value of cover for each of our modifiers. */
const COVER = /** @type {Record<string, number>} */ ({ "soft-cover": 1, "hard-cover": 2 });

/**
 * Wrap the look-up of steps, so that this one is ours.
 *
 * @param {Coign.InRoll} inRoll
 * @param {import("../world.mjs").Where} [where]
 */
export function wrapSteps(inRoll, { table = foundryTable, context = world } = {}) {
  inRoll.wrap("game.lancer.flowSteps.get", (wrapped, name, ...rest) => {
    const step = wrapped(name, ...rest);
    if (name !== STEP || typeof step !== "function") return step;
    return async (/** @type {Coign.Foreign} */ state, /** @type {Coign.Foreign[]} */ ...more) => {
      try {
        if (inRoll.active) await cover(inRoll, state, table, context);
      } catch (problem) {
        console.warn("Coign | the cover of an attack could not be put into its window:", problem);
      }
      return step(state, ...more);
    };
  });
}

/**
 * Ask for the cover of each target, wait as long as a roll may wait, and set it.
 *
 * @param {Coign.InRoll} inRoll
 * @param {Coign.Foreign} state of the flow
 * @param {import("../world.mjs").Table} table
 * @param {Coign.SystemContext} context
 */
async function cover(inRoll, { actor, item, data }, table, context) {
  const aimed = data?.acc_diff?.targets ?? [];
  const parties = partiesBefore(table.speakerOf(actor), table.targets(), context);
  if (!parties || !aimed.length) return;
  const attack = attackOf(item, parties.grid.distance, data.title);
  const additions = await inRoll.ask({ ...parties.parties, attack }).inTime;
  if (!additions || !inRoll.meet("lancer-targets", aimed)) return;
  for (const target of aimed) {
    const token = parseUuid(target.targetUuid).token;
    const lines = additions.lines.filter((line) => line.held !== "secret" && [null, token].includes(line.target));
    target.cover = Math.max(target.cover ?? 0, ...lines.map(({ modifier }) => COVER[modifier] ?? 0));
  }
}
