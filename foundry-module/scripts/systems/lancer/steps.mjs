/**
 * Give Lancer's attacks the cover of each target, in the system's own window, before it opens.
 *
 * A flow fetches each of its steps by name from `game.lancer.flowSteps`, and awaits it. Before `showAttackHUD`, which
 * opens the window with the accuracy and difficulty of each target, the bridge is asked. The window's own buttons for soft
 * and hard cover are set then; whoever rolls may press others. The system turns them into difficulty and rolls for each
 * target by itself.
 */

import { findAttacker, parseUuid, targetsIn } from "../tokens.mjs";
import { table as foundryTable, world } from "../world.mjs";
import { attackOf } from "./weapon.mjs";

const STEP = "showAttackHUD";
/** What the system's window has for each of our modifiers: its enumeration of cover. */
const COVER = /** @type {Record<string, number>} */ ({ "soft-cover": 1, "hard-cover": 2 });

/**
 * @typedef {object} Options
 * @property {import("../world.mjs").Table} [table]
 * @property {Coign.SystemContext} [context]
 *
 * Wrap the look-up of steps, so that this one is ours.
 *
 * @param {Coign.InRoll} inRoll
 * @param {Options} [options]
 */
export function wrapSteps(inRoll, options = {}) {
  inRoll.wrap("game.lancer.flowSteps.get", (wrapped, name, ...rest) => {
    const step = wrapped(name, ...rest);
    if (name !== STEP || typeof step !== "function") return step;
    return async (/** @type {Coign.Foreign} */ state, /** @type {Coign.Foreign[]} */ ...more) => {
      try {
        if (inRoll.active) await cover(inRoll, state, options);
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
 * @param {Options} options
 */
async function cover(inRoll, { actor, item, data }, { table = foundryTable, context = world }) {
  const aimed = data?.acc_diff?.targets ?? [];
  const { scene, actor: attacker } = findAttacker({ speaker: table.speakerOf(actor) }, context);
  const targets = targetsIn(scene, table.targets());
  if (!attacker || !targets.length || !aimed.length) return;
  const attack = attackOf(item, context.scene(scene)?.grid?.distance, data.title);
  const additions = await inRoll.ask({ actorToken: { scene, token: attacker }, targets, attack }).inTime;
  if (!additions || !inRoll.meet("lancer-targets", aimed)) return;
  for (const target of aimed) {
    const token = parseUuid(target.targetUuid).token;
    const lines = additions.lines.filter((line) => line.held !== "secret" && [null, token].includes(line.target));
    target.cover = Math.max(target.cover ?? 0, ...lines.map(({ modifier }) => COVER[modifier] ?? 0));
  }
}
