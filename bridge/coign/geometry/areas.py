"""Areas in quanta, as shapely polygons: shares of them, and the walls that may hide a part of one.

`coign.geometry.lines` decides whether a line passes a wall, and `coign.geometry.sweep` what a point sees past walls.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.geometry.lines import Floats, Mask, Points
from coign.grid.space import Box

Geometries = NDArray[Any]  # of shapely geometries, or None

NOTHING = shapely.Polygon()
AREA, AREAS, MIXED = 3, 6, 7  # a polygon, several, and a collection, as GEOS numbers the kinds of geometries
DIGITS = 9  # of a share: what is less is rounding
HAIR = 0.01  # square quanta: a smaller piece of an area is rounding


# The borders of a wall's shadow run from the point to the first end, from the second end to the point, and from the
# second end to the first. In x, then in y, each is a sum of the ends (x0 y0 x1 y1), less one of the point (x y).
_OF_ENDS = np.array([(1, 0, 0, 0), (0, 0, -1, 0), (1, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, -1), (0, 1, 0, -1)], float)
_OF_POINT = np.array([(1, 0), (-1, 0), (0, 0), (0, 1), (0, -1), (0, 0)], float)


def cast(points: Points, walls: Floats, box: Box | Floats) -> tuple[Mask, Mask]:
    """Tell (p, k) which walls (k, 4) may hide a part of a box from points (p, 2), and which hide all of it.

    The box is the same for all points, or each point has its own (4, p, 1).

    No shadow falls on the box if it lies on the near side of the wall, or outside one of the two rays; all of it is in
    the shadow if it lies on the inner side of all three. A wall seen from its end hides nothing. Exact in whole quanta.

    This is a shortcut: most walls are decided here, and no polygon is made of them. The answer without it is the same
    (`tests/annotations/test_shortcut.py`), and an attack takes two thirds longer.
    """
    to = _OF_ENDS.dot(walls.T)[:, None] - _OF_POINT.dot(points.T)[:, :, None]
    to_x, to_y = to[:3], to[3:]
    turn = to_y[0] * to_x[1] - to_x[0] * to_y[1]
    # How far inside each of the three borders the middle of the box lies, and how much farther in or out a corner may.
    (x0, y0, x1, y1), x, y = box, points[:, :1], points[:, 1:]
    middle = to_x * ((y0 + y1) / 2 - y) - to_y * ((x0 + x1) / 2 - x)
    middle[2] -= turn
    facing = np.sign(turn)
    middle *= facing
    np.abs(to, out=to)
    corner = to_x * ((y1 - y0) / 2) + to_y * ((x1 - x0) / 2)
    partly = (middle > -corner).all(axis=0) & facing.astype(bool)
    return np.asarray(partly), np.asarray(partly & (middle >= corner).all(axis=0))


def common(parts: Any, whole: Any) -> Any:
    """Intersect areas, one or an array, with an area or an array of them. Only areas remain."""
    return only_areas(shapely.intersection(parts, whole))


def outside(parts: Any, whole: Any) -> Any:
    """Return the rest of areas, one or an array, outside an area or an array of them. Only areas remain."""
    return only_areas(shapely.difference(parts, whole))


def together(parts: Any, others: Any) -> Any:
    """Unite areas, one or an array, with an area or an array of them. Only areas remain."""
    return only_areas(shapely.union(parts, others))


def only_areas(shapes: Any) -> Any:
    """Return a shape or an array of them without points and lines.

    Where two areas touch, GEOS returns points and lines among the polygons, and then refuses to take such a collection.
    It may also leave a line where two areas are a hair apart, and unites them all the same.
    """
    kind = shapely.get_type_id(shapes)
    odd = (kind != AREA) & (kind != AREAS)
    if not isinstance(shapes, np.ndarray):
        return _areas_of(shapes, kind) if odd else shapes
    if odd.any():
        shapes = shapes.copy()
        shapes[odd] = [_areas_of(*pair) for pair in zip(shapes[odd], kind[odd].tolist(), strict=True)]
    return shapes


def _areas_of(shape: shapely.Geometry, kind: int) -> shapely.Geometry:
    if kind != MIXED:
        return NOTHING
    pieces = shapely.get_parts(shape)
    return shapely.union_all(pieces[shapely.get_dimensions(pieces) == 2])


def without_hairs(shapes: Geometries) -> Geometries:
    """Return shapes without the pieces that are only rounding.

    Where two areas end on one line, a piece without width may be left between them. Of a shape with such a piece GEOS
    may find all of another one in common.
    """
    several = shapely.get_type_id(shapes) == AREAS
    if not several.any():
        return shapes
    pieces, shape = shapely.get_parts(shapes[several], return_index=True)
    is_hair = shapely.area(pieces) < HAIR
    if not is_hair.any():
        return shapes
    cleaned, shapes = shapes[several], shapes.copy()
    for n in set(shape[is_hair].tolist()):
        cleaned[n] = shapely.union_all(pieces[(shape == n) & ~is_hair])
    shapes[several] = cleaned
    return shapes


def without_holes(area: shapely.Geometry) -> Iterator[shapely.Polygon]:
    """Yield the parts of an area as polygons of one outline each, cut through its holes."""
    for part in shapely.get_parts(area):
        if part.geom_type != "Polygon":
            continue
        if not shapely.get_num_interior_rings(part):
            yield part
            continue
        x0, y0, x1, y1 = part.bounds
        middle = shapely.get_interior_ring(part, 0).centroid.x
        for box in ((x0, y0, middle, y1), (middle, y0, x1, y1)):
            yield from without_holes(part & shapely.box(*box))


def simple(ring: list[list[float]], most: float) -> list[list[float]]:
    """Return an outline without points that nobody would miss. The shadows of layers add many of them."""
    line = shapely.linestrings([*ring, ring[0]])
    found: list[list[float]] = shapely.get_coordinates(shapely.simplify(line, most)).tolist()
    return found[:-1]


def in_order(rings: list[Points]) -> list[list[list[float]]]:
    """Begin each ring at its westernmost corner, and sort them by it.

    GEOS promises no order of the parts of a union, nor where a ring begins: its builds differ.
    """
    begun = []
    for spots in map(np.ndarray.tolist, rings):
        first = spots.index(min(spots))
        begun.append(spots[first:] + spots[:first])
    return sorted(begun)


def about(box: Box) -> Box:
    """Return a slightly larger box, in whole quanta, so that views of the given box do not end at its sides."""
    x0, y0, x1, y1 = box
    return math.floor(x0) - 1.0, math.floor(y0) - 1.0, math.ceil(x1) + 1.0, math.ceil(y1) + 1.0


def inside(box: Box) -> Box:
    """Return the box of all whole quanta that lie inside a box, and not on its border."""
    x0, y0, x1, y1 = box
    return math.floor(x0) + 1.0, math.floor(y0) + 1.0, math.ceil(x1) - 1.0, math.ceil(y1) - 1.0
