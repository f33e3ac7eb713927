/**
 * Which of the traits set on a token may be used. A player owns his token and may write any of its flags; but how far it
 * reaches, what it ignores, what it senses and the like are for a GM to set. `config/trusted-traits.mjs` notes what GMs
 * have set: each trait by its path in the flags (`reach`, `senses.darkvision`), with the fingerprint of its value. A GM who
 * sets one trait vouches for that one alone. Facing, formation, mount and the way a token moves are its player's own. Pure.
 */

import { FIELDS, ownFlags } from "../util/fields.mjs";
import { fingerprint, toHex } from "../util/fingerprint.mjs";
import { ID } from "../util/foundry.mjs";
import { isRecord } from "../util/shapes.mjs";

/** @typedef {Record<string, string>} Prints fingerprints of traits by their paths */
/** @typedef {Record<string, Prints>} Trusted by the uuid of a token, or of the actor of a prototype */

const EVERYTHING = "";

/** Return whether only a GM may set a trait. @param {string} path */
const isGuarded = (path) => FIELDS.token[path.split(".")[0]].by === "gm" && path !== "shield.side";

/**
 * Return the fingerprints of what only a GM may set in a token's flags, of what is set.
 * @param {Coign.Foreign} flags `flags.coign`
 * @returns {Prints}
 */
export function traitPrints(flags) {
  const guarded = traitsIn(flags).filter(([path, value]) => isGuarded(path) && withoutEmpty(value) !== null);
  return Object.fromEntries(guarded.map(([path, value]) => [path, printOf(value)]));
}

/**
 * Return a token's flags as they may be used: of what only a GM may set, what a GM has set.
 * @param {Coign.Foreign} token
 * @param {Trusted} [trusted] undefined: use all, by any user
 */
export function usableTraits(token, trusted) {
  const flags = ownFlags(token);
  if (!trusted) return flags;
  const prints = trusted[token.uuid] ?? {};
  /** @type {Coign.Foreign} */
  const usable = {};
  for (const [path, value] of traitsIn(flags)) {
    if (isGuarded(path) && prints[path] !== printOf(value)) continue;
    const [name, part] = path.split(/\.(.*)/s);
    usable[name] = part === undefined ? value : { ...usable[name], [part]: value };
  }
  return usable;
}

/**
 * Return the fingerprints that are noted of a token after a GM's change: of what it wrote those of the present values, of
 * the rest those from before.
 * @param {Prints} before
 * @param {Prints} now of all that is set, by whomever
 * @param {Coign.Foreign} change of a token or prototype, as the hook has it
 * @returns {Prints}
 */
export function printsAfter(before, now, change) {
  const written = writtenIn(change);
  const isWritten = (/** @type {string} */ path) =>
    written.some((one) => one === EVERYTHING || path === one || path.startsWith(`${one}.`));
  const old = Object.entries(before).filter(([path]) => !isWritten(path));
  const fresh = Object.entries(now).filter(([path]) => isWritten(path));
  return Object.fromEntries([...old, ...fresh].sort());
}

/**
 * Return the fingerprints of all traits set in a world, for its first start with this version.
 * @param {{scenes: Iterable<Coign.Foreign>, actors: Iterable<Coign.Foreign>}} world
 * @returns {Trusted}
 */
export function printsOf({ scenes, actors }) {
  const tokens = [...scenes].flatMap((scene) => [...(scene.tokens ?? [])]);
  const found = [
    ...tokens.map((token) => [token.uuid, traitPrints(ownFlags(token))]),
    ...[...actors].map((actor) => [actor.uuid, traitPrints(ownFlags(actor.prototypeToken))]),
  ];
  return Object.fromEntries(found.filter(([, prints]) => Object.keys(prints).length));
}

/**
 * Return the traits in a token's flags by their paths: those of a record one by one, a list as one. Fields that
 * are not in the table are left out.
 * @param {Coign.Foreign} flags `flags.coign`
 */
function traitsIn(flags) {
  if (!isRecord(flags)) return [];
  const known = Object.entries(flags).filter(([name]) => Object.hasOwn(FIELDS.token, name));
  return known.flatMap(([name, value]) =>
    isRecord(value)
      ? Object.entries(value).map(([part, one]) => /** @type {[string, unknown]} */ ([`${name}.${part}`, one]))
      : [/** @type {[string, unknown]} */ ([name, value])],
  );
}

/**
 * Return the paths that a change writes or removes. What replaces or removes a whole (`==`, `-=`) writes all inside it.
 * @param {Coign.Foreign} change
 */
function writtenIn(change) {
  if ([`-=${ID}`, `==${ID}`].some((key) => key in (change?.flags ?? {}))) return [EVERYTHING];
  return Object.entries(ownFlags(change)).flatMap(([key, value]) =>
    isRecord(value) && !/^[-=]=/.test(key) ? Object.keys(value).map((part) => `${key}.${plain(part)}`) : [plain(key)],
  );
}

/** @param {string} key */
const plain = (key) => key.replace(/^[-=]=/, "");

/** @param {unknown} value */
const printOf = (value) => toHex(fingerprint(JSON.stringify(withoutEmpty(value))));

/**
 * Return a value without its empty fields; null if nothing is left. An empty list is a value: it ignores nothing.
 * @param {Coign.Foreign} value
 * @returns {Coign.Foreign}
 */
function withoutEmpty(value) {
  if (value === undefined || value === null || value === "") return null;
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([, field]) => withoutEmpty(field) !== null);
  return kept.length ? Object.fromEntries(kept.sort()) : null;
}
