// Made from bridge/coign/protocol/ by `python -m coign.protocol`; do not edit.
// Lengths are scene units, points are scene pixels, angles are Foundry's.

declare namespace Coign.Wire {
  type Effect =
    | Flat
    | Die
    | Advantage
    | Disadvantage
    | Pool
    | Damage
    | MissChance
    | FlatCheck
    | Blocked
    | Permit
    | Forbid
    | Movement
    | Note;

  type ClientMessage = Pair | Hello | Configure | ScenePut | ScenePatch | SceneDrop | Evaluate | Survey | Cancel;

  type ServerMessage = Annotation | Paired | Pairing | Welcome | Configured | Synced | Resync | Surveyed | ErrorMessage | TakenOver;

  type Occasion = "attack" | "save" | "check" | "perception" | "stealth" | "opportunity" | "movement" | "ready";

  type CheckKind = "check" | "competition" | "reaction" | "incantation" | "axiom" | "concentration" | "stealth-roll" | "hearing";

  type Family = "fifth" | "d20" | "enchanted-realms" | "pathfinder-2e" | "other";

  type FactName = "range" | "cover" | "obscurement" | "elevation" | "flanking" | "facing" | "terrain";

  type Deed = "attack" | "sneak-attack" | "opportunity-attack" | "hide" | "ready" | "target";

  type To = "attack" | "ac" | "save" | "check" | "stealth" | "perception" | "damage";

  type Scope = "roll" | "token" | "pair" | "scene" | "world";

  type State = "on" | "off" | "set-aside";

  type Level = "none" | "lightly" | "heavily";

  type Arc = "front" | "flank" | "rear" | "none";

  type Degree =
    | "none"
    | "half"
    | "three-quarters"
    | "soft"
    | "cover"
    | "improved"
    | "total"
    | "lesser"
    | "standard"
    | "greater";

  type CoverReading = "dmg" | "d20" | "area" | "centre";

  type FlankingReading = "edge" | "opposite" | "facing";

  /** A number to add: +2 AC, -5 attack. */
  interface Flat {
    kind: "flat";
    value: number;
    to: To;
  }

  /** A die to add or take away: `1d4`, `-1d4`, `1d6`. */
  interface Die {
    kind: "die";
    dice: string;
    to: To;
  }

  /** Advantage on a roll. */
  interface Advantage {
    kind: "advantage";
    to: To;
  }

  /** Disadvantage on a roll. */
  interface Disadvantage {
    kind: "disadvantage";
    to: To;
  }

  /** Dice of the roll's own kind more (+1) or fewer (-1). */
  interface Pool {
    kind: "pool";
    dice: number;
  }

  /** What is added to the damage of a hit: `+1d3`, `-2`. */
  interface Damage {
    kind: "damage";
    dice: string;
  }

  /** A chance to miss even though the roll hits. */
  interface MissChance {
    kind: "miss-chance";
    percent: number;
  }

  /** A d20 without bonuses to roll first (Pathfinder 2): below `dc` the attack fails. */
  interface FlatCheck {
    kind: "flat-check";
    dc: number;
  }

  /** No such attack can be made. */
  interface Blocked {
    kind: "blocked";
  }

  /** Something becomes allowed. */
  interface Permit {
    kind: "permit";
    what: Deed;
  }

  /** Something is not allowed. */
  interface Forbid {
    kind: "forbid";
    what: Deed;
  }

  /** How far one gets (`factor` of the usual rate), or what entering a space costs (`squares`). */
  interface Movement {
    kind: "movement";
    factor?: number | null;
    squares?: number | null;
  }

  /** Something to say that changes no number. */
  interface Note {
    kind: "note";
    text: string;
    /** of the text */
    phrases?: Phrase[];
  }

  /** A text by its key in the module's language files, with the values that go into it. `text` is one as it is. */
  interface Phrase {
    key: string;
    values?: Record<string, string | number | Phrase[]>;
  }

  /** Ask to be paired: `code` is the one-time code that the bridge printed, where the GM pasted it. */
  interface Pair {
    type: "pair";
    world: string;
    user: string;
    client: string;
    label?: string;
    code?: string | null;
  }

