"""Geometries from geometries."""

from __future__ import annotations

from typing import Any

import numpy as np
from shapely.geometry import Geometry, as_array, handles_of, of_handle, of_handles
from shapely.handles import call
from shapely.predicates import pairs

METHODS = {"linework": 0, "structure": 1}  # as GEOS counts them


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
    made = call("densify", np.int32, array.size, handles_of(array), float(max_segment_length))
    return of_handles(made, array.shape)


def polygonize(geometries: Any) -> Geometry:
    return of_handle(int(call("polygonize", np.int32, 1, handles_of(as_array(geometries)))[0]))


def _overlay(how: str, a: Any, b: Any) -> Any:
    one, other, shape = pairs(a, b)
    return of_handles(call("overlay", np.int32, int(np.prod(shape, dtype=int)), how, one, other), shape)


def _joined(how: str, geometries: Any, grid: float = 0.0) -> Geometry:
    return of_handle(int(call("join", np.int32, 1, how, grid, handles_of(as_array(geometries)))[0]))
