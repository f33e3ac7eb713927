"""How much of a shape a point can see past walls: exact areas, by sweeping a ray around the point.

Between two neighbouring directions in which something begins or ends (the end of a wall, a corner of the shape, the
crossing of two of them) a ray always meets the same wall first and enters and leaves the shape through the same sides,
so that what it sees there is a triangle less a triangle. All points are swept at once. The answer is the area of the
polygon difference of shape and shadows, without building either; a test builds them, and holds the two together.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from coign.geometry.lines import Floats, Mask, Points, ahead, blocked, cross_walls, polygon_area

FAR = np.inf
SLIVER = 1e-12  # radians: a narrower wedge is rounding


def visible_areas(
    points: Points, shape: Points, walls: Floats, stops: Mask, limited: Mask | None = None, most: int | None = None
) -> Floats | None:
    """(p,) area of a convex `shape` (c, 2) that each of `points` (p, 2) sees past `walls` (k, 4).

    `stops` (p, k) says which walls stop each point's sight; `limited` (k,) which of them only from the second on.
    Square quanta. None where that would take more than `most` meetings of rays with lines.
    """
    sides = np.concatenate([shape, shape[ahead(len(shape))]], axis=1)  # (c, 4)
    lines = np.concatenate([sides, walls])
    count = len(sides)
    with np.errstate(divide="ignore", invalid="ignore"):
        start, stop, base, inside = _wedges(points, shape, sides, walls, lines)
        if most is not None and start.size * len(lines) > most:
            return None
        offset = lines[:, :2] - points[:, None]  # (p, l, 2)
        along = lines[:, 2:] - lines[:, :2]  # (l, 2)
        square = offset[..., 0] * along[:, 1] - offset[..., 1] * along[:, 0]  # (p, l)
        far = _distances(offset, along, square, _rays((start + stop) / 2 + base))
        enter, leave, entry, line = _through(far[..., :count], inside)
        if len(walls):
            nearest, wall = _first_wall(np.where(stops[:, None], far[..., count:], FAR), limited)
            line = np.where(nearest < leave, wall + count, line)
            leave = np.where(nearest <= enter, FAR, leave)
        bounds = np.stack([line, entry])  # (2, p, x): what ends the view, where the shape begins
        rays = _rays(np.stack([start, stop])[:, None] + base)  # (2, 1, p, x, 2)
        rise = along[bounds]
        reach = np.take_along_axis(square[None, :, None], bounds[..., None], 3)[..., 0]
        reach = reach / (rays[..., 0] * rise[..., 1] - rays[..., 1] * rise[..., 0])
        outer, inner = reach[0] * reach[1]
        wedge = stop - start
        seen = (outer - np.where(inside[:, None], 0.0, inner)) * np.sin(wedge) / 2
    counts = np.isfinite(leave) & (wedge > SLIVER) & (seen > 0)
    return np.asarray(np.where(counts, seen, 0.0).sum(axis=1))


def sampled_areas(points: Points, shape: Points, walls: Floats, stops: Mask, limited: Mask, samples: int) -> Floats:
    """(p,) the same as `visible_areas`, counted at about so many places, four to four hundred, all over the shape."""
    low, high = shape.min(axis=0), shape.max(axis=0)
    side = math.isqrt(min(400, max(4, samples)))
    steps = (np.arange(side) + 0.5) / side
    spots = low + np.stack(np.meshgrid(steps, steps), axis=2).reshape(-1, 2) * (high - low)
    spots = spots[_inside(spots, np.concatenate([shape, shape[ahead(len(shape))]], axis=1))]
    crossings = cross_walls(points, np.floor(spots + 0.5), walls)  # whole quanta, so that a spot on a wall is on it
    hidden = blocked(crossings, (stops & ~limited)[:, None], (stops & limited)[:, None])
    return np.asarray((1.0 - hidden.mean(axis=1)) * polygon_area(shape))


def _wedges(
    points: Points, shape: Points, sides: Floats, walls: Floats, lines: Floats
) -> tuple[Floats, Floats, Floats, Mask]:
    """(p, x) first and last direction of each wedge, off `base` (p, 1), the direction of the shape's middle; and (p,)
    which points lie in the shape."""
    events = np.concatenate([shape, walls[:, :2], walls[:, 2:], _meetings(walls, lines)])
    offset = events - points[:, None]
    centre = shape.mean(axis=0) - points
    base = np.arctan2(centre[:, 1:], centre[:, :1])
    turns = np.arctan2(offset[..., 1], offset[..., 0]) - base
    turns -= 2 * np.pi * np.round(turns / (2 * np.pi))
    inside = _inside(points, sides)
    corners = turns[:, : len(shape)]
    first = np.where(inside, -np.pi, corners.min(axis=1))[:, None]
    last = np.where(inside, np.pi, corners.max(axis=1))[:, None]
    turns = np.concatenate([first, np.minimum(np.maximum(turns, first), last), last], axis=1)
    turns.sort(axis=1)
    return turns[:, :-1], turns[:, 1:], base, inside


def _rays(angles: Floats) -> Floats:
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)


def _inside(points: Points, sides: Floats) -> Mask:
    """(p,) points inside a convex shape or on its border: from there, what is seen begins at the point."""
    along = sides[:, 2:] - sides[:, :2]
    turn = along[:, 0] * (points[:, 1:] - sides[:, 1]) - along[:, 1] * (points[:, :1] - sides[:, 0])
    return np.asarray((turn >= 0).all(axis=1) | (turn <= 0).all(axis=1))


def _meetings(walls: Floats, lines: Floats) -> Points:
    """Points where walls cross each other, or the sides of the shape."""
    gap = lines[None, :, :2] - walls[:, None, :2]
    u, v = (walls[:, 2:] - walls[:, :2])[:, None], (lines[:, 2:] - lines[:, :2])[None]
    turn = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
    t = (gap[..., 0] * v[..., 1] - gap[..., 1] * v[..., 0]) / turn
    s = (gap[..., 0] * u[..., 1] - gap[..., 1] * u[..., 0]) / turn
    rows, columns = np.nonzero((t > 0) & (t < 1) & (s > 0) & (s < 1))
    return np.asarray(walls[rows, :2] + t[rows, columns][:, None] * u[rows, 0])


def _distances(offset: Floats, along: Floats, square: Floats, rays: Floats) -> Floats:
    """(p, x, l) how far along each ray from each point each line is met; infinite where it is not."""
    dx, dy = rays[..., 0:1], rays[..., 1:2]
    turn = dx * along[:, 1] - dy * along[:, 0]
    far = square[:, None] / turn
    at = (offset[:, None, :, 0] * dy - offset[:, None, :, 1] * dx) / turn
    return np.where((far > 0) & (at >= 0) & (at <= 1), far, FAR)


def _through(far: Floats, inside: Mask) -> tuple[Floats, Floats, NDArray[np.intp], NDArray[np.intp]]:
    """Where each ray enters and leaves the shape, and through which sides; leaves at infinity where it misses."""
    entry = far.argmin(axis=2)
    back = np.where(far < FAR, far, -1.0)
    leave = back.max(axis=2)
    enter = np.where(inside[:, None], 0.0, far.min(axis=2))
    return enter, np.where(leave < 0, FAR, leave), entry, back.argmax(axis=2)


def _first_wall(far: Floats, limited: Mask | None) -> tuple[Floats, NDArray[np.intp]]:
    """How far each ray gets, and which wall ends it: the nearest solid one, or the second of the limited ones."""
    if limited is not None and limited.any():
        some = np.where(limited, far, FAR)
        first = some.argmin(axis=2)[..., None]
        met = np.take_along_axis(some, first, 2) < FAR
        np.put_along_axis(far, first, np.where(met, FAR, np.take_along_axis(far, first, 2)), 2)
    return far.min(axis=2), far.argmin(axis=2)
