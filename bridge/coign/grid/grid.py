"""The grid of a scene, the spaces of creatures on it, and distances between them.

Lengths on the map are in quanta (`coign.grid.space`), lengths that rules see in scene units.

A *square* of a space is one grid cell of it (a hex on a hex grid). For lines and areas its true footprint counts; for
distance, adjacency, edges and arcs it counts as the cell that holds its centre, so that a token a few pixels off the
grid counts where it appears to be.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from coign.grid.hexes import HEX_ODD_R, Hexes, hex_distance, whole
from coign.grid.space import QUANTA, Cell, Space, holds_centre, quanta
from coign.protocol.facts import Way
from coign.util.lazy import lazy

GRIDLESS, SQUARE = range(2)  # Foundry's grid types; from `coign.grid.hexes` on they are hexes
EQUIDISTANT, EXACT, APPROXIMATE, RECTILINEAR, ALTERNATING_1, ALTERNATING_2, ILLEGAL = range(7)
MOST_SQUARES = 6  # along one side of a space: a longer side (a ship's) is cut into this many

SQUARE_CORNERS: tuple[Way, ...] = ("north-west", "north-east", "south-east", "south-west")
POINTY_CORNERS: tuple[Way, ...] = ("north", "north-east", "south-east", "south", "south-west", "north-west")
FLAT_CORNERS: tuple[Way, ...] = ("east", "south-east", "south-west", "west", "north-west", "north-east")

_ROOT3 = math.sqrt(3.0)


@dataclass(frozen=True)
class Grid:
    """The grid of one scene. One grid space is `size` pixels and `distance` units wide."""

    type: int = SQUARE
    size: float = 100.0
    distance: float = 5.0
    units: str = "ft"
    diagonals: int = EQUIDISTANT

    @lazy
    def is_hex(self) -> bool:
        """Tell whether the grid has hexes."""
        return self.type >= HEX_ODD_R

    @lazy
    def is_gridless(self) -> bool:
        """Tell whether there is no grid."""
        return self.type == GRIDLESS

    @property
    def pointy(self) -> bool:
        """Tell whether hexes have a corner to the north (rows), not a side (columns)."""
        return self.hexes.pointy

    @lazy
    def foot(self) -> float:
        """Scene units per foot of a rule's text: a 5 ft square of the book is one grid space of this scene."""
        return 1.0 if self.units.strip().lower() in _FEET else self.distance / 5.0

    @lazy
    def inset(self) -> float:
        """The distance of inset corners from the border of their space, in quanta: 1 % of a grid space."""
        return max(1.0, math.floor(0.01 * self.size * QUANTA + 0.5))

    @lazy
    def units_per_quantum(self) -> float:
        """Scene units in one quantum."""
        return self.distance / (self.size * QUANTA)

    @property
    def corner_names(self) -> tuple[Way, ...]:
        """The names of a space's corners, in their order."""
        if not self.is_hex:
            return SQUARE_CORNERS
        return POINTY_CORNERS if self.pointy else FLAT_CORNERS

    @lazy
    def hexes(self) -> Hexes:
        """The geometry of the hexes."""
        return Hexes(self.type, self.size)

    # --- spaces ---

    def space(
        self,
        x: float,
        y: float,
        width: float = 1.0,
        height: float = 1.0,
        *,
        bottom: float = 0.0,
        tall: float | None = None,
        cells: Iterable[Cell] | None = None,
        second_body: bool = False,
    ) -> Space:
        """Return the space of a token of `width` x `height` grid spaces with its north-west corner at pixel (x, y).

        `tall` is its height in units, else its smaller side's. `cells` are the hexes (axial) that Foundry says it
        holds: the body has their shape and lies at (x, y) whatever their numbers are; a body between hexes counts as
        those that Foundry names. `second_body` picks the other of the two bodies that 3 and 12 hexes have.
        """
        top = bottom + (min(width, height) * self.distance if tall is None else tall)
        if not self.is_hex:
            return self._square_space(x, y, width, height, bottom, top)
        if cells is not None:
            named = tuple(cells)
            body = self.hexes.moved_to(named, x, y)
            if self.hexes.off(body, x, y) != (0.0, 0.0):
                body = named
            return self._hex_space(body, bottom, top, off=self.hexes.off(body, x, y))
        body = self.hexes.body(x, y, width, height, second_body)
        off = self.hexes.off_middle(body, x, y, width, height)
        return self._hex_space(body, bottom, top, off=off, scale=(min(1.0, width), min(1.0, height)))

    def held(self, cells: Iterable[Cell], *, bottom: float = 0.0, tall: float | None = None) -> Space:
        """Return the space of a creature on these hexes (axial), by default one grid distance tall."""
        return self._hex_space(tuple(cells), bottom, bottom + (self.distance if tall is None else tall))

    def one_cell(self, cell: Cell, *, bottom: float, tall: float | None = None) -> Space:
        """Return the space of a creature on one cell, by default one grid distance tall."""
        if self.is_hex:
            return self.held([cell], bottom=bottom, tall=tall)
        return self.space(cell[0] * self.size, cell[1] * self.size, bottom=bottom, tall=tall)

    def moved(self, space: Space, dx: float, dy: float, bottom: float) -> Space:
        """Return a square or gridless space moved by (dx, dy) quanta, at another elevation."""
        by, (x0, y0, x1, y1) = np.array([dx, dy]), space.box
        centres = space.centres + by
        return Space(
            space.corners + by,
            space.inset + by,
            centres,
            tuple(self.cell(x, y) for x, y in centres.tolist()),
            (x0 + dx, y0 + dy, x1 + dx, y1 + dy),
            bottom,
            bottom + space.height,
        )

    def point(self, x: float, y: float, elevation: float) -> Space:
        """Return a point of origin (pixels) as a space without extent, whose corners are all the point itself."""
        x, y = quanta(x), quanta(y)
        at = np.array([[x, y]], float)
        corners = at[None]
        return Space(corners, corners, at, (self.cell(x, y),), (x, y, x, y), elevation, elevation, is_point=True)

    def cell(self, x: float, y: float) -> Cell:
        """Return the cell that holds a point (quanta)."""
        if self.is_hex:
            return self.hexes.cell(x, y)
        side = self.size * QUANTA
        return math.floor(x / side), math.floor(y / side)

    def spots(self, space: Space) -> list[tuple[float, float]]:
        """Return the centre of each square of a space: in quanta, but on a grid of squares in columns and rows.

        On a grid it is the centre of the cell that the square counts as.
        """
        if self.is_hex:
            return [self.hexes.centre(cell) for cell in space.cells]
        if self.is_gridless:
            return [(float(x), float(y)) for x, y in space.centres]
        return [(column + 0.5, row + 0.5) for column, row in space.cells]

    def _square_space(self, x: float, y: float, w: float, h: float, bottom: float, top: float) -> Space:
        columns, rows = (1, 1) if self.is_gridless else (min(MOST_SQUARES, whole(w)), min(MOST_SQUARES, whole(h)))
        xs = [quanta(x + w * self.size * i / columns) for i in range(columns + 1)]
        ys = [quanta(y + h * self.size * i / rows) for i in range(rows + 1)]
        xs[-1], ys[-1] = max(xs[-1], xs[0] + 1), max(ys[-1], ys[0] + 1)  # no space is without extent
        across, down = (min(self.inset, (v[-1] - v[0]) / (4 * (len(v) - 1)) // 1) for v in (xs, ys))
        across_cells, down_cells = _middles(xs, w), _middles(ys, h)
        corners, inset, centres, cells = [], [], [], []
        for j in range(rows):
            north, south = ys[j], ys[j + 1]
            for i in range(columns):
                west, east = xs[i], xs[i + 1]
                corners.append(((west, north), (east, north), (east, south), (west, south)))
                left, right, top_y, low_y = west + across, east - across, north + down, south - down
                inset.append(((left, top_y), (right, top_y), (right, low_y), (left, low_y)))
                centres.append(((west + east) / 2, (north + south) / 2))
                cells.append(self.cell(across_cells[i], down_cells[j]))
        box = (xs[0], ys[0], xs[-1], ys[-1])
        arrays = (np.array(corners, float), np.array(inset, float), np.array(centres, float))
        return Space(*arrays, tuple(cells), box, bottom, top)

    def _hex_space(
        self,
        cells: Sequence[Cell],
        bottom: float,
        top: float,
        *,
        off: tuple[float, float] = (0.0, 0.0),
        scale: tuple[float, float] = (1.0, 1.0),
    ) -> Space:
        """Return the space of a body on these hexes, shifted by `off` quanta, each hex `scale` times as large."""
        ordered = sorted(cells, key=lambda cell: self.hexes.centre(cell)[::-1])
        centres = np.array([self.hexes.centre(cell) for cell in ordered]) + off
        spread = self.hexes.spread * scale
        inset = min(self.inset, float(np.hypot(spread[:, 0], spread[:, 1]).min()) / 4)
        inward = spread * (1 - inset / np.hypot(spread[:, 0], spread[:, 1]))[:, None]
        corners = np.floor(centres[:, None] + spread + 0.5)
        inset_corners = np.floor(centres[:, None] + inward + 0.5)
        low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
        box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        return Space(corners, inset_corners, np.floor(centres + 0.5), tuple(ordered), box, bottom, top)

    # --- distance ---

    def steps(self, a: Space, b: Space) -> tuple[float, float, float]:
        """Return the least steps between two spaces: east-west, north-south, vertical.

        On hexes and without a grid all sideways steps are in the first.
        """
        up = self.vertical_steps(a, b)
        if self.is_hex:
            return float(min(hex_distance(cell, other) for cell in a.cells for other in b.cells)), 0.0, up
        if self.is_gridless:
            return self._free_steps(a, b), 0.0, up
        a0, a1, a2, a3 = a.block
        b0, b1, b2, b3 = b.block
        return float(max(0, b0 - a2, a0 - b2)), float(max(0, b1 - a3, a1 - b3)), up

    def vertical_steps(self, a: Space, b: Space) -> float:
        """Return 0 if the extents overlap, else 1 and 1 more for each full grid distance of the gap."""
        gap = max(a.bottom - b.top, b.bottom - a.top)
        if gap < -1e-9 or a.bottom == b.bottom:
            return 0.0
        return 1.0 + math.floor(gap / self.distance + 1e-9)

    def distance_between(self, a: Space, b: Space) -> float:
        """Return the units between two spaces by the scene's diagonal rule; 0 if they overlap."""
        first, second, up = self.steps(a, b)
        return self.length(first, second, up)

    def length(self, *steps: float) -> float:
        """Units that a count of steps in three directions makes, by the scene's diagonal rule."""
        c, b, a = sorted(steps)
        if self.diagonals == EXACT:
            total = (a - b) + math.sqrt(2) * (b - c) + _ROOT3 * c
        elif self.diagonals == APPROXIMATE:
            total = (a - b) + 1.5 * (b - c) + 1.75 * c
        elif self.diagonals in (RECTILINEAR, ILLEGAL):
            total = a + b + c
        elif self.diagonals == ALTERNATING_1:
            total = a + b // 2
        elif self.diagonals == ALTERNATING_2:
            total = a + (b + 1) // 2
        else:
            total = a
        return total * self.distance

    def adjacent(self, a: Space, b: Space) -> bool:
        """At most one step in each direction; spaces that overlap are adjacent."""
        return max(self.steps(a, b)) <= 1

    def overlapping(self, a: Space, b: Space) -> bool:
        """The centre of a square of one lies in the other's space, at a height that both share."""
        (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = a.box, b.box
        if ax1 <= bx0 or bx1 <= ax0 or ay1 <= by0 or by1 <= ay0 or self.vertical_steps(a, b):
            return False
        return holds_centre(a, b) or holds_centre(b, a)

    def _free_steps(self, a: Space, b: Space) -> float:
        """Gridless: one step, and one more for each full grid distance of the gap between; 0 where they overlap."""
        if holds_centre(a, b) or holds_centre(b, a):
            return 0.0
        dx = max(0.0, b.box[0] - a.box[2], a.box[0] - b.box[2])
        dy = max(0.0, b.box[1] - a.box[3], a.box[1] - b.box[3])
        return 1.0 + math.floor(math.hypot(dx, dy) / (self.size * QUANTA) + 1e-9)


_FEET = frozenset({"ft", "ft.", "feet", "foot", "'"})


def _middles(borders: Sequence[float], side: float) -> list[float]:
    """Middles of the squares between `borders`; of a side cut into fewer, those of whole squares spread over it, its
    first and last among them.
    """
    count, whole = len(borders) - 1, math.floor(side + 0.5)
    if count < MOST_SQUARES or whole <= count:
        return [(border + other) / 2 for border, other in pairwise(borders)]
    span = borders[-1] - borders[0]
    return [borders[0] + span * (round(n * (whole - 1) / (count - 1)) + 0.5) / whole for n in range(count)]
