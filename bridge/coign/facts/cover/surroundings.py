"""The part of a scene near the lines between two bodies: its tokens, tiles, regions and floors."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely

from coign.facts.cover.floors import Floor
from coign.facts.cover.heights import Levels, Rise, Storeys, storeys
from coign.geometry import areas
from coign.grid.space import Box, Space, box_about, way_between
from coign.scene.levels import extent
from coign.scene.regions import Area
from coign.scene.scene import Scene
from coign.scene.things import Thing, of_token
from coign.scene.tokens import Token
from coign.scene.wall_kinds import SOLID


class Surroundings(NamedTuple):
    """The scene near the lines from one space to another.

    `box` is the box about both spaces, and `known` has the levels that the two are on, if any.
    """

    scene: Scene
    spaces: tuple[Space, Space]
    rise: Rise
    levels: Levels
    box: Box
    known: frozenset[str]

    @classmethod
    def of(cls, scene: Scene, source: Space, target: Space, rise: Rise, levels: Levels) -> Surroundings:
        """Return what is near two spaces."""
        known = frozenset(level for level in levels if level)
        return cls(scene, (source, target), rise, levels, box_about(source, target), known)

    def turned(self) -> Surroundings:
        """Return the same for lines the other way."""
        return self._replace(spaces=self.spaces[::-1], rise=Rise(*self.rise[::-1]), levels=self.levels[::-1])

    @property
    def inside(self) -> Box:
        """The box without its border: what only touches the border is in no line's way."""
        return areas.inside(self.box)

    @property
    def storeys(self) -> Storeys | None:
        """The storeys between which the lines run; None on one level, or without a floor between them."""
        return storeys(self.levels, self.scene.levels)

    # --- tokens and tiles ---------------------------------------------------------------------------------------------

    def tokens(self, ignore: frozenset[str]) -> list[Token]:
        """Return the tokens near the lines, on one of the two levels (None: any) and on neither of the spaces."""
        known, overlapping, (source, target) = self.known, self.scene.grid.overlapping, self.spaces
        in_the_way = way_between(source.box, target.box)
        return [
            token
            for token in self.scene.tokens_in(*self.inside)
            if token.id not in ignore
            and in_the_way(token.space.box)
            and (not known or not token.level or token.level in known)
            and not (overlapping(token.space, source) or overlapping(token.space, target))
        ]

    def things(self, tokens: list[Token]) -> list[Thing]:
        """Return the things near the lines: some of these tokens, and tiles that lie on neither of the spaces."""
        found = [thing for token in tokens if not token.is_soft and (thing := of_token(token)) is not None]
        if self.scene.things:
            tiles = self.scene.things_in(*self.box)
            found += [one for one in tiles if one.on(self.known) and not any(map(one.overlaps, self.spaces))]
        return found

    # --- regions ------------------------------------------------------------------------------------------------------

    def areas(self, wanted: str) -> list[Area]:
        """Return the areas near the lines, at their heights, that give cover or obscure (`wanted` is the field).

        An area that can be looked out of obscures nothing from an attacker inside it.
        """
        if not self.scene.areas:
            return []
        low, high = self.rise.ends
        in_the_way = way_between(*(space.box for space in self.spaces))
        near = [area for area in self.scene.areas_in(*self.box) if getattr(area, wanted) and in_the_way(area.box)]
        return [
            area
            for area in self._cut_at_floor([area for area in near if self._takes_part(area)])
            if area.meets(low, high) and not (area.seen_out_of and self._is_in(area))
        ]

    def _cut_at_floor(self, near: list[Area]) -> list[Area]:
        """Return areas as the lines meet them: between two levels, those on only one of them end at the floor."""
        found = self.storeys if any(area.levels for area in near) else None
        if found is None:
            return near
        heights = (np.array([getattr(area, end) for area in near]) for end in ("bottom", "top"))
        ends = zip(near, *found.cut([area.levels for area in near], *heights), strict=True)
        return [area.between(float(low), float(high)) for area, low, high in ends if low <= high]

    def _is_in(self, area: Area) -> bool:
        """Return whether the middle of the attacker's space is in an area, at one of the area's heights."""
        source = self.spaces[0]
        return area.holds(source.bottom, self.levels[0]) and bool(shapely.contains_xy(area.polygon, *source.centre))

    def _takes_part(self, area: Area) -> bool:
        """Return whether an area names no level, or the level of one of the two."""
        return not self.known or any(map(area.on, self.known))

    def floors(self, things: list[Thing], *, invisible_walls: bool) -> list[Floor]:
        """Return the floors and ceilings that stop anything, and the tops and bottoms of solid things."""
        found = []
        if len(self.known) > 1 and self.scene.floors_at_bottom:
            # Between two levels, the upper one's bottom is a floor although no region draws it.
            whole, levels = shapely.box(*areas.about(self.box)), self.scene.levels
            for _, upper in self.scene.open_levels:
                found.append(Floor(f"floor:{upper}", whole, extent(levels[upper])[0], effect=True, sight=True))
        for area in self.scene.areas_in(*self.box) if self.scene.areas else ():
            if area.surfaces and self._takes_part(area):
                for one in area.surfaces:
                    effect = one.move and (one.sight or invisible_walls)
                    found.append(Floor(f"floor:{area.id}", area.polygon, one.elevation, effect, one.sight))
        for thing in things:
            if thing.kind == SOLID:
                found += [Floor(thing.name, thing.outline, at, True, True) for at in (thing.bottom, thing.top)]
        return [floor for floor in found if floor.effect or floor.sight]
