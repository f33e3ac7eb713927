"""A geometry: one handle, which is given back when Python forgets the geometry; and arrays of handles.

Handles are what passes between Python and GEOS. A handle is a positive number. 0 stands for None, and `FAILED` for an
operation that GEOS could not do.
"""

from __future__ import annotations

import math
from typing import Any

import coign_geos as geos  # the object that `geos.mjs` makes, registered as a module
import numpy as np

TYPES = ("Point", "LineString", "LinearRing", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon")
JOINS = {"round": 1, "mitre": 2}
FAILED = -1
GIVEN_BACK = 1024  # handles at a time: a call for each would take longer than the rest

Array = np.ndarray[Any, Any]

_forgotten: list[int] = []


class GEOSException(Exception):
    """GEOS could not do what it was asked; the message is its own."""


class Geometry:
    """A point, line or area, or several of them; never changed once made."""

    __slots__ = ("__weakref__", "handle")
    handle: int

    def __del__(self) -> None:
        _forgotten.append(self.handle)
        if len(_forgotten) >= GIVEN_BACK:
            give_back()

    @property
    def is_empty(self) -> bool:
        return bool(self._number("empty"))

    @property
    def is_valid(self) -> bool:
        return bool(self._number("valid"))

    @property
    def geom_type(self) -> str:
        number = int(self._number("type"))
        return TYPES[number] if number < len(TYPES) else "GeometryCollection"

    @property
    def area(self) -> float:
        return float(self._number("area"))

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        x0, y0, x1, y1 = boxes([self])[0].tolist()
        return x0, y0, x1, y1

    @property
    def x(self) -> float:
        return self.bounds[0]

    @property
    def boundary(self) -> Geometry:
        return self._changed("boundary")

    @property
    def centroid(self) -> Geometry:
        return self._changed("centroid")

    @property
    def convex_hull(self) -> Geometry:
        return self._changed("hull")

    @property
    def exterior(self) -> Geometry:
        return of_handle(made(geos.ring(self.handle, 0)))

    def buffer(self, distance: float, quad_segs: int = 16, join_style: str = "round") -> Geometry:
        if not math.isfinite(distance):
            raise ValueError("buffer distance must be finite")
        return of_handle(made(geos.buffer(self.handle, float(distance), quad_segs, JOINS[join_style])))

    def intersects(self, other: Geometry) -> bool:
        return bool(call("test", np.uint8, 1, "intersects", self._alone, other._alone)[0])

    def intersection(self, other: Geometry) -> Geometry:
        return self._overlaid("intersection", other)

    def difference(self, other: Geometry) -> Geometry:
        return self._overlaid("difference", other)

    def union(self, other: Geometry) -> Geometry:
        return self._overlaid("union", other)

    __and__, __sub__, __or__ = intersection, difference, union

    @property
    def _alone(self) -> Array:
        return np.array([self.handle], np.int32)

    def _number(self, what: str) -> Any:
        return call("measure", np.float64, 1, what, self._alone)[0]

    def _changed(self, how: str) -> Geometry:
        return of_handle(int(call("change", np.int32, 1, how, self._alone)[0]))

    def _overlaid(self, how: str, other: Geometry) -> Geometry:
        return of_handle(int(call("overlay", np.int32, 1, how, self._alone, other._alone)[0]))


def address(array: Array) -> int:
    """Return where an array lies in Python's memory."""
    found: int = array.__array_interface__["data"][0]
    return found


def call(kernel: str, kind: Any, count: int, *arguments: Any) -> Array:
    """Call a kernel of `geos.mjs` that writes `count` results of a numpy type; arrays are passed by address and length.

    Raises GEOSException if a result is a handle and GEOS could not make it.
    """
    out = np.zeros(count, kind)
    if count:
        passed = [part for one in arguments for part in _passed(one)]
        getattr(geos, kernel)(address(out), count, *passed)
    if kind is np.int32 and (out == FAILED).any():
        geos.free(address(out), count)
        raise GEOSException(geos.problem())
    return out


def made(handle: int) -> int:
    """Return a handle that a kernel has returned. Raises GEOSException if GEOS could not make it."""
    if handle in (0, FAILED):
        raise GEOSException(geos.problem())
    return handle


def _passed(argument: Any) -> tuple[Any, ...]:
    return (address(argument), len(argument)) if isinstance(argument, np.ndarray) else (argument,)


def of_handle(handle: int) -> Geometry:
    """Return the geometry that owns a handle from now on."""
    one = Geometry()
    one.handle = handle
    return one


def of_handles(handles: Array, shape: tuple[int, ...]) -> Any:
    """Return an array of geometries, None for 0; for the shape () the geometry itself."""
    found = np.empty(len(handles), object)
    found[:] = [of_handle(handle) if handle else None for handle in handles.tolist()]
    return found.reshape(shape) if shape else found[0]


def as_array(geometry: Any) -> Array:
    """Return a geometry, or a sequence or array of them, as an array of objects."""
    if isinstance(geometry, np.ndarray):
        return geometry
    alone = isinstance(geometry, Geometry) or geometry is None
    listed = [geometry] if alone else list(geometry)
    array: Array = np.empty(len(listed), object)
    array[:] = listed
    return array.reshape(()) if alone else array


def handles_of(array: Array) -> Array:
    """Return the handles of an array of geometries, flat; 0 for None."""
    flat = array.reshape(-1).tolist()
    return np.array([0 if one is None else one.handle for one in flat], np.int32)


def measured(what: str, geometry: Any, kind: Any = np.float64) -> Any:
    """Measure each geometry: "area", "coordinates", "empty" or another word of `geos.mjs`."""
    array = as_array(geometry)
    found = call("measure", np.float64, array.size, what, handles_of(array)).astype(kind)
    return found.reshape(array.shape) if array.shape else found[0]


def coordinates(array: Array) -> tuple[Array, Array]:
    """Return the coordinates (n, 2) of all geometries of an array, and how many each has."""
    counts = measured("coordinates", array.reshape(-1), np.intp)
    points = np.empty((int(counts.sum()), 2))
    if len(points):
        handles = handles_of(array)
        geos.coordinates(address(points), address(handles), len(handles))
    return points, counts


def boxes(geometries: Any) -> Array:
    """Return (n, 4): west, north, east, south of each geometry; NaN for one without points."""
    array = as_array(geometries)
    points, counts = coordinates(array)
    found = np.full((array.size, 4), np.nan)
    (filled,) = counts.nonzero()
    if len(filled):
        starts = (np.cumsum(counts) - counts)[filled]
        found[filled] = np.hstack([np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)])
    return found


def give_back() -> None:
    """Free the GEOS objects of all geometries that Python has forgotten."""
    global _forgotten
    gone, _forgotten = _forgotten, []  # at once, because a geometry may be forgotten at any moment
    handles = np.array(gone, np.int32)
    geos.free(address(handles), len(handles))
