"""Rows of lines, held to the same lines one place at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from coign.geometry.bulk import Rows, between_each, cross_each, through_each
from coign.geometry.lines import cross_walls, stands_between, through_boxes
from support.lines import Drawn, array, boxes_round, lines_and_walls, views_of_a_shape
from support.scenes import examples


def in_rows(starts: Any, walls: Any) -> Any:
    """(2, n, r) the same starts for each of the walls, a row each."""
    return np.repeat(array(starts).T[..., None], len(walls), axis=-1)


@given(lines_and_walls(), st.data())
@examples(2)
def test_rows_meet_walls_as_single_lines_do(drawn: Drawn, data: st.DataObject) -> None:
    starts, ends, walls = drawn
    facing = np.array(data.draw(st.lists(st.integers(0, 2), min_size=len(walls), max_size=len(walls))), np.int8)
    expected = cross_walls(array(starts), array(ends), array(walls), facing)
    found = cross_each(in_rows(starts, walls), array(ends).T[..., None], array(walls).T, facing)
    assert np.array_equal(found.left, expected.left)
    assert np.array_equal(found.right, expected.right)
    for name in ("start", "ends_a", "ends_b"):
        assert np.array_equal(getattr(found.sides, name), getattr(expected.sides, name)), name


@given(views_of_a_shape())
@examples(2)
def test_what_stands_between_is_the_same_in_rows(drawn: Drawn) -> None:
    starts, shape, walls = drawn
    crossings = cross_walls(array(starts), array(shape), array(walls))
    expected = stands_between(array(starts), array(shape), array(walls), crossings.sides)
    assert np.array_equal(between_each(in_rows(starts, walls), array(shape), array(walls).T), expected)


@given(lines_and_walls(most=3))
@examples(2)
def test_bodies_in_rows_are_passed_as_single_ones(drawn: Drawn) -> None:
    starts, ends, walls = drawn
    boxes = array(boxes_round(walls))
    found = through_each(in_rows(starts, boxes), array(ends).T[..., None], boxes.T)
    assert np.array_equal(found, through_boxes(array(starts), array(ends), boxes))


def test_what_rows_of_a_place_have_in_common() -> None:
    """Four places, the second and the last without any row."""
    rows = Rows(np.array([0, 0, 2]), 4)
    mask = np.array([[True, True, False], [False, True, True], [False, False, False]])
    assert rows.any(mask).tolist() == [[1, 0, 0, 0], [1, 0, 1, 0], [0, 0, 0, 0]]
    assert rows.two(mask).tolist() == [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert rows.spread(np.array([5, 6, 7, 8])).tolist() == [5, 5, 7]
    values, fill = np.array([[1.0, 2.0, 3.0]]), np.array([[-1.0, -2.0, -3.0, -4.0]])
    assert rows.beside(values, fill).tolist() == [[[1, 2], [-2, -2], [3, -3], [-4, -4]]]
    kept, fewer = rows.of(np.array([True, False, True]), np.array([False, True, True, False]))
    assert (kept.tolist(), fewer.place.tolist(), fewer.count) == ([2], [1], 2)


def test_no_rows_at_all() -> None:
    rows = Rows(np.empty(0, int), 2)
    assert (len(rows), rows.any(np.empty((3, 0), bool)).tolist()) == (0, [[False, False]] * 3)
    assert rows.two(np.empty((0,), bool)).tolist() == [False, False]
    assert rows.beside(np.empty((1, 0)), np.zeros((1, 2))).shape == (1, 2, 0)
