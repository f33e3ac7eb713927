"""The rulings of rulesets on the facts, as sent on the wire: effects, modifiers, outcomes, overrides, options."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union

import msgspec

from coign.protocol.facts import FactName

Occasion = Literal["attack", "save", "check", "perception", "stealth", "opportunity", "movement", "ready"]
CheckKind = Literal[
    "check", "competition", "reaction", "incantation", "axiom", "concentration", "stealth-roll", "hearing"
]
To = Literal["attack", "ac", "save", "check", "stealth", "perception", "damage"]
Scope = Literal["roll", "token", "pair", "scene", "world"]
State = Literal["on", "off", "set-aside"]
Place = Literal["roll", "target", "card"]
OverrideState = Literal["on", "off", "measured"]
# Why a modifier does not count: another one or the law of the family takes its place, the game system has counted it,
# or its own rule sets it aside, and a GM may let it count.
Aside = Literal["", "law", "counted", "rule"]
# What a line shows: what the measurement gives, what a GM has said instead, or the same struck through.
LineState = Literal["measured", "set", "off"]
# The scope of a decision as a GM picks it: "actor" and "target" are the two of a token's.
ScopeChoice = Literal["roll", "actor", "target", "pair", "scene", "world"]
BonusType = Literal["", "circumstance", "status", "item"]  # of a number by hand, where a family tells them apart
# Rulesets of one family combine; one of the family "other" combines with none.
Family = Literal["fifth", "d20", "enchanted-realms", "pathfinder-2e", "draw-steel", "other"]
Reason = Annotated[str, msgspec.Meta(max_length=500)]  # an id, a name or a reason, as a GM's decision has it
Deed = Literal["attack", "sneak-attack", "opportunity-attack", "hide", "ready", "target"]  # permitted or forbidden


class Flat(msgspec.Struct, frozen=True, tag="flat", tag_field="kind"):
    """A number to add: +2 AC, -5 attack."""

    value: int
    to: To


class Die(msgspec.Struct, frozen=True, tag="die", tag_field="kind"):
    """A die to add or subtract: `1d4`, `-1d4`, `1d6`."""

    dice: str
    to: To


class Advantage(msgspec.Struct, frozen=True, tag="advantage", tag_field="kind"):
    """Advantage on a roll."""

    to: To


class Disadvantage(msgspec.Struct, frozen=True, tag="disadvantage", tag_field="kind"):
    """Disadvantage on a roll."""

    to: To


class Edge(msgspec.Struct, frozen=True, tag="edge", tag_field="kind"):
    """An edge on a power roll (Draw Steel): +2, two of them one tier more."""

    to: To


class Bane(msgspec.Struct, frozen=True, tag="bane", tag_field="kind"):
    """A bane on a power roll (Draw Steel): -2, two of them one tier less."""

    to: To


class Pool(msgspec.Struct, frozen=True, tag="pool", tag_field="kind"):
    """A change to the number of dice of the roll's own kind: +1 or -1."""

    dice: int


class Damage(msgspec.Struct, frozen=True, tag="damage", tag_field="kind"):
    """A change to the damage of a hit: `+1d3`, `-2`."""

    dice: str


class MissChance(msgspec.Struct, frozen=True, tag="miss-chance", tag_field="kind"):
    """A chance to miss even though the roll hits."""

    percent: int
    twice: bool = False  # it is rolled twice, and only two misses are a miss (Blind-Fight)


class FlatCheck(msgspec.Struct, frozen=True, tag="flat-check", tag_field="kind"):
    """A d20 without bonuses to roll first (Pathfinder 2): below `dc` the attack fails."""

    dc: int


class Blocked(msgspec.Struct, frozen=True, tag="blocked", tag_field="kind"):
    """The target cannot be attacked this way."""


class Permit(msgspec.Struct, frozen=True, tag="permit", tag_field="kind"):
    """Something becomes allowed."""

    what: Deed


class Forbid(msgspec.Struct, frozen=True, tag="forbid", tag_field="kind"):
    """Something is not allowed."""

    what: Deed


class Movement(msgspec.Struct, frozen=True, tag="movement", tag_field="kind"):
    """The `factor` of the usual speed, or the cost of entering a space in `squares`."""

    factor: float | None = None
    squares: float | None = None


PhraseValue = Union[str, float, tuple["Phrase", ...]]  # noqa: UP007  a name in quotes takes no `|`


