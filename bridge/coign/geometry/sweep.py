r"""Compute the part of a box that a point sees past walls, as one polygon, by an angular sweep.

The directions from the point to the ends of all walls cut the plane into *wedges*. Each wall spans a wedge or misses
it, so that the wall nearest in a wedge ends what is seen there:

                 ______b       The wedges of this point end at a, b, c and d, and at the corners of the box.
             c--/-d            Between c and d the nearer wall counts, between d and b the farther one.
          a____/
             point

The method is that of Suri and O'Rourke (1986) and Asano (1985), in the form of Mark de Berg et al., *Computational
Geometry*, chapter 15. The order of the directions is exact: the ends of walls and the corners are whole quanta, two
directions are one if the sign of their cross product is 0, and so no light leaks through the joint of two walls.

Distances along a ray are replaced by their inverses. The inverse distance to a wall is linear in the direction, so
inside a wedge it needs no more than its values at both borders. Walls that cross each other change their order inside a
wedge. Where that changes what is seen, the wedge is split at the crossing, as often as needed: a quickhull of lines.

Terrain walls hide from the second one on: along a ray, each wall adds to the count of what hides.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.geometry.areas import NOTHING, Geometries
from coign.geometry.lines import Floats, Mask, Points, cross
from coign.util.tasks import Task, finish

Ints = NDArray[np.intp]

ROWS = 60_000  # pairs of a wedge and a wall that spans it; beyond it, walls that look narrow do not count
_HIDES = 2  # the count from which on a spot is hidden: one wall, or two terrain walls
_SPLITS = 24  # times that wedges are split at most
_SORTED = 6 * ROWS  # rows that are put in order at most, over all splits
_CLOSE = 1e-11  # relative: closer borders count as equally far
_SAME = 1e-7  # quanta: corners this close are one


class Seen(NamedTuple):
    """(v,) the part of its box that each point sees, with the area before the box, and whether every wall counted."""

    parts: Geometries
    exact: bool


class Borders(NamedTuple):
    """The borders where shadows begin, each seen by one of the points: walls, and the far sides of boxes.

    view     (n,) the point that sees it
    a, b     (n, 2) the directions of its ends, counterclockwise
    weight   (n,) what it adds to the count of what hides: 2, or 1 for a terrain wall
    """

    view: Ints
    a: Points
    b: Points
    weight: Ints

    def of(self, rows: Any) -> Borders:
        """Select some of the borders."""
        return Borders(*(column[rows] for column in self))


class Rows(NamedTuple):
    """The borders in every wedge, the nearest first: (r,) the wedge, the number of the border, and its inverse
    distances along the two directions that bound the wedge."""

    wedge: Ints
    border: Ints
    start: Floats
    end: Floats


def seen(
    points: Points,
    boxes: Floats,
    view: Ints,
    walls: Floats,
    limited: Mask | None = None,
) -> Seen:
    """Return the part of its box that each of the points sees, at once; see `seeing`."""
    return finish(seeing(points, boxes, view, walls, limited))


def seeing(
    points: Points,
    boxes: Floats,
    view: Ints,
    walls: Floats,
    limited: Mask | None = None,
) -> Task[Seen]:
    """Return the part of its box that each of the points (v, 2) sees, as a cooperative task.

    `boxes` are (4,) or (v, 4), in whole quanta. `view` (n,) is the point that each of the `walls` (n, 4) stands before.
    `limited` (n,) are terrain walls. A wall seen from its end hides nothing. Past `ROWS` those that look narrowest do
    not count.
    """
    corners = boxes[..., [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2) - points[:, None]
    after = corners[:, [1, 2, 3, 0]]
    far = cross(corners, after) > 0  # the sides behind the box's inside
    number, side = far.nonzero()
    sides = Borders(number, corners[far], after[far], np.full(len(side), _HIDES))
    borders = _join(sides, _of_walls(points, view, walls, limited))
    yield
    first = (far & ~far[:, [3, 0, 1, 2]]).argmax(axis=1)
    closed, row = np.asarray(far.all(axis=1)), np.arange(len(points))
    last = corners[row, (first + far.sum(axis=1)) % 4]
    views, exact = (yield from _swept(points, borders, corners[row, first], last, closed)), True
    while views is None:
        yield
        borders, exact = _wider_half(borders, len(side)), False
        views = yield from _swept(points, borders, corners[row, first], last, closed)
    return Seen(views, exact)


def _join(first: Borders, second: Borders) -> Borders:
    return Borders(*(np.concatenate(columns) for columns in zip(first, second, strict=True)))


def _of_walls(points: Points, view: Ints, walls: Floats, limited: Mask | None) -> Borders:
    """Return the borders of walls."""
    a, b = walls[:, :2] - points[view], walls[:, 2:] - points[view]
    swap = (cross(a, b) < 0)[:, None]
    a, b = np.where(swap, b, a), np.where(swap, a, b)
    # `_wedges` divides by this. Corners of fog are no whole quanta: there it can be 0 where the product above is not.
    wide = cross(a, b - a) > 0
    weight = np.full(len(walls), _HIDES) if limited is None else np.where(limited, 1, _HIDES)
    borders = Borders(view, a, b, weight)
    return borders if wide.all() else borders.of(wide)


def _wider_half(borders: Borders, sides: int) -> Borders:
    """Return the sides of the boxes, which come first, and of the others the half that looks widest."""
    a, b = borders.a[sides:], borders.b[sides:]
    width = np.arctan2(cross(a, b), (a * b).sum(axis=1))
    wide = np.sort(np.argsort(-width, kind="stable")[: len(a) // 2])
    return borders.of(np.concatenate([np.arange(sides), wide + sides]))


def _swept(points: Points, borders: Borders, first: Points, last: Points, closed: Mask) -> Task[Geometries | None]:
    """Return (v,) the area that each point sees from direction `first` (v, 2) round to `last`; None if too much work.

    The borders include the sides of the box.
    """
    count = len(points)
    if len(borders.view) > ROWS // 4 + 4 * count:
        return None
    views = np.concatenate([np.arange(count), borders.view, borders.view, np.arange(count)])
    ways = np.concatenate([first, borders.a, borders.b, last])
    turns = _turns(first[views], ways)
    turns[len(turns) - count :][closed] = 2 * math.pi
    order = np.lexsort((turns, views))
    ways, views, turns = ways[order], views[order], turns[order]
    new = np.ones(len(order), bool)
    new[1:] = (views[1:] != views[:-1]) | (turns[1:] - turns[:-1] > 1) | (cross(ways[:-1], ways[1:]) > 0)
    rank = np.empty(len(order), np.intp)
    rank[order] = new.cumsum() - 1
    ways = ways[new]
    start, (a, b), end = rank[:count], rank[count:-count].reshape(2, -1), rank[-count:]
    # A border across the first direction spans wedges at both ends of the round.
    low, high = start[borders.view], end[borders.view]
    across = a > b
    spanned = np.concatenate([np.arange(len(a)), across.nonzero()[0]])
    left = np.where(across, low, a.clip(low, high))
    low, high = np.concatenate([left, np.minimum(a, high)[across]]), np.concatenate([b.clip(low, high), high[across]])
    if (high - low).sum() > ROWS + 8 * count:
        return None
    wedges = yield from _wedges(borders, spanned, low, high, ways)
    return _drawn(points, borders, *wedges, closed)


def _turns(zero: Points, ways: Points) -> Floats:
    """Return the angles of directions from others, 0 to a full turn."""
    dot = zero[:, 0] * ways[:, 0] + zero[:, 1] * ways[:, 1]
    return np.asarray(np.arctan2(cross(zero, ways), dot) % (2 * math.pi))


def _wedges(borders: Borders, spanned: Ints, low: Ints, high: Ints, ways: Points) -> Task[tuple[Rows, Ints, Points]]:
    """Split wedges until the order of borders in each is the same at both of its ends, as far as it matters.

    `spanned` are the borders that span wedges `low` to `high`; wedge n lies between the directions n and n + 1 of
    `ways`. Return the borders in each wedge, the rows where the shadows begin, and the directions.
    """
    along = borders.b - borders.a
    area, done = cross(borders.a, along), 0
    for turn in range(_SPLITS):
        widths = high - low
        border, wedge = spanned.repeat(widths), (low - (widths.cumsum() - widths)).repeat(widths)
        wedge += np.arange(len(wedge))
        way, size = along[border], area[border]
        start, end = cross(ways[wedge], way) / size, cross(ways[wedge + 1], way) / size
        length = np.hypot(ways[:, 0], ways[:, 1])
        middle = start / length[wedge] + end / length[wedge + 1]
        order = np.lexsort((-middle, wedge))
        rows = Rows(wedge[order], border[order], start[order], end[order])
        begin = _starts(rows, _counts(rows.wedge, borders.weight[rows.border]))
        split, at = _crossings(rows, begin)
        done += len(rows.wedge)
        if not len(split) or turn == _SPLITS - 1 or len(rows.wedge) > ROWS or done > _SORTED:
            break
        shift = split.searchsorted(np.arange(len(ways) + 1))
        low, high = low + shift[low], high + shift[high]
        new = ways[split] * (1 - at)[:, None] + ways[split + 1] * at[:, None]
        ways = np.insert(ways, split + 1, new, axis=0)
        yield
    return rows, begin, ways


def _counts(wedge: Ints, weight: Ints) -> Ints:
    """Return the count of what hides behind each row, from the nearest of its wedge on."""
    total = weight.cumsum()
    first = wedge.searchsorted(wedge)
    return np.asarray(total - total[first] + weight[first])


def _starts(rows: Rows, count: Ints) -> Ints:
    """Return the row in each wedge at which the shadow begins."""
    (hidden,) = (count >= _HIDES).nonzero()
    new = np.ones(len(hidden), bool)
    wedge = rows.wedge[hidden]
    new[1:] = wedge[1:] != wedge[:-1]
    return hidden[new]


def _crossings(rows: Rows, begin: Ints) -> tuple[Ints, Floats]:
    """Find wedges inside which borders cross, and where: from 0 at one end to 1 at the other.

    The visible part of a wedge is simple while the same borders lie before the border at which the shadow begins, and
    the same ones behind it.
    """
    other = begin[rows.wedge[begin].searchsorted(rows.wedge)]
    sign = np.where(np.arange(len(rows.wedge)) < other, 1.0, -1.0)
    start0, end0 = rows.start[other], rows.end[other]
    start, end = sign * (rows.start - start0), sign * (rows.end - end0)
    wrong = np.minimum(start / start0, end / end0)
    (pairs,) = ((wrong < -_CLOSE) & (start * end < 0)).nonzero()
    if not len(pairs):
        return pairs, wrong[pairs]
    at = start[pairs] / (start[pairs] - end[pairs])
    inside = (at > _CLOSE) & (at < 1 - _CLOSE)
    pairs, at = pairs[inside], at[inside]
    order = np.lexsort((wrong[pairs], rows.wedge[pairs]))
    wedge, at = rows.wedge[pairs][order], at[order]
    worst = np.ones(len(wedge), bool)
    worst[1:] = wedge[1:] != wedge[:-1]
    return wedge[worst], at[worst]


def _drawn(points: Points, borders: Borders, rows: Rows, begin: Ints, ways: Points, closed: Mask) -> Geometries:
    """Draw (v,) the area that each point sees, wedge by wedge."""
    view, border = borders.view[rows.border[begin]], rows.border[begin]
    ends = np.empty((len(begin), 2, 2))
    ends[:, 0], ends[:, 1] = (_at(points, view, ways, rows, begin, end) for end in (0, 1))
    # Along one border only the first and the last corner count, and at a joint one of two.
    turns = np.ones(len(begin) + 1, bool)
    turns[1:-1] = (border[1:] != border[:-1]) | (view[1:] != view[:-1])
    inner = turns.repeat(2)[1:-1]
    corners, which = ends.reshape(-1, 2)[inner], view.repeat(2)[inner]
    twice = np.zeros(len(corners), bool)
    twice[1:] = (np.abs(corners[1:] - corners[:-1]).max(axis=1) < _SAME) & (which[1:] == which[:-1])
    (apex,) = (~closed).nonzero()
    corners, which = np.concatenate([points[apex], corners[~twice]]), np.concatenate([apex, which[~twice]])
    # A point on a wall may see so little before it that all corners are one; it sees nothing.
    sees = np.bincount(which, minlength=len(points)) >= 3
    order = which.argsort(kind="stable")
    order = order[sees[which[order]]]
    whole = np.full(len(points), NOTHING, dtype=object)
    whole[sees] = shapely.polygons(shapely.linearrings(corners[order], indices=(sees.cumsum() - 1)[which[order]]))
    return whole


def _at(points: Points, view: Ints, ways: Points, rows: Rows, row: Ints, end: int) -> Points:
    """Return where the borders of some rows meet one end of their wedges, 0 or 1."""
    inverse = (rows.end if end else rows.start)[row]
    return np.asarray(points[view] + ways[rows.wedge[row] + end] / inverse[:, None])
