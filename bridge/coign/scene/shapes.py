"""One shape of a region as Foundry draws it, in quanta.

Up to Foundry 13 a rectangle lies at its north-west corner and turns about its middle. Since 14 it lies at its anchor, a
share of its sides, and turns about that; there are cones, rings, lines, emanations, tokens and grid shapes; and the
lengths of a shape that is `gridBased` are counted as the grid counts (`coign.grid.discs`).
(League-of-Foundry-Developers/foundry-vtt-types, `RectangleShapeData` to `GridShapeData`; of the ends of cones
caewok/fvtt-token-cover, `ConePrimitive`)
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
import shapely.affinity

from coign.grid.discs import ROUND, disc, reach
from coign.grid.grid import Grid
from coign.grid.space import QUANTA
from coign.protocol.document_reader import as_number
from coign.protocol.documents import MOST_COORDINATE
from coign.scene.rings import CannotDraw, even_odd, flat, ring

MOST_BASE = 100  # points of the base of an emanation
MOST_FLAT, MOST_SEMICIRCLE = 90.0, 180.0  # degrees: cones with such ends are no wider
MOST_CELL = 1e6  # rows and columns from the map's corner


def points_of(shape: dict[str, Any]) -> int:
    """Estimate how many points a shape will have, without drawing it."""
    match shape.get("type"):
        case "polygon":
            return len(flat(shape.get("points"))) // 2
        case "grid":
            return len(flat(shape.get("offsets")))  # joined, they have fewer corners
        case "emanation":
            base = shape.get("base")
            return 4 * ROUND + (points_of(base) if isinstance(base, dict) and base.get("type") != "emanation" else 0)
        case "ring":
            return 8 * ROUND
        case "token":
            return 2 * ROUND
        case "circle" | "ellipse" | "cone":
            return 4 * ROUND
    return 4


def draw(shape: dict[str, Any], grid: Grid, *, is_14: bool, base: bool = False) -> shapely.Geometry:
    """Draw one shape of a region, in quanta. `base`: it is the base of an emanation, and not one itself."""

    def number(name: str, default: float = 0.0, most: float = MOST_COORDINATE) -> float:
        value = default if shape.get(name) is None else as_number(shape[name])
        if value is None or abs(value) > most:
            raise CannotDraw(f"{name} is not a number up to {most:.0f}")
        return value

    def length(name: str, default: float = 0.0) -> float:
        return number(name, default) * QUANTA

    def along(name: str, direction: float) -> float:
        """Return a length that runs in a direction, by the grid where the shape is based on it."""
        return reach(grid, length(name), direction) if by_grid else length(name)

    by_grid = bool(shape.get("gridBased")) and not grid.is_gridless
    x, y, rotation = length("x"), length("y"), number("rotation")
    match shape.get("type"):
        case "rectangle":
            width, height = along("width", rotation), along("height", rotation + 90)
            left, top = x - width * number("anchorX"), y - height * number("anchorY")
            box = shapely.box(left, top, left + width, top + height)
            return shapely.affinity.rotate(box, rotation, origin=(x, y) if is_14 else "center")
        case "circle":
            return _disc(grid, x, y, length("radius"), by_grid=by_grid)
        case "ellipse":
            wide, high = length("radiusX"), length("radiusY")
            oval = shapely.affinity.scale(_disc(grid, 0, 0, wide, by_grid=by_grid), 1, high / wide if wide else 0)
            return shapely.affinity.translate(shapely.affinity.rotate(oval, rotation, origin=(0, 0)), x, y)
        case "polygon":
            return even_odd([ring(shape.get("points"))])
        case "cone":
            angle, curvature = number("angle", 90, most=360), shape.get("curvature") or "round"
            drawn = _cone(grid, length("radius"), angle, rotation, str(curvature), by_grid=by_grid)
            return shapely.affinity.translate(drawn, x, y)
        case "ring":
            radius = length("radius")
            outer = _disc(grid, x, y, radius + length("outerWidth"), by_grid=by_grid)
            return outer.difference(_disc(grid, x, y, radius - length("innerWidth"), by_grid=by_grid))
        case "line":
            half = length("width") / 2
            box = shapely.box(x, y - half, x + along("length", rotation), y + half)
            return shapely.affinity.rotate(box, rotation, origin=(x, y))
        case "emanation" if not base:
            inner = shape.get("base")
            if not isinstance(inner, dict):
                raise CannotDraw("it has no base")
            if points_of(inner) > MOST_BASE:
                raise CannotDraw(f"its base has more than {MOST_BASE} points")
            drawn = draw(inner, grid, is_14=is_14, base=True)
            if shapely.get_num_coordinates(drawn) > 2 * MOST_BASE:
                raise CannotDraw("the lines of its base cross each other")
            if by_grid:
                return _widened(drawn, disc(grid, length("radius")))
            return drawn.buffer(length("radius"), quad_segs=ROUND)
        case "token":
            side = {name: number(name, 1, most=100) for name in ("width", "height")}
            space = grid.space(x / QUANTA, y / QUANTA, side["width"], side["height"])
            return shapely.union_all([shapely.Polygon(corners) for corners in space.corners])
        case "grid" if not base:
            return _grid_cells(shape.get("offsets"), grid)
    raise CannotDraw("the type is unknown")


def _disc(grid: Grid, x: float, y: float, radius: float, *, by_grid: bool) -> shapely.Geometry:
    """Draw a circle about (x, y), or the shape that the grid counts as a circle."""
    if by_grid:
        return shapely.affinity.translate(disc(grid, radius), x, y)
    return shapely.Point(x, y).buffer(radius, quad_segs=ROUND)


def _cone(
    grid: Grid, radius: float, angle: float, rotation: float, curvature: str, *, by_grid: bool
) -> shapely.Geometry:
    """Draw a cone from (0, 0). `rotation` is the direction of its middle in degrees, 0 = east, clockwise.

    Its end is an arc about its tip (`round`), straight (`flat`, up to 90 degrees), or half a circle over a shorter
    straight end (`semicircle`, up to 180). All three are `radius` long along the middle. What Foundry makes of the last
    two by the grid is not known: they are drawn as without one.
    """
    half = math.radians(angle / 2)
    if curvature == "flat" and angle <= MOST_FLAT:
        sides = rotation - angle / 2, rotation + angle / 2
        return shapely.Polygon([(0, 0), *(_toward(side, radius / math.cos(half)) for side in sides)])
    if curvature == "semicircle" and angle < MOST_SEMICIRCLE:
        base = radius / (1 + math.tan(half))
        arc = [_toward(rotation + turn, radius - base) for turn in np.linspace(-90, 90, 2 * ROUND + 1).tolist()]
        return shapely.Polygon([(0, 0), *np.add(_toward(rotation, base), arc)])
    if by_grid:
        return disc(grid, radius).intersection(_sector(2 * radius, angle, rotation))
    return _sector(radius, angle, rotation)


def _sector(radius: float, angle: float, rotation: float) -> shapely.Polygon:
    """Draw the sector of a circle about (0, 0)."""
    turns = np.linspace(rotation - angle / 2, rotation + angle / 2, max(3, int(angle / 4)))
    return shapely.Polygon([(0, 0), *(_toward(turn, radius) for turn in turns.tolist())])


def _toward(direction: float, far: float) -> tuple[float, float]:
    turn = math.radians(direction)
    return far * math.cos(turn), far * math.sin(turn)


def _widened(base: shapely.Geometry, rim: shapely.Polygon) -> shapely.Geometry:
    """Return all that is within a disc of some point of a base: the disc drawn along each of its sides."""
    corners = shapely.get_coordinates(rim)[:-1]
    ends = [shapely.get_coordinates(border) for border in shapely.get_rings(shapely.get_parts(base))]
    sides = [pair for points in ends for pair in pairwise(points)]
    drawn = [shapely.MultiPoint(np.concatenate([corners + side, corners + other])).convex_hull for side, other in sides]
    return shapely.union_all([base, *drawn])


def _grid_cells(offsets: Any, grid: Grid) -> shapely.Geometry:
    if not isinstance(offsets, list):
        raise CannotDraw("it has no list of offsets")
    places = list({(_cell(offset, "i"), _cell(offset, "j")) for offset in offsets})
    if grid.is_hex:
        corners = grid.held(grid.hexes.from_offset(row, column) for row, column in places).corners
        return shapely.coverage_union_all(shapely.polygons(corners))
    east, south = np.array(places, float).reshape(-1, 2).T[::-1] * grid.size * QUANTA
    side = grid.size * QUANTA
    return shapely.coverage_union_all(shapely.box(east, south, east + side, south + side))


def _cell(offset: Any, name: str) -> int:
    value = as_number(offset.get(name)) if isinstance(offset, dict) else None
    if value is None or abs(value) > MOST_CELL:
        raise CannotDraw('an offset is not a cell {"i": row, "j": column}')
    return int(value)
