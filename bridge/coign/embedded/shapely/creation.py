"""Geometries from coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np
from shapely.geometry import TRAY, Array, Geometry, all_made, as_array, each, geos, made

POINT, LINE, RING, POLYGON = range(4)  # as the kernel `make` counts them
MULTIPOINT = 4  # as GEOS counts its types
SMALLEST_RING = 3  # points, besides the first again at the end


def polygons(geometries: Any) -> Any:
    """Make polygons without holes. Raises ValueError for a ring of fewer than three points."""
    if isinstance(geometries, np.ndarray) and geometries.dtype == object:  # of rings
        return all_made(each("fill", geometries), geometries.shape)
    return _each(POLYGON, geometries)


def linearrings(coords: Any, indices: Any) -> Any:
    """Make a ring of the points of each index. Raises ValueError for an index without points, or with too few."""
    counts = np.bincount(indices)
    if len(counts) and not counts.all():
        raise ValueError(f"Index {int(counts.argmin())} is missing from the input indices.")
    return _made(RING, _points(coords), counts.tolist(), (len(counts),))


def linestrings(coords: Any) -> Any:
    return _each(LINE, coords)


def box(xmin: Any, ymin: Any, xmax: Any, ymax: Any) -> Any:
    sides = (xmin, ymin, xmax, ymax)
    if not any(isinstance(side, np.ndarray) for side in sides):
        return made(geos.box(*map(float, sides)))
    x0, y0, x1, y1 = np.broadcast_arrays(*(np.asarray(side, np.float64) for side in sides))
    corners = ((x1, y0), (x1, y1), (x0, y1), (x0, y0), (x1, y0))
    return _each(POLYGON, np.stack([np.stack(corner, -1) for corner in corners], -2))


def Polygon(shell: Any = ()) -> Geometry:  # noqa: N802 - shapely's name, a class there
    if len(shell) == 0:
        return made(geos.emptyPolygon())
    made_of: Geometry = _each(POLYGON, np.asarray(shell, np.float64))
    return made_of


def Point(x: float, y: float) -> Geometry:  # noqa: N802
    point: Geometry = _made(POINT, np.array([(x, y)], np.float64), [1], ())
    return point


def MultiPoint(points: Any) -> Geometry:  # noqa: N802
    spots = np.asarray(points, np.float64)
    each_alone = _made(POINT, spots, [1] * len(spots), (len(spots),))
    return made(geos.collect(MULTIPOINT, TRAY.lay([geometry.handle for geometry in each_alone])))


def _each(kind: int, coordinates: Any) -> Any:
    """Make a geometry of each row of points (..., n, 2), or of each of some lists of points of different lengths."""
    if isinstance(coordinates, list | tuple) and len({np.shape(points) for points in coordinates}) > 1:
        rows = [_points(points) for points in coordinates]
        return _made(kind, np.concatenate(rows), [len(row) for row in rows], (len(rows),))
    array = _points(coordinates)
    shape = array.shape[:-2]
    return _made(kind, array, [array.shape[-2]] * (array.size // (2 * array.shape[-2] or 1)), shape)


def _made(kind: int, points: Array, counts: list[int], shape: tuple[int, ...]) -> Any:
    """Make a geometry of so many of the points each. The kernel closes rings."""
    if kind >= RING and any(0 < count < SMALLEST_RING for count in counts):
        raise ValueError("A linearring requires at least 4 coordinates.")
    return all_made(geos.make(kind, TRAY.lay(counts, points.ravel())) if counts else 0, shape)


def _points(coordinates: Any) -> Array:
    return np.asarray(coordinates, np.float64)[..., :2]
