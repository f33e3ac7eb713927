"""The shadows of obstacles: their outlines, scaled about the point that looks.

A wall hides all that lies behind it, and a sweep (`coign.geometry.sweep`) gives what is left. A wall that is too low or
too high up for a part of the way hides a band. Spots equally far behind the wall have lines that meet it equally far
along the way. So both borders of the band are the wall itself, scaled by a factor. The shadow of a flat obstacle is its
outline, scaled by one factor.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.cover.looks import NOWHERE
from coign.geometry import areas, sweep
from coign.geometry.areas import Geometries
from coign.geometry.lines import Floats, Mask, Points, cross
from coign.grid.space import Box
from coign.scene.regions import Area
from coign.util.tasks import Task, batches

HAIR = 1e-7  # quanta: a point so close to the line of a wall sees the wall from its end
NARROW = 1e-12  # radians: a wall that looks narrower hides nothing
LEAST_ALONG = 1e-6  # of the way to a spot: what is met nearer to the point counts as met there
JOINED = 256  # bands that are joined in one step
CUT = 16  # views past whole walls that are cut to the part of the body in one step
BANDS = 4_000  # of all points together; beyond it, walls that look narrow do not count

Ints = NDArray[np.intp]


class Before(NamedTuple):
    """Walls (n,) that stand before points.

    view         (n,) the point that each stands before
    lines        (n, 4) their ends
    first, last  (n,) the start and end of the part of the way, from 0 at the point to 1 at a spot, on which each hides
    limited      (n,) whether they are terrain walls, of which two hide as much as one other wall; None: none is
    """

    view: Ints
    lines: Floats
    first: Floats
    last: Floats
    limited: Mask | None

    def those(self, which: Mask | Ints) -> Before:
        """Select some of the walls."""
        limited = None if self.limited is None else self.limited[which]
        return Before(self.view[which], self.lines[which], self.first[which], self.last[which], limited)


class Haze(NamedTuple):
    """An area between two heights, in units, that no eye sees into or through."""

    polygon: shapely.Geometry
    bottom: float = -np.inf
    top: float = np.inf

    @classmethod
    def of(cls, area: Area) -> Haze:
        """Return an area as haze."""
        return cls(area.polygon, area.bottom, area.top)


def past_walls(parts: Geometries, points: Points, box: Box, walls: Before) -> Task[bool]:
    """Take from `parts` (v,) of a box what each of the points (v, 2) does not see past the walls before it.

    Return whether every wall counted: beyond `BANDS` and `sweep.ROWS` those that look narrowest do not.
    """
    bands, limited, exact = (walls.first > 0) | (walls.last < 1), walls.limited, True
    if limited is not None:
        # Two terrain walls hide together, so let all before a point be bands if one is.
        bands |= limited & np.isin(walls.view, walls.view[limited & bands])
    if not bands.all():
        # Sweep for the points that stand before whole walls.
        whole, swept = walls.those(~bands), np.zeros(len(points), bool)
        swept[whole.view] = True
        view = (swept.cumsum() - 1)[whole.view]
        around = np.array(areas.about(box))
        seen = yield from sweep.seeing(points[swept], around, view, whole.lines, whole.limited)
        (rows,), exact = swept.nonzero(), seen.exact
        for batch in batches(len(rows), CUT):
            yield
            parts[rows[batch]] = areas.common(seen.parts[batch], parts[rows[batch]])
        yield
    if bands.any():
        standing, every = _widest(points, walls.those(bands))
        yield from _take_bands(parts, points, box, standing)
        exact &= every
    return exact


def _widest(points: Points, walls: Before) -> tuple[Before, bool]:
    """Return the walls that look widest, up to the limit, and whether these are all."""
    if len(walls.view) <= BANDS:
        return walls, True
    a, b = walls.lines[:, :2] - points[walls.view], walls.lines[:, 2:] - points[walls.view]
    width = np.arctan2(np.abs(cross(a, b)), (a * b).sum(axis=1))
    return walls.those(np.sort(np.argsort(-width, kind="stable")[:BANDS])), False


def _take_bands(parts: Geometries, points: Points, box: Box, walls: Before) -> Task[None]:
    """Take the bands that walls hide from `parts` (v,); of those of terrain walls, what lies in two of them."""
    walls, once = _bands(points, box, walls.those(walls.view.argsort(kind="stable")))
    view = walls.view
    twice = None if walls.limited is None else np.where(walls.limited, areas.NOTHING, once)
    # Join every second shape of a view with the one before it, until each view has one.
    bands = JOINED
    while (second := (np.arange(len(view)) - np.searchsorted(view, view)) % 2 == 1).any():
        (after,) = second.nonzero()
        for batch in batches(len(after), bands):
            left, right = after[batch] - 1, after[batch]
            if twice is not None:
                both = areas.common(once[left], once[right])
                twice[left] = areas.together(areas.together(twice[left], twice[right]), both)
            once[left] = areas.together(once[left], once[right])
            yield
        once, twice, view = once[~second], None if twice is None else twice[~second], view[~second]
        bands //= 2  # a shape now has twice as many bands
    hidden = once if twice is None else twice
    for batch in batches(len(view), bands):
        parts[view[batch]] = areas.outside(parts[view[batch]], hidden[batch])
        yield


def _bands(points: Points, box: Box, walls: Before) -> tuple[Before, Geometries]:
    """Return the walls that hide a band, and their bands, as far as they may lie in the box."""
    at = points[walls.view]
    a, b = walls.lines[:, :2] - at, walls.lines[:, 2:] - at
    turn = np.abs(cross(a, b))
    away = turn / np.hypot(*(b - a).T)  # from each point to the line of its wall
    # End an endless band beyond the box.
    (x, y), (x0, y0, x1, y1) = at.T, box
    reach = np.hypot(np.maximum(np.abs(x0 - x), np.abs(x1 - x)), np.maximum(np.abs(y0 - y), np.abs(y1 - y)))
    with np.errstate(divide="ignore"):
        far = np.minimum(2 * reach / away, np.where(walls.first > LEAST_ALONG, 1 / walls.first, np.inf))
    near = 1 / np.clip(walls.last, LEAST_ALONG, 1.0)
    hides = (away > HAIR) & (turn > NARROW * np.hypot(*a.T) * np.hypot(*b.T)) & (near < far) & (walls.last > 0)
    at, a, b, near, far = at[hides], a[hides], b[hides], near[hides, None], far[hides, None]
    return walls.those(hides), shapely.polygons(
        np.stack([at + a * near, at + a * far, at + b * far, at + b * near], axis=1)
    )


def take_away(parts: Geometries, points: Points, box: Box, outline: shapely.Geometry, passed: Floats) -> Task[None]:
    """Take the shadow of a flat obstacle from `parts` (p, v): what points see of a body in a box in each look.

    Lines pass the obstacle `passed` (v,) of the way along, NOWHERE if they do not.
    """
    (look,) = (passed != NOWHERE).nonzero()
    if not len(look):
        return
    # Shrink the body's box towards the point, to the window in which lines pass the obstacle.
    at, along = points[:, None], passed[look][:, None]
    x0, y0, x1, y1 = box
    low, high = (at + along * (np.array(corner) - at) for corner in ((x0, y0), (x1, y1)))
    windows = shapely.box(low[..., 0], low[..., 1], high[..., 0], high[..., 1])
    # Find the windows that the outline meets, and those that it fills.
    met = shapely.intersects(outline, windows)
    covered = met.copy()
    covered[met] = shapely.covers(outline, windows[met])
    point, n = covered.nonzero()
    parts[point, look[n]] = areas.NOTHING
    # Scale the outline inside each other window up to the body, and subtract it.
    for point, n in np.argwhere(met & ~covered).tolist():
        shown, eye = parts[point, look[n]], at[point, 0]
        for piece in areas.without_holes(areas.common(outline, windows[point, n])):
            spots = eye + (shapely.get_coordinates(piece) - eye) / passed[look[n]]
            shown = areas.outside(shown, shapely.Polygon(spots))
        parts[point, look[n]] = shown
        yield


def borders(polygon: shapely.Geometry) -> Floats:
    """Return the borders of a polygon as walls (k, 4)."""
    parts = shapely.get_parts(shapely.get_parts(polygon.boundary))
    rings = [shapely.get_coordinates(part) for part in parts]
    return np.vstack([np.hstack([ring[:-1], ring[1:]]) for ring in rings]) if rings else np.empty((0, 4))
