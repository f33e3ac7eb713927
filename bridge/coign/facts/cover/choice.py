"""The attacker's choice: the corner and the target's square of least cover, by the reading in use.

Among equal degrees the fewest lines that meet anything count in the dmg reading, then in both the least obscured, then
the first in reading order.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from coign.facts.cover.exposure import Exposure
from coign.facts.cover.obstacles import Obstacles, counting, union
from coign.facts.query import Query
from coign.geometry.lines import Mask
from coign.protocol.facts import Degree

IMPROVED_EXPOSURE = 0.25

DMG: tuple[Degree, ...] = ("none", "half", "three-quarters", "total")
D20: tuple[Degree, ...] = ("none", "soft", "cover", "improved", "total")
Ints = NDArray[np.int_]
Kind = Literal["solid", "low", "window", "creature", "area", "none"]


class Choice(msgspec.Struct, frozen=True, eq=False):
    """The corner and square that the attacker chose, and what that comes to."""

    corner: int
    square: int
    rank: int
    clear: Mask  # (c,) lines to the corners of the square
    kind: Kind


def choose(query: Query, met: Obstacles) -> Choice:
    """The corner and square of least cover. Among equals, in the dmg reading those of fewest lines that meet anything,
    then in both the corner that reaches most of the target, then the least obscured, then the first in reading order.
    """
    sight = query.sightlines
    corners, each = len(sight.corners), sight.corners_each
    squares = len(sight.ends) // each
    anything = met.anything[:corners].reshape(corners, squares, each)
    d20 = query.conventions.degrees == "d20"
    if d20:
        counts = counting(query, sight) if query.conventions.obstacle_rule == "all" and len(sight.walls) else None
        ranks = _improved(query.exposure, _d20_ranks(query, met, corners, squares, counts), met, counts)
    else:
        ranks = dmg_ranks(*_creatures_counted(query, met), corners, squares, each)
    usable = sight.usable[:corners]
    if not usable.any():  # no corner of its own to look from: nothing is clear
        return Choice(0, 0, len(DMG) - 2, np.zeros(each, bool), "solid")
    unusable = np.repeat(~usable, squares)
    lines = np.zeros_like(ranks) if d20 else anything.sum(axis=2)
    hidden = np.repeat(-query.exposure.shares[:corners], squares)
    obscured = _obscured(query, corners, squares) if query.scene.areas else np.zeros_like(ranks)
    best = int(np.lexsort((obscured.ravel(), hidden, lines.ravel(), ranks.ravel(), unusable))[0])
    corner, square = divmod(best, squares)
    rank = int(ranks[corner, square])
    return Choice(corner, square, rank, ~anything[corner, square], _kind(met, corner, square, each, query, rank))


def _creatures_counted(query: Query, met: Obstacles) -> tuple[Obstacles, Mask | None]:
    """What counts as solid lines, and the lines that creatures give half cover on."""
    if met.soft is None or query.conventions.creature_lines == "half":
        return met, met.soft
    return msgspec.structs.replace(met, solid=met.solid | met.soft), None


def dmg_ranks(met: Obstacles, soft: Mask | None, corners: int, squares: int, each: int) -> Ints:
    """(n, s) degrees of the dmg reading from each corner to each square; `soft`: lines that creatures stand on."""

    def by_square(mask: Mask) -> Mask:
        return mask[:corners].reshape(corners, squares, each)

    solid = by_square(met.solid).sum(axis=2)
    ranks = (solid > 0).astype(int) + (solid * 2 > each)
    for mask, rank in (
        (met.low, 1),
        (soft, 1),
        (met.half, 1),
        (met.window, 2),
        (met.three_quarters, 2),
        (met.total, 3),
    ):
        if mask is not None:
            ranks = np.maximum(ranks, by_square(mask).any(axis=2) * rank)
    return np.asarray(ranks)


def _d20_ranks(query: Query, met: Obstacles, corners: int, squares: int, counts: Mask | None) -> Ints:
    sight = query.sightlines
    each = sight.corners_each
    close = in_adjacent_melee(query)
    own = corners // len(sight.source.inset)
    usable = sight.usable[:corners, None]

    def by_square(mask: Mask | None) -> Mask:
        """(n, s) squares to which a line of the corner, or in adjacent melee of its square, meets it."""
        if mask is None:
            return np.zeros((corners, squares), bool)
        found = mask[:corners].reshape(corners, squares, each).any(axis=2)
        if close:
            found = np.repeat((found & usable).reshape(-1, own, squares).any(axis=1), own, axis=0)
        return np.asarray(found)

    covered = by_square(union(met.solid, met.low, met.half))
    if not close and len(sight.walls):
        covered |= _stands_between(query, corners, squares, counts)
    ranks = np.where(covered, 2, by_square(met.soft).astype(int))
    for mask, rank in ((met.window, 3), (met.three_quarters, 3), (met.total, 4)):
        if mask is not None:
            ranks = np.maximum(ranks, by_square(mask) * rank)
    return np.asarray(ranks)


def _stands_between(query: Query, corners: int, squares: int, counts: Mask | None) -> Mask:
    """(n, s) whether a solid obstacle, or two terrain walls, stand between the lines from a corner to a square. Of all
    only those that count (n, m, k) on some line, if given."""
    found = np.zeros((corners, squares), bool)
    each = query.sightlines.corners_each
    for square in range(squares):
        solid, limited = query.exposure.between(square)
        if counts is not None:
            some = counts[:, square * each : (square + 1) * each].any(axis=1)
            solid, limited = solid & some, limited & some
        found[:, square] = solid.any(axis=1) | (limited.sum(axis=1) >= 2)
    return found


def _improved(exposure: Exposure, ranks: Ints, met: Obstacles, counts: Mask | None) -> Ints:
    """(n, s) the ranks with cover improved where at most a quarter of the square is exposed to the corner, or where
    every line meets something solid or a low wall that covers three-quarters of the passage. Only asked for where no
    corner does better, for else it does not matter."""
    usable = exposure.sight.usable[: len(ranks)]
    if ranks[usable].size == 0 or ranks[usable].min() != 2:
        return ranks
    ranks = ranks.copy()
    corners, squares = ((ranks == 2) & usable[:, None]).nonzero()
    hidden = exposure.of_squares(corners, squares, counts) <= IMPROVED_EXPOSURE + 1e-9
    if met.mostly is not None:
        hidden |= np.asarray(met.mostly.reshape(*ranks.shape, -1).all(axis=2))[corners, squares]
    ranks[corners, squares] += hidden
    return ranks


def _obscured(query: Query, corners: int, squares: int) -> Ints:
    """(n, s) 0, 1 or 2: how heavily the lines from a corner to a square are obscured by areas."""
    levels = np.zeros((corners, squares), int)
    sight = query.sightlines
    for area in sight.areas("obscuring") if query.scene.areas else ():
        rank = 2 if area.obscuring == "heavy" else 1
        through = sight.through(area)[:corners].reshape(corners, squares, -1).any(axis=2)
        levels = np.where(through, np.maximum(levels, rank), levels)
    return levels


def _kind(met: Obstacles, corner: int, square: int, each: int, query: Query, rank: int) -> Kind:
    """What kind of thing gives the degree; in adjacent melee by any line of the pair of squares."""
    if rank == 0:
        return "none"
    own = len(query.sightlines.corners) // len(query.sightlines.source.inset)
    adjacent = in_adjacent_melee(query)
    first = corner // own * own if adjacent else corner
    rows = slice(first, first + own if adjacent else corner + 1)
    lines = slice(square * each, (square + 1) * each)
    found: dict[Kind, tuple[Mask | None, ...]] = {
        "window": (met.window,),
        "solid": (met.solid,),
        "area": (met.three_quarters, met.total, met.half),
        "low": (met.low,),
        "creature": (met.soft,),
    }
    order: tuple[Kind, ...] = ("window", "area", "solid", "low", "creature")
    if query.conventions.degrees == "dmg" and rank == 1:
        order = ("solid", "low", "creature", "area")
    for kind in order:
        if any(mask is not None and mask[rows, lines].any() for mask in found[kind]):
            return kind
    return "solid"


def in_adjacent_melee(query: Query) -> bool:
    """Adjacent melee of the d20 reading: any line of sixteen counts, and no creature gives cover."""
    return query.conventions.degrees == "d20" and query.melee and query.adjacent


def by_sixteen(query: Query) -> bool:
    return query.conventions.cover == "d20" and in_adjacent_melee(query)
