// What the module's parts pass to each other.

declare namespace Coign {
  /**
   * The shape of a value that somebody else wrote (`util/shapes.mjs`). `any`: of any shape, neither deep nor large;
   * `record`: an object, which only a GM may have written; `kinds`: a struct of one of these kinds, each of whose fields fits.
   */
  type Shape =
    | "any"
    | "boolean"
    | "record"
    | { text: number; least?: number }
    | { number: readonly number[] }
    | { whole: readonly number[] }
    | { one: readonly unknown[] }
    | { kinds: Kinds }
    | { list: Shape; most: number; asWhole?: boolean; least?: number }
    | { map: Shape; most: number }
    | { fields: Record<string, Shape>; needs?: string[] }
    | { either: Shape[] };

  /** The shapes of a union's structs, by their `kind`. */
  type Kinds = Record<string, { fields: Record<string, Shape>; needs?: string[] }>;

  /** Return a text of the language files by its key, with the data for its placeholders. */
  type Translate = (key: string, data?: Record<string, string>) => string;

  /** What the game system knows of a token's creature: the wire's `coign` object on a token. */
  type TokenTraits = Wire.CoignToken;

  /** What a roll adds to its d20: a number, and dice by their sides, negative if they are subtracted. */
  /** A roll before it is judged, for other modules: the hook `coign.beforeJudgement`. */
  interface BeforeJudgement {
    scene: string;
    /** The token that acts. */
    actor: string;
    targets: string[];
    occasion?: Occasion;
    attack: Attack;
    /** Add a modifier. Without a target it holds for each. `public`: players may read the reason. */
    add(modifier: SaidModifier & { name: string; effect: Effect }): void;
    /** Switch a modifier off. */
    remove(modifier: SaidModifier): void;
  }

  interface SaidModifier {
    id: string;
    reason: string;
    target?: string | null;
    public?: boolean;
  }

  interface Bonus {
    bonus: number;
    dice?: number[];
    /** In place of a d20: the dice of which the better counts, and which are rolled again on their highest face. */
    traitDice?: number[];
  }

  /** The cover that a GM has set for a wall: a degree, or a low wall and how high it is. */
  type WallCover = string | { degree: string; height?: number };

  /** `flags.coign` of a document that keeps overrides. */
  interface OverrideFlags {
    overrides?: Override[];
  }

  /** `flags.coign` of a token: what its sheet sets, overrides, and marks until its next turn. */
  interface TokenFlags extends OverrideFlags, TokenSheetValues {
    slowed?: import("../scripts/attack/slowed-tokens.mjs").Mark[];
  }

  /** What the GM sets on a token's sheet. */
  interface TokenSheetValues extends Omit<TokenTraits, "attacks"> {
    mounted?: boolean | null;
    /** "tail slap: rear, wings: flank" */
    attacks?: string | Record<string, string>;
  }

  /** One attack, as a system adapter finds it in a chat message. */
  interface AttackReading {
    /** The roll's identity, so that no roll is annotated twice. */
    key: string;
    actorToken: { scene: string; token: string } | null;
    /** Empty if the system stores none: then those captured on the author's client are used. */
    targets: { token: string; scene?: string }[];
    attack: Attack;
    roll: SeenRoll;
    defence: Record<string, Defence>;
    /** Ids of modifiers that the game system has counted, so that the bridge does not add them again. */
    counted?: string[];
    removesAdvantage?: boolean;
    removesDisadvantage?: boolean;
    /** "attack" if left out. */
    occasion?: Occasion;
    /** What kind of check the GM says it is, and its die; of a save whether its effect fills an area. */
    check?: Wire.Check;
    /** Of a save, if the message has it. */
    ability?: string | null;
    /** How often the actor had changed its facing in its combat turn, without moving. */
    turned?: number;
    /** Of a save against an area: the point that it starts from, instead of a token. */
    origin?: Point;
  }

  /** `flags.coign` of a chat message. Every client can read it, so it must hold no secret. */
  interface MessageFlags {
    /** Captured on the author's client before the message exists: uuids of the author's targets. */
    targets?: string[];
    /**
     * What a player may know: the annotation, and for a full attack the outcomes of its further rolls. (A list also
     * because Foundry merges objects but replaces lists.)
     */
    annotations?: Annotation[];
    /** What the annotations are about: the roll, its targets, overrides and dice. */
    annotationKey?: string;
    overrides?: Override[];
    /** Dice rolled because an outcome asked for them. */
    rolled?: Rolled[];
    /** Set by the GM if the roll is a save, and against what: a token's uuid, or the point where an area starts. */
    save?: string | Point;
    /** Set by the GM: uuids of the tokens that the attack is against, whatever its roll names. */
    against?: string[];
    /** Set by the GM if the roll is neither a plain attack nor a save. */
    occasion?: Occasion | "";
    /** What else the GM says of the roll. */
    judged?: Judged | null;
    /** Counted up by a GM whose decision stands elsewhere, so that the roll is annotated again. */
    recheck?: number;
    /** A roll that the roller's client added, because the card keeps it in its text alone. */
    attackRoll?: unknown;
    /** What was put into the roll before its dice fell. The author writes it: only what the roll shows is believed. */
    included?: Included[];
    /** When the roll was made, in a combat. */
    moment?: import("../scripts/attack/slowed-tokens.mjs").Moment;
  }

