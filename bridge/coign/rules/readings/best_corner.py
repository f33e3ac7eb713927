"""The attacker's choice: the corner and the target's square of least cover.

Source: the Dungeon Master's Guide's cover on a grid, and Combat Modifiers, Cover (C2, C3, C9, C11). Among equal degrees
the fewest blocked lines count in the dmg reading, and then the fewest that meet anything; then in both the corner that
reaches most of the target, and the one with the fewest lines through obscuring areas; then in the d20 reading the
square of which most can be reached; and in both the first in reading order. A square of the attacker from which nothing
of the target can be reached is not chosen while another reaches something, nor in the d20 reading such a corner. In
adjacent melee any line of the pair of squares decides, and the corner with the most of these is named. By the share of
the body (`by_area`) the same choice is made among the degrees of that reading.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from coign.facts.cover.exposure import NO_EFFECT, best
from coign.facts.cover.measurement import CoverMeasurement
from coign.geometry.lines import Floats, Mask
from coign.protocol import vocabulary
from coign.protocol.facts import Degree
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.counting import NEXT_TO_NOTHING, ROUNDING, Counting
from coign.rules.readings.obstacles import Met, union

IMPROVED_EXPOSURE = 0.25  # of the chosen square, or of the whole: so little exposed is improved cover (C11)
MOSTLY_HIDDEN = ((0.25, 2), (0.5, 1))  # of the body: so little exposed is at least this rank of `DMG`

DMG, D20 = vocabulary.DEGREES["dmg"], vocabulary.DEGREES["d20"]
DEGREES: dict[str, tuple[Degree, ...]] = {"dmg": DMG, "d20": D20, "hard": ("none", "soft", "hard", "total")}
Ints = NDArray[np.int_]
Kind = Literal["solid", "low", "window", "creature", "area", "none"]


class BestCorner(msgspec.Struct, frozen=True, eq=False):
    """The corner and square that the attacker chose, and the resulting degree.

    Attributes:
        rank: index of the degree in `DMG` or `D20`.
        clear: (c,) lines to the corners of the square that meet nothing.
        kind: the kind of thing that gives the degree.
        share: the exposed share that gives the degree; None if lines give it.
    """

    corner: int
    square: int
    rank: int
    clear: Mask
    kind: Kind
    share: float | None = None


def best_corner(
    measured: CoverMeasurement, met: Met, counted: Counting, by: CoverConventions, exposed: float
) -> BestCorner:
    """Choose the corner and square of least cover. `exposed` is the share of the target's body that can be reached."""
    lines, exposure = measured.lines, measured.exposure
    corners, squares, each = shape = _shape(measured)
    anything = met.anything[:corners].reshape(shape)
    share: Floats | None = None
    area = _ranks_by_area(measured, met, by) if by.cover == "area" else None
    met_as_walls = _counted(met, by)
    blocked = met_as_walls.solid.reshape(shape).sum(axis=2)
    if area is not None:
        by_lines = ranks = area.ranks[:corners]
    elif by.d20:
        by_lines, ranks, share = _d20_ranks(measured, met, counted, by, exposed)
    elif by.degrees == "hard":
        by_lines = ranks = _hard_ranks(met, counted.hard, shape)
    else:
        by_lines = ranks = dmg_ranks(met_as_walls, blocked, shape)
        if by.degrees == "dmg":
            least = max((least for most, least in MOSTLY_HIDDEN if exposed <= most + ROUNDING), default=0)
            ranks, share = np.maximum(ranks, least), np.full(ranks.shape, exposed)
    usable = lines.usable[:corners]
    if not np.count_nonzero(usable):  # without a usable corner no line is clear
        chosen = BestCorner(0, 0, len(DMG) - 2, np.zeros(each, bool), "solid")
        return chosen if area is None else _by_area(measured, met, by, area, chosen)
    # What decides, the first of all first.
    order: list[NDArray[Any]] = [(~_reaching(measured, usable, by)).repeat(squares), ranks.ravel()]
    if not by.d20:
        order += [blocked.ravel(), anything.sum(axis=2).ravel()]
    order += [(-exposure.shares[:corners]).repeat(squares)]
    order += [_obscured(measured).ravel()] if lines.scene.areas else []
    order += [np.tile(-exposure.best_of_squares, corners)] if area is None and by.d20 else []
    corner, square = divmod(int(np.lexsort(order[::-1])[0]), squares)
    if by.in_adjacent_melee(measured) and ranks[corner, square] == by_lines[corner, square] > 0:
        # Any line of the pair of squares decides: name the corner with the most that do.
        own, _ = lines_that_count(measured, corner, square, by)
        crossed = anything[:, square].sum(axis=1) * usable
        corner = max(range(own.start, own.stop), key=lambda one: (crossed[one], one == corner))
    rank, clear = int(ranks[corner, square]), ~anything[corner, square]
    if area is not None:
        return _by_area(measured, met, by, area, BestCorner(corner, square, 0, clear, "none"))
    if share is not None and rank > by_lines[corner, square]:
        return BestCorner(corner, square, rank, clear, "solid", float(share[corner, square]))
    return BestCorner(corner, square, rank, clear, _kind(measured, met, corner, square, rank, by))


