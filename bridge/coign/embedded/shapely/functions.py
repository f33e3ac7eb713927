"""What shapely does with whole arrays of geometries, which it broadcasts as numpy does."""

from __future__ import annotations

from typing import Any

import coign_geos as geos
import numpy as np
from shapely.geometry import (
    Array,
    Geometry,
    as_array,
    call,
    coordinates,
    handles_of,
    made,
    measured,
    of_handle,
    of_handles,
)

METHODS = {"linework": 0, "structure": 1}  # as GEOS counts them

# --- questions --------------------------------------------------------------------------------------------------------


def intersects(a: Any, b: Any) -> Any:
    return _tested("intersects", a, b)


def touches(a: Any, b: Any) -> Any:
    return _tested("touches", a, b)


def covers(a: Any, b: Any) -> Any:
    return _tested("covers", a, b)


def contains_xy(geom: Any, x: Any, y: Any = None) -> Any:
    return _tested_at("contains", geom, x, y)


def intersects_xy(geom: Any, x: Any, y: Any = None) -> Any:
    return _tested_at("intersects", geom, x, y)


def area(geometry: Any) -> Any:
    return measured("area", geometry)


def get_type_id(geometry: Any) -> Any:
    return measured("type", geometry, np.intp)


def get_dimensions(geometry: Any) -> Any:
    return measured("dimensions", geometry, np.intp)


def get_num_coordinates(geometry: Any) -> Any:
    return measured("coordinates", geometry, np.intp)


def prepare(geometry: Any) -> None:
    handles = handles_of(as_array(geometry))
    call("prepare", np.uint8, len(handles), handles)


# --- geometries from geometries ---------------------------------------------------------------------------------------


def intersection(a: Any, b: Any) -> Any:
    return _overlay("intersection", a, b)


def difference(a: Any, b: Any) -> Any:
    return _overlay("difference", a, b)


def union(a: Any, b: Any) -> Any:
    return _overlay("union", a, b)


def union_all(geometries: Any, grid_size: float | None = None) -> Geometry:
    return _joined("unary", geometries, grid_size or 0.0)


def unary_union(geometries: Any) -> Geometry:
    return _joined("unary", geometries)


def coverage_union_all(geometries: Any) -> Geometry:
    return _joined("coverage", geometries)


def make_valid(geometry: Any, method: str = "linework", keep_collapsed: bool = True) -> Any:
    array = as_array(geometry)
    how = (METHODS[method], int(keep_collapsed))
    return of_handles(call("makeValid", np.int32, array.size, handles_of(array), *how), array.shape)


def point_on_surface(geometry: Any) -> Any:
    array = as_array(geometry)
    return of_handles(call("change", np.int32, array.size, "surface", handles_of(array)), array.shape)


def segmentize(geometry: Any, max_segment_length: float) -> Any:
    array = as_array(geometry)
    handles = call("densify", np.int32, array.size, handles_of(array), float(max_segment_length))
    return of_handles(handles, array.shape)


def polygonize(geometries: Any) -> Geometry:
    return of_handle(int(call("polygonize", np.int32, 1, handles_of(as_array(geometries)))[0]))


# --- geometries taken apart -------------------------------------------------------------------------------------------


def get_coordinates(geometry: Any, return_index: bool = False) -> Any:
    points, counts = coordinates(as_array(geometry))
    return (points, _index(counts)) if return_index else points


def get_parts(geometry: Any, return_index: bool = False) -> Any:
    array = as_array(geometry).reshape(-1)
    counts = measured("parts", array, np.intp)
    every = int(counts.sum())
    found = of_handles(call("parts", np.int32, every, handles_of(array)), (every,))
    return (found, _index(counts)) if return_index else found


def get_rings(geometry: Any) -> Array:
    polygons = get_parts(geometry)
    counts = measured("holes", polygons, np.intp) + 1
    rings = [
        of_handle(made(geos.ring(one.handle, n)))
        for one, count in zip(polygons, counts, strict=True)
        for n in range(count)
    ]
    return as_array(rings)


def get_num_interior_rings(geometry: Any) -> Any:
    return measured("holes", geometry, np.intp)


def get_interior_ring(geometry: Geometry, index: int) -> Geometry:
    return of_handle(made(geos.ring(geometry.handle, index + 1)))


# --- what these share -------------------------------------------------------------------------------------------------


def _pairs(a: Any, b: Any) -> tuple[Array, Array, tuple[int, ...]]:
    """Return the handles of both sides, one or as many as results, and the results' shape."""
    one, other = as_array(a), as_array(b)
    shape = np.broadcast_shapes(one.shape, other.shape)
    return _spread(one, shape), _spread(other, shape), shape


def _spread(array: Array, shape: tuple[int, ...]) -> Array:
    return handles_of(array if array.size == 1 else np.broadcast_to(array, shape))


def _tested(how: str, a: Any, b: Any) -> Any:
    one, other, shape = _pairs(a, b)
    return _truths(call("test", np.uint8, int(np.prod(shape, dtype=int)), how, one, other), shape)


def _tested_at(how: str, geometry: Any, x: Any, y: Any) -> Any:
    if y is None:
        x, y = np.moveaxis(np.asarray(x, np.float64), -1, 0)
    array = as_array(geometry)
    xs, ys = np.broadcast_arrays(np.asarray(x, np.float64), np.asarray(y, np.float64))
    shape = np.broadcast_shapes(array.shape, xs.shape)
    spots = np.stack([np.broadcast_to(xs, shape), np.broadcast_to(ys, shape)], -1).reshape(-1)
    return _truths(call("testAt", np.uint8, len(spots) // 2, how, _spread(array, shape), spots), shape)


def _truths(found: Array, shape: tuple[int, ...]) -> Any:
    return found.astype(np.bool_).reshape(shape) if shape else np.bool_(found[0])


def _overlay(how: str, a: Any, b: Any) -> Any:
    one, other, shape = _pairs(a, b)
    return of_handles(call("overlay", np.int32, int(np.prod(shape, dtype=int)), how, one, other), shape)


def _joined(how: str, geometries: Any, grid: float = 0.0) -> Geometry:
    return of_handle(int(call("join", np.int32, 1, how, grid, handles_of(as_array(geometries)))[0]))


def _index(counts: Array) -> Array:
    return np.repeat(np.arange(len(counts)), counts)
