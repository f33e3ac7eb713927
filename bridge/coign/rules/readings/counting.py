"""The walls that count on the lines from a corner to a square, and why others are set aside.

Source: Combat Modifiers, Obstacles and Cover (C4, C5), for the d20 family: an obstacle counts if it is at least half as
tall as both creatures, both are within 30 ft of it, and the attacker is not nearer to it than the target. Each obstacle
is judged by its part between the outermost lines from the corner to the square, whether a line meets it or not, and
counts whole if it counts anywhere there. In adjacent melee its height alone counts. In fifth edition a low wall counts
if it is at least half as tall as the target.

Ours is the reading that what hides next to nothing is not there: a post of a door that stands 2 px into the way of a
line, and leaves 99 % of the target exposed, is no cover at any table.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from coign.facts.cover.measurement import CoverMeasurement
from coign.geometry.lines import Floats, Mask
from coign.rules.readings.conventions import CoverConventions
from coign.scene.wall_kinds import LIMITED, SOLID, WINDOW
from coign.util.tasks import Task

OBSTACLE_REACH = 30.0  # ft: an obstacle further from either creature gives nothing (C4)
NEXT_TO_NOTHING = 0.02  # of the chosen square: what hides less is on no line
ROUNDING = 1e-9  # of a share

Reason = Literal["low", "far", "nearer"]
REASONS: tuple[Reason, ...] = ("low", "far", "nearer")


class Binding(msgspec.Struct, frozen=True, eq=False):
    """What C4 and C5 say of each wall on the lines from each corner to each square.

    Attributes:
        counts: (n, s, k) whether they let it count.
        reasons: (n, s, k) if they do not, the reason, as an index of `REASONS`.
    """

    counts: Mask
    reasons: NDArray[np.int8]


class Counting(msgspec.Struct, frozen=True, eq=False):
    """The walls that count.

    Attributes:
        walls: (n, m, k) whether each counts on a line; None if all that the lines meet do.
        there: (n, m) lines on which solid obstacles are there, and cut off a corner of the target.
        hidden: (n, s) the share of each square that solid obstacles which count hide from each corner. It is 0 in
            adjacent melee, where the lines alone decide.
        bound: what C4 and C5 say; None if they bind no wall.
    """

    walls: Mask | None
    there: Mask
    hidden: Floats
    bound: Binding | None = None


def counting(measured: CoverMeasurement, by: CoverConventions, *, by_share: bool = True) -> Task[Counting]:
    """Find the walls that count on the lines of a measurement; without `by_share`, also those that hide nothing.

    It is a cooperative task.
    """
    lines, walls = measured.lines, measured.lines.walls
    corners, ends = len(lines.corners), len(lines.ends)
    shape = corners, lines.squares
    if not len(walls) and not lines.has_floors:
        return Counting(None, np.ones((corners, ends), bool), np.zeros(shape))
    binds_all = by.d20 and by.obstacle_rule == "all"
    binds_low = by.d20 and by.obstacle_rule == "low" and lines.low is not None
    bound = (yield from binding(measured)) if binds_all or binds_low else None
    by_share = by_share and not by.in_adjacent_melee(measured)
    binds = bound.counts if bound is not None and binds_all else None
    hidden = (yield from _hidden(measured, binds)) if by_share else np.zeros(shape)
    yield
    solid = low = window = np.ones(shape, bool)  # where obstacles of each kind are there
    if by_share:
        solid = _is_there(measured, walls.of_kind(SOLID, LIMITED), hidden, by_floors=lines.has_floors)
        if WINDOW in walls.found:
            windows = walls.of_kind(WINDOW)
            those = windows[None, None] if binds is None else windows & binds
            window = _is_there(measured, windows, (yield from _behind(measured, those)))
        if lines.low is not None:
            tall = bound.counts if bound is not None else _tall_enough(measured, by)
            lower = (walls.solid & ~lines.stops_wholly(SOLID)[:corners])[:, None]
            low = _is_there(measured, lines.low, (yield from _behind(measured, lower & tall)))
    is_all = bound is None and lines.low is None and solid.all() and window.all()
    on_lines = None if is_all else _on_lines(measured, by, solid, low, window, bound)
    return Counting(on_lines, solid.repeat(lines.corners_each, axis=1), hidden, bound)


def binding(measured: CoverMeasurement) -> Task[Binding]:
    """Tell which obstacles C4 and C5 let count, and why not the others."""
    lines = measured.lines
    shape = (len(lines.corners), lines.squares, len(lines.walls))
    tall = _half_as_tall(measured, max(lines.source.height, lines.target.height))
    counts, reasons = np.zeros(shape, bool), np.zeros(shape, np.int8)
    if measured.melee and measured.adjacent:
        counts[:] = tall
        return Binding(counts, reasons)
    reach = OBSTACLE_REACH * lines.scene.grid.foot
    found = yield from lines.parts(tall, reach)
    at = found.corner, found.square, found.wall
    counts[at] = found.farther
    reasons[at] = np.where(found.within, REASONS.index("nearer"), REASONS.index("far"))
    return Binding(counts, reasons)


def _tall_enough(measured: CoverMeasurement, by: CoverConventions) -> Mask:
    """(k,) walls that are tall enough to give cover where they are low, if C4 and C5 do not bind them."""
    return _half_as_tall(measured, 0.0 if by.d20 else measured.lines.target.height)


def _half_as_tall(measured: CoverMeasurement, height: float) -> Mask:
    """(k,) walls at least half as tall as a creature."""
    return np.asarray(measured.lines.walls.tall >= height / 2)


def _hidden(measured: CoverMeasurement, binds: Mask | None) -> Task[Floats]:
    """(n, s) the share of each square that solid obstacles hide, of those that count (n, s, k); None: all."""
    lines, exposure = measured.lines, measured.exposure
    corners = len(lines.corners)
    hidden = np.zeros((corners, lines.squares))
    casts = exposure.obstacles[:corners, None]
    some = np.zeros(hidden.shape, bool)
    some |= (casts if binds is None else casts & binds).any(axis=2)
    if lines.has_floors:
        some |= exposure.floored[:corners, None]
    corner, square = (some & lines.usable[:corners, None]).nonzero()
    if len(corner):
        if binds is None or binds.all():
            exposed = exposure.of_squares(corner, square)
        else:
            exposed = yield from exposure.of_squares_past(binds[corner, square], corner, square)
        hidden[corner, square] = 1 - exposed
    return hidden


def _behind(measured: CoverMeasurement, walls: Mask) -> Task[Floats]:
    """(n, s) the share of each square that walls (n, s, k) hide, as if they hid all that is behind them."""
    lines = measured.lines
    hidden = np.zeros((len(lines.corners), lines.squares))
    mask = np.broadcast_to(walls, (*hidden.shape, len(lines.walls)))
    corner, square = (mask.any(axis=2) & lines.usable[: len(hidden), None]).nonzero()
    if len(corner):
        hidden[corner, square] = yield from measured.exposure.behind(corner, square, mask[corner, square])
    return hidden


def _is_there(measured: CoverMeasurement, walls: Mask, hidden: Floats, *, by_floors: bool = False) -> Mask:
    """(n, s) whether a kind of obstacle hides more than next to nothing, or matters nowhere: no line meets one of its
    `walls` (k,) or (n, m, k), or a floor if these belong to it, or the corner is not used."""
    lines = measured.lines
    met = (lines.crossings.either & walls).any(axis=2)
    if by_floors:
        met |= lines.floors[: len(hidden)]
    if (parted := lines.walls.parted(lines.target)) is not None:
        met |= parted
    apart = ~met.reshape(*hidden.shape, -1).any(axis=2) | ~lines.usable[: len(hidden), None]
    return np.asarray((hidden >= NEXT_TO_NOTHING - ROUNDING) | apart)


def _on_lines(
    measured: CoverMeasurement, by: CoverConventions, solid: Mask, low: Mask, window: Mask, bound: Binding | None
) -> Mask:
    """(n, m, k) whether each wall counts on each line, by the squares (n, s) where each kind of obstacle is there."""
    lines, walls = measured.lines, measured.lines.walls
    solid, low, window = (there.repeat(lines.corners_each, axis=1)[..., None] for there in (solid, low, window))
    kept = walls.is_set  # by a GM's word
    full = lines.stand[0]
    found = np.where(
        walls.of_kind(SOLID),
        np.where(full, solid | kept, low | kept),
        np.where(walls.of_kind(LIMITED), solid, np.where(walls.of_kind(WINDOW), window, True)),
    )
    if bound is None:
        return np.asarray(found & (full | ~walls.solid | _tall_enough(measured, by)))
    binds = bound.counts.repeat(lines.corners_each, axis=1)
    return np.asarray(found & (binds if by.obstacle_rule == "all" else binds | full | ~walls.solid))
