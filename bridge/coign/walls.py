"""The walls of a scene, as arrays: what each stops, from where to where, and an index of which are near.

What a wall is follows Foundry's own restriction values (0 none, 10 limited, 20 normal, 30 and 40 proximity):

    SOLID       sight 20 and move 20, or a door that is not open: stops effect and sight
    LIMITED     sight 10: a terrain wall, stops both from the second crossing on
    SIGHT_ONLY  sight 20, move 0: a curtain
    WINDOW      sight 30 or 40: stops neither, counts as an arrow slit
    MOVE_ONLY   sight 0, move 20: an invisible wall; clear, unless an option makes it solid
    HALF, THREE_QUARTERS  a GM's word: stops nothing, gives that degree

A GM's word (`flags.coign.cover`) wins over all of it, save that an open door stops nothing. A solid wall with heights
may turn out low on a given line; that is for the line to find out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from reprlib import repr as shown  # short and shallow, whatever it is
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.geometry import Floats, wall_forms
from coign.protocol.documents import WallDoc
from coign.protocol.reading import Said
from coign.space import QUANTA, quanta

NOTHING, SOLID, LIMITED, SIGHT_ONLY, WINDOW, MOVE_ONLY, HALF, THREE_QUARTERS = range(8)

_WORDS = {"none": NOTHING, "half": HALF, "three-quarters": THREE_QUARTERS, "total": SOLID}
_NORMAL = (20, None)  # what a restriction is unless said otherwise
_OLD_SENSE = {0: 0, 1: 20, 2: 10}
_FIELDS = ("lines", "kind", "light", "facing", "bottom", "top", "tall")

Line = tuple[float, float, float, float]  # pixels: x0 y0 x1 y1
Row = tuple[Line, int, int, int, float, float, float]  # one value for each of _FIELDS
_EVERY_LEVEL: frozenset[str] = frozenset()

Ground = Callable[[float, float], float]  # elevation of the ground at a point in pixels, scene units


class Walls:
    """Structure of arrays, one row a wall; a deleted wall's row stays until the index is made anew.

    lines    (n, 4) quanta: x0 y0 x1 y1; `forms` (n, 5) the same for the line kernel, `boxes` (n, 4) their bounds
    kind     (n,) one of the kinds above; `light` the same for light: NOTHING, LIMITED, SOLID
    facing   (n,) Foundry's `dir`
    bottom, top  (n,) scene units, infinite where the wall has no height
    tall     (n,) its own height in units, from its foot to its top
    """

    def __init__(self) -> None:
        self.documents: dict[str, WallDoc] = {}
        self.row: dict[str, int] = {}
        self.ids: list[str] = []
        self.levels: list[frozenset[str]] = []
        self.lines = np.empty((0, 4))
        self.forms = np.empty((0, 5))
        self.boxes = np.empty((0, 4))
        self.kind = np.empty(0, np.int8)
        self.light = np.empty(0, np.int8)
        self.facing = np.empty(0, np.int8)
        self.bottom = np.empty(0)
        self.top = np.empty(0)
        self.tall = np.empty(0)
        self.has_levels = self.has_heights = self.has_one_way = False  # whether any wall ever had such a thing
        self._tree: shapely.STRtree | None = None

    def __len__(self) -> int:
        return len(self.documents)

    def load(self, documents: Iterable[WallDoc], ground: Ground, said: Said) -> None:
        """Take in many walls at once; each has an id of its own."""
        rows = []
        for n, document in enumerate(documents):
            key = document.id or f"wall-{n}"
            row = _plain_row(document) or _row(document, key, ground, said)
            if row is not None:
                self._enter(key, document)
                rows.append(row)
        self._append(rows)

    def put(self, document: WallDoc, key: str, ground: Ground, said: Said) -> None:
        """Create or replace one wall. A door that turns on its hinges, or a word about it, leaves the index alone."""
        row = _plain_row(document) or _row(document, key, ground, said)
        at = self.row.get(key)
        if row is None:
            self.remove(key)
        elif at is None:
            self._enter(key, document)
            self._append([row])
        else:
            self.documents[key] = document
            self.levels[at] = frozenset(document.levels) if document.levels else _EVERY_LEVEL
            line = _in_quanta(row[0])
            if (self.lines[at] != line).any():
                self._tree = None
            self.lines[at] = line
            for name, value in zip(_FIELDS[1:], row[1:], strict=True):
                getattr(self, name)[at] = value
            self._note([row], document.levels)

    def remove(self, key: str) -> None:
        at = self.row.pop(key, None)
        if at is not None:
            del self.documents[key]
            self.kind[at] = NOTHING
            self.light[at] = NOTHING

    def _enter(self, key: str, document: WallDoc) -> None:
        self.row[key] = len(self.ids)
        self.documents[key] = document
        self.ids.append(key)
        self.levels.append(frozenset(document.levels) if document.levels else _EVERY_LEVEL)

    def near(self, x0: float, y0: float, x1: float, y1: float) -> NDArray[np.intp]:
        """Rows of the walls whose boxes meet a box in quanta, in ascending order. Some of them may stop nothing."""
        if self._tree is None:
            self._index()
        assert self._tree is not None
        return np.sort(self._tree.query(shapely.box(x0, y0, x1, y1)))

    def near_each(
        self, x0: Floats, y0: Floats, x1: Floats, y1: Floats, level: str | None
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The same for many boxes (n,): numbers of boxes, ascending, each beside a row. Of the walls only those that
        stand on a level, where one is named."""
        if self._tree is None:
            self._index()
        assert self._tree is not None
        which, rows = self._tree.query(shapely.box(x0, y0, x1, y1))
        if self.has_levels and level is not None:
            here = [not self.levels[n] or level in self.levels[n] for n in rows.tolist()]
            which, rows = which[here], rows[here]
        return which, rows

    def snapshot(self) -> Walls:
        """The walls as they are now; doors that turn later leave it alone."""
        if self._tree is None:
            self._index()
        twin = copy(self)
        for name in _FIELDS:
            setattr(twin, name, getattr(self, name).copy())
        twin.documents, twin.row = dict(self.documents), dict(self.row)
        twin.ids, twin.levels = list(self.ids), list(self.levels)
        return twin

    def _append(self, rows: list[Row]) -> None:
        if not rows:
            return
        self._tree = None
        lines, *columns = zip(*rows, strict=True)
        self.lines = np.concatenate([self.lines, _in_quanta(lines)])
        for name, column in zip(_FIELDS[1:], columns, strict=True):
            mine = getattr(self, name)
            setattr(self, name, np.concatenate([mine, np.array(column, dtype=mine.dtype)]))
        self._note(rows, any(self.levels[-len(rows) :]))

    def _note(self, rows: Iterable[Row], levels: object) -> None:
        self.has_levels |= bool(levels)
        self.has_heights |= any(row[4] > -math.inf or row[5] < math.inf for row in rows)
        self.has_one_way |= any(row[3] for row in rows)

    def _index(self) -> None:
        if len(self.documents) < 0.75 * len(self.ids):  # rows of deleted walls are given up once there are many
            kept = sorted(self.row.values())
            for name in _FIELDS:
                setattr(self, name, getattr(self, name)[kept])
            self.ids = [self.ids[n] for n in kept]
            self.levels = [self.levels[n] for n in kept]
            self.row = {key: n for n, key in enumerate(self.ids)}
        ends = self.lines.reshape(-1, 2, 2)
        self.forms = wall_forms(self.lines)
        self.boxes = np.hstack([ends.min(axis=1), ends.max(axis=1)])
        self._tree = shapely.STRtree(shapely.linestrings(ends))


