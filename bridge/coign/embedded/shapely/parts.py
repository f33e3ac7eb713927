"""Geometries taken apart."""

from __future__ import annotations

from typing import Any

import coign_geos as geos
import numpy as np
from shapely.geometry import Geometry, as_array, coordinates, handles_of, measured, of_handle, of_handles
from shapely.handles import Array, call, made


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


def _index(counts: Array) -> Array:
    return np.repeat(np.arange(len(counts)), counts)
