"""Heights along the lines between two spaces: the cover of the passage, the height of a line, and its storey.

Three heights run along a line, feet to feet, middle to middle and head to head, straight from one space to the other.
The effect of a wall, a creature or an area on the line depends on the point where they meet.

Between two levels of a scene (Foundry 14) a line meets the walls of each level on its own side of the floor between
them, which is the upper level's bottom, else the lower one's top. Levels that have no such floor share the whole line.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from coign.geometry.lines import Floats, Mask, Points, ahead
from coign.grid.space import Space
from coign.protocol.documents import LevelDoc
from coign.scene.levels import extent

Levels = tuple[str | None, str | None]


@dataclass(frozen=True)
class Passage:
    """The way from one space to another, in units; `along` is 0 at its start and 1 at its end."""

    start: Space
    end: Space

    def middle(self, along: Floats) -> Floats:
        """Return the height of the middle line at points along the way, in units."""
        return np.asarray(self.start.middle + (self.end.middle - self.start.middle) * along)

    def _feet_and_head(self, along: Floats) -> tuple[Floats, Floats]:
        """Return the heights of the lowest and the highest line at points along the way, in units."""
        start, end = self.start, self.end
        return start.bottom + (end.bottom - start.bottom) * along, start.top + (end.top - start.top) * along

    def covered(self, bottom: Floats, top: Floats, along: Floats) -> tuple[Mask, Mask]:
        """Return where walls from `bottom` to `top` cover the whole passage, and where they contain its middle."""
        (feet, head), middle = self._feet_and_head(along), self.middle(along)
        return np.asarray((bottom <= feet) & (top >= head)), np.asarray((bottom <= middle) & (top >= middle))

    def covered_share(self, bottom: Floats, top: Floats, along: Floats) -> Floats:
        """Return the share of the passage that walls from `bottom` to `top` cover."""
        feet, head = self._feet_and_head(along)
        covered = np.minimum(top, head) - np.maximum(bottom, feet)
        return np.asarray(np.maximum(covered, 0.0) / np.maximum(head - feet, 1e-9))

    def covering(self, bottom: Floats, top: Floats) -> tuple[Floats, Floats]:
        """Return (k,) twice: the start and end of the part where each wall covers the whole passage.

        If there is no such part, the start is beyond the end.
        """
        start, end = self.start, self.end
        return _part((start.bottom - bottom, end.bottom - bottom), (top - start.top, top - end.top))

    def containing(self, bottom: Floats, top: Floats) -> tuple[Floats, Floats]:
        """Return (k,) twice: the start and end of the part where each wall contains the middle of the passage."""
        start, end = self.start.middle, self.end.middle
        return _part((start - bottom, end - bottom), (top - start, top - end))

    def span(self, bottom: float, top: float) -> tuple[float, float] | None:
        """Return the part of the way on which the passage overlaps the heights from `bottom` to `top`."""
        start, end, low, high = self.start, self.end, np.array([bottom]), np.array([top])
        first, last = _on_the_way(_part((high - start.bottom, high - end.bottom), (start.top - low, end.top - low)))
        return (first, last) if first < last else None

    def middle_span(self, bottom: float, top: float) -> tuple[float, float] | None:
        """Return the part of the way on which the middle is within those heights, ends included."""
        first, last = _on_the_way(self.containing(np.array([bottom]), np.array([top])))
        return (first, last) if first <= last else None

    def stays_within(self, bottom: float, top: float) -> bool:
        """Return whether the middle stays within those heights all the way."""
        low, high = sorted((self.start.middle, self.end.middle))
        return bottom <= low and top >= high

    def shares(self, enter: Floats, leave: Floats, bottom: Floats | float, top: Floats | float) -> Mask:
        """Return where the middle is within those heights at some point from `enter` to `leave` along the way."""
        one, other = self.middle(enter), self.middle(leave)
        shared = (np.minimum(one, other) <= top) & (np.maximum(one, other) >= bottom)
        return np.asarray((enter <= leave) & shared)

    def reaches(self, elevation: float) -> float | None:
        """Return how far along the way the middle passes an elevation; None if it stays on one side."""
        low, high = sorted((self.start.middle, self.end.middle))
        if not low < elevation < high:
            return None
        return (elevation - self.start.middle) / (self.end.middle - self.start.middle)


def over(points: Points, ends: Points, piece: Points) -> tuple[Floats, Floats]:
    """Return (p, m) twice: where along each line it enters and leaves a convex piece (c, 2), clockwise.

    A line that misses the piece enters after it leaves. All three arrays may have the same extra dimensions in front.
    """
    edge = piece[..., ahead(piece.shape[-2]), :] - piece

    def side(spots: Points) -> Floats:
        offset = spots[..., :, None, :] - piece[..., None, :, :]
        return np.asarray(edge[..., None, :, 0] * offset[..., 1] - edge[..., None, :, 1] * offset[..., 0])

    first, last = side(points)[..., :, None, :], side(ends)[..., None, :, :]  # inner side positive
    with np.errstate(divide="ignore", invalid="ignore"):
        met = first / (first - last)
    # A line beyond a side that it is parallel to enters after its end.
    enter = np.where(last > first, met, np.where((last == first) & (first < 0), 2.0, 0.0)).max(axis=-1)
    leave = np.where(last < first, met, 1.0).min(axis=-1)
    return np.maximum(enter, 0.0), np.minimum(leave, 1.0)


def _part(*values: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Return (k,) twice: the start and end of the part of a way where none of some linear values is negative.

    Each is given (k,) at the start of the way and at its end.
    """
    first, last = np.full(len(values[0][0]), -np.inf), np.full(len(values[0][0]), np.inf)
    for here, there in values:
        narrow(first, last, here, there)
    return first, last