def _plain_row(wall: WallDoc) -> Row | None:
    """The row of a wall like most: solid, no door, no flags, of any height; None for any other."""
    flags = wall.flags
    if (
        wall.door
        or wall.dir
        or wall.sense is not None
        or wall.sight not in _NORMAL
        or wall.move not in _NORMAL
        or wall.light not in _NORMAL
        or (flags is not None and (flags.coign is not None or flags.wall_height or flags.wallHeight))
    ):
        return None
    return None if _is_spot(wall.c) else (wall.c, SOLID, SOLID, 0, -math.inf, math.inf, math.inf)


def _row(wall: WallDoc, key: str, ground: Ground, said: Said) -> Row | None:
    """The wall's row of the arrays, or None where it is no wall; `said` is told why."""
    if _is_spot(wall.c):
        said(f"wall {key}", "both ends in one place: skipped")
        return None
    bottom, top = _heights(wall)
    kind, height = classify(wall)
    word = _word(wall)
    if word is not None and not _understood(word):
        said(
            f"wall {key}", f"cover {shown(word)} means nothing: none, half, three-quarters, total, or low with a height"
        )
    foot = bottom
    if not math.isfinite(foot) and (height is not None or math.isfinite(top)):
        foot = ground((wall.c[0] + wall.c[2]) / 2, (wall.c[1] + wall.c[3]) / 2)
    if height is not None:
        top = foot + height
    facing = int(wall.dir) if wall.dir in (1, 2) else 0
    return wall.c, kind, _light(wall), facing, bottom, top, top - foot


