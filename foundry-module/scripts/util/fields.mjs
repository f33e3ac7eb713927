/**
 * The table of everything that this module reads from a flag, or from the query of another client: the shape of each
 * field, and who may write it. What is not in the table is not read. Flags come through the functions below, queries
 * through `attack/player-queries.mjs`. Pure.
 *
 * `by` is who may write a field:
 *     gm       GMs; of a message what others write is undone (`attack/message.mjs`), of a token and of an attack it
 *              does not count
 *     author   who made the message, at any time
 *     creation who made the message, with the message; after that only GMs
 *     owner    an owner of the document
 *     asker    any client, in a query
 *     nobody   the field is no flag: this field of the wire has another source
 *
 * A message's flag `attack` is a record, which has a table of its own.
 *
 * The fields of an attack, a token and a request are those of the wire's types: a field that is added there has no row
 * here, and a test fails until it has one.
 */

import { isRecord, read, readFields } from "./shapes.mjs";
import { CHECK_KINDS, EFFECT, LIMITS, OCCASIONS, SHAPES } from "./wire.mjs";

/**
 * @typedef {Coign.Shape} Shape
 * @typedef {"gm" | "author" | "creation" | "owner" | "asker" | "nobody"} Writer
 * @typedef {{shape: Shape, by: Writer}} Row
 */

const COORDINATE = [-1e7, 1e7];
const COUNT = [-1e6, 1e6];
const TIME = [0, Number.MAX_SAFE_INTEGER];
const WORD = { text: 200 }; // or an id
const REASON = { text: 500 };
/** @type {Shape} */
const POINT = { fields: { x: { number: COORDINATE }, y: { number: COORDINATE } }, needs: ["x", "y"] };
/** @type {Shape} */
const PLACE = { list: { number: COORDINATE }, most: 2, asWhole: true };
/** @type {Shape} */
const DIE = {
  fields: {
    dice: { text: 20 },
    values: { list: { number: COUNT }, most: 100 },
    nth: { whole: [0, 19] },
    roll: { text: 20_000 },
    by: WORD,
  },
  needs: ["dice", "values"],
};
/** @type {Shape} */
const INCLUDED = {
  fields: { modifier: REASON, target: WORD, flavor: REASON, effect: { kinds: EFFECT } },
  needs: ["modifier", "flavor", "effect"],
};
/** @type {Shape} */
const MOMENT = {
  fields: { combat: WORD, round: { whole: COUNT }, turn: { whole: COUNT } },
  needs: ["combat", "round", "turn"],
};
/** @type {Shape} */
const JUDGED = {
  fields: {
    kind: { one: CHECK_KINDS },
    die: { whole: [2, 100] },
    attack: SHAPES.Attack.kind,
    primary: "boolean",
    damage: { number: COUNT },
  },
};

/** The permitted author of each field of a message's `attack`: a macro may name the weapon with the roll, but not what it ignores. */
const ATTACK = by(SHAPES.Attack, {
  kind: "creation",
  reach: "creation",
  range: "creation",
  name: "creation",
  spell: "creation",
  primary: "creation",
  guessed: "creation",
  bonus: "nobody",
  dice: "nobody",
  traitDice: "nobody",
  abilities: "gm",
  ignores: "gm",
});

/** @type {Record<string, Row>} */
const TOKEN = {
  ...by(SHAPES.CoignToken, {
    facing: "owner",
    formation: "owner",
    mount: "owner",
    locomotion: "owner",
    reach: "gm",
    height: "gm",
    speeds: "gm",
    statuses: "gm",
    senses: "gm",
    size: "gm",
    creatureType: "gm",
    subtypes: "gm",
    species: "gm",
    faceless: "gm",
    feats: "gm",
    rogueLevel: "gm",
    shield: "gm", // but for the arm that it is on: `PARTS`
    armed: "gm",
    creature: "gm",
    gives: "gm",
    attacks: "gm",
    immune: "gm",
    without: "gm",
    ignores: "gm",
    ignoredGround: "gm",
    appliedCover: "gm",
    miss: "gm",
    cells: "nobody",
    level: "nobody",
  }),
  mounted: row("owner", "boolean"),
  slowed: row("owner", {
    list: {
      fields: { .../** @type {any} */ (MOMENT).fields, factor: { number: [0, 1] }, message: WORD },
      needs: ["factor"],
    },
    most: 20,
  }),
};
/** On a sheet the attacks are one line: "tail slap: rear, wings: flank". */
TOKEN.attacks = row("gm", { either: [{ text: 1000 }, SHAPES.CoignToken.attacks] });