  /** Begin a connection, with the token from pairing. */
  interface Hello {
    type: "hello";
    versions: number[];
    world: string;
    user: string;
    client: string;
    token: string;
    module?: string;
    foundry?: string;
    system?: string;
    systemVersion?: string;
    /** of the world, for the bridge's own page */
    title?: string;
    /** this user is Foundry's active GM: takes the world over from any other browser */
    active?: boolean;
  }

  /** Choose rule systems, options and overrides. */
  interface Configure {
    type: "configure";
    rulesets: string[];
    /** {option: value}, or {ruleset: {option: value}} */
    options?: Record<string, unknown>;
    overrides?: Override[];
    /** added to every token's rotation, degrees */
    facingOffset?: number;
    id?: string | null;
  }

  /**
   * A GM's word on one modifier or one fact. Foundry keeps them; they travel with each request.
   *
   * Exactly one of `modifier` (a modifier id; with `effect` one added by hand) and `fact` is given.
   * `fact` takes `value`: cover a degree, obscurement a level, flanking/standing/difficult/enemy a boolean, arcs an arc.
   */
  interface Override {
    scope?: Scope;
    modifier?: string | null;
    fact?: string | null;
    state?: "measured" | "off" | "on";
    value?: unknown;
    effect?: Effect | null;
    /** a token id: only when it acts */
    actor?: string | null;
    /** a token id: only when it is the target */
    target?: string | null;
    /** a token id: whichever part it plays */
    token?: string | null;
    scene?: string | null;
    /** E14: an item, skill or spell that says so itself */
    overrides_cancelling?: boolean;
    by?: string;
    why?: string;
    /** players may read `why`, though it is of a whole scene or world; of narrower scopes they may */
    public?: boolean;
  }

  /** The whole scene; or its hash alone, where the bridge may still hold that content. */
  interface ScenePut {
    type: "scene.put";
    scene: string;
    revision: number;
    hash?: string;
    data?: unknown;
  }

  /** Change a scene from revision `base` to `revision`. */
  interface ScenePatch {
    type: "scene.patch";
    scene: string;
    base: number;
    revision: number;
    changes: Change[];
    epoch?: string;
    hash?: string;
  }

  /** One document created, updated or deleted. */
  interface Change {
    document: "AmbientLight" | "Level" | "Region" | "Scene" | "Token" | "Wall";
    action: "create" | "delete" | "update";
    id: string;
    data?: unknown;
  }

  /** Forget a scene. */
  interface SceneDrop {
    type: "scene.drop";
    scene: string;
  }

  /**
   * Judge one occasion. `actor` acts; there is one result for each of `targets`.
   *
   * `save`: each target saves against an effect from `origin` (a token id or a point; else the actor).
   * `perception`: the actor looks for each target. `stealth`: the actor hides from each target.
   * `viewers`: one `annotation` for each, in this order, measured once; `viewer` does not count then. The player's is as
   * if it were asked without armour classes and hidden targets, and has no results if the actor is hidden.
   * `movement`: the actor enters the spaces of `path` one after another; `targets` may be empty, as on `ready`.
   */
  interface Evaluate {
    type: "evaluate";
    id: string;
    scene: string;
    occasion: Occasion;
    actor: string;
    targets: string[];
    attack?: Attack;
    roll?: Roll | null;
    defence?: Record<string, Defence>;
    check?: Check;
    origin?: string | Point | null;
    path?: Point[];
    /** `ready`: how the trigger is noticed */
    trigger?: "sight" | "sound";
    /** `save`: the targets save as one */
    formation?: boolean;
    /** how often the actor has changed its facing in this turn without moving */
    turned?: number;
    /** ids of modifiers that the game system has counted */
    counted?: string[];
    removesAdvantage?: boolean;
    removesDisadvantage?: boolean;
    overrides?: Override[];
    viewer?: "gm" | "player";
    /** several views of one measurement */
    viewers?: ("gm" | "player")[];
    /** else as configured */
    rulesets?: string[] | null;
    /** on top of those configured */
    options?: Record<string, unknown> | null;
    /** as if the actor stood here (its space's north-west corner): previews while dragging */
    at?: Point | null;
  }

