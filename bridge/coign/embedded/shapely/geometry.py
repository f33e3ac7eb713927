"""A geometry: one handle, which is given back when Python forgets the geometry; and arrays of handles.

Handles are what passes between Python and GEOS. A handle is a positive number. 0 stands for None, and `FAILED` for an
operation that GEOS could not do. Most calls are about single geometries, and pass their handles as they are. Arrays go
by way of the tray.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import coign_geos  # the object that `geos.mjs` makes, registered as a module
import numpy as np

TYPES = ("Point", "LineString", "LinearRing", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon")
JOINS = {"round": 1, "mitre": 2}
FAILED = -1
GIVEN_BACK = 1024  # handles at a time: a call for each would take longer than the rest
SMALLEST_TRAY = 8192  # numbers

Array = np.ndarray[Any, Any]

# The kernels by their names. A look into JavaScript makes an object in both worlds, so each name is looked up once.
geos = SimpleNamespace(**{name: getattr(coign_geos, name) for name in coign_geos.object_keys()})

_forgotten: list[int] = []


class GEOSException(Exception):
    """GEOS could not do what it was asked; the message is its own."""


class Geometry:
    """A point, line or area, or several of them; never changed once made."""

    __slots__ = ("__weakref__", "_is_empty", "handle")
    handle: int
    _is_empty: bool | None  # None: not asked yet

    def __del__(self) -> None:
        _forgotten.append(self.handle)
        if len(_forgotten) >= GIVEN_BACK:
            give_back()

    @property
    def is_empty(self) -> bool:
        # One view is asked several times in an attack, and the way to GEOS takes longer than its answer.
        if self._is_empty is None:
            self._is_empty = bool(geos.empty(self.handle))
        return self._is_empty

    @property
    def is_valid(self) -> bool:
        return bool(geos.valid(self.handle))

    @property
    def geom_type(self) -> str:
        number = geos.type(self.handle)
        return TYPES[number] if number < len(TYPES) else "GeometryCollection"

    @property
    def area(self) -> float:
        return float(geos.area(self.handle))

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        x0, y0, x1, y1 = TRAY.numbers(geos.bounds(self.handle)).tolist()
        return x0, y0, x1, y1

    @property
    def x(self) -> float:
        return self.bounds[0]

    @property
    def boundary(self) -> Geometry:
        return made(geos.boundary(self.handle))

    @property
    def centroid(self) -> Geometry:
        return made(geos.centroid(self.handle))

    @property
    def convex_hull(self) -> Geometry:
        return made(geos.hull(self.handle))

    @property
    def exterior(self) -> Geometry:
        return made(geos.ring(self.handle, 0))

    def buffer(self, distance: float, quad_segs: int = 16, join_style: str = "round") -> Geometry:
        if not math.isfinite(distance):
            raise ValueError("buffer distance must be finite")
        return made(geos.buffer(self.handle, float(distance), quad_segs, JOINS[join_style]))

    def intersection(self, other: Geometry) -> Geometry:
        return made(geos.intersection(self.handle, other.handle))

    def difference(self, other: Geometry) -> Geometry:
        return made(geos.difference(self.handle, other.handle))

    def union(self, other: Geometry) -> Geometry:
        return made(geos.union(self.handle, other.handle))

    __and__, __sub__, __or__ = intersection, difference, union


class _Tray:
    """Memory in which arrays lie on their way to a kernel and back.

    Both sides know where it is. To ask each array for its address would take longer than most kernels.
    """

    def __init__(self) -> None:
        self._hold(SMALLEST_TRAY)

    def lay(self, handles: list[int], numbers: Array | None = None) -> int:
        """Lay out handles, or counts, and numbers behind them. Return how many handles there are."""
        start = (len(handles) + 1) // 2
        needed = start + (0 if numbers is None else len(numbers))
        if needed > len(self._numbers):
            self._hold(needed)
        self._handles[: len(handles)] = handles
        if numbers is not None:
            self._numbers[start:needed] = numbers
        return len(handles)

    def handles(self, count: int) -> list[int]:
        """Return the results of a kernel that laid out handles, or other whole numbers."""
        if count > len(self._handles):
            self._hold(count // 2 + 1)
            geos.again()
        taken: list[int] = self._handles[:count].tolist()
        return taken

    def numbers(self, count: int) -> Array:
        """Return a copy of the results of a kernel that laid out numbers."""
        if count > len(self._numbers):
            self._hold(count)
            geos.again()
        return self._numbers[:count].copy()

    def _hold(self, needed: int) -> None:
        """Make room for numbers."""
        self._numbers = np.empty(max(needed, SMALLEST_TRAY))
        self._handles = self._numbers.view(np.int32)
        geos.tray(address(self._numbers), self._numbers.nbytes)


def address(array: Array) -> int:
    """Return where an array lies in Python's memory."""
    pointer: int = array.__array_interface__["data"][0]
    return pointer


def made(handle: int) -> Geometry:
    """Return the geometry that a kernel has made. Raises GEOSException if GEOS could not make it."""
    if handle == FAILED:
        raise GEOSException(geos.problem())
    return _of_handle(handle)


def all_made(count: int, shape: tuple[int, ...]) -> Any:
    """Return the geometries that a kernel has laid out, None for 0; for the shape () the geometry itself.

    Raises GEOSException if GEOS could not make one of them.
    """
    handles = TRAY.handles(count)
    geometries = np.empty(count, object)
    geometries[:] = [_of_handle(handle) if handle > 0 else None for handle in handles]
    if FAILED in handles:
        raise GEOSException(geos.problem())
    return geometries.reshape(shape) if shape else geometries[0]


def _of_handle(handle: int) -> Geometry:
    """Return the geometry that owns a handle from now on."""
    geometry = Geometry()
    geometry.handle, geometry._is_empty = handle, None
    return geometry


def as_array(geometry: Any) -> Array:
    """Return a geometry, or a sequence or array of them, as an array of objects."""
    if isinstance(geometry, np.ndarray):
        return geometry
    alone = isinstance(geometry, Geometry) or geometry is None
    listed = [geometry] if alone else list(geometry)
    array: Array = np.empty(len(listed), object)
    array[:] = listed
    return array.reshape(()) if alone else array


def handles_of(array: Array) -> list[int]:
    """Return the handles of an array of geometries, flat; 0 for None."""
    return [0 if geometry is None else geometry.handle for geometry in array.ravel().tolist()]


def each(kernel: str, array: Array, *how: Any) -> int:
    """Call a kernel for each geometry of an array. Return how many results lie on the tray."""
    count: int = geos.each(kernel, array.size, TRAY.lay(handles_of(array)), 0, *how) if array.size else 0
    return count


def measured(what: str, geometry: Any, kind: type = np.intp) -> Any:
    """Measure each geometry: "area", "coordinates", "empty" or another word of `geos.mjs`."""
    if isinstance(geometry, Geometry):
        return kind(getattr(geos, what)(geometry.handle))
    array = as_array(geometry)
    count = each(what, array)
    numbers = TRAY.numbers(count) if kind is np.float64 else np.array(TRAY.handles(count), kind)
    return numbers.reshape(array.shape) if array.shape else numbers[0]


def give_back() -> None:
    """Free the GEOS objects of all geometries that Python has forgotten."""
    global _forgotten
    dropped, _forgotten = _forgotten, []  # at once, because a geometry may be forgotten at any moment
    handles = np.array(dropped, np.int32)  # never on the tray, where something else may lie
    geos.free(address(handles), len(handles))


TRAY = _Tray()
