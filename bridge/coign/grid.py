"""The grid of a scene, and the spaces that creatures hold on it.

Lengths on the map are *quanta*, 1/16 px, rounded once on the way in and kept as integers in float64: with them every
orientation sign up to a million pixels is exact, and no epsilon is needed anywhere. Lengths that rules see are scene
units. x grows east, y grows south.

A *square* of a space is one grid cell of it (a hex on a hex grid). For lines and areas its true footprint counts; for
distance, adjacency, edges and arcs it counts as the cell that holds its centre, so that a token a few pixels off the
grid is where it looks to be.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]  # (n, 2), quanta
Cell = tuple[int, int]  # square: (column, row); hex: axial (q, r)

QUANTA = 16  # per pixel
GRIDLESS, SQUARE, HEX_ODD_R, HEX_EVEN_R, HEX_ODD_Q, HEX_EVEN_Q = range(6)
EQUIDISTANT, EXACT, APPROXIMATE, RECTILINEAR, ALTERNATING_1, ALTERNATING_2, ILLEGAL = range(7)
MOST_SQUARES = 6  # along one side of a space: a larger one (no creature is, but a ship) is cut into this many

SQUARE_CORNERS = ("north-west", "north-east", "south-east", "south-west")
POINTY_CORNERS = ("north-west", "north", "north-east", "south-east", "south", "south-west")
FLAT_CORNERS = ("north-west", "north-east", "east", "south-east", "south-west", "west")

_ROOT3 = math.sqrt(3.0)


def quanta(pixels: float) -> float:
    """Pixels to quanta, rounded to an integer; halves go up, so that a moved scene rounds alike."""
    return math.floor(pixels * QUANTA + 0.5)


@dataclass(frozen=True, eq=False)
class Space:
    """What a creature holds: its squares on the map and its vertical extent.

    corners  (squares, c, 2) quanta, true footprint, clockwise from the north-west
    inset    the same, taken 1 % of a grid space inside: where corner lines start and end
    centres  (squares, 2) quanta
    cells    the grid cells that the squares count as
    box      x0, y0, x1, y1 of the footprint, quanta
    """

    corners: NDArray[np.float64]
    inset: NDArray[np.float64]
    centres: Points
    cells: tuple[Cell, ...]
    box: tuple[float, float, float, float]
    bottom: float
    top: float
    is_point: bool = False

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def middle(self) -> float:
        return (self.bottom + self.top) / 2

    @property
    def centre(self) -> tuple[float, float]:
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2

    @cached_property
    def points(self) -> Points:
        """(p, 2) where lines start: its inset corners in reading order, then the centres of its squares."""
        return np.vstack([self.inset.reshape(-1, 2), self.centres])

    @cached_property
    def ends(self) -> Points:
        """(m, 2) where lines end: its inset corners in reading order."""
        return self.inset.reshape(-1, 2)

    @cached_property
    def pieces(self) -> list[Points]:
        """Convex polygons that make up its footprint: its box, or its hexes."""
        if self.corners.shape[1] != 4:
            return list(self.corners)
        x0, y0, x1, y1 = self.box
        return [np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])]

    @cached_property
    def block(self) -> tuple[int, int, int, int]:
        """First and last column and row of its cells (square and gridless maps)."""
        columns = [c for c, _ in self.cells]
        rows = [r for _, r in self.cells]
        return min(columns), min(rows), max(columns), max(rows)


@dataclass(frozen=True)
class Grid:
    """The grid of one scene. `distance` is how many `units` one space of `size` pixels is wide."""

    type: int = SQUARE
    size: float = 100.0
    distance: float = 5.0
    units: str = "ft"
    diagonals: int = EQUIDISTANT

    @property
    def is_hex(self) -> bool:
        return self.type >= HEX_ODD_R

    @property
    def is_gridless(self) -> bool:
        return self.type == GRIDLESS

    @property
    def pointy(self) -> bool:
        """Hexes with a corner to the north (rows), against those with a side to the north (columns)."""
        return self.type in (HEX_ODD_R, HEX_EVEN_R)

    @cached_property
    def foot(self) -> float:
        """Scene units per foot of a rule's text: a 5 ft square of the book is one grid space of this scene."""
        return 1.0 if self.units.strip().lower() in _FEET else self.distance / 5.0

    @cached_property
    def inset(self) -> float:
        return max(1.0, math.floor(0.01 * self.size * QUANTA + 0.5))

    @cached_property
    def units_per_quantum(self) -> float:
        return self.distance / (self.size * QUANTA)

    @property
    def corner_names(self) -> tuple[str, ...]:
        if not self.is_hex:
            return SQUARE_CORNERS
        return POINTY_CORNERS if self.pointy else FLAT_CORNERS

    # --- hexes ---

    @cached_property
    def hex_size(self) -> tuple[float, float]:
        """Width and height of one hex in quanta. Foundry's grid size is the distance between two opposite sides."""
        short = self.size * QUANTA
        return (short, short * 2 / _ROOT3) if self.pointy else (short * 2 / _ROOT3, short)

    @cached_property
    def _hex_origin(self) -> tuple[float, float]:
        width, height = self.hex_size
        if self.pointy:
            return (width / 2 if self.type == HEX_ODD_R else width), height / 2
        return width / 2, (height / 2 if self.type == HEX_ODD_Q else height)

    @cached_property
    def _hex_corners(self) -> NDArray[np.float64]:
        width, height = self.hex_size
        if self.pointy:
            xs, ys = [-0.5, 0.0, 0.5, 0.5, 0.0, -0.5], [-0.25, -0.5, -0.25, 0.25, 0.5, 0.25]
        else:
            xs, ys = [-0.25, 0.25, 0.5, 0.25, -0.25, -0.5], [-0.5, -0.5, 0.0, 0.5, 0.5, 0.0]
        return np.array([xs, ys]).T * (width, height)

    def hex_centre(self, cell: Cell) -> tuple[float, float]:
        (q, r), (width, height), (x, y) = cell, self.hex_size, self._hex_origin
        if self.pointy:
            return x + width * (q + r / 2), y + height * 0.75 * r
        return x + width * 0.75 * q, y + height * (r + q / 2)

    def hex_cell(self, x: float, y: float) -> Cell:
        """The hex that holds a point in quanta, axial."""
        (width, height), (ox, oy) = self.hex_size, self._hex_origin
        if self.pointy:
            r = (y - oy) / (height * 0.75)
            q = (x - ox) / width - r / 2
        else:
            q = (x - ox) / (width * 0.75)
            r = (y - oy) / height - q / 2
        return _round_axial(q, r)

    def hex_from_offset(self, row: int, column: int) -> Cell:
        """Foundry's (row, column) of a hex to axial."""
        if self.type == HEX_ODD_R:
            return column - (row - (row & 1)) // 2, row
        if self.type == HEX_EVEN_R:
            return column - (row + (row & 1)) // 2, row
        if self.type == HEX_ODD_Q:
            return column, row - (column - (column & 1)) // 2
        return column, row - (column + (column & 1)) // 2

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
        """The space of a token whose north-west corner is at pixel (x, y) and that is `width` x `height` spaces big.

        `tall` is its height in units, else its smaller side's. `cells` are the hexes it holds (axial) where they are
        known; `second_body` picks the other of the two bodies that 3 and 12 hexes have.
        """
        top = bottom + (min(width, height) * self.distance if tall is None else tall)
        if self.is_hex:
            held = tuple(cells) if cells is not None else self._hex_body(x, y, width, height, second_body)
            return self._hex_space(held, bottom, top)
        return self._square_space(x, y, width, height, bottom, top)

    def moved(self, space: Space, dx: float, dy: float, bottom: float) -> Space:
        """A space without hexes as it would be so many quanta further on, at another elevation."""
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
        """A point of origin in pixels, as a space without extent: all its corners are the point itself."""
        at = np.array([quanta(x), quanta(y)])
        corners = at.reshape(1, 1, 2)
        cell = self.cell(at[0], at[1])
        box = (at[0], at[1], at[0], at[1])
        return Space(corners, corners, at.reshape(1, 2), (cell,), box, elevation, elevation, is_point=True)

    def cell(self, x: float, y: float) -> Cell:
        """The cell that holds a point in quanta."""
        if self.is_hex:
            return self.hex_cell(x, y)
        side = self.size * QUANTA
        return math.floor(x / side), math.floor(y / side)

    def _square_space(self, x: float, y: float, w: float, h: float, bottom: float, top: float) -> Space:
        columns, rows = (1, 1) if self.is_gridless else (_whole(w), _whole(h))
        xs = [quanta(x + w * self.size * i / columns) for i in range(columns + 1)]
        ys = [quanta(y + h * self.size * i / rows) for i in range(rows + 1)]
        across, down = (min(self.inset, (v[-1] - v[0]) / (4 * (len(v) - 1)) // 1) for v in (xs, ys))
        corners = np.empty((rows * columns, 4, 2))
        inset = np.empty_like(corners)
        across_cells, down_cells = _middles(xs, w), _middles(ys, h)
        cells = []
        n = 0
        for j in range(rows):
            top_y, low_y = ys[j], ys[j + 1]
            for i in range(columns):
                left, right = xs[i], xs[i + 1]
                corners[n] = ((left, top_y), (right, top_y), (right, low_y), (left, low_y))
                west, east, north, south = left + across, right - across, top_y + down, low_y - down
                inset[n] = ((west, north), (east, north), (east, south), (west, south))
                cells.append(self.cell(across_cells[i], down_cells[j]))
                n += 1
        box = (xs[0], ys[0], xs[-1], ys[-1])
        return Space(corners, inset, corners[:, ::2].mean(axis=1), tuple(cells), box, bottom, top)

    def _hex_space(self, cells: Sequence[Cell], bottom: float, top: float) -> Space:
        ordered = sorted(cells, key=lambda cell: self.hex_centre(cell)[::-1])
        centres = np.array([self.hex_centre(cell) for cell in ordered])
        spread = self._hex_corners
        inward = spread * (1 - self.inset / np.hypot(spread[:, 0], spread[:, 1]))[:, None]
        corners = np.floor(centres[:, None] + spread + 0.5)
        inset = np.floor(centres[:, None] + inward + 0.5)
        low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
        box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        return Space(corners, inset, np.floor(centres + 0.5), tuple(ordered), box, bottom, top)

    def _hex_body(self, x: float, y: float, w: float, h: float, second: bool) -> tuple[Cell, ...]:
        """The standard bodies of 1, 3, 7, 12 (and 19) hexes; anything else holds the hexes whose centres it covers.

        3 and 12 are centred on a vertex, of which there are two kinds: the first body has its single hex to the north
        (or west), the second to the south (or east).
        """
        width, height = self.hex_size
        left, top = x * QUANTA, y * QUANTA
        across = w * width if self.pointy else (0.75 * (w - 1) + 1) * width
        down = (0.75 * (h - 1) + 1) * height if self.pointy else h * height
        middle_x, middle_y = left + across / 2, top + down / 2
        n = _whole(w)
        if max(w, h) <= 1 or n == 1 == _whole(h):
            return (self.hex_cell(middle_x, middle_y),)
        if w != h or n > 5:
            return self._hexes_within(left, top, left + across, top + down) or (self.hex_cell(middle_x, middle_y),)
        if n % 2:
            return self._hex_disc(self.hex_cell(middle_x, middle_y), n // 2)
        shift = -0.125 if second else 0.125
        at = (middle_x, middle_y + shift * height) if self.pointy else (middle_x + shift * width, middle_y)
        near = self._hex_disc(self.hex_cell(*at), n)
        near_first = sorted(near, key=lambda cell: (round(math.dist(self.hex_centre(cell), at)), cell))
        return tuple(near_first[: 3 if n == 2 else 12])

    def _hexes_within(self, x0: float, y0: float, x1: float, y1: float) -> tuple[Cell, ...]:
        width, height = self.hex_size
        step_x, step_y = width / 4, height / 4
        across, down = (min(200, int((b - a) / s)) for a, b, s in ((x0, x1, step_x), (y0, y1, step_y)))
        seen = {
            self.hex_cell(x0 + (i + 0.5) * step_x, y0 + (j + 0.5) * step_y) for i in range(across) for j in range(down)
        }
        centres = {cell: self.hex_centre(cell) for cell in seen}
        return tuple(cell for cell, (x, y) in centres.items() if x0 < x < x1 and y0 < y < y1)

    def _hex_disc(self, centre: Cell, radius: int) -> tuple[Cell, ...]:
        q, r = centre
        span = range(-radius, radius + 1)
        return tuple((q + i, r + j) for i in span for j in span if abs(i + j) <= radius)

    # --- distance ---

    def steps(self, a: Space, b: Space) -> tuple[float, float, float]:
        """Least steps between two spaces: east-west, north-south and up-down (hexes: all sideways in the first)."""
        up = self.vertical_steps(a, b)
        if self.is_hex:
            return float(min(hex_distance(one, other) for one in a.cells for other in b.cells)), 0.0, up
        if self.is_gridless:
            return self._gap(a, b), 0.0, up
        a0, a1, a2, a3 = a.block
        b0, b1, b2, b3 = b.block
        return float(max(0, b0 - a2, a0 - b2)), float(max(0, b1 - a3, a1 - b3)), up

    def vertical_steps(self, a: Space, b: Space) -> float:
        """None where the extents overlap, else one, and one more for each full grid distance of the gap between."""
        gap = max(a.bottom - b.top, b.bottom - a.top)
        if gap < 0 or a.bottom == b.bottom:
            return 0.0
        return 1.0 + math.floor(gap / self.distance + 1e-9)

    def distance_between(self, a: Space, b: Space) -> float:
        """Units between two spaces, by the scene's diagonal rule; 0 where they overlap."""
        first, second, up = self.steps(a, b)
        return self.length(first, second, up)

    def length(self, *steps: float) -> float:
        """Units that a count of steps in three directions makes, by the scene's diagonal rule."""
        c, b, a = sorted(steps)
        if self.is_gridless or self.diagonals == EXACT:
            if self.is_gridless:
                return math.hypot(a, b, c) * self.distance
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
        return all(count <= 1 for count in self.steps(a, b))

    def overlapping(self, a: Space, b: Space) -> bool:
        """The centre of a square of one lies in the other's space, at a height that both share."""
        (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = a.box, b.box
        if ax1 <= bx0 or bx1 <= ax0 or ay1 <= by0 or by1 <= ay0 or self.vertical_steps(a, b):
            return False
        return _holds_centre(a, b) or _holds_centre(b, a)

    def _gap(self, a: Space, b: Space) -> float:
        """Gridless: the gap between the spaces in grid spaces, plus one; 0 where they overlap."""
        if _holds_centre(a, b) or _holds_centre(b, a):
            return 0.0
        dx = max(0.0, b.box[0] - a.box[2], a.box[0] - b.box[2])
        dy = max(0.0, b.box[1] - a.box[3], a.box[1] - b.box[3])
        return math.hypot(dx, dy) / (self.size * QUANTA) + 1.0


_FEET = frozenset({"ft", "ft.", "feet", "foot", "'"})


def hex_distance(a: Cell, b: Cell) -> int:
    """Steps between two hexes by the shorter path."""
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))


def _middles(borders: Sequence[float], side: float) -> list[float]:
    """Middles of the squares between `borders`; of a side cut into fewer, those of whole squares spread over it, its
    first and last among them.
    """
    count, whole = len(borders) - 1, math.floor(side + 0.5)
    if count < MOST_SQUARES or whole <= count:
        return [(one + other) / 2 for one, other in pairwise(borders)]
    span = borders[-1] - borders[0]
    return [borders[0] + span * (round(n * (whole - 1) / (count - 1)) + 0.5) / whole for n in range(count)]


def _whole(side: float) -> int:
    return min(MOST_SQUARES, max(1, math.floor(side + 0.5)))


def _holds_centre(space: Space, other: Space) -> bool:
    """Whether a square of `space` holds the centre of a square of `other`, borders not counted."""
    x0, y0, x1, y1 = space.box
    for x, y in other.centres.tolist():
        in_box = x0 < x < x1 and y0 < y < y1
        if in_box and (space.corners.shape[1] == 4 or any(_inside(corners, x, y) for corners in space.corners)):
            return True
    return False


def _inside(corners: NDArray[np.float64], x: float, y: float) -> bool:
    ahead = np.roll(corners, -1, axis=0)
    side = (ahead[:, 0] - corners[:, 0]) * (y - corners[:, 1]) - (ahead[:, 1] - corners[:, 1]) * (x - corners[:, 0])
    return bool((side > 0).all())


def _round_axial(q: float, r: float) -> Cell:
    s = -q - r
    whole_q, whole_r, whole_s = (math.floor(v + 0.5) for v in (q, r, s))
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s - s)
    if off_q > off_r and off_q > off_s:
        whole_q = -whole_r - whole_s
    elif off_r > off_s:
        whole_r = -whole_q - whole_s
    return whole_q, whole_r
