"""What rulesets say of the facts, as it stands on the wire: effects, modifiers, outcomes, overrides, options."""

from __future__ import annotations

from typing import Any, Literal, Union

import msgspec

Occasion = Literal["attack", "save", "check", "perception", "stealth", "opportunity", "movement", "ready"]
CheckKind = Literal[
    "check", "competition", "reaction", "incantation", "axiom", "concentration", "stealth-roll", "hearing"
]
To = Literal["attack", "ac", "save", "check", "stealth", "perception", "damage"]
Scope = Literal["roll", "token", "pair", "scene", "world"]
State = Literal["on", "off", "set-aside"]
Family = Literal[
    "fifth", "d20", "enchanted-realms", "pathfinder-2e", "other"
]  # "other": a law of its own, combines with nothing
FactName = Literal["range", "cover", "obscurement", "elevation", "flanking", "facing", "terrain"]
Deed = Literal["attack", "sneak-attack", "opportunity-attack", "hide", "ready", "target"]  # permitted or forbidden


class Flat(msgspec.Struct, frozen=True, tag="flat", tag_field="kind"):
    """A number to add: +2 AC, -5 attack."""

    value: int
    to: To


class Die(msgspec.Struct, frozen=True, tag="die", tag_field="kind"):
    """A die to add or take away: `1d4`, `-1d4`, `1d6`."""

    dice: str
    to: To


class Advantage(msgspec.Struct, frozen=True, tag="advantage", tag_field="kind"):
    """Advantage on a roll."""

    to: To


class Disadvantage(msgspec.Struct, frozen=True, tag="disadvantage", tag_field="kind"):
    """Disadvantage on a roll."""

    to: To


class Pool(msgspec.Struct, frozen=True, tag="pool", tag_field="kind"):
    """Dice of the roll's own kind more (+1) or fewer (-1)."""

    dice: int


class Damage(msgspec.Struct, frozen=True, tag="damage", tag_field="kind"):
    """What is added to the damage of a hit: `+1d3`, `-2`."""

    dice: str


class MissChance(msgspec.Struct, frozen=True, tag="miss-chance", tag_field="kind"):
    """A chance to miss even though the roll hits."""

    percent: int


class FlatCheck(msgspec.Struct, frozen=True, tag="flat-check", tag_field="kind"):
    """A d20 without bonuses to roll first (Pathfinder 2): below `dc` the attack fails."""

    dc: int


class Blocked(msgspec.Struct, frozen=True, tag="blocked", tag_field="kind"):
    """No such attack can be made."""


class Permit(msgspec.Struct, frozen=True, tag="permit", tag_field="kind"):
    """Something becomes allowed."""

    what: Deed


class Forbid(msgspec.Struct, frozen=True, tag="forbid", tag_field="kind"):
    """Something is not allowed."""

    what: Deed


class Movement(msgspec.Struct, frozen=True, tag="movement", tag_field="kind"):
    """How far one gets (`factor` of the usual rate), or what entering a space costs (`squares`)."""

    factor: float | None = None
    squares: float | None = None


PhraseValue = Union[str, float, tuple["Phrase", ...]]  # noqa: UP007  a name in quotes takes no `|`


class Phrase(msgspec.Struct, frozen=True):
    """A text by its key in the module's language files, with the values that go into it. `text` is one as it is."""

    key: str
    values: dict[str, PhraseValue] = {}


class Note(msgspec.Struct, frozen=True, tag="note", tag_field="kind"):
    """Something to say that changes no number."""

    text: str
    phrases: tuple[Phrase, ...] = ()  # of the text


Effect = (
    Flat
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
    | Note
)


class Modifier(msgspec.Struct, frozen=True):
    """A rule that holds, with its effect and its reason."""

    id: str  # "high-ground": what an override names
    rule: str  # "P21": the row of the rule text
    source: str  # the rule's name as printed
    effect: Effect
    state: State
    reason: str  # in words a player can check at the table
    figure: FactName | None = None  # which fact's marks in the result's figure show it
    override: int | None = None  # index into the request's overrides of the one that decided
    ruleset: str = ""
    phrases: tuple[Phrase, ...] = ()  # of the reason, to be joined with semicolons
    interpretation: str = ""  # four words, where the text is open and the reading ours; `RuleInfo` explains them


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


class Chance(msgspec.Struct, frozen=True):
    """Exact probability to hit; `before` is with no modifier at all."""

    before: float
    after: float


