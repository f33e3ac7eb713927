"""The part of each wall between the outermost lines from a corner to a square, and how near it comes to both spaces.

The outermost lines bound the hull of the corner and the square: triangles from the corner to each side of the square.

The distance from a spot to a space changes along a wall as the root of a quadratic, and by another one where the spot
passes a side of the space's box. So the spots that decide how near a part comes lie at the ends of such *pieces*, or
where a quadratic has a given value, or where two are equal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from coign.facts.cover.heights import over
from coign.geometry.lines import Floats, Mask, Points, ahead, cross
from coign.grid.space import Space
from coign.util.tasks import Task

Ints = NDArray[np.intp]


EQUAL = 1e-3  # quanta: closer distances are equal
AT_ONCE = 8_000  # lines times walls


class Parts(NamedTuple):
    """The parts of walls between outermost lines, v of them.

    corner, square, wall   (v,) the lines' corner and square, and the wall
    within                 (v,) whether a spot of the part is within reach of both spaces
    farther                (v,) whether one of these spots is not nearer to the source than to the target
    """

    corner: Ints
    square: Ints
    wall: Ints
    within: Mask
    farther: Mask


def parts(source: Space, target: Space, walls: Floats, wanted: Ints, reach: float) -> Task[Parts]:
    """Find the parts of the `wanted` walls between outermost lines, and tell whether they come within `reach` quanta of
    both spaces, as a cooperative task: some walls at a time."""
    each = max(1, AT_ONCE // (len(source.ends) * len(target.ends)))
    found = []
    for n in range(0, max(1, len(wanted)), each):
        found.append((yield from _parts(source, target, walls, wanted[n : n + each], reach)))
        yield
    return Parts(*(np.concatenate(columns) for columns in zip(*found, strict=True)))


def _parts(source: Space, target: Space, walls: Floats, wanted: Ints, reach: float) -> Task[Parts]:
    start, end = _clipped(source.ends, target.inset, walls[wanted])
    corner, square, number = (start < end).nonzero()
    first, last = start[corner, square, number], end[corner, square, number]
    yield
    (met,) = np.bincount(number).nonzero()
    row = np.searchsorted(met, number)
    low, high = start.min(axis=(0, 1))[met], end.max(axis=(0, 1))[met]
    a, b = walls[wanted[met], :2], walls[wanted[met], 2:]
    # What decides lies at the spots of a wall that a part contains, or at the part's own ends.
    spots = _spots(source, target, a, b, _pieces(a, b, low, high, (source, target)), reach)
    yield
    inside = (spots[row] >= first[:, None]) & (spots[row] <= last[:, None])
    by_spots = _decided(source, target, a, b, spots, reach)
    by_ends = _decided(source, target, a[row], b[row], np.stack([first, last], axis=1), reach)
    within, farther = (
        np.asarray((inside & wall[row]).any(axis=1) | own.any(axis=1))
        for wall, own in zip(by_spots, by_ends, strict=True)
    )
    return Parts(corner, square, wanted[number], within, farther)


def _decided(source: Space, target: Space, a: Points, b: Points, along: Floats, reach: float) -> tuple[Mask, Mask]:
    """Return (v, q) twice: whether each spot is within reach of both spaces, and if so, not nearer to the source."""
    at = _at(a, b, along)
    to_source, to_target = _gap(source, at), _gap(target, at)
    within = (to_source <= reach + EQUAL) & (to_target <= reach + EQUAL)
    return np.asarray(within), np.asarray(within & (to_target <= to_source + EQUAL))


def _spots(source: Space, target: Space, a: Points, b: Points, ends: Floats, reach: float) -> Floats:
    """(v, q) the ends of pieces, and where inside them the two distances are equal, or one of them is `reach`."""
    near, far = ends[:, :-1], ends[:, 1:]
    three = near, (near + far) / 2, far
    one, other = ([_gap(space, _at(a, b, along)) ** 2 for along in three] for space in (source, target))
    found = [ends]
    for values in (
        [value - reach**2 for value in one],
        [value - reach**2 for value in other],
        [left - right for left, right in zip(one, other, strict=True)],
    ):
        found += [near + root * (far - near) for root in _roots(*values)]
    return np.concatenate(found, axis=1)


def _clipped(corners: Points, squares: Floats, walls: Floats) -> tuple[Floats, Floats]:
    """(n, s, k) twice: where each wall enters the hull of a corner (n, 2) and a square (s, c, 2), and leaves it.

    A wall that misses the hull, or only touches it, does not enter before it leaves.
    """
    each = squares.shape[1]
    one, other = squares, squares[:, ahead(each)]
    apex = np.broadcast_to(corners[:, None, None], (len(corners), *one.shape))
    turn = cross(other - one, apex - one)  # positive where the corner is on the side's inner side
    swap = (turn < 0)[..., None]
    triangles = np.stack([np.where(swap, other, one), np.where(swap, one, other), apex], axis=-2)
    starts, ends = (walls[:, None, None, None, None, part] for part in (slice(0, 2), slice(2, 4)))
    enter, leave = (found[..., 0, 0] for found in over(starts, ends, triangles))  # (k, n, s, c)
    missed = (enter >= leave) | (turn == 0)
    first, last = np.where(missed, np.inf, enter).min(axis=3), np.where(missed, -np.inf, leave).max(axis=3)
    return first.transpose(1, 2, 0), last.transpose(1, 2, 0)


def _pieces(a: Points, b: Points, first: Floats, last: Floats, spaces: tuple[Space, Space]) -> Floats:
    """(v, q) the ends of the pieces of each part, in order: those of the part, and where it passes a side of a box."""
    sides = np.concatenate([np.reshape(space.box, (2, 2)) for space in spaces])  # (4, 2): x, y
    with np.errstate(divide="ignore", invalid="ignore"):
        passes = (sides - a[:, None]) / (b - a)[:, None]
    passes = np.nan_to_num(passes.reshape(len(a), 8), nan=0.0, posinf=np.inf, neginf=-np.inf)
    inner = np.clip(passes, first[:, None], last[:, None])
    return np.sort(np.concatenate([first[:, None], inner, last[:, None]], axis=1), axis=1)


def _roots(start: Floats, middle: Floats, end: Floats) -> tuple[Floats, Floats]:
    """Return where the quadratic with these values at 0, 1/2 and 1 is zero; 0 if it is not, or not in between."""
    square, slope = 2 * (start + end) - 4 * middle, 4 * middle - 3 * start - end
    with np.errstate(divide="ignore", invalid="ignore"):
        half = -(slope + np.copysign(np.sqrt(slope**2 - 4 * square * start), slope)) / 2
        one, other = half / square, start / half
    return np.where((one >= 0) & (one <= 1), one, 0.0), np.where((other >= 0) & (other <= 1), other, 0.0)


def _at(a: Points, b: Points, along: Floats) -> Points:
    """(v, q, 2) the points along each wall."""
    return np.asarray(a[:, None] + along[..., None] * (b - a)[:, None])


def _gap(space: Space, at: Points) -> Floats:
    """Return the quanta from each point to the nearest point of a space's box."""
    x0, y0, x1, y1 = space.box
    dx = np.maximum(np.maximum(x0 - at[..., 0], at[..., 0] - x1), 0.0)
    dy = np.maximum(np.maximum(y0 - at[..., 1], at[..., 1] - y1), 0.0)
    return np.hypot(dx, dy)
