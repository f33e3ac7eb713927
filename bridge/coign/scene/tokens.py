"""Tokens: the space, statuses, locomotion and enemies of each, read from its document."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from coign.grid.grid import MOST_SQUARES, Grid
from coign.grid.space import Cell, Space, quanta
from coign.protocol.document_reader import Report, as_number
from coign.protocol.documents import LevelDoc, TokenDoc
from coign.protocol.vocabulary import GIVES, LOCOMOTIONS, SIZES
from coign.scene.levels import level_at
from coign.scene.token_traits import traits_of
from coign.util.text import printable

DEAD = frozenset({"dead", "defeated"})
ELSEWHERE = "ethereal"  # SRD 5.1, Etherealness: it affects only creatures on its own plane, and only they affect it
HELPLESS = frozenset(
    {"incapacitated", "stunned", "paralyzed", "unconscious", "petrified", "helpless", "dying", "asleep"}
)
LYING = frozenset({"prone", "unconscious"})
ALOFT = frozenset({"fly", "hover"})
BELOW = frozenset({"swim", "burrow"})
BY_WIDTH = ((0.5, 2), (1.0, 4), (2.0, 5), (3.0, 6), (5.0, 7))  # spaces across, and the category up to that width
MOST_NAME = 120  # letters
MOST_STATUSES = 200
MOST_SIDE = 100.0  # grid spaces
MOST_CELLS, MOST_CELL = 100, 1e6  # hexes of one token, and rows or columns from the map's corner

_STATUS_LOCOMOTION = {
    "flying": "fly",
    "fly": "fly",
    "hovering": "hover",
    "hover": "hover",
    "burrowing": "burrow",
    "swimming": "swim",
}

# (space, level, elevation) -> the highest ground that is drawn under a space and acts on a creature at that elevation
GroundUnder = Callable[[Space, str | None, float], float | None]


class Token:
    """One token, built from its document once. Lengths are in scene units; `level` is the id of the level it counts as
    on (`levels.level_at`)."""

    __slots__ = (
        "coign",
        "dead",
        "disposition",
        "doc",
        "gives",
        "ground",
        "height",
        "hidden",
        "id",
        "in_the_way",
        "is_soft",
        "level",
        "lies",
        "locomotion",
        "name",
        "present",
        "space",
        "statuses",
        "width",
    )

    def __init__(
        self, doc: TokenDoc, key: str, grid: Grid, levels: Mapping[str, LevelDoc], ground: GroundUnder, report: Report
    ) -> None:
        self.id = key
        self.doc = doc
        self.name = _name(doc, key, report)
        self.coign = traits_of(doc, report)
        self.width = _side(doc.width, f"token {key}", "width", report)
        self.height = _side(doc.height, f"token {key}", "height", report)
        self.disposition = int(doc.disposition or 0)
        self.hidden = bool(doc.hidden)
        self.statuses = frozenset(status.lower() for status in self.coign.statuses[:MOST_STATUSES])
        self.locomotion = self._locomotion()
        # Whether a status marks it as dead or defeated, and whether it lies on the ground, prone or unconscious.
        self.dead, self.lies = not DEAD.isdisjoint(self.statuses), not LYING.isdisjoint(self.statuses)
        # Whether others meet it where it stands: it is visible, alive or whole, and on their plane.
        self.present = not (self.hidden or self.dead or ELSEWHERE in self.statuses)
        # Whether it can block a line or help a friend.
        self.in_the_way = self.is_creature and self.present
        # The cover that it gives when it is in the way, one of `GIVES`.
        stated = self.coign.gives
        self.gives = stated if stated in GIVES else "soft" if self.is_creature else "total"
        # Whether it gives soft cover when it is in the way.
        self.is_soft = self.gives == "soft" and self.present
        self.level = level_at(levels, doc.level, _bounded(doc.elevation))
        self._settle(grid, ground)

    def __repr__(self) -> str:
        return f"Token({self.id!r}, {self.name!r})"

    def _locomotion(self) -> str:
        if self.coign.locomotion in LOCOMOTIONS:
            return self.coign.locomotion
        for status, way in _STATUS_LOCOMOTION.items():
            if status in self.statuses:
                return way
        return self.doc.movementAction if self.doc.movementAction in LOCOMOTIONS else "walk"

    def _settle(self, grid: Grid, ground: GroundUnder) -> None:
        """Set the space and the ground under it; a walker without an elevation of its own is on the ground."""
        own = _bounded(self.doc.elevation)
        self.space = self.space_at(grid, self.doc.x, self.doc.y, own)
        self.ground = ground(self.space, self.level, own)
        if not own and self.ground is not None and self.locomotion not in ALOFT | BELOW:
            self.space = self.space_at(grid, self.doc.x, self.doc.y, self.ground)

    def space_at(self, grid: Grid, x: float, y: float, elevation: float) -> Space:
        """Return the token's space if its north-west corner were at pixel (x, y) and its feet at `elevation`."""
        moved = (x, y) != (self.doc.x, self.doc.y)
        if moved and not grid.is_hex and max(self.width, self.height) <= MOST_SQUARES:
            dx, dy = quanta(x) - quanta(self.doc.x), quanta(y) - quanta(self.doc.y)
            return grid.moved(self.space, dx, dy, elevation)
        return grid.space(
            x,
            y,
            self.width,
            self.height,
            bottom=elevation,
            tall=self._tall(grid),
            cells=self._hexes(grid, x, y, moved) if grid.is_hex else None,
            second_body=(self.doc.shape if self.doc.shape is not None else self.doc.hexagonalShape) in (1, 3),
        )

    def _hexes(self, grid: Grid, x: float, y: float, moved: bool) -> tuple[Cell, ...] | None:
        """Return the hexes that the module sent, shifted if the token is moved; None if it sent none."""
        cells = _cells(self.coign.cells, grid)
        return grid.hexes.moved_to(cells, x, y) if cells is not None and moved else cells

    def _tall(self, grid: Grid) -> float:
        """The height of its space in units: as sent, else v14's depth, else its smaller side (half for a thing)."""
        if self.coign.height is not None and 0 <= self.coign.height <= 1e6:
            return self.coign.height
        if self.doc.depth is not None and 0 <= self.doc.depth <= 1e6:
            return self.doc.depth * grid.distance
        return min(self.width, self.height) * grid.distance * (1.0 if self.is_creature else 0.5)

    @property
    def elevation(self) -> float:
        """The bottom of its space, in scene units."""
        return self.space.bottom

    @property
    def able(self) -> bool:
        """Tell whether it is alive and able to act."""
        return not self.dead and HELPLESS.isdisjoint(self.statuses)

    @property
    def is_creature(self) -> bool:
        """Tell whether it is a creature, not a thing."""
        return self.coign.creature is not False

    @property
    def category(self) -> int:
        """Its size category, from 0 (fine) to 8 (colossal)."""
        return size_category(self.coign.size, max(self.width, self.height))

    @property
    def standing(self) -> bool:
        """Return whether it is on the ground. A flyer or climber is only at exactly its ground's elevation."""
        if self.locomotion in ALOFT or self.locomotion == "climb":
            return self.elevation == (self.ground or 0.0)
        return self.locomotion not in BELOW

    def may_share_level(self, other: Token) -> bool:
        """Return whether two tokens may be on the same level: one without a level may be on any."""
        return self.level == other.level or not self.level or not other.level

    def enemy_of(self, other: Token) -> bool:
        """Tell whether two tokens are enemies: friendly against hostile or secret. A neutral one has no enemies."""
        return self.disposition * other.disposition < 0


