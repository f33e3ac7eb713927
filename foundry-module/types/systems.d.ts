// A game system's record, and the types of its functions.

declare namespace Coign {
  /** A document, or part of one, that a game system shaped: of any version, with anything missing or null. */
  // biome-ignore lint/suspicious/noExplicitAny: its shape is not ours to know; every read of it expects anything
  type Foreign = any;

  /**
   * A game system: data and pure functions. It reads documents and never touches Foundry's globals; what it needs to
   * look up comes through the context. Live documents and their plain `toObject()` data are read alike, by name: a live
   * one has derived values (armour class, reach) that the source lacks.
   */
  interface SystemRecord {
    /** Foundry's id of the game system. */
    id: string;
    /** The major versions whose documents it is tested on; empty: any. */
    knows: { majorVersions: number[] };
    /** The rulesets of a new world: the rules that the game is made for. `setting`: one of the game system's, if it has it. */
    rulesets(setting: (key: string) => Foreign): string[];
    /** Options of these rulesets in a new world, where they are not Coign's own. */
    options: Record<string, Record<string, string>>;
    /** Null: the message is no attack. */
    readAttack(message: Foreign, context: SystemContext): SeenAttack | null;
    /** `actor` is null for a token without one. */
    tokenTraits(token: Foreign, actor: Foreign): TokenTraits;
    /** Older messages that this one explains, so that they are to be read again. */
    explainedBy(message: Foreign, context: SystemContext): Foreign[];
    /** What a message's saving throw is made against; null where it is none, or nothing says. */
    saveAgainst(message: Foreign, context: SystemContext): SaveAgainst | null;
    /** What a message's check is for; null where it is none. */
    checkOccasion(message: Foreign): Occasion | null;
    /** What a message tells of the roll of a save or a check beside its dice. */
    rollDetails(message: Foreign, roll: Roll): RollDetails;
    /**
     * What an actor has in hand to attack with, lengths in `units`, `square` of which are a square's side: what a preview
     * asks about before the first attack.
     */
    attacksOf(actor: Foreign, units: Foreign, square?: Foreign): Attack[];
    /** What an attack's roll adds to its d20, as its system works it out before the roll; null if that is unknown. */
    bonusOf(actor: Foreign, attack: Attack, token: Foreign, context: SystemContext): Bonus | null;
    /** What an attack would meet now: as `readAttack` reads it of a message. */
    defenceOf(
      defender: { foe: Foreign; token: Foreign },
      attacker: { actor: Foreign; attack: Attack },
      context: SystemContext,
    ): Defence;
    /** The armour class of a target as the roll of a message meets it, without what was put into the roll. */
    armourClass(actor: Foreign, message: Foreign, context: SystemContext): number | null;
    /** What was put into a message's roll, as the system's own data show it: they outlive a reroll, which our flags do not. */
    includedIn(message: Foreign): Included[];
    /** Called once, to wrap the system's rolls: `in-roll/in-roll.mjs`. Null: it has no place for modifiers in a roll. */
    inRoll: ((roll: InRoll) => void) | null;
    watch: Watch;
  }

  /** `shown`: modifiers that were put into the roll; `counted`: ids of those that the system has counted by itself. */
  interface RollDetails {
    shown?: Shown;
    counted?: string[];
  }

  /** An effect that somebody saves against. */
  interface SaveAgainst {
    scene: string;
    /** Whose effect it is; null where it cannot be told. */
    token: string | null;
    /** Uuids of what made it: the areas that it has placed on the map bear one of them. */
    made: string[];
    /** The ability that is saved with: "dex". */
    ability: string | null;
    /** Whether the effect fills an area; null or nothing where nobody says. */
    area?: boolean | null;
    /** The spell or feature, where it can be found, and what ignores cover. */
    effect?: { name: string; abilities: string[]; ignores?: string[] };
  }

  /** Hook name -> the actor or token whose traits are to be read again after that call of it, or null. */
  type Watch = Record<string, (...args: Foreign[]) => Foreign>;

  /** What a record may look up. Every answer may be null. */
  interface SystemContext {
    /** The document at a uuid. */
    document(uuid: string): Foreign;
    /** A scene by its id: `tokens` to iterate, `grid.units`, `grid.distance`. */
    scene(id: string): Foreign;
    /** The newest messages of the chat, oldest first. */
    messages?(): Foreign[];
    /** What GMs have set on a token, by path: `noted-traits.mjs`. Absent: all that stands on it counts. */
    setByGM?(token: Foreign): Record<string, unknown>;
    /** A module of the world by its id, where it is active: its `title`. */
    module?(id: string): Foreign;
    /** A text of the game system in this client's language, by its key. */
    words?(key: string): string;
  }

  /** An attack as a chat message tells of it. */
  interface SeenAttack extends AttackReading {
    /** The scene's id; empty where nothing says it. */
    scene: string;
    /** Each token once; empty: nobody was targeted, or it cannot be told which token was meant. */
    targets: { token: string; scene: string }[];
    /** The other attack rolls of the same card (a full attack), after `roll`. */
    further: SeenRoll[];
    /** The system says that it is an attack; else it is a d20 roll that may be one. */
    sure: boolean;
  }

  /** A system's record tied to the running world: what looks something up there takes the document alone. */
  interface Adapter
    extends Omit<
      SystemRecord,
      | ("readAttack" | "explainedBy" | "saveAgainst" | "armourClass")
      | ("tokenTraits" | "attacksOf" | "bonusOf" | "defenceOf")
    > {
    /** The world's version of the game system is one whose documents the record is tested on. */
    tested: boolean;
    readAttack(message: Foreign): SeenAttack | null;
    explainedBy(message: Foreign): Foreign[];
    /** The title of the module in whose card the message hides an attack that cannot be read; null: none. */
    unreadBy(message: Foreign): string | null;
    saveAgainst(message: Foreign): SaveAgainst | null;
    armourClass(actor: Foreign, message: Foreign): number | null;
    /** With what its sheet sets. */
    tokenTraits(token: Foreign): TokenTraits;
    /** The token's traits without what its sheet sets: the defaults that the sheet shows. */
    tokenDefaults(token: Foreign): TokenTraits;
    attacksOf(token: Foreign): Attack[];
    bonusOf(token: Foreign, attack: Attack): Bonus | null;
    defenceOf(target: Foreign, from: Foreign, attack: Attack): Defence;
  }
}