/** Fields whose permitted author differs from that of their record. @type {Record<string, Writer>} */
const PARTS = { "shield.side": "owner" };

/**
 * Return who may write a path in the flags of a document: `reach`, `senses.darkvision`.
 * @param {"message" | "token"} kind
 * @param {string} path
 */
export function writerOf(kind, path) {
  if (kind === "token" && Object.hasOwn(PARTS, path)) return PARTS[path];
  return rowOf(kind, path)?.by ?? "nobody";
}

/**
 * Return the row of a path, or of the record that it is in.
 * @param {"message" | "token"} kind
 * @param {string} path
 */
export function rowOf(kind, path) {
  const dot = path.indexOf(".");
  const [name, part] = dot < 0 ? [path, ""] : [path.slice(0, dot), path.slice(dot + 1)];
  const [rows, field] = kind === "message" && name === "attack" ? [FIELDS.attack, part] : [FIELDS[kind], name];
  return Object.hasOwn(rows, field) ? rows[field] : undefined;
}

/** @typedef {"message" | "attack" | "token" | "scene" | "tile" | "wall" | "imported" | "other" | "user" | "request" | "survey" | "ledger" | "press" | "practice" | "practised" | "key" | "bearings"} Table */

/** @type {Record<Table, Record<string, Row>>} */
export const FIELDS = {
  message: {
    targets: row("author", { list: REASON, most: 50 }),
    moment: row("author", MOMENT),
    rolled: row("author", { list: DIE, most: 100 }),
    attackRoll: row("author", { either: [{ text: 50_000 }, "any"] }),
    included: row("creation", { list: INCLUDED, most: LIMITS.included }),
    card: row("creation", WORD), // the message whose button a save was rolled by, where its system does not note it
    annotations: row("gm", { list: "record", most: 20 }),
    annotationKey: row("gm", REASON),
    overrides: row("gm", { list: "record", most: 100 }),
    save: row("gm", { either: [REASON, POINT] }),
    against: row("gm", { list: REASON, most: 50 }), // the targets to measure against, in place of those that the roll names
    occasion: row("gm", { one: OCCASIONS }),
    judged: row("gm", JUDGED),
    recheck: row("gm", { whole: COUNT }),
  },
  attack: ATTACK,
  token: TOKEN,
  scene: {
    scratch: row("gm", "boolean"),
    light: row("gm", WORD),
    floors: row("gm", WORD),
    overrides: row("gm", { list: "record", most: LIMITS.overrides }),
    traits: row("gm", {
      list: { fields: { token: WORD, path: WORD, value: "any" }, needs: ["token", "path", "value"] },
      most: 20_000,
    }),
  },
  tile: { object: row("gm", { fields: { degree: WORD, height: { number: COORDINATE } } }) },
  wall: { cover: row("gm", { either: [WORD, { fields: { degree: WORD, height: { number: COORDINATE } } }] }) },
  // A document of ours in a compendium: the names that its texts have in the language files.
  imported: { texts: row("gm", { fields: { name: WORD, text: WORD } }) },
  // The flags of other modules, on tokens and walls.
  other: {
    "wall-height": row("owner", { fields: SHAPES.HeightFlags }),
    wallHeight: row("owner", { fields: SHAPES.HeightFlags }),
    "about-face": row("owner", { fields: { direction: { number: COORDINATE } } }),
  },
  user: { paired: row("owner", "boolean"), page: row("owner", WORD) },
  // A query: an evaluation's, with the key of the asker's budget.
  request: {
    key: row("asker", WORD),
    ...by(SHAPES.Evaluate, {
      scene: "asker",
      actor: "asker",
      targets: "asker",
      occasion: "asker",
      attack: "asker",
      candidates: "asker",
      at: "asker",
      check: "asker",
      counted: "asker",
      defence: "asker",
      removesAdvantage: "asker",
      removesDisadvantage: "asker",
      roll: "asker",
      origin: "asker",
      trigger: "asker",
      id: "nobody",
      figure: "nobody",
      path: "nobody",
      formation: "nobody",
      turned: "nobody",
      overrides: "nobody",
      viewer: "nobody",
      viewers: "nobody",
      secret: "nobody",
      rulesets: "nobody",
      options: "nobody",
    }),
  },
  // The further fields of a query for a survey: places, and whether it asks for both directions.
  survey: {
    places: row("asker", { list: PLACE, most: LIMITS.places, asWhole: true }),
    both: row("asker", "boolean"),
  },
  // Another GM's press about a message: read once the key has proved that the sender is a GM.
  // A GM's query for the parts of the ledger that the own browser lacks.
  ledger: {
    from: row("asker", WORD),
    key: row("asker", WORD),
    only: row("asker", { list: WORD, most: 2000 }),
    known: row("asker", {
      list: {
        fields: { id: WORD, judged: { whole: TIME }, noted: { whole: TIME }, decided: { whole: TIME } },
        needs: ["id", "judged", "noted", "decided"],
      },
      most: 2000,
    }),
  },
  press: { key: row("asker", WORD), message: row("asker", WORD), press: row("asker", "any") },
  // A GM's query for an attack in a practice fight, and the answer of the player's client.
  practice: { scene: row("asker", WORD), hero: row("asker", WORD), foe: row("asker", WORD) },
  practised: {
    agreed: row("asker", "boolean"),
    card: row("asker", WORD),
    targets: row("asker", WORD),
    preview: row("asker", WORD),
  },
  // A query from the client that owns the connection, or about a query that it has sent.
  key: { key: row("asker", WORD), user: row("asker", WORD) },
  // Such a query with the bearings of a scene's tokens, or for them.
  bearings: {
    key: row("asker", WORD),
    scene: row("asker", WORD),
    bearings: row("asker", { map: { fields: SHAPES.Bearing }, most: 2000 }),
  },
};

