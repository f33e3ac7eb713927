/**
 * Put modifiers into the attacks of SWADE: into the list of its dialog, before that opens.
 *
 * A roll of a skill awaits `RollDialog.asPromise`. Its context has the roll, the actor, perhaps the weapon, and `mods`: the
 * list of `{label, value, ignore}` that the dialog shows with a switch each. Those that are on become terms of the formula,
 * `-2[Coign: Dim]`, and all are kept in the roll's options, where ours say what they are: a reroll has them too. One roll is
 * compared with every target, so that only what holds for all of them goes in; the rest is left to the card.
 */

import { list } from "../reading.mjs";
import { findAttacker, targetsIn } from "../tokens.mjs";
import { table as foundryTable, world } from "../world.mjs";
import { countedIn } from "./own-modifiers.mjs";

/**
 * @typedef {object} Options
 * @property {(rolled: {roll: Coign.Foreign, actor: Coign.Foreign, item?: Coign.Foreign, words?: string, aimed: boolean, space: Coign.Foreign}) => Coign.Attack | null} attackIn
 * @property {import("../world.mjs").Table} [table]
 * @property {Coign.SystemContext} [context]
 *
 * @param {Coign.InRoll} inRoll
 * @param {Options} options
 */
export function wrapDialog(inRoll, options) {
  inRoll.wrap("game.swade.RollDialog.asPromise", async (wrapped, asked, ...rest) => {
    const query = inRoll.active ? queryOf(asked, options) : null;
    const additions = query && (await inRoll.ask(query).inTime);
    if (additions && inRoll.meet("swade-modifiers", asked.mods))
      for (const { formula, flavor, line } of additions.parts) {
        const { modifier, target, effect } = line;
        asked.mods.push({ label: flavor, value: formula, coign: { modifier, target, effect, flavor } });
      }
    return wrapped(asked, ...rest);
  });
}

/**
 * @param {Coign.Foreign} asked the dialog's context
 * @param {Options} options
 * @returns {Coign.InRollQuery | null} null: no attack, or the attacker or the targets are not on the map
 */
function queryOf({ roll, actor, item, mods, flavor }, { attackIn, table = foundryTable, context = world }) {
  const { scene, actor: attacker } = findAttacker({ speaker: actor && table.speakerOf(actor) }, context);
  const targets = targetsIn(scene, table.targets());
  if (!attacker || !targets.length) return null;
  const space = context.scene(scene)?.grid?.distance;
  const attack = attackIn({ roll, actor, item, words: String(flavor ?? ""), aimed: true, space });
  return attack && { actorToken: { scene, token: attacker }, targets, attack, counted: countedIn(mods, context) };
}

/**
 * Return what the options of a roll keep of what was put in and not switched off.
 * @param {Coign.Foreign} roll
 * @returns {Coign.Included[]}
 */
export const includedOf = (roll) =>
  list(roll?.options?.modifiers).flatMap(({ coign, ignore }) => (coign && !ignore ? [coign] : []));
