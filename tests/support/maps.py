"""Documents for scenes drawn in characters, and maps of hexes. `coign.bench.maps` draws, and says how.

draw("+ + + +",
     " A B C ",
     "+ + + +", walls=[wall(100, 0, 100, 50)])
"""

from __future__ import annotations

import json
import math
from copy import deepcopy
from typing import Any

from coign.bench.maps import BORDERS, BRIGHT_DAY, CELL, MOONLESS_NIGHT, SOLID, Document, draw, region

__all__ = [
    "BRIGHT_DAY",
    "CELL",
    "MOONLESS_NIGHT",
    "SOLID",
    "Document",
    "draw",
    "encode",
    "light",
    "on_hexes",
    "region",
    "roof",
    "wall",
]


def encode(scene: Document) -> bytes:
    return json.dumps(scene).encode()


def wall(x0: float, y0: float, x1: float, y1: float, kind: str = "|", **fields: Any) -> Document:
    """Return a wall anywhere, in pixels, of the kind for which `kind` is the sign."""
    return {"_id": f"x{x0:g},{y0:g},{x1:g},{y1:g}", "c": [x0, y0, x1, y1]} | deepcopy(SOLID | BORDERS[kind]) | fields


def light(column: float, row: float, bright: float, dim: float, **fields: Any) -> Document:
    """Return a lamp in the middle of a cell; radii in feet."""
    return {
        "_id": f"lamp{column:g},{row:g}",
        "x": (column + 0.5) * CELL,
        "y": (row + 0.5) * CELL,
        "rotation": 0,
        "walls": True,
        "hidden": False,
        "config": {"bright": bright, "dim": dim, "angle": 360},
    } | fields


def roof(
    column: float, row: float, width: float = 1, height: float = 1, elevation: float = 10, **fields: Any
) -> Document:
    """Return a tile over a rectangle of cells that stops light, as Foundry 13 has it; elevation in feet."""
    return {
        "_id": f"roof{column:g},{row:g}",
        "x": column * CELL,
        "y": row * CELL,
        "width": width * CELL,
        "height": height * CELL,
        "elevation": elevation,
        "rotation": 0,
        "hidden": False,
        "restrictions": {"light": True, "weather": False},
    } | fields


def on_hexes(kind: int, *cells: tuple[int, int]) -> Document:
    """Return the place and the offsets of a token that occupies these (row, column) on a map of hexes 100 px across.
    Foundry's lattice begins half a hex before the map. `kind` is Foundry's grid type.
    """
    across, along, rows = 100.0, 200 / math.sqrt(3), kind in (2, 3)  # from side to side, from corner to corner
    places = []
    for row, column in cells:
        line, place = (row, column) if rows else (column, row)
        shifted = line % 2 == (1 if kind in (2, 4) else 0)
        places.append((across * (place + shifted / 2) - across / 2, along * 0.75 * line))
    aside, ahead = (round(min(values)) for values in zip(*places, strict=True))
    x, y = (aside, ahead) if rows else (ahead, aside)
    return {"x": x, "y": y, "coign": {"cells": [list(cell) for cell in cells]}}
