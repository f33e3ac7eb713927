"""Lines against walls and bodies, compared with exact arithmetic in whole numbers and fractions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.geometry.lines import cross_walls, over, stopped, through_boxes
from coign.grid.grid import Grid
from coign.grid.hexes import HEX_ODD_R
from support.exact_lines import copies_meet, hull, is_blocked, passes_inside
from support.lines import CROWDED, ROOMY, Drawn, array, boxes_round, lines_and_walls
from support.scenes import examples


def grid_of(starts: list[Any], ends: list[Any], walls: list[Any]) -> Any:
    return cross_walls(array(starts), array(ends), array(walls))


def blocked(crossings: Any, solid: Any = True, limited: Any = None) -> Any:
    """Return (n, m) the lines of which both copies are stopped."""
    return np.logical_and(*stopped(crossings, solid, limited))


# --- lines and walls --------------------------------------------------------------------------------------------------


@given(lines_and_walls())
@examples(4)
def test_every_line_meets_what_exact_arithmetic_says(drawn: Drawn) -> None:
    """A run has some 20,000 lines and some 60,000 walls, most of them touching something."""
    starts, ends, walls = drawn
    found = grid_of(starts, ends, walls)
    solid = blocked(found)
    limited = blocked(found, np.zeros(len(walls), bool), np.ones(len(walls), bool))
    for i, start in enumerate(starts):
        for j, end in enumerate(ends):
            for k, wall in enumerate(walls):
                assert {bool(found.left[i, j, k]), bool(found.right[i, j, k])} == set(copies_meet(start, end, wall))
            assert solid[i, j] == is_blocked(start, end, walls)
            assert limited[i, j] == is_blocked(start, end, walls, needed=2)


@given(lines_and_walls(most=1, scales=[CROWDED, ROOMY]))
@examples(1)
def test_the_left_copies_of_all_walls_are_one_and_the_same_line(drawn: Drawn) -> None:
    """A mix of left and right copies would close gaps between walls that touch the line from both sides."""
    [start], [end], walls = drawn
    found = grid_of([start], [end], walls)
    exact = [copies_meet(start, end, wall) for wall in walls]
    ours = list(zip(found.left[0, 0].tolist(), found.right[0, 0].tolist(), strict=True))
    assert ours in (exact, [(right, left) for left, right in exact])


START, END = [(0, 0)], [(10, 0)]


@pytest.mark.parametrize(
    ("walls", "is_stopped"),
    [
        pytest.param([(5, -5, 5, 5)], True, id="across"),
        pytest.param([(5, 0, 5, 5)], False, id="grazing an end"),
        pytest.param([(5, 0, 5, 5), (5, 0, 9, 5)], False, id="the corner of a pillar"),
        pytest.param([(4, 0, 6, 0)], False, id="along its face"),
        pytest.param([(5, -5, 5, 0), (5, 0, 5, 5)], True, id="the joint of two walls"),
        pytest.param([(5, -5, 5, 0), (7, 0, 7, 5)], True, id="ends on either side, a step apart"),
        pytest.param([(5, -5, 5, -1), (5, 1, 5, 5)], False, id="through a gap"),
        pytest.param([(4, -2, 4, 0), (4, 0, 6, 0), (6, 0, 6, 2)], True, id="a jog along the line"),
        pytest.param([(2, 0, 4, 0), (4, 0, 4, 3), (6, 0, 8, 0), (6, 0, 6, 3)], False, id="a niche on one side"),
        pytest.param([(10, -5, 10, 5)], False, id="ending on a wall"),
        pytest.param([(0, -5, 0, 5)], False, id="starting on a wall"),
        pytest.param([(12, -5, 12, 5)], False, id="beyond the end"),
        pytest.param([(3, 2, 7, -2)], True, id="across at a slant"),
        pytest.param([(3, 2, 5, 0), (5, 0, 7, 2)], False, id="the tip of a wedge"),
        pytest.param([(3, 2, 5, 0), (5, 0, 7, -2)], True, id="a joint that goes on across"),
    ],
)
def test_the_rule_of_touching(walls: list[tuple[int, int, int, int]], is_stopped: bool) -> None:
    assert bool(blocked(grid_of(START, END, walls))[0, 0]) is is_stopped
    backwards = [(*wall[2:], *wall[:2]) for wall in walls]
    assert bool(blocked(grid_of(END, START, backwards))[0, 0]) is is_stopped


def test_between_two_touching_pillars_is_blocked_and_past_one_is_clear() -> None:
    """The diagonal passes exactly where two square pillars meet corner to corner."""
    lower = [(5, 5, 9, 5), (9, 5, 9, 1), (9, 1, 5, 1), (5, 1, 5, 5)]
    upper = [(5, 5, 1, 5), (1, 5, 1, 9), (1, 9, 5, 9), (5, 9, 5, 5)]
    start, end = [(2, 2)], [(8, 8)]
    assert not blocked(grid_of(start, end, lower))[0, 0]
    assert not blocked(grid_of(start, end, upper))[0, 0]
    assert blocked(grid_of(start, end, lower + upper))[0, 0]


@pytest.mark.parametrize(("facing", "eastward", "westward"), [(0, True, True), (1, False, True), (2, True, False)])
def test_one_way_walls_stop_what_comes_from_the_side_of_foundrys_sign_rule(
    facing: int, eastward: bool, westward: bool
) -> None:
    """The wall is drawn from north to south, so that (bx-ax)(py-ay) - (by-ay)(px-ax) is positive in the west: `dir` 1
    stops lines from the east.
    """
    wall, west, east = array([(5, 0, 5, 10)]), array([(0, 5)]), array([(10, 5)])
    one_way = np.array([facing], np.int8)
    assert bool(blocked(cross_walls(west, east, wall, one_way))[0, 0]) is eastward
    assert bool(blocked(cross_walls(east, west, wall, one_way))[0, 0]) is westward


def test_how_far_along_a_line_meets_a_wall() -> None:
    found = grid_of(START, END, [(5, -5, 5, 5), (2, -1, 2, 9), (0, 3, 10, 3)])
    # The last wall is parallel to the line, so any value would do.
    assert found.sides.along()[0, 0].tolist() == [0.5, 0.2, 0.5]


# --- bodies on a line -------------------------------------------------------------------------------------------------


@given(lines_and_walls(most=3))
@examples(2)
def test_what_passes_through_a_body(drawn: Drawn) -> None:
    starts, ends, walls = drawn
    boxes = boxes_round([wall for wall in walls if wall[0] != wall[2] and wall[1] != wall[3]])
    enter, leave = through_boxes(array(starts), array(ends), array(boxes).reshape(-1, 4))
    found = enter < leave
    for k, (x0, y0, x1, y1) in enumerate(boxes):
        shape = hull([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        for i, start in enumerate(starts):
            assert found[i, :, k].tolist() == [start != end and passes_inside(start, end, shape) for end in ends]


# --- over a convex piece ----------------------------------------------------------------------------------------------

COORDINATE = st.integers(-50, 150)


@given(*[COORDINATE] * 4)
@examples(2)
def test_where_a_line_enters_and_leaves_a_body(x0: int, y0: int, x1: int, y1: int) -> None:
    """Compare with very many points along the line."""
    if (x0, y0) == (x1, y1):
        return
    hexagon = Grid(type=HEX_ODD_R, size=100 / 16).held([(0, 0)]).corners[0]
    enter, leave = (float(v[0, 0]) for v in over(np.array([(x0, y0)], float), np.array([(x1, y1)], float), hexagon))
    steps = np.linspace(0, 1, 401)
    spots = np.array([x0, y0]) + steps[:, None] * np.array([x1 - x0, y1 - y0])
    edge = np.roll(hexagon, -1, axis=0) - hexagon
    offset = spots[:, None] - hexagon
    inside = steps[((edge[:, 0] * offset[..., 1] - edge[:, 1] * offset[..., 0]) >= 0).all(axis=1)]
    if len(inside):
        assert enter == pytest.approx(inside[0], abs=1 / 400 + 1e-9)
        assert leave == pytest.approx(inside[-1], abs=1 / 400 + 1e-9)
    else:
        assert leave - enter < 1 / 400 + 1e-9
