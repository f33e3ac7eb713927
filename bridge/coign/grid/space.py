"""Spaces: the squares that a creature holds on the map, and its vertical extent.

Lengths on the map are *quanta* of 1/16 px. They are rounded once, when read, and kept as integers in float64, so that
every orientation sign up to a million pixels is exact and no epsilon is needed. x grows east, y grows south.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec
import numpy as np
import shapely
from msgspec.structs import replace
from numpy.typing import NDArray

from coign.util.lazy import lazy

Points = NDArray[np.float64]  # (n, 2), quanta
Box = tuple[float, float, float, float]  # x0 y0 x1 y1
Cell = tuple[int, int]  # square: (column, row); hex: axial (q, r)

QUANTA = 16  # per pixel


def quanta(pixels: float) -> float:
    """Convert pixels to quanta, rounded to an integer. Halves round up, so that a moved scene rounds alike."""
    return math.floor(pixels * QUANTA + 0.5)


class Space(msgspec.Struct, frozen=True, dict=True, eq=False):
    """The squares that a creature holds on the map, and its vertical extent in scene units.

    corners  (squares, c, 2) quanta, true footprint, clockwise from the north-west (hexes: from `Hexes.spread`)
    inset    the same, taken 1 % of a grid space inside: where corner lines start and end
    centres  (squares, 2) quanta
    cells    the grid cells that the squares count as
    box      x0, y0, x1, y1 of the footprint, quanta
    """

    corners: NDArray[np.float64]
    inset: NDArray[np.float64]
    centres: Points
    cells: tuple[Cell, ...]
    box: Box
    bottom: float
    top: float
    is_point: bool = False

    @property
    def height(self) -> float:
        """The extent from bottom to top, in scene units."""
        return self.top - self.bottom

    @property
    def middle(self) -> float:
        """The elevation in the middle between bottom and top, in scene units."""
        return (self.bottom + self.top) / 2

    @property
    def centre(self) -> tuple[float, float]:
        """The centre of its box, in quanta."""
        return centre_of(self.box)

    @property
    def first_square(self) -> Space:
        """The first of its squares alone: it shows where a creature goes that overlaps the space it came from."""
        xs, ys = self.corners[0].T.tolist()
        box = (min(xs), min(ys), max(xs), max(ys))
        return replace(
            self,
            corners=self.corners[:1],
            inset=self.inset[:1],
            centres=self.centres[:1],
            cells=self.cells[:1],
            box=box,
        )

    @lazy
    def anchor(self) -> tuple[float, float]:
        """The point where ground and water are looked up: the mean of the squares' centres."""
        x, y = self.centres.mean(axis=0).tolist()
        return x, y

    @lazy
    def points(self) -> Points:
        """(p, 2) the points lines start from: the inset corners in reading order, then the squares' centres."""
        return np.concatenate([self.ends, self.centres])

    @lazy
    def ends(self) -> Points:
        """(m, 2) the points lines end at: the inset corners in reading order."""
        return self.inset.reshape(-1, 2)

    @lazy
    def outline(self) -> shapely.Polygon:
        """The footprint: a rectangle, that of a point without extent, or the union of the hexes."""
        if self.corners.shape[1] != 6:
            return shapely.box(*self.box)
        return shapely.union_all(shapely.polygons(self.corners))

    @lazy
    def hull(self) -> Points:
        """(c, 2) the corners of the convex hull of its footprint."""
        if self.is_point:
            return self.centres
        if self.corners.shape[1] == 4:
            return np.array(corners_of(self.box))
        return np.asarray(shapely.get_coordinates(self.outline.convex_hull)[:-1])

    @lazy
    def block(self) -> tuple[int, int, int, int]:
        """First column and row, last column and row of the cells (square and gridless maps only)."""
        return *self.cells[0], *self.cells[-1]


def corners_of(box: Box) -> tuple[tuple[float, float], ...]:
    """Return the corners of a box, clockwise from the north-west."""
    x0, y0, x1, y1 = box
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def space_of(box: Box) -> Space:
    """Return a box of the map as a flat space of one square."""
    corners = np.array([corners_of(box)])
    return Space(corners, corners, np.array([centre_of(box)]), (), box, 0.0, 0.0)


def centre_of(box: Box) -> tuple[float, float]:
    """Return the centre of a box."""
    x0, y0, x1, y1 = box
    return (x0 + x1) / 2, (y0 + y1) / 2


def meet(one: Box, other: Box) -> bool:
    """Tell whether two boxes have a point in common: that of their borders, too."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def way_between(start: Box, end: Box) -> Callable[[Box], bool]:
    """Return a test: may a box be in the way of a straight line from one box to another? Exact in whole quanta.

    May, because the way is taken to be as wide as the wider of the two boxes is across it.
    """
    (x, y), (end_x, end_y) = centre_of(start), centre_of(end)
    east, south = end_x - x, end_y - y

    def across(box: Box) -> float:
        west, north, right, low = box
        return (abs(south) * (right - west) + abs(east) * (low - north)) / 2

    half = max(across(start), across(end))

    def may_be_in_it(box: Box) -> bool:
        box_x, box_y = centre_of(box)
        beside = abs((box_x - x) * south - (box_y - y) * east)
        return beside < half + across(box) or east == south == 0

    return may_be_in_it


def box_about(first: Space, *others: Space) -> Box:
    """Return the bounding box of spaces, in quanta."""
    x0, y0, x1, y1 = first.box
    for space in others:
        west, north, east, south = space.box
        x0, y0, x1, y1 = min(x0, west), min(y0, north), max(x1, east), max(y1, south)
    return x0, y0, x1, y1


def holds_centre(space: Space, other: Space) -> bool:
    """Return whether the centre of a square of `other` lies in the open inside of a square of `space`."""
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
