"""What walls leave open of the view of a shape: nothing for certain, something for certain, or neither.

Seen from a point outside it, a convex shape spans less than half a turn. A wall that does not pass through the shape's
inside is in front of it on every ray that meets both, or on none. So the shape is hidden where the walls in front leave
no gap in what it spans; and where they leave one, as much of it shows as lies about the middle of the gap, or more.
Walls through its inside hide only parts of it: `shapes.cut_along` makes pieces that have none.

In bulk, as in `coign.geometry.bulk`: a row for each place and each wall near it. Turns are radians from the direction
in which a point sees the shape's middle.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coign.geometry.bulk import Rows
from coign.geometry.lines import Floats, Mask, Points
from coign.geometry.shapes import TOUCH, Shape

SLIVER = 1e-12  # radians: a narrower gap is rounding


class Openings(NamedTuple):
    """(p, n) the widest gap in the view that each point of each place has of a shape, in radians, and how much of the
    shape shows through it at least, in square quanta."""

    widest: Floats
    shown: Floats


def openings(points: Floats, shape: Shape, walls: Floats, stops: Mask, rows: Rows) -> Openings:
    """What walls leave open of a shape to p points of each of n places (2, p, n).

    `walls` (4, r) are near the places that `rows` say; `stops` (p or 1, r): which stop what comes from each point.
    """
    start, stop, base = _gaps(points, shape, walls, stops, rows)
    gaps = stop - start
    widest = gaps.max(axis=-1)
    middle = np.take_along_axis(start + stop, gaps.argmax(axis=-1)[..., None], -1)[..., 0] / 2
    return Openings(widest, _shown(shape, shape.depths(points), middle + base, widest))


def seen_areas(points: Floats, shape: Shape, walls: Floats, stops: Mask, rows: Rows) -> Floats:
    """(p, n) the area that each point sees of a shape through whose inside none of the walls passes, square quanta; NaN
    from points that lie in it or on its border. Walls as for `openings`."""
    start, stop, base = _gaps(points, shape, walls, stops, rows)
    seen = np.where((shape.depths(points) >= -TOUCH).all(axis=0), np.nan, 0.0)
    point, place, gap = (stop > start).nonzero()
    at = points[:, point, place], base[point, place]
    area = _swept(shape, *at, stop[point, place, gap]) - _swept(shape, *at, start[point, place, gap])
    np.add.at(seen, (point, place), area)
    return seen


def screened(points: Points, shape: Points, walls: Floats, stops: Mask) -> Mask:
    """(p,) points (p, 2) from which walls (k, 4) in front of a convex `shape` hide all of it, side by side; `stops`
    (p, k) says which walls stop what comes from each point."""
    rows = Rows(np.zeros(len(walls), np.intp), 1)
    start, stop, _ = _gaps(points.T[..., None], Shape(shape), walls.T, stops, rows)
    return np.asarray((stop - start).max(axis=(1, 2)) <= SLIVER)


def _gaps(points: Floats, shape: Shape, walls: Floats, stops: Mask, rows: Rows) -> tuple[Floats, Floats, Floats]:
    """(p, n, g) where the gaps start and stop that walls in front leave in each view of a shape, and the direction
    (p, n) from which they are counted; what stops before it starts is none."""
    px, py = points
    to_x, to_y = shape.middle[0] - px, shape.middle[1] - py
    base = np.arctan2(to_y, to_x)
    x, y = shape.corners.T[..., None, None]
    corners = _turns(to_x, to_y, x - px, y - py)  # (c, p, n)
    first, last = corners.min(axis=0), corners.max(axis=0)
    outside = rows.spread(shape.depths(points) < 0)
    px, py, to_x, to_y, begins, ends = (rows.spread(of) for of in (px, py, to_x, to_y, first, last))
    front = stops & _in_front(px, py, outside, shape, walls)
    begin, end = _spans(px, py, to_x, to_y, walls, ends)
    begin = np.where(front, np.minimum(np.maximum(begin, begins), ends), begins)
    end = np.where(front, np.minimum(np.maximum(end, begins), ends), begins)
    begin, end = rows.beside(begin, first), rows.beside(end, first)  # (p, n, most)
    begin.sort(axis=-1)
    end.sort(axis=-1)
    # The n-th span to begin leaves a gap where n - 1 have ended by then: no other is still under way.
    return np.concatenate([first[..., None], end], axis=-1), np.concatenate([begin, last[..., None]], axis=-1), base


def _swept(shape: Shape, points: Floats, base: Floats, until: Floats) -> Floats:
    """(g,) the area of a shape that a ray from each point (2, g) sweeps `until` it is so far off `base`, both (g,): as
    much as lies between the point and the far sides, less what lies between it and the near ones."""
    corners = shape.corners.T[..., None] - points[:, None]  # (2, c, g)
    every = np.arange(len(until))
    turns, reach = np.arctan2(corners[1], corners[0]), np.hypot(corners[0], corners[1])
    swept = np.zeros(len(until))
    for side, (x, y, depth) in enumerate(zip(*shape.inward, shape.depths(points), strict=True)):
        beyond = (side + 1) % len(turns)
        wide = _half_turn(turns[beyond] - turns[side])
        first = np.where(wide > 0, side, beyond)  # the corner that the ray comes to
        began = turns[first, every]
        so_far = np.clip(_half_turn(base + until - began), 0.0, np.abs(wide))
        with np.errstate(divide="ignore", invalid="ignore"):  # along the line of a side there is no area
            far = -depth / (np.cos(began + so_far) * x + np.sin(began + so_far) * y)
            area = reach[first, every] * far * np.sin(so_far) / 2
        swept += np.sign(depth) * np.where(so_far > 0, area, 0.0)
    return swept


def _half_turn(angle: Floats) -> Floats:
    """The same angle, within half a turn either way."""
    return np.asarray(angle - 2 * np.pi * np.round(angle / (2 * np.pi)))


def _turns(ux: Floats, uy: Floats, vx: Floats, vy: Floats) -> Floats:
    """Angles from directions u to directions v."""
    return np.asarray(np.arctan2(ux * vy - uy * vx, ux * vx + uy * vy))


def _spans(px: Floats, py: Floats, to_x: Floats, to_y: Floats, walls: Floats, ends: Floats) -> tuple[Floats, Floats]:
    """(p, r) where each wall begins and ends in the view of each point, whose view of the shape `ends` there."""
    ax, ay, bx, by = walls
    one, other = _turns(to_x, to_y, ax - px, ay - py), _turns(to_x, to_y, bx - px, by - py)
    low, high = np.minimum(one, other), np.maximum(one, other)
    behind = high - low > np.pi  # round behind the point, from which it can reach into one end of the view only
    if behind.any():
        into_last = ends > high
        begin = np.where(behind, np.where(into_last, high, -np.pi), low)
        return begin, np.where(behind, np.where(into_last, np.pi, low), high)
    return low, high


def _in_front(px: Floats, py: Floats, outside: Mask, shape: Shape, walls: Floats) -> Mask:
    """(p, r) walls in front of the shape: it lies beyond the wall's line, or the wall, like the point, outside the line
    of one of the shape's sides. `outside` (c, p, r): whether the point does."""
    ax, ay, bx, by = walls
    start = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    low, high = shape.about(walls)
    found = ((start > 0) & (high <= 0)) | ((start < 0) & (low >= 0))
    for point_out, wall_out in zip(outside, shape.shuts_out(walls), strict=True):
        found |= point_out & wall_out
    return np.asarray(found & (start != 0))  # a wall seen from its end hides nothing


def _shown(shape: Shape, depths: Floats, towards: Floats, wide: Floats) -> Floats:
    """(p, n) an area of the shape that shows at least where nothing is in the way for `wide` about the direction
    `towards` (from due east): about the ray in the middle, as long as that is in the shape, what is within the least
    distance of the shape across."""
    x, y = (part[:, None, None] for part in shape.inward)
    rate = x * np.cos(towards) + y * np.sin(towards)
    with np.errstate(divide="ignore", invalid="ignore"):
        met = -depths / rate
    enter = np.where(rate > 0, met, -np.inf).max(axis=0)
    leave = np.where(rate < 0, met, np.inf).min(axis=0)
    distance = np.maximum(-depths.min(axis=0), 0.0)
    return np.asarray(np.maximum(leave - enter, 0.0) * distance * np.sin(np.minimum(wide, np.pi / 2) / 2))
