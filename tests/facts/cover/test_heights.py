"""Heights between two bodies: where along the way a line is at some heights, and what of a post an obstacle hides."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.facts.cover.heights import SHARES, Rise, Upright, storeys
from coign.grid.hexes import HEX_ODD_R
from coign.protocol.documents import ElevationRange, LevelDoc
from support.maps import Document, draw, on_hexes
from support.scenes import examples, facts


def rise(one: tuple[float, float], other: tuple[float, float]) -> Rise:
    return Rise(Upright(*one), Upright(*other))


# --- parts of the way -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bottom", "top", "expected"),
    [(0, 30, (0, 1)), (12.5, 99, (0.5, 1)), (0, 2.5, (0, 0)), (22.5, 30, (1, 1)), (0, 2, None), (23, 30, None)],
)
def test_the_part_of_the_way_on_which_the_middle_is_at_some_heights(
    bottom: float, top: float, expected: tuple[float, float] | None
) -> None:
    """The middle rises from 2.5 to 22.5; a height that it only touches counts."""
    assert rise((0, 5), (20, 25)).middle_part(bottom, top) == expected
    assert rise((0, 5), (0, 5)).middle_part(2.5, 9) == (0, 1), "level, along its border"
    assert rise((0, 5), (0, 5)).middle_part(2.6, 9) is None, "level, below"


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
    """The lines rise from 0..5 to 10..25: the feet by 10, the head by 20."""
    assert rise((0, 5), (10, 25)).any_part(bottom, top) == pytest.approx(expected)


def test_level_lines_are_at_an_areas_height_all_along_or_nowhere() -> None:
    assert rise((0, 5), (0, 5)).any_part(4, 9) == (0, 1)
    assert rise((0, 5), (0, 5)).any_part(6, 9) is None


HEIGHTS = st.integers(-20, 60).map(lambda n: n / 4)
BODIES = st.tuples(HEIGHTS, st.integers(1, 40).map(lambda n: n / 4)).map(lambda pair: (pair[0], pair[0] + pair[1]))
LIMITS = st.tuples(HEIGHTS | st.just(-math.inf), HEIGHTS | st.just(math.inf))


@given(BODIES, BODIES, LIMITS, st.integers(1, 63).map(lambda n: n / 64), st.booleans())
@examples(4)
def test_places_and_heights_are_two_answers_to_one_question(
    one: tuple[float, float], other: tuple[float, float], limits: tuple[float, float], along: float, from_head: bool
) -> None:
    """A line of a layer is within heights at a place, its part of the way holds the place, and the obstacle hides that
    share of the post: all or none."""
    bottom, top = (np.array([limit]) for limit in limits)
    way = rise(one, other)
    start, end = way.start.head if from_head else way.start.at(SHARES), way.end.at(SHARES)
    first, last = way.part(bottom, top, from_head=from_head)
    low, high = way.behind(bottom, top, np.array([along]), from_head=from_head)
    height = start + along * (end - start)
    within, close = (height >= bottom) & (height <= top), (np.abs([height - bottom, height - top]) < 1e-9).any(axis=0)
    by_place = (first[:, 0] <= along) & (along <= last[:, 0])
    by_height = (low <= SHARES) & (high >= SHARES)
    assert (by_place == within)[~close].all()
    assert (by_height == within)[~close].all()


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


def test_walls_end_at_the_floor_by_the_levels_they_name() -> None:
    found = storeys(("low", "high"), {"low": level("low", 0, 10), "high": level("high", 10, 20)})
    assert found is not None
    walls = [frozenset(("low",)), frozenset(("high",)), frozenset(("low", "high")), frozenset[str]()]
    bottom, top = found.cut(walls, np.full(4, -np.inf), np.array([np.inf, np.inf, np.inf, 3.0]))
    assert bottom.tolist() == [-np.inf, 10, -np.inf, -np.inf]
    assert top.tolist() == [10, np.inf, np.inf, 3]
