"""Heights between two bodies, in units: solve where a line is as high as an obstacle, and which part it hides.

Lines run from head to head and from feet to feet: the share k of the target's height is attacked from the same share of
the attacker's. A body is measured on twenty *layers*, at the middles of the twentieths of its height. A post, at a
corner of the target, is measured from feet to head.

An obstacle reaches from a bottom to a top. It blocks the line of one layer on a part of the way (`Rise.part`), and
hides a part of one post (`Rise.behind`). Both solve the same inequality, one for the place and one for the height.

Between two levels of a scene (Foundry 14) a line meets the walls of each level on its own side of the floor between
them, which is the upper level's bottom, else the lower one's top. Levels that have no such floor share the whole line.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from coign.geometry.lines import Floats
from coign.protocol.documents import LevelDoc
from coign.scene.levels import extent

LAYERS = 20
SHARES = (np.arange(LAYERS) + 0.5) / LAYERS  # of a body's height

Levels = tuple[str | None, str | None]


class Upright(NamedTuple):
    """The heights of a body's feet and head, in units."""

    feet: float
    head: float

    def at(self, share: float | Floats) -> Floats:
        """Return the heights at shares of the body's own height."""
        return np.asarray(self.feet + (self.head - self.feet) * share)


class Rise(NamedTuple):
    """The lines from one body to another. `along` is 0 at the start of the way and 1 at its end."""

    start: Upright
    end: Upright

    def middle(self, along: float | Floats) -> Floats:
        """Return the height of the middle line at points along the way."""
        start, end = self.start.at(0.5), self.end.at(0.5)
        return np.asarray(start + (end - start) * along)

    def part(self, bottom: Floats, top: Floats, *, from_head: bool = False) -> tuple[Floats, Floats]:
        """Return (20, k) twice: the start and end of the part of the way on which each layer's line is within heights.

        If there is no such part, the start is beyond the end.
        """
        start = self.start.at(np.ones(LAYERS) if from_head else SHARES)
        return part_within(start[:, None], self.end.at(SHARES)[:, None], bottom, top)

    def behind(self, bottom: Floats, top: Floats, along: Floats, *, from_head: bool = False) -> tuple[Floats, Floats]:
        """Return (..., k) twice: the lowest and highest share of a post's height that an obstacle hides.

        Lines meet the obstacle `along` the way. If it hides nothing, the first is larger.
        """
        (feet, head), (low, high) = self.start, self.end
        # At this place the line to the share k of a post is at the height base + k * slope.
        base = (head if from_head else feet) * (1 - along) + low * along
        slope = (0.0 if from_head else head - feet) * (1 - along) + (high - low) * along
        with np.errstate(divide="ignore", invalid="ignore"):
            return (bottom - base) / slope, (top - base) / slope

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest point of all lines."""
        (feet, head), (low, high) = self.start, self.end
        return min(feet, low), max(head, high)

    def passes(self, elevation: float) -> bool:
        """Return whether a line between the two crosses an elevation strictly between its ends."""
        (feet, head), (low, high) = self.start, self.end
        return (feet < elevation < high) or (low < elevation < head)

    def any_part(self, bottom: float, top: float) -> tuple[float, float] | None:
        """Return the part of the way on which any line, from feet to head, is within heights."""
        (feet, head), (low, high) = self.start, self.end
        first, last = _on_the_way(_part((top - feet, top - low), (head - bottom, high - bottom)))
        return (first, last) if first < last else None

    def middle_part(self, bottom: float, top: float) -> tuple[float, float] | None:
        """Return the part of the way on which the middle line is within heights, ends included."""
        first, last = _on_the_way(part_within(self.middle(0.0), self.middle(1.0), np.array(bottom), np.array(top)))
        return (first, last) if first <= last else None


def part_within(start: Floats, end: Floats, bottom: Floats, top: Floats) -> tuple[Floats, Floats]:
    """Return the start and end of the part within heights of a way that rises from `start` to `end`."""
    return _part((start - bottom, end - bottom), (top - start, top - end))


def _part(*values: tuple[Floats | float, Floats | float]) -> tuple[Floats, Floats]:
    """Return the start and end of the part of a way on which no one of some linear values is negative.

    Each value is a pair: at the start of the way and at its end. All arrays must broadcast.
    """
    shape = np.broadcast_shapes(*(np.shape(value) for pair in values for value in pair))
    first, last = np.full(shape, -np.inf), np.full(shape, np.inf)
    for here, there in (map(np.asarray, pair) for pair in values):
        with np.errstate(divide="ignore", invalid="ignore"):
            zero = here / (here - there)
        # Begin at the zero of a rising value, end at that of a falling one, and exclude all for a constant below 0.
        never = (here < 0) & (here == there)
        np.maximum(first, np.where(here < there, zero, np.where(never, np.inf, -np.inf)), out=first)
        np.minimum(last, np.where(here > there, zero, np.inf), out=last)
    return first, last


def _on_the_way(part: tuple[Floats, Floats]) -> tuple[float, float]:
    """Return the start and end of one part, as far as it lies on the way."""
    first, last = part
    return max(0.0, float(first)), min(1.0, float(last))


# --- levels -----------------------------------------------------------------------------------------------------------


class Storeys(NamedTuple):
    """Two levels with a line between them: the elevation of the floor in units, the lower level and the upper one."""

    floor: float
    lower: str
    upper: str

    def cut(self, walls: Sequence[frozenset[str]], bottom: Floats, top: Floats) -> tuple[Floats, Floats]:
        """Return the bottoms and tops (k,) of walls, cut at the floor if they name only one of the levels."""
        below = np.array([self.lower in names and self.upper not in names for names in walls], bool)
        above = np.array([self.upper in names and self.lower not in names for names in walls], bool)
        floor = self.floor
        return np.where(above, np.maximum(bottom, floor), bottom), np.where(below, np.minimum(top, floor), top)


def storeys(levels: Levels, known: Mapping[str, LevelDoc]) -> Storeys | None:
    """Return the storeys of a line between two levels; None on one level, or without a floor between them."""
    one, other = levels
    if not one or not other or one == other or one not in known or other not in known:
        return None
    (lowest, ceiling, lower), (floor, _, upper) = sorted((*extent(known[key]), key) for key in (one, other))
    if floor == lowest:
        return None
    height = floor if math.isfinite(floor) else ceiling
    return Storeys(height, lower, upper) if math.isfinite(height) else None
