"""The point where a drawn line first meets an outline."""

from __future__ import annotations

import pytest

from coign.figures.first_met import Spot, first_met

SQUARE = [(4.0, -1.0), (6.0, -1.0), (6.0, 1.0), (4.0, 1.0)]
WALL = [(8.0, -1.0), (8.0, 1.0)]


@pytest.mark.parametrize(
    ("outlines", "along"),
    [
        ([], None),
        ([WALL], 0.8),
        ([WALL, SQUARE], 0.4),
        ([[(x - 5, y) for x, y in SQUARE]], 0.0),  # it starts inside
        ([[(2.0, 1.0), (5.0, 1.0)]], None),  # beside it, and parallel
        ([[(11.0, -1.0), (11.0, 1.0)]], None),  # beyond its end
        ([[(3.0, 0.0), (3.0, 5.0)]], 0.3),  # the end of a wall belongs to it
    ],
)
def test_the_nearest_outline_counts(outlines: list[list[Spot]], along: float | None) -> None:
    assert first_met((0.0, 0.0), (10.0, 0.0), outlines) == along
