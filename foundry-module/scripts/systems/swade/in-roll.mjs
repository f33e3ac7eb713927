/**
 * Put modifiers into the attacks of SWADE: into the list of its dialog, before that opens.
 *
 * A roll of a skill awaits `RollDialog.asPromise`. Its context has the roll, the actor, perhaps the weapon, and `mods`: the
 * list of `{label, value, ignore}` that the dialog shows with a switch each. Those that are on become terms of the formula,
 * `-2[Coign: Dim]`, and all are kept in the roll's options, where ours say what they are: a reroll has them too. One roll is
 * compared with every target, so that only what holds for all of them goes in; the rest is left to the card.
 */

import { partiesBefore } from "../asked-roll.mjs";
import { list } from "../reading.mjs";
import { table as foundryTable, world } from "../world.mjs";

const COVER = ["quarter-hidden", "half-hidden", "mostly-hidden", "nearly-hidden", "target-prone"];
const LIGHT = ["dim", "dark", "unseen"];
const RANGE = ["medium-range", "far-range"];

/** Which of ours each of the system's stands for, by the key of its text. @type {Record<string, string[]>} */
const OURS = {
  "SWADE.Cover.Light": COVER,
  "SWADE.Cover.Medium": COVER,
  "SWADE.Cover.MediumProne": COVER,
  "SWADE.Cover.Heavy": COVER,
  "SWADE.Cover.Total": COVER,
  "SWADE.Cover.Shield": COVER,
  "SWADE.Illumination.Dim": LIGHT,
  "SWADE.Illumination.Dark": LIGHT,
  "SWADE.Illumination.Pitch": LIGHT,
  "SWADE.Range.Medium": RANGE,
  "SWADE.Range.Long": RANGE,
  "SWADE.Range.Extreme": RANGE,
  "SWADE.GangUp": ["gang-up"],
};

/**
 * @typedef {{roll: Coign.Foreign, actor: Coign.Foreign, item?: Coign.Foreign, words?: string, aimed: boolean,
 *   space: Coign.Foreign}} TraitRoll `item`: the weapon, if it is known; `words`: the heading, which may name the weapon;
 *   `aimed`: there is a target; `space`: the length of a space of the scene
 * @typedef {import("../world.mjs").Where & {attackIn: (rolled: TraitRoll) => Coign.Attack | null}} Options
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
  const parties = partiesBefore(actor && table.speakerOf(actor), table.targets(), context);
  if (!parties) return null;
  const space = parties.grid.distance;
  const attack = attackIn({ roll, actor, item, words: String(flavor ?? ""), aimed: true, space });
  return attack && { ...parties.parties, attack, counted: countedIn(mods, context) };
}

/**
 * Return the additions that a roll's options contain and that are not switched off.
 * @param {Coign.Foreign} roll
 * @returns {Coign.Included[]}
 */
export const includedOf = (roll) =>
  list(roll?.options?.modifiers).flatMap(({ coign, ignore }) => (coign && !ignore ? [coign] : []));

/**
 * Return the ids of our modifiers that the system's own list already counts. The system's dialog offers modifiers, and from
 * version 5 on it adds some by itself. A label is a text of the system, in the language of the user who rolled, or its key.
 * @param {Coign.Foreign} modifiers
 * @param {Coign.SystemContext} context
 */
export function countedIn(modifiers, context) {
  const labels = list(modifiers)
    .filter(({ ignore }) => !ignore)
    .map(({ label }) => String(label));
  const keys = Object.keys(OURS).filter((key) => labels.includes(key) || labels.includes(context.words?.(key) ?? key));
  return [...new Set(keys.flatMap((key) => OURS[key]))];
}
