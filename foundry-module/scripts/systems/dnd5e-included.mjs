/**
 * Write into a message of dnd5e what was put into its rolls: the targets' armour class where the system lists it, and the
 * modifiers in the module's flags. What is not in a roll after all is left to the card. Pure.
 */

import { isAdvantage, isArmour } from "./effects.mjs";

/**
 * @typedef {object} Finished
 * @property {Coign.Additions} additions
 * @property {Coign.Foreign[]} rolls
 * @property {Coign.Foreign} message its configuration: `data`
 * @property {string[]} targets ids of tokens
 * @property {boolean} asked whether there was a dialog
 * @property {(target: string) => Coign.Foreign} tokenOf
 * @property {Coign.Foreign} user
 */

/** @param {Finished} finished */
export function writeIncluded(finished) {
  const { additions, message, rolls, user } = finished;
  dropOverruled(finished);
  dropMissing(additions, rolls);
  message.data ??= {};
  changeArmour(finished);
  // Everybody can read the flags: a line that players may not know must not even leave an empty list.
  if (additions.lines.every(({ held }) => held === "secret")) return;
  const { included, overrides } = additions.flags(user);
  const { flags } = message.data;
  message.data.flags = { ...flags, coign: { ...flags?.coign, included, ...(overrides && { overrides }) } };
}

/**
 * Switch off advantage that the roller has overruled with a button or with keys. Options that have both kinds say that
 * these cancel each other, which a roll shows in no other way.
 * @param {Finished} finished
 */
function dropOverruled({ additions, rolls, asked }) {
  const { advantage, disadvantage } = additions;
  if (!advantage && !disadvantage) return;
  const ours = Number(advantage) - Number(disadvantage);
  for (const { options } of rolls) {
    const mode = options.advantageMode ?? 0;
    if (mode === Number(options.advantage) - Number(options.disadvantage)) continue;
    const cancelledByKeys = !asked && mode === 0;
    options.advantage = cancelledByKeys || mode > 0;
    options.disadvantage = cancelledByKeys || mode < 0;
    if (cancelledByKeys || (ours !== 0 && mode === ours)) continue;
    for (const line of additions.putIn) if (isAdvantage(line)) line.on = false;
  }
}

/**
 * Leave to the card what another module has taken out of a formula.
 * @param {Coign.Additions} additions
 * @param {Coign.Foreign[]} rolls
 */
function dropMissing(additions, rolls) {
  const flavors = rolls.map(({ terms }) => (terms ?? []).map((/** @type {Coign.Foreign} */ term) => term.flavor));
  for (const { flavor, line } of additions.parts)
    if (!flavors.every((terms) => terms.includes(flavor))) line.held = "card";
}

/**
 * Change the armour classes in the message's list of targets. Up to version 5 it is a list of actors: two tokens of one
 * actor share an entry, which can have the change only if both have it.
 * @param {Finished} finished
 */
function changeArmour({ additions, message, targets, tokenOf }) {
  /** @type {Coign.Foreign[]} */
  const entries = message.data.system?.targets ?? message.data.flags?.dnd5e?.targets ?? [];
  const changes = targets.map((target) => {
    const token = tokenOf(target);
    const entry = entries.find((one) => [token?.uuid, token?.actor?.uuid].includes(one.token ?? one.uuid));
    return { target, entry, change: additions.armourClass(target) };
  });
  const fits = (/** @type {typeof changes[number]} */ { entry, change }) =>
    typeof entry?.ac === "number" && changes.every((other) => other.entry !== entry || other.change === change);
  for (const { target } of changes.filter((one) => !fits(one)))
    for (const line of additions.lines) if (line.target === target && isArmour(line)) line.held = "card";
  const changed = new Map(changes.filter(fits).map(({ entry, change }) => [entry, change]));
  for (const [entry, change] of changed) entry.ac += change;
}
