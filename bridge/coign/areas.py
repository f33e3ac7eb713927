"""The regions of a scene as areas: a polygon, the heights between which it holds, and what its behaviours say.

Foundry streams a region's own polygons (`polygons`: flat point lists, even-odd), which are used where they are given;
otherwise the shapes are drawn here: rectangles, circles, ellipses and polygons of v13, cones, rings, lines, emanations,
tokens and grid shapes of v14. Ours are the behaviours `coign.cover`, `coign.obscuring`, `coign.ground` and
`coign.terrain`; understood beside them are Foundry's `modifyMovementCost` and `defineSurface`, and dnd5e's difficult
terrain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import shapely

from coign.grid import Grid
from coign.protocol.documents import RegionDoc
from coign.protocol.reading import Said
from coign.space import QUANTA

ROUND = 16  # segments of a quarter circle
MOST_POINTS = 20_000


@dataclass(frozen=True, slots=True)
class Surface:
    """A floor or ceiling: a level plane inside the region's polygon, from v14's `defineSurface`. What it stops goes by
    `move` and `sight` as with a wall: a floor that stops both is solid.
    """

    elevation: float
    move: bool
    sight: bool


@dataclass(frozen=True, slots=True)
class Area:
    """One region. `polygon` is in quanta; `bottom` and `top` in units, infinite where open."""

    id: str
    polygon: shapely.Geometry
    bottom: float
    top: float
    levels: frozenset[str]
    cover: str | None = None  # a degree
    obscuring: str | None = None  # "light", "heavy"
    ground: float | None = None
    water: bool = False
    difficult: bool = False
    costs: dict[str, float] = field(default_factory=dict)  # movement action -> factor
    surfaces: tuple[Surface, ...] = ()
    hidden: bool = False

    def on(self, level: str | None) -> bool:
        """Whether it takes part on a level: where it names that one, or none; everywhere for who is on no level."""
        return not self.levels or not level or level in self.levels

    def meets(self, bottom: float, top: float) -> bool:
        """Whether it shares a height with the extent from `bottom` to `top`."""
        return self.bottom <= top and bottom <= self.top


def read_areas(documents: Iterable[RegionDoc], grid: Grid, said: Said) -> dict[str, Area]:
    """The regions that say something to us, by id. `said` is told of what could not be drawn."""
    areas: dict[str, Area] = {}
    for n, document in enumerate(documents):
        key = document.id or f"region-{n}"
        area = read_area(document, key, grid, said)
        if area is not None:
            areas[key] = area
    return areas


def read_area(document: RegionDoc, key: str, grid: Grid, said: Said) -> Area | None:
    words = _words(document, key, said)
    if not words:
        return None
    polygon = outline(document, f"region {key}", grid, said)
    if polygon is None or polygon.area <= 0:
        said(f"region {key}", "has no area: skipped")
        return None
    shapely.prepare(polygon)
    heights = document.elevation
    bottom = -math.inf if heights is None or heights.bottom is None else heights.bottom
    top = math.inf if heights is None or heights.top is None else heights.top
    surfaces = tuple(
        Surface(elevation, move, sight)
        for placement, move, sight in words.pop("surfaces", ())
        for elevation in _planes(placement, bottom, top)
    )
    levels = frozenset(document.levels or ())
    return Area(key, polygon, bottom, top, levels, surfaces=surfaces, hidden=bool(document.hidden), **words)


def _planes(placement: str, bottom: float, top: float) -> list[float]:
    wanted = {"bottom": [bottom], "top": [top], "both": [bottom, top]}.get(placement, [bottom])
    return [height for height in wanted if math.isfinite(height)]


def _words(document: RegionDoc, key: str, said: Said) -> dict[str, Any]:
    """What the region's behaviours say, as fields of an Area; empty where nothing concerns us."""
    words: dict[str, Any] = {}
    for behavior in document.behaviors or ():
        system = behavior.system or {}
        if behavior.disabled:
            continue
        match behavior.type:
            case "coign.cover":
                degree = system.get("degree")
                if degree in ("none", "half", "three-quarters", "total"):
                    words["cover"] = degree
                else:
                    said(f"region {key}", f"cover {degree!r} is none of none, half, three-quarters, total: skipped")
            case "coign.obscuring":
                degree = system.get("degree")
                if degree in ("light", "heavy"):
                    words["obscuring"] = degree
                else:
                    said(f"region {key}", f"coign.obscuring degree {degree!r} is neither light nor heavy: skipped")
            case "coign.ground":
                elevation = system.get("elevation")
                if isinstance(elevation, int | float):
                    words["ground"] = float(elevation)
                else:
                    said(f"region {key}", f"coign.ground elevation {elevation!r} is no number: skipped")
            case "coign.terrain":
                words["difficult"] = bool(system.get("difficult"))
                words["water"] = bool(system.get("water"))
            case "dnd5e.difficultTerrain":
                words["difficult"] = True
            case "modifyMovementCost":
                costs = system.get("difficulties")
                if isinstance(costs, dict):
                    words["costs"] = {
                        str(action): math.inf if cost is None else float(cost)
                        for action, cost in costs.items()
                        if cost is None or isinstance(cost, int | float)
                    }
            case "defineSurface":
                stops = (_stops(system.get("move")), _stops(system.get("sight")))
                words.setdefault("surfaces", []).append((str(system.get("placement", "bottom")), *stops))
    return words


