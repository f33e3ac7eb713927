"""What walls leave open of the view of a shape: nothing for certain, something for certain, or neither.

Seen from a point outside it, a convex shape spans less than half a turn. A wall that does not pass through the shape's
inside is in front of it on every ray that meets both, or on none. So the shape is hidden where the walls in front leave
no gap in what it spans; and where they leave one, as much of it shows as lies about the middle of the gap, or more.
Walls through its inside hide only parts of it: `cut_along` makes shapes that have none.

In bulk, as in `coign.bulk`: a row for each place and each wall near it. Turns are radians from the direction in which
a point sees the shape's middle.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coign.bulk import Rows
from coign.geometry import Floats, Mask, Points, ahead, clip, polygon_area

SLIVER = 1e-12  # radians: a narrower gap is rounding
TOUCH = 1e-4  # quanta: so far a wall may seem to enter a shape that has been cut along it
CRUMB = 1e-9  # of a shape: a smaller piece of it is rounding


class Shape:
    """A convex shape, clockwise or not, with what every view of it needs: its middle, its area, and the line of each
    side, as a unit vector across it into the shape and how far along that the line lies."""

    def __init__(self, corners: Points) -> None:
        self.corners = corners
        x, y = corners.T
        beyond = ahead(len(corners))
        turns = x * y[beyond] - y * x[beyond]
        self.area = float(abs(turns.sum()) / 2)
        self.middle = x.mean(), y.mean()
        dx, dy = x[beyond] - x, y[beyond] - y
        long = np.hypot(dx, dy) * np.sign(turns.sum())
        self.inward = -dy / long, dx / long
        self._at = self.inward[0] * x + self.inward[1] * y

    def depths(self, spots: Floats) -> Floats:
        """(c, ...) how far inside the line of each side each spot (2, ...) lies, in quanta."""
        side = (slice(None), *(None for _ in spots.shape[1:]))
        x, y = self.inward
        return np.asarray(x[side] * spots[0] + y[side] * spots[1] - self._at[side])

    def about(self, walls: Floats) -> tuple[Floats, Floats]:
        """(r,) twice: on which side of each wall's line (4, r) the shape lies, from its one corner to its other; less
        than a touch is neither."""
        ax, ay, bx, by = walls
        dx, dy = bx - ax, by - ay
        sides = dx * (self.corners[:, 1:] - ay) - dy * (self.corners[:, :1] - ax)
        touch = TOUCH * (np.abs(dx) + np.abs(dy))
        return np.asarray(sides.min(axis=0) + touch), np.asarray(sides.max(axis=0) - touch)

    def shuts_out(self, walls: Floats) -> Mask:
        """(c, r) whether each wall (4, r) lies wholly on the outer side of the line of each side."""
        return np.asarray(np.maximum(self.depths(walls[:2]), self.depths(walls[2:])) <= TOUCH)


class Openings(NamedTuple):
    """(p, n) the widest gap in the view that each point of each place has of a shape, in radians, and how much of the
    shape shows through it at least, in square quanta."""

    widest: Floats
    shown: Floats


def openings(points: Floats, shape: Shape, walls: Floats, stops: Mask, rows: Rows) -> Openings:
    """What walls leave open of a shape to p points of each of n places (2, p, n).

    `walls` (4, r) are near the places that `rows` say; `stops` (p or 1, r): which stop what comes from each point.
    """
    px, py = points
    to_x, to_y = shape.middle[0] - px, shape.middle[1] - py
    x, y = shape.corners.T[..., None, None]
    corners = _turns(to_x, to_y, x - px, y - py)  # (c, p, n)
    first, last = corners.min(axis=0), corners.max(axis=0)
    depths = shape.depths(points)
    px, py, to_x, to_y, begins, ends = (rows.spread(of) for of in (px, py, to_x, to_y, first, last))
    front = stops & _in_front(px, py, rows.spread(depths < 0), shape, walls)
    begin, end = _spans(px, py, to_x, to_y, walls, ends)
    begin = np.where(front, np.minimum(np.maximum(begin, begins), ends), begins)
    end = np.where(front, np.minimum(np.maximum(end, begins), ends), begins)
    begin, end = rows.beside(begin, first), rows.beside(end, first)  # (p, n, most)
    begin.sort(axis=-1)
    end.sort(axis=-1)
    # The n-th span to begin leaves a gap where n - 1 have ended by then: no other is still under way.
    begin = np.concatenate([begin, last[..., None]], axis=-1)
    end = np.concatenate([first[..., None], end], axis=-1)
    gaps = begin - end
    at = gaps.argmax(axis=-1)[..., None]
    widest = np.take_along_axis(gaps, at, -1)[..., 0]
    middle = np.take_along_axis(begin + end, at, -1)[..., 0] / 2
    px, py = points
    towards = middle + np.arctan2(shape.middle[1] - py, shape.middle[0] - px)
    return Openings(widest, _shown(shape, depths, towards, widest))


def screened(points: Points, shape: Points, walls: Floats, stops: Mask) -> Mask:
    """(p,) points (p, 2) from which walls (k, 4) in front of a convex `shape` hide all of it, side by side; `stops`
    (p, k) says which walls stop what comes from each point."""
    rows = Rows(np.zeros(len(walls), np.intp), 1)
    return np.asarray(openings(points.T[..., None], Shape(shape), walls.T, stops, rows).widest[:, 0] <= SLIVER)


def cut_along(shape: Points, walls: Floats, most: int) -> list[Points]:
    """Pieces of a convex shape, cut along each of `walls` (k, 4) that passes through its inside, so that none passes
    through the inside of a piece. Once there are more than `most` it is left at that."""
    pieces = [shape]
    for wall in walls:
        whole, pieces = pieces, []
        for piece in whole:
            pieces += _halves(piece, wall) if _enters(piece, wall) else [piece]
        if len(pieces) > most:
            break
    return [piece for piece in pieces if polygon_area(piece) > CRUMB * polygon_area(shape)]


def _halves(shape: Points, wall: Floats) -> list[Points]:
    """The parts of a shape on either side of the line of a wall (4,)."""
    ax, ay, bx, by = wall.tolist()
    outline = [(float(x), float(y)) for x, y in shape]
    parts = clip(outline, ax, ay, bx, by), clip(outline, bx, by, ax, ay)
    apart = [
        [spot for n, spot in enumerate(part) if np.hypot(*np.subtract(spot, part[n - 1])) > TOUCH] for part in parts
    ]
    return [np.array(part) for part in apart if len(part) > 2]


def _enters(piece: Points, wall: Floats) -> bool:
    """Whether a wall (4,) passes through the inside of a convex piece."""
    shape, lines = Shape(piece), wall[:, None]
    low, high = shape.about(lines)
    return bool(low[0] < 0 < high[0]) and not shape.shuts_out(lines).any()


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
