"""A scene: built from the wire once, updated by changes. Pixels become quanta and units here, and nowhere else.

A change never half-applies: every document of it is read before any takes effect. Doors, lights and tokens change in
place; a wall that moves makes the index of walls anew at the next question, once for a burst of them. Reading and
changing go in steps (`coign.steps`): a scene that is being changed is to be asked nothing until that is done.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from coign.areas import Area, read_area
from coign.changes import Edit, check_sizes, counts_after, read_changes
from coign.errors import BadMessage, UnknownToken
from coign.grid import Grid
from coign.lights import Lamps, Light, base_light, carried_light, darkness_of, read_light
from coign.protocol.documents import COLLECTIONS, GridDoc, LevelDoc, SceneDoc, TokenDoc, WallDoc
from coign.protocol.messages import Change
from coign.protocol.reading import Said, read_scene
from coign.space import QUANTA, Space
from coign.steps import Steps, finish
from coign.tokens import ALOFT, BELOW, Token
from coign.walls import Walls

MOST_AREAS = 300  # regions that say something to us
MOST_OUTLINE = 40_000  # points of all their outlines
MOST_SKIPPED = 1_000  # the last ones are kept
CHUNK = 250  # walls that are taken in at a time


class Scene:
    """One scene. `skipped` says what of it could not be read, and why."""

    def __init__(self, doc: SceneDoc, skipped: Sequence[tuple[str, str]] = ()) -> None:
        self.skipped: list[tuple[str, str]] = list(skipped)
        self.id = doc.id or "scene"
        self.name = doc.name or self.id
        check_sizes({name: len(getattr(doc, name)) for name in COLLECTIONS})
        self.doc = msgspec.structs.replace(doc, walls=(), tokens=(), lights=(), regions=(), levels=())
        self.documents: dict[str, dict[str, Any]] = {name: {} for name in COLLECTIONS}
        for name in COLLECTIONS:
            for n, document in enumerate(getattr(doc, name)):
                self.documents[name][document.id or f"{name.removesuffix('s')}-{n}"] = document
        self.grid = _read_grid(doc)
        self.darkness = darkness_of(doc)
        self.walls = Walls()
        self.levels: dict[str, LevelDoc] = {}
        self.areas: dict[str, Area] = {}
        self.lights: dict[str, Light] = {}
        self.carried: dict[str, Light] = {}
        self.tokens: dict[str, Token] = {}
        self._token_list: list[Token] = []
        self._token_boxes: NDArray[np.float64] | None = None
        self._token_row: dict[str, int] = {}
        self._lamps: Lamps | None = None
        self._base_light = "bright"
        # What facts measured of the light on spaces, which they may use again until a light or a wall is another.
        self.lit: WeakKeyDictionary[Space, dict[Any, Any]] = WeakKeyDictionary()

    @classmethod
    def read(cls, data: bytes | msgspec.Raw, said: Said | None = None) -> Scene:
        """A scene from Foundry's JSON, as exported or as streamed. Odd documents are skipped and said, never refused.

        Raises BadMessage where it is no JSON object, TooLarge where it has more than `reading.MOST` of anything.
        """
        return finish(cls.reading(data, said))

    @classmethod
    def reading(cls, data: bytes | msgspec.Raw, said: Said | None = None) -> Steps[Scene]:
        """The same in steps."""
        skipped: list[tuple[str, str]] = []
        try:
            doc = yield from read_scene(data, _noting(skipped))
        except msgspec.DecodeError as problem:
            raise BadMessage(f"not a scene: {problem}") from problem
        scene = cls(doc)
        yield from scene._build(_noting(skipped))
        scene._tell(skipped, said)
        return scene

    # --- reading ---

    def find(self, id_or_name: str) -> Token:
        """A token by id, else by name. Raises UnknownToken."""
        token = self.tokens.get(id_or_name)
        if token is None:
            token = next((one for one in self.tokens.values() if one.name == id_or_name), None)
        if token is None:
            raise UnknownToken(id_or_name, self.id)
        return token

    def counts(self) -> dict[str, int]:
        return {name: len(documents) for name, documents in self.documents.items()}

    @property
    def base_light(self) -> str:
        return self._base_light

    @property
    def lamps(self) -> Lamps:
        """All that lights or darkens, carried or not."""
        if self._lamps is None:
            self._lamps = Lamps((*self.lights.values(), *self.carried.values()))
        return self._lamps

    def tokens_in(self, x0: float, y0: float, x1: float, y1: float) -> list[Token]:
        """Tokens whose box meets a box in quanta, in the scene's order."""
        boxes = self._token_boxes
        if boxes is None:
            boxes = self._token_boxes = np.array([t.space.box for t in self.tokens.values()]).reshape(-1, 4)
            self._token_list = list(self.tokens.values())
            self._token_row = {key: n for n, key in enumerate(self.tokens)}
        meets = (boxes[:, 0] <= x1) & (boxes[:, 2] >= x0) & (boxes[:, 1] <= y1) & (boxes[:, 3] >= y0)
        return [self._token_list[n] for n in np.flatnonzero(meets)]

    def areas_in(self, x0: float, y0: float, x1: float, y1: float) -> list[Area]:
        """Areas whose bounds meet a box in quanta."""
        return [
            area
            for area in self.areas.values()
            if (b := area.box)[0] <= x1 and b[2] >= x0 and b[1] <= y1 and b[3] >= y0
        ]

    def ground_at(self, x: float, y: float, level: str | None = None) -> float | None:
        """The highest ground that a GM has drawn at a point in quanta, in units; None where the level has none."""
        heights = [
            area.ground
            for area in self.areas.values()
            if area.ground is not None and area.on(level) and shapely.intersects_xy(area.polygon, x, y)
        ]
        return max(heights, default=None)

    def ground_for(self, token: Token, x: float, y: float) -> float:
        """The elevation a token would have with its north-west corner at pixel (x, y): the ground drawn there, else its
        own, in units."""
        if token.doc.elevation or not self.areas or token.locomotion in ALOFT | BELOW:
            return token.elevation
        return self._floor(token.space_at(self.grid, x, y, 0.0), token.doc.level) or 0.0

    def snapshot(self) -> Scene:
        """This scene as it is now, for work in slices: what changes later leaves it alone.

        Tokens, lights, areas and walls' rows are replaced rather than altered, so that a copy of the tables is enough.
        """
        twin = copy(self)
        twin.tokens, twin.areas = dict(self.tokens), dict(self.areas)
        twin.lights, twin.carried = dict(self.lights), dict(self.carried)
        twin.documents = {name: dict(table) for name, table in self.documents.items()}
        twin.walls, twin.lit = self.walls.snapshot(), WeakKeyDictionary()
        twin._token_boxes = None  # the other's rows are written in place
        return twin

    def surface_at(self, x: float, y: float, level: str | None = None) -> float | None:
        """The surface of the water at a point in quanta, in units: the top of a region marked as water."""
        tops = [
            area.top
            for area in self.areas.values()
            if area.water and math.isfinite(area.top) and area.on(level) and shapely.intersects_xy(area.polygon, x, y)
        ]
        return max(tops, default=None)

    def wall_rows(
        self, x0: float, y0: float, x1: float, y1: float, levels: frozenset[str] = frozenset()
    ) -> NDArray[np.intp]:
        """Rows of the walls near a box in quanta that take part between tokens of these levels (none: every level)."""
        rows = self.walls.near(x0, y0, x1, y1)
        if not self.walls.has_levels or not levels:
            return rows
        of = self.walls.levels
        return np.array([n for n in rows if not of[n] or of[n] & levels], dtype=np.intp)

    # --- changing ---

    def change(self, changes: Sequence[Change], said: Said | None = None) -> None:
        """Apply changes, all or none. Raises BadMessage where one is not JSON, TooLarge beyond the caps."""
        finish(self.changing(changes, said))

    def changing(self, changes: Sequence[Change], said: Said | None = None) -> Steps[None]:
        """The same in steps. Only where it raises was nothing changed; where it is given up half-way, who knows."""
        told: list[tuple[str, str]] = []
        edit = yield from read_changes(changes, _noting(told))
        check_sizes(counts_after(self.documents, edit))
        yield from self._apply(edit, _noting(told))
        self._tell(told, said)

    def _tell(self, told: list[tuple[str, str]], said: Said | None) -> None:
        self.skipped = [*self.skipped, *told][-MOST_SKIPPED:]
        for what, why in told if said else ():
            said(what, why)  # type: ignore[misc]  # the loop is empty without it

    def _apply(self, edit: Edit, said: Said) -> Steps[None]:
        for collection, changed in edit.documents.items():
            for key, document in changed.items():
                if document is None:
                    self.documents[collection].pop(key, None)
                else:
                    self.documents[collection][key] = document
        if edit.scene is not None or edit.documents["walls"]:
            self._relight()
        before = self.grid, self.darkness
        if edit.scene is not None:
            self._change_fields(edit.scene)
        if self.grid != before[0]:
            yield from self._build(said)  # everything is somewhere else
            return
        if edit.documents["levels"]:
            self.levels = dict(self.documents["levels"])
        if edit.documents["regions"]:
            grounds = self._grounds()
            yield from self._place_regions(edit.documents["regions"], said)
            if self._grounds() != grounds:
                yield from self._stand_again()
        if self.darkness != before[1]:
            yield from self._burn_again()
        yield from self._place_walls(edit.documents["walls"], said)
        for key, document in edit.documents["lights"].items():
            self._place_light(key, document, said)
        yield from self._place_tokens(edit.documents["tokens"], said)
        self._base_light = base_light(self.doc, self.darkness, bool(self.documents["lights"]))

    def _change_fields(self, document: SceneDoc) -> None:
        self.doc = msgspec.structs.replace(document, walls=(), tokens=(), lights=(), regions=(), levels=())
        self.name = document.name or self.name
        self.grid, self.darkness = _read_grid(self.doc), darkness_of(self.doc)

    def _place_regions(self, changed: dict[str, Any], said: Said) -> Steps[None]:
        points = sum(area.points for area in self.areas.values())
        for key, document in changed.items():
            before = self.areas.pop(key, None)
            points -= before.points if before else 0
            area = document and read_area(document, key, self.grid, said)
            if area is None:
                continue
            if len(self.areas) >= MOST_AREAS or points + area.points > MOST_OUTLINE:
                said(
                    f"region {key}", f"beyond {MOST_AREAS} regions, or {MOST_OUTLINE} points of their outlines: skipped"
                )
                continue
            self.areas[key], points = area, points + area.points
            yield

    def _grounds(self) -> dict[str, Area]:
        return {key: area for key, area in self.areas.items() if area.ground is not None}

    def _stand_again(self) -> Steps[None]:
        """The ground is another: tokens without an elevation of their own, and low walls, stand on it."""
        low = {key: wall for key, wall in self.documents["walls"].items() if wall.flags}
        yield from self._place_walls(low, _quiet)
        yield from self._place_tokens(self.documents["tokens"], _quiet)

    def _burn_again(self) -> Steps[None]:
        """It is darker, or brighter: lights and torches go on or out by that."""
        for key, document in self.documents["lights"].items():
            self._place_light(key, document, _quiet)
        yield from self._place_tokens(self.documents["tokens"], _quiet)

    def _place_tokens(self, changed: Mapping[str, TokenDoc | None], said: Said) -> Steps[None]:
        for key, document in changed.items():
            self._place_token(key, document, said)
            yield

    def _place_walls(self, changed: Mapping[str, WallDoc | None], said: Said) -> Steps[None]:
        new: list[WallDoc] = []
        for key, document in changed.items():
            if document is None:
                self.walls.remove(key)
            elif key in self.walls.documents:
                self.walls.put(document, key, self._wall_ground, said)
            else:
                new.append(document if document.id == key else msgspec.structs.replace(document, id=key))
            yield
        for start in range(0, len(new), CHUNK):
            self.walls.load(new[start : start + CHUNK], self._wall_ground, said)
            yield

    def _place_light(self, key: str, document: Any, said: Said) -> None:
        light = document and read_light(document, key, self.grid, self.darkness, said)
        if light is None:
            self.lights.pop(key, None)
        else:
            self.lights[key] = light
        self._relight()

    def _place_token(self, key: str, document: TokenDoc | None, said: Said) -> None:
        carried = self.carried.pop(key, None)
        if document is None:
            self.tokens.pop(key, None)
            self._token_boxes = None
        else:
            known = key in self.tokens
            token = self.tokens[key] = Token(document, key, self.grid, self._floor, said)
            light = carried_light(token, self.grid, self.darkness)
            if light is not None:
                self.carried[key] = light
            carried = carried or light
            if known and self._token_boxes is not None:
                at = self._token_row[key]
                self._token_boxes[at], self._token_list[at] = token.space.box, token
            else:
                self._token_boxes = None
        if carried is not None:
            self._relight()

    def _relight(self) -> None:
        """What was known of the light holds no more."""
        self._lamps = None
        self.lit.clear()

    def _build(self, said: Said) -> Steps[None]:
        self.walls, self.levels = Walls(), dict(self.documents["levels"])
        self.areas, self.lights, self.tokens, self.carried = {}, {}, {}, {}
        self._token_boxes = None
        self._relight()
        yield from self._place_regions(self.documents["regions"], said)
        yield from self._place_walls(self.documents["walls"], said)
        for key, document in self.documents["lights"].items():
            self._place_light(key, document, said)
        yield from self._place_tokens(self.documents["tokens"], said)
        self._base_light = base_light(self.doc, self.darkness, bool(self.documents["lights"]))

    def _floor(self, space: Space, level: str | None) -> float | None:
        return self.ground_at(*space.anchor, level) if self.areas else None

    def _wall_ground(self, x: float, y: float) -> float:
        return (self.ground_at(x * QUANTA, y * QUANTA) if self.areas else None) or 0.0


def _noting(told: list[tuple[str, str]]) -> Said:
    """Notes what was odd, at no greater length than anybody reads."""
    return lambda what, why: told.append((what[:120], why[:300]))


def _quiet(what: str, why: str) -> None:
    """For documents read again: what there was to say was said when they came."""


def _read_grid(doc: SceneDoc) -> Grid:
    """The grid of a scene: an object since v10, a number with flat fields beside it before."""
    grid = doc.grid if isinstance(doc.grid, GridDoc) else GridDoc(
        type=doc.gridType,
        size=doc.grid if isinstance(doc.grid, float | int) else doc.gridSize,
        distance=doc.gridDistance,
        units=doc.gridUnits,
    )  # fmt: skip
    kind = int(grid.type) if grid.type in (0, 1, 2, 3, 4, 5) else 1
    size = grid.size if grid.size and 1 <= grid.size <= 10_000 else 100.0
    distance = grid.distance if grid.distance and 1e-3 <= grid.distance <= 1e6 else 5.0
    diagonals = int(grid.diagonals) if grid.diagonals in (0, 1, 2, 3, 4, 5, 6) else 0
    return Grid(kind, float(size), float(distance), grid.units or "", diagonals)