/**
 * Return the well-formed fields of a record, of those that one of these may write.
 * @param {Record<string, Row>} rows
 * @param {unknown} value
 * @param {(by: Writer) => boolean} [counts] true for writers whose fields count
 */
export function fieldsOf(rows, value, counts = () => true) {
  if (isRecord(value) && !Object.keys(value).length) return {}; // as on most documents of a scene
  return readFields(shapesOf(rows, counts), value) ?? {};
}

/**
 * Return one field in its shape.
 * @param {Row} row
 * @param {unknown} value
 */
export const fieldOf = ({ shape }, value) => read(shape, value);

/** The reader of flags for each document whose authors are known. @type {WeakMap<object, (flags: object) => object>} */
const readers = new WeakMap();

/**
 * Let a document's flags be read as they are believed (`util/provenance.mjs`).
 * @param {object} document
 * @param {(flags: object) => object} reader returns what of the flags is believed
 */
export const readBy = (document, reader) => void readers.set(document, reader);

/**
 * Return the well-formed flags of the module on a document; no other file reads them. In a message's attack, fields that
 * only a GM may write count only if a GM is known to have written them.
 *
 * @param {"message" | "token" | "scene" | "tile" | "wall" | "imported" | "user"} kind
 * @param {Coign.Foreign} document or plain data of one
 */
export function ownFields(kind, document) {
  const reader = readers.get(Object(document));
  const own = ownFlags(document);
  const { attack, ...flags } = /** @type {Record<string, any>} */ (reader ? reader(own) : own);
  const found = fieldsOf(FIELDS[kind], flags);
  if (kind !== "message" || !isRecord(attack)) return found;
  return { ...found, attack: fieldsOf(FIELDS.attack, attack, (by) => Boolean(reader) || by !== "gm") };
}

/**
 * Return the module's flags unchecked, to see which of them an update touches, and what a user has written.
 *
 * @param {{flags?: any} | null | undefined} document or the change of one
 * @returns {Record<string, any>} empty if there are none
 */
export function ownFlags(document) {
  const flags = document?.flags?.coign;
  return isRecord(flags) ? flags : {};
}

/**
 * Return the shapes of the fields that one of these writes.
 * @param {Record<string, Row>} rows
 * @param {(by: Writer) => boolean} counts
 * @returns {Record<string, Shape>}
 */
function shapesOf(rows, counts) {
  const written = Object.entries(rows).filter(([, { by }]) => by !== "nobody" && counts(by));
  return Object.fromEntries(written.map(([name, { shape }]) => [name, shape]));
}

/** @param {Writer} by @param {Shape} shape @returns {Row} */
function row(by, shape) {
  return { by, shape };
}

/**
 * @param {Record<string, Shape>} shapes
 * @param {Record<string, Writer>} writers
 * @returns {Record<string, Row>}
 */
function by(shapes, writers) {
  return Object.fromEntries(Object.entries(writers).map(([name, writer]) => [name, row(writer, shapes[name])]));
}
