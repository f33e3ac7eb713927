"""The attacker's choice: the corner and the target's square of least cover.

Source: the Dungeon Master's Guide's cover on a grid, and Combat Modifiers, Cover (C2, C3, C9, C11). Among equal degrees
the fewest lines that meet anything count in the dmg reading; then in both the corner that reaches most of the target,
the least obscured, and the first in reading order.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from coign.facts.cover.measurement import CoverMeasurement
from coign.geometry.lines import Mask
from coign.protocol.facts import Degree
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.obstacles import Obstacles, union

IMPROVED_EXPOSURE = 0.25  # of the chosen square: so little exposed is improved cover (C11)

DMG: tuple[Degree, ...] = ("none", "half", "three-quarters", "total")
D20: tuple[Degree, ...] = ("none", "soft", "cover", "improved", "total")
Ints = NDArray[np.int_]
Kind = Literal["solid", "low", "window", "creature", "area", "none"]


class BestCorner(msgspec.Struct, frozen=True, eq=False):
    """The corner and square that the attacker chose, and the resulting degree.

    Attributes:
        rank: index of the degree in `DMG` or `D20`.
        clear: (c,) lines to the corners of the square that meet nothing.
        kind: the kind of thing that gives the degree.
    """

    corner: int
    square: int
    rank: int
    clear: Mask
    kind: Kind


def best_corner(measured: CoverMeasurement, met: Obstacles, by: CoverConventions) -> BestCorner:
    """Choose the corner and square of least cover."""
    lines, exposure = measured.lines, measured.exposure
    corners, squares, each = shape = _shape(measured)
    anything = met.anything[:corners].reshape(shape)
    ranks = _improved(measured, _d20_ranks(measured, met, by), met) if by.d20 else dmg_ranks(_counted(met, by), shape)
    usable = lines.usable[:corners]
    if not usable.any():  # without a usable corner no line is clear
        return BestCorner(0, 0, len(DMG) - 2, np.zeros(each, bool), "solid")
    unusable = np.repeat(~usable, squares)
    fewest = np.zeros_like(ranks) if by.d20 else anything.sum(axis=2)
    hidden = np.repeat(-exposure.shares[:corners], squares)
    obscured = _obscured(measured) if lines.scene.areas else np.zeros_like(ranks)
    best = int(np.lexsort((obscured.ravel(), hidden, fewest.ravel(), ranks.ravel(), unusable))[0])
    corner, square = divmod(best, squares)
    rank = int(ranks[corner, square])
    kind = _kind(measured, met, corner, square, rank, by)
    return BestCorner(corner, square, rank, ~anything[corner, square], kind)


def _shape(measured: CoverMeasurement) -> tuple[int, int, int]:
    """Count the corners of the attacker, the squares of the target, and the corners of each square."""
    lines = measured.lines
    each = lines.corners_each
    return len(lines.corners), len(lines.ends) // each, each


# --- degrees ----------------------------------------------------------------------------------------------------------


def _counted(met: Obstacles, by: CoverConventions) -> Obstacles:
    """Count lines through creatures as blocked, if the table wants that."""
    if met.creature is None or by.creature_lines == "half":
        return met
    return msgspec.structs.replace(met, solid=met.solid | met.creature, creature=None)


def dmg_ranks(met: Obstacles, shape: tuple[int, int, int]) -> Ints:
    """(n, s) degrees of the dmg reading from each corner to each square: half up to half of the lines blocked,
    three-quarters beyond."""
    *_, each = shape
    solid = met.solid.reshape(shape).sum(axis=2)
    ranks = (solid > 0).astype(int) + (solid * 2 > each)
    for mask, rank in (
        (met.low, 1),
        (met.creature, 1),
        (met.half, 1),
        (met.window, 2),
        (met.three_quarters, 2),
        (met.total, 3),
    ):
        if mask is not None:
            ranks = np.maximum(ranks, mask.reshape(shape).any(axis=2) * rank)
    return np.asarray(ranks)


def _d20_ranks(measured: CoverMeasurement, met: Obstacles, by: CoverConventions) -> Ints:
    """(n, s) degrees of the d20 reading, before cover is improved by a small exposure."""
    lines = measured.lines
    corners, squares, _ = shape = _shape(measured)
    close = by.in_adjacent_melee(measured)
    own = corners // len(lines.source.inset)
    usable = lines.usable[:corners, None]

    def by_square(mask: Mask | None) -> Mask:
        """(n, s) squares to which a line from the corner, or in adjacent melee from its square, meets the mask."""
        if mask is None:
            return np.zeros((corners, squares), bool)
        found = mask.reshape(shape).any(axis=2)
        if close:
            found = np.repeat((found & usable).reshape(-1, own, squares).any(axis=1), own, axis=0)
        return np.asarray(found)

    covered = by_square(union(met.solid, met.low, met.half))
    if not close and len(lines.walls):
        covered |= _stands_between(measured, met.counts)
    ranks = np.where(covered, 2, by_square(met.creature).astype(int))
    for mask, rank in ((met.window, 3), (met.three_quarters, 3), (met.total, 4)):
        if mask is not None:
            ranks = np.maximum(ranks, by_square(mask) * rank)
    return np.asarray(ranks)


def _stands_between(measured: CoverMeasurement, counts: Mask | None) -> Mask:
    """(n, s) squares with a solid obstacle, or two terrain walls, between the lines from a corner to them.

    `counts` (n, m, k), if given, names the walls that count on each line; all others are left out.
    """
    corners, squares, each = _shape(measured)
    found = np.zeros((corners, squares), bool)
    for square in range(squares):
        solid, limited = measured.exposure.between(square)
        if counts is not None:
            counted = counts[:, square * each : (square + 1) * each].any(axis=1)
            solid, limited = solid & counted, limited & counted
        found[:, square] = solid.any(axis=1) | (limited.sum(axis=1) >= 2)
    return found


def _improved(measured: CoverMeasurement, ranks: Ints, met: Obstacles) -> Ints:
    """(n, s) the ranks with cover improved where at most a quarter of the square is exposed to the corner, or where
    every line meets something solid or a low wall that covers three-quarters of the passage. It is computed only if no
    corner has less cover."""
    usable = measured.lines.usable[: len(ranks)]
    if ranks[usable].size == 0 or ranks[usable].min() != 2:
        return ranks
    ranks = ranks.copy()
    corners, squares = ((ranks == 2) & usable[:, None]).nonzero()
    hidden = measured.exposure.of_squares(corners, squares, met.counts) <= IMPROVED_EXPOSURE + 1e-9
    if met.mostly is not None:
        hidden |= np.asarray(met.mostly.reshape(*ranks.shape, -1).all(axis=2))[corners, squares]
    ranks[corners, squares] += hidden
    return ranks


# --- among equals, and in words ---------------------------------------------------------------------------------------


def _obscured(measured: CoverMeasurement) -> Ints:
    """(n, s) 0, 1 or 2: how heavily the lines from a corner to a square are obscured by areas."""
    corners, squares, _ = shape = _shape(measured)
    levels = np.zeros((corners, squares), int)
    for area in measured.lines.areas("obscuring"):
        rank = 2 if area.obscuring == "heavy" else 1
        through = measured.lines.through(area)[:corners].reshape(shape).any(axis=2)
        levels = np.where(through, np.maximum(levels, rank), levels)
    return levels


def _kind(
    measured: CoverMeasurement, met: Obstacles, corner: int, square: int, rank: int, by: CoverConventions
) -> Kind:
    """Name the kind of thing that gives the degree; in adjacent melee by any line of the pair of squares."""
    if rank == 0:
        return "none"
    corners, ends = lines_that_count(measured, corner, square, by)
    masks: dict[Kind, tuple[Mask | None, ...]] = {
        "window": (met.window,),
        "solid": (met.solid,),
        "area": (met.three_quarters, met.total, met.half),
        "low": (met.low,),
        "creature": (met.creature,),
    }
    order: tuple[Kind, ...] = ("window", "area", "solid", "low", "creature")
    if not by.d20 and rank == 1:
        order = ("solid", "low", "creature", "area")
    for kind in order:
        if any(mask is not None and mask[corners, ends].any() for mask in masks[kind]):
            return kind
    return "solid"


def lines_that_count(measured: CoverMeasurement, corner: int, square: int, by: CoverConventions) -> tuple[slice, slice]:
    """Return the corners and ends of the lines that decide: those of one corner, or in adjacent melee of its square."""
    corners, _, each = _shape(measured)
    first, count = corner, 1
    if by.in_adjacent_melee(measured):
        count = corners // len(measured.lines.source.inset)
        first = corner // count * count
    return slice(first, first + count), slice(square * each, (square + 1) * each)
