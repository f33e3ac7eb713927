// What the module's own parts hand each other.

declare namespace Coign {
  /** What Foundry's documents lack and only an actor knows: the wire's `coign` object on a token. */
  type TokenExtras = Wire.CoignToken;

  /** A GM's word on a wall: a degree, or a low wall and how high it is. */
  type WallCover = string | { degree: string; height?: number };

  /** What `flags.coign` of a document holds that keeps overrides. */
  interface Kept {
    overrides?: Override[];
  }

  /** What `flags.coign` of a token holds: the GM's words, and marks until its next turn. */
  interface TokenFlags extends Kept, TokenWord {
    slowed?: import("../scripts/attack/slowing.mjs").Mark[];
  }

  /** A GM's word on a token, as its sheet keeps it in `flags.coign`. */
  interface TokenWord extends Omit<TokenExtras, "attacks"> {
    mounted?: boolean | null;
    /** "tail slap: rear, wings: flank" */
    attacks?: string | Record<string, string>;
  }

  /** One attack, as a system adapter finds it in a chat message. */
  interface AttackReading {
    /** The same for the same roll, another for another: what keeps a roll from being judged twice. */
    key: string;
    actorToken: { scene: string; token: string } | null;
    /** Empty where the system stores none: the targets captured by the author's client are used. */
    targets: { token: string; scene?: string }[];
    attack: Attack;
    roll: Roll;
    defence: Record<string, Defence>;
    removesAdvantage?: boolean;
    removesDisadvantage?: boolean;
    /** "attack" where nothing else is said. */
    occasion?: Occasion;
    /** Of a save, where the message says it. */
    ability?: string | null;
    /** How often the actor had turned in its turn of a combat, without moving. */
    turned?: number;
    /** Of a save against an area: the point it starts from, instead of a token. */
    origin?: Point;
  }

  /** One game system: a record, no base class. `systems/index.mjs` lists them. */
  interface System {
    id: string;
    title: string;
    knows: { majorVersions: number[] };
    readAttack(message: Foreign): AttackReading | null;
    tokenExtras(token: Foreign): TokenExtras;
    /** Foundry hooks after which some tokens' extras differ; each handler names the actors or tokens concerned. */
    watch?: Record<string, (...args: Foreign[]) => unknown>;
  }

  /** What `flags.coign` of a chat message holds. Every client can read it, so no secret may stand in it. */
  interface MessageFlags {
    /** Captured on the author's client before the message exists: uuids of the tokens it targeted. */
    targets?: string[];
    scene?: string;
    /**
     * What a player may know: the annotation, and of a full attack what its further rolls came to. (A list also because
     * Foundry merges objects but replaces lists.)
     */
    annotations?: Annotation[];
    /** Of which roll, overrides and dice the annotation speaks. */
    judged?: string;
    overrides?: Override[];
    /** Dice rolled because an outcome asked for them. */
    rolled?: Rolled[];
    /** The GM's word that the roll is a save, and against what: a token's uuid, or the point where an area starts. */
    save?: string | Point;
    /** The GM's word on what the roll is, where it is neither a plain attack nor a save. */
    occasion?: Occasion | "";
    /** When the roll fell, in a combat. */
    moment?: import("../scripts/attack/slowing.mjs").Moment;
  }

  /** A die that an outcome asks for. */
  interface ToRoll {
    /** "1d4", "1d20" */
    dice: string;
    /** For which of a full attack's rolls, from 0. */
    nth?: number;
  }

  interface Rolled extends ToRoll {
    values: number[];
    /** The `Roll` as JSON, for the record. */
    roll?: string;
    by?: string;
  }

  /** A GM's annotations of a message together with what they speak of. */
  interface Judged {
    /** The key of what was judged. */
    judged: string;
    /** The attack's own part of that key: another roll is another judgement. */
    attack: string;
    /** The scene's revision at which it was measured. */
    revision: number;
    /** One for each roll. */
    annotations: Annotation[];
    /** Those of the request, which `Modifier.override` counts. */
    overrides: Override[];
  }

  type State =
    | "off"
    | "unpaired"
    | "asking"
    | "blocked"
    | "connecting"
    | "connected"
    | "reconnecting"
    | "busy"
    | "taken-over"
    | "refused"
    | "version";

  interface Status {
    state: State;
    /** In words, where there is more to say: what the bridge or the browser said. */
    why?: string;
    /** The welcome of the bridge, while connected. */
    welcome?: Welcome;
  }

  /** Every setting of the module, by name. */
  interface Settings {
    rulesets: string[];
    options: Record<string, Json>;
    overrides: Override[];
    automatic: boolean;
    showHit: boolean;
    showChance: boolean;
    playersAsk: boolean;
    facingOffset: number;
    bridgeUrl: string;
    token: string;
    pairedUrl: string;
    clientId: string;
    collapsed: boolean;
  }

  /** The context that main fills with life and every part is handed: see `scripts/context.mjs`. */
  interface Context {
    bridge: import("../scripts/connection/bridge.mjs").Bridge;
    stream: import("../scripts/scene-sync/scene-sync.mjs").SceneStream;
    extras: import("../scripts/scene-sync/token-traits.mjs").Extras;
    readonly adapter: Adapter;
    setting(name: string): Foreign;
    evaluate(question: Question): Promise<Annotation>;
  }
}
