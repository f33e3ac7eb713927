"""Boxes that meet a box, compared with a look at every one of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.geometry.boxes import BLOCK, BoxIndex
from support.scenes import examples

Line = tuple[int, int, int, int]

crowded, roomy = st.integers(0, 6), st.integers(-1000, 1000)
numbers = st.sampled_from([crowded, roomy])
lines = numbers.flatmap(lambda number: st.lists(st.tuples(number, number, number, number), max_size=4 * BLOCK))


def index_of(found: list[Line]) -> BoxIndex:
    return BoxIndex(np.array(found, float).reshape(-1, 4))


def meet(one: Line, other: Line) -> bool:
    """Tell whether the boxes of two lines have at least a point in common."""
    (ax, ay, bx, by), (cx, cy, dx, dy) = one, other
    in_x = min(ax, bx) <= max(cx, dx) and max(ax, bx) >= min(cx, dx)
    return in_x and min(ay, by) <= max(cy, dy) and max(ay, by) >= min(cy, dy)


@given(lines, lines)
@examples(1)
def test_the_boxes_that_meet_a_box_are_found(found: list[Line], asked: list[Line]) -> None:
    index = index_of(found)
    boxes = [(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)) for ax, ay, bx, by in asked]
    expected = [[row for row, line in enumerate(found) if meet(line, box)] for box in boxes]
    assert [index.meeting(*box).tolist() for box in boxes] == expected, "one box at a time, and ascending"
    which, rows = index.meetings(np.array(boxes, float).reshape(-1, 4))
    pairs = sorted(zip(which.tolist(), rows.tolist(), strict=True))
    assert pairs == [(n, row) for n, some in enumerate(expected) for row in some], "all at once"


@pytest.mark.parametrize("count", [1, BLOCK, BLOCK + 1, 50 * BLOCK])
def test_a_query_looks_only_into_blocks_near_the_box(count: int) -> None:
    """A row of posts: whatever their number, a box round one of them meets at most two blocks."""
    posts = np.array([(x, 0, x, 5) for x in range(0, 10 * count, 10)], float)
    index = BoxIndex(posts[np.random.default_rng(1).permutation(count)])
    asked = np.array([[[5]], [[5]], [[5]], [[0]]], float)  # east and south, then west and north negative
    assert np.count_nonzero((index._blocks[:, None] <= asked).all(axis=0)) <= 2
    assert len(index.meeting(-5, 0, 5, 5)) == 1
