"""Hexes: where they lie, which of them a body holds, how far apart they are.

Foundry's four kinds: rows or columns, the odd or the even ones pushed in. A hex goes by its axial coordinates (q, r)
here; lengths are quanta. Foundry's grid size is the distance between two opposite sides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from coign.grid.space import QUANTA, Cell

HEX_ODD_R, HEX_EVEN_R, HEX_ODD_Q, HEX_EVEN_Q = range(2, 6)  # Foundry's grid types
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

    @cached_property
    def across(self) -> tuple[float, float]:
        """Width and height of one hex in quanta."""
        short = self.size * QUANTA
        return (short, short * 2 / _ROOT3) if self.pointy else (short * 2 / _ROOT3, short)

    @cached_property
    def _origin(self) -> tuple[float, float]:
        width, height = self.across
        if self.pointy:
            return (width / 2 if self.type == HEX_ODD_R else width), height / 2
        return width / 2, (height / 2 if self.type == HEX_ODD_Q else height)

    @cached_property
    def spread(self) -> NDArray[np.float64]:
        """(6, 2) its corners off its middle, clockwise from the north-west."""
        width, height = self.across
        if self.pointy:
            xs, ys = [-0.5, 0.0, 0.5, 0.5, 0.0, -0.5], [-0.25, -0.5, -0.25, 0.25, 0.5, 0.25]
        else:
            xs, ys = [-0.25, 0.25, 0.5, 0.25, -0.25, -0.5], [-0.5, -0.5, 0.0, 0.5, 0.5, 0.0]
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

    def body(self, x: float, y: float, w: float, h: float, second: bool) -> tuple[Cell, ...]:
        """The standard bodies of 1, 3, 7, 12 (and 19) hexes; anything else holds the hexes whose centres it covers.

        3 and 12 are centred on a vertex, of which there are two kinds: the first body has its single hex to the north
        (or west), the second to the south (or east).
        """
        width, height = self.across
        left, top = x * QUANTA, y * QUANTA
        breadth = w * width if self.pointy else (0.75 * (w - 1) + 1) * width
        down = (0.75 * (h - 1) + 1) * height if self.pointy else h * height
        middle_x, middle_y = left + breadth / 2, top + down / 2
        n = whole(w)
        if max(w, h) <= 1 or n == 1 == whole(h):
            return (self.cell(middle_x, middle_y),)
        if w != h or n > 5:
            return self._within(left, top, left + breadth, top + down) or (self.cell(middle_x, middle_y),)
        if n % 2:
            return self._disc(self.cell(middle_x, middle_y), n // 2)
        shift = -0.125 if second else 0.125
        at = (middle_x, middle_y + shift * height) if self.pointy else (middle_x + shift * width, middle_y)
        three = self._about_vertex(at, second)
        return three if n == 2 else tuple(sorted({cell for one in three for cell in self._disc(one, 1)}))

    def _about_vertex(self, at: tuple[float, float], second: bool) -> tuple[Cell, Cell, Cell]:
        """The three hexes about the vertex nearest to a point, of those with a single hex to the north (or west)."""
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


# The other two hexes about a vertex, by whether the hexes are pointy and the single hex lies to the south (or east).
_BESIDE: dict[tuple[bool, bool], tuple[Cell, Cell]] = {
    (True, False): ((-1, 1), (0, 1)),
    (True, True): ((0, -1), (1, -1)),
    (False, False): ((1, -1), (1, 0)),
    (False, True): ((-1, 0), (-1, 1)),
}


def _lattice(start: float, stop: float, hex_side: float) -> list[float]:
    """Places along a side, four to a hex, so that none is missed; along a larger side so many from end to end."""
    count = int((stop - start) / hex_side * 4)
    if count <= 4 * MOST_HEXES:
        return [start + (n + 0.5) * hex_side / 4 for n in range(count)]
    first, span = start + hex_side / 2, stop - start - hex_side
    return [first + n * span / (MOST_HEXES - 1) for n in range(MOST_HEXES)]


def hex_distance(a: Cell, b: Cell) -> int:
    """Steps between two hexes by the shorter path."""
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))


def whole(side: float) -> int:
    """A side of a space in whole squares, at least one."""
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
