"""Judge the targets of a request: what is measured for each, and the ruling on it.

Targets are judged one after another, in steps (`coign.util.tasks`), for a blast may have two hundred targets.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from coign.annotations.likely import with_likely
from coign.annotations.redact import HiddenNames, is_rolled
from coign.errors import UnknownToken
from coign.facts import FactSheet, Query, facing
from coign.figures.marks import Drawing
from coign.grid.space import Space, quanta
from coign.protocol.evaluate import Attack, Evaluate, Point
from coign.protocol.facts import Arc
from coign.rules import Case, Creature, Ruling, Setup, enmities, formations, judge, shared_save
from coign.rules.case import EPSILON
from coign.scene.scene import Scene
from coign.scene.tokens import Token

T = TypeVar("T")

FROM_AFAR = Attack(kind="ranged")  # for measuring cover and light without an attack


class Judged(msgspec.Struct, frozen=True, eq=False):
    """One target's ruling, and the drawing of the facts it is based on; none if nothing is measured (movement).

    `request` is the one that was judged: with the attack that was picked of its candidates.
    """

    request: Evaluate
    creature: Creature
    ruling: Ruling
    drawing: Drawing | None


def judging(scene: Scene, request: Evaluate, setup: Setup, drawings: dict[str, Drawing]) -> Iterator[Judged | None]:
    """Yield the rulings in the targets' order, and None after a step of work without a ruling."""
    actor = _token(scene, request.actor)
    if not request.targets or request.occasion == "movement":
        path: list[Space] = []
        for point in request.path:
            path.append(_space_at(scene, actor, point).first_square)
            yield None
        steps, costs = _steps(scene, setup, actor, path), _costs(scene, actor, path)
        yield judge_steps(scene, request, setup, actor, steps, costs)
        return
    at = None if request.at is None else _space_at(scene, actor, request.at)
    saves: list[Judged] = []
    for target in [_token(scene, key) for key in request.targets]:
        asked = request
        if request.candidates:
            asked = with_likely(request, query_for(scene, request, setup, actor, target, at))
        if target.id not in drawings:
            query = query_for(scene, asked, setup, actor, target, at)
            drawings[target.id] = Drawing(FactSheet(query, setup.readings))
        drawing = drawings[target.id]
        sheet = drawing.sheet
        yield from sheet.measuring_cover()
        yield from sheet.measuring_obscurement()
        explained = not is_rolled(request) or request.viewer == "gm"  # a player's card has what was rolled
        ruling = judge_sheet(scene, asked, setup, actor, target, sheet, explained=explained)
        judged = Judged(asked, creature_of(target), ruling, drawing)
        yield None
        if request.occasion == "save":  # a formation shares its save
            sheet.query.forget_lines()
            saves.append(judged)
        else:
            yield judged
    if saves:
        yield from _together(request, saves)


def judge_sheet(
    scene: Scene,
    request: Evaluate,
    setup: Setup,
    actor: Token,
    target: Token,
    sheet: FactSheet,
    *,
    explained: bool = False,
) -> Ruling:
    """Return the ruling on one target, from the facts that a sheet measures. `explained`: see `rules.judge`."""
    case = Case(
        request=replace(request, attack=sheet.query.attack) if is_guess(request) else request,
        actor=creature_of(actor),
        target=creature_of(target),
        facts=sheet,
        foot=scene.grid.foot,
        space=scene.grid.distance,
        units=scene.grid.units,
        grid=_grid_kind(scene),
        names=_Read(scene.tokens, lambda token: None if token.hidden else token.name),
        sizes=_Read(scene.tokens, lambda token: token.category),
        readable=_words_for(scene, request),
    )
    return judge(setup, case, explained=explained)


def query_for(scene: Scene, request: Evaluate, setup: Setup, actor: Token, target: Token, at: Space | None) -> Query:
    """Return the query for one target. With `at`, measure as if the actor, with its light, were in that space.

    Facts are measured from the creature that attacks or looks to the other one (see `rules.case`).
    """
    conventions, here = setup.conventions, at or actor.space
    enemies, lit = enmities(request, setup.overrides), scene.lit_with(actor, here)
    match request.occasion:
        case "save":
            source, space = _origin(scene, request, actor, here)
            return Query(lit, source, target, space, FROM_AFAR, conventions, enemies)
        case "stealth":
            hider = actor if at is None else scene.moved(actor, here)
            return Query(lit, target, hider, target.space, FROM_AFAR, conventions, enemies)
    attack = FROM_AFAR if request.occasion in ("perception", "check", "ready") else request.attack
    query = Query(lit, actor, target, here, attack, conventions, enemies)
    if not is_guess(request) or query.distance <= query.reach + EPSILON:
        return query
    ranged = replace(attack, kind="ranged", reach=None)
    return Query(lit, actor, target, here, ranged, conventions, enemies)


def is_guess(request: Evaluate) -> bool:
    """Return whether the attack's kind is a guess: melee, or ranged if the target is out of reach."""
    return request.attack.guessed and request.attack.kind == "melee" and request.occasion == "attack"


