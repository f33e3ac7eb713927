/**
 * Reading documents that somebody else shaped: lists that are arrays, collections or objects, numbers that are strings,
 * sets that were records of booleans. Each function takes anything and answers with the one shape it names.
 */

const FEET_PER_METRE = 10 / 3; // the rulebooks' own conversion: 1.5 m for 5 ft
const IN_FEET = { ft: 1, feet: 1, foot: 1, m: FEET_PER_METRE, mi: 5280, km: 1000 * FEET_PER_METRE };

/** The first word of a unit's name as scenes and actors write it: "ft.", "Feet", "m". @param {Coign.Foreign} unit */
const unitOf = (unit) =>
  String(unit ?? "")
    .trim()
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/^met(er|re)s?$/, "m");

/**
 * Return the entries of an array, a Set, a Foundry Collection (which iterates its values), a Map or a plain object. Null
 * entries are left out, because any flag may contain them.
 * @param {Coign.Foreign} value
 */
export const list = (value) => entriesOf(value).filter((entry) => entry !== null && entry !== undefined);

/** @param {Coign.Foreign} value */
function entriesOf(value) {
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) return value;
  if (value instanceof Map || (typeof value.values === "function" && typeof value.get === "function"))
    return [...value.values()];
  if (typeof value[Symbol.iterator] === "function") return [...value];
  return Object.values(value);
}

/**
 * A finite number, from a number or from a string that is one; null for everything else.
 * @param {Coign.Foreign} value
 */
export function number(value) {
  if (typeof value === "string" && value.trim() !== "") value = Number(value);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/**
 * A positive number, or null: systems write 0 for "has none".
 * @param {Coign.Foreign} value
 */
export function positive(value) {
  const size = number(value);
  return size !== null && size > 0 ? size : null;
}

/**
 * Return whether a set of words has a word. The set is an array, a Set, or a record of booleans (before dnd5e 3).
 * @param {Coign.Foreign} words
 * @param {string} word
 */
export function has(words, word) {
  if (words === null || typeof words !== "object") return false;
  if (typeof words.has === "function") return words.has(word);
  return Array.isArray(words) ? words.includes(word) : words[word] === true;
}

/**
 * A name as a slug: "Improved Uncanny Dodge", "improvedUncannyDodge" -> "improved-uncanny-dodge".
 * @param {Coign.Foreign} name
 */
export function slug(name) {
  return String(name ?? "")
    .normalize("NFKD")
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/**
 * A length in a scene's units. Unknown units are taken to be the scene's own.
 * @param {Coign.Foreign} length
 * @param {Coign.Foreign} from the units it is given in
 * @param {Coign.Foreign} to the scene's units
 * @returns {number | null} null where it is no number
 */
export function length(length, from, to) {
  const value = number(length);
  if (value === null) return null;
  /** @type {Record<string, number>} */
  const known = IN_FEET;
  const [source, target] = [known[unitOf(from)], known[unitOf(to)]];
  if (!source || !target || source === target) return value;
  return Math.round((value * source * 1000) / target) / 1000;
}

/**
 * The named entries that are lengths above zero, in a scene's units.
 * @param {string[]} names
 * @param {Coign.Foreign} said name -> length
 * @param {Coign.Foreign} from the units they are given in
 * @param {Coign.Foreign} to the scene's units
 * @returns {Record<string, number>}
 */
export function lengths(names, said, from, to) {
  const entries = names.map((name) => [name, positive(length(said?.[name], from, to))]);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

/**
 * The object without the entries that say nothing: undefined, null, empty lists and empty objects.
 * @template {object} T
 * @param {T} object
 * @returns {{[K in keyof T]?: NonNullable<T[K]>}}
 */
export function filled(object) {
  const pairs = Object.entries(object).filter(([, value]) => {
    if (value === undefined || value === null) return false;
    return typeof value !== "object" || list(value).length > 0;
  });
  return /** @type {any} */ (Object.fromEntries(pairs));
}

/**
 * The system data of an actor or item: `system`, or `data` as it was before Foundry 10.
 * @param {Coign.Foreign} document
 */
export const systemOf = (document) => document?.system ?? document?.data ?? {};

/**
 * Return parts of a document's system data by their names, each an object, whatever the sheet lacks.
 * @param {Coign.Foreign} document
 * @param {string[]} names
 * @returns {Coign.Foreign[]}
 */
export const partsOf = (document, ...names) => names.map((name) => systemOf(document)[name] ?? {});

/** Return the units of a token's scene. @param {Coign.Foreign} token */
export const sceneUnits = (token) => token?.parent?.grid?.units ?? null;

/** Return the id of a document or of its data, or null. @param {Coign.Foreign} document */
export const idOf = (document) => document?._id ?? document?.id ?? null;

/** Return the entry of a list that has an id, or null. @param {Coign.Foreign} entries @param {Coign.Foreign} id */
export const withId = (entries, id) => list(entries).find((entry) => id && idOf(entry) === id) ?? null;

/** Return an actor's item by its id, or null. @param {Coign.Foreign} actor @param {Coign.Foreign} id */
export const itemById = (actor, id) => withId(actor?.items, id);

/** Items of the `pf1` compendiums by their ids: this system has no identifier for most of them. */
const PF1_IDS = new Map([
  ["pmAO1Sni8xx71pLF", "blind-fight"],
  ["Zeq6RWYv5otvg8q7", "cleave"],
  ["h9nHYLxXvIXBTmup", "combat-reflexes"],
  ["HMCAM3Zyo77kG8Yg", "far-shot"],
  ["6HSMdwX1VS6nZ6Zf", "great-cleave"],
  ["h1vqUG9Kh3f7oKWK", "improved-precise-shot"],
  ["ZfnHhhTFQVo0Lj4P", "improved-uncanny-dodge"],
  ["0spsP9ylE3goD3jc", "mounted-combat"],
  ["53urYIbYYpQuoSLd", "precise-shot"],
  ["6pjr8jMFSKqXkBKk", "sneak-attack"],
  ["xco22162bwgxn7pj", "true-strike"],
  ["7WaQxnVaaoL4AGr8", "uncanny-dodge"],
  ["UnmST9BvRhxT4vq3", "whirlwind-attack"],
]);

/**
 * Return the names of an item, an activity or an effect in rule texts, as slugs, the surest first, in any language of the
 * world. They do not contain a magic bonus, nor the word "effect" with which Pathfinder 2 begins the names of spell effects.
 * @param {Coign.Foreign} item
 */
export function slugsOf(item) {
  const { identifier, slug: own, tag } = systemOf(item);
  const translated = item?.flags?.babele?.originalName; // the English name that Babele keeps of a translated document
  const names = [identifier, item?.slug ?? own, tag, translated, compendiumName(item), item?.name];
  const slugs = names.map((name) => slug(name).replace(/^(spell-)?effect-|^\d+-|-\d+$/g, ""));
  return [...new Set(slugs)].filter((name) => name !== "");
}

/** @param {Coign.Foreign} item */
function compendiumName(item) {
  const source = item?._stats?.compendiumSource ?? item?.flags?.core?.sourceId;
  return PF1_IDS.get(
    String(source ?? "")
      .split(".")
      .at(-1) ?? "",
  );
}
