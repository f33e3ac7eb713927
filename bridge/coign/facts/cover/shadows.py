"""Haze, and the shadows of flat obstacles: their outlines, scaled about the point that looks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely

from coign.facts.cover.looks import NOWHERE
from coign.geometry import areas
from coign.geometry.areas import Geometries
from coign.geometry.lines import Floats, Points
from coign.grid.space import Box
from coign.scene.regions import Area
from coign.util.tasks import Task


class Haze(NamedTuple):
    """An area between two heights, in units, that no eye sees into or through."""

    polygon: shapely.Geometry
    bottom: float = -np.inf
    top: float = np.inf

    @classmethod
    def of(cls, area: Area) -> Haze:
        """Return an area as haze."""
        return cls(area.polygon, area.bottom, area.top)


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