def _by_area(
    measured: CoverMeasurement, met: Met, by: CoverConventions, area: _ByArea, chosen: BestCorner
) -> BestCorner:
    """Return the chosen corner with the least degree of all points, and with what gives it: a share, or a mark."""
    ranks = np.where(measured.lines.usable, area.ranks.min(axis=1), len(DMG))
    point = chosen.corner if ranks[chosen.corner] == ranks.min() else int(ranks.argmin())
    rank, table = int(ranks[point]), DEGREES[by.degrees]
    if not rank:
        return msgspec.structs.replace(chosen, rank=0, kind="none")
    if area.shares[point] == rank:
        kind: Kind = "solid"
        share: float | None = best(measured.exposure.shares)
    else:
        marks = msgspec.structs.replace(met, solid=np.zeros_like(met.solid), creature=None)
        kind, share = _kind(measured, marks, chosen.corner, chosen.square, rank, by), None
    return msgspec.structs.replace(chosen, rank=rank + len(table) - len(DMG), kind=kind, share=share)


def _shape(measured: CoverMeasurement) -> tuple[int, int, int]:
    """Count the corners of the attacker, the squares of the target, and the corners of each square."""
    lines = measured.lines
    return len(lines.corners), lines.squares, lines.corners_each


# --- degrees ----------------------------------------------------------------------------------------------------------


def _counted(met: Met, by: CoverConventions) -> Met:
    """Count lines through creatures as blocked, if the table wants that."""
    if met.creature is None or by.creature_lines == "half":
        return met
    return msgspec.structs.replace(met, solid=met.solid | met.creature, creature=None)


def dmg_ranks(met: Met, blocked: Ints, shape: tuple[int, int, int]) -> Ints:
    """(n, s) degrees of the dmg reading from each corner to each square: half up to half of the lines `blocked` (n, s),
    three-quarters beyond."""
    *_, each = shape
    ranks = (blocked > 0).astype(int) + (blocked * 2 > each)
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


def _hard_ranks(met: Met, hard: Mask | None, shape: tuple[int, int, int]) -> Ints:
    """(n, s) degrees from each corner to each square: soft by what is on a line, hard by terrain next to the target."""
    soft = union(met.solid, met.low, met.window, met.creature, met.half)
    ranks = soft.reshape(shape).any(axis=2).astype(int)
    for mask, rank in ((met.three_quarters, 2), (met.total, 3)):
        if mask is not None:
            ranks = np.maximum(ranks, mask.reshape(shape).any(axis=2) * rank)
    return ranks if hard is None else np.maximum(ranks, hard * 2)


def _reaching(measured: CoverMeasurement, usable: Mask, by: CoverConventions) -> Mask:
    """(n,) usable corners of the attacker's squares from which something of the target can be reached, if any can.

    In the d20 reading it is reached from the corner itself: through a wall that does not count, being nearer to the
    attacker, nobody aims.
    """
    reached = measured.exposure.shares > NO_EFFECT
    if by.d20 and np.count_nonzero(seeing := usable & reached[: len(usable)]):
        return np.asarray(seeing)
    squares = len(measured.lines.source.held.inset)
    if squares == 1:  # no other square is better
        return usable
    corners = reached[: len(usable)].reshape(squares, -1)
    by_square = corners.any(axis=1) | reached[-squares:]
    return np.asarray(usable & (by_square if by_square.any() else ~by_square).repeat(corners.shape[1]))