def creature_of(token: Token) -> Creature:
    """Return the part of a token that rules can read."""
    across = max(token.width, token.height)
    return Creature(token.id, token.name, token.coign, across, token.hidden, token.locomotion)


def _together(request: Evaluate, judgements: list[Judged]) -> list[Judged]:
    """Give each member of a formation the modifiers and outcome of the one in the worst position, but its own facts.

    A player's formation excludes hidden tokens, because their position would reveal them.
    """
    counting = [judgement for judgement in judgements if request.viewer == "gm" or not judgement.creature.hidden]
    rulings = {judgement.creature.id: judgement.ruling for judgement in judgements}
    for group in formations([judgement.creature for judgement in counting], request.formation):
        _, shared = shared_save([(creature, rulings[creature.id]) for creature in group])
        rulings |= {creature.id: replace(shared, facts=rulings[creature.id].facts) for creature in group}
    return [replace(judgement, ruling=rulings[judgement.creature.id]) for judgement in judgements]


def judge_steps(
    scene: Scene, request: Evaluate, setup: Setup, actor: Token, steps: Sequence[Arc], costs: Sequence[float]
) -> Judged:
    """Judge an occasion without a target: moving along a path of squares, readying an action.

    `steps` and `costs`: of each square of the path, as `Case` has them.
    """
    case = Case(
        request=request,
        actor=creature_of(actor),
        foot=scene.grid.foot,
        units=scene.grid.units,
        grid=_grid_kind(scene),
        readable=_words_for(scene, request),
        steps=tuple(steps),
        costs=tuple(costs),
    )
    return Judged(request, case.target, judge(setup, case), None)


def _steps(scene: Scene, setup: Setup, actor: Token, path: Sequence[Space]) -> tuple[Arc, ...]:
    """Return the arc of each space of the path, seen from the space before it, if the actor does not turn."""
    before, arcs = actor.space.first_square, []
    direction = None
    if not setup.readings.is_faceless(actor):
        direction = facing.facing_of(actor, scene.grid, setup.conventions.facing_offset)
    for entered in path:
        arcs.append(facing.arc_of(scene.grid, before, entered, direction, setup.conventions.hex_arcs))
        before = entered
    return tuple(arcs)


def _costs(scene: Scene, actor: Token, path: Sequence[Space]) -> tuple[float, ...]:
    """Return the cost of each space of the path in squares, by the scene's diagonal rule, which may alternate costs.

    Without a grid the cost is the straight distance, in grid distances.
    """
    grid, before, costs, diagonals = scene.grid, actor.space.first_square, [], 0.0
    for entered in path:
        if grid.is_gridless:
            costs.append(math.dist(before.centre, entered.centre) / quanta(grid.size))
        elif grid.is_hex:
            costs.append(grid.distance_between(before, entered) / grid.distance)
        else:
            across, down, _ = grid.steps(before, entered)
            slanting = min(across, down)
            total = grid.length(diagonals + slanting, diagonals + slanting, 0.0) - grid.length(
                diagonals, diagonals, 0.0
            )
            costs.append(total / grid.distance + max(across, down) - slanting)
            diagonals += slanting
        before = entered
    return tuple(costs)


def _origin(scene: Scene, request: Evaluate, actor: Token, here: Space) -> tuple[Token | None, Space]:
    """Return the token and the space of a save's origin: a point, a token, or else the actor.

    An elevation of 0 counts as none, as it does for lamps and creatures. A point without one is half a grid distance
    above the ground drawn there, so that what lies on the ground does not stop a burst.
    """
    if isinstance(request.origin, Point):
        at = request.origin
        elevation = at.elevation or scene.ground_at(at.x, at.y) + scene.grid.distance / 2
        return None, scene.grid.point(at.x, at.y, elevation)
    if request.origin is None or request.origin == actor.id:
        return actor, here
    source = _token(scene, request.origin)
    return source, source.space


def _space_at(scene: Scene, token: Token, at: Point) -> Space:
    elevation = scene.ground_for(token, at.x, at.y) if at.elevation is None else at.elevation
    return token.space_at(scene.grid, at.x, at.y, elevation)


def _token(scene: Scene, key: str) -> Token:
    token = scene.tokens.get(key)
    if token is None:
        raise UnknownToken(key, scene.id)
    return token


def _grid_kind(scene: Scene) -> Literal["square", "hex", "gridless"]:
    return "hex" if scene.grid.is_hex else "gridless" if scene.grid.is_gridless else "square"


def _words_for(scene: Scene, request: Evaluate) -> Callable[[str], str]:
    """Return what redacts a GM's words: a player reads no name of a hidden token."""
    return str if request.viewer == "gm" else lambda words: HiddenNames.of(scene).remove(words)


class _Read(Mapping[str, T]):
    """A value of each token, read when a rule asks for it. Tokens whose value is None are left out."""

    def __init__(self, tokens: Mapping[str, Token], read: Callable[[Token], T | None]) -> None:
        self._tokens, self._read = tokens, read

    def __getitem__(self, key: str) -> T:
        value = self._read(self._tokens[key])
        if value is None:
            raise KeyError(key)
        return value

    def __iter__(self) -> Iterator[str]:
        return (key for key, token in self._tokens.items() if self._read(token) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)
