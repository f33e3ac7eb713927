/**
 * Four behaviours for Foundry's regions: cover, obscurement, ground and terrain.
 *
 * `BEHAVIORS` lists their fields, as data in the words of the wire; the classes that Foundry needs are made from it. A
 * region is sent whole, and the bridge reads its behaviours.
 */

import { ID } from "../util/foundry.mjs";
import { DEGREES, OBSCURES_FROM, OBSCURING } from "../util/wire.mjs";

/**
 * A field: one of several words, a number, or a checkbox.
 * @typedef {{choices: readonly string[], initial: string} | {initial: number} | {initial: boolean}} Field
 */

/** @type {Record<string, {icon: string, fields: Record<string, Field>}>} By the name after `coign.` */
export const BEHAVIORS = {
  cover: {
    icon: "fa-solid fa-shield-halved",
    fields: { degree: { choices: DEGREES.dmg, initial: "half" } },
  },
  obscuring: {
    icon: "fa-solid fa-smog",
    fields: {
      degree: { choices: OBSCURING, initial: "light" },
      from: { choices: OBSCURES_FROM, initial: "anywhere" },
    },
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

/** Return the language key under which the labels of a behaviour's fields are. @param {string} name */
const labels = (name) => `COIGN.Region.${name}`;

/** Register the behaviours. Call it while Foundry initialises. */
export function registerRegionBehaviors() {
  for (const [name, { icon, fields }] of Object.entries(BEHAVIORS)) {
    const type = `${ID}.${name}`;
    Object.assign(CONFIG.RegionBehavior.dataModels, { [type]: modelOf(name, fields) });
    Object.assign(CONFIG.RegionBehavior.typeIcons, { [type]: icon });
  }
}

/**
 * Make the data model of a behaviour.
 * @param {string} name
 * @param {Record<string, Field>} fields
 */
function modelOf(name, fields) {
  /** @extends {foundry.data.regionBehaviors.RegionBehaviorType<foundry.data.fields.DataSchema>} */
  class Behavior extends foundry.data.regionBehaviors.RegionBehaviorType {
    static LOCALIZATION_PREFIXES = [labels(name)];

    static defineSchema() {
      return Object.fromEntries(
        Object.entries(fields).map(([field, description]) => [field, fieldOf(name, field, description)]),
      );
    }
  }
  return Behavior;
}

/**
 * @param {string} name
 * @param {string} field
 * @param {Field} description
 */
function fieldOf(name, field, description) {
  const { BooleanField, NumberField, StringField } = foundry.data.fields;
  if ("choices" in description) {
    const choices = Object.fromEntries(
      description.choices.map((choice) => [choice, `${labels(name)}.CHOICES.${field}.${choice}`]),
    );
    return new StringField({ required: true, choices, initial: description.initial });
  }
  if (typeof description.initial === "number")
    return new NumberField({ required: true, nullable: false, initial: description.initial });
  return new BooleanField({ initial: description.initial });
}