  /** The attack that is made. */
  interface Attack {
    kind?: "melee" | "ranged";
    reach?: number | null;
    range?: Reach | null;
    name?: string;
    abilities?: string[];
    spell?: boolean;
    /** cover degrees and hindrances: `rules.ignoring` */
    ignores?: string[];
    /** E5: only the primary attack takes the damage change */
    primary?: boolean;
  }

  /** Normal (short) and long range of a ranged attack, in scene units. */
  interface Reach {
    normal?: number | null;
    long?: number | null;
  }

  /** The roll as it was made. `rolled` holds dice rolled since, because an outcome asked for them: {"1d4": [3]}. */
  interface Roll {
    d20?: D20[];
    mode?: "advantage" | "disadvantage" | "normal";
    total?: number | null;
    rerolled?: boolean;
    rolled?: Record<string, number[]>;
  }

  /** One die of the roll. `sides` is its size where the roll is read from the chat; unknown, it is the occasion's. */
  interface D20 {
    value: number;
    kept?: boolean;
    sides?: number | null;
  }

  /** What the game system says of a target's defence. */
  interface Defence {
    ac?: number | null;
    /** a cover degree that is already in `ac`; "none": it is known that there is none */
    applied?: string | null;
    /** who put it there, where that is not the game system: "Simple Cover 5e" */
    by?: string | null;
  }

  /** What kind of check, where a rule system tells them apart, and the die that a reaction skill uses. */
  interface Check {
    kind?: CheckKind;
    die?: number | null;
    /** "dex" ... */
    ability?: string | null;
  }

  /** A point of the scene, in pixels, and its elevation in scene units. */
  interface Point {
    x: number;
    y: number;
    elevation?: number;
  }

  /** The same question from many spaces (a heat map: `squares`), or against many targets (`request.targets`). */
  interface Survey {
    type: "survey";
    id: string;
    request: Evaluate;
    /** north-west corners, px */
    squares?: [number, number][];
  }

  /** Stop a survey. */
  interface Cancel {
    type: "cancel";
    id: string;
  }

  /** The answer to `evaluate`: a result for each target. */
  interface Annotation {
    type: "annotation";
    id: string;
    revision: number;
    rulesets: string[];
    results: Result[];
    elapsed_us: number;
    scene: string;
    occasion: string;
    viewer: "gm" | "player";
  }

  /** What an attack on one target comes to. */
  interface Result {
    target: string | null;
    facts: Facts | null;
    modifiers: Modifier[];
    outcome: Outcome;
    figure: Figure;
    assumed: string[];
    /** of each assumption */
    assumed_phrases: Phrase[][];
    /** the whole result in one line, for screen readers and the collapsed card */
    sentence: string;
  }

  /** Everything measured for one attacker and one target. */
  interface Facts {
    range: RangeFact;
    cover: CoverFact;
    obscurement: ObscurementFact;
    elevation: ElevationFact;
    flanking: FlankingFact;
    facing: FacingFact;
    terrain: TerrainFact;
  }

  /** How far apart the two are. */
  interface RangeFact {
    distance: number;
    adjacent: boolean;
    /** melee only */
    in_reach: boolean | null;
    /** ranged only */
    in_short_range: boolean | null;
    overlapping: boolean;
    /** ranged only: within the greatest range; None where that is unknown */
    in_long_range: boolean | null;
    /** ranged only: 1 up to the normal range, 2 up to twice that, and so on */
    increment: number | null;
    company: Company | null;
  }

  /** Who is near the two. Measured only where a ruleset asks for it (`Conventions.company`). */
  interface Company {
    /** enemies beside the attacker that can act and see it, token ids */
    foes_beside: string[];
    /** friends of the attacker who fight the target hand to hand, token ids */
    engaged: string[];
    /** by how many size categories the target exceeds the largest of those friends */
    larger: number;
    /** from the nearest friend of the attacker to the farthest part of the target, units */
    apart: number | null;
  }

