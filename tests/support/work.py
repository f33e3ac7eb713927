"""Measure the work of a piece of code in units that are the same on every machine and in every run.

A unit is one call of a Python or C function, one coordinate passed to shapely, or twenty numbers in an array passed to
a function of Coign's or whose method is called, four where it sorts them. One of shapely's set operations is 300 units
more, even on small areas, and 8 for each coordinate of each pair that it combines. On the machine on which the bars
were set, a unit takes about 0.1 to 0.5 us.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple, TypeVar

import numpy as np
import shapely

import coign
from coign.util.tasks import Task

OURS, SHAPELY = (str(Path(package.__file__ or "").parent) for package in (coign, shapely))
NUMBERS_A_UNIT, SORTED_A_UNIT = 20, 4
SET_OPERATION, COMBINED = 300, 8  # units for each call, and for each coordinate of a pair
DONE = object()
T = TypeVar("T")


def work_of(act: Callable[[], T]) -> tuple[T, int]:
    """Run `act`; return its result and the units of work that it took."""
    units = 0

    def count(frame: FrameType, event: str, called: Any) -> None:
        nonlocal units
        if event == "c_call":
            units += 1
            array = getattr(called, "__self__", None)
            if isinstance(array, np.ndarray):
                units += array.size // (SORTED_A_UNIT if "sort" in called.__name__ else NUMBERS_A_UNIT)
        elif event == "call":
            found = KNOWN.get(frame.f_code) or _known(frame.f_code)
            units += found.units
            if found.arguments:
                values = frame.f_locals  # a new copy each time
                units += found.size([values.get(name) for name in found.arguments])

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        result = act()
    finally:
        sys.setprofile(before)
    return result, units


def steps_of(task: Task[Any]) -> list[int]:
    """Run a task; return the units of each of its steps."""
    units, more = [], True
    while more:
        more, step = work_of(lambda: next(task, DONE) is not DONE)
        units.append(step)
    return units


class _Function(NamedTuple):
    """The cost of a call of a function: fixed units, and more by the size of its arguments."""

    units: int
    arguments: tuple[str, ...]
    size: Callable[[list[Any]], int]


KNOWN: dict[CodeType, _Function] = {}  # those called so far: to find out takes longer than most calls


def _known(code: CodeType) -> _Function:
    path = code.co_filename
    given = tuple(name for name in code.co_varnames[: code.co_argcount] if not name.startswith("."))  # of an iterator
    if path.startswith(SHAPELY):
        is_costly = path.endswith("set_operations.py")
        found = _Function(1 + is_costly * SET_OPERATION, given, _combined if is_costly else _coordinates_of)
    elif path.startswith(OURS):
        found = _Function(1, given, _numbers_of)
    else:
        found = _Function(1, (), _numbers_of)
    KNOWN[code] = found
    return found


def _numbers_of(values: list[Any]) -> int:
    return sum([one.size for one in values if isinstance(one, np.ndarray)]) // NUMBERS_A_UNIT


def _coordinates_of(values: list[Any]) -> int:
    return sum(map(_coordinates, values))


def _combined(values: list[Any]) -> int:
    """Count the coordinates of each pair that a set operation combines, in units."""
    shapes = [np.asarray(one, object) for one in values if isinstance(one, shapely.Geometry | list | np.ndarray)]
    pairs = np.broadcast(*shapes).size
    return COMBINED * sum(_coordinates(one) * pairs // max(1, one.size) for one in shapes)


def _coordinates(value: Any) -> int:
    if isinstance(value, shapely.Geometry):
        return int(shapely.lib.count_coordinates(np.array([value], object)))
    if isinstance(value, list | tuple) and value and isinstance(value[0], shapely.Geometry):
        value = np.array(value, object)
    if isinstance(value, np.ndarray):
        return int(shapely.lib.count_coordinates(value)) if value.dtype == object else value.size // NUMBERS_A_UNIT
    return 0
