// Modifiers that are put into a roll before its dice fall: see `scripts/in-roll/in-roll.mjs`.

declare namespace Coign {
  /** What a game system's record gets to put modifiers into its rolls. */
  interface InRoll {
    /** Whether this user's rolls get their modifiers; the setting may change while the world runs. */
    readonly active: boolean;
    /**
     * Wrap a function of the game system. The original runs exactly once, whatever the wrapper does. Returns false if
     * there is no such function.
     */
    wrap(path: string, wrapper: Wrapper): boolean;
    ask(query: InRollQuery): Asked;
    /**
     * Try a check of the contract on what was met, a dialog say. Returns whether it holds; if not, later rolls are left to
     * the card.
     */
    meet(check: string, subject: unknown): boolean;
    /**
     * The lines with their switches, for a dialog; a press changes the additions and calls `changed`. `lines`: those to show,
     * by default all.
     */
    list(
      additions: Additions,
      options?: { lines?: Addition[]; scene?: string; document?: Document; changed?: () => void },
    ): HTMLElement;
  }

  /** `game.modules.get("coign").api`: see docs/module-api.md. */
  type Api = ReturnType<typeof import("../scripts/api.mjs").createApi>;

  type Additions = import("../scripts/in-roll/additions.mjs").Additions;

  /** A wrapper as libWrapper calls it: `this` is the original's, `wrapped` the original, bound to it. */
  type Wrapper = (this: Foreign, wrapped: (...args: Foreign[]) => Foreign, ...args: Foreign[]) => Foreign;

  /** The libWrapper module, where it is active: what we call of it. */
  interface LibWrapper {
    register(packageId: string, target: string, fn: Wrapper, type: "WRAPPER" | "MIXED" | "OVERRIDE"): unknown;
  }

  /** A roll that is about to be made. */
  interface InRollQuery {
    /** Who acts. Of a save: whose effect it is, or the roller if that is unknown. */
    actorToken: { scene: string; token: string };
    /** Ids of tokens in that scene. Of a save: the roller. */
    targets: string[];
    attack?: Attack;
    /** "attack" if left out. */
    occasion?: Occasion;
    /** Of a save or check: "dex". */
    ability?: string | null;
    /** `area`: of a save, whether the effect fills an area. */
    check?: { kind?: Wire.CheckKind; die?: number | null; area?: boolean };
    /** Of a save against an area: where it starts. */
    origin?: Point;
    /** What the roll has already, by the game system or another module. */
    mode?: Roll["mode"];
    /** The roller may decide about advantage after the question: the answers for the other modes are wanted too. */
    modeOpen?: boolean;
    defence?: Record<string, Defence>;
    counted?: string[];
    removesAdvantage?: boolean;
    removesDisadvantage?: boolean;
    /** What was decided in the dialog: `additions.overrides`. */
    overrides?: Override[];
  }

  /** Both are null where no answer comes; neither is ever rejected. */
  interface Asked {
    /** Settled at most 150 ms after the question. */
    inTime: Promise<Additions | null>;
    /** For a dialog that is still open. */
    late: Promise<Additions | null>;
    /** The answer if the roll itself had another mode, as far as it has come: of a query with `modeOpen`. */
    inMode?: (mode: Roll["mode"]) => Additions | null;
  }

  /** The odds of a roll against one target, with the modifiers that change them most. */
  interface TargetOdds {
    target: string;
    text: string;
    reasons: string[];
  }

  /** One modifier before a roll. */
  interface Addition {
    modifier: string;
    /** As its rulebook prints it, in the reader's language. */
    name: string;
    reason: string;
    effect: Effect;
    /** Of its term in the formula: "Coign: High Ground". */
    flavor: string;
    /** A token's id if it is about one target alone. */
    target: string | null;
    /** Why it stays for the card; null: it can go into the roll. */
    held: "targets" | "secret" | "card" | "counted" | null;
    /** The title of the module that puts it in. */
    by?: string;
    /** Whether it is put in, unless it is held. */
    on: boolean;
    /** What a press is about: as in a line of the card. */
    subject: import("../scripts/overrides/lines.mjs").Line & { modifier: Modifier };
    /** The result that it is of, of several the first. */
    result: Result;
    /** Whether this user may switch it off and on. */
    mayTurn: boolean;
  }

  /** What a roll shows of modifiers that were put into it. */
  interface Shown {
    /** Terms with a flavour. `faces` is null for a number; `value` has the sign with which it counts. */
    terms: { flavor: string; faces: number | null; count: number; value: number }[];
    /** It has advantage and disadvantage, which cancel each other. */
    both: boolean;
  }

  /** A roll as it was read from a message. `unjudged`: of dice that no rule knows, so that only the map is measured. */
  type SeenRoll = Roll & { shown?: Shown; unjudged?: boolean };

  /** A modifier that was put into a roll, in the message's `flags.coign.included`. */
  interface Included {
    modifier: string;
    target: string | null;
    effect: Effect;
    flavor: string;
  }
}
