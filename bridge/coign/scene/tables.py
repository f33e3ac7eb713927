"""The tables of a scene: its documents, and the walls, lights, regions and tokens made from them.

A changed door, light or token is replaced in its place. A moved wall marks the index of walls as stale; the next query
builds it once, however many walls have moved. Placing documents is a cooperative task (`coign.util.tasks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Any

import msgspec
import shapely

from coign.grid.space import QUANTA, Space
from coign.protocol.document_reader import Report
from coign.protocol.documents import (
    COLLECTIONS,
    LevelDoc,
    LightDoc,
    RegionDoc,
    SceneDoc,
    TileDoc,
    TokenDoc,
    WallDoc,
)
from coign.scene.base_light import BaseLight, base_light, darkness_of, light_as_set
from coign.scene.cache import SceneCache
from coign.scene.changes import Edit
from coign.scene.grids import read_grid
from coign.scene.levels import Pair, extent, floors_at_bottom, lowest, open_pairs
from coign.scene.lights import Light, carried_by, carried_light, read_light
from coign.scene.region_shapes import count_points
from coign.scene.regions import Area, is_area, read_area
from coign.scene.roofs import MOST as MOST_ROOFS
from coign.scene.roofs import Roof, of_area, read_tile, under_levels
from coign.scene.things import Thing, read_thing
from coign.scene.tokens import Token
from coign.scene.walls import Walls
from coign.util.tasks import Task
from coign.util.text import printable

MOST_AREAS = 300  # regions with a behaviour that matters to Coign
MOST_OUTLINE = 5_000  # points of all their outlines together
MOST_THINGS = 500  # tiles that are objects
CHUNK = 500  # walls that one step loads
CHUNK_OF_TILES = 50  # tiles that one step reads
CHUNK_ON_GROUND = 20  # the same if each wall may have to look up the ground in every region


class Tables:
    """The documents of a scene and the objects made from them. Pixels become quanta and units only here."""

    def __init__(self, doc: SceneDoc) -> None:
        self.id = doc.id or "scene"
        self.name = printable(self.id)
        self._take_fields(doc)
        self.documents: dict[str, dict[str, Any]] = {name: {} for name in COLLECTIONS}
        self._duplicates: list[str] = []  # documents whose id another document has too
        for name, table in self.documents.items():
            kind = name.removesuffix("s")
            for n, document in enumerate(getattr(doc, name)):
                key = document.id or f"{kind}-{n}"
                if key in table:
                    self._duplicates.append(f"{kind} {key}")
                table[key] = document
        self.base_light: BaseLight = "bright"
        self.darkened: tuple[tuple[Area, BaseLight], ...] = ()  # regions with a base light of their own
        self.walls = Walls()
        self.tiles: dict[str, Roof] = {}  # those that stop light
        self.things: dict[str, Thing] = {}  # those that a GM made objects
        self.roofs: tuple[Roof, ...] = ()  # they, and the surfaces of regions
        self.levels: dict[str, LevelDoc] = {}
        self.open_levels: list[Pair] = []  # levels above each other, no floor drawn between them
        self.areas: dict[str, Area] = {}
        self.lights: dict[str, Light] = {}
        self.carried: dict[str, Light] = {}
        self.tokens: dict[str, Token] = {}
        self.cache = SceneCache()

    def ground_under(self, space: Space, level: str | None, elevation: float) -> float | None:
        """Return the highest ground under the centre of a space, in units; None if none is drawn there.

        Only regions count that act on a creature at this elevation of this level.
        """
        grounds = [area for area in self.areas.values() if area.ground is not None and area.holds(elevation, level)]
        return _highest(grounds, *space.anchor) if grounds else None

    def ground_at(self, x: float, y: float) -> float:
        """Return the highest ground at a point (pixels) under what is at elevation 0, in units; 0 if none is drawn.

        Only regions count that hold what is at 0: the ground of a gallery does not lift the lamps under it.
        """
        grounds = [area for area in self.areas.values() if area.ground is not None and area.holds(0.0, None)]
        return _highest(grounds, x * QUANTA, y * QUANTA) or 0.0

    def _foot_of(self, wall: WallDoc) -> float:
        """Return the elevation on which a wall stands: the highest ground drawn at its middle, in units.

        Walls have no elevation of their own. The foot of a wall that names levels is the ground of the lowest of them,
        or the bottom of that level if it has no ground.
        """
        level = lowest(self.levels, wall.levels or ())
        bottom, top = (-inf, inf) if level is None else extent(self.levels[level])
        grounds = [
            area
            for area in self.areas.values()
            if area.ground is not None and area.on(level) and bottom <= area.ground < top
        ]
        x0, y0, x1, y1 = wall.c
        height = _highest(grounds, (x0 + x1) / 2 * QUANTA, (y0 + y1) / 2 * QUANTA)
        return height or (0.0 if bottom == -inf else bottom)

    def _build(self, report: Report) -> Task[None]:
        """Place every document again, from nothing."""
        for duplicate in self._duplicates:
            report(duplicate, "two documents have this id: the last one counts")
        self._duplicates.clear()
        self.grid = read_grid(self.doc, report)
        self.walls, self.levels = Walls(), dict(self.documents["levels"])
        self.cache.clear()
        self.areas, self.lights, self.tokens, self.carried = {}, {}, {}, {}
        self.tiles, self.things = {}, {}
        yield from self._place_regions(self.documents["regions"], report)
        yield from self._place_tiles(self.documents["tiles"], report)
        yield from self._place_walls(self.documents["walls"], report)
        self.walls.make_index()  # now, so that no query has to
        yield
        for key, document in self.documents["lights"].items():
            self._place_light(key, document)
        yield from self._place_tokens(self.documents["tokens"], report)
        self._light_base()
        self.open_levels = open_pairs(self.levels, self.areas.values())
        self._find_roofs()

    def _apply(self, edit: Edit, report: Report) -> Task[None]:
        """Place the documents of an edit, and those that depend on them."""
        for collection, changed in edit.documents.items():
            for key, document in changed.items():
                if document is None:
                    self.documents[collection].pop(key, None)
                else:
                    self.documents[collection][key] = document
        grid, darkness, closed = self.grid, self.darkness, self.floors_at_bottom
        if edit.scene is not None:
            self._take_fields(edit.scene)
            self.cache.scene_changed()
        lifted = self.floors_at_bottom and bool(edit.documents["levels"])  # and the floors with them
        if self.grid != grid or self.floors_at_bottom != closed or lifted:
            yield from self._build(report)  # a changed grid moves everything
            return
        if edit.documents["levels"]:
            self.levels = dict(self.documents["levels"])
            yield from self._stand_again()  # a changed level moves what is on it
        if edit.documents["regions"]:
            grounds = self._grounds()
            yield from self._place_regions(edit.documents["regions"], report)
            if self._grounds() != grounds:
                yield from self._stand_again()
        if self.darkness != darkness:
            yield from self._burn_again()
        yield from self._place_walls(edit.documents["walls"], report)
        for key, document in edit.documents["lights"].items():
            self._place_light(key, document)
        yield from self._place_tokens(edit.documents["tokens"], report)
        yield from self._place_tiles(edit.documents["tiles"], report)
        self._light_base()
        if edit.documents["levels"] or edit.documents["regions"]:
            self.open_levels = open_pairs(self.levels, self.areas.values())
        if edit.documents["levels"] or edit.documents["regions"] or edit.documents["tiles"]:
            self._find_roofs()

    def _take_fields(self, document: SceneDoc) -> None:
        """Take over the scene's own fields; the documents of its collections are placed one by one."""
        self.doc = msgspec.structs.replace(document, **dict.fromkeys(COLLECTIONS, ()))
        self.name = printable(document.name or "") or self.name
        self.grid, self.darkness = read_grid(document), darkness_of(document)
        self.floors_at_bottom = floors_at_bottom(document)

    # --- regions, and the documents on their ground -------------------------------------------------------------------

    def _place_regions(self, changed: Mapping[str, RegionDoc | None], report: Report) -> Task[None]:
        points = sum(area.points for area in self.areas.values())
        for key, document in changed.items():
            before = self.areas.pop(key, None)
            points -= before.points if before else 0
            if document is not None and (area := self._draw(document, key, points, report)):
                self.areas[key], points = area, points + area.points
                yield
                _ = area.inside  # computed now, so that no query has to
            yield

    def _draw(self, document: RegionDoc, key: str, points: int, report: Report) -> Area | None:
        """Make the area of a region; None if it does not matter, or exceeds a limit (`points`: used so far)."""
        room = MOST_OUTLINE - points
        fits = not is_area(document) or (len(self.areas) < MOST_AREAS and count_points(document) <= room)
        area = read_area(document, key, self.grid, report, self._extents(document)) if fits else None
        if not fits or (area is not None and area.points > room):
            report(
                f"region {key}",
                f"exceeds {MOST_AREAS} regions or {MOST_OUTLINE} points of outline in one scene: skipped",
            )
            return None
        return area

    def _place_tiles(self, changed: Mapping[str, TileDoc | None], report: Report) -> Task[None]:
        for n, (key, document) in enumerate(changed.items()):
            self.tiles.pop(key, None)
            self._place_thing(key, document, report)
            roof = None if document is None else read_tile(document, self.grid)
            if roof is not None and len(self.tiles) >= MOST_ROOFS:
                report(f"tile {key}", f"exceeds {MOST_ROOFS} tiles that stop light in one scene: skipped")
            elif roof is not None:
                self.tiles[key] = roof
            if n % CHUNK_OF_TILES == 0:
                yield

    def _place_thing(self, key: str, document: TileDoc | None, report: Report) -> None:
        self.things.pop(key, None)
        thing = None if document is None else read_thing(document, key, self.grid, self.ground_at, report)
        if thing is not None and len(self.things) >= MOST_THINGS:
            report(f"tile {key}", f"exceeds {MOST_THINGS} tiles that are objects in one scene: skipped")
        elif thing is not None:
            self.things[key] = thing

    def _find_roofs(self) -> None:
        """Collect the roofs that stop light, and drop the lit areas, so that they are measured again."""
        surfaces = [roof for area in self.areas.values() for roof in of_area(area)]
        floors = under_levels(self.levels, self.open_levels) if self.floors_at_bottom else []
        before, self.roofs = self.roofs, (*self.tiles.values(), *surfaces, *floors)
        if before or self.roofs:
            self.cache.roofs_changed()

    def _extents(self, document: RegionDoc) -> list[tuple[float, float]]:
        """Return the bottoms and tops of the levels that a region is on, if floors without an elevation lie there."""
        if not self.floors_at_bottom:
            return []
        named = document.levels or tuple(self.levels)
        return [extent(self.levels[key]) for key in named if key in self.levels]

    def _grounds(self) -> dict[str, Area]:
        return {key: area for key, area in self.areas.items() if area.ground is not None}

    def _stand_again(self) -> Task[None]:
        """Place again what depends on the ground: tokens and lamps without an elevation of their own, low walls, and
        things."""
        low = {key: wall for key, wall in self.documents["walls"].items() if wall.flags}
        yield from self._place_walls(low, _quiet)
        for key in list(self.things):
            self._place_thing(key, self.documents["tiles"].get(key), _quiet)
        for key in list(self.lights):
            self._place_light(key, self.documents["lights"].get(key))
        yield from self._place_tokens(self.documents["tokens"], _quiet)

    # --- walls --------------------------------------------------------------------------------------------------------

    def _place_walls(self, changed: Mapping[str, WallDoc | None], report: Report) -> Task[None]:
        walls, new, foot_of = self.walls, [], self._foot_of
        self._forget_near(changed)
        for key, document in changed.items():
            if document is not None and key not in walls.row:
                new.append((key, document))
                continue
            if document is None:
                walls.remove(key)
            else:
                walls.put(key, document, foot_of, report)
            yield
        chunk = CHUNK_ON_GROUND if self._grounds() else CHUNK
        for start in range(0, len(new), chunk):
            walls.load(new[start : start + chunk], foot_of, report)
            yield
        self._forget_near(changed)

    def _forget_near(self, keys: Iterable[str]) -> None:
        """Drop the cached areas near walls at their present places."""
        rows = [self.walls.row[key] for key in keys if key in self.walls.row] if self.cache.lit else []
        self.cache.walls_changed(self.walls.lines[rows])

    # --- lights and tokens --------------------------------------------------------------------------------------------

    def _burn_again(self) -> Task[None]:
        """Place lights and carried lights again after the darkness changed, which switches some on or off."""
        for key, document in self.documents["lights"].items():
            self._place_light(key, document)
        yield from self._place_tokens(self.documents["tokens"], _quiet)

    def _light_base(self) -> None:
        """Find the light over the scene and inside the regions that change the darkness; the last of them counts."""
        before = self.base_light, self.darkened
        lamps = any(not light.darkness for light in self.lights.values())
        self.base_light = light_as_set(self.doc) or base_light(self.doc, self.darkness, lamps=lamps)
        changing = [(area, area.darkness) for area in self.areas.values() if area.darkness is not None]
        self.darkened = tuple(
            (area, base_light(self.doc, change.apply(self.darkness), lamps=lamps)) for area, change in changing
        )
        if (self.base_light, self.darkened) != before:
            self.cache.scene_changed()

    def _place_light(self, key: str, document: LightDoc | None) -> None:
        light = None if document is None else read_light(document, key, self.grid, self.darkness, self.ground_at)
        if light is None:
            self.lights.pop(key, None)
        else:
            self.lights[key] = light
        self.cache.light_changed(key, light)

    def _place_tokens(self, changed: Mapping[str, TokenDoc | None], report: Report) -> Task[None]:
        for key, document in changed.items():
            before, light, token = self.carried.pop(key, None), None, None
            known = key in self.tokens
            if document is None:
                self.tokens.pop(key, None)
            else:
                token = self.tokens[key] = Token(document, key, self.grid, self.levels, self.ground_under, report)
                light = carried_light(token, self.grid, self.darkness)
            if light is not None:
                self.carried[key] = light
            self.cache.token_changed(token, known=known)
            if before is not None or light is not None:
                self.cache.light_changed(carried_by(key), light)
            yield


def _highest(grounds: Sequence[Area], x: float, y: float) -> float | None:
    """Return the highest of some grounds at a point (quanta), in units; None if none of them is there."""
    if not grounds:
        return None
    here = shapely.intersects_xy([area.polygon for area in grounds], x, y)
    heights = (area.ground for area, is_here in zip(grounds, here, strict=True) if is_here and area.ground is not None)
    return max(heights, default=None)


def _quiet(subject: str, why: str) -> None:
    """Report nothing: the documents are placed again, and were reported on when they first came."""