class Phrase(msgspec.Struct, frozen=True):
    """A text by its key in the module's language files, with the values to insert. The key `text` is for plain text.

    `title` is for the name of a modifier: its values are the `id`, `ruleset`, `rule` and `source` of the modifier.
    """

    key: str
    values: dict[str, PhraseValue] = {}


class Note(msgspec.Struct, frozen=True, tag="note", tag_field="kind"):
    """A note that changes no number."""

    text: str
    phrases: tuple[Phrase, ...] = ()  # the text as phrases, for translation


Effect = (
    Flat
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
    | Note
)


class Modifier(msgspec.Struct, frozen=True):
    """A rule that applies, with its effect and its reason."""

    id: str  # "high-ground": the name for overrides
    rule: str  # "P21": the number of the rule in its ruleset
    source: str  # the rule's name as printed
    effect: Effect
    state: State
    reason: str  # in words a player can check at the table
    figure: FactName | None = None  # the fact whose marks in the figure show it
    override: int | None = None  # the index of the override that decided its state; never for players
    ruleset: str = ""
    phrases: tuple[Phrase, ...] = ()  # the reason as phrases, to be joined with semicolons
    interpretation: str = ""  # a few words that mark Coign's own reading of an unclear text; `RuleInfo` explains it
    included: bool = False  # it was put into the roll before the dice fell: `Roll.included`
    aside: Aside = ""  # why it is set aside; empty unless it is
    # Before the roll: where it can go (into the roll, to its target's defence, or only on the card), and whether every
    # target of this view has it alike. `annotations.before_roll` decides.
    place: Place = "card"
    shared: bool = False


