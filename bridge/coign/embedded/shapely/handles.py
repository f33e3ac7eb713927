"""Arrays of handles: what passes between Python and GEOS.

A handle is a positive number. 0 stands for None. `FAILED` stands for an operation that GEOS could not do.
"""

from __future__ import annotations

from typing import Any

import coign_geos as geos  # the object that `geos.mjs` makes, registered as a module
import numpy as np
from shapely.errors import GEOSException

FAILED = -1
Array = np.ndarray[Any, Any]


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
