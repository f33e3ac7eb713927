"""Lines in bulk: as in `geometry`, but each row has lines of its own and one wall or body to hold them against.

Many short calls cost more than one long one, so what is asked from many places goes in rows, each of one place and one
thing near its lines. Arrays keep the row last and x before y, so that they are worked through in one stretch:

    starts  (2, n, r)   where the n lines' starts of each row lie, quanta
    ends    (2, m, r or 1)
    walls   (4, r)      x0 y0 x1 y1
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from coign.geometry.lines import Crossings, Floats, Mask, Points, Sides, ahead, crossings

Ints = NDArray[np.intp]
T = TypeVar("T", bound=np.generic)


class Rows:
    """Which place each row belongs to: `place` (r,), ascending, of n places in all, `count`."""

    def __init__(self, place: Ints, count: int) -> None:
        self.place, self.count = place, count
        self._first = np.flatnonzero(np.concatenate([[True], place[1:] != place[:-1]])) if len(place) else place

    def __len__(self) -> int:
        return len(self.place)

    def any(self, mask: Mask) -> Mask:
        """(..., n) places of which a row of the mask (..., r) is true."""
        found = np.zeros((*mask.shape[:-1], self.count), bool)
        if len(self.place):
            found[..., self.place[self._first]] = np.logical_or.reduceat(mask, self._first, axis=-1)
        return found

    def two(self, mask: Mask) -> Mask:
        """(..., n) places of which two rows or more of the mask (..., r) are true."""
        found = np.zeros((*mask.shape[:-1], self.count), bool)
        if len(self.place):
            found[..., self.place[self._first]] = np.add.reduceat(mask.astype(np.int32), self._first, axis=-1) >= 2
        return found

    def spread(self, values: NDArray[T]) -> NDArray[T]:
        """(..., r) what each row's place has of values (..., n)."""
        return np.asarray(values.take(self.place, axis=-1))

    def beside(self, values: Floats, fill: Floats) -> Floats:
        """(..., n, most) values (..., r) with those of each place side by side, then its `fill` (..., n)."""
        counts = np.bincount(self.place, minlength=self.count)
        found = np.repeat(fill[..., None], counts.max(initial=0), axis=-1)
        found[..., self.place, np.arange(len(self)) - np.repeat(np.cumsum(counts) - counts, counts)] = values
        return found

    def of(self, some: Mask, places: Mask) -> tuple[Ints, Rows]:
        """Those rows of a mask (r,) that belong to a mask of places (n,): which they are, and as rows of only those."""
        kept = np.flatnonzero(some & places.take(self.place))
        return kept, Rows((np.cumsum(places) - 1).take(self.place.take(kept)), int(places.sum()))


def lie_each(starts: Floats, ends: Floats, walls: Floats) -> Sides:
    """Every line from n starts to m ends of each row beside the row's wall. Exact, see `geometry`."""
    ax, ay, bx, by = walls
    sx, sy, ex, ey = starts[0] - ax, starts[1] - ay, ends[0] - ax, ends[1] - ay
    start, end = (bx - ax) * sy - (by - ay) * sx, (bx - ax) * ey - (by - ay) * ex
    ends_a = sx[:, None] * ey - sy[:, None] * ex
    return Sides(start, end, ends_a, ends_a + start[:, None] - end)


def cross_each(starts: Floats, ends: Floats, walls: Floats, facing: NDArray[np.int8] | None = None) -> Crossings:
    """The same lines against the walls; `facing` (r,) is Foundry's `dir`."""
    return crossings(lie_each(starts, ends, walls), facing)


def between_each(starts: Floats, polygon: Points, walls: Floats) -> Mask:
    """(n, r) whether the row's wall passes through the inside of the hull of each start and a convex `polygon` (m, 2);
    `geometry.stands_between` says how."""
    met = lie_each(starts, polygon.T[..., None], walls)
    found = (np.minimum(met.start, met.end.min(axis=0)) < 0) & (np.maximum(met.start, met.end.max(axis=0)) > 0)
    to = polygon.T[:, None, :, None] - starts[:, :, None]  # (2, n, m, r)
    spread = to[0][:, :, None] * to[1][:, None] - to[1][:, :, None] * to[0][:, None]
    apart = to.any(axis=0)
    keeps_left, keeps_right = (spread.min(axis=2) >= 0) & apart, (spread.max(axis=2) <= 0) & apart
    right_of, left_of = np.maximum(met.ends_a, met.ends_b) <= 0, np.minimum(met.ends_a, met.ends_b) >= 0
    found &= ~((keeps_left & right_of) | (keeps_right & left_of)).any(axis=1)
    along = polygon[ahead(len(polygon))] - polygon
    turn = np.sign(along[0, 0] * along[1, 1] - along[0, 1] * along[1, 0])
    spots = np.concatenate([starts, walls.reshape(2, 2, -1).swapaxes(0, 1)], axis=1)  # (2, n + 2, r)
    lift = spots[:, None] - polygon.T[:, :, None, None]  # (2, m, n + 2, r)
    side = turn * (along[:, 0, None, None] * lift[1] - along[:, 1, None, None] * lift[0])
    hull_edge, beyond = side[:, :-2] >= 0, np.maximum(side[:, -2], side[:, -1]) <= 0
    return np.asarray(found & ~(hull_edge & beyond[:, None]).any(axis=0))


def through_each(starts: Floats, ends: Floats, boxes: Floats) -> Mask:
    """(n, m, r) whether each line passes the open inside of the row's box (4, r): x0 y0 x1 y1. Exact."""
    x0, y0, x1, y1 = boxes
    sx, sy, ex, ey = starts[0][:, None], starts[1][:, None], ends[0], ends[1]
    sides = [(sx - x) * (ey - y) - (sy - y) * (ex - x) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
    inside = (np.minimum.reduce(sides) < 0) & (np.maximum.reduce(sides) > 0)
    inside &= (np.maximum(sx, ex) > x0) & (np.minimum(sx, ex) < x1)
    inside &= (np.maximum(sy, ey) > y0) & (np.minimum(sy, ey) < y1)
    return np.asarray(inside)
