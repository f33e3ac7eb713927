"""Hexes: where they lie, which of them a body holds, how far apart they are.

Foundry has four kinds: rows or columns, of which the odd or the even ones are shifted by half a hex. Its lattice begins
half a hex before the canvas: the first hex of a row that is not shifted has its centre on the canvas's western border
(of a column, on the northern one). Hexes are named by axial coordinates (q, r) here; lengths are quanta.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coign.grid.space import QUANTA, Cell
from coign.util.lazy import lazy

HEX_ODD_R, HEX_EVEN_R, HEX_ODD_Q, HEX_EVEN_Q = range(2, 6)  # Foundry's grid types
SNAPPED = 3 * QUANTA  # how far a snapped token may lie from its hexes
MOST_STANDARD = 5  # spaces across: the largest standard body has 19 hexes
MOST_HEXES = 6  # along one side of a body: of a larger one (a ship) so many are picked

_ROOT3 = math.sqrt(3.0)


@dataclass(frozen=True)
class Hexes:
    """The hexes of one grid; `type` is Foundry's, `size` its grid size in pixels."""

    type: int
    size: float

    @property
    def pointy(self) -> bool:
        """With a corner to the north (rows), against those with a side to the north (columns)."""
        return self.type in (HEX_ODD_R, HEX_EVEN_R)

    @lazy
    def across(self) -> tuple[float, float]:
        """Width and height of one hex in quanta."""
        short = self.size * QUANTA
        return (short, short * 2 / _ROOT3) if self.pointy else (short * 2 / _ROOT3, short)

    @lazy
    def _origin(self) -> tuple[float, float]:
        """The centre of the hex (0, 0)."""
        width, height = self.across
        if self.pointy:
            return (0.0 if self.type == HEX_ODD_R else width / 2), height / 2
        return width / 2, (0.0 if self.type == HEX_ODD_Q else height / 2)

    @lazy
    def spread(self) -> NDArray[np.float64]:
        """(6, 2) its corners off its middle, clockwise from its north or, where none is there, its east."""
        width, height = self.across
        if self.pointy:
            xs, ys = [0.0, 0.5, 0.5, 0.0, -0.5, -0.5], [-0.5, -0.25, 0.25, 0.5, 0.25, -0.25]
        else:
            xs, ys = [0.5, 0.25, -0.25, -0.5, -0.25, 0.25], [0.0, 0.5, 0.5, 0.0, -0.5, -0.5]
        return np.array([xs, ys]).T * (width, height)

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Its middle, in quanta."""
        (q, r), (width, height), (x, y) = cell, self.across, self._origin
        if self.pointy:
            return x + width * (q + r / 2), y + height * 0.75 * r
        return x + width * 0.75 * q, y + height * (r + q / 2)

    def cell(self, x: float, y: float) -> Cell:
        """The hex that holds a point in quanta, axial."""
        (width, height), (ox, oy) = self.across, self._origin
        if self.pointy:
            r = (y - oy) / (height * 0.75)
            q = (x - ox) / width - r / 2
        else:
            q = (x - ox) / (width * 0.75)
            r = (y - oy) / height - q / 2
        return _rounded(q, r)

    def from_offset(self, row: int, column: int) -> Cell:
        """Foundry's (row, column) of a hex to axial."""
        if self.type == HEX_ODD_R:
            return column - (row - (row & 1)) // 2, row
        if self.type == HEX_EVEN_R:
            return column - (row + (row & 1)) // 2, row
        if self.type == HEX_ODD_Q:
            return column, row - (column - (column & 1)) // 2
        return column, row - (column + (column & 1)) // 2

    def corner(self, cells: Sequence[Cell]) -> tuple[float, float]:
        """The north-west corner of the box around some hexes, in quanta."""
        width, height = self.across
        centres = [self.centre(cell) for cell in cells]
        return min(x for x, _ in centres) - width / 2, min(y for _, y in centres) - height / 2

    def moved_to(self, cells: Sequence[Cell], x: float, y: float) -> tuple[Cell, ...]:
        """Move a body to where the north-west corner of its box is nearest to the pixel (x, y)."""
        west, north = self.corner(cells)
        here_x, here_y = self.centre(cells[0])
        there_q, there_r = self.cell(here_x + x * QUANTA - west, here_y + y * QUANTA - north)
        q, r = there_q - cells[0][0], there_r - cells[0][1]
        return tuple((cell_q + q, cell_r + r) for cell_q, cell_r in cells)

    def off(self, cells: Sequence[Cell], x: float, y: float) -> tuple[float, float]:
        """Return how far a body with its corner at pixel (x, y) lies from these hexes, in quanta; 0 if snapped."""
        west, north = self.corner(cells)
        return _unless_snapped(x * QUANTA - west, y * QUANTA - north)

    def off_middle(self, cells: Sequence[Cell], x: float, y: float, w: float, h: float) -> tuple[float, float]:
        """Return how far a token of `w` x `h` spaces at pixel (x, y) lies from its body, by their middles, in quanta.

        It is 0 if the token is snapped, or larger than any standard body.
        """
        if max(w, h) > 1 and (w != h or whole(w) > MOST_STANDARD):
            return 0.0, 0.0
        (breadth, down), (west, north) = self.extent(w, h), self.corner(cells)
        width, height = self.across
        centres = [self.centre(cell) for cell in cells]
        east, south = max(x for x, _ in centres) + width / 2, max(y for _, y in centres) + height / 2
        return _unless_snapped(
            x * QUANTA + breadth / 2 - (west + east) / 2, y * QUANTA + down / 2 - (north + south) / 2
        )

    def extent(self, w: float, h: float) -> tuple[float, float]:
        """Width and height in quanta of the box that Foundry draws a token of `w` x `h` spaces in."""
        width, height = self.across
        if self.pointy:
            return w * width, _interlocked(h) * height
        return _interlocked(w) * width, h * height

    def body(self, x: float, y: float, w: float, h: float, second: bool) -> tuple[Cell, ...]:
        """The standard bodies of 1, 3, 7, 12 (and 19) hexes; anything else holds the hexes whose centres it covers.

        3 and 12 are centred on a vertex, of which there are two kinds: the first body, Foundry's usual one, has its
        single hex to the south (or east), the second to the north (or west).
        """
        width, height = self.across
        left, top = x * QUANTA, y * QUANTA
        breadth, down = self.extent(w, h)
        middle_x, middle_y = left + breadth / 2, top + down / 2
        n = whole(w)
        if max(w, h) <= 1 or n == 1 == whole(h):
            return (self.cell(middle_x, middle_y),)
        if w != h or n > MOST_STANDARD:
            return self._within(left, top, left + breadth, top + down) or (self.cell(middle_x, middle_y),)
        if n % 2:
            return self._disc(self.cell(middle_x, middle_y), n // 2)
        shift = 0.125 if second else -0.125
        at = (middle_x, middle_y + shift * height) if self.pointy else (middle_x + shift * width, middle_y)
        three = self._about_vertex(at, second)
        return three if n == 2 else tuple(sorted({cell for corner in three for cell in self._disc(corner, 1)}))

    def _about_vertex(self, at: tuple[float, float], second: bool) -> tuple[Cell, Cell, Cell]:
        """Return the three hexes about the vertex nearest to a point, of the first or the second kind."""
        (one_q, one_r), (other_q, other_r) = _BESIDE[self.pointy, second]
        threes = [
            ((q, r), (q + one_q, r + one_r), (q + other_q, r + other_r)) for q, r in self._disc(self.cell(*at), 1)
        ]

        def off(three: tuple[Cell, Cell, Cell]) -> int:
            (ax, ay), (bx, by), (cx, cy) = map(self.centre, three)
            return round(math.dist(((ax + bx + cx) / 3, (ay + by + cy) / 3), at))

        return min(threes, key=lambda three: (off(three), three))

    def _within(self, x0: float, y0: float, x1: float, y1: float) -> tuple[Cell, ...]:
        """The hexes whose centres lie in a box; of a box larger than any creature, some that are spread over it."""
        width, height = self.across
        xs, ys = _lattice(x0, x1, width), _lattice(y0, y1, height)
        centres = {cell: self.centre(cell) for cell in {self.cell(x, y) for x in xs for y in ys}}
        return tuple(cell for cell, (x, y) in centres.items() if x0 < x < x1 and y0 < y < y1)

    def _disc(self, centre: Cell, radius: int) -> tuple[Cell, ...]:
        q, r = centre
        span = range(-radius, radius + 1)
        return tuple((q + i, r + j) for i in span for j in span if abs(i + j) <= radius)


# The other two hexes about a vertex, by whether the hexes are pointy and the single hex lies to the north (or west).
_BESIDE: dict[tuple[bool, bool], tuple[Cell, Cell]] = {
    (True, True): ((-1, 1), (0, 1)),
    (True, False): ((0, -1), (1, -1)),
    (False, True): ((1, -1), (1, 0)),
    (False, False): ((-1, 0), (-1, 1)),
}


def _unless_snapped(dx: float, dy: float) -> tuple[float, float]:
    """Return the distance, or 0 if it is so small that it comes from rounding: snapped tokens lie at whole pixels."""
    return (0.0, 0.0) if max(abs(dx), abs(dy)) <= SNAPPED else (dx, dy)


def _interlocked(side: float) -> float:
    """Return how many hexes' lengths so many rows (or columns) take: three quarters each after the first."""
    return 0.75 * math.floor(side) + 0.5 * (side % 1) + 0.25


def _lattice(start: float, stop: float, hex_side: float) -> list[float]:
    """Return places along a side, four to a hex so that none is missed; on a long side evenly spread."""
    count = int((stop - start) / hex_side * 4)
    if count <= 4 * MOST_HEXES:
        return [start + (n + 0.5) * hex_side / 4 for n in range(count)]
    first, span = start + hex_side / 2, stop - start - hex_side
    return [first + n * span / (MOST_HEXES - 1) for n in range(MOST_HEXES)]


def hex_distance(a: Cell, b: Cell) -> int:
    """Return the steps between two hexes by the shortest path."""
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))


def whole(side: float) -> int:
    """Round a side of a space to whole squares, at least one."""
    return max(1, math.floor(side + 0.5))


def _rounded(q: float, r: float) -> Cell:
    s = -q - r
    whole_q, whole_r, whole_s = (math.floor(v + 0.5) for v in (q, r, s))
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s - s)
    if off_q > off_r and off_q > off_s:
        whole_q = -whole_r - whole_s
    elif off_r > off_s:
        whole_r = -whole_q - whole_s
    return whole_q, whole_r
