"""One line, one wall, one polygon: held to exact arithmetic, and to the areas of shadows."""

from __future__ import annotations

from typing import Any

import pytest
import shapely
from hypothesis import given

from coign.geometry.one_by_one import FEW, met_by, reaches, shadow, stands_across
from support.exact_lines import copies_meet
from support.lines import CROWDED, Drawn, array, lines_and_walls, views_of_a_shape
from support.scenes import examples


@given(lines_and_walls(most=1))
@examples(1)
def test_a_single_line_meets_what_a_copy_of_it_meets(drawn: Drawn) -> None:
    [start], [end], walls = drawn
    for some in (walls, walls * FEW):  # few, and so many that they are sifted first
        met = [any(copies_meet(start, end, wall)) for wall in some]
        assert met_by(start, end, array(some)) == [n for n, one in enumerate(met) if one]


@pytest.mark.parametrize(
    ("wall", "expected"),
    [
        pytest.param((0, 10, 41, 10), True, id="into it"),
        pytest.param((0, 10, 40, 10), False, id="up to it"),
        pytest.param((40, -5, 40, 25), False, id="along its side"),
        pytest.param((50, -5, 50, 25), True, id="through it"),
        pytest.param((50, 30, 50, 21), False, id="beside it"),
        pytest.param((45, 5, 55, 15), True, id="in it"),
        pytest.param((30, 10, 45, -10), True, id="round its corner: the box about the wall does"),
    ],
)
def test_which_walls_reach_into_a_box(wall: tuple[float, float, float, float], expected: bool) -> None:
    for ends in (wall, (*wall[2:], *wall[:2])):
        assert reaches(ends, (40, 0, 60, 20)) is expected


@given(views_of_a_shape(scales=[CROWDED]))
@examples(4)
def test_a_wall_that_stands_across_hides_all_of_a_shape_from_everywhere_between(drawn: Drawn) -> None:
    """Held to the areas of shadows, from the points and from the places midway between two of them."""
    starts, shape, walls = drawn
    between = [((ax + bx) / 2, (ay + by) / 2) for ax, ay in starts for bx, by in starts]
    long = [(ax - 2 * (bx - ax), ay - 2 * (by - ay), 3 * bx - 2 * ax, 3 * by - 2 * ay) for ax, ay, bx, by in walls]
    for wall in walls + long:
        hides = [_hides_all(start, wall, shape) for start in starts]
        found = stands_across(wall, starts, shape)
        assert found == all(hides)
        assert not found or all(_hides_all(start, wall, shape) for start in between)


def _hides_all(start: Any, wall: Any, shape: Any) -> bool:
    hidden, whole = shadow(start, wall, shape), shapely.Polygon(shape)
    return bool(hidden) and shapely.Polygon(hidden).area > whole.area * (1 - 1e-9)


# --- shadows ----------------------------------------------------------------------------------------------------------

BOX = [(40.0, 0.0), (60.0, 0.0), (60.0, 20.0), (40.0, 20.0)]


def test_a_wall_seen_from_its_end_hides_nothing() -> None:
    assert shadow((0, 10), (10, 10, 30, 10), BOX) == []


def test_a_shadow_is_the_same_whichever_way_the_wall_was_drawn() -> None:
    one, other = shadow((0, 10), (20, 8, 20, 12), BOX), shadow((0, 10), (20, 12, 20, 8), BOX)
    assert shapely.Polygon(one).equals(shapely.Polygon(other))
    assert 0 < shapely.Polygon(one).area < 400
