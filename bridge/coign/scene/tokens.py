"""A token as facts see it: its space, what it is doing, and who its enemies are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from copy import copy
from typing import Any

import numpy as np

from coign.grid.grid import MOST_SQUARES, Grid
from coign.grid.space import Cell, Space, quanta
from coign.protocol.document_reader import Said, read
from coign.protocol.documents import CoignToken, TokenDoc
from coign.util.text import printable

DEAD = frozenset({"dead", "defeated"})
HELPLESS = frozenset(
    {"incapacitated", "stunned", "paralyzed", "unconscious", "petrified", "helpless", "dying", "asleep"}
)
LYING = frozenset({"prone", "unconscious"})
ALOFT = frozenset({"fly", "hover"})
BELOW = frozenset({"swim", "burrow"})
LOCOMOTIONS = ("walk", "fly", "hover", "swim", "burrow", "climb")
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

Floor = Callable[[Space, str | None], float | None]  # the highest ground under a space on a level, where it is drawn


class Token:
    """One token, built from its document once. Lengths are scene units unless a name says pixels."""

    __slots__ = (
        "coign",
        "disposition",
        "doc",
        "ground",
        "height",
        "hidden",
        "id",
        "in_the_way",
        "locomotion",
        "name",
        "space",
        "statuses",
        "width",
    )

    def __init__(self, doc: TokenDoc, key: str, grid: Grid, floor: Floor, said: Said) -> None:
        self.id = key
        self.doc = doc
        self.name = _name(doc, key, said)
        self.coign = doc.coign or _flagged(doc, said) or CoignToken()
        self.width = _side(doc.width, f"token {key}", "width", said)
        self.height = _side(doc.height, f"token {key}", "height", said)
        self.disposition = int(doc.disposition or 0)
        self.hidden = bool(doc.hidden)
        self.statuses = frozenset(status.lower() for status in self.coign.statuses[:MOST_STATUSES])
        self.locomotion = self._locomotion()
        # Whether it can stand in the way of a line, or stand by a friend: alive, visible, a creature.
        self.in_the_way = self.is_creature and not self.hidden and not self.dead
        self._settle(grid, floor)

    def __repr__(self) -> str:
        return f"Token({self.id!r}, {self.name!r})"

    def _locomotion(self) -> str:
        if self.coign.locomotion in LOCOMOTIONS:
            return self.coign.locomotion
        for status, way in _STATUS_LOCOMOTION.items():
            if status in self.statuses:
                return way
        return self.doc.movementAction if self.doc.movementAction in LOCOMOTIONS else "walk"

    def _settle(self, grid: Grid, floor: Floor) -> None:
        """Find its space, and the ground under it: a walker without an elevation of its own stands on that."""
        own = _bounded(self.doc.elevation)
        self.space = self.space_at(grid, self.doc.x, self.doc.y, own)
        self.ground = floor(self.space, self.doc.level)
        if not own and self.ground is not None and self.locomotion not in ALOFT | BELOW:
            self.space = self.space_at(grid, self.doc.x, self.doc.y, self.ground)

    def space_at(self, grid: Grid, x: float, y: float, elevation: float) -> Space:
        """Its space if its north-west corner were at pixel (x, y)."""
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
        """The hexes that the module sent, for a token elsewhere the same body there; None where it sent none."""
        cells = _cells(self.coign.cells, grid)
        return grid.hexes.moved_to(cells, x, y) if cells is not None and moved else cells

    def in_space(self, space: Space, ground: float | None) -> Token:
        """The same token, were it there, over this ground."""
        moved = copy(self)
        moved.space, moved.ground = space, ground
        return moved

    def _tall(self, grid: Grid) -> float:
        """The height of its space in units: as sent, else v14's depth, else its smaller side, of a thing half of it."""
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
    def dead(self) -> bool:
        """Whether it has a status of the dead."""
        return not DEAD.isdisjoint(self.statuses)

    @property
    def able(self) -> bool:
        """Alive and able to act."""
        return not self.dead and HELPLESS.isdisjoint(self.statuses)

    @property
    def is_creature(self) -> bool:
        """Whether it is a creature, not a thing."""
        return self.coign.creature is not False

    @property
    def is_obstacle(self) -> bool:
        """Whether it is a thing that stands there for all to see, such as a barrel or a wagon: as walls round its
        space."""
        return not (self.is_creature or self.hidden or self.dead)

    @property
    def lies(self) -> bool:
        """Whether it lies on the ground, prone or unconscious."""
        return not LYING.isdisjoint(self.statuses)

    @property
    def standing(self) -> bool:
        """Return whether it stands on something. A flyer or climber stands only exactly at its ground's elevation."""
        if self.locomotion in ALOFT or self.locomotion == "climb":
            return self.elevation == (self.ground or 0.0)
        return self.locomotion not in BELOW

    def enemy_of(self, other: Token) -> bool:
        """By disposition: friendly against hostile or secret; a neutral creature is nobody's enemy."""
        return self.disposition * other.disposition < 0


class Boxes:
    """The boxes of all tokens as one array, a row each: who is near is asked of every one at once."""

    def __init__(self, tokens: Iterable[Token]) -> None:
        self._tokens = list(tokens)
        self._row = {token.id: n for n, token in enumerate(self._tokens)}
        self._boxes = np.array([token.space.box for token in self._tokens]).reshape(-1, 4)

    def move(self, token: Token) -> None:
        """A token that was here is another now."""
        row = self._row[token.id]
        self._boxes[row], self._tokens[row] = token.space.box, token

    def meeting(self, x0: float, y0: float, x1: float, y1: float) -> list[Token]:
        """Tokens whose box meets a box in quanta, in their own order."""
        west, north, east, south = self._boxes.T
        found = (west <= x1) & (east >= x0) & (north <= y1) & (south >= y0)
        return [self._tokens[n] for n in np.flatnonzero(found).tolist()]


def _name(doc: TokenDoc, key: str, said: Said) -> str:
    name = doc.name or key
    if len(name) > MOST_NAME:
        said(f"token {key}", f"its name has {len(name)} letters: cut to {MOST_NAME}")
    return printable(name[:MOST_NAME])


def _side(value: float | None, where: str, name: str, said: Said) -> float:
    if value is None:
        return 1.0
    if not 0 < value <= MOST_SIDE:
        said(where, f"{name} {value} is not between 0 and {MOST_SIDE:.0f} grid spaces: 1 used")
        return 1.0
    return value


def _bounded(value: float | None) -> float:
    return value if value is not None and math.isfinite(value) and abs(value) <= 1e7 else 0.0


def _flagged(doc: TokenDoc, said: Said) -> CoignToken | None:
    """What a GM set on the token itself, where no adapter has filled in `coign`."""
    flags = doc.flags.coign if doc.flags else None
    return read(CoignToken, flags, f"token {doc.id} flags.coign", said) if isinstance(flags, dict) else None


def _cells(raw: Any, grid: Grid) -> tuple[Cell, ...] | None:
    """The hexes that a token holds, from Foundry's offsets: {i: row, j: column}, or [row, column]. None where they are
    not of that form, or more than any creature holds: then its size says which.
    """
    if not isinstance(raw, list | tuple) or not 0 < len(raw) <= MOST_CELLS:
        return None
    cells = []
    for entry in raw:
        pair = (entry.get("i"), entry.get("j")) if isinstance(entry, dict) else entry
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            return None
        row, column = pair
        if not all(isinstance(number, int | float) and abs(number) <= MOST_CELL for number in (row, column)):
            return None
        cells.append(grid.hexes.from_offset(int(row), int(column)))
    return tuple(cells)