  /** A chat message as it was at one moment, without its roll. Nothing behind the door (`attack/message.mjs`) reads more. */
  interface MessageHeader {
    readonly id: string;
    /** The targets are those of the moment at which the message was read. */
    readonly author: {
      id: string;
      name: string;
      isGM: boolean;
      targets: { token: string; scene: string | null; hidden: boolean }[];
    };
    readonly speaker: { scene?: string | null; token?: string | null; actor?: string | null };
    /** ms since 1970 */
    readonly timestamp: number;
    readonly blind: boolean;
    /** Ids of users. */
    readonly whisper: readonly string[];
    /** Whether any player may read it. */
    readonly isPublic: boolean;
    readonly hasRolls: boolean;
    /** The well-formed part of its flags, of what only GMs write as far as a GM wrote it. */
    readonly flags: Readonly<MessageFlags>;
  }

  /** A chat message as it was at one moment. */
  interface Message extends MessageHeader {
    /** The attack, save or check in it. */
    readonly attack: SeenAttack | null;
    /** Why its roll could not be read; else empty. */
    readonly problem: string;
  }

  /** A chat message with an attack, a save or a check. */
  interface RolledMessage extends Message {
    readonly attack: SeenAttack;
  }

  /** What a GM says of a roll that no document tells; null where nothing is said. */
  interface Judged {
    kind: Wire.CheckKind | null;
    die: number | null;
    attack: "melee" | "ranged" | null;
    primary: boolean | null;
    /** The total of the attack's damage roll. */
    damage: number | null;
  }

  /** What a GM has pressed about a roll. */
  type Press = Omit<Wire.Press, "type" | "id" | "request">;

  /** A die that an outcome asks for. */
  interface ToRoll {
    /** "1d4", "1d20" */
    dice: string;
    /** The number of the roll, in a full attack, from 0. */
    nth?: number;
  }

  interface Rolled extends ToRoll {
    values: number[];
    /** The `Roll` as JSON: it shows the values. */
    roll?: string;
    by?: string;
  }

  /** The GM's annotations of a message, and what they are about. */
  interface AnnotatedRoll {
    /** The annotation key, with overrides about hidden tokens. */
    key: string;
    /** One for each roll. */
    annotations: Annotation[];
  }

  /** Where Coign computes: on a bridge, or in a Worker of this browser. */
  type PlaceName = "bridge" | "page";

  type State =
    | "off"
    | "unpaired"
    | "asking"
    | "blocked"
    | "connecting"
    | "starting"
    | "failed"
    | "connected"
    | "reconnecting"
    | "busy"
    | "taken-over"
    | "too-big"
    | "refused"
    | "version";

  interface Status {
    state: State;
    /** The reason, if the bridge or the browser gave one. */
    why?: string;
    /** Where Coign computes, or tries to. */
    place?: PlaceName;
    /** How far a Worker's start has come. */
    progress?: import("../scripts/connection/engine-socket.mjs").Progress;
    /** The bridge's welcome, while connected. */
    welcome?: Welcome;
  }

  /** Every setting of the module, by name. */
  interface Settings {
    rulesets: string[];
    options: Record<string, Json>;
    overrides: Override[];
    /** What GMs have set on the prototypes of actors: values by path, by the actor's uuid. */
    setOnPrototypes: Record<string, Record<string, unknown>>;
    /** What "check everything" found, and of which versions. */
    checked: { versions?: string; failed?: Record<string, string> };
    migrated: number;
    /** When Coign began to note who writes what into messages, and since when each GM is one: ms, by the server's clock. */
    watch: { since: number | null; gms: Record<string, number> };
    automatic: boolean;
    showHit: boolean;
    showChance: boolean;
    playersAsk: boolean;
    /** Empty: never asked, which is `after`. */
    inRoll: "" | "after" | "gm" | "everybody";
    facingOffset: number;
    /** `auto`: on a bridge if a GM's browser is paired with one, else in this browser. */
    computeOn: "auto" | PlaceName;
    coverStands: NonNullable<Defence["stands"]>;
    computeMeanwhile: boolean;
    computing: string;
    bridgeUrl: string;
    token: string;
    pairedUrl: string;
    clientId: string;
    nearNumbers: Record<string, number>;
    /** What was pressed and is not answered yet, by message. */
    presses: Record<string, Press[]>;
    decisions: Record<string, import("../scripts/overrides/taken-back.mjs").Decision[]>;
    collapsed: boolean;
    drawing: boolean;
    showNothing: boolean;
    overlay: boolean;
    facingArrows: boolean;
  }

