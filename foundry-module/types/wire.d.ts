// What stands on the wire, as `bridge/coign/protocol/` defines it. Lengths are scene units, points are scene pixels.

declare namespace Coign {
  type Occasion =
    | "attack"
    | "save"
    | "check"
    | "perception"
    | "stealth"
    | "opportunity"
    | "movement"
    | "ready";
  type Viewer = "gm" | "player";
  type To = "attack" | "ac" | "save" | "check" | "stealth" | "perception" | "damage";
  type Json = Record<string, unknown>;

  // --- asking ---

  interface Attack {
    kind?: "melee" | "ranged";
    reach?: number | null;
    range?: { normal?: number | null; long?: number | null } | null;
    name?: string;
    abilities?: string[];
    spell?: boolean;
    primary?: boolean;
  }

  interface Roll {
    d20?: { value: number; kept?: boolean }[];
    mode?: "normal" | "advantage" | "disadvantage";
    total?: number | null;
    rerolled?: boolean;
    /** Dice rolled since, because an outcome asked for them: `{"1d4": [3]}`. */
    rolled?: Record<string, number[]>;
  }

  interface Defence {
    ac?: number | null;
    /** A cover degree that the game system has already put into `ac`. */
    applied?: string | null;
  }

  interface Point {
    x: number;
    y: number;
    elevation?: number;
  }

  interface Override {
    scope?: "roll" | "token" | "pair" | "scene" | "world";
    modifier?: string | null;
    fact?: string | null;
    state?: "on" | "off" | "measured";
    value?: unknown;
    effect?: Effect | null;
    actor?: string | null;
    target?: string | null;
    token?: string | null;
    scene?: string | null;
    overrides_cancelling?: boolean;
    by?: string;
    why?: string;
  }

  /** What the module's parts and other modules ask; `evaluate` fills in the rest. */
  interface Question {
    scene: string;
    actor: string;
    targets: string[];
    occasion?: Occasion;
    attack?: Attack;
    roll?: Roll | null;
    defence?: Record<string, Defence>;
    origin?: string | Point | null;
    path?: Point[];
    trigger?: "sight" | "sound";
    formation?: boolean;
    removesAdvantage?: boolean;
    removesDisadvantage?: boolean;
    overrides?: Override[];
    viewer?: Viewer;
    rulesets?: string[] | null;
    options?: Json | null;
    /** As if the actor stood here: its space's north-west corner. */
    at?: Point | null;
  }

  interface Evaluate extends Question {
    type: "evaluate";
    id: string;
    occasion: Occasion;
  }

  interface Survey {
    type: "survey";
    id: string;
    request: Evaluate;
    squares?: [number, number][];
  }

  interface Change {
    document: "Scene" | "Token" | "Wall" | "AmbientLight" | "Region" | "Level";
    action: "create" | "update" | "delete";
    id: string;
    data?: Json;
  }

  // --- answering ---

  type Effect =
    | { kind: "flat"; value: number; to: To }
    | { kind: "die"; dice: string; to: To }
    | { kind: "advantage"; to: To }
    | { kind: "disadvantage"; to: To }
    | { kind: "pool"; dice: number }
    | { kind: "damage"; dice: string }
    | { kind: "miss-chance"; percent: number }
    | { kind: "blocked" }
    | { kind: "permit"; what: string }
    | { kind: "forbid"; what: string }
    | { kind: "movement"; factor?: number | null; squares?: number | null }
    | { kind: "note"; text: string };

  interface Modifier {
    id: string;
    rule: string;
    source: string;
    effect: Effect;
    state: "on" | "off" | "set-aside";
    reason: string;
    /** The fact whose marks in the result's figure show it. */
    figure?: string | null;
    /** Index into the request's overrides of the one that decided. */
    override?: number | null;
    ruleset?: string;
  }

  interface Outcome {
    label?: string;
    dice?: string | null;
    keep?: "highest" | "lowest" | null;
    flat?: Partial<Record<To, number>>;
    total?: { before?: number | null; after?: number | null } | null;
    hit?: boolean | null;
    critical?: boolean;
    chance?: { before: number; after: number } | null;
    miss_chance?: number | null;
    sneak_attack?: boolean | null;
    pool?: { before: number; after: number; keep?: "lowest" | "highest" | null } | null;
    damage?: string | null;
    movement?: number | null;
    to_roll?: string[];
    permits?: string[];
    forbids?: string[];
    notes?: string[];
  }

  interface Mark {
    role: string;
    fact: string;
    points: [number, number][];
    label?: string;
  }

  interface Figure {
    points?: Mark[];
    lines?: Mark[];
    polygons?: Mark[];
  }

  interface Result {
    target: string | null;
    facts?: Json | null;
    modifiers: Modifier[];
    outcome: Outcome;
    figure?: Figure;
    assumed?: string[];
    sentence?: string;
  }

  interface Annotation {
    type?: "annotation";
    id: string;
    revision: number;
    rulesets: string[];
    results: Result[];
    elapsed_us?: number;
    scene?: string;
    occasion?: string;
    viewer?: Viewer;
  }

  interface Surveyed {
    type: "surveyed";
    id: string;
    start: number;
    total: number;
    done: boolean;
    labels?: string[];
    values?: number[];
    covers?: string[];
  }

  interface Choice {
    name: string;
    default: boolean | string;
    help: string;
    values?: string[];
  }

  interface RulesetInfo {
    id: string;
    title: string;
    family: string;
    source: string;
    options?: Choice[];
    rules?: { id: string; modifier: string; title: string; occasions: string[] }[];
    degrees?: string[];
  }

  interface Welcome {
    type: "welcome";
    version: number;
    epoch: string;
    server: string;
    limits: { bytes?: number; walls?: number; tokens?: number; requests_per_second?: number };
    rulesets: RulesetInfo[];
  }

  interface ErrorAnswer {
    type: "error";
    id: string | null;
    code: string;
    message: string;
    detail?: Json;
  }

  type Answer =
    | (Annotation & { type: "annotation" })
    | Surveyed
    | Welcome
    | ErrorAnswer
    | { type: "paired"; token: string }
    | { type: "pairing"; code: string }
    | { type: "configured"; rulesets: string[]; options: Json; id?: string | null }
    | { type: "synced"; scene: string; revision: number; counts?: Record<string, number>; skipped?: [string, string][] }
    | { type: "resync"; scene: string; revision?: number | null; why?: string }
    | { type: "taken-over"; by: string };
}
