"""The request to judge a roll: the actor, its targets, the attack, the place and the dice rolled."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from coign.protocol.rulings import CheckKind, Effect, Occasion, Override

Id = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(max_length=1000)]
Finite = Annotated[float, Meta(ge=-1e7, le=1e7)]
Mode = Literal["normal", "advantage", "disadvantage"]
Viewer = Literal["gm", "player"]
AttackKind = Literal["melee", "ranged"]
Stands = Literal["greater", "ours", "theirs"]  # whose cover counts where a module gives some too
Trigger = Literal["sight", "sound"]  # how the trigger of a readied action is noticed


class Reach(msgspec.Struct, frozen=True):
    """Normal (short) and long range of a ranged attack, in scene units."""

    normal: Finite | None = None
    long: Finite | None = None


Sides = Annotated[int, Meta(ge=-20, le=20)]  # of one die, negative if it is subtracted
MOST_CANDIDATES = 50
MOST_DICE = 12  # of a roll, beside its d20s
TraitDice = Annotated[tuple[Annotated[int, Meta(ge=2, le=20)], ...], Meta(max_length=2)]


class Attack(msgspec.Struct, frozen=True):
    """An attack."""

    kind: AttackKind = "melee"
    reach: Finite | None = None
    range: Reach | None = None
    name: Text = ""
    abilities: Annotated[tuple[Text, ...], Meta(max_length=50)] = ()
    spell: bool = False
    ignores: Annotated[tuple[Text, ...], Meta(max_length=20)] = ()  # cover degrees and hindrances: `rules.ignoring`
    primary: bool = True  # E5: only the primary attack takes the damage change
    bonus: Finite | None = None  # what its roll adds to the d20; a roll that was made tells it itself
    dice: Annotated[tuple[Sides, ...], Meta(max_length=MOST_DICE)] = ()  # what it rolls besides, as for a blessing
    traitDice: TraitDice = ()  # noqa: N815  sides of the trait die and the wild die (SWADE), in place of a d20
    guessed: bool = False  # nobody said `melee`: on the occasion `attack` it is ranged if the target is out of reach


class D20(msgspec.Struct, frozen=True):
    """One die of the roll. `sides` is its size if it was read from the chat; if missing, the occasion decides."""

    value: Annotated[int, Meta(ge=1, le=20)]
    kept: bool = True
    sides: Annotated[int, Meta(ge=2, le=20)] | None = None


class Beside(msgspec.Struct, frozen=True):
    """A die that the attack's roll has besides its d20s, and the part of the total that it gave."""

    sides: Sides
    value: Finite


class IncludedModifier(msgspec.Struct, frozen=True):
    """A modifier that was put into the roll before the dice fell. It counts once.

    A die, or a number for the roll, is in `total`; advantage and disadvantage are in `mode` and among the `d20`; a
    number for the armour class is in `defence`. `value` is what the die showed (its sign is the effect's), or the
    number that was added; a die needs one, and a number without one is the effect's.

    While the modifier is on, it is not added again: `outcome.total` has the total of the roll twice. If the GM switches
    it off, or it no longer holds, the total, the chance and the verdict change by as much, and a roll with advantage
    counts its first die. A disadvantage or bane that does not hold stays until the GM switches it off: nothing but the
    claim shows it. A modifier of the answer that was in the roll is `included`.
    """

    modifier: Text
    effect: Effect
    target: Id | None = None  # the target that it was put in for, the only one whose armour class it changed; null: all
    value: Finite | None = None
    refuted: bool = False  # the target's armour class shows that it is not in: the GM's view omits it (`viewers`)


class Roll(msgspec.Struct, frozen=True):
    """The original roll, as the dice fell.

    `rolled` has the dice rolled later because an outcome required them: {"1d4": [3]}.
    """

    d20: Annotated[tuple[D20, ...], Meta(max_length=40)] = ()
    mode: Mode = "normal"
    total: Finite | None = None
    rerolled: bool = False
    rolled: dict[str, tuple[int, ...]] = {}
    included: Annotated[tuple[IncludedModifier, ...], Meta(max_length=50)] = ()
    beside: Annotated[tuple[Beside, ...], Meta(max_length=MOST_DICE)] = ()  # without those of modifiers put into it
    own: Mode | None = None  # the mode without what is included; if missing, it follows from `mode` and `included`