  /** What is in the way between the two. */
  interface CoverFact {
    reading: CoverReading;
    degree: Degree;
    /** by the best corner, clockwise from the target square's north-west; True is clear */
    lines: boolean[];
    /** how many of `lines` are not clear */
    blocked: number;
    /** share of the target's space that the attacker's best point reaches */
    exposure: number;
    /** line of effect */
    effect: boolean;
    /** line of sight, by geometry alone */
    sight: boolean;
    /** creatures in the way, token ids */
    soft: string[];
    /** what gives it: "wall:ID", "token:ID", "region:ID" */
    by: string[];
    /** the attacker's corner that was used: "north-west" ... */
    corner: string | null;
    /** the kind of thing that gives it */
    against: "area" | "creature" | "low" | "none" | "solid" | "window";
    /** judged by any line of sixteen, not by the best corner */
    adjacent_melee: boolean;
    /** by the `centre` reading only */
    centre: CentreLine | null;
  }

  /** What the straight line between the centres of the two spaces meets (Pathfinder 2). */
  interface CentreLine {
    /** what covers most of it */
    met: "area" | "creature" | "low" | "none" | "solid" | "window";
    /** token ids */
    creatures: string[];
    /** by how many size categories the largest of them exceeds the larger of the two */
    larger: number;
  }

  /** How well the attacker sees the target. */
  interface ObscurementFact {
    /** by light and areas */
    raw: Level;
    /** after the attacker's senses */
    level: Level;
    /** the worst level that more than 2 % of the space, or a line, has, after senses */
    touched: Level;
    /** the attacker sees the target */
    sight: boolean;
    seen_by_target: boolean;
    shares: Shares;
    because: string[];
  }

  /** The shares of a space that are obscured to each level; they add up to 1. */
  interface Shares {
    none: number;
    lightly: number;
    heavily: number;
  }

  /** How high the two stand. */
  interface ElevationFact {
    attacker: number;
    /** the attacker stands on something */
    standing: boolean;
    /** a swimmer's is its surface */
    target: number;
    /** attacker - target */
    difference: number;
    target_standing: boolean;
    /** height of the target's space */
    target_height: number;
    attacker_from: "elevation" | "ground" | "surface";
    target_from: "elevation" | "ground" | "surface";
    /** the elevation of the back of what the attacker rides */
    steed_back: number | null;
  }

  /** Whether the target is flanked, and with whose help. */
  interface FlankingFact {
    reading: FlankingReading;
    flanked: boolean;
    /** token ids, the best first */
    with: string[];
    /** the sides of the target's base that the attacker lies along */
    attacker_edges: string[];
    /** and those of the best helper */
    helper_edges: string[];
  }

  /** In which arcs the two lie around each other. */
  interface FacingFact {
    /** where the target lies around the attacker */
    attacker_arc: Arc;
    /** where the attacker lies around the target */
    target_arc: Arc;
    /** degrees, after snapping */
    attacker_facing: number | null;
    target_facing: number | null;
    attacker_side: "left" | "right" | null;
    /** which of the target's flanks */
    target_side: "left" | "right" | null;
  }

  /** Whether the two stand in difficult terrain. */
  interface TerrainFact {
    target_difficult: boolean;
    attacker_difficult: boolean;
    because: string[];
  }

  /** A rule that holds, with its effect and its reason. */
  interface Modifier {
    /** "high-ground": what an override names */
    id: string;
    /** "P21": the row of the rule text */
    rule: string;
    /** the rule's name as printed */
    source: string;
    effect: Effect;
    state: State;
    /** in words a player can check at the table */
    reason: string;
    /** which fact's marks in the result's figure show it */
    figure: FactName | null;
    /** index into the request's overrides of the one that decided */
    override: number | null;
    ruleset: string;
    /** of the reason, to be joined with semicolons */
    phrases: Phrase[];
    /** four words, where the text is open and the reading ours; `RuleInfo` explains them */
    interpretation: string;
  }

  /** What is left after the stacking law: what to add, roll, keep, and what the roll at hand becomes. */
  interface Outcome {
    label: string;
    /** what to roll now: "1d4", "-1d4" */
    dice: string | null;
    /** of two d20 */
    keep: "highest" | "lowest" | null;
    flat: FlatTotals;
    total: Total | null;
    /** known as soon as no die that is still to be rolled can change it */
    hit: boolean | null;
    /** the total less the armour class, once both are known */
    margin: number | null;
    critical: boolean;
    chance: Chance | null;
    miss_chance: number | null;
    /** what a d20 has to show before the attack counts */
    flat_check: number | null;
    sneak_attack: boolean | null;
    second: SecondDie | null;
    pool: PoolChange | null;
    damage: string | null;
    movement: number | null;
    /** squares, on the `movement` occasion */
    cost: number | null;
    save_damage: SaveDamage | null;
    permits: string[];
    forbids: string[];
    /** dice still to be rolled before the outcome is final: "1d4", "1d20", "1d100", "1d3" */
    to_roll: string[];
    notes: string[];
    /** of each note */
    phrases: Phrase[][];
  }

