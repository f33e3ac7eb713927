/**
 * What a message is judged as: the attack that the game system keeps in it, or a save.
 *
 * What a save is made against, a few game systems write down: then it is measured from the area that the effect has
 * placed on the map, else from whose effect it is. Where nothing is written, a GM says it on the roll's message: against
 * the token that the GM targets, or against an area (`flags.coign.save`); and what a GM says wins. So it does of what else no
 * document tells: that an attack was one of opportunity, or a check a look-out for somebody (`flags.coign.occasion`).
 */

import { coign, ID } from "../context.mjs";
import { generic } from "../systems/generic.mjs";
import { world } from "../systems/world.mjs";
import { areasOf } from "./areas.mjs";
import { originOf } from "./private-records.mjs";
import { tokenOfUuid } from "./requests.mjs";

/** @typedef {ChatMessage.Implementation} Message */

/**
 * @param {Message} message
 * @returns {Coign.SeenAttack | null} null: nothing that is judged, or a document like none that we know
 */
export function occasionIn(message) {
  return legibly(message, null, () => {
    const { save, occasion } = message.flags[ID] ?? {};
    if (save) return saveSaid(message, save);
    const attack = coign.adapter.readAttack(message);
    if (occasion) return saidToBe(occasion, attack ?? generic.readAttack(message, world));
    return attack ?? saveWritten(message);
  });
}

/**
 * Whether a message holds a d20 roll that is no attack for sure, and so may be a save.
 * @param {Message} message
 */
export function maybeSave(message) {
  const seen = occasionIn(message);
  const open = !seen || seen.occasion === "save" || !seen.sure;
  return open && legibly(message, false, () => Boolean(generic.readAttack(message, world)?.actorToken));
}

/** @type {Coign.Occasion[]} what a roll that is no attack for sure may be */
const CHECKS = ["perception", "stealth", "check"];

/**
 * What a message's roll may be judged as.
 * @param {Message} message
 * @returns {Coign.Occasion[]}
 */
export function occasionsFor(message) {
  return legibly(message, [], () => {
    const attack = coign.adapter.readAttack(message);
    const roll = attack ?? generic.readAttack(message, world);
    if (!roll?.actorToken) return [];
    return [...(attack ? /** @type {const} */ (["attack", "opportunity"]) : []), ...(attack?.sure ? [] : CHECKS)];
  });
}

/**
 * What is read of a message; `otherwise` where it is a document like none that we know.
 *
 * @template T
 * @param {Message} message
 * @param {T} otherwise
 * @param {() => T} read
 */
function legibly(message, otherwise, read) {
  try {
    return read();
  } catch (problem) {
    console.warn(`Coign | message ${message.id} could not be read:`, problem);
    return otherwise;
  }
}

/**
 * @param {Coign.Occasion} occasion
 * @param {Coign.SeenAttack | null} roll
 * @returns {Coign.SeenAttack | null}
 */
function saidToBe(occasion, roll) {
  if (!roll) return null;
  const defence = CHECKS.includes(occasion) ? {} : roll.defence;
  return { ...roll, occasion, defence, key: `${roll.key}/${occasion}` };
}

/**
 * Areas that a message's save may be against: of the roller's scene, none that players do not see.
 * @param {Message} message
 */
export function areasFor(message) {
  return legibly(message, [], () => {
    const scene = generic.readAttack(message, world)?.actorToken?.scene;
    return areasOf(game.scenes.get(scene ?? ""), game.system.id).filter(({ hidden }) => !hidden);
  });
}

/**
 * As the GM has said.
 * @param {Message} message
 * @param {string | Coign.Point} against a token's uuid, or where an area starts
 */
function saveSaid(message, against) {
  const ability = coign.adapter.saveAgainst(message)?.ability ?? spoken(message);
  if (typeof against !== "string") return saveFrom(message, { point: against, ability });
  const from = tokenOfUuid(against);
  return from && saveFrom(message, { from, ability });
}

/**
 * As the game system has written down.
 * @param {Message} message
 */
function saveWritten(message) {
  const effect = coign.adapter.saveAgainst(message);
  if (!effect) return null;
  const { scene, token, made, ability } = effect;
  const area = areasOf(game.scenes.get(scene), game.system.id).find((one) =>
    one.made.some((uuid) => made.includes(uuid)),
  );
  // Where a hidden area starts may not be told, and from anywhere else would be wrong: left to the GM.
  if (area?.hidden) return null;
  const point = originOf(message.id ?? "", area?.point);
  if (point) return saveFrom(message, { point, ability });
  return token ? saveFrom(message, { from: { scene, token }, ability }) : null;
}

/**
 * The roller is who the effect strikes; who acts is whose effect it is, or nobody but the roller where it is an area's.
 *
 * @param {Message} message
 * @param {{from?: {scene: string, token: string}, point?: Coign.Point, ability: string | null}} against
 * @returns {Coign.SeenAttack | null}
 */
function saveFrom(message, { from, point, ability }) {
  const roll = generic.readAttack(message, world);
  if (!roll?.actorToken || (from && from.scene !== roll.actorToken.scene)) return null;
  return {
    ...roll,
    occasion: "save",
    ability,
    key: `${roll.key}/save`,
    actorToken: from ?? roll.actorToken,
    targets: [roll.actorToken],
    defence: {},
    origin: point,
  };
}

/**
 * The ability that was rolled, where the system's own flags say it.
 * @param {Message} message
 * @returns {string | null}
 */
function spoken(message) {
  const { ability = message.system && "ability" in message.system ? message.system.ability : null } =
    /** @type {Coign.Foreign} */ (message.flags)[game.system.id]?.roll ?? {};
  return typeof ability === "string" ? ability : null;
}
