// Made from bridge/coign/protocol/ by `python -m coign.protocol`; do not edit.
// Lengths are scene units, points are scene pixels, angles are Foundry's.

declare namespace Coign.Wire {
  type Effect =
    | Flat
    | Die
    | Advantage
    | Disadvantage
    | Edge
    | Bane
    | Pool
    | Damage
    | MissChance
    | FlatCheck
    | Blocked
    | Permit
    | Forbid
    | Movement
    | Note;

  type ClientMessage = Pair | Hello | Configure | Share | ScenePut | ScenePatch | SceneDrop | Evaluate | Survey | Press | Cancel;

  type ServerMessage =
    | Annotation
    | Pressed
    | Paired
    | Pairing
    | Welcome
    | Configured
    | Shared
    | Synced
    | Resync
    | Surveyed
    | ErrorMessage
    | TakenOver;

  type Occasion = "attack" | "save" | "check" | "perception" | "stealth" | "opportunity" | "movement" | "ready";

  type CheckKind = "check" | "competition" | "reaction" | "incantation" | "axiom" | "concentration" | "stealth-roll" | "hearing";

  type WorthKind = "nothing" | "same" | "number" | "ac" | "die" | "advantage" | "disadvantage" | "miss" | "blocked";

  type Condition = "attack" | "means" | "flying" | "mounted" | "size" | "target" | "fight" | "blocker" | "each";

  type Measure = "" | "above" | "helpers" | "creatures" | "within" | "beyond" | "increment";

  type Family = "fifth" | "d20" | "enchanted-realms" | "pathfinder-2e" | "draw-steel" | "other";

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
    | "hard"
    | "total"
    | "lesser"
    | "standard"
    | "greater"
    | "partial-cover"
    | "light-cover"
    | "medium-cover"
    | "heavy-cover"
    | "near-total";

  type CoverReading = "dmg" | "d20" | "area" | "centre";

  type FlankingReading = "edge" | "opposite" | "beside" | "facing";

  /** A number to add: +2 AC, -5 attack. */
  interface Flat {
    kind: "flat";
    value: number;
    to: To;
  }

  /** A die to add or subtract: `1d4`, `-1d4`, `1d6`. */
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

  /** An edge on a power roll (Draw Steel): +2, two of them one tier more. */
  interface Edge {
    kind: "edge";
    to: To;
  }

  /** A bane on a power roll (Draw Steel): -2, two of them one tier less. */
  interface Bane {
    kind: "bane";
    to: To;
  }

  /** A change to the number of dice of the roll's own kind: +1 or -1. */
  interface Pool {
    kind: "pool";
    dice: number;
  }

  /** A change to the damage of a hit: `+1d3`, `-2`. */
  interface Damage {
    kind: "damage";
    dice: string;
  }

  /** A chance to miss even though the roll hits. */
  interface MissChance {
    kind: "miss-chance";
    percent: number;
    /** it is rolled twice, and only two misses are a miss (Blind-Fight) */
    twice?: boolean;
  }

  /** A d20 without bonuses to roll first (Pathfinder 2): below `dc` the attack fails. */
  interface FlatCheck {
    kind: "flat-check";
    dc: number;
  }

  /** The target cannot be attacked this way. */
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

  /** The `factor` of the usual speed, or the cost of entering a space in `squares`. */
  interface Movement {
    kind: "movement";
    factor?: number | null;
    squares?: number | null;
  }

  /** A note that changes no number. */
  interface Note {
    kind: "note";
    text: string;
    /** the text as phrases, for translation */
    phrases?: Phrase[];
  }

  /**
   * A text by its key in the module's language files, with the values to insert. The key `text` is for plain text.
   *
   * `title` is for the name of a modifier: its values are the `id`, `ruleset`, `rule` and `source` of the modifier.
   */
  interface Phrase {
    key: string;
    values?: Record<string, string | number | Phrase[]>;
  }

  /** Ask to be paired. `code` is the bridge's one-time code, if the GM has pasted it. */
  interface Pair {
    type: "pair";
    world: string;
    user: string;
    client: string;
    label?: string;
    code?: string | null;
  }

