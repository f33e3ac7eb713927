"""What is asked about a roll: who attacks whom, with what, from where, and what the dice said."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from coign.protocol.rulings import CheckKind, Occasion, Override

Id = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(max_length=1000)]
Finite = Annotated[float, Meta(ge=-1e7, le=1e7)]


class Reach(msgspec.Struct, frozen=True):
    """Normal (short) and long range of a ranged attack, in scene units."""

    normal: Finite | None = None
    long: Finite | None = None


class Attack(msgspec.Struct, frozen=True):
    """The attack that is made."""

    kind: Literal["melee", "ranged"] = "melee"
    reach: Finite | None = None
    range: Reach | None = None
    name: Text = ""
    abilities: Annotated[tuple[Text, ...], Meta(max_length=50)] = ()
    spell: bool = False
    ignores: Annotated[tuple[Text, ...], Meta(max_length=20)] = ()  # cover degrees and hindrances: `rules.ignoring`
    primary: bool = True  # E5: only the primary attack takes the damage change


class D20(msgspec.Struct, frozen=True):
    """One die of the roll. `sides` is its size where the roll is read from the chat; unknown, it is the occasion's."""

    value: Annotated[int, Meta(ge=1, le=20)]
    kept: bool = True
    sides: Annotated[int, Meta(ge=2, le=20)] | None = None


class Roll(msgspec.Struct, frozen=True):
    """The roll as it was made. `rolled` holds dice rolled since, because an outcome asked for them: {"1d4": [3]}."""

    d20: Annotated[tuple[D20, ...], Meta(max_length=40)] = ()
    mode: Literal["normal", "advantage", "disadvantage"] = "normal"
    total: Finite | None = None
    rerolled: bool = False
    rolled: dict[str, tuple[int, ...]] = {}


class Defence(msgspec.Struct, frozen=True):
    """What the game system says of a target's defence."""

    ac: Finite | None = None
    applied: str | None = None  # a cover degree that is already in `ac`; "none": it is known that there is none
    by: str | None = None  # who put it there, where that is not the game system: "Simple Cover 5e"


class Check(msgspec.Struct, frozen=True):
    """What kind of check, where a rule system tells them apart, and the die that a reaction skill uses."""

    kind: CheckKind = "check"
    die: int | None = None
    ability: str | None = None  # "dex" ...


class Point(msgspec.Struct, frozen=True):
    """A point of the scene, in pixels, and its elevation in scene units."""

    x: Finite
    y: Finite
    elevation: Finite = 0.0


class Evaluate(msgspec.Struct, frozen=True, tag="evaluate", tag_field="type", kw_only=True):
    """Judge one occasion. `actor` acts; there is one result for each of `targets`.

    `save`: each target saves against an effect from `origin` (a token id or a point; else the actor).
    `perception`: the actor looks for each target. `stealth`: the actor hides from each target.
    `viewers`: one `annotation` for each, in this order, measured once; `viewer` does not count then. The player's is as
    if it were asked without armour classes and hidden targets, and has no results if the actor is hidden.
    `movement`: the actor enters the spaces of `path` one after another; `targets` may be empty, as on `ready`.
    """

    id: Id
    scene: Id
    occasion: Occasion
    actor: Id
    targets: Annotated[tuple[Id, ...], Meta(max_length=200)]
    attack: Attack = Attack()
    roll: Roll | None = None
    defence: dict[str, Defence] = {}
    check: Check = Check()
    origin: Id | Point | None = None
    path: Annotated[tuple[Point, ...], Meta(max_length=500)] = ()
    trigger: Literal["sight", "sound"] = "sight"  # `ready`: how the trigger is noticed
    formation: bool = False  # `save`: the targets save as one
    turned: int = 0  # how often the actor has changed its facing in this turn without moving
    counted: Annotated[tuple[Text, ...], Meta(max_length=50)] = ()  # ids of modifiers that the game system has counted
    removesAdvantage: bool = False  # noqa: N815
    removesDisadvantage: bool = False  # noqa: N815
    overrides: Annotated[tuple[Override, ...], Meta(max_length=500)] = ()
    viewer: Literal["gm", "player"] = "gm"
    viewers: Annotated[tuple[Literal["gm", "player"], ...], Meta(max_length=2)] = ()  # several views of one measurement
    rulesets: tuple[str, ...] | None = None  # else as configured
    options: dict[str, Any] | None = None  # on top of those configured
    at: Point | None = None  # as if the actor stood here (its space's north-west corner): previews while dragging
