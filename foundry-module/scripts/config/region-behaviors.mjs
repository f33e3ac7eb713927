/**
 * Regions that say something of cover, obscurement, ground and terrain: four behaviours for Foundry's own regions.
 *
 * What each holds stands in `BEHAVIORS`, plain data in the words of the wire; the classes that Foundry wants are made
 * from it when the module is set up. A region needs nothing else: it is streamed whole, and the bridge reads these.
 */

import { ID } from "../util/id.mjs";

/**
 * A field: one of a few words, a number, or a switch.
 * @typedef {{choices: string[], initial: string} | {initial: number} | {initial: boolean}} Field
 */

/** @type {Record<string, {icon: string, fields: Record<string, Field>}>} By the name after `coign.` */
export const BEHAVIORS = {
  cover: {
    icon: "fa-solid fa-shield-halved",
    fields: { degree: { choices: ["none", "half", "three-quarters", "total"], initial: "half" } },
  },
  obscuring: {
    icon: "fa-solid fa-smog",
    fields: { degree: { choices: ["light", "heavy"], initial: "light" } },
  },
  ground: {
    icon: "fa-solid fa-mountain",
    fields: { elevation: { initial: 0 } },
  },
  terrain: {
    icon: "fa-solid fa-shoe-prints",
    fields: { difficult: { initial: true }, water: { initial: false } },
  },
};

/** Where the labels of a behaviour's fields stand in the language files. @param {string} name */
export const labels = (name) => `COIGN.Region.${name}`;

/** Make the behaviours known to Foundry. To be called while it initialises. */
export function registerRegions() {
  for (const [name, { icon, fields }] of Object.entries(BEHAVIORS)) {
    const type = `${ID}.${name}`;
    Object.assign(CONFIG.RegionBehavior.dataModels, { [type]: modelOf(name, fields) });
    Object.assign(CONFIG.RegionBehavior.typeIcons, { [type]: icon });
  }
}

/**
 * The data model of one behaviour.
 * @param {string} name
 * @param {Record<string, Field>} fields
 */
function modelOf(name, fields) {
  /** @extends {foundry.data.regionBehaviors.RegionBehaviorType<foundry.data.fields.DataSchema>} */
  class Behavior extends foundry.data.regionBehaviors.RegionBehaviorType {
    static LOCALIZATION_PREFIXES = [labels(name)];

    static defineSchema() {
      return Object.fromEntries(Object.entries(fields).map(([field, what]) => [field, fieldOf(name, field, what)]));
    }
  }
  return Behavior;
}

/**
 * @param {string} name
 * @param {string} field
 * @param {Field} what
 * @returns {foundry.data.fields.DataField.Any}
 */
function fieldOf(name, field, what) {
  const { BooleanField, NumberField, StringField } = foundry.data.fields;
  if ("choices" in what) {
    const choices = Object.fromEntries(what.choices.map((word) => [word, `${labels(name)}.CHOICES.${field}.${word}`]));
    return new StringField({ required: true, choices, initial: what.initial });
  }
  if (typeof what.initial === "number")
    return new NumberField({ required: true, nullable: false, initial: what.initial });
  return new BooleanField({ initial: what.initial });
}
