"""The regions of a scene as areas: a polygon, the heights between which it holds, and what its behaviours say.

What a region covers is drawn by `outlines`. Ours are the behaviours `coign.cover`, `coign.obscuring`, `coign.ground`
and `coign.terrain`; understood beside them are Foundry's `modifyMovementCost`, `adjustDarknessLevel` and
`defineSurface`, and the difficult terrain of dnd5e.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from reprlib import repr as shown  # short and shallow, whatever it is
from typing import Any

import shapely

from coign.grid.grid import Grid
from coign.protocol.document_reader import Said
from coign.protocol.documents import RegionDoc
from coign.scene.base_light import DarknessChange, read_darkness_change
from coign.scene.region_shapes import outline

MOST_HEIGHT = 1e7  # units: what lies beyond is open
MOST_COST = 1e6  # times the usual: what costs more cannot be entered
MOST_SURFACES = 8  # of one region
MOST_BEHAVIORS = 50  # of one region


@dataclass(frozen=True, slots=True)
class Surface:
    """A floor or ceiling: a level plane inside the region's polygon, from v14's `defineSurface`. What it stops goes by
    `move` and `sight` as with a wall: a floor that stops both is solid.
    """

    elevation: float
    move: bool
    sight: bool


@dataclass(frozen=True, eq=False)  # each is itself: to compare polygons point by point takes long
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
    darkness: DarknessChange | None = None
    hidden: bool = False

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Of the polygon, quanta."""
        return tuple(self.polygon.bounds)

    @cached_property
    def points(self) -> int:
        """How many its polygon has."""
        return int(shapely.get_num_coordinates(self.polygon))

    @cached_property
    def inside(self) -> shapely.Geometry:
        """The polygon without a rim of one quantum: what meets this passes the open inside, and does not just touch."""
        inside = self.polygon.buffer(-1.0, join_style="mitre")
        shapely.prepare(inside)
        return inside

    @property
    def bars(self) -> bool:
        """Whether it may do something to a line: give cover, obscure, stop it with a floor or ceiling."""
        return bool(self.cover or self.obscuring or self.surfaces)

    def on(self, level: str | None) -> bool:
        """Whether it takes part on a level: where it names that one, or none; everywhere for who is on no level."""
        return not self.levels or not level or level in self.levels

    def meets(self, bottom: float, top: float) -> bool:
        """Whether it shares a height with the extent from `bottom` to `top`."""
        return self.bottom <= top and bottom <= self.top


def is_area(document: RegionDoc) -> bool:
    """Whether any of a region's behaviours matters to Coign."""
    return bool(_words(document, "", lambda what, why: None))


def read_area(document: RegionDoc, key: str, grid: Grid, said: Said) -> Area | None:
    """Read a region; return None if none of its behaviours matters to Coign."""
    words = _words(document, key, said)
    if not words:
        return None
    polygon = outline(document, f"region {key}", grid, said)
    if polygon is None or not polygon.area > 0:
        said(f"region {key}", "has no area: skipped")
        return None
    shapely.prepare(polygon)
    heights = document.elevation
    bottom = _height(heights.bottom if heights else None, -math.inf)
    top = _height(heights.top if heights else None, math.inf)
    surfaces = tuple(
        Surface(elevation, move, sight)
        for placement, move, sight in words.pop("surfaces", ())[:MOST_SURFACES]
        for elevation in _planes(placement, bottom, top)
    )
    levels = frozenset(document.levels or ())
    return Area(key, polygon, bottom, top, levels, surfaces=surfaces, hidden=bool(document.hidden), **words)


def _height(value: float | None, otherwise: float) -> float:
    return otherwise if value is None or abs(value) > MOST_HEIGHT else value


def _planes(placement: str, bottom: float, top: float) -> list[float]:
    wanted = {"bottom": [bottom], "top": [top], "both": [bottom, top]}.get(placement, [bottom])
    return [height for height in wanted if math.isfinite(height)]


def _words(document: RegionDoc, key: str, said: Said) -> dict[str, Any]:
    """What the region's behaviours say, as fields of an Area; empty where nothing concerns us."""
    words: dict[str, Any] = {}
    behaviors = document.behaviors or ()
    if len(behaviors) > MOST_BEHAVIORS:
        said(f"region {key}", f"{len(behaviors)} behaviours, the first {MOST_BEHAVIORS} of them count")
    for behavior in behaviors[:MOST_BEHAVIORS]:
        system = behavior.system or {}
        if behavior.disabled:
            continue
        match behavior.type:
            case "coign.cover":
                degree = system.get("degree")
                if degree in ("none", "half", "three-quarters", "total"):
                    words["cover"] = degree
                else:
                    said(
                        f"region {key}", f"cover {shown(degree)} is none of none, half, three-quarters, total: skipped"
                    )
            case "coign.obscuring":
                degree = system.get("degree")
                if degree in ("light", "heavy"):
                    words["obscuring"] = degree
                else:
                    said(f"region {key}", f"coign.obscuring degree {shown(degree)} is neither light nor heavy: skipped")
            case "coign.ground":
                elevation = system.get("elevation")
                if isinstance(elevation, int | float) and abs(elevation) <= MOST_HEIGHT:
                    words["ground"] = float(elevation)
                else:
                    said(f"region {key}", f"coign.ground elevation {shown(elevation)} is no height: skipped")
            case "coign.terrain":
                words["difficult"] = bool(system.get("difficult"))
                words["water"] = bool(system.get("water"))
            case "dnd5e.difficultTerrain":
                words["difficult"] = True
            case "modifyMovementCost":
                costs = system.get("difficulties")
                if isinstance(costs, dict):
                    words["costs"] = {
                        action: math.inf if cost is None or cost > MOST_COST else float(cost)
                        for action, cost in costs.items()
                        if cost is None or (isinstance(cost, int | float) and cost >= 0)
                    }
            case "adjustDarknessLevel":
                change = read_darkness_change(system)
                if change is not None:
                    words["darkness"] = change
            case "defineSurface":
                stops = (_stops(system.get("move")), _stops(system.get("sight")))
                words.setdefault("surfaces", []).append((str(system.get("placement", "bottom")), *stops))
    return words


def _stops(value: Any) -> bool:
    return bool(value) and value not in (0, 10, 30, 40)
