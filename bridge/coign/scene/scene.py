"""Scenes: built once from Foundry's JSON, updated by changes, and queried by place.

A change is applied as a whole or not at all: all its documents are read before any of them is placed. Reading and
changing are cooperative tasks (`coign.util.tasks`); while one runs the scene must not be queried.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from itertools import islice

import msgspec
import numpy as np
import shapely
from msgspec.structs import replace
from numpy.typing import NDArray

from coign.errors import BadMessage
from coign.grid.space import Space, meet
from coign.protocol.document_reader import Report, read_scene
from coign.protocol.documents import COLLECTIONS, SceneDoc
from coign.protocol.messages import Change
from coign.scene.changes import check_sizes, counts_after, read_changes
from coign.scene.levels import MOST_PAIRS, name_of
from coign.scene.lights import Lamps
from coign.scene.names import token_called
from coign.scene.regions import Area
from coign.scene.tables import Tables
from coign.scene.things import Thing
from coign.scene.tokens import ALOFT, BELOW, Boxes, Token
from coign.util.tasks import Task

MOST_SKIPPED = 1_000  # the last ones are kept


class Scene(Tables):
    """One scene. `skipped` lists the parts of it that could not be read, with the reasons."""

    def __init__(self, doc: SceneDoc, skipped: Sequence[tuple[str, str]] = ()) -> None:
        check_sizes({name: len(getattr(doc, name)) for name in COLLECTIONS})
        super().__init__(doc)
        self.skipped: list[tuple[str, str]] = list(skipped)

    @classmethod
    def read(cls, data: bytes | msgspec.Raw, report: Report | None = None) -> Task[Scene]:
        """Read a scene from Foundry's JSON, exported or streamed; odd documents are reported and skipped.

        A cooperative task. Raises BadMessage if the data is not a JSON object, TooLarge if a collection exceeds
        `document_reader.MOST`.
        """
        skipped: list[tuple[str, str]] = []
        try:
            doc = yield from read_scene(data, _collecting(skipped))
        except msgspec.DecodeError as problem:
            raise BadMessage(f"not a scene: {problem}") from problem
        scene = cls(doc)
        yield from scene._build(_collecting(skipped))
        scene._tell(skipped, report)
        return scene

    # --- reading ---

    def find(self, id_or_name: str) -> Token:
        """A token by id, else by name. Raises UnknownToken, AmbiguousToken."""
        token = self.tokens.get(id_or_name)
        return token or token_called(id_or_name, self.tokens.values(), self.grid, self.name)

    def open_between(self) -> tuple[tuple[str, str], ...]:
        """Return the names of levels above each other that no floor separates, up to a limit."""
        if self.floors_at_bottom:
            return ()
        named = {key: name_of(level, key) for key, level in self.levels.items()}
        return tuple((named[lower], named[upper]) for lower, upper in self.open_levels[:MOST_PAIRS])

    def strays(self) -> tuple[tuple[str, str], ...]:
        """Return the names of tokens on a level that the scene lacks, each with the level it counts as on."""
        astray = ((token.name, token.level) for token in self.tokens.values() if token.level != token.doc.level)
        return tuple((name, name_of(self.levels[key], key)) for name, key in islice(astray, MOST_PAIRS) if key)

    def counts(self) -> dict[str, int]:
        """Return how many documents of each kind there are, and how many of the tokens are things."""
        things = sum(not token.is_creature for token in self.tokens.values())
        return {**{name: len(documents) for name, documents in self.documents.items()}, "things": things}

    @property
    def lamps(self) -> Lamps:
        """All sources of light and darkness, carried or not."""
        if self.cache.lamps is None:
            self.cache.lamps = Lamps((*self.lights.values(), *self.carried.values()))
        return self.cache.lamps

    def tokens_in(self, x0: float, y0: float, x1: float, y1: float) -> list[Token]:
        """Return the tokens whose box meets a box (quanta), in the scene's order."""
        if self.cache.token_boxes is None:
            self.cache.token_boxes = Boxes(self.tokens.values())
        return self.cache.token_boxes.meeting(x0, y0, x1, y1)

    def areas_in(self, x0: float, y0: float, x1: float, y1: float) -> list[Area]:
        """Return the areas whose bounds meet a box (quanta)."""
        return [area for area in self.areas.values() if meet(area.box, (x0, y0, x1, y1))]

    def things_in(self, x0: float, y0: float, x1: float, y1: float) -> list[Thing]:
        """Return the tiles that are objects whose bounds meet a box (quanta)."""
        return [thing for thing in self.things.values() if meet(thing.box, (x0, y0, x1, y1))]

    def ground_for(self, token: Token, x: float, y: float) -> float:
        """Return the elevation of a token with its north-west corner at pixel (x, y), in units.

        It is the ground drawn there, unless the token has an elevation of its own: one that is not that of the ground
        under it now.
        """
        own = token.doc.elevation and token.doc.elevation != token.ground
        if own or not self.areas or token.locomotion in ALOFT | BELOW:
            return token.elevation
        return self.ground_under(token.space_at(self.grid, x, y, 0.0), token.level, 0.0) or 0.0

    def moved(self, token: Token, space: Space) -> Token:
        """Return a copy of a token in another space, over the ground that is drawn there."""
        twin, own = copy(token), token.doc.elevation or token.locomotion in ALOFT | BELOW
        twin.space, twin.ground = space, self.ground_under(space, token.level, space.bottom if own else 0.0)
        return twin

    def snapshot(self) -> Scene:
        """Copy the scene as it is now, for work in slices: later changes do not affect the copy.

        Tokens, lights, areas and walls' rows are replaced rather than altered, so that a copy of the tables is enough.
        """
        twin = copy(self)
        twin.tokens, twin.areas = dict(self.tokens), dict(self.areas)
        twin.lights, twin.carried, twin.tiles = dict(self.lights), dict(self.carried), dict(self.tiles)
        twin.things = dict(self.things)
        twin.documents = {name: dict(table) for name, table in self.documents.items()}
        twin.walls, twin.cache = self.walls.snapshot(), self.cache.for_snapshot()
        return twin

    def lit_with(self, token: Token, space: Space) -> Scene:
        """Copy the scene as it would be lit with a token in that space, with the light or darkness that it carries.

        For questions about the light, asked at once: all else is this scene's own, the token's place too.
        """
        light = self.carried.get(token.id)
        if light is None or (light.x, light.y, light.elevation) == (*space.centre, space.bottom):
            return self
        x, y = space.centre
        moved = replace(light, x=x, y=y, elevation=space.bottom)
        twin = copy(self)
        twin.carried = self.carried | {token.id: moved}
        twin.cache = self.cache.with_lamps(self.lamps.with_instead(light, moved))
        return twin

    def surface_over(self, token: Token) -> float | None:
        """Return the surface of the water that a token is in, in units: the top of a region marked as water."""
        tops = [
            area.top
            for area in self.areas.values()
            if area.water
            and math.isfinite(area.top)
            and area.holds(token.elevation, token.level)
            and shapely.intersects_xy(area.polygon, *token.space.anchor)
        ]
        return max(tops, default=None)

    def wall_rows(
        self, x0: float, y0: float, x1: float, y1: float, levels: frozenset[str] = frozenset()
    ) -> NDArray[np.intp]:
        """Return the rows of walls near a box (quanta) that count on any of these levels (none given: every level)."""
        rows = self.walls.near(x0, y0, x1, y1)
        if not self.walls.has_levels or not levels:
            return rows
        of = self.walls.levels
        return np.array([n for n in rows if not of[n] or of[n] & levels], dtype=np.intp)

    # --- changing ---

    def change(self, changes: Sequence[Change], report: Report | None = None) -> Task[None]:
        """Apply changes, all or none. Raises BadMessage if one is not JSON, TooLarge if one exceeds a limit.

        A cooperative task. If it raises, the scene is unchanged; if it is abandoned, the scene is undefined.
        """
        reports: list[tuple[str, str]] = []
        edit = yield from read_changes(changes, _collecting(reports))
        check_sizes(counts_after(self.documents, edit))
        yield from self._apply(edit, _collecting(reports))
        self._tell(reports, report)

    def _tell(self, reports: list[tuple[str, str]], report: Report | None) -> None:
        self.skipped = [*self.skipped, *reports][-MOST_SKIPPED:]
        for what, why in reports if report else ():
            report(what, why)  # type: ignore[misc]  # the loop is empty without it


def _collecting(reports: list[tuple[str, str]]) -> Report:
    """Return a callback that appends to a list, with texts cut to a readable length."""
    return lambda what, why: reports.append((what[:120], why[:300]))
