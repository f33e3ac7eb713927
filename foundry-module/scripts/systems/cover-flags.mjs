/**
 * Read what a fifth edition attack or spell ignores from the item's properties and the actor's flags. Pure.
 *
 * | who notes it | where |
 * | --- | --- |
 * | Simple Cover 5e | the item's property `ignoreCover`; the actor's flags `ignoreHalfCover`, `ignoreThreeQuartersCover`, `ignoreAllCover` |
 * | Simbul's Cover Calculator, Token Cover | `flags.dnd5e.helpersIgnoreCover`: 1 half cover, 2 three-quarters cover too |
 * | midi-qol | `flags.midi-qol.ignoreCover`, `sharpShooter` (long range) and `ignoreNearbyFoes`; before, `flags.dnd5e.sharpShooter` |
 *
 * Total cover is never ignored: it is a question of reach.
 */

import { has, number, systemOf } from "./reading.mjs";

const PARTIAL = ["half", "three-quarters"];

/**
 * @param {Coign.Foreign} actor whose attack or spell it is
 * @param {Coign.Foreign} item
 * @param {"attack" | "save"} occasion
 * @returns {string[]} degrees of cover and hindrances, as `coign.rules.ignoring` names them
 */
export function ignoredByFlags(actor, item, occasion) {
  const { dnd5e, simplecover5e: simple, "midi-qol": midi } = actor?.flags ?? {};
  const level = number(dnd5e?.helpersIgnoreCover) ?? 0;
  const says = (/** @type {Coign.Foreign} */ flag) =>
    (flag === true && occasion === "attack") || isOn(flag?.all) || isOn(flag?.[occasion]);
  const attacking = occasion === "attack";
  const both =
    has(systemOf(item).properties, "ignoreCover") ||
    says(simple?.ignoreAllCover) ||
    says(simple?.ignoreThreeQuartersCover) ||
    (attacking && (level >= 2 || isOn(midi?.ignoreCover)));
  return [
    ...(both ? PARTIAL : says(simple?.ignoreHalfCover) || (attacking && level === 1) ? ["half"] : []),
    ...(attacking && (isOn(midi?.sharpShooter) || isOn(dnd5e?.sharpShooter)) ? ["long-range"] : []),
    ...(attacking && isOn(midi?.ignoreNearbyFoes) ? ["foe-beside"] : []),
  ];
}

/** Return whether a flag is set: active effects write it as text. A condition to evaluate is not. @param {Coign.Foreign} flag */
const isOn = (flag) => flag === true || number(flag) === 1 || flag === "true";
