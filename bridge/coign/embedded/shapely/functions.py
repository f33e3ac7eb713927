"""The functions of shapely for whole arrays of geometries, which are broadcast as in numpy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from shapely.geometry import TRAY, Array, Geometry, all_made, as_array, each, geos, handles_of, made, measured

METHODS = {"linework": 0, "structure": 1}  # as GEOS counts them

# --- questions --------------------------------------------------------------------------------------------------------


def intersects(a: Any, b: Any) -> Any:
    return _tested("intersects", a, b)


def touches(a: Any, b: Any) -> Any:
    return _tested("touches", a, b)


def covers(a: Any, b: Any) -> Any:
    return _tested("covers", a, b)


def contains_xy(geom: Any, x: Any, y: Any = None) -> Any:
    return _tested_at("containsXY", geom, x, y)


def intersects_xy(geom: Any, x: Any, y: Any = None) -> Any:
    return _tested_at("intersectsXY", geom, x, y)


def area(geometry: Any) -> Any:
    return measured("area", geometry, np.float64)


def distance(a: Any, b: Any) -> Any:
    if isinstance(a, Geometry) and isinstance(b, Geometry):
        return np.float64(geos.distance(a.handle, b.handle))
    count, shape = _each_pair("distance", a, b)
    distances = TRAY.numbers(count)
    return distances.reshape(shape) if shape else distances[0]


def get_type_id(geometry: Any) -> Any:
    return measured("type", geometry)


def get_dimensions(geometry: Any) -> Any:
    return measured("dimensions", geometry)


def get_num_coordinates(geometry: Any) -> Any:
    return measured("coordinates", geometry)


def prepare(geometry: Any) -> None:
    each("prepare", as_array(geometry))


# --- geometries from geometries ---------------------------------------------------------------------------------------


def intersection(a: Any, b: Any) -> Any:
    return _overlaid("intersection", a, b)


def difference(a: Any, b: Any) -> Any:
    return _overlaid("difference", a, b)


def union(a: Any, b: Any) -> Any:
    return _overlaid("union", a, b)


def union_all(geometries: Any, grid_size: float | None = None) -> Geometry:
    return _joined("unary", geometries, grid_size or 0.0)


def unary_union(geometries: Any) -> Geometry:
    return _joined("unary", geometries)


def coverage_union_all(geometries: Any) -> Geometry:
    return _joined("coverage", geometries)


def make_valid(geometry: Any, method: str = "linework", keep_collapsed: bool = True) -> Any:
    return _changed("makeValid", geometry, METHODS[method], int(keep_collapsed))


def point_on_surface(geometry: Any) -> Any:
    return _changed("surface", geometry)


def segmentize(geometry: Any, max_segment_length: float) -> Any:
    return _changed("densify", geometry, float(max_segment_length))


def simplify(geometry: Any, tolerance: float) -> Any:
    return _changed("simplify", geometry, float(tolerance))


def polygonize(geometries: Any) -> Geometry:
    return made(geos.polygonize(TRAY.lay(handles_of(as_array(geometries)))))


# --- geometries taken apart -------------------------------------------------------------------------------------------


def get_coordinates(geometry: Any, return_index: bool = False) -> Any:
    array = as_array(geometry)
    points = TRAY.numbers(geos.points(TRAY.lay(handles_of(array)))).reshape(-1, 2)
    return (points, _index(measured("coordinates", array.reshape(-1)))) if return_index else points


def get_parts(geometry: Any, return_index: bool = False) -> Any:
    array = as_array(geometry)
    count = geos.separate(TRAY.lay(handles_of(array)))
    parts = all_made(count, (count,))
    return (parts, _index(measured("parts", array.reshape(-1)))) if return_index else parts


def get_rings(geometry: Any) -> Array:
    polygons = get_parts(geometry)
    counts = measured("holes", polygons) + 1
    rings = [
        made(geos.ring(polygon.handle, n))
        for polygon, count in zip(polygons, counts, strict=True)
        for n in range(count)
    ]
    return as_array(rings)


def get_num_interior_rings(geometry: Any) -> Any:
    return measured("holes", geometry)


def get_interior_ring(geometry: Geometry, index: int) -> Geometry:
    return made(geos.ring(geometry.handle, index + 1))


# --- what these share -------------------------------------------------------------------------------------------------


def _tested(how: str, a: Any, b: Any) -> Any:
    if isinstance(a, Geometry) and isinstance(b, Geometry):
        return np.bool_(getattr(geos, how)(a.handle, b.handle))
    count, shape = _each_pair(how, a, b)
    return _truths(count, shape)


def _tested_at(how: str, geometry: Any, x: Any, y: Any) -> Any:
    if isinstance(geometry, Geometry) and isinstance(y, float):
        return np.bool_(getattr(geos, how)(geometry.handle, x, y))
    array = as_array(geometry)
    spots = np.asarray(x, np.float64) if y is None else np.stack(np.broadcast_arrays(x, y), -1).astype(np.float64)
    shape: tuple[int, ...] = spots.shape[:-1]
    if array.shape:
        shape = np.broadcast_shapes(array.shape, shape)
        spots = np.broadcast_to(spots, (*shape, 2))
    count = math.prod(shape)
    return _truths(geos.eachAt(how, count, TRAY.lay(_spread(array, shape), spots.ravel())) if count else 0, shape)


def _truths(count: int, shape: tuple[int, ...]) -> Any:
    truths = np.array(TRAY.handles(count), np.bool_)
    return truths.reshape(shape) if shape else truths[0]


def _overlaid(how: str, a: Any, b: Any) -> Any:
    if isinstance(a, Geometry) and isinstance(b, Geometry):
        return made(getattr(geos, how)(a.handle, b.handle))
    return all_made(*_each_pair(how, a, b))


def _each_pair(how: str, a: Any, b: Any) -> tuple[int, tuple[int, ...]]:
    """Call a kernel for each pair of geometries. Return how many results lie on the tray, and their shape."""
    shape: tuple[int, ...]
    if isinstance(a, np.ndarray) and isinstance(b, Geometry):  # most calls: numpy need not be asked for the shape
        first, second, shape = handles_of(a), [b.handle], a.shape
    elif isinstance(a, Geometry) and isinstance(b, np.ndarray):
        first, second, shape = [a.handle], handles_of(b), b.shape
    else:
        left, right = as_array(a), as_array(b)
        shape = np.broadcast_shapes(left.shape, right.shape)
        first, second = _spread(left, shape), _spread(right, shape)
    count = math.prod(shape)
    if count:
        TRAY.lay(first + second)
        geos.each(how, count, len(first), len(second))
    return count, shape


def _spread(array: Array, shape: tuple[int, ...]) -> list[int]:
    """Return the handles of an array: one, or as many as a result of this shape has items."""
    handles: list[int] = handles_of(array if array.size == 1 else np.broadcast_to(array, shape))
    return handles


def _changed(how: str, geometry: Any, *arguments: Any) -> Any:
    array = as_array(geometry)
    return all_made(each(how, array, *arguments), array.shape)


def _joined(how: str, geometries: Any, grid: float = 0.0) -> Geometry:
    return made(geos.join(how, grid, TRAY.lay(handles_of(as_array(geometries)))))


def _index(counts: Array) -> Array:
    return np.repeat(np.arange(len(counts)), counts)