  /** The sums of all flat modifiers. */
  interface FlatTotals {
    attack: number;
    ac: number;
    save: number;
    check: number;
    stealth: number;
    perception: number;
    damage: number;
  }

  /** The total of the roll before and after the modifiers. */
  interface Total {
    before: number | null;
    after: number | null;
  }

  /** Exact probability to hit; `before` is with no modifier at all. */
  interface Chance {
    before: number;
    after: number;
  }

  /** One more die to roll, of which one counts: "12 or the new d20, the higher". `face` is the die that was rolled. */
  interface SecondDie {
    /** "1d20" */
    die: string;
    keep: "highest" | "lowest";
    face: number;
    /** what is added to the die that counts */
    bonus: number | null;
  }

  /** The number of dice before and after the modifiers. */
  interface PoolChange {
    before: number;
    after: number;
    keep: "highest" | "lowest" | null;
  }

  /** Share of the damage taken on a failed and on a made save. */
  interface SaveDamage {
    failed: number;
    made: number;
  }

  /** The drawing of what was measured, in scene pixels. */
  interface Figure {
    points: Mark[];
    lines: Mark[];
    polygons: Mark[];
  }

  /**
   * One point, line or polygon of a figure, in scene pixels. `fact` is the fact it proves, `role` how to draw it.
   *
   * Polygons lie one over the other as they come. Of light (`darkness`, `lit-dim`, `lit-bright`; for GMs alone)
   * the uppermost is the level at a spot. `label` names what it is about (`wall:ID`, `token:ID`, `region:ID`,
   * `light:ID`), or is a word to show.
   */
  interface Mark {
    role: string;
    fact: string;
    points: [number, number][];
    label: string;
  }

  /** The token of this browser, to keep. */
  interface Paired {
    type: "paired";
    token: string;
  }

  /** The code to show while a person at the bridge is asked. */
  interface Pairing {
    type: "pairing";
    code: string;
  }

  /** The answer to `hello`. */
  interface Welcome {
    type: "welcome";
    version: number;
    epoch: string;
    server: string;
    limits: Limits;
    rulesets: RulesetInfo[];
  }

  /** What a client must stay within. */
  interface Limits {
    bytes: number;
    walls: number;
    tokens: number;
    requests_per_second: number;
  }

  /** What `welcome` says of a ruleset, from which the module builds its settings and toggles. */
  interface RulesetInfo {
    id: string;
    title: string;
    family: Family;
    source: string;
    options: Choice[];
    rules: RuleInfo[];
    /** the cover degrees a GM may force */
    degrees: string[];
    rolls: RollKind[];
    /** an effect may override cancelling: `Override.overrides_cancelling` */
    overriding: boolean;
    /** of the ruleset as a whole */
    interpretations: Interpretation[];
    /** rulesets of its family that it does not combine with */
    excludes: string[];
    /** its options are a table's own rules: the module offers them as one line of text */
    shared: boolean;
  }

  /**
   * One option of a ruleset: one of `values`, a number if it has `bounds`, else a switch.
   *
   * `title` names it to a reader, and `labels` says in a few words what each value means; a switch has the labels
   * `true` and `false`, a number none.
   */
  interface Choice {
    name: string;
    default: boolean | number | string;
    help: string;
    values: string[];
    title: string;
    labels: Record<string, string>;
    /** the least and the greatest number it takes */
    bounds: [number, number] | null;
  }

  /** One rule as the rule chooser lists it; `text` is the sentence of the rule text that it comes from. */
  interface RuleInfo {
    id: string;
    modifier: string;
    title: string;
    occasions: Occasion[];
    text: string;
    interpretations: Interpretation[];
  }

  /** Where a rule text is open and the reading ours: four words for the card, and the explanation. */
  interface Interpretation {
    mark: string;
    text: string;
  }