def _d20_ranks(
    measured: CoverMeasurement, met: Met, counted: Counting, by: CoverConventions, exposed: float
) -> tuple[Ints, Ints, Floats]:
    """(n, s) three times: degrees by lines alone, degrees by lines and shares, and the share that gives these."""
    lines = measured.lines
    corners, squares, _ = shape = _shape(measured)
    close = by.in_adjacent_melee(measured)
    own = corners // len(lines.source.held.inset)
    usable = lines.usable[:corners, None]

    def by_square(mask: Mask | None) -> Mask:
        """(n, s) squares to which a line from the corner, or in adjacent melee from its square, meets the mask."""
        if mask is None:
            return np.zeros((corners, squares), bool)
        found = mask.reshape(shape).any(axis=2)
        if close:
            found = np.repeat((found & usable).reshape(-1, own, squares).any(axis=1), own, axis=0)
        return np.asarray(found)

    ranks = np.where(by_square(union(met.solid, met.low, met.half)), 2, by_square(met.creature).astype(int))
    for mask, rank in ((met.window, 3), (met.three_quarters, 3), (met.total, 4)):
        if mask is not None:
            ranks = np.maximum(ranks, by_square(mask) * rank)
    reached = np.broadcast_to(
        np.minimum(measured.exposure.best_of_squares, exposed if exposed <= IMPROVED_EXPOSURE else 1.0), ranks.shape
    )
    covered = counted.hidden > NEXT_TO_NOTHING + ROUNDING
    improved = reached <= IMPROVED_EXPOSURE + ROUNDING
    by_share = np.where(improved, 3, np.where(covered, 2, 0))
    return ranks, np.maximum(ranks, by_share), np.where(improved, reached, 1 - counted.hidden)


# --- by the share of the body, and by marks ---------------------------------------------------------------------------


class _ByArea(msgspec.Struct, frozen=True, eq=False):
    """The degrees by this reading, as ranks of the table without soft cover: none, half, three-quarters, total.

    Attributes:
        shares: (p,) the rank that each point's share gives.
        marked: (p, s) the rank of what is marked on the lines from each point to each square; those of a centre are
            the least of the corners of its square.
    """

    shares: Ints
    marked: Ints

    @property
    def ranks(self) -> Ints:
        """(p, s) the rank from each point to each square."""
        return np.maximum(self.shares[:, None], self.marked)


def _ranks_by_area(measured: CoverMeasurement, met: Met, by: CoverConventions) -> _ByArea:
    """Grade the lines and the shares of a measurement by the thresholds in use."""
    lines = measured.lines
    corners, squares, _ = shape = _shape(measured)
    marked = np.zeros((corners, squares), int)
    degrees = ((met.half, 1), (met.window, 2), (met.three_quarters, 2), (met.total, 3))
    for mask, rank in degrees:
        if mask is not None:
            marked = np.maximum(marked, mask.reshape(shape).any(axis=2) * rank)
    centres = marked.reshape(len(lines.source.held.inset), -1, squares).min(axis=1)
    return _ByArea(_by_shares(measured.exposure.shares, by), np.concatenate([marked, centres]))


def _by_shares(shares: Floats, by: CoverConventions) -> Ints:
    half, most = by.area_thresholds
    lesser = (shares < 1.0) if by.d20 else (shares <= half)
    return np.asarray(np.where(shares >= 1.0, 0, np.where(shares <= most, 2, lesser)))


# --- among equals, and in words ---------------------------------------------------------------------------------------


def _obscured(measured: CoverMeasurement) -> Ints:
    """(n, s) how many of the lines from a corner to a square pass through obscuring areas."""
    corners, _, _ = shape = _shape(measured)
    through = np.zeros(shape, bool)
    for area in measured.lines.areas("obscuring"):
        through |= measured.lines.through(area)[:corners].reshape(shape)
    return np.asarray(through.sum(axis=2))


def _kind(measured: CoverMeasurement, met: Met, corner: int, square: int, rank: int, by: CoverConventions) -> Kind:
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
        if any(mask is not None and np.count_nonzero(mask[corners, ends]) for mask in masks[kind]):
            return kind
    return "solid"


def lines_that_count(measured: CoverMeasurement, corner: int, square: int, by: CoverConventions) -> tuple[slice, slice]:
    """Return the corners and ends of the lines that decide: those of one corner, or in adjacent melee of its square."""
    lines, first, count = measured.lines, corner, 1
    if by.in_adjacent_melee(measured):
        count = len(lines.corners) // len(lines.source.held.inset)
        first = corner // count * count
    return slice(first, first + count), lines.ends_of(square)
