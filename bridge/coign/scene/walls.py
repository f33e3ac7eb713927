"""The walls of a scene, as arrays: what each stops (`wall_kinds`), from where to where, and which are near."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from itertools import chain, count

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.geometry.lines import Floats, moments_of
from coign.grid.space import QUANTA
from coign.protocol.document_reader import Said
from coign.protocol.documents import WallDoc
from coign.scene.wall_kinds import (
    HALF,
    LIMITED,
    MOVE_ONLY,
    NOTHING,
    PLAIN,
    SIGHT_ONLY,
    SOLID,
    THREE_QUARTERS,
    WINDOW,
    Ground,
    Nature,
    nature,
)

_FIELDS = ("lines", *Nature._fields)
_EVERY_LEVEL: frozenset[str] = frozenset()
_A_SPOT = "both ends in one place: skipped"

Line = tuple[float, float, float, float]  # pixels: x0 y0 x1 y1


class Walls:
    """Structure of arrays, one row a wall; a deleted wall's row stays until the index is made anew.

    lines    (n, 4) quanta: x0 y0 x1 y1; `moments` (n,) are theirs, for `geometry.lie`
    kind     (n,) one of the kinds of `wall_kinds`; `light` the same for light: NOTHING, LIMITED, SOLID
    facing   (n,) Foundry's `dir`
    bottom, top  (n,) scene units, infinite where the wall has no height
    tall     (n,) its own height in units, from its foot to its top
    """

    def __init__(self) -> None:
        self.row: dict[str, int] = {}
        self.ids: list[str] = []
        self.levels: list[frozenset[str]] = []
        self.lines = np.empty((0, 4))
        self.moments = np.empty(0)
        self.kind = np.empty(0, np.int8)
        self.light = np.empty(0, np.int8)
        self.facing = np.empty(0, np.int8)
        self.bottom = np.empty(0)
        self.top = np.empty(0)
        self.tall = np.empty(0)
        self.has_levels = self.has_heights = self.has_one_way = False  # whether any wall ever had such a thing
        self._tree: shapely.STRtree | None = None

    def __len__(self) -> int:
        return len(self.row)

    def load(self, documents: Sequence[tuple[str, WallDoc]], ground: Ground, said: Said) -> None:
        """Take in walls that are not here yet, by id. `said` is told of those that are none."""
        lines = _in_quanta([document.c for _, document in documents])
        spots = _are_spots(lines)
        if spots.any():
            for n in np.flatnonzero(spots).tolist():
                said(f"wall {documents[n][0]}", _A_SPOT)
            documents = [documents[n] for n in np.flatnonzero(~spots).tolist()]
            lines = lines[~spots]
        if not documents:
            return
        natures = [nature(document, key, ground, said) for key, document in documents]
        self._tree = None
        self.row.update(zip((key for key, _ in documents), count(len(self.ids)), strict=False))
        self.ids += [key for key, _ in documents]
        levels = [frozenset(one.levels) if one.levels else _EVERY_LEVEL for _, one in documents]
        self.levels += levels
        self.lines = np.concatenate([self.lines, lines])
        odd = [n for n, what in enumerate(natures) if what is not PLAIN]  # few, as a rule
        for field, name in enumerate(Nature._fields):
            mine = getattr(self, name)
            column = np.full(len(natures), PLAIN[field], mine.dtype)
            column[odd] = [natures[n][field] for n in odd]
            setattr(self, name, np.concatenate([mine, column]))
        new = slice(-len(documents), None)
        self.has_levels |= any(levels)
        self.has_heights |= bool(np.isfinite(self.bottom[new]).any() or np.isfinite(self.top[new]).any())
        self.has_one_way |= bool(self.facing[new].any())

    def put(self, key: str, document: WallDoc, ground: Ground, said: Said) -> None:
        """Replace one wall. A door that turns on its hinges, or a word about it, leaves the index alone."""
        line = _in_quanta([document.c])
        if _are_spots(line).any():
            said(f"wall {key}", _A_SPOT)
            self.remove(key)
            return
        at, what = self.row[key], nature(document, key, ground, said)
        self.levels[at] = frozenset(document.levels) if document.levels else _EVERY_LEVEL
        if (self.lines[at] != line).any():
            self._tree = None
            self.lines[at] = line
        for name, value in zip(Nature._fields, what, strict=True):
            getattr(self, name)[at] = value
        self.has_levels |= bool(document.levels)
        self.has_heights |= what.bottom > -math.inf or what.top < math.inf
        self.has_one_way |= what.facing != 0

    def remove(self, key: str) -> None:
        """Remove a wall; do nothing if there is none of that id."""
        at = self.row.pop(key, None)
        if at is not None:
            self.kind[at] = NOTHING
            self.light[at] = NOTHING

    def near(self, x0: float, y0: float, x1: float, y1: float) -> NDArray[np.intp]:
        """Rows of the walls whose boxes meet a box in quanta, in ascending order. Some of them may stop nothing."""
        box = np.array([shapely.box(x0, y0, x1, y1)])  # of one geometry alone shapely would first make an array
        rows: NDArray[np.intp] = self._indexed().query(box)[1]
        rows.sort()
        return rows

    def near_each(self, boxes: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The same for many boxes (n, 4): numbers of boxes, ascending, each beside a row."""
        which, rows = self._indexed().query(shapely.box(*boxes.T))
        return which, rows

    def make_index(self) -> None:
        """Make the index of what is near, unless it is made: else the next question does."""
        self._indexed()

    def snapshot(self) -> Walls:
        """The walls as they are now; doors that turn later leave it alone."""
        self._indexed()
        twin = copy(self)
        for name in _FIELDS:
            setattr(twin, name, getattr(self, name).copy())
        twin.row, twin.ids, twin.levels = dict(self.row), list(self.ids), list(self.levels)
        return twin

    def _indexed(self) -> shapely.STRtree:
        """The index of all rows, made anew where walls have come or moved."""
        if self._tree is None:
            self._tree = self._index()
        return self._tree

    def _index(self) -> shapely.STRtree:
        if len(self.row) < 0.75 * len(self.ids):  # rows of deleted walls are given up once there are many
            kept = sorted(self.row.values())
            for name in _FIELDS:
                setattr(self, name, getattr(self, name)[kept])
            self.ids = [self.ids[n] for n in kept]
            self.levels = [self.levels[n] for n in kept]
            self.row = {key: n for n, key in enumerate(self.ids)}
        self.moments = moments_of(self.lines)
        return shapely.STRtree(shapely.linestrings(self.lines.reshape(-1, 2, 2)))


def named(walls: Sequence[frozenset[str]], level: str | None) -> NDArray[np.bool_]:
    """Which walls, by the levels they name, take part on a level: those that name it, and those that name none."""
    return np.array([not names or level is None or level in names for names in walls], bool)


def _in_quanta(pixels: Sequence[Line]) -> Floats:
    """(n, 4) `space.quanta` of many walls at once."""
    flat = np.fromiter(chain.from_iterable(pixels), float, 4 * len(pixels))
    return np.asarray(np.floor(flat * QUANTA + 0.5).reshape(-1, 4))


def _are_spots(lines: Floats) -> NDArray[np.bool_]:
    """(n,) which walls have both ends in one place."""
    return np.asarray((lines[:, :2] == lines[:, 2:]).all(axis=1))


__all__ = [
    "HALF",
    "LIMITED",
    "MOVE_ONLY",
    "NOTHING",
    "SIGHT_ONLY",
    "SOLID",
    "THREE_QUARTERS",
    "WINDOW",
    "Walls",
    "named",
]
