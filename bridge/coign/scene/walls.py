"""The walls of a scene as arrays, with an index of which are near a place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from itertools import chain, count

import numpy as np
from numpy.typing import NDArray

from coign.geometry.boxes import BoxIndex
from coign.geometry.lines import Floats, boxes_of, moments_of
from coign.grid.space import QUANTA
from coign.protocol.document_reader import Report
from coign.protocol.documents import WallDoc
from coign.scene.wall_kinds import NOTHING, PLAIN, Foot, Nature, is_plain, nature

_FIELDS = ("lines", *Nature._fields)
_EVERY_LEVEL: frozenset[str] = frozenset()
_A_SPOT = "both ends are at the same place: skipped"

Ends = tuple[float, float, float, float]  # pixels: x0 y0 x1 y1


class Walls:
    """The walls as a structure of arrays, one row a wall. A deleted wall keeps its row until the index is rebuilt.

    lines    (n, 4) quanta: x0 y0 x1 y1; `moments` (n,) and `boxes` (n, 4) belong to them, for `geometry.lines`
    kind     (n,) one of the kinds of `wall_kinds`; `light` the same for light: NOTHING, LIMITED, SOLID
    stops_from  (n,) Foundry's `dir`: 0 where it stops lines from both sides, 1 or 2 from one
    bottom, top  (n,) scene units, infinite for a wall without heights
    tall     (n,) its own height in units, from its foot to its top
    is_set   (n,) whether a GM set its cover
    opaque   (n,) units beyond which nobody sees through a window; negative: within which; else infinite
    """

    def __init__(self) -> None:
        self.row: dict[str, int] = {}
        self.ids: list[str] = []
        self.levels: list[frozenset[str]] = []
        self.lines = np.empty((0, 4))
        self.moments, self.boxes = np.empty(0), np.empty((0, 4))
        self.kind = np.empty(0, np.int8)
        self.light = np.empty(0, np.int8)
        self.stops_from = np.empty(0, np.int8)
        self.bottom = np.empty(0)
        self.top = np.empty(0)
        self.tall = np.empty(0)
        self.is_set = np.empty(0, bool)
        self.opaque = np.empty(0)
        self.has_levels = self.has_heights = self.has_one_way = False  # whether any wall ever had one
        self._index: BoxIndex | None = None

    def __len__(self) -> int:
        return len(self.row)

    def load(self, documents: Sequence[tuple[str, WallDoc]], foot_of: Foot, report: Report) -> None:
        """Add walls with new ids. A wall of no length is reported and skipped."""
        lines = _in_quanta([document.c for _, document in documents])
        spots = _are_spots(lines)
        if spots.any():
            for n in np.flatnonzero(spots).tolist():
                report(f"wall {documents[n][0]}", _A_SPOT)
            documents = [documents[n] for n in np.flatnonzero(~spots).tolist()]
            lines = lines[~spots]
        if not documents:
            return
        # Few, as a rule.
        odd = {n: nature(wall, key, foot_of, report) for n, (key, wall) in enumerate(documents) if not is_plain(wall)}
        self._index = None
        self.row.update(zip((key for key, _ in documents), count(len(self.ids)), strict=False))
        self.ids += [key for key, _ in documents]
        levels = [frozenset(document.levels) if document.levels else _EVERY_LEVEL for _, document in documents]
        self.levels += levels
        self.lines = np.concatenate([self.lines, lines])
        for field, name in enumerate(Nature._fields):
            table = getattr(self, name)
            column = np.full(len(documents), PLAIN[field], table.dtype)
            column[list(odd)] = [kind[field] for kind in odd.values()]
            setattr(self, name, np.concatenate([table, column]))
        new = slice(-len(documents), None)
        self.has_levels |= any(levels)
        self.has_heights |= bool(np.isfinite(self.bottom[new]).any() or np.isfinite(self.top[new]).any())
        self.has_one_way |= bool(self.stops_from[new].any())

    def put(self, key: str, document: WallDoc, foot_of: Foot, report: Report) -> None:
        """Replace one wall. The index stays valid unless the wall has moved."""
        line = _in_quanta([document.c])
        if _are_spots(line).any():
            report(f"wall {key}", _A_SPOT)
            self.remove(key)
            return
        at, kind = self.row[key], nature(document, key, foot_of, report)
        self.levels[at] = frozenset(document.levels) if document.levels else _EVERY_LEVEL
        if (self.lines[at] != line).any():
            self._index = None
            self.lines[at] = line
        for name, value in zip(Nature._fields, kind, strict=True):
            getattr(self, name)[at] = value
        self.has_levels |= bool(document.levels)
        self.has_heights |= kind.bottom > -math.inf or kind.top < math.inf
        self.has_one_way |= kind.stops_from != 0

    def remove(self, key: str) -> None:
        """Remove a wall; do nothing if the id is unknown."""
        at = self.row.pop(key, None)
        if at is not None:
            self.kind[at] = NOTHING
            self.light[at] = NOTHING

    def near(self, x0: float, y0: float, x1: float, y1: float) -> NDArray[np.intp]:
        """Return the rows, ascending, of walls whose boxes meet a box (quanta). Some of them may stop nothing."""
        return self._indexed().meeting(x0, y0, x1, y1)

    def make_index(self) -> None:
        """Build the index now if it is stale, so that the next query need not."""
        self._indexed()

    def snapshot(self) -> Walls:
        """Return a copy that later changes do not affect."""
        self._indexed()
        twin = copy(self)
        for name in _FIELDS:
            setattr(twin, name, getattr(self, name).copy())
        twin.row, twin.ids, twin.levels = dict(self.row), list(self.ids), list(self.levels)
        return twin

    def _indexed(self) -> BoxIndex:
        """Return the index of all rows, rebuilt if walls were added or moved."""
        if self._index is not None:
            return self._index
        if len(self.row) < 0.75 * len(self.ids):  # drop the rows of deleted walls once there are many
            rows = sorted(self.row.values())
            for name in _FIELDS:
                setattr(self, name, getattr(self, name)[rows])
            self.ids = [self.ids[n] for n in rows]
            self.levels = [self.levels[n] for n in rows]
            self.row = {key: n for n, key in enumerate(self.ids)}
        self.moments, self.boxes = moments_of(self.lines), boxes_of(self.lines)
        self._index = BoxIndex(self.lines)
        return self._index


def named(walls: Sequence[frozenset[str]], level: str | None) -> NDArray[np.bool_]:
    """Which walls, by the levels they name, take part on a level: those that name it, and those that name none."""
    return np.array([not names or level is None or level in names for names in walls], bool)


def _in_quanta(pixels: Sequence[Ends]) -> Floats:
    """Convert the ends of walls from pixels to quanta, (n, 4)."""
    flat = np.fromiter(chain.from_iterable(pixels), float, 4 * len(pixels))
    return np.asarray(np.floor(flat * QUANTA + 0.5).reshape(-1, 4))


def _are_spots(lines: Floats) -> NDArray[np.bool_]:
    """Return (n,) which walls have both ends at the same place."""
    return np.asarray((lines[:, :2] == lines[:, 2:]).all(axis=1))
