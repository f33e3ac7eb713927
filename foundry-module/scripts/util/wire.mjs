/**
 * The words of the wire that the module has to know, from the bridge's own types.
 * Made from bridge/coign/protocol/ by `python -m coign.protocol`; do not edit.
 */

/** The version of the protocol. */
export const PROTOCOL = 1;

/** The WebSocket's subprotocol. */
export const SUBPROTOCOL = "coign.v1";

/** Why the bridge closes a connection. */
export const CLOSE = /** @type {const} */ ({
  tooBig: 1009,
  tryLater: 1013,
  badToken: 4001,
  badVersion: 4002,
  busy: 4003,
  takenOver: 4004,
  noHello: 4005,
  badFirst: 4006,
  flood: 4008,
});

/** How many of each a request may have. */
export const LIMITS = /** @type {const} */ ({
  targets: 200,
  overrides: 500,
  included: 50,
  squares: 10000,
});

/** Whose view of a result there is. @type {Coign.Viewer[]} */
export const VIEWERS = ["gm", "player"];

/** What a roll may be. @type {Coign.Occasion[]} */
export const OCCASIONS = ["attack", "save", "check", "perception", "stealth", "opportunity", "movement", "ready"];

/** The occasions that are attacks. @type {Coign.Occasion[]} */
export const ATTACKS = ["attack", "opportunity"];

/** What each occasion's roll is called by the effects that change it. @type {Partial<Record<string, Coign.To>>} */
export const ROLLED = {
  attack: "attack",
  opportunity: "attack",
  save: "save",
  check: "check",
  perception: "perception",
  stealth: "stealth",
};

/** What a check may be. @type {Coign.Wire.CheckKind[]} */
export const CHECK_KINDS = [
  "check",
  "competition",
  "reaction",
  "incantation",
  "axiom",
  "concentration",
  "stealth-roll",
  "hearing",
];

/** The kinds of effects. @type {Coign.Effect["kind"][]} */
export const EFFECTS = [
  "flat",
  "die",
  "advantage",
  "disadvantage",
  "pool",
  "damage",
  "miss-chance",
  "flat-check",
  "blocked",
  "permit",
  "forbid",
  "movement",
  "note",
];

/** The effects that name what they change (`to`). @type {Coign.Effect["kind"][]} */
export const AIMED = ["flat", "die", "advantage", "disadvantage"];

/** Where an override applies. @type {Coign.Wire.Scope[]} */
export const SCOPES = ["roll", "token", "pair", "scene", "world"];

/** What an override does. */
export const STATES = /** @type {const} */ (["on", "off", "measured"]);

/** The facts that an override may set. @type {Record<string, (string | boolean)[]>} */
export const FORCIBLE = {
  cover: ["none", "half", "three-quarters", "soft", "cover", "improved", "total", "lesser", "standard", "greater"],
  obscurement: ["none", "lightly", "heavily"],
  flanking: [true, false],
  flanked: [true, false],
  standing: [true, false],
  difficult: [true, false],
  "attacker-difficult": [true, false],
  arcs: ["front", "flank", "rear", "none"],
  "target-arc": ["front", "flank", "rear", "none"],
  "attacker-arc": ["front", "flank", "rear", "none"],
  enemy: [true, false],
};

/** The degrees of cover, by reading. */
export const DEGREES = /** @type {const} */ ({
  dmg: ["none", "half", "three-quarters", "total"],
  d20: ["none", "soft", "cover", "improved", "total"],
  centre: ["none", "lesser", "standard", "greater", "total"],
});

/** The cover that a GM may set for a wall. @type {string[]} */
export const WALL_COVER = ["none", "low", "half", "three-quarters", "total"];

/** How a region may obscure. @type {string[]} */
export const OBSCURING = ["light", "heavy"];

/** The sizes of creatures, from the smallest. @type {string[]} */
export const SIZES = ["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"];

/** The ways of moving that have a speed. @type {string[]} */
export const SPEEDS = ["walk", "fly", "swim", "burrow", "climb"];

/** The senses that have a range. @type {(keyof Coign.Wire.Senses)[]} */
export const SENSES = ["darkvision", "blindsight", "blindsense", "tremorsense", "truesight", "seeInvisible"];
