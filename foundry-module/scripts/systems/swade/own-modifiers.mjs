/**
 * The modifiers that SWADE has of its own: its dialog offers them, and from version 5 on it puts some in by itself.
 *
 * They are `{label, value, ignore}` in the dialog's list and in the options of a roll. The label is a text of the system, in
 * the language of whoever rolled, or its key.
 */

import { list } from "../reading.mjs";

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
 * Return the ids of our modifiers that a list of the system's has counted.
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
