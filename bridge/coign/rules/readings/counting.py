"""The walls that count on the lines from a corner to a square, and why others are set aside.

Source: Combat Modifiers, Obstacles and Cover (C4, C5), for the d20 family: an obstacle counts if it is at least half as
tall as both creatures, both are within 30 ft of it, and the attacker is not nearer to it than the target. Each obstacle
is judged by its part between the outermost lines from the corner to the square, whether a line meets it or not, and
counts whole if it counts anywhere there. In adjacent melee its height alone counts. By the option `obstacle-rule: low`
that binds low walls alone: those over or under which a part of the target can be reached. The printed games bind low
walls too, but ask nothing of their height: "a wall no higher than half your height" gives cover.

Ours is the reading that what hides next to nothing is not there: a post of a door that stands 2 px into the way of a
line, and leaves 99 % of the target exposed, is no cover at any table.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from coign.facts.cover.exposure import NO_EFFECT
from coign.facts.cover.measurement import CoverMeasurement
from coign.facts.cover.obstacles import Obstacles
from coign.facts.cover.posts import SOME
from coign.geometry.lines import Floats, Mask
from coign.rules.readings.bordering import Bordering, bordering
from coign.rules.readings.conventions import CoverConventions
from coign.scene.wall_kinds import LIMITED, SOLID, WINDOW
from coign.util.tasks import Task

OBSTACLE_REACH = 30.0  # ft: an obstacle further from either creature gives nothing (C4)
NEXT_TO_NOTHING = 0.02  # of the chosen square: what hides less is on no line
ROUNDING = 1e-9  # of a share

Reason = Literal["low", "far", "nearer"]
REASONS: tuple[Reason, ...] = ("low", "far", "nearer")


class Binding(msgspec.Struct, frozen=True, eq=False):
    """The verdict of C4 and C5 on each wall, for the lines from each corner to each square.

    Attributes:
        counts: (n, s, k) whether they let it count.
        reasons: (n, s, k) if they do not, the reason, as an index of `REASONS`.
        things: the names of the things that they let count nowhere, with their tops and bottoms.
    """

    counts: Mask
    reasons: NDArray[np.int8]
    things: frozenset[str] = frozenset()


class Counting(msgspec.Struct, frozen=True, eq=False):
    """The walls that count.

    Attributes:
        walls: (n, m, k) whether each counts on a line; None if all that the lines meet do.
        there: (n, m) lines on which solid obstacles are there.
        hidden: (n, s) the share of each square that solid obstacles which count hide from each corner. It is 0 in
            adjacent melee, where the lines alone decide.
        bound: what C4 and C5 say, or that terrain next to one of the two is on no line; None if they bind no wall.
        beside: the terrain next to one of the two, by the degrees that ask for it.
        hard: (n, s) squares of which terrain next to the target hides something from each corner.
    """

    walls: Mask | None
    there: Mask
    hidden: Floats
    bound: Binding | None = None
    beside: Bordering | None = None
    hard: Mask | None = None


def counting(measured: CoverMeasurement, by: CoverConventions, *, by_share: bool = True) -> Task[Counting]:
    """Find the walls that count on the lines of a measurement; without `by_share`, also those that hide nothing.

    It is a cooperative task.
    """
    lines, walls = measured.lines, measured.lines.walls
    shape = len(lines.corners), lines.squares
    beside = (yield from bordering(measured, by.near)) if by.degrees == "hard" and len(walls) else None
    bound = (yield from _bound(measured, by, beside)) if len(walls) else None
    there = window = np.ones(shape, bool)  # where solid obstacles are there, and where windows are
    hidden = np.zeros(shape)
    if by_share and not by.in_adjacent_melee(measured):
        # A wall may be in pieces of which one is next to a creature: what they hide together counts.
        hidden = yield from _hidden(measured, None if beside is not None else bound)
        yield
        there = _is_there(measured, hidden, np.maximum(*lines.posts.hidden))
        if WINDOW in walls.found:
            windows = walls.of_kind(WINDOW)
            behind = yield from _behind(measured, windows if bound is None else windows & bound.counts)
            hidden_by = yield from lines.posts.hidden_by(windows, alone=True)
            window = _is_there(measured, behind, np.maximum(*hidden_by))
    counts = None
    if bound is not None or np.count_nonzero(there & window) < there.size:
        counts = _on_lines(measured, there, window, bound)
    hard = None
    if beside is not None:
        behind = yield from _behind(measured, beside.target)
        hard = (behind > NO_EFFECT) & (np.maximum(hidden, behind) >= NEXT_TO_NOTHING - ROUNDING)
    return Counting(counts, there.repeat(lines.corners_each, axis=1), hidden, bound, beside, hard)


def _bound(measured: CoverMeasurement, by: CoverConventions, beside: Bordering | None) -> Task[Binding | None]:
    """Return the verdict of C4 and C5 if they affect a wall, or let terrain next to one of the two count on no line."""
    walls, corners = measured.lines.walls, len(measured.lines.corners)
    if beside is not None:
        shape = (corners, measured.lines.squares, len(walls))
        bounds = Binding(np.broadcast_to(~beside.walls, shape), np.zeros(shape, np.int8))
    elif not by.d20 or by.obstacle_rule == "none":
        return None
    else:
        low = measured.exposure.low[:corners] & walls.solid if by.obstacle_rule != "all" else None
        if low is not None and not low.any():
            return None
        bounds = yield from binding(measured, by_height=by.obstacle_rule != "printed")
        if low is not None:
            bounds = msgspec.structs.replace(bounds, counts=bounds.counts | ~low[:, None])
    return msgspec.structs.replace(bounds, things=walls.owners.things_but(bounds.counts))


def binding(measured: CoverMeasurement, *, by_height: bool = True) -> Task[Binding]:
    """Tell which obstacles C4 and C5 let count, and why not the others. `by_height`: whether low ones do not count."""
    lines = measured.lines
    shape = (len(lines.corners), lines.squares, len(lines.walls))
    yield from Obstacles.wholes.making(lines.walls)
    least = max(lines.source.space.height, lines.target.space.height) / 2 if by_height else -np.inf
    tall = lines.walls.tall >= least
    counts, reasons = np.zeros(shape, bool), np.zeros(shape, np.int8)
    if measured.melee and measured.adjacent:
        counts[:] = tall
        return Binding(counts, reasons)
    reach = OBSTACLE_REACH * lines.scene.grid.foot
    crossings = yield from lines.parts(tall, reach)
    at = crossings.corner, crossings.square, crossings.wall
    counts[at] = crossings.farther
    reasons[at] = np.where(crossings.within, REASONS.index("nearer"), REASONS.index("far"))
    yield
    # Of a thing all sides count where one does, and of a wall in pieces all pieces.
    (met,) = np.bincount(crossings.wall).nonzero()
    run = lines.walls.run_of(met)
    order = run.argsort(kind="stable")
    new = np.diff(run[order], prepend=-1) > 0
    if not new.all():
        any_of_run = np.logical_or.reduceat(counts[..., met[order]], new.nonzero()[0], axis=2)
        counts[..., met[order]] = any_of_run[..., new.cumsum() - 1]
    return Binding(counts, reasons)


def _hidden(measured: CoverMeasurement, bound: Binding | None) -> Task[Floats]:
    """(n, s) the share of each square that solid obstacles hide, of those that count."""
    lines, exposure = measured.lines, measured.exposure
    hidden = np.zeros((len(lines.corners), lines.squares))
    partly = (exposure.shares[: len(hidden)] < 1) & lines.usable[: len(hidden)]
    corner, square = partly[:, None].repeat(lines.squares, axis=1).nonzero()
    if len(corner):
        if bound is None or bound.counts.all():
            exposed = yield from exposure.of_squares(corner, square)
        else:
            counts = bound.counts[corner, square]
            exposed = yield from exposure.of_squares_past(counts, corner, square, bound.things)
        hidden[corner, square] = 1 - exposed
    return hidden


def _behind(measured: CoverMeasurement, walls: Mask) -> Task[Floats]:
    """(n, s) the share of each square that walls (k,) or (n, s, k) hide, as if they were solid."""
    lines = measured.lines
    hidden = np.zeros((len(lines.corners), lines.squares))
    mask = np.broadcast_to(walls, (*hidden.shape, len(lines.walls)))
    corner, square = (mask.any(axis=2) & lines.usable[: len(hidden), None]).nonzero()
    if len(corner):
        hidden[corner, square] = yield from measured.exposure.behind(corner, square, mask[corner, square])
    return hidden


def _is_there(measured: CoverMeasurement, hidden: Floats, on_lines: Floats) -> Mask:
    """(n, s) whether a kind of obstacle hides more than next to nothing, or matters nowhere: it hides nothing
    `on_lines` (n, m), or the corner is not used."""
    met = (on_lines > SOME).reshape(*hidden.shape, -1).any(axis=2) & measured.lines.usable[: len(hidden), None]
    return np.asarray((hidden >= NEXT_TO_NOTHING - ROUNDING) | ~met)


def _on_lines(measured: CoverMeasurement, there: Mask, window: Mask, bound: Binding | None) -> Mask:
    """(n, m, k) whether each wall counts on each line, by the squares (n, s) where each kind of obstacle is there.

    What a GM has set counts whatever it hides.
    """
    walls = measured.lines.walls
    shares = np.where(
        walls.of_kind(SOLID, LIMITED),
        there[..., None] | walls.is_set,
        np.where(walls.of_kind(WINDOW), window[..., None], True),
    )
    if bound is not None:
        shares &= bound.counts
    return np.asarray(shares.repeat(measured.lines.corners_each, axis=1))
