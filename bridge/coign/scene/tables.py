"""What a scene holds, and how documents take their places in it.

Doors, lights and tokens are replaced where they are; a wall that moves leaves the index of walls to be made anew at the
next question, once for a burst of them. Placing goes in steps (`coign.util.tasks`).
"""

from __future__ import annotations

import math
from collections.abc import Container, Mapping
from typing import Any

import msgspec
import shapely

from coign.grid.grid import Grid
from coign.grid.hexes import HEX_ODD_R
from coign.grid.space import QUANTA, Space
from coign.protocol.document_reader import Said
from coign.protocol.documents import COLLECTIONS, GridDoc, LevelDoc, LightDoc, RegionDoc, SceneDoc, TokenDoc, WallDoc
from coign.scene.base_light import BaseLight, base_light, darkness_of, light_as_set
from coign.scene.cache import SceneCache
from coign.scene.changes import Edit
from coign.scene.lights import Light, carried_light, read_light
from coign.scene.region_shapes import count_points
from coign.scene.regions import Area, is_area, read_area
from coign.scene.tokens import Token
from coign.scene.walls import Walls
from coign.util.tasks import Task
from coign.util.text import printable

MOST_AREAS = 300  # regions that say something to us
MOST_OUTLINE = 5_000  # points of all their outlines
CHUNK = 500  # walls that are taken in at a time
CHUNK_ON_GROUND = 20  # where each may ask every region for the ground it stands on


class Tables:
    """The documents of a scene, and what was made of each: pixels become quanta and units here, and nowhere else."""

    def __init__(self, doc: SceneDoc) -> None:
        self.id = doc.id or "scene"
        self.name = printable(doc.name or self.id)
        self.doc = msgspec.structs.replace(doc, walls=(), tokens=(), lights=(), regions=(), levels=())
        self.documents: dict[str, dict[str, Any]] = {name: {} for name in COLLECTIONS}
        self._twice: list[str] = []  # documents whose id another has as well
        for name, table in self.documents.items():
            kind = name.removesuffix("s")
            for n, document in enumerate(getattr(doc, name)):
                key = document.id or f"{kind}-{n}"
                if key in table:
                    self._twice.append(f"{kind} {key}")
                table[key] = document
        self.grid = read_grid(doc)
        self.darkness = darkness_of(doc)
        self.base_light: BaseLight = "bright"
        self.darkened: tuple[tuple[Area, BaseLight], ...] = ()  # regions that have a base light of their own
        self.walls = Walls()
        self.levels: dict[str, LevelDoc] = {}
        self.areas: dict[str, Area] = {}
        self.lights: dict[str, Light] = {}
        self.carried: dict[str, Light] = {}
        self.tokens: dict[str, Token] = {}
        self.cache = SceneCache()

    def ground_at(self, x: float, y: float, level: str | None = None) -> float | None:
        """The highest ground that a GM has drawn at a point in quanta, in units; None where the level has none."""
        drawn = [
            (area.ground, area.polygon) for area in self.areas.values() if area.ground is not None and area.on(level)
        ]
        if not drawn:
            return None
        here = shapely.intersects_xy([polygon for _, polygon in drawn], x, y)
        return max((ground for (ground, _), is_here in zip(drawn, here, strict=True) if is_here), default=None)

    def floor(self, space: Space, level: str | None) -> float | None:
        """The highest ground under a space, in units; None where none is drawn."""
        return self.ground_at(*space.anchor, level) if self.areas else None

    def _build(self, said: Said) -> Task[None]:
        """Place every document anew."""
        for what in self._twice:
            said(what, "two have this id: the last one counts")
        self._twice.clear()
        self.grid = read_grid(self.doc, said)
        self.walls, self.levels = Walls(), dict(self.documents["levels"])
        self.cache.clear()
        self.areas, self.lights, self.tokens, self.carried = {}, {}, {}, {}
        yield from self._place_regions(self.documents["regions"], said)
        yield from self._place_walls(self.documents["walls"], said)
        self.walls.make_index()  # now, so that no question has to
        yield
        for key, document in self.documents["lights"].items():
            self._place_light(key, document, said)
        yield from self._place_tokens(self.documents["tokens"], said)
        self._light_base()

    def _apply(self, edit: Edit, said: Said) -> Task[None]:
        """Place the documents of an edit, and what hangs on them."""
        for collection, changed in edit.documents.items():
            for key, document in changed.items():
                if document is None:
                    self.documents[collection].pop(key, None)
                else:
                    self.documents[collection][key] = document
        grid, darkness = self.grid, self.darkness
        if edit.scene is not None:
            self._take_fields(edit.scene)
            self.cache.scene_changed()
        if self.grid != grid:
            yield from self._build(said)  # everything is somewhere else
            return
        if edit.documents["levels"]:
            self.levels = dict(self.documents["levels"])
        if edit.documents["regions"]:
            grounds = self._grounds()
            yield from self._place_regions(edit.documents["regions"], said)
            if self._grounds() != grounds:
                yield from self._stand_again()
        if self.darkness != darkness:
            yield from self._burn_again()
        yield from self._place_walls(edit.documents["walls"], said)
        for key, document in edit.documents["lights"].items():
            self._place_light(key, document, said)
        yield from self._place_tokens(edit.documents["tokens"], said)
        self._light_base()

    def _take_fields(self, document: SceneDoc) -> None:
        """The scene's own fields; its collections are documents of their own."""
        self.doc = msgspec.structs.replace(document, walls=(), tokens=(), lights=(), regions=(), levels=())
        self.name = printable(document.name or "") or self.name
        self.grid, self.darkness = read_grid(document), darkness_of(document)

    # --- regions, and what stands on the ground that they draw --------------------------------------------------------

    def _place_regions(self, changed: Mapping[str, RegionDoc | None], said: Said) -> Task[None]:
        points = sum(area.points for area in self.areas.values())
        for key, document in changed.items():
            before = self.areas.pop(key, None)
            self.cache.region_changed()
            points -= before.points if before else 0
            if document is not None and (area := self._draw(document, key, points, said)):
                self.areas[key], points = area, points + area.points
                yield
                _ = area.inside  # made now, so that no question has to
            yield

    def _draw(self, document: RegionDoc, key: str, points: int, said: Said) -> Area | None:
        """One region as an area, beside others that have so many points; None where it is none, or there is no room."""
        room = MOST_OUTLINE - points
        fits = not is_area(document) or (len(self.areas) < MOST_AREAS and count_points(document) <= room)
        area = read_area(document, key, self.grid, said) if fits else None
        if not fits or (area is not None and area.points > room):
            said(f"region {key}", f"beyond {MOST_AREAS} regions, or {MOST_OUTLINE} points of their outlines: skipped")
            return None
        return area

    def _grounds(self) -> dict[str, Area]:
        return {key: area for key, area in self.areas.items() if area.ground is not None}

    def _stand_again(self) -> Task[None]:
        """The ground is another: tokens without an elevation of their own, and low walls, stand on it."""
        low = {key: wall for key, wall in self.documents["walls"].items() if wall.flags}
        yield from self._place_walls(low, _quiet)
        yield from self._place_tokens(self.documents["tokens"], _quiet)

    # --- walls --------------------------------------------------------------------------------------------------------

    def _place_walls(self, changed: Mapping[str, WallDoc | None], said: Said) -> Task[None]:
        walls, new = self.walls, []

        def ground(x: float, y: float) -> float:
            return (self.ground_at(x * QUANTA, y * QUANTA) if self.areas else None) or 0.0

        if changed:
            self.cache.wall_changed()
        for key, document in changed.items():
            if document is not None and key not in walls.row:
                new.append((key, document))
                continue
            if document is None:
                walls.remove(key)
            else:
                walls.put(key, document, ground, said)
            yield
        chunk = CHUNK_ON_GROUND if self._grounds() else CHUNK
        for start in range(0, len(new), chunk):
            walls.load(new[start : start + chunk], ground, said)
            yield

    # --- lights and tokens --------------------------------------------------------------------------------------------

    def _burn_again(self) -> Task[None]:
        """It is darker, or brighter: lights and torches go on or out by that."""
        for key, document in self.documents["lights"].items():
            self._place_light(key, document, _quiet)
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

    def _place_light(self, key: str, document: LightDoc | None, said: Said) -> None:
        light = None if document is None else read_light(document, key, self.grid, self.darkness, said)
        if light is None:
            self.lights.pop(key, None)
        else:
            self.lights[key] = light
        self.cache.light_changed()

    def _place_tokens(self, changed: Mapping[str, TokenDoc | None], said: Said) -> Task[None]:
        for key, document in changed.items():
            before, light, token = self.carried.pop(key, None), None, None
            known = key in self.tokens
            if document is None:
                self.tokens.pop(key, None)
            else:
                token = self.tokens[key] = Token(document, key, self.grid, self.floor, said)
                light = carried_light(token, self.grid, self.darkness)
            if light is not None:
                self.carried[key] = light
            self.cache.token_changed(token, known=known, carries=before is not None or light is not None)
            yield