class PoolChange(msgspec.Struct, frozen=True):
    """The number of dice before and after the modifiers."""

    before: int
    after: int
    keep: Literal["lowest", "highest"] | None = None


class SecondDie(msgspec.Struct, frozen=True):
    """One more die to roll, of which one counts: "12 or the new d20, the higher". `face` is the die that was rolled."""

    die: str  # "1d20"
    keep: Literal["highest", "lowest"]
    face: int
    bonus: float | None = None  # what is added to the die that counts


class SaveDamage(msgspec.Struct, frozen=True):
    """Share of the damage taken on a failed and on a made save."""

    failed: float = 1.0
    made: float = 0.5


class Outcome(msgspec.Struct, frozen=True):
    """What is left after the stacking law: what to add, roll, keep, and what the roll at hand becomes."""

    label: str = "plain"
    dice: str | None = None  # what to roll now: "1d4", "-1d4"
    keep: Literal["highest", "lowest"] | None = None  # of two d20
    flat: FlatTotals = FlatTotals()
    total: Total | None = None
    hit: bool | None = None  # known as soon as no die that is still to be rolled can change it
    margin: float | None = None  # the total less the armour class, once both are known
    critical: bool = False
    chance: Chance | None = None
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
    to_roll: tuple[str, ...] = ()  # dice still to be rolled before the outcome is final: "1d4", "1d20", "1d100", "1d3"
    notes: tuple[str, ...] = ()
    phrases: tuple[tuple[Phrase, ...], ...] = ()  # of each note


class Override(msgspec.Struct, frozen=True):
    """A GM's word on one modifier or one fact. Foundry keeps them; they travel with each request.

    Exactly one of `modifier` (a modifier id; with `effect` one added by hand) and `fact` is given.
    `fact` takes `value`: cover a degree, obscurement a level, flanking/standing/difficult/enemy a boolean, arcs an arc.
    """

    scope: Scope = "roll"
    modifier: str | None = None
    fact: str | None = None
    state: Literal["on", "off", "measured"] = "on"
    value: Any = None
    effect: Effect | None = None
    actor: str | None = None  # a token id: only when it acts
    target: str | None = None  # a token id: only when it is the target
    token: str | None = None  # a token id: whichever part it plays
    scene: str | None = None
    overrides_cancelling: bool = False  # E14: an item, skill or spell that says so itself
    by: str = ""
    why: str = ""
    public: bool = False  # players may read `why`, though it is of a whole scene or world; of narrower scopes they may


class Choice(msgspec.Struct, frozen=True):
    """One option of a ruleset: one of `values`, a number if it has `bounds`, else a switch.

    `title` names it to a reader, and `labels` says in a few words what each value means; a switch has the labels
    `true` and `false`, a number none.
    """

    name: str
    default: bool | float | str
    help: str
    values: tuple[str, ...] = ()
    title: str = ""
    labels: dict[str, str] = {}
    bounds: tuple[float, float] | None = None  # the least and the greatest number it takes


class Interpretation(msgspec.Struct, frozen=True):
    """Where a rule text is open and the reading ours: four words for the card, and the explanation."""

    mark: str
    text: str


class RuleInfo(msgspec.Struct, frozen=True):
    """One rule as the rule chooser lists it; `text` is the sentence of the rule text that it comes from."""

    id: str
    modifier: str
    title: str
    occasions: tuple[Occasion, ...]
    text: str = ""
    interpretations: tuple[Interpretation, ...] = ()


class RollKind(msgspec.Struct, frozen=True):
    """A kind of roll that a ruleset tells apart, for "This roll is ...": what a request says of it."""

    title: str
    occasion: Occasion
    kind: CheckKind
    dice: tuple[int, ...] = ()  # the sizes of die it may be rolled with; empty: as it was rolled


class RulesetInfo(msgspec.Struct, frozen=True):
    """What `welcome` says of a ruleset, from which the module builds its settings and toggles."""

    id: str
    title: str
    family: Family
    source: str
    options: tuple[Choice, ...] = ()
    rules: tuple[RuleInfo, ...] = ()
    degrees: tuple[str, ...] = ()  # the cover degrees a GM may force
    rolls: tuple[RollKind, ...] = ()
    overriding: bool = False  # an effect may override cancelling: `Override.overrides_cancelling`
    interpretations: tuple[Interpretation, ...] = ()  # of the ruleset as a whole
    excludes: tuple[str, ...] = ()  # rulesets of its family that it does not combine with
    shared: bool = False  # its options are a table's own rules: the module offers them as one line of text
