"""The ground between two spaces: nothing that is left out of it meets a line, or stands between the two."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from coign.facts.bodies import inner_box
from coign.facts.hull import Hull
from coign.geometry.lines import cross_walls, lie, moments_of, stands_between, through_boxes
from coign.grid.grid import Grid
from coign.grid.space import QUANTA, Space
from support.scenes import examples

GRID = Grid()
EIGHTHS = st.integers(0, 48).map(lambda n: n * 12.5)  # px: on the lines of the grid and between
SPOTS = st.tuples(EIGHTHS, EIGHTHS)
SIDES = st.sampled_from([0.5, 1, 1, 2, 3])


def square(x: float, y: float, side: float = 1) -> Space:
    return GRID.space(x, y, side, side)


def wall(x0: float, y0: float, x1: float, y1: float) -> list[float]:
    return [x0 * QUANTA, y0 * QUANTA, x1 * QUANTA, y1 * QUANTA]


def kept(hull: Hull, walls: np.ndarray) -> np.ndarray:
    return np.array([meets(hull, box) for box in bounds(walls).tolist()]) & hull.crossed_by(walls)


def meets(hull: Hull, box: Any) -> bool:
    """Whether the box that is asked for meets another, as the indices of walls and of tokens tell."""
    west, north, east, south = hull.inside
    return bool(west <= box[2] and box[0] <= east and north <= box[3] and box[1] <= south)


def bounds(walls: np.ndarray) -> np.ndarray:
    ends = walls.reshape(-1, 2, 2)
    return np.hstack([ends.min(axis=1), ends.max(axis=1)])


def between(hull: Hull, space: Space) -> bool:
    return meets(hull, space.box) and hull.holds(space.box)


@given(
    SPOTS.flatmap(lambda at: SIDES.map(lambda side: square(*at, side))),
    SPOTS.flatmap(lambda at: SIDES.map(lambda side: square(*at, side))),
    st.lists(st.tuples(SPOTS, SPOTS), min_size=1, max_size=12),
)
@examples(4)
def test_no_wall_that_is_left_out_is_in_the_way(source: Space, target: Space, ends: list[object]) -> None:
    walls = np.array(ends).reshape(-1, 4) * QUANTA
    met = cross_walls(source.ends, target.ends, walls)
    in_way = (met.left | met.right).any(axis=(0, 1))
    for piece in target.pieces:
        in_way |= stands_between(source.points, piece, walls, lie(source.points, piece, walls, moments_of(walls))).any(
            axis=0
        )
    assert not (in_way & ~kept(Hull(source, target), walls)).any()


@given(
    SPOTS.flatmap(lambda at: SIDES.map(lambda side: square(*at, side))),
    SPOTS.flatmap(lambda at: SIDES.map(lambda side: square(*at, side))),
    SPOTS.flatmap(lambda at: SIDES.map(lambda side: square(*at, side))),
)
@examples(4)
def test_no_creature_that_is_left_out_is_in_the_way(source: Space, target: Space, other: Space) -> None:
    inner = np.array([inner_box(other, GRID.inset)])
    assume(through_boxes(source.ends, target.ends, inner).any())
    assert between(Hull(source, target), other)


def test_what_stands_beside_neighbours_is_not_between_them() -> None:
    hull = Hull(square(100, 100), square(200, 100))
    beside = [square(x, y) for x in (0, 100, 200, 300) for y in (0, 200)] + [square(0, 100), square(300, 100)]
    assert not any(between(hull, space) for space in beside)
    flush = np.array([wall(100, 100, 300, 100), wall(100, 200, 200, 200), wall(100, 100, 100, 200)])
    assert not kept(hull, flush).any()
    assert kept(hull, np.array([wall(200, 100, 200, 200)])).all()


def test_both_other_corners_of_a_diagonal_are_between() -> None:
    hull = Hull(square(100, 100), square(200, 200))
    assert between(hull, square(200, 100))
    assert between(hull, square(100, 200))
    assert not kept(Hull(square(0, 0), square(300, 300)), np.array([wall(300, 0, 300, 100)])).any()


def test_between_two_points_is_all_that_is_near() -> None:
    hull = Hull(GRID.point(100, 100, 0), GRID.point(100, 300, 0))
    assert between(hull, square(100, 150))
    assert kept(hull, np.array([wall(50, 200, 150, 200)])).all()
