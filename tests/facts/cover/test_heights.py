"""Heights along a line: the cover of the passage, and the areas, bodies and storeys that the line meets."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.facts.cover.heights import Passage, over, storeys
from coign.grid.grid import Grid
from coign.grid.hexes import HEX_ODD_R
from coign.grid.space import Space
from coign.protocol.documents import ElevationRange, LevelDoc
from support.maps import Document, draw, on_hexes
from support.scenes import examples, facts

GRID = Grid()


def at(bottom: float, top: float) -> Space:
    return GRID.space(0, 0, bottom=bottom, tall=top - bottom)


def passage(one: tuple[float, float], other: tuple[float, float]) -> Passage:
    return Passage(at(*one), at(*other))


@pytest.mark.parametrize(
    ("bottom", "top", "expected"),
    [(0, 30, (0, 1)), (12.5, 99, (0.5, 1)), (0, 2.5, (0, 0)), (22.5, 30, (1, 1)), (0, 2, None), (23, 30, None)],
)
def test_the_part_of_the_way_on_which_the_middle_is_at_some_heights(
    bottom: float, top: float, expected: tuple[float, float] | None
) -> None:
    """The middle rises from 2.5 to 22.5; a height that it only touches counts."""
    assert passage((0, 5), (20, 25)).middle_span(bottom, top) == expected
    assert passage((0, 5), (0, 5)).middle_span(2.5, 9) == (0, 1), "level, along its border"
    assert passage((0, 5), (0, 5)).middle_span(2.6, 9) is None, "level, below"


# --- the passage ------------------------------------------------------------------------------------------------------


def test_three_heights_run_straight_from_one_space_to_the_other() -> None:
    way = passage((0, 5), (20, 30))
    assert way.middle(np.array([0, 0.5, 1])).tolist() == [2.5, 13.75, 25]
    whole, middle = way.covered(np.array([10, 12, 0, 20]), np.array([17.5, 17.5, 14, 30]), np.array([0.5] * 4))
    assert whole.tolist() == [True, False, False, False]
    assert middle.tolist() == [True, True, True, False]


@pytest.mark.parametrize(
    ("bottom", "top", "expected"),
    [
        (-math.inf, math.inf, (0, 1)),
        (0, 5, (0, 0.5)),
        (20, 40, (0.75, 1)),
        (12, 13, (0.35, 1)),
        (-10, -1, None),
        (26, 90, None),
    ],
)
def test_the_part_of_the_way_at_the_height_of_an_area(
    bottom: float, top: float, expected: tuple[float, float] | None
) -> None:
    """The passage rises from 0..5 to 10..25: the feet by 10, the head by 20."""
    assert passage((0, 5), (10, 25)).span(bottom, top) == pytest.approx(expected)


def test_a_level_way_is_at_an_areas_height_all_along_or_nowhere() -> None:
    assert passage((0, 5), (0, 5)).span(4, 9) == (0, 1)
    assert passage((0, 5), (0, 5)).span(6, 9) is None


def test_how_far_along_an_elevation_is_reached() -> None:
    way = passage((0, 5), (20, 25))
    assert (way.reaches(12.5), way.reaches(2.5), way.reaches(30)) == (0.5, None, None)
    assert Passage(way.end, way.start).reaches(7.5) == 0.75


# --- over a body ------------------------------------------------------------------------------------------------------

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


def above(*heights: float) -> Document:
    """A scene with A, C and B one above the other."""
    place = {"x": 0, "y": 0}
    tokens = {letter: place | {"elevation": height} for letter, height in zip("ACB", heights, strict=True)}
    return draw("+ +", "   ", "+ +", tokens=tokens)


def test_a_body_right_above_blocks_the_line_to_a_higher_flyer() -> None:
    assert facts(above(0, 10, 20)).cover.soft == ("C",)
    assert facts(above(0, 30, 20)).cover.soft == ()


def test_a_line_passes_over_hexes_at_their_own_heights() -> None:
    """The line rises by 25 ft over six hexes; a body is in the way only where the line has its height."""

    def hexes(row: int, column: int, elevation: float) -> Document:
        return on_hexes(HEX_ODD_R, (row, column)) | {"elevation": elevation}

    for column, elevation, soft in ((3, 10, True), (3, 20, False), (5, 20, True), (5, 5, False)):
        tokens = {"A": hexes(2, 1, 0), "B": hexes(2, 7, 25), "C": hexes(2, column, elevation)}
        scene = draw("+ +", "   ", "+ +", tokens=tokens, grid={"type": HEX_ODD_R})
        assert bool(facts(scene).cover.soft) is soft


# --- storeys ----------------------------------------------------------------------------------------------------------


def level(key: str, bottom: float | None, top: float | None) -> LevelDoc:
    return LevelDoc(id=key, elevation=ElevationRange(bottom, top))


@pytest.mark.parametrize(
    ("low", "high", "floor"),
    [
        ((0, 10), (10, 20), 10),
        ((0, 10), (12, 20), 12),
        ((0, 15), (10, 20), 10),
        ((None, 10), (10, None), 10),
        ((None, None), (5, None), 5),
        ((None, 10), (None, 20), None),
        ((0, 10), (0, 20), None),
    ],
)
def test_the_floor_is_the_upper_levels_bottom(
    low: tuple[float | None, float | None], high: tuple[float | None, float | None], floor: float | None
) -> None:
    known = {"low": level("low", *low), "high": level("high", *high)}
    for levels in (("low", "high"), ("high", "low")):
        found = storeys(levels, known)
        assert (found and (found.floor, found.lower, found.upper)) == (floor and (floor, "low", "high"))


def test_one_level_has_no_storeys() -> None:
    known = {"low": level("low", 0, 10)}
    for levels in (("low", "low"), ("low", None), (None, None), ("low", "gone")):
        assert storeys(levels, known) is None


def test_walls_take_part_on_their_side_of_the_floor() -> None:
    found = storeys(("low", "high"), {"low": level("low", 0, 10), "high": level("high", 10, 20)})
    assert found is not None
    walls = [frozenset(("low",)), frozenset(("high",)), frozenset(("low", "high")), frozenset[str]()]
    for height, expected in ((4, [1, 0, 1, 1]), (10, [1, 1, 1, 1]), (16, [0, 1, 1, 1])):
        assert found.there(walls, np.full(4, float(height))).tolist() == [bool(one) for one in expected]