def _is_spot(line: Line) -> bool:
    """Whether both ends of a wall (in pixels) come to lie in one place."""
    x0, y0, x1, y1 = line
    return abs(x1 - x0) < 0.1 and abs(y1 - y0) < 0.1 and quanta(x0) == quanta(x1) and quanta(y0) == quanta(y1)


def _in_quanta(pixels: Sequence[Any]) -> NDArray[np.float64]:
    """`space.quanta` of many at once."""
    return np.asarray(np.floor(np.array(pixels, dtype=float) * QUANTA + 0.5))


def classify(wall: WallDoc) -> tuple[int, float | None]:
    """The kind of a wall and, where a GM called it low, its height in units."""
    door, open_or_shut = int(wall.door or 0), int(wall.ds or 0)
    if door and open_or_shut == 1:
        return NOTHING, None
    word = _word(wall)
    if _is_low(word):
        return SOLID, float(word["height"])
    if _understood(word):
        return _WORDS[word["degree"] if isinstance(word, dict) else word], None
    if door:
        return SOLID, None
    sight, move = _sense(wall), 20.0 if wall.move is None else wall.move
    if sight in (30, 40):
        return WINDOW, None
    if sight == 10:
        return LIMITED, None
    if sight > 0:
        return (SOLID if move > 0 else SIGHT_ONLY), None
    return (MOVE_ONLY if move > 0 else NOTHING), None


def _word(wall: WallDoc) -> Any:
    """What a GM said of the wall, in whatever form; None for nothing."""
    return wall.flags.coign.get("cover") if wall.flags and isinstance(wall.flags.coign, dict) else None


def _is_low(word: Any) -> bool:
    return isinstance(word, dict) and word.get("degree") == "low" and isinstance(word.get("height"), int | float)


def _understood(word: Any) -> bool:
    degree = word.get("degree") if isinstance(word, dict) else word
    return _is_low(word) or (isinstance(degree, str) and degree in _WORDS)


def _sense(wall: WallDoc) -> float:
    if wall.sight is not None:
        return wall.sight
    return 20.0 if wall.sense is None else float(_OLD_SENSE.get(int(wall.sense), wall.sense))


def _light(wall: WallDoc) -> int:
    """How the wall stops light: before v9 as it stops sight; with a threshold (30, 40) not at all."""
    if wall.door and wall.ds == 1:
        return NOTHING
    value = wall.light if wall.light is not None else (20.0 if wall.sense is None else _sense(wall))
    if value == 10:
        return LIMITED
    return SOLID if value in (1, 20) else NOTHING


def _heights(wall: WallDoc) -> tuple[float, float]:
    """Bottom and top in units from Wall Height's flags, old or new; unbounded where there are none."""
    flags = wall.flags and (wall.flags.wall_height or wall.flags.wallHeight)
    if not flags:
        return -math.inf, math.inf
    bottom = flags.bottom if flags.bottom is not None else flags.wall_bottom
    top = flags.top if flags.top is not None else flags.wall_top
    return (-math.inf if bottom is None else bottom), (math.inf if top is None else top)
