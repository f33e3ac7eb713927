"""Regions as areas: a polygon, the heights it extends over, and the effects of its behaviours.

`region_shapes` makes the polygon. Coign's own behaviours are `coign.cover`, `coign.obscuring`, `coign.ground` and
`coign.terrain`; Foundry's `modifyMovementCost`, `adjustDarknessLevel` and `defineSurface` and the difficult terrain of
dnd5e are read too.

A region counts for everybody, whatever its `visibility`: like a wall it changes the map, and no creature. Players are
never told its name or outline (`annotations/redact.py`). If it is `hidden`, all its behaviours are off (Foundry 14.360,
foundryvtt/foundryvtt issue 14076).

Which creatures it acts on is decided as in Foundry, for every kind of region in one place: `Area.holds`. A creature is
in it if its feet are, on one of the levels that the region names. The region's bottom belongs to it. Its top belongs to
it if `topInclusive` is set (Foundry 14, foundryvtt/foundryvtt issue 14299), if bottom and top are the same, or in
scenes from before that field.

A region may have several behaviours of a kind, in any order. What they say is joined: the most cover, the thickest fog,
the highest ground, and costs multiplied.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from reprlib import repr as shown  # short and shallow, whatever it is
from typing import Any, NamedTuple

import shapely

from coign.grid.grid import Grid
from coign.protocol.document_reader import Report, as_number
from coign.protocol.documents import ElevationRange, RegionDoc
from coign.protocol.vocabulary import DEGREES, OBSCURING
from coign.scene.base_light import DarknessChange, read_darkness_change
from coign.scene.region_shapes import outline
from coign.util.lazy import lazy

MOST_HEIGHT = 1e7  # units: a height beyond this is read as unbounded
MOST_COST = 1e6  # times the usual cost: terrain that costs more cannot be entered
MOST_SURFACES = 8  # of one region
MOST_BEHAVIORS = 50  # of one region


@dataclass(frozen=True, slots=True)
class Surface:
    """A floor or ceiling inside the region's polygon, from v14's `defineSurface`.

    As with a wall, `move`, `sight` and `light` tell what it stops: a floor that stops the first two is solid.
    """

    elevation: float
    move: bool
    sight: bool
    light: bool


class Spares(NamedTuple):
    """Whom dnd5e's difficult terrain spares: creatures of some sides, and those that ignore ground of its kinds.

    Attributes:
        sides: dispositions.
        kinds: what is difficult about it: "plants", "ice".
        magical: whether it is made by magic.
    """

    sides: frozenset[float]
    kinds: frozenset[str]
    magical: bool

    def spare(self, disposition: int, ignored: frozenset[str]) -> bool:
        """Tell whether the ground spares a creature of a side that ignores ground of some kinds."""
        return (
            disposition in self.sides
            or "all" in ignored
            or ("magical" if self.magical else "nonmagical") in ignored
            or bool(self.kinds and self.kinds <= ignored)
        )


@dataclass(frozen=True, eq=False)  # compared by identity: comparing polygons point by point is slow
class Area:
    """One region. `polygon` is in quanta; `bottom` and `top` in units, infinite where open."""

    id: str
    polygon: shapely.Geometry
    bottom: float
    top: float
    levels: frozenset[str]
    with_top: bool = True  # whether what is exactly at its top is in it
    cover: str | None = None  # a degree
    obscuring: str | None = None  # "light", "heavy"
    seen_out_of: bool = False  # whether it obscures nothing from those who are in it
    ground: float | None = None
    water: bool = False
    difficult: bool = False  # for every creature
    spares: tuple[Spares, ...] = ()  # its difficult ground that spares some creatures, and whom it spares
    costs: dict[str, float] = field(default_factory=dict)  # movement action -> factor
    surfaces: tuple[Surface, ...] = ()
    darkness: DarknessChange | None = None

    @lazy
    def box(self) -> tuple[float, float, float, float]:
        """The polygon's bounding box: x0, y0, x1, y1 in quanta."""
        return tuple(self.polygon.bounds)

    @lazy
    def points(self) -> int:
        """The number of points of the polygon."""
        return int(shapely.get_num_coordinates(self.polygon))

    @lazy
    def inside(self) -> shapely.Geometry:
        """The polygon less a rim of one quantum: what meets it passes through the inside, not along the border."""
        inside = self.polygon.buffer(-1.0, join_style="mitre")
        shapely.prepare(inside)
        return inside

    def between(self, bottom: float, top: float) -> Area:
        """Return the same area between other heights, with what has been computed of its polygon."""
        other = copy(self)
        other.__dict__.update(bottom=bottom, top=top)
        return other

    @property
    def bars(self) -> bool:
        """Tell whether it can affect a line: by cover, by obscuring it, or by a floor or ceiling."""
        return bool(self.cover or self.obscuring or self.surfaces)

    def on(self, level: str | None) -> bool:
        """Tell whether it counts on a level: it names that level or no level. For a `level` of None it does."""
        return not self.levels or not level or level in self.levels

    def meets(self, bottom: float, top: float) -> bool:
        """Tell whether some height from `bottom` to `top`, in units, is within its own."""
        return self.bottom <= top and (bottom < self.top or (bottom == self.top and self.with_top))

    def holds(self, elevation: float, level: str | None) -> bool:
        """Tell whether it acts on a creature over its polygon, with its feet at an elevation (units) of a level."""
        return self.on(level) and self.meets(elevation, elevation)


def is_area(document: RegionDoc) -> bool:
    """Tell whether any of a region's behaviours matters to Coign."""
    return bool(_effects(document, "", lambda subject, why: None))


