/**
 * The words of the wire that the module has to know, from the bridge's own types.
 * Made from bridge/coign/protocol/ by `python -m coign.protocol`; do not edit.
 */

/** The version of the protocol. */
export const PROTOCOL = 1;

/** The digest of its schema: with another one, module and bridge do not fit. */
export const SCHEMA = "6a816aecf910cc17";

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

/** The most entries that a request may have, by list. */
export const LIMITS = /** @type {const} */ ({
  targets: 200,
  candidates: 50,
  overrides: 500,
  included: 50,
  places: 10000,
});

/** The viewers of a result: GMs see everything, players what they may know. @type {Coign.Viewer[]} */
export const VIEWERS = ["gm", "player"];

/** The occasions on which a roll is judged. @type {Coign.Occasion[]} */
export const OCCASIONS = ["attack", "save", "check", "perception", "stealth", "opportunity", "movement", "ready"];

/** The occasions that are attacks. @type {Coign.Occasion[]} */
export const ATTACKS = ["attack", "opportunity"];

/** The value of `to` in effects that change the roll of an occasion. @type {Partial<Record<string, Coign.To>>} */
export const ROLLED = {
  attack: "attack",
  opportunity: "attack",
  save: "save",
  check: "check",
  perception: "perception",
  stealth: "stealth",
};

/** The kinds of checks that rules tell apart. @type {Coign.Wire.CheckKind[]} */
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

/** The kinds of attacks. */
export const ATTACK_KINDS = /** @type {const} */ (["melee", "ranged"]);

/** The default values of fields that are left out. */
export const DEFAULTS = /** @type {const} */ ({
  occasion: "attack",
  kind: "melee",
  mode: "normal",
  scope: "roll",
  state: "on",
  label: "plain",
  cover: "none",
  arc: "none",
});

/** The modes of a roll of a d20. */
export const MODES = /** @type {const} */ (["normal", "advantage", "disadvantage"]);

/** Whose cover counts where a module gives some too. */
export const STANDS = /** @type {const} */ (["greater", "ours", "theirs"]);

/** The ways to notice the trigger of a readied action. */
export const TRIGGERS = /** @type {const} */ (["sight", "sound"]);

