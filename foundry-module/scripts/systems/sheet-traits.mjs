/**
 * Which of the traits set on a token may be used. A player owns his token and may write any of its flags; but how far it
 * reaches, what it ignores, what it senses and the like are for a GM to set. `config/trusted-traits.mjs` notes what GMs
 * have set, by its fingerprint. Facing, formation, mount and the way a token moves are its player's own. Pure.
 */

import { FIELDS } from "../util/fields.mjs";
import { fingerprint, toHex } from "../util/fingerprint.mjs";
import { ownFlags } from "../util/own-flags.mjs";

/** @typedef {Record<string, string>} Trusted fingerprints by the uuid of a token, or of the actor of a prototype */

/** Fields of `flags.coign` on a token that are no traits. */
const OTHERS = ["overrides", "light"];

/** Return whether a token's player may set a field, or it is no trait. @param {string} name */
const isFree = (name) => OTHERS.includes(name) || FIELDS.token[name]?.by === "owner";

/**
 * Return the flags of a token without what only a GM may set.
 * @param {Coign.Foreign} flags `flags.coign`
 */
function freeTraits(flags) {
  if (flags === null || typeof flags !== "object") return {};
  const { side } = flags.shield ?? {};
  const free = Object.entries(flags).filter(([name]) => isFree(name));
  return { ...Object.fromEntries(free), ...(typeof side === "string" && { shield: { side } }) };
}

/**
 * Return the fingerprint of what only a GM may set in a token's flags; "" if nothing of it is set.
 * @param {Coign.Foreign} flags `flags.coign`
 */
export function traitsFingerprint(flags) {
  if (flags === null || typeof flags !== "object") return "";
  const guarded = Object.keys(flags)
    .filter((name) => !isFree(name))
    .sort()
    .map((name) => [name, name === "shield" ? withoutSide(flags.shield) : withoutEmpty(flags[name])])
    .filter(([, value]) => value !== null);
  return guarded.length ? toHex(fingerprint(JSON.stringify(guarded))) : "";
}

/**
 * Return whether a change of a token's flags sets or removes anything that only a GM may set.
 * @param {Coign.Foreign} change `flags.coign` of it
 */
export const changesGuarded = (change) =>
  Object.entries(change).some(([key, value]) => {
    const name = key.replace(/^(-=|==)/, "");
    const isSide = name === "shield" && Object.keys(value ?? {}).join() === "side";
    return !isFree(name) && !isSide;
  });

/**
 * Return a token's flags as they may be used: all of them if a GM has set what only a GM may, else the rest.
 * @param {Coign.Foreign} token
 * @param {Trusted} [trusted] undefined: use all, by any user
 */
export function usableTraits(token, trusted) {
  const flags = ownFlags(token);
  if (!trusted) return flags;
  const print = traitsFingerprint(flags);
  return print && trusted[token.uuid] !== print ? freeTraits(flags) : flags;
}

/**
 * Return the fingerprints of all traits set in a world, for its first start with this version.
 * @param {{scenes: Iterable<Coign.Foreign>, actors: Iterable<Coign.Foreign>}} world
 * @returns {Trusted}
 */
export function printsOf({ scenes, actors }) {
  /** @type {Trusted} */
  const prints = {};
  for (const scene of scenes)
    for (const token of scene.tokens ?? []) add(prints, token.uuid, traitsFingerprint(ownFlags(token)));
  for (const actor of actors) add(prints, actor.uuid, traitsFingerprint(ownFlags(actor.prototypeToken)));
  return prints;
}

/**
 * @param {Trusted} prints
 * @param {string} uuid
 * @param {string} print
 */
function add(prints, uuid, print) {
  if (print) prints[uuid] = print;
}

/** @param {Coign.Foreign} shield */
function withoutSide(shield) {
  if (shield === null || typeof shield !== "object") return withoutEmpty(shield);
  const { side: _side, ...rest } = shield;
  return withoutEmpty(rest);
}

/**
 * Return a value without its empty fields; null if nothing is left. An empty list is a value: it ignores nothing.
 * @param {Coign.Foreign} value
 * @returns {Coign.Foreign}
 */
function withoutEmpty(value) {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "object" || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([, field]) => withoutEmpty(field) !== null);
  return kept.length ? Object.fromEntries(kept.sort()) : null;
}