  /** Open the session with the token from pairing. */
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
    /** for the bridge's own page */
    userName?: string;
    /** this user is Foundry's active GM, who may take the world over from any other browser */
    active?: boolean;
    /** the digest of the schema that the module was made for; empty: it does not say */
    schema?: string;
  }

  /** Choose rule systems, options and overrides, and what players may read. */
  interface Configure {
    type: "configure";
    rulesets: string[];
    /** {option: value}, or {ruleset: {option: value}} */
    options?: Record<string, unknown>;
    overrides?: Override[];
    /** added to every token's rotation, degrees */
    facingOffset?: number;
    id?: string | null;
    shows?: Shows;
  }

  /**
   * A GM's decision about one modifier or one fact. Foundry stores overrides; each request carries them.
   *
   * Exactly one of `modifier` and `fact` is given. `modifier` is an id; with `effect` the modifier is added by hand.
   * `fact` needs a `value`: for cover a degree, for obscurement a level, for flanking, standing, difficult and enemy a
   * boolean, for arcs an arc. A modifier that is off has the value "on" if it had been switched on by hand before.
   */
  interface Override {
    scope?: Scope;
    modifier?: string | null;
    fact?: string | null;
    state?: "measured" | "off" | "on";
    value?: unknown;
    effect?: Effect | null;
    /** a token id: applies only if this token acts */
    actor?: string | null;
    /** a token id: applies only if this token is the target */
    target?: string | null;
    /** a token id: applies if this token is actor or target */
    token?: string | null;
    scene?: string | null;
    /** of a number added by hand, for `HandEffect.types` */
    bonus?: "" | "circumstance" | "item" | "status";
    /** rule E14: an item, skill or spell whose text overrides cancelling */
    overrides_cancelling?: boolean;
    by?: string;
    why?: string;
    /** of a modifier that another module of Foundry adds: `why` is its own reason, and no GM's */
    name?: string;
    /** lets players read the `why` of a whole scene or world; of narrower scopes they always may */
    public?: boolean;
    /** is about something that players may not know: a player's view omits it (`Evaluate.viewers`) */
    secret?: boolean;
  }

  /** The results of an attack that players may read: whether it hits, and its chance as a number. */
  interface Shows {
    hit?: boolean;
    chance?: boolean;
  }

  /** Read the line of text in which another table shares its rules. */
  interface Share {
    type: "share";
    id: string;
    line: string;
  }

  /** Send a whole scene, or its hash alone if the bridge may still have that content. */
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
    document: "AmbientLight" | "Level" | "Region" | "Scene" | "Tile" | "Token" | "Wall";
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
   * Judge one occasion. `actor` acts; the answer has one result for each of `targets`.
   *
   * `save`: each target saves against an effect from `origin` (a token id or a point; by default the actor). A point
   * without an elevation, or at 0, is half a grid distance above its ground.
   * `perception`: the actor looks for each target. `stealth`: the actor hides from each target.
   * Before the roll, `attack.bonus` and `defence` give the chance to hit. A player reads it in eleven steps
   * (`Outcome.odds`), or as a number if the GM shows it (`Configure.shows`). Many steps together tell the armour class
   * that was sent.
   * `candidates`: of each target the result is about the likely one of these attacks (`Result.likely`): the one that the
   * actor made last, one that reaches, or one with a range that is enough.
   * `viewers`: one `annotation` for each, in this order, from one measurement; `viewer` is then ignored. The player's
   * omits armour classes, hidden targets, and what the request marks as secret (`secret`, also of an override). It has
   * no results if the actor is hidden or secret. Beside the GM's it has hit and chance if the GM shows them.
   * `movement`: the actor enters the spaces of `path` one after another; `targets` may be empty, as for `ready`.
   */
  interface Evaluate {
    type: "evaluate";
    id: string;
    scene: string;
    occasion: Occasion;
    actor: string;
    targets: string[];
    attack?: Attack;
    /** in place of `attack` */
    candidates?: Candidate[];
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
    /** ids of modifiers already in the roll */
    counted?: string[];
    removesAdvantage?: boolean;
    removesDisadvantage?: boolean;
    overrides?: Override[];
    viewer?: "gm" | "player";
    /** several views of one measurement */
    viewers?: ("gm" | "player")[];
    /** tokens that players may not know, as if hidden */
    secret?: string[];
    /** if missing, the configured ones */
    rulesets?: string[] | null;
    /** these replace configured options of the same name */
    options?: Record<string, unknown> | null;
    /** whether to draw the figures of the results */
    figure?: boolean;
    /** judge as if the north-west corner of the actor's space were here: previews of a drag */
    at?: Point | null;
  }

  /** An attack. */
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
    /** what its roll adds to the d20; a roll that was made tells it itself */
    bonus?: number | null;
    /** what it rolls besides, as for a blessing */
    dice?: number[];
    /** sides of the trait die and the wild die (SWADE), in place of a d20 */
    traitDice?: number[];
    /** nobody said `melee`: on the occasion `attack` it is ranged if the target is out of reach */
    guessed?: boolean;
  }

  /** Normal (short) and long range of a ranged attack, in scene units. */
  interface Reach {
    normal?: number | null;
    long?: number | null;
  }

  /** An attack that the actor may make, before it has said which. `defence` is what each target has against it. */
  interface Candidate {
    attack: Attack;
    defence?: Record<string, Defence>;
    /** it is the one that the actor made last */
    last?: boolean;
  }

  /** The defence of a target as reported by the game system. */
  interface Defence {
    ac?: number | null;
    /** the cover degree already included in `ac`; "none": known to include no cover */
    applied?: string | null;
    /** the module that included it, if not the game system: "Simple Cover 5e" */
    by?: string | null;
    /** whose cover counts where both give some */
    stands?: "greater" | "ours" | "theirs";
    edges?: number;
    banes?: number;
  }

  /**
   * The original roll, as the dice fell.
   *
   * `rolled` has the dice rolled later because an outcome required them: {"1d4": [3]}.
   */
  interface Roll {
    d20?: D20[];
    mode?: "advantage" | "disadvantage" | "normal";
    total?: number | null;
    rerolled?: boolean;
    rolled?: Record<string, number[]>;
    included?: IncludedModifier[];
    /** without those of modifiers put into it */
    beside?: Beside[];
    /** the mode without what is included; if missing, it follows from `mode` and `included` */
    own?: "advantage" | "disadvantage" | "normal" | null;
  }

  /** One die of the roll. `sides` is its size if it was read from the chat; if missing, the occasion decides. */
  interface D20 {
    value: number;
    kept?: boolean;
    sides?: number | null;
  }

  /**
   * A modifier that was put into the roll before the dice fell. It counts once.
   *
   * A die, or a number for the roll, is in `total`; advantage and disadvantage are in `mode` and among the `d20`; a
   * number for the armour class is in `defence`. `value` is what the die showed (its sign is the effect's), or the
   * number that was added; a die needs one, and a number without one is the effect's.
   *
   * While the modifier is on, it is not added again: `outcome.total` has the total of the roll twice. If the GM switches
   * it off, or it no longer holds, the total, the chance and the verdict change by as much, and a roll with advantage
   * counts its first die. A disadvantage or bane that does not hold stays until the GM switches it off: nothing but the
   * claim shows it. A modifier of the answer that was in the roll is `included`.
   */
  interface IncludedModifier {
    modifier: string;
    effect: Effect;
    /** the target that it was put in for, the only one whose armour class it changed; null: all */
    target?: string | null;
    value?: number | null;
    /** the target's armour class shows that it is not in: the GM's view omits it (`viewers`) */
    refuted?: boolean;
  }

  /** A die that the attack's roll has besides its d20s, and the part of the total that it gave. */
  interface Beside {
    sides: number;
    value: number;
  }

  /** The kind of a check, for rule systems that distinguish kinds, and the die of a reaction skill. */
  interface Check {
    kind?: CheckKind;
    die?: number | null;
    /** "dex" ... */
    ability?: string | null;
    /** of a save: whether the effect fills an area; None if that is unknown */
    area?: boolean | null;
  }

  /** A point of the scene, in pixels, and its elevation in scene units. */
  interface Point {
    x: number;
    y: number;
    /** null: a token there stands as it does now, on the ground if that is where it is */
    elevation?: number | null;
  }

  /**
   * Judge one request from many places (a heat map), against many targets, or both.
   *
   * The answer has one prospect for each target from the first place, then from the second, and so on. The targets are
   * `of` if it is given, else the request's. `both`: also what each of them would have against the actor in that place.
   * Of candidates the likely one is picked once: in the place that is asked about, or where the actor is if there are
   * several.
   */
  interface Survey {
    type: "survey";
    id: string;
    request: Evaluate;
    /** north-west corners, px */
    places?: [number, number][];
    of?: Opponent[];
    both?: boolean;
  }

  /** A target of a survey, and the attacks that it may make itself: of them the likely one is judged. */
  interface Opponent {
    token: string;
    theirs?: Candidate[];
  }

  /**
   * Ask what a press of a GM decides about a roll, on its card, in its dialog or on the map.
   *
   * `request` is the roll as it was judged, with every override of its scene and of the roll. The press is about one
   * line (`modifier` has its name), a `fact` or an `effect`. It changes the overrides of this roll; with another `scope`
   * it also counts for this roll.
   */
  interface Press {
    type: "press";
    id: string;
    request: Evaluate;
    button: "add" | "count" | "set" | "turn" | "undo";
    /** null: all targets */
    target?: string | null;
    modifier?: string | null;
    fact?: string | null;
    value?: boolean | number | string | null;
    effect?: Effect | null;
    /** `Override.bonus` */
    bonus?: "" | "circumstance" | "item" | "status";
    overrides_cancelling?: boolean;
    scope?: "actor" | "pair" | "roll" | "scene" | "target" | "world";
    why?: string;
    public?: boolean;
    by?: string;
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

  /** The result for one target. */
  interface Result {
    target: string | null;
    /** null for players */
    facts: Facts | null;
    modifiers: Modifier[];
    outcome: Outcome;
    figure: Figure;
    assumed: string[];
    /** of each assumption */
    assumed_phrases: Phrase[][];
    /** the facts that the GM has set; empty for players */
    forced: ForcedFact[];
    lines: Line[];
    words: Words;
    /** the attack that was picked of the request's candidates, without bonus and dice */
    likely: Attack | null;
    /** of the degrees of cover that a GM may set, the one that counts; null for players */
    covered: string | null;
  }

  /** All facts measured for one attacker and one target. By default nothing is measured, as in an empty room. */
  interface Facts {
    range: RangeFact;
    cover: CoverFact;
    obscurement: ObscurementFact;
    elevation: ElevationFact;
    flanking: FlankingFact;
    facing: FacingFact;
    terrain: TerrainFact;
  }

  /** The distance between attacker and target. */
  interface RangeFact {
    distance: number;
    adjacent: boolean;
    /** melee only */
    in_reach: boolean | null;
    /** ranged only */
    in_short_range: boolean | null;
    overlapping: boolean;
    /** ranged only: within the long range; None if that is unknown */
    in_long_range: boolean | null;
    /** ranged only: 1 up to the normal range, 2 up to twice that, and so on */
    increment: number | null;
    company: Company | null;
    /** melee only: why the attacker makes no attack of opportunity on the target */
    hindrance: "cover" | "immobile" | "no-enemy" | "no-line-of-effect" | "no-reaction" | "out-of-reach" | "unable" | "unarmed" | "unseen" | null;
  }

  /** The creatures near attacker and target. Measured only if a ruleset needs it (`Conventions.company`). */
  interface Company {
    /** enemies beside the attacker that can act and see it, token ids */
    foes_beside: string[];
    /** friends of the attacker who fight the target hand to hand, token ids */
    engaged: string[];
    /** by how many size categories the target exceeds the largest of those friends */
    larger: number;
    /** from the nearest friend of the attacker to the farthest part of the target, units */
    apart: number | null;
    /** other enemies of the target beside it that can act, token ids */
    beside_target: string[];
    /** those of them that are friends of the attacker, token ids */
    friends_beside: string[];
  }

  /** The cover of the target from the attacker. */
  interface CoverFact {
    reading: CoverReading;
    degree: Degree;
    /** from the best corner, clockwise from the target square's north-west; True: clear */
    lines: boolean[];
    /** how many of `lines` are not clear */
    blocked: number;
    /** share of the target's body that the attacker's best point reaches */
    exposure: number;
    /** line of effect */
    effect: boolean;
    /** line of sight, by geometry only */
    sight: boolean;
    /** creatures in the way, token ids */
    soft: string[];
    /** the obstacles that give cover: "wall:ID", "floor:ID", "token:ID", "tile:ID", "region:ID" */
    by: string[];
    /** the attacker's corner that was used */
    corner: "east" | "north" | "north-east" | "north-west" | "south" | "south-east" | "south-west" | "west" | null;
    /** the kind of obstacle */
    against: "area" | "creature" | "low" | "none" | "solid" | "window";
    /** measured by all sixteen lines, not by the best corner */
    adjacent_melee: boolean;
    /** in the `centre` reading only */
    centre: CentreLine | null;
    /** the exposed share that gives the degree; None if lines give it */
    share: number | null;
    /** what would give more cover, if the rules let it count */
    uncounted: Uncounted | null;
  }

  /** The obstacles on the straight line between the centres of the two spaces (Pathfinder 2). */
  interface CentreLine {
    /** the kind that gives the most cover */
    met: "area" | "creature" | "low" | "none" | "solid" | "window";
    /** token ids */
    creatures: string[];
    /** by how many size categories the largest of them exceeds the larger of attacker and target */
    larger: number;
  }

  /** Obstacles that hide a part of the target, and that the rules set aside by their height or place (C4, C5). */
  interface Uncounted {
    /** "wall:ID", "token:ID", "tile:ID" */
    by: string[];
    /** too low, too far from one of the two, nearer to the attacker */
    why: "far" | "low" | "nearer";
    /** the share of the target's square that they hide from the best corner */
    hides: number;
    /** the degree of cover if they counted */
    degree: Degree;
  }

  /** The attacker's view of the target. */
  interface ObscurementFact {
    /** from light and areas, before senses */
    raw: Level;
    /** after the attacker's senses */
    level: Level;
    /** after senses, the worst level of more than 2 % of the space or of a line to it */
    touched: Level;
    /** the attacker sees the target */
    sight: boolean;
    seen_by_target: boolean;
    /** the level of the attacker to the target, after the target's senses */
    level_to_target: Level;
    /** after senses, the level of all of the space */
    wholly: Level;
    shares: Shares;
    because: ("blinded" | "blindsense" | "blindsight" | "darkvision" | "invisible" | "invisible-but-found" | "low-light" | "magical-darkness" | "no-line-of-sight" | "scent" | "tremorsense" | "truesight" | "unlit-between")[];
  }

  /** The shares of a space that are at each level of obscurement; they add up to 1. */
  interface Shares {
    none: number;
    lightly: number;
    heavily: number;
  }

  /** The elevations of attacker and target, and what each was taken from; "steed" is the steed's back. */
  interface ElevationFact {
    attacker: number;
    /** the attacker stands on something */
    standing: boolean;
    /** of a swimmer: the elevation of the water's surface */
    target: number;
    /** attacker - target */
    difference: number;
    target_standing: boolean;
    /** height of the target's space */
    target_height: number;
    attacker_from: "elevation" | "ground" | "steed" | "surface";
    target_from: "elevation" | "ground" | "steed" | "surface";
  }

  /** The flanking of the target, and the attacker's helpers. */
  interface FlankingFact {
    reading: FlankingReading;
    flanked: boolean;
    /** token ids, the best first */
    with: string[];
    /** the sides of the target's space that the attacker is at */
    attacker_edges: ("east" | "north" | "north-east" | "north-west" | "south" | "south-east" | "south-west" | "west")[];
    /** the sides that the best helper is at */
    helper_edges: ("east" | "north" | "north-east" | "north-west" | "south" | "south-east" | "south-west" | "west")[];
    /** `beside` only: friends of the target beside it and beside the attacker, token ids */
    guards: string[];
  }

  /** The arc of each creature in which the other stands. */
  interface FacingFact {
    /** the attacker's arc that the target is in */
    attacker_arc: Arc;
    /** the target's arc that the attacker is in */
    target_arc: Arc;
    /** degrees, after snapping */
    attacker_facing: number | null;
    target_facing: number | null;
    attacker_side: "left" | "right" | null;
    /** the target's flank that the attacker is on */
    target_side: "left" | "right" | null;
  }

  /** The difficult terrain under attacker and target, and the water that they are in. */
  interface TerrainFact {
    target_difficult: boolean;
    attacker_difficult: boolean;
    /** what makes it difficult; None where it is not, or where a GM says that it is */
    target_slowed: "burrow" | "climb" | "cost" | "status" | "swim" | "terrain" | null;
    /** of a step, in the area that slows it */
    target_cost: number;
    /** the share of its height that is under water */
    target_immersed: number;
    attacker_immersed: number;
  }

  /** A rule that applies, with its effect and its reason. */
  interface Modifier {
    /** "high-ground": the name for overrides */
    id: string;
    /** "P21": the number of the rule in its ruleset */
    rule: string;
    /** the rule's name as printed */
    source: string;
    effect: Effect;
    state: State;
    /** in words a player can check at the table */
    reason: string;
    /** the fact whose marks in the figure show it */
    figure: FactName | null;
    /** the index of the override that decided its state; never for players */
    override: number | null;
    ruleset: string;
    /** the reason as phrases, to be joined with semicolons */
    phrases: Phrase[];
    /** a few words that mark Coign's own reading of an unclear text; `RuleInfo` explains it */
    interpretation: string;
    /** it was put into the roll before the dice fell: `Roll.included` */
    included: boolean;
    /** why it is set aside; empty unless it is */
    aside: "" | "counted" | "law" | "rule";
    place: "card" | "roll" | "target";
    shared: boolean;
  }

  /** The result of all modifiers by the stacking law: what to add, roll and keep, and the new total. */
  interface Outcome {
    label: string;
    /** what to roll now: "1d4", "-1d4" */
    dice: string | null;
    /** of two d20 */
    keep: "highest" | "lowest" | null;
    flat: FlatTotals;
    total: Total | null;
    /** of a power roll */
    tiers: Tiers | null;
    /** known as soon as no die that is still to be rolled can change it */
    hit: boolean | null;
    /** the total less the armour class, once both are known */
    margin: number | null;
    critical: boolean;
    chance: Chance | null;
    /** for players before the roll: the chance in eleven steps, 0 (none) to 10 (certain) */
    odds: number | null;
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
    /** dice to roll before the outcome is final: "1d4", "1d20", "1d100", "1d3" */
    to_roll: string[];
    notes: string[];
    /** the phrases of each note */
    phrases: Phrase[][];
    /** by the id of a rule, the numbers of the notes that it always says */
    standing: Record<string, number[]>;
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

  /** The tier of a power roll, from 1 to 3, as it was made and with all modifiers. */
  interface Tiers {
    before: number | null;
    after: number | null;
  }

  /**
   * The exact probability to hit without any modifier (`before`) and with all (`after`).
   *
   * Of a power roll it is that of tier 2 or better, and `tiers` has all three. `shares` add up to `after` less `before`.
   */
  interface Chance {
    before: number;
    after: number;
    /** of a critical hit or a raise with all modifiers, where the rules have one */
    critical: number | null;
    /** before the roll: `after` less the chance without it; the largest first */
    because: Contribution[];
    /** once rolled, for GMs: means over all orders; `""` is the rest */
    shares: Contribution[];
    /** what `critical` is called */
    better: "critical" | "raise";
    /** of a power roll, with all modifiers */
    tiers: [number, number, number] | null;
  }

  /** The part of one modifier in the chance, from -1 to 1: `Chance` says how it is measured. */
  interface Contribution {
    modifier: string;
    points: number;
  }

  /** A second die to roll, of which one counts: "12 or the new d20, the higher". `face` is the die already rolled. */
  interface SecondDie {
    /** "1d20" */
    die: string;
    keep: "highest" | "lowest";
    face: number;
    /** added to the die that counts */
    bonus: number | null;
  }

  /** The number of dice before and after the modifiers. */
  interface PoolChange {
    before: number;
    after: number;
    keep: "highest" | "lowest" | null;
  }

  /** The shares of the damage taken on a failed and on a successful save. */
  interface SaveDamage {
    failed: number;
    made: number;
  }

  /** A drawing of the measured facts, in scene pixels. */
  interface Figure {
    points: Mark[];
    lines: Mark[];
    polygons: Mark[];
    /** the same seen from the side: points are (distance along a line, elevation), in units */
    side: Mark[];
  }

  /**
   * One point, line or polygon of a figure, in scene pixels. `fact` is the fact it shows, `role` how to draw it.
   *
   * Polygons are drawn in order, the last on top. Of the polygons of light (`darkness`, `lit-dim`, `lit-bright`; for GMs
   * only) the topmost gives the light level at a point. `label` is the id of what is marked (`wall:ID`, `floor:ID`,
   * `token:ID`, `region:ID`, `light:ID`), or a text to show.
   */
  interface Mark {
    role: string;
    fact: string;
    points: [number, number][];
    label: string;
  }

  /** A fact that an override sets, beside what was measured. Never for players. */
  interface ForcedFact {
    /** as `Override.fact` has it */
    fact: string;
    value: unknown;
    measured: unknown;
    /** the index of the override */
    override: number | null;
    /** of the rule that held by the measurement; empty if none did */
    reason: string;
    phrases: Phrase[];
  }

  /**
   * A line of a result: a modifier with the facts that it rests on, or a fact that a GM has set and nothing rests on.
   *
   * Wherever it is shown it has the same state, and a press of a GM decides the same: `Press`.
   */
  interface Line {
    /** its name among the lines of the result */
    id: string;
    /** the place of its modifier among those of the result */
    modifier: number | null;
    state: "measured" | "off" | "set";
    /** it changes the roll, here or in the game system */
    counts: boolean;
    /** it is part of the attack: it counts, or something else takes its place */
    holds: boolean;
    /** the facts that a GM may set in this line */
    settable: string[];
    /** the places, among those of the result, of the facts that a GM has set in it */
    forced: number[];
    /** what a GM has added to this roll alone: `count` changes it */
    number: number | null;
  }

  /** An outcome in words for a reader, beside its name and its notes. Null and empty parts have nothing to say. */
  interface Words {
    verdict: Verdict | null;
    /** "19 → 21", "19 + 1d4", "12 or d20" */
    total: Phrase | null;
    /** before and after: "50 → 65 %" */
    chance: Phrase | null;
    /** before the roll: "65 % (critical 15 %)", for players "A hit: likely" */
    odds: Phrase | null;
    /** what all numbers and miss chances come to */
    sums: Phrase[];
    /** what the modifiers come to beside the total, where no line says it alone */
    follows: Phrase[];
    /** the dice of `to_roll` that can still change something */
    roll: string[];
  }

  /** Hit or miss, or the tier of a power roll, with what belongs to it: "miss by 3", "tier 1 → 2, critical". */
  interface Verdict {
    kind: "critical" | "hit" | "miss" | "tier";
    phrase: Phrase;
    /** where there is little room; null: the same */
    short: Phrase | null;
  }

  /**
   * The answer to `press`: the overrides to remove and to write, and what the roll is judged to be with them.
   *
   * Without a change the roll has no such line, or nothing to undo.
   */
  interface Pressed {
    type: "pressed";
    id: string;
    /** numbers of overrides: those of the request, then those of the configuration */
    remove: number[];
    add: Override[];
    /** one for each of the request's `viewers`, or one for a GM */
    views: Annotation[];
  }

  /** The token that the browser stores. */
  interface Paired {
    type: "paired";
    token: string;
  }

  /** The code to show while the request waits for a person at the bridge. */
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
    /** the digest of the schema */
    schema: string;
  }

  /** The limits for a client. */
  interface Limits {
    bytes: number;
    walls: number;
    tokens: number;
    requests_per_second: number;
  }

  /** The description of a ruleset in `welcome`, from which the module builds its settings and toggles. */
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
    /** readings that concern the whole ruleset */
    interpretations: InterpretationInfo[];
    /** rulesets of its family that it cannot be combined with */
    excludes: string[];
    /** printed games that it may lie over, and that stay in force where it replaces nothing */
    over: string[];
    by_hand: ByHand;
    /** its options are a table's own rules, which the module can copy as one line of text */
    shared: boolean;
  }

  /**
   * One option of a ruleset: a choice of `values`, a number within `bounds`, or a switch.
   *
   * `title` is its name for people; `labels` explains each value in a few words. A switch has the labels `true` and
   * `false`, a number has none. A rule chooser shows the options of one `group` together, under a heading of its own.
   * An option with a `form` takes other values of that form as well, and needs no labels.
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
    group: "" | "cover" | "ground" | "measuring" | "position" | "range" | "sight" | "sum";
    form: Form | null;
  }

  /**
   * The form of a house rule: a list of cases, each with what it gives and with its conditions.
   *
   * An option of house rules takes such a list instead of one of its `values`.
   *
   * Attributes:
   * worths: What a case may give.
   * at: What the number after the @ of a case counts; empty if a case takes no such number.
   * words: Groups of condition words. A case may have one word of each group.
   * to: The roll to which the numbers and dice are added.
   */
  interface Form {
    worths: WorthKind[];
    at: Measure;
    words: Condition[];
    to: "attack" | "save";
  }

  /** One rule as the rule chooser lists it; `text` is the sentence of the book. */
  interface RuleInfo {
    id: string;
    modifier: string;
    title: string;
    occasions: Occasion[];
    text: string;
    interpretations: InterpretationInfo[];
    /** modifiers of other rulesets that it replaces */
    replaces: string[];
  }

  /** Coign's own reading of an unclear rule text: a few words for the card, and the explanation. */
  interface InterpretationInfo {
    mark: string;
    text: string;
  }

  /** A kind of roll that a ruleset distinguishes, for "This roll is ...", with the occasion and kind for a request. */
  interface RollKind {
    title: string;
    occasion: Occasion;
    kind: CheckKind;
    /** the sizes of die to choose from; empty: the die that was rolled */
    dice: number[];
  }

  /**
   * The effects that a GM may add to a roll by hand, and the facts that a GM may set. The ruleset counts all of them.
   *
   * Attributes:
   * effects: The kinds of effects, with the numbers that they take.
   * facts: For each fact that a rule of the ruleset reads, the values that a GM may set.
   * option: The option of the ruleset that has to be on before a die can be added by hand; empty if none has to.
   */
  interface ByHand {
    effects: HandEffect[];
    facts: Record<string, (boolean | string)[]>;
    option: string;
  }

  /**
   * A kind of effect that a GM may add by hand, and the numbers that it takes.
   *
   * Attributes:
   * kind: The kind of the effect.
   * to: The number that it changes. An effect on the attack's roll is offered on every roll, any other on attacks
   * alone.
   * bounds: The least and the greatest number, None if it takes no number. For a die the number is its sides, and a
   * negative one subtracts the die.
   * usual: The numbers that the card offers in one press.
   * types: The types of bonus that the family tells apart; empty if it tells none apart.
   */
  interface HandEffect {
    kind: "advantage" | "bane" | "damage" | "die" | "disadvantage" | "edge" | "flat" | "flat-check" | "miss-chance";
    to: To | null;
    bounds: [number, number] | null;
    usual: number[];
    types: ("" | "circumstance" | "item" | "status")[];
  }

  /**
   * The answer to `configure`: the rule systems and options that now apply.
   *
   * `lines` has, for each of them that a table may share, the line of text that another table reads by `share`.
   * `offers` has, for each occasion, what a GM may add to its roll.
   */
  interface Configured {
    type: "configured";
    rulesets: string[];
    options: Record<string, unknown>;
    id: string | null;
    lines: Record<string, string>;
    offers: Record<string, Offers>;
  }

  /** The effects that a GM may add to a roll by hand, and the facts that a GM may set, each with its values. */
  interface Offers {
    effects: HandEffect[];
    facts: Record<string, (boolean | string)[]>;
    /** an effect may override cancelling: `Override.overrides_cancelling` */
    overriding: boolean;
  }

  /** The answer to `share`: the ruleset of the line, and its options that are not as printed. */
  interface Shared {
    type: "shared";
    ruleset: string;
    options: Record<string, boolean | number | string>;
    id: string | null;
  }

  /**
   * The answer to `scene.put`, `scene.patch` and `scene.drop`: the bridge has this revision of the scene.
   *
   * It is sent again for each scene after `configure`, since the rules decide what a step costs.
   */
  interface Synced {
    type: "synced";
    scene: string;
    revision: number;
    counts: Record<string, number>;
    /** documents and fields that could not be read, each with the reason */
    skipped: [string, string][];
    /** levels above each other without a floor between them, by name */
    open_levels: [string, string][];
    /** names: tokens on a level that the scene lacks, the level they count as on */
    strays: [string, string][];
    /** of the tokens whose bearing may have changed, by id */
    bearings: Record<string, Bearing>;
  }

  /**
   * Which way a token faces, what its next step costs by direction if it does not turn, and its level.
   *
   * Directions are degrees, 0 = south, clockwise. A step in a direction from `start` to `end`, clockwise and both
   * included, costs so many times as much; the first entry that has the direction counts. Without one it costs once.
   */
  interface Bearing {
    /** null: it has no front and no rear */
    facing: number | null;
    /** start, end, factor */
    steps: [number, number, number][];
    /** null: on any */
    level: string | null;
  }

  /** The bridge lacks the revision that a change builds on; the client sends `scene.put`. */
  interface Resync {
    type: "resync";
    scene: string;
    revision: number | null;
    why: string;
  }

  /** A part of the answer to `survey`: the prospects from index `start` on; `theirs` only if `both` was asked for. */
  interface Surveyed {
    type: "surveyed";
    id: string;
    start: number;
    total: number;
    done: boolean;
    mine: Prospect[];
    theirs: Prospect[];
    /** in the first part, of the first target: as `Result.likely` */
    likely: Attack | null;
  }

  /** A short forecast of an attack. */
  interface Prospect {
    label: string;
    /** attack bonus minus AC bonus in points of a d20, a die by its mean */
    value: number;
    cover: string;
    flanked: boolean;
    /** whether the target is within reach or range */
    possible: boolean;
    /** to hit; null if it is not known, or the attack is impossible */
    chance: number | null;
    /** the same for players: `Outcome.odds` */
    odds: number | null;
  }

  /** An error, with its code and a sentence for people. `id` is the request's, if there is one. */
  interface ErrorMessage {
    type: "error";
    id: string | null;
    code: string;
    message: string;
    detail: Record<string, unknown>;
  }

  /** Another browser of this world has taken over. Sent once, before close code 4004. */
  interface TakenOver {
    type: "taken-over";
    by: string;
  }

  /** A scene with all its documents. */
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
    tiles?: TileDoc[];
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
    /** the world's */
    diagonals?: number | null;
  }

  /** The darkness and the global illumination of a scene. */
  interface EnvironmentDoc {
    darknessLevel?: number | null;
    globalLight?: GlobalLight | null;
  }

  /** The global illumination of a scene. */
  interface GlobalLight {
    enabled?: boolean | null;
    bright?: boolean | null;
    darkness?: DarknessSpan | null;
  }

  /** The least and the most darkness at which a light shines, from 0 to 1. */
  interface DarknessSpan {
    min?: number | null;
    max?: number | null;
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
    threshold?: Threshold | null;
    levels?: string[] | null;
    flags?: DocFlags | null;
  }

  /** The distance, in scene units, from which a wall with a proximity restriction is seen through. */
  interface Threshold {
    sight?: number | null;
  }

  /** The flags of a token, a wall or a tile that Coign and three other modules set. */
  interface DocFlags {
    coign?: unknown;
    "wall-height"?: HeightFlags | null;
    wallHeight?: HeightFlags | null;
    "about-face"?: unknown;
    "item-piles"?: unknown;
  }

  /** The flags of the Wall Height module, in its old and new names. A missing or null side is unbounded. */
  interface HeightFlags {
    top?: number | null;
    bottom?: number | null;
    wallHeightTop?: number | null;
    wallHeightBottom?: number | null;
    tokenHeight?: number | null;
  }

  /** A creature or an object on the map. */
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
    sight?: SightDoc | null;
    /** since v14 by id */
    detectionModes?: DetectionMode[] | Record<string, DetectionMode> | null;
    vision?: boolean | null;
    dimSight?: number | null;
    brightSight?: number | null;
    delta?: ActorDoc | null;
    /** before v11 */
    actorData?: ActorDoc | null;
    /** before v11: a picture over the token */
    overlayEffect?: string | null;
    /** before v11: smaller pictures on it */
    effects?: string[] | null;
    flags?: DocFlags | null;
    coign?: CoignToken | null;
  }

  /** The radii of a light and its cone. */
  interface LightConfig {
    dim?: number | null;
    bright?: number | null;
    angle?: number | null;
    luminosity?: number | null;
    negative?: boolean | null;
    priority?: number | null;
    darkness?: DarknessSpan | null;
  }

  /** A token's own sight: how far it sees without light, in scene units. Null is without end. */
  interface SightDoc {
    enabled?: boolean | null;
    range?: number | null;
    visionMode?: string | null;
  }

  /** A sense of a token in Foundry, with its range in scene units. */
  interface DetectionMode {
    id?: string;
    enabled?: boolean | null;
    range?: number | null;
  }

  /** The changes of an unlinked token to its actor, in a scene that was exported. */
  interface ActorDoc {
    effects?: EffectDoc[] | null;
  }

  /** An active effect on an actor, as far as it is a status. */
  interface EffectDoc {
    statuses?: string[] | null;
    disabled?: boolean | null;
    flags?: EffectFlags | null;
  }

  /** The flags of an active effect. */
  interface EffectFlags {
    core?: EffectOfCore | null;
  }

  /** The status that Foundry 8 to 10 kept in an effect's flags. */
  interface EffectOfCore {
    statusId?: string | null;
  }

  /**
   * Data of the actor that Foundry's token lacks. Every field is optional and has an assumed value if missing.
   *
   * Lengths are scene units. `statuses` are status ids (`dead`, `invisible`, `blinded`, `flat-footed` ...).
   */
  interface CoignToken {
    /** if missing, one grid distance */
    reach?: number | null;
    /** of the space; if missing, its width */
    height?: number | null;
    /** walk fly hover swim burrow climb */
    locomotion?: string | null;
    speeds?: Record<string, unknown>;
    /** degrees, like a rotation */
    facing?: number | null;
    statuses?: string[];
    senses?: Senses;
    size?: string | null;
    creatureType?: string | null;
    /** of the creature, in d20 v3.5 and Pathfinder: "elemental", "fire" */
    subtypes?: string[];
    /** the name of the kind of creature, if the token has a name of its own: "Wyvern" */
    species?: string | null;
    faceless?: boolean | null;
    feats?: string[];
    /** token id of the steed, or of another creature that shares the space */
    mount?: string | null;
    /** of the creature, whatever its classes */
    level?: number | null;
    rogueLevel?: number | null;
    shield?: Shield | null;
    armed?: boolean | null;
    /** False: an object */
    creature?: boolean | null;
    /** one of `GIVES`; by default soft for a creature, total for an object */
    gives?: string | null;
    /** occupied hexes: [[row, column], ...] or [{"i": row, "j": column}, ...] */
    cells?: unknown;
    formation?: string | null;
    /** attack name -> "flat", "flank" or "rear": set by a GM (rule F6) */
    attacks?: Record<string, string>;
    /** "sneak-attack", "flanking" */
    immune?: string[];
    /** "advantage", "disadvantage": never on its rolls; "attacked-with-advantage": never */
    without?: string[];
    /** cover degrees and "concealment" that its attacks ignore (Sharpshooter) */
    ignores?: string[];
    /** kinds of difficult ground that it ignores (dnd5e): "plants", "all" */
    ignoredGround?: string[];
    /** a cover degree that the game system has already applied */
    appliedCover?: string | null;
    /** percent: a miss chance of the creature itself (blur, displacement) */
    miss?: number | null;
  }

  /** The ranges of a creature's senses, in scene units; null if it lacks the sense. */
  interface Senses {
    darkvision?: number | null;
    blindsight?: number | null;
    blindsense?: number | null;
    tremorsense?: number | null;
    scent?: number | null;
    truesight?: number | null;
    seeInvisible?: number | null;
    lowLight?: boolean | null;
  }

  /** A shield: the arm that holds it, and its bonus to armour class. */
  interface Shield {
    side?: string;
    bonus?: number;
    /** the bonus of a *shield* spell, which protects from the front only */
    spell?: number;
  }

  /** A light that is placed in the scene. */
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
    flags?: LightFlags | null;
    dim?: number | null;
    bright?: number | null;
    angle?: number | null;
    t?: string | null;
    darkness?: DarknessSpan | null;
    /** before v8, for the least darkness */
    darknessThreshold?: number | null;
  }

  /** The flags of a light. */
  interface LightFlags {
    levels?: RangeFlags | null;
  }

  /** The heights between which a light of the Levels module shines. A missing or null side is unbounded. */
  interface RangeFlags {
    rangeBottom?: number | null;
    rangeTop?: number | null;
  }

  /** An area of the map with behaviours. */
  interface RegionDoc {
    _id?: string;
    name?: string | null;
    shapes?: Record<string, unknown>[] | null;
    /** sent by the module: flat point lists of the region's polygons, filled even-odd */
    polygons?: unknown;
    elevation?: ElevationRange | null;
    behaviors?: BehaviorDoc[] | null;
    hidden?: boolean | null;
    levels?: string[] | null;
  }

  /**
   * The lower and upper elevation of a region or level, in scene units.
   *
   * `topInclusive` is a region's, since Foundry 14: whether what is exactly at its top is in it.
   */
  interface ElevationRange {
    bottom?: number | null;
    top?: number | null;
    topInclusive?: boolean | null;
  }

  /** A behaviour of a region. */
  interface BehaviorDoc {
    type?: string;
    _id?: string;
    disabled?: boolean | null;
    system?: Record<string, unknown> | null;
  }

  /** A picture on the map; it matters if it stops light, or if a GM made it an object (`flags.coign.object`). */
  interface TileDoc {
    x: number;
    y: number;
    _id?: string;
    width?: number | null;
    height?: number | null;
    elevation?: number | null;
    rotation?: number | null;
    hidden?: boolean | null;
    restrictions?: TileRestrictions | null;
    texture?: TileTexture | null;
    levels?: string[] | null;
    flags?: DocFlags | null;
    overhead?: boolean | null;
    roof?: boolean | null;
  }

  /** The restrictions of a tile: whether it stops light. */
  interface TileRestrictions {
    light?: boolean | null;
  }

  /** The anchor of a tile's picture, as shares of its width and height. */
  interface TileTexture {
    anchorX?: number | null;
    anchorY?: number | null;
  }

  /** A level of a Foundry 14 scene. */
  interface LevelDoc {
    _id?: string;
    name?: string | null;
    elevation?: ElevationRange | null;
    visibility?: LevelVisibility | null;
  }

  /** The other levels that are seen from a level. */
  interface LevelVisibility {
    levels?: string[] | null;
  }
}
