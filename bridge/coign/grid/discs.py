"""Discs by the way a grid counts: all points within a distance of a middle, as Foundry's grid-based shapes have them.

Equidistant diagonals make a square, rectilinear ones a rhombus, exact and approximate ones an octagon, and alternating
ones a square with steps at its corners. On hexes it is a hexagon with its corners in the directions of the neighbours.
(foundryvtt/foundryvtt issue 10476; League-of-Foundry-Developers/foundry-vtt-types, `BaseGrid#getCircle`)
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import shapely

from coign.grid.grid import (
    ALTERNATING_1,
    ALTERNATING_2,
    APPROXIMATE,
    EQUIDISTANT,
    EXACT,
    Grid,
)
from coign.grid.space import QUANTA

ROUND = 16  # segments of a quarter circle
MOST_STEPS = 100.0  # spaces: a larger disc of alternating diagonals is an octagon

Spot = tuple[float, float]


def disc(grid: Grid, radius: float) -> shapely.Polygon:
    """Return the disc of a radius in quanta about (0, 0); round without a grid."""
    if grid.is_gridless or radius <= 0:
        return shapely.Point(0, 0).buffer(max(0.0, radius), quad_segs=ROUND)
    if grid.is_hex:
        first = 0.0 if grid.pointy else 90.0
        turns = [math.radians(first + 60.0 * n) for n in range(6)]
        return shapely.Polygon([(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns])
    quarter = _quarter(grid, radius)
    ring = [*quarter, *((-y, x) for x, y in quarter), *((-x, -y) for x, y in quarter), *((y, -x) for x, y in quarter)]
    return shapely.Polygon(ring)


def reach(grid: Grid, distance: float, direction: float) -> float:
    """Return how far, in quanta, a distance by the grid goes in a direction (degrees, 0 = east, clockwise).

    >>> round(reach(Grid(), 1000.0, 45), 1)  # each diagonal step counts as one
    1414.2
    """
    turn, far = math.radians(direction), 4.0 * distance
    ray = shapely.linestrings([(0, 0), (far * math.cos(turn), far * math.sin(turn))])
    inside = shapely.get_coordinates(shapely.intersection(ray, disc(grid, distance)))
    return max((math.hypot(x, y) for x, y in inside.tolist()), default=0.0)


def _quarter(grid: Grid, radius: float) -> list[Spot]:
    """Return the corners from due east to just before due south."""
    step = grid.size * QUANTA
    if grid.diagonals == EQUIDISTANT:
        return [(radius, radius)]
    if grid.diagonals in (ALTERNATING_1, ALTERNATING_2) and radius / step <= MOST_STEPS:
        eighth = [(x * step, y * step) for x, y in _alternating(radius / step, grid.diagonals == ALTERNATING_2)]
        mirrored = [(y, x) for x, y in reversed(eighth) if 0 < y < x]
        return [*eighth, *mirrored]
    if grid.diagonals in (EXACT, APPROXIMATE, ALTERNATING_1, ALTERNATING_2):
        diagonal = radius / (math.sqrt(2) if grid.diagonals == EXACT else 1.5)
        return [(radius, 0.0), (diagonal, diagonal)]
    return [(radius, 0.0)]


def _alternating(radius: float, first_double: bool) -> Iterator[Spot]:
    """Yield the corners of the eighth south of east, in spaces: each second step south costs one step east."""
    south = 0
    while (east := radius - (south + first_double) // 2) > south:
        yield east, float(south)
        south += 1
        if radius - (south + first_double) // 2 == east <= south:
            yield east, east  # on the diagonal, in a step that costs nothing
            return