class ForcedFact(msgspec.Struct, frozen=True):
    """A fact that an override sets, beside what was measured. Never for players."""

    fact: str  # as `Override.fact` has it
    value: Any
    measured: Any = None
    override: int | None = None  # the index of the override
    reason: str = ""  # of the rule that held by the measurement; empty if none did
    phrases: tuple[Phrase, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """A line of a result: a modifier with the facts that it rests on, or a fact that a GM has set and nothing rests on.

    Wherever it is shown it has the same state, and a press of a GM decides the same: `Press`.
    """

    id: str  # its name among the lines of the result
    modifier: int | None  # the place of its modifier among those of the result
    state: LineState
    counts: bool = False  # it changes the roll, here or in the game system
    holds: bool = False  # it is part of the attack: it counts, or something else takes its place
    settable: tuple[str, ...] = ()  # the facts that a GM may set in this line
    forced: tuple[int, ...] = ()  # the places, among those of the result, of the facts that a GM has set in it
    number: int | None = None  # what a GM has added to this roll alone: `count` changes it


class FlatTotals(msgspec.Struct, frozen=True):
    """The sums of all flat modifiers."""

    attack: int = 0
    ac: int = 0
    save: int = 0
    check: int = 0
    stealth: int = 0
    perception: int = 0
    damage: int = 0


class Total(msgspec.Struct, frozen=True):
    """The total of the roll before and after the modifiers."""

    before: float | None = None
    after: float | None = None


class Tiers(msgspec.Struct, frozen=True):
    """The tier of a power roll, from 1 to 3, as it was made and with all modifiers."""

    before: int | None = None
    after: int | None = None


class Contribution(msgspec.Struct, frozen=True):
    """The part of one modifier in the chance, from -1 to 1: `Chance` says how it is measured."""

    modifier: str
    points: float


class Chance(msgspec.Struct, frozen=True):
    """The exact probability to hit without any modifier (`before`) and with all (`after`).

    Of a power roll it is that of tier 2 or better, and `tiers` has all three. `shares` add up to `after` less `before`.
    """

    before: float
    after: float
    critical: float | None = None  # of a critical hit or a raise with all modifiers, where the rules have one
    because: tuple[Contribution, ...] = ()  # before the roll: `after` less the chance without it; the largest first
    shares: tuple[Contribution, ...] = ()  # once rolled, for GMs: means over all orders; `""` is the rest
    better: Literal["critical", "raise"] = "critical"  # what `critical` is called
    tiers: tuple[float, float, float] | None = None  # of a power roll, with all modifiers


class PoolChange(msgspec.Struct, frozen=True):
    """The number of dice before and after the modifiers."""

    before: int
    after: int
    keep: Literal["lowest", "highest"] | None = None


class SecondDie(msgspec.Struct, frozen=True):
    """A second die to roll, of which one counts: "12 or the new d20, the higher". `face` is the die already rolled."""

    die: str  # "1d20"
    keep: Literal["highest", "lowest"]
    face: int
    bonus: float | None = None  # added to the die that counts


class SaveDamage(msgspec.Struct, frozen=True):
    """The shares of the damage taken on a failed and on a successful save."""

    failed: float = 1.0
    made: float = 0.5


class Outcome(msgspec.Struct, frozen=True):
    """The result of all modifiers by the stacking law: what to add, roll and keep, and the new total."""

    label: str = "plain"
    dice: str | None = None  # what to roll now: "1d4", "-1d4"
    keep: Literal["highest", "lowest"] | None = None  # of two d20
    flat: FlatTotals = FlatTotals()
    total: Total | None = None
    tiers: Tiers | None = None  # of a power roll
    hit: bool | None = None  # known as soon as no die that is still to be rolled can change it
    margin: float | None = None  # the total less the armour class, once both are known
    critical: bool = False
    chance: Chance | None = None
    odds: int | None = None  # for players before the roll: the chance in eleven steps, 0 (none) to 10 (certain)
    miss_chance: int | None = None
    flat_check: int | None = None  # what a d20 has to show before the attack counts
    sneak_attack: bool | None = None
    second: SecondDie | None = None
    pool: PoolChange | None = None
    damage: str | None = None
    movement: float | None = None
    cost: float | None = None  # squares, on the `movement` occasion
    save_damage: SaveDamage | None = None
    permits: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    to_roll: tuple[str, ...] = ()  # dice to roll before the outcome is final: "1d4", "1d20", "1d100", "1d3"
    notes: tuple[str, ...] = ()
    phrases: tuple[tuple[Phrase, ...], ...] = ()  # the phrases of each note
    standing: dict[str, tuple[int, ...]] = {}  # by the id of a rule, the numbers of the notes that it always says


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hit or miss, or the tier of a power roll, with what belongs to it: "miss by 3", "tier 1 → 2, critical"."""

    kind: Literal["hit", "miss", "critical", "tier"]
    phrase: Phrase
    short: Phrase | None = None  # where there is little room; null: the same


class Words(msgspec.Struct, frozen=True, omit_defaults=True):
    """An outcome in words for a reader, beside its name and its notes. Null and empty parts have nothing to say."""

    verdict: Verdict | None = None
    total: Phrase | None = None  # "19 → 21", "19 + 1d4", "12 or d20"
    chance: Phrase | None = None  # before and after: "50 → 65 %"
    odds: Phrase | None = None  # before the roll: "65 % (critical 15 %)", for players "A hit: likely"
    sums: tuple[Phrase, ...] = ()  # what all numbers and miss chances come to
    follows: tuple[Phrase, ...] = ()  # what the modifiers come to beside the total, where no line says it alone
    roll: tuple[str, ...] = ()  # the dice of `to_roll` that can still change something


class Override(msgspec.Struct, frozen=True, omit_defaults=True):
    """A GM's decision about one modifier or one fact. Foundry stores overrides; each request carries them.

    Exactly one of `modifier` and `fact` is given. `modifier` is an id; with `effect` the modifier is added by hand.
    `fact` needs a `value`: for cover a degree, for obscurement a level, for flanking, standing, difficult and enemy a
    boolean, for arcs an arc. A modifier that is off has the value "on" if it had been switched on by hand before.
    """

    scope: Scope = "roll"
    modifier: Reason | None = None
    fact: Reason | None = None
    state: OverrideState = "on"
    value: Any = None
    effect: Effect | None = None
    actor: Reason | None = None  # a token id: applies only if this token acts
    target: Reason | None = None  # a token id: applies only if this token is the target
    token: Reason | None = None  # a token id: applies if this token is actor or target
    scene: Reason | None = None
    bonus: BonusType = ""  # of a number added by hand, for `HandEffect.types`
    overrides_cancelling: bool = False  # rule E14: an item, skill or spell whose text overrides cancelling
    by: Reason = ""
    why: Reason = ""
    name: Reason = ""  # of a modifier that another module of Foundry adds: `why` is its own reason, and no GM's
    public: bool = False  # lets players read the `why` of a whole scene or world; of narrower scopes they always may
    secret: bool = False  # is about something that players may not know: a player's view omits it (`Evaluate.viewers`)


OptionGroup = Literal["", "position", "cover", "sight", "range", "ground", "sum", "measuring"]


# `WorthKind` is what a house rule may give, and `Measure` is what the number after its @ counts.
WorthKind = Literal["nothing", "same", "number", "ac", "die", "advantage", "disadvantage", "miss", "blocked"]
Measure = Literal["", "above", "helpers", "creatures", "within", "beyond", "increment"]
Condition = Literal["attack", "means", "flying", "mounted", "size", "target", "fight", "blocker", "each"]


class Form(msgspec.Struct, frozen=True):
    """The form of a house rule: a list of cases, each with what it gives and with its conditions.

    An option of house rules takes such a list instead of one of its `values`.

    Attributes:
        worths: What a case may give.
        at: What the number after the @ of a case counts; empty if a case takes no such number.
        words: Groups of condition words. A case may have one word of each group.
        to: The roll to which the numbers and dice are added.
    """

    worths: tuple[WorthKind, ...]
    at: Measure = ""
    words: tuple[Condition, ...] = ()
    to: Literal["attack", "save"] = "attack"


class Choice(msgspec.Struct, frozen=True):
    """One option of a ruleset: a choice of `values`, a number within `bounds`, or a switch.

    `title` is its name for people; `labels` explains each value in a few words. A switch has the labels `true` and
    `false`, a number has none. A rule chooser shows the options of one `group` together, under a heading of its own.
    An option with a `form` takes other values of that form as well, and needs no labels.
    """

    name: str
    default: bool | float | str
    help: str
    values: tuple[str, ...] = ()
    title: str = ""
    labels: dict[str, str] = {}
    bounds: tuple[float, float] | None = None  # the least and the greatest number it takes
    group: OptionGroup = ""
    form: Form | None = None


class InterpretationInfo(msgspec.Struct, frozen=True):
    """Coign's own reading of an unclear rule text: a few words for the card, and the explanation."""

    mark: str
    text: str


class RuleInfo(msgspec.Struct, frozen=True):
    """One rule as the rule chooser lists it; `text` is the sentence of the book."""

    id: str
    modifier: str
    title: str
    occasions: tuple[Occasion, ...]
    text: str = ""
    interpretations: tuple[InterpretationInfo, ...] = ()
    replaces: tuple[str, ...] = ()  # modifiers of other rulesets that it replaces


class RollKind(msgspec.Struct, frozen=True):
    """A kind of roll that a ruleset distinguishes, for "This roll is ...", with the occasion and kind for a request."""

    title: str
    occasion: Occasion
    kind: CheckKind
    dice: tuple[int, ...] = ()  # the sizes of die to choose from; empty: the die that was rolled


class HandEffect(msgspec.Struct, frozen=True):
    """A kind of effect that a GM may add by hand, and the numbers that it takes.

    Attributes:
        kind: The kind of the effect.
        to: The number that it changes. An effect on the attack's roll is offered on every roll, any other on attacks
            alone.
        bounds: The least and the greatest number, None if it takes no number. For a die the number is its sides, and a
            negative one subtracts the die.
        usual: The numbers that the card offers in one press.
        types: The types of bonus that the family tells apart; empty if it tells none apart.
    """

    kind: Literal["flat", "die", "damage", "advantage", "disadvantage", "edge", "bane", "miss-chance", "flat-check"]
    to: To | None = None
    bounds: tuple[int, int] | None = None
    usual: tuple[int, ...] = ()
    types: tuple[BonusType, ...] = ()


class ByHand(msgspec.Struct, frozen=True):
    """The effects that a GM may add to a roll by hand, and the facts that a GM may set. The ruleset counts all of them.

    Attributes:
        effects: The kinds of effects, with the numbers that they take.
        facts: For each fact that a rule of the ruleset reads, the values that a GM may set.
        option: The option of the ruleset that has to be on before a die can be added by hand; empty if none has to.
    """

    effects: tuple[HandEffect, ...] = ()
    facts: dict[str, tuple[bool | str, ...]] = {}
    option: str = ""


class RulesetInfo(msgspec.Struct, frozen=True):
    """The description of a ruleset in `welcome`, from which the module builds its settings and toggles."""

    id: str
    title: str
    family: Family
    source: str
    options: tuple[Choice, ...] = ()
    rules: tuple[RuleInfo, ...] = ()
    degrees: tuple[str, ...] = ()  # the cover degrees a GM may force
    rolls: tuple[RollKind, ...] = ()
    overriding: bool = False  # an effect may override cancelling: `Override.overrides_cancelling`
    interpretations: tuple[InterpretationInfo, ...] = ()  # readings that concern the whole ruleset
    excludes: tuple[str, ...] = ()  # rulesets of its family that it cannot be combined with
    over: tuple[str, ...] = ()  # printed games that it may lie over, and that stay in force where it replaces nothing
    by_hand: ByHand = ByHand()
    shared: bool = False  # its options are a table's own rules, which the module can copy as one line of text