def _stops(value: Any) -> bool:
    return bool(value) and value not in (0, 10, 30, 40)


# --- shapes -----------------------------------------------------------------------------------------------------------


def outline(document: RegionDoc, where: str, grid: Grid, said: Said) -> shapely.Geometry | None:
    """The region's area in quanta, or None where nothing of it can be drawn."""
    if document.polygons:
        rings = [ring for ring in map(_ring, document.polygons) if ring is not None]
        area: shapely.Geometry = shapely.Polygon()
        for ring in rings:
            area = area.symmetric_difference(ring)  # even-odd: a ring inside a ring is a hole
        return area
    solid: list[shapely.Geometry] = []
    holes: list[shapely.Geometry] = []
    for shape in document.shapes or ():
        drawn = _shape(shape, grid)
        if drawn is None:
            said(where, f"a shape of type {shape.get('type')!r} cannot be drawn: skipped")
            continue
        (holes if shape.get("hole") else solid).append(drawn)
    if not solid:
        return None
    whole = shapely.union_all(solid)
    return whole.difference(shapely.union_all(holes)) if holes else whole


def _ring(points: Any) -> shapely.Geometry | None:
    """A polygon in quanta from a flat list of pixels; one that crosses itself keeps its even-odd area."""
    flat = points.get("points") if isinstance(points, dict) else points
    try:
        pairs = np.array(flat, dtype=float).reshape(-1, 2)
    except (TypeError, ValueError):
        return None
    if not 3 <= len(pairs) <= MOST_POINTS or not np.isfinite(pairs).all() or np.abs(pairs).max() > 1e7:
        return None
    polygon = shapely.Polygon(np.floor(pairs * QUANTA + 0.5))
    return polygon if polygon.is_valid else shapely.make_valid(polygon, method="linework")


def _shape(shape: dict[str, Any], grid: Grid) -> shapely.Geometry | None:
    def number(name: str, default: float = 0.0) -> float:
        value = shape.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e7:
            raise ValueError(name)
        return float(value) * QUANTA

    def degrees(name: str, default: float = 0.0) -> float:
        return number(name, default) / QUANTA

    try:
        x, y = number("x"), number("y")
        match shape.get("type"):
            case "rectangle":
                width, height = number("width"), number("height")
                left, top = x - width * degrees("anchorX"), y - height * degrees("anchorY")
                box = shapely.box(left, top, left + width, top + height)
                return shapely.affinity.rotate(box, degrees("rotation"), origin=(x + width / 2, y + height / 2))
            case "circle":
                return shapely.Point(x, y).buffer(number("radius"), quad_segs=ROUND)
            case "ellipse":
                unit = shapely.Point(0, 0).buffer(1, quad_segs=ROUND)
                oval = shapely.affinity.scale(unit, number("radiusX"), number("radiusY"))
                return shapely.affinity.translate(shapely.affinity.rotate(oval, degrees("rotation")), x, y)
            case "polygon":
                return _ring(shape.get("points"))
            case "cone":
                return _cone(x, y, number("radius"), degrees("angle", 90), degrees("rotation"))
            case "ring":
                radius = number("radius")
                outer = shapely.Point(x, y).buffer(radius + number("outerWidth"), quad_segs=ROUND)
                return outer.difference(shapely.Point(x, y).buffer(radius - number("innerWidth"), quad_segs=ROUND))
            case "line":
                half = number("width") / 2
                box = shapely.box(x, y - half, x + number("length"), y + half)
                return shapely.affinity.rotate(box, degrees("rotation"), origin=(x, y))
            case "emanation":
                base = shape.get("base")
                inner = _shape(base, grid) if isinstance(base, dict) else None
                return None if inner is None else inner.buffer(number("radius"), quad_segs=ROUND)
            case "token":
                space = grid.space(x / QUANTA, y / QUANTA, degrees("width", 1), degrees("height", 1))
                return shapely.union_all([shapely.Polygon(corners) for corners in space.corners])
            case "grid":
                return _grid_cells(shape.get("offsets"), grid)
    except (ValueError, KeyError, TypeError):
        return None  # the caller says which shape it was
    return None


def _cone(x: float, y: float, radius: float, angle: float, rotation: float) -> shapely.Geometry:
    """A cone from (x, y): `rotation` is its middle's direction, 0 = east, clockwise on the map."""
    turns = np.radians(np.linspace(rotation - angle / 2, rotation + angle / 2, max(3, int(angle / 4))))
    rim = np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns)], axis=1)
    return shapely.Polygon(np.vstack([[x, y], rim]))


def _grid_cells(offsets: Any, grid: Grid) -> shapely.Geometry | None:
    cells: list[shapely.Geometry] = []
    for offset in offsets if isinstance(offsets, list) else ():
        row, column = int(offset["i"]), int(offset["j"])
        if grid.is_hex:
            space = grid.space(0, 0, cells=[grid.hexes.from_offset(row, column)])
        else:
            space = grid.space(column * grid.size, row * grid.size)
        cells.append(shapely.Polygon(space.corners[0]))
    return shapely.union_all(cells) if cells else None