def _quiet(what: str, why: str) -> None:
    """For documents read again: what there was to say was said when they came."""


def read_grid(doc: SceneDoc, said: Said = _quiet) -> Grid:
    """The grid of a scene: an object since v10, a number with flat fields beside it before. What is no grid is said."""
    grid = doc.grid if isinstance(doc.grid, GridDoc) else GridDoc(
        type=doc.gridType,
        size=doc.grid if isinstance(doc.grid, float | int) else doc.gridSize,
        distance=doc.gridDistance,
        units=doc.gridUnits,
    )  # fmt: skip

    def one_of(value: float | None, field: str, fits: Container[float], usual: int) -> int:
        if value is not None and value not in fits:
            said("grid", f"{field} {value:g} is none that Foundry knows: {usual} used")
        return int(value) if value is not None and value in fits else usual

    def between(value: float | None, field: str, least: float, most: float, usual: float) -> float:
        if value is not None and not least <= value <= most:
            said("grid", f"{field} {value:g} is not between {least:g} and {most:g}: {usual:g} used")
        return float(value) if value is not None and least <= value <= most else usual

    kind, size = one_of(grid.type, "type", range(6), 1), between(grid.size, "size", 1, 10_000, 100.0)
    if kind >= HEX_ODD_R and _legacy_hexes(doc):
        size *= math.sqrt(3) / 2
    return Grid(
        kind,
        size,
        between(grid.distance, "distance", 1e-3, 1e6, 5.0),
        grid.units or "",
        one_of(grid.diagonals, "diagonals", range(7), 0),
    )


def _legacy_hexes(doc: SceneDoc) -> bool:
    """Return whether the grid size is a hex's length from corner to corner, as before v10."""
    core = (doc.flags or {}).get("core")
    return not isinstance(doc.grid, GridDoc) or (isinstance(core, dict) and core.get("legacyHex") is True)
