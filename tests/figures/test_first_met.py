"""The point where a drawn line first meets an outline."""

from __future__ import annotations

import random

import pytest
import shapely

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


def test_of_random_lines_and_triangles_the_nearest_crossing_is_that_of_shapely() -> None:
    dice = random.Random(5)
    inside = 0
    for _ in range(400):
        start, end, *corners = ((dice.randint(0, 12), dice.randint(0, 12)) for _ in range(5))
        triangle, line = shapely.Polygon(corners), shapely.LineString([start, end])
        if not triangle.area or start == end or triangle.exterior.contains(shapely.Point(start)):
            continue
        met = shapely.intersection(line, triangle)
        near = None if met.is_empty else shapely.distance(shapely.Point(start), met) / line.length
        inside += near == 0
        assert first_met(start, end, [corners]) == pytest.approx(near), (start, end, corners)
    assert inside > 20