  /** A kind of roll that a ruleset tells apart, for "This roll is ...": what a request says of it. */
  interface RollKind {
    title: string;
    occasion: Occasion;
    kind: CheckKind;
    /** the sizes of die it may be rolled with; empty: as it was rolled */
    dice: number[];
  }

  /** The rule systems, options and overrides now in force. */
  interface Configured {
    type: "configured";
    rulesets: string[];
    options: Record<string, unknown>;
    id: string | null;
  }

  /** The bridge has this revision of the scene. */
  interface Synced {
    type: "synced";
    scene: string;
    revision: number;
    counts: Record<string, number>;
    /** what, why */
    skipped: [string, string][];
  }

  /** The bridge has not got what the change builds on: send `scene.put`. */
  interface Resync {
    type: "resync";
    scene: string;
    revision: number | null;
    why: string;
  }

  /** A part of a survey's answer: for each square (or target) from `start` on its outcome's label, net and degree. */
  interface Surveyed {
    type: "surveyed";
    id: string;
    start: number;
    total: number;
    done: boolean;
    labels: string[];
    /** attack bonus less AC bonus in points of a d20, a die at its mean */
    values: number[];
    covers: string[];
  }

  /** What went wrong, by a code and in words. */
  interface ErrorMessage {
    type: "error";
    id: string | null;
    code: string;
    message: string;
    detail: Record<string, unknown>;
  }

  /** Another browser of this world has the bridge now; said once, before close code 4004. */
  interface TakenOver {
    type: "taken-over";
    by: string;
  }

  /** A scene with everything in it. */
  interface SceneDoc {
    _id?: string;
    name?: string | null;
    width?: number | null;
    height?: number | null;
    padding?: number | null;
    grid?: number | GridDoc | null;
    tokenVision?: boolean | null;
    environment?: EnvironmentDoc | null;
    walls?: WallDoc[];
    tokens?: TokenDoc[];
    lights?: LightDoc[];
    regions?: RegionDoc[];
    levels?: LevelDoc[];
    flags?: Record<string, unknown> | null;
    gridType?: number | null;
    gridSize?: number | null;
    gridDistance?: number | null;
    gridUnits?: string | null;
    darkness?: number | null;
    globalLight?: boolean | null;
    globalLightThreshold?: number | null;
  }

  /** The grid of a scene. */
  interface GridDoc {
    type?: number | null;
    size?: number | null;
    distance?: number | null;
    units?: string | null;
    diagonals?: number | null;
  }

  /** Darkness and global light of a scene. */
  interface EnvironmentDoc {
    darknessLevel?: number | null;
    globalLight?: GlobalLight | null;
  }

  /** The light that is everywhere in a scene. */
  interface GlobalLight {
    enabled?: boolean | null;
    bright?: boolean | null;
    darkness?: Record<string, unknown> | null;
  }

  /** A wall, a door or a window. */
  interface WallDoc {
    c: [number, number, number, number];
    _id?: string;
    sight?: number | null;
    move?: number | null;
    light?: number | null;
    /** before v9, for `sight` */
    sense?: number | null;
    dir?: number | null;
    door?: number | null;
    ds?: number | null;
    levels?: string[] | null;
    flags?: DocFlags | null;
  }

  /** The flags of a token or a wall that Coign and two other modules set. */
  interface DocFlags {
    coign?: unknown;
    "wall-height"?: HeightFlags | null;
    wallHeight?: HeightFlags | null;
    "about-face"?: unknown;
  }

  /** Wall Height's flags; the older form has its own names. A missing or null side is unbounded. */
  interface HeightFlags {
    top?: number | null;
    bottom?: number | null;
    wallHeightTop?: number | null;
    wallHeightBottom?: number | null;
    tokenHeight?: number | null;
  }

  /** A creature or a thing on the map. */
  interface TokenDoc {
    x: number;
    y: number;
    _id?: string;
    name?: string | null;
    width?: number | null;
    height?: number | null;
    depth?: number | null;
    elevation?: number | null;
    rotation?: number | null;
    disposition?: number | null;
    hidden?: boolean | null;
    shape?: number | null;
    /** v12 */
    hexagonalShape?: number | null;
    level?: string | null;
    movementAction?: string | null;
    light?: LightConfig | null;
    dimLight?: number | null;
    brightLight?: number | null;
    lightAngle?: number | null;
    effects?: unknown;
    flags?: DocFlags | null;
    coign?: CoignToken | null;
  }

