"""The messages of the wire, tagged by `type`. They are text frames over `/ws/<world-id>`, subprotocol `coign.v1`.

The client speaks first. Unknown fields are ignored; unknown types are answered with `bad-message`. `python -m
coign.protocol` generates the JSON Schema and the JavaScript types from this file and its siblings.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from coign.protocol.digest import SCHEMA
from coign.protocol.document_reader import MOST
from coign.protocol.evaluate import MOST_CANDIDATES, Attack, Candidate, Finite, Id, Text, Viewer
from coign.protocol.evaluate import Evaluate as Evaluate
from coign.protocol.facts import Facts
from coign.protocol.rulings import (
    BonusType,
    Effect,
    ForcedFact,
    HandEffect,
    Line,
    Modifier,
    Occasion,
    Outcome,
    Override,
    Phrase,
    Reason,
    RulesetInfo,
    ScopeChoice,
    Words,
)

PROTOCOL = 1
SUBPROTOCOL = "coign.v1"


# --- messages of the client -------------------------------------------------------------------------------------------


class Opponent(msgspec.Struct, frozen=True):
    """A target of a survey, and the attacks that it may make itself: of them the likely one is judged."""

    token: Id
    theirs: Annotated[tuple[Candidate, ...], Meta(max_length=MOST_CANDIDATES)] = ()


class Survey(msgspec.Struct, frozen=True, tag="survey", tag_field="type", kw_only=True):
    """Judge one request from many places (a heat map), against many targets, or both.

    The answer has one prospect for each target from the first place, then from the second, and so on. The targets are
    `of` if it is given, else the request's. `both`: also what each of them would have against the actor in that place.
    Of candidates the likely one is picked once: in the place that is asked about, or where the actor is if there are
    several.
    """

    id: Id
    request: Evaluate
    places: Annotated[tuple[tuple[Finite, Finite], ...], Meta(max_length=10_000)] = ()  # north-west corners, px
    of: Annotated[tuple[Opponent, ...], Meta(max_length=200)] = ()
    both: bool = False


# `turn` switches a line off, or on again; with a `value` it says which. `undo` leads a line back to what is measured.
# `set` sets a fact to a `value`, `count` changes a number by hand by it, `add` adds an effect by hand.
Button = Literal["turn", "undo", "set", "count", "add"]


class Press(msgspec.Struct, frozen=True, tag="press", tag_field="type", kw_only=True):
    """Ask what a press of a GM decides about a roll, on its card, in its dialog or on the map.

    `request` is the roll as it was judged, with every override of its scene and of the roll. The press is about one
    line (`modifier` has its name), a `fact` or an `effect`. It changes the overrides of this roll; with another `scope`
    it also counts for this roll.
    """

    id: Id
    request: Evaluate
    button: Button
    target: Id | None = None  # null: all targets
    modifier: Reason | None = None
    fact: Reason | None = None
    value: bool | int | str | None = None
    effect: Effect | None = None
    bonus: BonusType = ""  # `Override.bonus`
    overrides_cancelling: bool = False
    scope: ScopeChoice = "roll"
    why: Reason = ""
    public: bool = False
    by: Reason = ""


class Cancel(msgspec.Struct, frozen=True, tag="cancel", tag_field="type"):
    """Stop a survey."""

    id: Id


class Pair(msgspec.Struct, frozen=True, tag="pair", tag_field="type"):
    """Ask to be paired. `code` is the bridge's one-time code, if the GM has pasted it."""

    world: Id
    user: Id
    client: Id
    label: Text = ""
    code: Text | None = None


class Hello(msgspec.Struct, frozen=True, tag="hello", tag_field="type"):
    """Open the session with the token from pairing."""

    versions: Annotated[tuple[int, ...], Meta(min_length=1, max_length=20)]
    world: Id
    user: Id
    client: Id
    token: Annotated[str, Meta(max_length=200)]
    module: Text = ""
    foundry: Text = ""
    system: Text = ""
    systemVersion: Text = ""  # noqa: N815
    title: Text = ""  # of the world, for the bridge's own page
    userName: Text = ""  # noqa: N815  for the bridge's own page
    active: bool = False  # this user is Foundry's active GM, who may take the world over from any other browser
    schema: Text = ""  # the digest of the schema that the module was made for; empty: it does not say


class Shows(msgspec.Struct, frozen=True):
    """The results of an attack that players may read: whether it hits, and its chance as a number."""

    hit: bool = False
    chance: bool = False


NOTHING_SHOWN = Shows()