def read_area(
    document: RegionDoc, key: str, grid: Grid, report: Report, levels: Sequence[tuple[float, float]] = ()
) -> Area | None:
    """Read a region; return None if none of its behaviours matters to Coign.

    A floor or ceiling without an elevation lies at the bottom or top of `levels`.
    """
    where = f"region {key}"
    effects = _effects(document, where, report)
    if not effects:
        return None
    polygon = outline(document, where, grid, report)
    if polygon is None or not polygon.area > 0:
        report(where, "has no area: skipped")
        return None
    shapely.prepare(polygon)
    heights = document.elevation or ElevationRange()
    bottom, top = _height(heights.bottom, -math.inf), _height(heights.top, math.inf)
    surfaces: list[Surface] = []
    for placement, *stops in effects.pop("surfaces", ())[:MOST_SURFACES]:
        planes = _planes(placement, bottom, top, levels)
        surfaces += [Surface(elevation, *stops) for elevation in planes]
        if not planes:
            report(where, "its floor has no elevation: skipped")
    with_top = heights.topInclusive is not False or bottom == top
    on = frozenset(document.levels or ())
    return Area(key, polygon, bottom, top, on, with_top, surfaces=tuple(surfaces), **effects)


def _height(value: float | None, otherwise: float) -> float:
    return otherwise if value is None or abs(value) > MOST_HEIGHT else value


def _planes(placement: str, bottom: float, top: float, levels: Sequence[tuple[float, float]]) -> list[float]:
    """Return the elevations of a surface: the region's own, else those of its levels."""
    below = [bottom] if math.isfinite(bottom) else [low for low, _ in levels]
    above = [top] if math.isfinite(top) else [high for _, high in levels]
    wanted = {"bottom": below, "top": above, "both": [*below, *above]}.get(placement, below)
    return sorted({height for height in wanted if math.isfinite(height)})


def _effects(document: RegionDoc, where: str, report: Report) -> dict[str, Any]:
    """Return the effects of the region's behaviours as fields of an Area; empty if none matters to Coign."""
    effects: dict[str, Any] = {}
    behaviors = () if document.hidden else document.behaviors or ()
    if len(behaviors) > MOST_BEHAVIORS:
        report(where, f"has {len(behaviors)} behaviours: only the first {MOST_BEHAVIORS} count")
    for behavior in behaviors[:MOST_BEHAVIORS]:
        system = behavior.system or {}
        if behavior.disabled:
            continue
        match behavior.type:
            case "coign.cover":
                degree = system.get("degree")
                if degree in DEGREES["dmg"]:
                    effects["cover"] = max(degree, effects.get("cover", degree), key=DEGREES["dmg"].index)
                else:
                    report(where, f"cover {shown(degree)} is not none, half, three-quarters or total: skipped")
            case "coign.obscuring":
                degree = system.get("degree")
                if degree in OBSCURING:
                    if effects.get("obscuring") != "heavy":
                        effects |= {"obscuring": degree, "seen_out_of": system.get("from") == "outside"}
                else:
                    report(where, f"coign.obscuring degree {shown(degree)} is neither light nor heavy: skipped")
            case "coign.ground":
                elevation = as_number(system.get("elevation"))
                if elevation is not None and abs(elevation) <= MOST_HEIGHT:
                    effects["ground"] = max(elevation, effects.get("ground", elevation))
                else:
                    report(where, f"coign.ground elevation {shown(system.get('elevation'))} is not a height: skipped")
            case "coign.terrain":
                for name in ("difficult", "water"):
                    effects[name] = effects.get(name, False) or bool(system.get(name))
            case "dnd5e.difficultTerrain":
                effects["spares"] = (*effects.get("spares", ()), _spares(system))
            case "modifyMovementCost":
                costs = system.get("difficulties")
                if isinstance(costs, dict):
                    factors = {action: _factor(cost) for action, cost in costs.items()}
                    told = {action: factor for action, factor in factors.items() if factor >= 0}
                    effects["costs"] = multiplied(effects.get("costs", {}), told)
            case "adjustDarknessLevel":
                change = read_darkness_change(system)
                if change is not None:
                    effects["darkness"] = change
            case "defineSurface":
                stops = [_stops(system.get(sense)) for sense in ("move", "sight", "light")]
                effects.setdefault("surfaces", []).append((str(system.get("placement", "bottom")), *stops))
    return effects


def _spares(system: Mapping[str, Any]) -> Spares:
    """Return whom dnd5e's difficult terrain spares."""
    kinds = [kind for kind in _list(system.get("types")) if isinstance(kind, str)]
    sides = [side for side in _list(system.get("ignoredDispositions")) if isinstance(side, int | float)]
    return Spares(frozenset(sides), frozenset(kinds), system.get("magical") is True)


def _factor(cost: Any) -> float:
    """Return how many times as much as usual a step costs: infinite if nobody can take it, negative if nothing says."""
    number = math.inf if cost is None else as_number(cost)
    if number is None:
        return -1.0
    return math.inf if number > MOST_COST else number


def multiplied(costs: Mapping[str, float], others: Mapping[str, float]) -> dict[str, float]:
    """Return the costs of movement on ground that has two: Foundry multiplies them."""
    both = {action: (costs.get(action, 1.0), others.get(action, 1.0)) for action in {**costs, **others}}
    return {action: math.inf if math.inf in pair else math.prod(pair) for action, pair in both.items()}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _stops(value: Any) -> bool:
    return bool(value) and value not in (0, 10, 30, 40)
