/**
 * Read the roll of a chat message: the attack that the game system keeps in it, or a save.
 *
 * A few game systems record the effect that a save is against. Such a save is measured from the effect's area on the map, or
 * from the token of its user. For other systems the GM sets the origin on the roll's message: the targeted token, or an area
 * (`flags.coign.save`). The GM also sets the kind of roll if no document contains it, such as an opportunity attack or a
 * check to perceive a creature (`flags.coign.occasion`). The GM's settings take precedence.
 */

import { areaMadeBy, areasOf } from "../systems/areas.mjs";
import { ALONE } from "../systems/effects.mjs";
import { readAnyRoll } from "../systems/generic.mjs";
import { world } from "../systems/world.mjs";
import { whyOf } from "../util/errors.mjs";
import { tokenOfUuid } from "../util/foundry.mjs";
import { ATTACKS } from "../util/wire.mjs";

/** @typedef {ChatMessage.Implementation} Document */

/**
 * Read the attack, save or check in a message.
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {Coign.MessageFlags} flags
 * @returns {{attack: Coign.SeenAttack | null, problem: string}} null: no attack, or it could not be read; `problem` says
 *   why a message with rolls could not
 */
export function readAttack(coign, message, flags) {
  try {
    return { attack: withJudged(attackIn(coign, message, flags), flags.judged), problem: "" };
  } catch (problem) {
    warn(message, problem);
    return { attack: null, problem: message.rolls?.length ? whyOf(problem) : "" };
  }
}

/**
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {Coign.MessageFlags} flags
 * @returns {Coign.SeenAttack | null}
 */
function attackIn(coign, message, { save, occasion, included }) {
  if (save) {
    const ability = coign.adapter.saveAgainst(message)?.ability ?? abilityOf(message);
    if (typeof save !== "string") return saveFrom(coign, message, { point: save, ability });
    const from = tokenOfUuid(save);
    return from && saveFrom(coign, message, { from, ability });
  }
  const attack = coign.adapter.readAttack(message);
  if (occasion === "save") return saveFrom(coign, message, { ability: abilityOf(message) });
  if (occasion) return withOccasion(occasion, attack ?? readCheck(coign, message));
  const seen = attack ?? saveBySystem(coign, message);
  if (seen || !included) return seen;
  // A check that got modifiers before it was rolled has a card. Other checks get one if the GM marks the message.
  const check = coign.adapter.checkOccasion(message);
  return check && withOccasion(check, readCheck(coign, message));
}

/**
 * Return whether a message has a d20 roll that may be a save: the system does not mark it as an attack.
 * @param {Document} message
 * @param {Coign.SeenAttack | null} seen what was read in it
 */
export function maybeSave(message, seen) {
  const open = !seen || seen.occasion === "save" || !seen.sure;
  return open && orElse(message, false, () => Boolean(readAnyRoll(message, world)?.actorToken));
}

/** The kinds of check that a roll may be if the system does not call it an attack. */
const CHECKS = /** @type {Coign.Occasion[]} */ (["perception", ...ALONE]);

/**
 * List the occasions that a message's roll may be for.
 * @param {Coign.Context} coign
 * @param {Document} message
 */
export function occasionsFor(coign, message) {
  return orElse(message, [], () => {
    const attack = coign.adapter.readAttack(message);
    const roll = attack ?? readAnyRoll(message, world);
    if (!roll?.actorToken) return [];
    // A roll that the generic record takes for a check may still be an attack, if a GM sets it.
    const mayAttack = attack || coign.adapter.id === "generic";
    return [...(mayAttack ? ATTACKS : []), ...(attack?.sure ? [] : CHECKS)];
  });
}

/**
 * Return what `read` returns, or `fallback` if it throws: a message may hold anything.
 *
 * @template T
 * @param {Document} message
 * @param {T} fallback
 * @param {() => T} read
 */
function orElse(message, fallback, read) {
  try {
    return read();
  } catch (problem) {
    warn(message, problem);
    return fallback;
  }
}

/** @param {Document} message @param {unknown} problem */
const warn = (message, problem) => console.warn(`Coign | message ${message.id} could not be read:`, problem);