/** The kinds of effects. @type {Coign.Effect["kind"][]} */
export const EFFECTS = [
  "flat",
  "die",
  "advantage",
  "disadvantage",
  "edge",
  "bane",
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
export const AIMED = ["flat", "die", "advantage", "disadvantage", "edge", "bane"];

/** The scopes of an override, from one roll to the whole world. @type {Coign.Wire.Scope[]} */
const SCOPES = ["roll", "token", "pair", "scene", "world"];

/** The scopes as a GM picks them: of a token, whether it acts or is the target. */
export const SCOPE_CHOICES = /** @type {const} */ (["roll", "actor", "target", "pair", "scene", "world"]);

/** The states that an override may give a modifier. */
const STATES = /** @type {const} */ (["on", "off", "measured"]);

/** The facts that an override may set. @type {Record<string, (string | boolean)[]>} */
export const FORCIBLE = {
  cover: [
    "none",
    "half",
    "three-quarters",
    "soft",
    "cover",
    "improved",
    "hard",
    "total",
    "lesser",
    "standard",
    "greater",
    "partial-cover",
    "light-cover",
    "medium-cover",
    "heavy-cover",
    "near-total",
  ],
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

/** The measured fact, and figure, to which each of them belongs. @type {Record<string, string>} */
export const PART_OF = {
  cover: "cover",
  obscurement: "obscurement",
  flanking: "flanking",
  flanked: "flanking",
  standing: "elevation",
  difficult: "terrain",
  "attacker-difficult": "terrain",
  arcs: "facing",
  "target-arc": "facing",
  "attacker-arc": "facing",
};

/** The degrees of cover, by reading. */
export const DEGREES = /** @type {const} */ ({
  dmg: ["none", "half", "three-quarters", "total"],
  d20: ["none", "soft", "cover", "improved", "total"],
  centre: ["none", "lesser", "standard", "greater", "total"],
});

/** The cover that a GM may set for a wall. @type {string[]} */
export const WALL_COVER = ["none", "low", "half", "three-quarters", "total"];

/** The kinds of obscurement that a region may have. @type {string[]} */
export const OBSCURING = ["light", "heavy"];

/** From where a region may obscure what is in it. @type {string[]} */
export const OBSCURES_FROM = ["anywhere", "outside"];

/** The cover that a token or a tile may give when it is in the way. @type {string[]} */
export const GIVES = ["none", "soft", "half", "three-quarters", "total"];

/** Statuses that systems, or Foundry itself, call by another word, as slugs. @type {Record<string, string>} */
export const STATUSES = {
  blind: "blinded",
  burrow: "burrowing",
  deaf: "deafened",
  defeated: "dead",
  fly: "flying",
  hover: "hovering",
  invisibility: "invisible",
  "off-guard": "flat-footed",
  paralysis: "paralyzed",
  petrify: "petrified",
  restrain: "restrained",
  sleep: "unconscious",
  stun: "stunned",
  swim: "swimming",
};

/** The sizes of creatures, from the smallest. @type {string[]} */
export const SIZES = ["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"];

/** The grammar of a house rule's value: cases, each a worth with its conditions. @type {{case: string, most: number, worths: Record<Coign.Wire.WorthKind, string>, conditions: Record<Coign.Wire.Condition, string[]>}} */
export const HOUSE = {
  case: "^([^\\s@]+)(?:@([1-9]\\d{0,3}))?((?: [a-z-]+)*)$",
  most: 6,
  worths: {
    nothing: "nothing",
    same: "same",
    number: "([+-][1-9]\\d?)",
    ac: "ac([+-][1-9]\\d?)",
    die: "([+-]1d(?:[2-9]|[1-9]\\d))",
    advantage: "advantage",
    disadvantage: "disadvantage",
    miss: "miss-([1-9]\\d?)",
    blocked: "blocked",
  },
  conditions: {
    attack: ["melee", "ranged"],
    means: ["weapon", "spell"],
    flying: ["flying", "not-flying"],
    mounted: ["mounted", "not-mounted"],
    size: ["smaller", "not-smaller", "larger", "not-larger"],
    target: ["flying-target", "not-flying-target"],
    fight: ["engaged-target", "not-engaged-target"],
    blocker: ["smaller-blocker", "not-smaller-blocker", "larger-blocker", "not-larger-blocker"],
    each: ["each"],
  },
};

/** The phrases that say that two modifiers cancel each other. @type {string[]} */
export const CANCELLING = ["cancels", "standard-cancel", "dice-cancel", "neither"];

/** Rulesets that say what may trigger a readied action. @type {string[]} */
export const READYING = ["combat-facing"];

/** The ways of moving that have a speed. @type {string[]} */
export const SPEEDS = ["walk", "fly", "swim", "burrow", "climb"];

/** The senses that have a range. @type {(keyof Coign.Wire.Senses)[]} */
export const SENSES = ["darkvision", "blindsight", "blindsense", "tremorsense", "scent", "truesight", "seeInvisible"];

/** The most bytes that the bridge reads of a document, and of one field of it. */
export const DOCUMENT = /** @type {const} */ ({
  bytes: 196608,
  fieldBytes: 65536,
});

/** The scene's collection for each kind of document. */
export const COLLECTIONS = /** @type {const} */ ({
  Level: "levels",
  Region: "regions",
  Tile: "tiles",
  AmbientLight: "lights",
  Token: "tokens",
  Wall: "walls",
});

/** The fields of documents that are sent: of a record in them, its own; `null`: null is sent too. @type {Record<Coign.Change["document"], Coign.SentFields>} */
export const SENT = {
  Scene: {
    _id: true,
    name: true,
    width: true,
    height: true,
    padding: true,
    grid: { type: true, size: true, distance: true, units: true },
    tokenVision: true,
    environment: {
      darknessLevel: true,
      globalLight: { enabled: true, bright: true, darkness: { min: true, max: true } },
    },
  },
  Level: {
    _id: true,
    name: true,
    elevation: { bottom: true, top: true, topInclusive: true },
    visibility: { levels: true },
  },
  Region: {
    _id: true,
    name: true,
    shapes: true,
    elevation: { bottom: true, top: true, topInclusive: true },
    behaviors: { type: true, _id: true, disabled: true, system: true },
    hidden: true,
    levels: true,
  },
  Tile: {
    x: true,
    y: true,
    _id: true,
    width: true,
    height: true,
    elevation: true,
    rotation: true,
    hidden: true,
    restrictions: { light: true },
    texture: { anchorX: true, anchorY: true },
    levels: true,
  },
  AmbientLight: {
    x: true,
    y: true,
    _id: true,
    elevation: true,
    rotation: true,
    walls: true,
    hidden: true,
    levels: true,
    config: {
      dim: true,
      bright: true,
      angle: true,
      luminosity: true,
      negative: true,
      priority: true,
      darkness: { min: true, max: true },
    },
    flags: { levels: { rangeBottom: true, rangeTop: true } },
  },
  Token: {
    x: true,
    y: true,
    _id: true,
    name: true,
    width: true,
    height: true,
    depth: true,
    elevation: true,
    rotation: true,
    disposition: true,
    hidden: true,
    shape: true,
    hexagonalShape: true,
    level: true,
    movementAction: true,
    light: {
      dim: true,
      bright: true,
      angle: true,
      luminosity: true,
      negative: true,
      priority: true,
      darkness: { min: true, max: true },
    },
    sight: { enabled: true, range: "null", visionMode: true },
    detectionModes: true,
  },
  Wall: {
    c: true,
    _id: true,
    sight: true,
    move: true,
    light: true,
    dir: true,
    door: true,
    ds: true,
    threshold: { sight: true },
    levels: true,
  },
};

/** The fields of `Attack`. @type {Record<string, Coign.Shape>} */
const ATTACK = {
  kind: { one: ATTACK_KINDS },
  reach: { number: [-10000000, 10000000] },
  range: { fields: { normal: { number: [-10000000, 10000000] }, long: { number: [-10000000, 10000000] } } },
  name: { text: 1000 },
  abilities: { list: { text: 1000 }, most: 50 },
  spell: "boolean",
  ignores: { list: { text: 1000 }, most: 20 },
  primary: "boolean",
  bonus: { number: [-10000000, 10000000] },
  dice: { list: { whole: [-20, 20] }, most: 12 },
  traitDice: { list: { whole: [2, 20] }, most: 2 },
  guessed: "boolean",
};

/** The fields of `Point`. @type {Record<string, Coign.Shape>} */
const POINT = {
  x: { number: [-10000000, 10000000] },
  y: { number: [-10000000, 10000000] },
  elevation: { number: [-10000000, 10000000] },
};

/** The shape of each kind of effect. @type {Coign.Kinds} */
export const EFFECT = {
  flat: {
    fields: {
      value: { whole: [-1000000000, 1000000000] },
      to: { one: ["ac", "attack", "check", "damage", "perception", "save", "stealth"] },
    },
    needs: ["value", "to"],
  },
  die: {
    fields: { dice: { text: 200 }, to: { one: ["ac", "attack", "check", "damage", "perception", "save", "stealth"] } },
    needs: ["dice", "to"],
  },
  advantage: {
    fields: { to: { one: ["ac", "attack", "check", "damage", "perception", "save", "stealth"] } },
    needs: ["to"],
  },
  disadvantage: {
    fields: { to: { one: ["ac", "attack", "check", "damage", "perception", "save", "stealth"] } },
    needs: ["to"],
  },
  edge: {
    fields: { to: { one: ["ac", "attack", "check", "damage", "perception", "save", "stealth"] } },
    needs: ["to"],
  },
  bane: {
    fields: { to: { one: ["ac", "attack", "check", "damage", "perception", "save", "stealth"] } },
    needs: ["to"],
  },
  pool: { fields: { dice: { whole: [-1000000000, 1000000000] } }, needs: ["dice"] },
  damage: { fields: { dice: { text: 200 } }, needs: ["dice"] },
  "miss-chance": { fields: { percent: { whole: [-1000000000, 1000000000] }, twice: "boolean" }, needs: ["percent"] },
  "flat-check": { fields: { dc: { whole: [-1000000000, 1000000000] } }, needs: ["dc"] },
  blocked: { fields: {} },
  permit: {
    fields: { what: { one: ["attack", "hide", "opportunity-attack", "ready", "sneak-attack", "target"] } },
    needs: ["what"],
  },
  forbid: {
    fields: { what: { one: ["attack", "hide", "opportunity-attack", "ready", "sneak-attack", "target"] } },
    needs: ["what"],
  },
  movement: {
    fields: { factor: { number: [-1000000000, 1000000000] }, squares: { number: [-1000000000, 1000000000] } },
  },
  note: { fields: { text: { text: 200 } }, needs: ["text"] },
};

/** The shapes of what other clients may write, by type and field. @type {Record<string, Record<string, Coign.Shape>>} */
export const SHAPES = {
  Attack: ATTACK,
  Bearing: {
    facing: { number: [-1000000000, 1000000000] },
    steps: { list: { list: { number: [-1000000000, 1000000000] }, least: 3, most: 3, asWhole: true }, most: 300 },
    level: { text: 1000 },
  },
  CoignToken: {
    reach: { number: [-1000000000, 1000000000] },
    height: { number: [-1000000000, 1000000000] },
    locomotion: { text: 200 },
    speeds: { map: "any", most: 300 },
    facing: { number: [-1000000000, 1000000000] },
    statuses: { list: { text: 200 }, most: 300 },
    senses: {
      fields: {
        darkvision: { number: [-1000000000, 1000000000] },
        blindsight: { number: [-1000000000, 1000000000] },
        blindsense: { number: [-1000000000, 1000000000] },
        tremorsense: { number: [-1000000000, 1000000000] },
        scent: { number: [-1000000000, 1000000000] },
        truesight: { number: [-1000000000, 1000000000] },
        seeInvisible: { number: [-1000000000, 1000000000] },
        lowLight: "boolean",
      },
    },
    size: { text: 200 },
    creatureType: { text: 200 },
    subtypes: { list: { text: 200 }, most: 300 },
    species: { text: 200 },
    faceless: "boolean",
    feats: { list: { text: 200 }, most: 300 },
    mount: { text: 200 },
    level: { number: [-1000000000, 1000000000] },
    rogueLevel: { number: [-1000000000, 1000000000] },
    shield: {
      fields: {
        side: { text: 200 },
        bonus: { number: [-1000000000, 1000000000] },
        spell: { number: [-1000000000, 1000000000] },
      },
    },
    armed: "boolean",
    creature: "boolean",
    gives: { text: 200 },
    cells: "any",
    formation: { text: 200 },
    attacks: { map: { text: 200 }, most: 300 },
    immune: { list: { text: 200 }, most: 300 },
    without: { list: { text: 200 }, most: 300 },
    ignores: { list: { text: 200 }, most: 300 },
    ignoredGround: { list: { text: 200 }, most: 300 },
    appliedCover: { text: 200 },
    miss: { number: [-1000000000, 1000000000] },
  },
  Evaluate: {
    id: { text: 200, least: 1 },
    scene: { text: 200, least: 1 },
    occasion: { one: OCCASIONS },
    actor: { text: 200, least: 1 },
    targets: { list: { text: 200, least: 1 }, most: 200 },
    attack: { fields: ATTACK },
    candidates: {
      list: {
        fields: {
          attack: { fields: ATTACK },
          defence: {
            map: {
              fields: {
                ac: { number: [-10000000, 10000000] },
                applied: { text: 200 },
                by: { text: 200 },
                stands: { one: STANDS },
                edges: { whole: [0, 2] },
                banes: { whole: [0, 2] },
              },
            },
            most: 300,
          },
          last: "boolean",
        },
        needs: ["attack"],
      },
      most: 50,
    },
    roll: {
      fields: {
        d20: {
          list: { fields: { value: { whole: [1, 20] }, kept: "boolean", sides: { whole: [2, 20] } }, needs: ["value"] },
          most: 40,
        },
        mode: { one: MODES },
        total: { number: [-10000000, 10000000] },
        rerolled: "boolean",
        rolled: { map: { list: { whole: [-1000000000, 1000000000] }, most: 300 }, most: 300 },
        included: {
          list: {
            fields: {
              modifier: { text: 1000 },
              effect: { kinds: EFFECT },
              target: { text: 200, least: 1 },
              value: { number: [-10000000, 10000000] },
              refuted: "boolean",
            },
            needs: ["modifier", "effect"],
          },
          most: 50,
        },
        beside: {
          list: {
            fields: { sides: { whole: [-20, 20] }, value: { number: [-10000000, 10000000] } },
            needs: ["sides", "value"],
          },
          most: 12,
        },
        own: { one: MODES },
      },
    },
    defence: {
      map: {
        fields: {
          ac: { number: [-10000000, 10000000] },
          applied: { text: 200 },
          by: { text: 200 },
          stands: { one: STANDS },
          edges: { whole: [0, 2] },
          banes: { whole: [0, 2] },
        },
      },
      most: 300,
    },
    check: {
      fields: {
        kind: { one: CHECK_KINDS },
        die: { whole: [-1000000000, 1000000000] },
        ability: { text: 200 },
        area: "boolean",
      },
    },
    origin: {
      either: [
        { text: 200, least: 1 },
        { fields: POINT, needs: ["x", "y"] },
      ],
    },
    path: { list: { fields: POINT, needs: ["x", "y"] }, most: 500 },
    trigger: { one: TRIGGERS },
    formation: "boolean",
    turned: { whole: [-1000000000, 1000000000] },
    counted: { list: { text: 1000 }, most: 50 },
    removesAdvantage: "boolean",
    removesDisadvantage: "boolean",
    overrides: {
      list: {
        fields: {
          scope: { one: SCOPES },
          modifier: { text: 500 },
          fact: { text: 500 },
          state: { one: STATES },
          value: "any",
          effect: { kinds: EFFECT },
          actor: { text: 500 },
          target: { text: 500 },
          token: { text: 500 },
          scene: { text: 500 },
          bonus: { one: ["", "circumstance", "item", "status"] },
          overrides_cancelling: "boolean",
          by: { text: 500 },
          why: { text: 500 },
          name: { text: 500 },
          public: "boolean",
          secret: "boolean",
        },
      },
      most: 500,
    },
    viewer: { one: VIEWERS },
    viewers: { list: { one: VIEWERS }, most: 2 },
    secret: { list: { text: 200, least: 1 }, most: 200 },
    rulesets: { list: { text: 200 }, most: 300 },
    options: { map: "any", most: 300 },
    figure: "boolean",
    at: { fields: POINT, needs: ["x", "y"] },
  },
  HeightFlags: {
    top: { number: [-1000000000, 1000000000] },
    bottom: { number: [-1000000000, 1000000000] },
    wallHeightTop: { number: [-1000000000, 1000000000] },
    wallHeightBottom: { number: [-1000000000, 1000000000] },
    tokenHeight: { number: [-1000000000, 1000000000] },
  },
  Override: {
    scope: { one: SCOPES },
    modifier: { text: 500 },
    fact: { text: 500 },
    state: { one: STATES },
    value: "any",
    effect: { kinds: EFFECT },
    actor: { text: 500 },
    target: { text: 500 },
    token: { text: 500 },
    scene: { text: 500 },
    bonus: { one: ["", "circumstance", "item", "status"] },
    overrides_cancelling: "boolean",
    by: { text: 500 },
    why: { text: 500 },
    name: { text: 500 },
    public: "boolean",
    secret: "boolean",
  },
};