class Configure(msgspec.Struct, frozen=True, tag="configure", tag_field="type"):
    """Choose rule systems, options and overrides, and what players may read."""

    rulesets: Annotated[tuple[Id, ...], Meta(max_length=20)]
    options: dict[str, Any] = {}  # {option: value}, or {ruleset: {option: value}}
    overrides: Annotated[tuple[Override, ...], Meta(max_length=500)] = ()
    facingOffset: Finite = 0.0  # noqa: N815  added to every token's rotation, degrees
    id: Id | None = None
    shows: Shows = NOTHING_SHOWN


class Share(msgspec.Struct, frozen=True, tag="share", tag_field="type"):
    """Read the line of text in which another table shares its rules."""

    id: Id
    line: Annotated[str, Meta(max_length=5000)]


class ScenePut(msgspec.Struct, frozen=True, tag="scene.put", tag_field="type"):
    """Send a whole scene, or its hash alone if the bridge may still have that content."""

    scene: Id
    revision: int
    hash: Text = ""
    data: msgspec.Raw = msgspec.field(default_factory=msgspec.Raw)


class Change(msgspec.Struct, frozen=True):
    """One document created, updated or deleted."""

    document: Literal["Scene", "Token", "Wall", "AmbientLight", "Region", "Tile", "Level"]
    action: Literal["create", "update", "delete"]
    id: Id
    data: msgspec.Raw = msgspec.field(default_factory=msgspec.Raw)


class ScenePatch(msgspec.Struct, frozen=True, tag="scene.patch", tag_field="type"):
    """Change a scene from revision `base` to `revision`."""

    scene: Id
    base: int
    revision: int
    changes: tuple[Change, ...]
    epoch: Text = ""
    hash: Text = ""


class SceneDrop(msgspec.Struct, frozen=True, tag="scene.drop", tag_field="type"):
    """Forget a scene."""

    scene: Id


ClientMessage = (
    Pair | Hello | Configure | Share | ScenePut | ScenePatch | SceneDrop | Evaluate | Survey | Press | Cancel
)


# --- messages of the bridge -------------------------------------------------------------------------------------------


class Mark(msgspec.Struct, frozen=True):
    """One point, line or polygon of a figure, in scene pixels. `fact` is the fact it shows, `role` how to draw it.

    Polygons are drawn in order, the last on top. Of the polygons of light (`darkness`, `lit-dim`, `lit-bright`; for GMs
    only) the topmost gives the light level at a point. `label` is the id of what is marked (`wall:ID`, `floor:ID`,
    `token:ID`, `region:ID`, `light:ID`), or a text to show.
    """

    role: str
    fact: str
    points: tuple[tuple[float, float], ...]
    label: str = ""


class Figure(msgspec.Struct, frozen=True):
    """A drawing of the measured facts, in scene pixels."""

    points: tuple[Mark, ...] = ()
    lines: tuple[Mark, ...] = ()
    polygons: tuple[Mark, ...] = ()
    side: tuple[Mark, ...] = ()  # the same seen from the side: points are (distance along a line, elevation), in units


class Result(msgspec.Struct, frozen=True):
    """The result for one target."""

    target: str | None
    facts: Facts | None  # null for players
    modifiers: tuple[Modifier, ...]
    outcome: Outcome
    figure: Figure = Figure()
    assumed: tuple[str, ...] = ()
    assumed_phrases: tuple[tuple[Phrase, ...], ...] = ()  # of each assumption
    forced: tuple[ForcedFact, ...] = ()  # the facts that the GM has set; empty for players
    lines: tuple[Line, ...] = ()
    words: Words = Words()
    likely: Attack | None = None  # the attack that was picked of the request's candidates, without bonus and dice
    covered: str | None = None  # of the degrees of cover that a GM may set, the one that counts; null for players


class Annotation(msgspec.Struct, frozen=True, tag="annotation", tag_field="type"):
    """The answer to `evaluate`: a result for each target."""

    id: str
    revision: int
    rulesets: tuple[str, ...]
    results: tuple[Result, ...]
    elapsed_us: int = 0
    scene: str = ""
    occasion: str = "attack"
    viewer: Viewer = "gm"


class Pressed(msgspec.Struct, frozen=True, tag="pressed", tag_field="type"):
    """The answer to `press`: the overrides to remove and to write, and what the roll is judged to be with them.

    Without a change the roll has no such line, or nothing to undo.
    """

    id: str
    remove: tuple[int, ...]  # numbers of overrides: those of the request, then those of the configuration
    add: tuple[Override, ...]
    views: tuple[Annotation, ...]  # one for each of the request's `viewers`, or one for a GM


class Paired(msgspec.Struct, frozen=True, tag="paired", tag_field="type"):
    """The token that the browser stores."""

    token: str