class Defence(msgspec.Struct, frozen=True):
    """The defence of a target as reported by the game system."""

    ac: Finite | None = None
    applied: str | None = None  # the cover degree already included in `ac`; "none": known to include no cover
    by: str | None = None  # the module that included it, if not the game system: "Simple Cover 5e"
    stands: Stands = "greater"  # whose cover counts where both give some
    # The edges and banes with which a power roll was made against this target. `Roll.total` is without them.
    edges: Annotated[int, Meta(ge=0, le=2)] = 0
    banes: Annotated[int, Meta(ge=0, le=2)] = 0


class Candidate(msgspec.Struct, frozen=True):
    """An attack that the actor may make, before it has said which. `defence` is what each target has against it."""

    attack: Attack
    defence: dict[str, Defence] = {}
    last: bool = False  # it is the one that the actor made last


class Check(msgspec.Struct, frozen=True):
    """The kind of a check, for rule systems that distinguish kinds, and the die of a reaction skill."""

    kind: CheckKind = "check"
    die: int | None = None
    ability: str | None = None  # "dex" ...
    area: bool | None = None  # of a save: whether the effect fills an area; None if that is unknown


class Point(msgspec.Struct, frozen=True):
    """A point of the scene, in pixels, and its elevation in scene units."""

    x: Finite
    y: Finite
    elevation: Finite | None = 0.0  # null: a token there stands as it does now, on the ground if that is where it is


class Evaluate(msgspec.Struct, frozen=True, tag="evaluate", tag_field="type", kw_only=True):
    """Judge one occasion. `actor` acts; the answer has one result for each of `targets`.

    `save`: each target saves against an effect from `origin` (a token id or a point; by default the actor). A point
    without an elevation, or at 0, is half a grid distance above its ground.
    `perception`: the actor looks for each target. `stealth`: the actor hides from each target.
    Before the roll, `attack.bonus` and `defence` give the chance to hit. A player reads it in eleven steps
    (`Outcome.odds`), or as a number if the GM shows it (`Configure.shows`). Many steps together tell the armour class
    that was sent.
    `candidates`: of each target the result is about the likely one of these attacks (`Result.likely`): the one that the
    actor made last, one that reaches, or one with a range that is enough.
    `viewers`: one `annotation` for each, in this order, from one measurement; `viewer` is then ignored. The player's
    omits armour classes, hidden targets, and what the request marks as secret (`secret`, also of an override). It has
    no results if the actor is hidden or secret. Beside the GM's it has hit and chance if the GM shows them.
    `movement`: the actor enters the spaces of `path` one after another; `targets` may be empty, as for `ready`.
    """

    id: Id
    scene: Id
    occasion: Occasion
    actor: Id
    targets: Annotated[tuple[Id, ...], Meta(max_length=200)]
    attack: Attack = Attack()
    candidates: Annotated[tuple[Candidate, ...], Meta(max_length=MOST_CANDIDATES)] = ()  # in place of `attack`
    roll: Roll | None = None
    defence: dict[str, Defence] = {}
    check: Check = Check()
    origin: Id | Point | None = None
    path: Annotated[tuple[Point, ...], Meta(max_length=500)] = ()
    trigger: Trigger = "sight"  # `ready`: how the trigger is noticed
    formation: bool = False  # `save`: the targets save as one
    turned: int = 0  # how often the actor has changed its facing in this turn without moving
    counted: Annotated[tuple[Text, ...], Meta(max_length=50)] = ()  # ids of modifiers already in the roll
    removesAdvantage: bool = False  # noqa: N815
    removesDisadvantage: bool = False  # noqa: N815
    overrides: Annotated[tuple[Override, ...], Meta(max_length=500)] = ()
    viewer: Viewer = "gm"
    viewers: Annotated[tuple[Viewer, ...], Meta(max_length=2)] = ()  # several views of one measurement
    secret: Annotated[tuple[Id, ...], Meta(max_length=200)] = ()  # tokens that players may not know, as if hidden
    rulesets: tuple[str, ...] | None = None  # if missing, the configured ones
    options: dict[str, Any] | None = None  # these replace configured options of the same name
    figure: bool = True  # whether to draw the figures of the results
    at: Point | None = None  # judge as if the north-west corner of the actor's space were here: previews of a drag