/**
 * Return a roll with the occasion that the GM set.
 * @param {Coign.Occasion} occasion
 * @param {Coign.SeenAttack | null} roll
 * @returns {Coign.SeenAttack | null}
 */
function withOccasion(occasion, roll) {
  if (!roll) return null;
  const defence = CHECKS.includes(occasion) ? {} : roll.defence;
  return { ...roll, occasion, defence, key: `${roll.key}/${occasion}` };
}

/**
 * Return a roll with the properties that the GM has set for it.
 * @param {Coign.SeenAttack | null} seen
 * @param {Coign.Judged | null} [judged]
 */
function withJudged(seen, judged) {
  if (!seen || !judged) return seen;
  const { kind, die, attack, primary, damage } = judged;
  return {
    ...seen,
    ...(kind && { check: { kind, die } }),
    attack: {
      ...seen.attack,
      ...(attack && attack !== seen.attack.kind && { kind: attack, reach: null, range: null }),
      ...(attack && { guessed: false }),
      ...(primary !== null && { primary }),
    },
    roll: damage === null ? seen.roll : { ...seen.roll, rolled: { damage: [damage] } },
  };
}

/**
 * List the areas that a message's save may be against: those of the roller's scene that players see.
 * @param {Document} message
 */
export function areasFor(message) {
  return orElse(message, [], () => {
    const scene = readAnyRoll(message, world)?.actorToken?.scene;
    return areasOf(game.scenes.get(scene ?? ""), game.system.id).filter(({ hidden }) => !hidden);
  });
}

/**
 * Read a save against the effect that the game system has recorded.
 * @param {Coign.Context} coign
 * @param {Document} message
 */
function saveBySystem(coign, message) {
  const against = coign.adapter.saveAgainst(message);
  if (!against) return null;
  const { scene, token, made, ability, effect, area: isArea } = against;
  const area = areaMadeBy(made, game.scenes.get(scene), game.system.id);
  // The start of a hidden area is a secret, and any other point would be wrong: the GM may set one.
  if (area?.hidden) return null;
  const point = coign.records.originOf(message.id ?? "", area?.point);
  if (point) return saveFrom(coign, message, { point, ability, effect });
  return token ? saveFrom(coign, message, { from: { scene, token }, ability, effect, isArea }) : null;
}

/**
 * Read the roll of a save or a check, with the game system's details.
 * @param {Coign.Context} coign
 * @param {Document} message
 * @returns {Coign.SeenAttack | null}
 */
function readCheck(coign, message) {
  const seen = readAnyRoll(message, world);
  if (!seen) return null;
  const { shown, counted } = coign.adapter.rollDetails(message, seen.roll);
  return { ...seen, roll: { ...seen.roll, ...(shown && { shown }) }, ...(counted && { counted }) };
}

/**
 * Return a save as an attack: its target is the roller; its actor is the token whose effect it is, or the roller itself if
 * the effect is an area's.
 *
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {object} against
 * @param {{scene: string, token: string}} [against.from]
 * @param {Coign.Point} [against.point]
 * @param {string | null} against.ability
 * @param {boolean | null} [against.isArea] whether the effect fills an area; null if the system does not tell
 * @param {Coign.SaveAgainst["effect"]} [against.effect] the spell or feature, for what ignores cover
 * @returns {Coign.SeenAttack | null}
 */
function saveFrom(coign, message, { from, point, ability, effect, isArea = null }) {
  const roll = readCheck(coign, message);
  if (!roll?.actorToken || (from && from.scene !== roll.actorToken.scene)) return null;
  return {
    ...roll,
    attack: { ...roll.attack, ...effect },
    occasion: "save",
    ability,
    ...(isArea !== null && { check: { area: isArea } }),
    key: `${roll.key}/save`,
    actorToken: from ?? roll.actorToken,
    targets: [roll.actorToken],
    defence: {},
    origin: point,
  };
}

/**
 * Return the ability that was rolled, if the system's own flags have it.
 * @param {Document} message
 */
function abilityOf(message) {
  const { ability = message.system && "ability" in message.system ? message.system.ability : null } =
    /** @type {Coign.Foreign} */ (message.flags)[game.system.id]?.roll ?? {};
  return typeof ability === "string" ? ability : null;
}