class Pairing(msgspec.Struct, frozen=True, tag="pairing", tag_field="type"):
    """The code to show while the request waits for a person at the bridge."""

    code: str


class Limits(msgspec.Struct, frozen=True):
    """The limits for a client."""

    bytes: int = 4 << 20
    walls: int = MOST["walls"]
    tokens: int = MOST["tokens"]
    requests_per_second: float = 200.0


class Welcome(msgspec.Struct, frozen=True, tag="welcome", tag_field="type"):
    """The answer to `hello`."""

    version: int
    epoch: str
    server: str
    limits: Limits
    rulesets: tuple[RulesetInfo, ...]
    schema: str = msgspec.field(default_factory=lambda: SCHEMA)  # the digest of the schema


class Offers(msgspec.Struct, frozen=True):
    """The effects that a GM may add to a roll by hand, and the facts that a GM may set, each with its values."""

    effects: tuple[HandEffect, ...] = ()
    facts: dict[str, tuple[bool | str, ...]] = {}
    overriding: bool = False  # an effect may override cancelling: `Override.overrides_cancelling`


class Configured(msgspec.Struct, frozen=True, tag="configured", tag_field="type"):
    """The answer to `configure`: the rule systems and options that now apply.

    `lines` has, for each of them that a table may share, the line of text that another table reads by `share`.
    `offers` has, for each occasion, what a GM may add to its roll.
    """

    rulesets: tuple[str, ...]
    options: dict[str, Any]
    id: str | None = None
    lines: dict[str, str] = {}
    offers: dict[Occasion, Offers] = {}


class Shared(msgspec.Struct, frozen=True, tag="shared", tag_field="type"):
    """The answer to `share`: the ruleset of the line, and its options that are not as printed."""

    ruleset: str
    options: dict[str, bool | float | str]
    id: str | None = None


class Bearing(msgspec.Struct, frozen=True):
    """Which way a token faces, what its next step costs by direction if it does not turn, and its level.

    Directions are degrees, 0 = south, clockwise. A step in a direction from `start` to `end`, clockwise and both
    included, costs so many times as much; the first entry that has the direction counts. Without one it costs once.
    """

    facing: float | None = None  # null: it has no front and no rear
    steps: tuple[tuple[float, float, float], ...] = ()  # start, end, factor
    level: Text | None = None  # null: on any


class Synced(msgspec.Struct, frozen=True, tag="synced", tag_field="type"):
    """The answer to `scene.put`, `scene.patch` and `scene.drop`: the bridge has this revision of the scene.

    It is sent again for each scene after `configure`, since the rules decide what a step costs.
    """

    scene: str
    revision: int
    counts: dict[str, int] = {}
    skipped: tuple[tuple[str, str], ...] = ()  # documents and fields that could not be read, each with the reason
    open_levels: tuple[tuple[str, str], ...] = ()  # levels above each other without a floor between them, by name
    strays: tuple[
        tuple[str, str], ...
    ] = ()  # names: tokens on a level that the scene lacks, the level they count as on
    bearings: dict[str, Bearing] = {}  # of the tokens whose bearing may have changed, by id


class Resync(msgspec.Struct, frozen=True, tag="resync", tag_field="type"):
    """The bridge lacks the revision that a change builds on; the client sends `scene.put`."""

    scene: str
    revision: int | None = None
    why: str = ""


class Prospect(msgspec.Struct, frozen=True):
    """A short forecast of an attack."""

    label: str = "plain"
    value: float = 0.0  # attack bonus minus AC bonus in points of a d20, a die by its mean
    cover: str = "none"
    flanked: bool = False
    possible: bool = True  # whether the target is within reach or range
    chance: float | None = None  # to hit; null if it is not known, or the attack is impossible
    odds: int | None = None  # the same for players: `Outcome.odds`


class Surveyed(msgspec.Struct, frozen=True, tag="surveyed", tag_field="type"):
    """A part of the answer to `survey`: the prospects from index `start` on; `theirs` only if `both` was asked for."""

    id: str
    start: int
    total: int
    done: bool
    mine: tuple[Prospect, ...] = ()
    theirs: tuple[Prospect, ...] = ()
    likely: Attack | None = None  # in the first part, of the first target: as `Result.likely`


class ErrorMessage(msgspec.Struct, frozen=True, tag="error", tag_field="type"):
    """An error, with its code and a sentence for people. `id` is the request's, if there is one."""

    id: str | None
    code: str
    message: str
    detail: dict[str, Any] = {}


class TakenOver(msgspec.Struct, frozen=True, tag="taken-over", tag_field="type"):
    """Another browser of this world has taken over. Sent once, before close code 4004."""

    by: str


ServerMessage = (
    Annotation
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
    | TakenOver
)
