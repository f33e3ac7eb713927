"""Floors and ceilings in the way of sightlines: the lines that they stop, and the part of the target that they hide.

A line from middle to middle passes the elevation of a floor at one point of its way, the same for all lines between
two spaces. So a floor casts its own outline as its shadow, larger by the rest of the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import shapely

from coign.facts.cover.heights import Passage
from coign.geometry import areas
from coign.geometry.lines import Floats, Mask, Points
from coign.grid.space import Space
from coign.scene.regions import Area
from coign.util.tasks import Task

NUDGE = 1 / 32  # quanta: how far beside a line its copies pass a floor


class Floor(NamedTuple):
    """The outline of a floor, and how far along the way lines pass its elevation, 0 to 1."""

    outline: shapely.Geometry
    along: float


def in_the_way(passage: Passage, regions: Sequence[Area], *, sight: bool, invisible: bool) -> list[Floor]:
    """Return the floors and ceilings of regions that stop effect between two spaces.

    With `sight`, those that stop sight. With `invisible`, those that stop only movement too.
    """
    found = []
    for area in regions:
        for surface in area.surfaces:
            stops = surface.sight if sight else surface.move and (surface.sight or invisible)
            along = passage.reaches(surface.elevation)
            if stops and along is not None:
                found.append(Floor(area.polygon, along))
    return found


def through(floors: Sequence[Floor], points: Points, ends: Points) -> Mask:
    """(p, m) lines whose middle passes through the floors, with both of the parallel lines closest to it.

    So a line that grazes the edge of a floor is clear, and one between two floors that touch is not.
    """
    way = ends - points[:, None]
    length = np.maximum(np.hypot(way[..., 0], way[..., 1]), 1.0)[..., None]
    aside = NUDGE * np.stack([-way[..., 1], way[..., 0]], axis=-1) / length
    copies = np.zeros((2, *way.shape[:2]), bool)
    for outline, along in floors:
        for copy, nudge in zip(copies, (aside, -aside), strict=True):
            at = points[:, None] + along * way + nudge
            copy |= shapely.intersects_xy(outline, at[..., 0], at[..., 1])
    return np.asarray(copies.all(axis=0))


def shadows(floors: Sequence[Floor], points: Points, target: Space) -> Task[areas.Geometries]:
    """(p,) the parts of a space that floors hide from each point, and what lies about them; None where they do not.

    It is a cooperative task: there may be a thousand floors.
    """
    found = np.full(len(points), None, object)
    for n, point in enumerate(points if floors else ()):
        parts: list[shapely.Polygon] = []
        for outline, along in floors:
            parts += _shadow(outline, along, point, target)
            yield
        if parts:
            found[n] = shapely.union_all(parts)
    return found


def _shadow(outline: shapely.Geometry, along: float, point: Floats, target: Space) -> Iterator[shapely.Polygon]:
    """Yield the parts of a floor's shadow that fall on a space."""
    x0, y0, x1, y1 = target.box
    window = shapely.box(
        *(point + along * (np.array([x0, y0]) - point)), *(point + along * (np.array([x1, y1]) - point))
    )
    if not shapely.intersects(outline, window):
        return
    for part in areas.without_holes(areas.common(outline, window)):
        yield shapely.Polygon(point + (shapely.get_coordinates(part) - point) / along)
