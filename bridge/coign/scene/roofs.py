"""Roofs: flat parts over the map that stop light, from above to below and from below to above.

| from                                            | its outline        | since       |
| ----------------------------------------------- | ------------------ | ----------- |
| a tile that restricts light                     | its rectangle      | Foundry 12  |
| a tile that is a roof                           | its rectangle      | up to 11    |
| a region's surface that stops light             | the region         | Foundry 14  |
| a level's bottom, where a GM has put a floor    | the whole map      | Foundry 14  |

As in Foundry light falls straight down: a roof darkens what lies under its outline, whatever the light's distance. What
is exactly at a roof's elevation is on it. The light of the whole scene comes in under roofs, as in Foundry.

One thing differs. In Foundry light comes through where a tile's picture is more transparent than its alpha threshold
(`texture.alphaThreshold`, 0.75; foundryvtt/foundryvtt issue 7985). A document does not hold the picture, so the whole
rectangle stops light here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import shapely

from coign.grid.grid import Grid
from coign.grid.space import Box, meet
from coign.protocol.documents import LevelDoc, TileDoc
from coign.scene.levels import Pair, extent
from coign.scene.regions import Area
from coign.scene.things import outline_of

FOREGROUND = 4  # grid distances: the elevation of overhead tiles before they had one of their own, Foundry's default
MOST = 500  # roofs in one scene


@dataclass(frozen=True, eq=False)  # compared by identity, as areas are
class Roof:
    """One roof. `outline` is in quanta, None over the whole map; `elevation` in units."""

    outline: shapely.Geometry | None
    elevation: float
    levels: frozenset[str] = frozenset()
    is_surface: bool = False  # lights that pass walls pass it too

    def between(self, first: float, second: float) -> bool:
        """Tell whether it lies between two elevations, in units."""
        return (first < self.elevation) != (second < self.elevation)

    def meets(self, box: Box) -> bool:
        """Tell whether its bounds meet a box (quanta)."""
        return self.outline is None or meet(self.outline.bounds, box)

    def counts(self, levels: Iterable[str]) -> bool:
        """Tell whether it names one of these levels or none, or none is given."""
        given = set(levels)
        return not self.levels or not given or bool(self.levels & given)


def stops_light(document: TileDoc) -> bool:
    """Tell whether a tile stops light. A hidden one does not."""
    if document.hidden:
        return False
    if document.restrictions is not None:
        return bool(document.restrictions.light)
    return bool(document.roof and document.overhead is not False)


def read_tile(document: TileDoc, grid: Grid) -> Roof | None:
    """Read a tile as a roof; None if it stops no light or has no area."""
    outline = outline_of(document) if stops_light(document) else None
    if outline is None:
        return None
    shapely.prepare(outline)
    elevation = document.elevation
    if elevation is None:
        elevation = FOREGROUND * grid.distance if document.overhead else 0.0
    return Roof(outline, elevation, frozenset(document.levels or ()))


def of_area(area: Area) -> list[Roof]:
    """Return the surfaces of a region that stop light."""
    return [
        Roof(area.polygon, surface.elevation, area.levels, is_surface=True)
        for surface in area.surfaces
        if surface.light
    ]


def under_levels(levels: Mapping[str, LevelDoc], pairs: Iterable[Pair]) -> list[Roof]:
    """Return the floors that a GM has put at the bottoms of levels, for pairs of levels without a floor between."""
    bottoms = {extent(levels[upper])[0] for _, upper in pairs}
    return [Roof(None, bottom, is_surface=True) for bottom in sorted(bottoms) if math.isfinite(bottom)]