def _on_the_way(part: tuple[Floats, Floats]) -> tuple[float, float]:
    """Return the start and end of the one part, as far as it lies on the way."""
    first, last = part
    return max(0.0, float(first[0])), min(1.0, float(last[0]))


def narrow(first: Floats, last: Floats, here: Floats, there: Floats) -> None:
    """Narrow the parts of a way from `first` to `last` (k,) to those where a linear value is not negative.

    The value is `here` at the start of the way and `there` at its end.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        zero = here / (here - there)
    np.maximum(first, np.where(here < there, zero, np.where((here == there) & (here < 0), np.inf, -np.inf)), out=first)
    np.minimum(last, np.where(here > there, zero, np.inf), out=last)


@dataclass(frozen=True)
class Storeys:
    """The two levels that a line runs between: the floor's elevation in units, and which of the two is the lower."""

    floor: float
    lower: str
    upper: str

    def there(self, walls: list[frozenset[str]], heights: Floats) -> Mask:
        """Return which walls count, by the levels they name, at these heights (..., k) of the lines that meet them."""
        bottom, top = self.extents(walls)
        return np.asarray((heights >= bottom) & (heights <= top))

    def extents(self, walls: list[frozenset[str]]) -> tuple[Floats, Floats]:
        """Return (k,) twice: the lower and upper height of each wall, by the levels it names."""
        below = [self.lower in names and self.upper not in names for names in walls]
        above = [self.upper in names and self.lower not in names for names in walls]
        return np.where(above, self.floor, -np.inf), np.where(below, self.floor, np.inf)


def storeys(levels: Levels, known: Mapping[str, LevelDoc]) -> Storeys | None:
    """Return the storeys that a line between two levels passes; None on one level, or without a floor between them."""
    one, other = levels
    if not one or not other or one == other or one not in known or other not in known:
        return None
    (lowest, ceiling, lower), (floor, _, upper) = sorted((*extent(known[key]), key) for key in (one, other))
    if floor == lowest:
        return None
    height = floor if math.isfinite(floor) else ceiling
    return Storeys(height, lower, upper) if math.isfinite(height) else None
