"""The wire: every message, tagged by `type`. Text frames over `/ws/<world-id>`, subprotocol `coign.v1`.

The client speaks first. Unknown fields are ignored; unknown types are answered with `bad-message`. The JSON Schema and
the JavaScript types are generated from this file (`python -m coign.protocol`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from .facts import Facts
from .rulings import Modifier, Outcome, Override, RulesetInfo

PROTOCOL = 1
SUBPROTOCOL = "coign.v1"

Id = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(max_length=1000)]
Finite = Annotated[float, Meta(ge=-1e7, le=1e7)]
Occasion = Literal["attack", "save", "check", "perception", "stealth", "opportunity", "movement", "ready"]


# --- asking -----------------------------------------------------------------------------------------------------------


class Reach(msgspec.Struct, frozen=True):
    """Normal (short) and long range of a ranged attack, in scene units."""

    normal: Finite | None = None
    long: Finite | None = None


class Attack(msgspec.Struct, frozen=True):
    kind: Literal["melee", "ranged"] = "melee"
    reach: Finite | None = None
    range: Reach | None = None
    name: Text = ""
    abilities: Annotated[tuple[Text, ...], Meta(max_length=50)] = ()
    spell: bool = False
    primary: bool = True  # E5: only the primary attack takes the damage change


class D20(msgspec.Struct, frozen=True):
    value: Annotated[int, Meta(ge=1, le=20)]
    kept: bool = True


class Roll(msgspec.Struct, frozen=True):
    """The roll as it was made. `rolled` holds dice rolled since, because an outcome asked for them: {"1d4": [3]}."""

    d20: Annotated[tuple[D20, ...], Meta(max_length=40)] = ()
    mode: Literal["normal", "advantage", "disadvantage"] = "normal"
    total: Finite | None = None
    rerolled: bool = False
    rolled: dict[str, tuple[int, ...]] = {}


class Defence(msgspec.Struct, frozen=True):
    ac: Finite | None = None
    applied: str | None = None  # a cover degree that the game system has already put into `ac`


class Check(msgspec.Struct, frozen=True):
    """What kind of check, where a rule system tells them apart, and the die that a reaction skill uses."""

    kind: Literal[
        "check", "competition", "reaction", "incantation", "axiom", "concentration", "stealth-roll", "hearing"
    ] = "check"
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
    removesAdvantage: bool = False  # noqa: N815
    removesDisadvantage: bool = False  # noqa: N815
    overrides: Annotated[tuple[Override, ...], Meta(max_length=500)] = ()
    viewer: Literal["gm", "player"] = "gm"
    rulesets: tuple[str, ...] | None = None  # else as configured
    options: dict[str, Any] | None = None  # on top of those configured
    at: Point | None = None  # as if the actor stood here (its space's north-west corner): previews while dragging


class Survey(msgspec.Struct, frozen=True, tag="survey", tag_field="type", kw_only=True):
    """The same question from many spaces (a heat map: `squares`), or against many targets (`request.targets`)."""

    id: Id
    request: Evaluate
    squares: Annotated[tuple[tuple[Finite, Finite], ...], Meta(max_length=10_000)] = ()  # north-west corners, px


class Cancel(msgspec.Struct, frozen=True, tag="cancel", tag_field="type"):
    id: Id


class Pair(msgspec.Struct, frozen=True, tag="pair", tag_field="type"):
    """Ask to be paired: `code` is the one-time code that the bridge printed, where the GM pasted it."""

    world: Id
    user: Id
    client: Id
    label: Text = ""
    code: Text | None = None


class Hello(msgspec.Struct, frozen=True, tag="hello", tag_field="type"):
    versions: Annotated[tuple[int, ...], Meta(min_length=1, max_length=20)]
    world: Id
    user: Id
    client: Id
    token: Annotated[str, Meta(max_length=200)]
    module: Text = ""
    foundry: Text = ""
    system: Text = ""
    systemVersion: Text = ""  # noqa: N815
    active: bool = False  # this user is Foundry's active GM: takes the world over from any other browser


class Configure(msgspec.Struct, frozen=True, tag="configure", tag_field="type"):
    rulesets: Annotated[tuple[Id, ...], Meta(max_length=20)]
    options: dict[str, Any] = {}  # {option: value}, or {ruleset: {option: value}}
    overrides: Annotated[tuple[Override, ...], Meta(max_length=500)] = ()
    facingOffset: Finite = 0.0  # noqa: N815  added to every token's rotation, degrees
    id: Id | None = None


class ScenePut(msgspec.Struct, frozen=True, tag="scene.put", tag_field="type"):
    """The whole scene; or its hash alone, where the bridge may still hold that content."""

    scene: Id
    revision: int
    hash: Text = ""
    data: msgspec.Raw = msgspec.field(default_factory=msgspec.Raw)


class Change(msgspec.Struct, frozen=True):
    document: Literal["Scene", "Token", "Wall", "AmbientLight", "Region", "Level"]
    action: Literal["create", "update", "delete"]
    id: Id
    data: msgspec.Raw = msgspec.field(default_factory=msgspec.Raw)


class ScenePatch(msgspec.Struct, frozen=True, tag="scene.patch", tag_field="type"):
    scene: Id
    base: int
    revision: int
    changes: tuple[Change, ...]
    epoch: Text = ""
    hash: Text = ""


class SceneDrop(msgspec.Struct, frozen=True, tag="scene.drop", tag_field="type"):
    scene: Id


ClientMessage = Pair | Hello | Configure | ScenePut | ScenePatch | SceneDrop | Evaluate | Survey | Cancel


# --- answering --------------------------------------------------------------------------------------------------------


class Mark(msgspec.Struct, frozen=True):
    """One point, line or polygon of a figure, in scene pixels. `fact` is the fact it proves, `role` how to draw it.

    Polygons lie one over the other as they come. Of light (`darkness`, `lit-dim`, `lit-bright`; for GMs alone)
    the uppermost is the level at a spot. `label` names what it is about (`wall:ID`, `token:ID`, `region:ID`,
    `light:ID`), or is a word to show.
    """

    role: str
    fact: str
    points: tuple[tuple[float, float], ...]
    label: str = ""


class Figure(msgspec.Struct, frozen=True):
    points: tuple[Mark, ...] = ()
    lines: tuple[Mark, ...] = ()
    polygons: tuple[Mark, ...] = ()


class Result(msgspec.Struct, frozen=True):
    target: str | None
    facts: Facts | None
    modifiers: tuple[Modifier, ...]
    outcome: Outcome
    figure: Figure = Figure()
    assumed: tuple[str, ...] = ()
    sentence: str = ""  # the whole result in one line, for screen readers and the collapsed card


class Annotation(msgspec.Struct, frozen=True, tag="annotation", tag_field="type"):
    id: str
    revision: int
    rulesets: tuple[str, ...]
    results: tuple[Result, ...]
    elapsed_us: int = 0
    scene: str = ""
    occasion: str = "attack"
    viewer: Literal["gm", "player"] = "gm"


class Paired(msgspec.Struct, frozen=True, tag="paired", tag_field="type"):
    token: str


class Pairing(msgspec.Struct, frozen=True, tag="pairing", tag_field="type"):
    code: str


class Limits(msgspec.Struct, frozen=True):
    bytes: int = 4 << 20
    walls: int = 20_000
    tokens: int = 2_000
    requests_per_second: float = 50.0


class Welcome(msgspec.Struct, frozen=True, tag="welcome", tag_field="type"):
    version: int
    epoch: str
    server: str
    limits: Limits
    rulesets: tuple[RulesetInfo, ...]


class Configured(msgspec.Struct, frozen=True, tag="configured", tag_field="type"):
    rulesets: tuple[str, ...]
    options: dict[str, Any]
    id: str | None = None


class Synced(msgspec.Struct, frozen=True, tag="synced", tag_field="type"):
    scene: str
    revision: int
    counts: dict[str, int] = {}
    skipped: tuple[tuple[str, str], ...] = ()  # what, why


class Resync(msgspec.Struct, frozen=True, tag="resync", tag_field="type"):
    """The bridge has not got what the change builds on: send `scene.put`."""

    scene: str
    revision: int | None = None
    why: str = ""


class Surveyed(msgspec.Struct, frozen=True, tag="surveyed", tag_field="type"):
    """A part of a survey's answer: for each square (or target) from `start` on its outcome's label, net and degree."""

    id: str
    start: int
    total: int
    done: bool
    labels: tuple[str, ...] = ()
    values: tuple[float, ...] = ()  # attack bonus less AC bonus in points of a d20, a die at its mean
    covers: tuple[str, ...] = ()


class ErrorMessage(msgspec.Struct, frozen=True, tag="error", tag_field="type"):
    id: str | None
    code: str
    message: str
    detail: dict[str, Any] = {}


class TakenOver(msgspec.Struct, frozen=True, tag="taken-over", tag_field="type"):
    """Another browser of this world has the bridge now; said once, before close code 4004."""

    by: str


ServerMessage = (
    Annotation | Paired | Pairing | Welcome | Configured | Synced | Resync | Surveyed | ErrorMessage | TakenOver
)