  /** How Foundry is told of a setting. */
  interface SettingRow<Value> {
    type: ArrayConstructor | BooleanConstructor | NumberConstructor | ObjectConstructor | StringConstructor;
    default: Value;
    /** Whether Foundry shows it; if missing, it does not. */
    config?: boolean;
    choices?: Record<string, string>;
    range?: { min: number; max: number; step: number };
    onChange?: () => void;
  }

  /** The state that the module's parts share: see `scripts/context.mjs`. */
  interface Context {
    /** The connection. `bridge.status.state` is its state, `bridge.request(message)` sends a request. */
    engine: import("../scripts/connection/engine.mjs").Engine;
    /** What we rely on, and which features are off because it does not hold. */
    contract: import("../contract/contract.mjs").Contract;
    /** Whether this browser computes while the bridge is away. */
    meanwhile: import("../scripts/connection/meanwhile.mjs").Meanwhile;
    /** Open a window of Coign's by its name, as the API does. */
    open: (name: import("../scripts/api.mjs").WindowName) => unknown;
    /** A name of this page, which no other page has. */
    page: string;
    /** The scenes that the bridge holds. `await scenes.ready(id)` before a request about one. */
    scenes: import("../scripts/scene-sync/scene-sync.mjs").SceneSync;
    /** Keeps requests to the bridge's limit. */
    queue: import("../scripts/connection/request-queue.mjs").RequestQueue;
    /** Why the bridge judges by no rules, as a sentence; empty if it judges, or is not connected. */
    rulesProblem: string;
    /** This player was told that no GM is there, and none has come since. */
    toldAlone: boolean;
    /** The line of text in which another table reads each ruleset in use that can be shared, by its id. */
    ruleLines: Record<string, string>;
    /** What the game system knows of tokens: `traits.of(token)`, and `traits.attacksOf(token)`. */
    traits: import("../scripts/scene-sync/document-hooks.mjs").TraitsCache;
    /** What only this client knows about chat messages. */
    ledger: import("../scripts/ledger/ledger.mjs").Ledger;
    decisions: import("../scripts/overrides/taken-back.mjs").Decisions;
    exchange: import("../scripts/ledger/exchange.mjs").Exchange;
    /** Those of the ledger. */
    readonly records: import("../scripts/ledger/rolls.mjs").Rolls;
    /** Which way tokens face and what their next steps cost, by scene and token. */
    bearings: Map<string, Record<string, Wire.Bearing>>;
    /** The last bearings sent to each user, as JSON, by the user's key. */
    toldBearings: Map<string, string>;
    /** Changes of facing in combat turns. */
    facing: import("../scripts/attack/watch-facing.mjs").FacingWatch;
    /** Tokens that a roll has slowed. */
    slowed: import("../scripts/attack/slowed-tokens.mjs").SlowedTokens;
    /** The last attack of each token, by its id. */
    lastAttacks: Map<string, Attack>;
    /** How many previews each player gets, and the keys by which players are known. */
    playerBudgets: import("../scripts/attack/player-queries.mjs").PlayerBudgets;
    /** What players' words of odds are made of. */
    nearNumbers: import("../scripts/attack/foreseen.mjs").NearNumbers;
    answered: import("../scripts/attack/included.mjs").Answered;
    /** What this GM has pressed, until it is answered. */
    presses: import("../scripts/attack/presses.mjs").Presses;
    /** What a GM may add to a roll by hand, by occasion, as the engine says. */
    offers: Partial<Record<Occasion, Wire.Offers>>;
    /** On a player's client, the key of its own budget. */
    previewKey: string | null;
    /** Titles of modules whose attacks cannot be read. */
    unread: Set<string>;
    /** Settings that hold for this client in place of the world's, while a practice fight is played. */
    instead: Map<string, unknown>;
    /** The adapter of the world's game system, `generic` if there is none of its own. */
    readonly adapter: Adapter;
    /** Return one of the module's settings. */
    setting<Name extends keyof Settings>(name: Name): Settings[Name];
    /**
     * Return what would come of a request. The client that owns the connection asks the bridge, with the overrides in
     * force; any other asks that client, and the answer holds what a player may know.
     * Rejects with a sentence if nobody can answer.
     */
    evaluate(request: EvaluateRequest, lane?: string): Promise<Annotation>;
  }
}
