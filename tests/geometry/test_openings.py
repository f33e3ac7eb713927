"""Gaps in the view of a shape, held to the exact areas that the sweep finds; and shapes cut up by walls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given

from coign.geometry.bulk import Rows
from coign.geometry.lines import polygon_area
from coign.geometry.openings import SLIVER, openings, screened, seen_areas
from coign.geometry.shapes import Shape, cut_along
from geometry.test_exposure import areas, array, on_a_wall, views
from support.scenes import examples

View = tuple[Any, Any, Any, Any]


@given(views())
@examples(2)
def test_what_is_screened_is_not_seen(view: tuple[Any, Any, Any, Any]) -> None:
    """The shortcut says so only where the sweep sees nothing either."""
    points, shape, walls, _ = view
    lines = array(walls).reshape(-1, 4)
    stops = np.ones((len(points), len(lines)), bool)
    hidden = screened(array(points), array(shape), lines, stops)
    seen = areas(points, shape, walls)
    assert (seen[hidden] <= 1e-9 * polygon_area(array(shape))).all()


def test_walls_side_by_side_screen_and_a_gap_does_not() -> None:
    shape, point = [(40, 0), (60, 0), (60, 20), (40, 20)], array([(0, 10)])
    for walls, expected in (
        ([(20, -50, 20, 50)], True),
        ([(20, -50, 20, 10), (20, 10, 20, 50)], True),
        ([(20, -50, 20, 10), (30, 10, 30, 50)], True),
        ([(20, -50, 20, 9), (20, 11, 20, 50)], False),
        ([(50, -50, 50, 50)], False),
        ([(20, -50, 20, 10)], False),
        ([], False),
    ):
        lines = array(walls).reshape(-1, 4)
        assert screened(point, array(shape), lines, np.ones((1, len(lines)), bool)).tolist() == [expected]


@given(views())
@examples(6)
def test_gaps_tell_what_is_hidden_and_an_area_that_shows(view: View) -> None:
    """Of the pieces that no wall passes through, from points outside the shape: nothing is left open to doubt but what
    shows through gaps too narrow to count."""
    points, shape, walls, _ = view
    lines = array(walls).reshape(-1, 4)
    assume(not any(on_a_wall(point, lines) for point in points))
    whole = polygon_area(array(shape))
    stops, rows = np.ones((len(points), len(lines)), bool), Rows(np.zeros(len(lines), int), 1)
    pieces = cut_along(array(shape), lines, 100)
    found = [openings(array(points).T[..., None], Shape(piece), lines.T, stops, rows) for piece in pieces]
    for n, seen in enumerate(areas(points, shape, walls)):
        if all(one.widest[n, 0] <= SLIVER for one in found):
            assert seen == pytest.approx(0, abs=1e-7 * whole)
        shown = max(float(one.shown[n, 0]) for one in found)
        assert shown <= seen + 1e-7 * whole
        if seen > 0.2 * whole and not _inside(points[n], shape):
            assert shown > 0


@given(views())
@examples(6)
def test_the_areas_between_gaps_are_those_that_a_sweep_sees(view: View) -> None:
    points, shape, walls, _ = view
    lines, outline = array(walls).reshape(-1, 4), array(shape)
    stops, rows = np.ones((len(points), len(lines)), bool), Rows(np.zeros(len(lines), int), 1)
    pieces = [Shape(piece) for piece in cut_along(outline, lines, 100)]
    found = sum(seen_areas(array(points).T[..., None], piece, lines.T, stops, rows)[:, 0] for piece in pieces)
    for point, seen, expected in zip(points, found, areas(points, shape, walls), strict=True):
        if on_a_wall(point, lines):
            continue
        if np.isnan(seen):
            assert _inside(point, shape)
        else:
            assert seen == pytest.approx(expected, abs=1e-6 * polygon_area(outline))


def _inside(point: Any, shape: Any) -> bool:
    sides = zip(shape, [*shape[1:], shape[0]], strict=True)
    turns = [(bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) for (ax, ay), (bx, by) in sides]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


@given(views())
@examples(2)
def test_many_places_at_once_are_seen_as_each_by_itself(view: View) -> None:
    points, shape, walls, _ = view
    lines, shape = array(walls).reshape(-1, 4), Shape(array(shape))
    place, wall = np.nonzero(
        np.arange(len(points))[:, None] + np.arange(len(lines)) >= 1
    )  # not all walls for the first
    together = openings(
        array(points).T[:, None], shape, lines[wall].T, np.ones((1, len(wall)), bool), Rows(place, len(points))
    )
    for n, point in enumerate(points):
        mine = lines[wall[place == n]]
        rows = Rows(np.zeros(len(mine), int), 1)
        single = openings(array([point]).T[..., None], shape, mine.T, np.ones((1, len(mine)), bool), rows)
        assert together.widest[0, n] == single.widest[0, 0]
        assert together.shown[0, n] == single.shown[0, 0]


@given(views())
@examples(2)
def test_no_wall_passes_through_the_pieces_that_it_cuts(view: View) -> None:
    _, shape, walls, _ = view
    lines, whole = array(walls).reshape(-1, 4), polygon_area(array(shape))
    pieces = cut_along(array(shape), lines, 1000)
    assert sum(map(polygon_area, pieces)) == pytest.approx(whole, rel=1e-6)
    for piece in pieces:
        assert len(cut_along(piece, lines, 1000)) == 1


def test_a_wall_that_reaches_round_behind_the_point_hides_the_end_of_the_view_that_it_enters() -> None:
    """It passes within a hair of the point: seen from there it spans nearly half a turn."""
    shape = array([(10, -100), (20, -100), (20, 100), (10, 100)])
    point = array([(0, 0)])
    for wall, expected in (((-5, 50, 5, -5), False), ((9, -100, 9, 100), True), ((9, -100, 9, 0), False)):
        lines = array([wall])
        hidden = screened(point, shape, lines, np.ones((1, 1), bool))
        assert hidden.tolist() == [expected], wall


def test_a_wall_beside_a_corner_is_in_front_though_its_line_cuts_the_shape() -> None:
    """What the side of the shape that faces the point and the wall have between them decides."""
    shape = array([(10, 0), (20, 0), (20, 10), (10, 10)])
    walls = array([(5, -20, 9, 12), (9, 12, 9, 30)])
    assert screened(array([(0, 5)]), shape, walls, np.ones((1, 2), bool)).tolist() == [True]


@pytest.mark.parametrize("most", [1, 2])
def test_cutting_stops_at_more_pieces_than_wanted(most: int) -> None:
    shape = array([(0, 0), (10, 0), (10, 10), (0, 10)])
    walls = array([(x, -1, x, 11) for x in range(1, 10)])
    assert len(cut_along(shape, walls, most)) == most + 1
