/**
 * Tokens that are things: they do not give cover as creatures do, and never flank. The bridge blocks lines by a thing's
 * height, as by a wall, so a thing that lies on the ground has no height. Pure.
 */

import { ownFields } from "../util/fields.mjs";

/** Types of Item Piles that are people: shopkeepers. Heaps, containers and vaults are things. */
const PEOPLE = ["merchant", "auctioneer", "banker"];

/** Types of actors, in any system, that are no creatures and lie flat: loot, traps, a group's marker. */
const FLAT = ["army", "encounter", "group", "haunt", "hazard", "loot", "party", "trap"];

/** Types of actors, in any system, that are no creatures and hide by their height. */
const TALL = ["object", "starship", "vehicle"];

/** A token that is only the picture of a door: "Door", "Door 2". The wall under it is what counts. */
const DOOR = /^(door|tür)[\s\d()#.]*$/i;

/** The traits of a thing that lies on the ground, as sent to the bridge. */
const LIES = Object.freeze({ creature: false, height: 0 });

/**
 * Return the traits of a token that is a thing; nothing if it is a creature.
 * @param {Coign.Foreign} token
 * @param {Coign.Foreign} actor
 * @returns {{creature?: boolean, height?: number}}
 */
export function thingTraits(token, actor) {
  const door = DOOR.test(String(token?.name ?? "").trim());
  if (door || isPile(token, actor) || FLAT.includes(actor?.type)) return LIES;
  return TALL.includes(actor?.type) ? { creature: false } : {};
}

/**
 * Return whether Item Piles has made a heap, a container or a vault of a token. It keeps its data on the token if the
 * actor is not linked, else on the actor. (fantasycalendar/FoundryVTT-ItemPiles, pile-utilities.js)
 * @param {Coign.Foreign} token
 * @param {Coign.Foreign} actor
 */
function isPile(token, actor) {
  const [own, shared] = [token, actor].map((document) => document?.flags?.["item-piles"]?.data);
  const pile = token?.actorLink ? shared : (own ?? shared);
  return pile?.enabled === true && !PEOPLE.includes(pile.type) && pile.isMerchant !== true;
}

/**
 * Return what to write into `flags.coign` of a token so that it is a thing that gives no cover, or a creature again. A
 * height that a GM has set stays: such a thing hides as a wall does.
 * @param {Coign.Foreign} token
 * @param {boolean} thing
 * @returns {{creature: boolean, height: number | null}}
 */
export function asThing(token, thing) {
  const height = ownFields("token", token).height ?? null;
  return { creature: !thing, height: thing ? (height ?? 0) : height === 0 ? null : height };
}