class Boxes:
    """The boxes of all tokens as one array (4, n), so that one comparison finds those near a place.

    A column is x0, y0, -x1, -y1: a box meets another one if none of these exceeds x1, y1, -x0, -y0 of the other.
    """

    def __init__(self, tokens: Iterable[Token]) -> None:
        self._tokens = list(tokens)
        self._row = {token.id: n for n, token in enumerate(self._tokens)}
        boxes = np.array([token.space.box for token in self._tokens]).reshape(-1, 4)
        self._bounds = np.concatenate([boxes[:, :2], -boxes[:, 2:]], axis=1).T.copy()

    def move(self, token: Token) -> None:
        """Replace a token by its newer version."""
        row = self._row[token.id]
        x0, y0, x1, y1 = token.space.box
        self._bounds[:, row], self._tokens[row] = (x0, y0, -x1, -y1), token

    def meeting(self, x0: float, y0: float, x1: float, y1: float) -> list[Token]:
        """Return the tokens whose box meets a box (quanta), in the scene's order."""
        meets = np.asarray((self._bounds <= np.array((x1, y1, -x0, -y0)).reshape(4, 1)).all(axis=0))
        return [self._tokens[n] for n in meets.nonzero()[0].tolist()]


def size_category(size: str | None, across: float) -> int:
    """Return the size category of a creature, by its sheet or else by its space: a number, to count "two sizes larger".

    Args:
        size: One of `SIZES`, those of the d20 games; None without a size on the sheet.
        across: The longer side of its space, in grid spaces.
    """
    named = (size or "").lower()
    if named in SIZES:
        return SIZES.index(named)
    return next((number for widest, number in BY_WIDTH if across <= widest), len(SIZES) - 1)


def _name(doc: TokenDoc, key: str, report: Report) -> str:
    name = doc.name or key
    if len(name) > MOST_NAME:
        report(f"token {key}", f"its name has {len(name)} letters: cut to {MOST_NAME}")
    return printable(name[:MOST_NAME])


def _side(value: float | None, where: str, name: str, report: Report) -> float:
    if value is None:
        return 1.0
    if not 0 < value <= MOST_SIDE:
        report(where, f"{name} {value} is not between 0 and {MOST_SIDE:.0f} grid spaces: 1 used")
        return 1.0
    return value


def _bounded(value: float | None) -> float:
    return value if value is not None and math.isfinite(value) and abs(value) <= 1e7 else 0.0


def _cells(raw: Any, grid: Grid) -> tuple[Cell, ...] | None:
    """Return the hexes of a token from Foundry's offsets, {i: row, j: column} or [row, column].

    None if they have another form or are more than MOST_CELLS; the token's size then tells its hexes.
    """
    if not isinstance(raw, list | tuple) or not 0 < len(raw) <= MOST_CELLS:
        return None
    cells = []
    for entry in raw:
        pair = (entry.get("i"), entry.get("j")) if isinstance(entry, dict) else entry
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            return None
        row, column = map(as_number, pair)
        if row is None or column is None or max(abs(row), abs(column)) > MOST_CELL:
            return None
        cells.append(grid.hexes.from_offset(int(row), int(column)))
    return tuple(cells)
