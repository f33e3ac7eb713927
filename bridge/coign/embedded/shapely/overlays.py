"""Geometries from geometries."""

from __future__ import annotations

from typing import Any

import numpy as np
from shapely.geometry import Geometry, as_array, handles_of, of_handle, of_handles
from shapely.handles import Array, call
from shapely.predicates import pairs


def intersection(a: Any, b: Any) -> Any:
    return _overlay("intersection", a, b)


def difference(a: Any, b: Any) -> Any:
    return _overlay("difference", a, b)


def union(a: Any, b: Any) -> Any:
    return _overlay("union", a, b)


def union_all(geometries: Any, axis: int | None = None) -> Any:
    return _joined("unary", as_array(geometries), axis)


def unary_union(geometries: Any) -> Any:
    return _joined("unary", as_array(geometries))


def coverage_union_all(geometries: Any) -> Any:
    return _joined("coverage", as_array(geometries))


def clip_by_rect(geometry: Any, xmin: float, ymin: float, xmax: float, ymax: float) -> Any:
    array = as_array(geometry)
    sides = (float(side) for side in (xmin, ymin, xmax, ymax))
    return of_handles(call("clip", np.int32, array.size, handles_of(array), *sides), array.shape)


def point_on_surface(geometry: Any) -> Any:
    array = as_array(geometry)
    return of_handles(call("change", np.int32, array.size, "surface", handles_of(array)), array.shape)


def segmentize(geometry: Any, max_segment_length: float) -> Any:
    array = as_array(geometry)
    made = call("densify", np.int32, array.size, handles_of(array), float(max_segment_length))
    return of_handles(made, array.shape)


def polygonize(geometries: Any) -> Geometry:
    return of_handle(int(call("polygonize", np.int32, 1, handles_of(as_array(geometries)))[0]))


def _overlay(how: str, a: Any, b: Any) -> Any:
    one, other, shape = pairs(a, b)
    return of_handles(call("overlay", np.int32, int(np.prod(shape, dtype=int)), how, one, other), shape)


def _joined(how: str, array: Array, axis: int | None = None) -> Any:
    """Join all geometries of an array, or those along its last axis."""
    if axis not in (None, array.ndim - 1):
        raise NotImplementedError(f"union along axis {axis} of {array.ndim}")
    shape = () if axis is None else array.shape[:-1]
    groups = int(np.prod(shape, dtype=int))
    return of_handles(call("join", np.int32, groups, how, handles_of(array)), shape)
