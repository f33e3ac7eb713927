"""Geometries from coordinates."""

from __future__ import annotations

from typing import Any

import coign_geos as geos
import numpy as np
from shapely.geometry import Array, Geometry, call, handles_of, made, of_handle, of_handles

POINT, LINE, RING, POLYGON = range(4)  # as the kernel `make` counts them
MULTIPOINT = 4  # as GEOS counts its types
SMALLEST_RING = 4  # points, of which the last is the first again


def polygons(geometries: Any) -> Any:
    """Make polygons without holes. Raises ValueError for a ring of fewer than three points."""
    if isinstance(geometries, np.ndarray) and geometries.dtype == object:  # of rings
        return of_handles(call("fill", np.int32, geometries.size, handles_of(geometries)), geometries.shape)
    return _each(POLYGON, geometries)


def linearrings(coords: Any, indices: Any) -> Any:
    """Make a ring of the points of each index. Raises ValueError for an index without points, or with too few."""
    counts = np.bincount(indices)
    if len(counts) and not counts.all():
        raise ValueError(f"Index {int(counts.argmin())} is missing from the input indices.")
    rings = np.split(_points(coords), np.cumsum(counts)[:-1]) if len(counts) else []  # `split` makes one of nothing
    return _made(RING, rings, (len(counts),))


def linestrings(coords: Any) -> Any:
    return _each(LINE, coords)


def box(xmin: Any, ymin: Any, xmax: Any, ymax: Any) -> Any:
    x0, y0, x1, y1 = np.broadcast_arrays(*(np.asarray(side, np.float64) for side in (xmin, ymin, xmax, ymax)))
    corners = ((x1, y0), (x1, y1), (x0, y1), (x0, y0), (x1, y0))
    return _each(POLYGON, np.stack([np.stack(corner, -1) for corner in corners], -2))


def Polygon(shell: Any = ()) -> Geometry:  # noqa: N802 - shapely's name, a class there
    if len(shell) == 0:
        return of_handle(made(geos.emptyPolygon()))
    made_of: Geometry = _each(POLYGON, np.asarray(shell, np.float64))
    return made_of


def Point(x: float, y: float) -> Geometry:  # noqa: N802
    return of_handle(int(_handles(POINT, np.array([[x, y]], np.float64), [1])[0]))


def MultiPoint(points: Any) -> Geometry:  # noqa: N802
    spots = np.asarray(points, np.float64)
    each = of_handles(_handles(POINT, spots, [1] * len(spots)), (len(spots),))
    handles = np.array([one.handle for one in each], np.int32)
    return of_handle(int(call("collect", np.int32, 1, MULTIPOINT, handles)[0]))


def _each(kind: int, coordinates: Any) -> Any:
    """Make a geometry of each row of points (..., n, 2), or of each of some lists of points of different lengths."""
    rows: Any
    if isinstance(coordinates, list | tuple) and len({np.shape(one) for one in coordinates}) > 1:
        rows, shape = [_points(one) for one in coordinates], (len(coordinates),)
    else:
        array = _points(coordinates)
        rows, shape = array.reshape(-1, *array.shape[-2:]), array.shape[:-2]
    return _made(kind, rows, shape)


def _made(kind: int, rows: Any, shape: tuple[int, ...]) -> Any:
    """Make a geometry of each row of points."""
    if kind >= RING and not _are_closed(rows):
        rows = [_closed(row) for row in rows]
    if len(rows) == 0:
        return np.empty(shape, object)
    return of_handles(_handles(kind, np.concatenate(rows), [len(row) for row in rows]), shape)


def _points(coordinates: Any) -> Array:
    return np.asarray(coordinates, np.float64)[..., :2]


def _are_closed(rows: Any) -> bool:
    whole = isinstance(rows, np.ndarray) and rows.shape[1] >= SMALLEST_RING
    return whole and bool((rows[:, 0] == rows[:, -1]).all())


def _closed(ring: Array) -> Array:
    """Return a ring whose last point is its first. Raises ValueError if it has too few."""
    if len(ring) and (len(ring) < SMALLEST_RING or (ring[0] != ring[-1]).any()):
        ring = np.concatenate([ring, ring[:1]])
    if 0 < len(ring) < SMALLEST_RING:
        raise ValueError("A linearring requires at least 4 coordinates.")
    return ring


def _handles(kind: int, points: Array, counts: list[int]) -> Array:
    flat = np.ascontiguousarray(points, np.float64).reshape(-1)
    return call("make", np.int32, len(counts), kind, np.array(counts, np.int32), flat)
