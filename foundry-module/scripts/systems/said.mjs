/**
 * Read the kind of roll and its targets from a message of an unknown game system. Pure.
 *
 * The system's own data comes first: a field such as `type` or `rollType` in the message's flags, in `system`, or in a
 * roll's options, and the name of the roll's class. The message's heading comes next: its words, and the skills and weapons
 * of the actor that it names. If neither names a kind, it stays open.
 */

import { list, slug, systemOf } from "./reading.mjs";
import { rollsOf } from "./rolls.mjs";

/** @typedef {"attack" | "damage" | "check"} Kind `check`: any roll that is neither an attack nor its damage. */

/** The words of each kind, in English and German. They match the start of each word in a slug: "attack" is found in `melee-attacks`. */
const WORDS = {
  damage: /(^|-)(damage|healing|heal|schaden|heilung)/,
  attack: /(^|-)(attacks?|attacking|to-hit|strikes?|angriff|attacke|trefferwurf|fernkampf|nahkampf)/,
  check:
    /(^|-)(checks?|skills?|saves?|saving|tests?|ability|abilities|characteristics?|initiative|probe|rettungswurf|fertigkeit|talentprobe|resist|resistance|soak|death|recovery|morale)(-|$)/,
};
/** Skills that are fought with: their roll is an attack, though the system calls it a skill. */
const FIGHTING =
  /(^|-)((fight|brawl|melee|shoot|marksman|archery|firearm|weapon|sword|blade|schiess|waffe|schwert)|(combat|guns?|rifles?|pistols?|bows?|axes?|spears?|throwing|kampf|bogen)(-|$))/;
/** Kinds in a system's own fields, where a single word is meant as a kind. */
const FIELD_WORDS = { ...WORDS, attack: new RegExp(`${WORDS.attack.source}|^(weapon|mwak|rwak|msak|rsak)$`) };

const KIND_FIELD = /^(roll|sub|action|check|attack|test|message|card)?(type|kind)$/i;
const TARGET_FIELD = /^(targets?|defenders?|opponents?)(token|actor)?s?(uuid|id)?s?$/i;
const UUID_FIELDS = ["tokenUuid", "uuid", "tokenId", "token", "actorUuid", "actor", "id", "_id"];
const OURS = new Set(["core", "coign"]);
const DEPTH = 4; // of the searched fields
const MOST = 400; // searched fields; a flag may contain a whole actor

/**
 * Return the kind of roll that a message says it has; null if it says nothing.
 * @param {Coign.Foreign} message
 * @param {Coign.Foreign} actor who rolls, or null
 */
export function kindSaid(message, actor) {
  const [roll] = rollsOf(message); // a second one is often the damage
  const places = [...ownData(message), roll?.options];
  const words = places.flatMap((place) => fieldsIn(place, KIND_FIELD)).filter((word) => typeof word === "string");
  const heading = slug(`${String(message?.flavor ?? "").replace(/<[^>]*>/g, " ")}`);
  const texts = [message?.type, ...words, roll?.class ?? roll?.constructor?.name].map((word) =>
    kindOf(slug(word), FIELD_WORDS),
  );
  const field =
    texts.find((kind) => kind === "attack" || kind === "damage") ?? texts.find((kind) => kind !== null) ?? null;
  if (field === "attack" || field === "damage") return field;
  const named = kindByItem(heading, actor);
  const isArmed = named === "attack" || FIGHTING.test(heading);
  return isArmed && !WORDS.damage.test(heading) ? "attack" : (field ?? kindOf(heading, WORDS) ?? named);
}

/**
 * @param {string} text a slug
 * @param {Record<Kind, RegExp>} words
 */
const kindOf = (text, words) =>
  /** @type {Kind[]} */ (["damage", "attack", "check"]).find((kind) => words[kind].test(text)) ?? null;

/**
 * Return the kind of the item or skill of an actor that a heading names.
 * @param {string} heading a slug
 * @param {Coign.Foreign} actor
 * @returns {Kind | null}
 */
function kindByItem(heading, actor) {
  if (!heading) return null;
  const named = list(actor?.items).filter(({ name }) => isNamedIn(heading, name));
  if (named.some(({ type }) => /weapon|attack/i.test(String(type)))) return "attack";
  const skills = Object.entries(systemOf(actor).skills ?? {}).flatMap(([key, skill]) => [
    key,
    skill?.label,
    skill?.name,
  ]);
  const isSkill =
    named.some(({ type }) => /^skill/i.test(String(type))) || skills.some((skill) => isNamedIn(heading, skill));
  return isSkill ? "check" : null;
}

/** @param {string} heading @param {Coign.Foreign} name */
const isNamedIn = (heading, name) => slug(name).length > 2 && `-${heading}-`.includes(`-${slug(name)}-`);

/**
 * Return the targets that a message names, as uuids or ids of tokens.
 * @param {Coign.Foreign} message
 */
export function targetsSaid(message) {
  const places = [...ownData(message), ...rollsOf(message).map((roll) => roll?.options)];
  const addresses = places.flatMap((place) => fieldsIn(place, TARGET_FIELD)).flatMap(uuidsIn);
  return [...new Set(addresses)].map((uuid) => ({ uuid }));
}

/** @param {Coign.Foreign} value @returns {string[]} */
function uuidsIn(value) {
  if (typeof value === "string") return isAddress(value) ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  const own = UUID_FIELDS.map((name) => value[name]).find(
    (address) => typeof address === "string" && isAddress(address),
  );
  return own === undefined ? list(value).flatMap((item) => (item === value ? [] : uuidsIn(item))) : [own];
}

/** Return whether a text is a uuid of a token or an actor, or an id: 16 letters and digits. @param {string} text */
const isAddress = (text) => /^(Scene\..+\.Token\.|Actor\.)|^[A-Za-z0-9]{16}$/.test(text);

/** Return what systems keep in a message: its flags but Foundry's and ours, and `system`. @param {Coign.Foreign} message */
const ownData = (message) => [
  message?.system,
  ...Object.entries(message?.flags ?? {}).flatMap(([id, data]) => (OURS.has(id) ? [] : [data])),
];

/**
 * Return the values of the fields with such a name.
 * @param {Coign.Foreign} place
 * @param {RegExp} names
 */
function fieldsIn(place, names) {
  let open = place && typeof place === "object" ? [place] : [];
  const values = [];
  let seen = 0;
  for (let depth = 0; depth < DEPTH && open.length; depth += 1) {
    const inner = [];
    for (const object of open)
      for (const [name, value] of Object.entries(object)) {
        seen += 1;
        if (seen > MOST) return values;
        if (names.test(name)) values.push(value);
        else if (value !== null && typeof value === "object") inner.push(value);
      }
    open = inner;
  }
  return values;
}