  /** How far a light shines and in which cone. */
  interface LightConfig {
    dim?: number | null;
    bright?: number | null;
    angle?: number | null;
    luminosity?: number | null;
    negative?: boolean | null;
    priority?: number | null;
    darkness?: Record<string, unknown> | null;
  }

  /**
   * What Foundry's documents lack and only an actor knows. Every field is optional; what is missing is assumed.
   *
   * Lengths are scene units. `statuses` are status ids (`dead`, `invisible`, `blinded`, `flat-footed` ...).
   */
  interface CoignToken {
    /** else one grid distance */
    reach?: number | null;
    /** of the space; else its width */
    height?: number | null;
    /** walk fly hover swim burrow climb */
    locomotion?: string | null;
    speeds?: Record<string, unknown>;
    /** degrees, as a rotation */
    facing?: number | null;
    statuses?: string[];
    senses?: Senses;
    size?: string | null;
    creatureType?: string | null;
    /** of the creature, in d20 v3.5 and Pathfinder: "elemental", "fire" */
    subtypes?: string[];
    /** the creature's own name where the token's is another: "Wyvern" */
    species?: string | null;
    faceless?: boolean | null;
    feats?: string[];
    /** a mounted creature's steed, a token id; else whom it shares its space with */
    mount?: string | null;
    /** of the creature, whatever its classes */
    level?: number | null;
    rogueLevel?: number | null;
    shield?: Shield | null;
    armed?: boolean | null;
    /** False: a thing */
    creature?: boolean | null;
    /** hexes held: [[row, column], ...] or [{"i": row, "j": column}, ...] */
    cells?: unknown;
    formation?: string | null;
    /** attack name -> "flat", "flank" or "rear": F6, a GM's word */
    attacks?: Record<string, string>;
    /** "sneak-attack", "flanking" */
    immune?: string[];
    /** cover degrees, "concealment": Sharpshooter and its like */
    ignores?: string[];
    /** a degree that the game system has applied by itself */
    appliedCover?: string | null;
    /** another miss chance that the creature itself has (blur, displacement), percent */
    miss?: number | null;
  }

  /** Ranges in scene units; null is none. */
  interface Senses {
    darkvision?: number | null;
    blindsight?: number | null;
    blindsense?: number | null;
    tremorsense?: number | null;
    truesight?: number | null;
    seeInvisible?: number | null;
    lowLight?: boolean | null;
  }

  /** The arm that holds the shield, and its bonus to armour class. */
  interface Shield {
    side?: string;
    bonus?: number;
    /** the bonus of a *shield* spell, which protects from the front only */
    spell?: number;
  }

  /** A light that stands in the scene. */
  interface LightDoc {
    x: number;
    y: number;
    _id?: string;
    elevation?: number | null;
    rotation?: number | null;
    walls?: boolean | null;
    hidden?: boolean | null;
    levels?: string[] | null;
    config?: LightConfig | null;
    dim?: number | null;
    bright?: number | null;
    angle?: number | null;
    t?: string | null;
  }

  /** An area of the map with behaviours. */
  interface RegionDoc {
    _id?: string;
    name?: string | null;
    shapes?: Record<string, unknown>[] | null;
    /** streamed: flat point lists of the region's own polygons, even-odd */
    polygons?: unknown;
    elevation?: ElevationRange | null;
    behaviors?: BehaviorDoc[] | null;
    hidden?: boolean | null;
    levels?: string[] | null;
  }

  /** The heights between which a region or level lies, in scene units. */
  interface ElevationRange {
    bottom?: number | null;
    top?: number | null;
  }

  /** What a region does. */
  interface BehaviorDoc {
    type?: string;
    _id?: string;
    disabled?: boolean | null;
    system?: Record<string, unknown> | null;
  }

  /** A level of a Foundry 14 scene. */
  interface LevelDoc {
    _id?: string;
    name?: string | null;
    elevation?: ElevationRange | null;
  }
}
