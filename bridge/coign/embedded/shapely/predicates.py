"""Questions about geometries: each is answered for whole arrays, broadcast as numpy does."""

from __future__ import annotations

from typing import Any

import numpy as np
from shapely.geometry import as_array, handles_of, measured
from shapely.handles import Array, call


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


def pairs(a: Any, b: Any) -> tuple[Array, Array, tuple[int, ...]]:
    """Return the handles of both sides, one or as many as results, and the results' shape."""
    one, other = as_array(a), as_array(b)
    shape = np.broadcast_shapes(one.shape, other.shape)
    return _spread(one, shape), _spread(other, shape), shape


def _spread(array: Array, shape: tuple[int, ...]) -> Array:
    return handles_of(array if array.size == 1 else np.broadcast_to(array, shape))


def _tested(how: str, a: Any, b: Any) -> Any:
    one, other, shape = pairs(a, b)
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
