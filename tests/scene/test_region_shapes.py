"""The areas of regions: every shape, even-odd like Foundry's; shapes that cannot be drawn are reported and left out."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from coign.grid.grid import Grid
from coign.grid.space import QUANTA
from coign.protocol.documents import RegionDoc
from coign.scene.region_shapes import outline
from coign.scene.rings import MOST_POINTS

PIXEL = QUANTA * QUANTA  # square quanta
SQUARE, HEXES = Grid(), Grid(type=2)


def drawn(document: RegionDoc, grid: Grid = SQUARE) -> tuple[float, list[str]]:
    """Return the area in square pixels, and the problems that were reported."""
    said: list[str] = []
    shape = outline(document, "region r", grid, lambda what, why: said.append(why))
    return (shape.area / PIXEL if shape is not None else 0.0), said


def polygons(*rings: Any) -> RegionDoc:
    return RegionDoc(polygons=list(rings))


def shapes(*found: dict[str, Any]) -> RegionDoc:
    return RegionDoc(shapes=found)


def box(x: float, y: float, side: float) -> list[float]:
    return [x, y, x + side, y, x + side, y + side, x, y + side]


@pytest.mark.parametrize(
    ("rings", "area"),
    [
        ([box(0, 0, 10)], 100),
        ([box(0, 0, 10), box(2, 2, 4)], 84),  # a hole
        ([box(0, 0, 10), box(2, 2, 6), box(4, 4, 2)], 68),  # an island in it
        ([box(0, 0, 10), box(5, 5, 10)], 150),  # the common part is outside
        ([box(0, 0, 10), box(10, 10, 10)], 200),  # a corner in common
        ([box(0, 0, 10), box(10, 0, 10)], 200),  # a side in common
        ([box(0, 0, 10), box(0, 0, 10)], 0),
        ([[0, 0, 10, 10, 10, 0, 0, 10]], 50),  # a bow tie
        ([[0, 0, 10, 0, 10, 10, 0, 10, 0, 0, 10, 0, 10, 10, 0, 10]], 0),  # twice around
        ([[0, 0, 6, 0, 6, 6, 3, 6, 3, 3, 9, 3, 9, 9, 0, 9]], 63),  # over itself: the second time counts as outside
        ([{"points": box(0, 0, 10)}], 100),
    ],
)
def test_polygons_are_even_odd(rings: list[Any], area: float) -> None:
    assert drawn(polygons(*rings)) == (area, [])


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=3, max_size=9))
def test_any_ring_covers_what_an_odd_number_of_its_turns_encloses(points: list[tuple[int, int]]) -> None:
    step = 10
    ring = [coordinate * step for point in points for coordinate in point]
    shape = outline(polygons(ring), "", SQUARE, lambda what, why: None)
    assert shape is not None
    for x, y in ((7, 3), (33, 41), (58, 59), (77, 18), (101, 96)):
        assert shape.contains(_point(x, y)) == _turns_are_odd(points, x / step, y / step)


def _point(x: float, y: float) -> Any:
    return shapely.Point(x * QUANTA, y * QUANTA)


def _turns_are_odd(points: list[tuple[int, int]], x: float, y: float) -> bool:
    odd = False
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True):
        if (y0 > y) != (y1 > y):
            odd ^= x < x0 + (y - y0) * (x1 - x0) / (y1 - y0)
    return odd


@pytest.mark.parametrize(
    ("shape", "area"),
    [
        ({"type": "rectangle", "x": 5, "y": 5, "width": 10, "height": 20}, 200),
        ({"type": "rectangle", "x": 5, "y": 5, "width": 10, "height": 20, "rotation": 30}, 200),
        ({"type": "circle", "x": 0, "y": 0, "radius": 10}, 100 * math.pi),
        ({"type": "ellipse", "x": 0, "y": 0, "radiusX": 10, "radiusY": 5, "rotation": 10}, 50 * math.pi),
        ({"type": "polygon", "points": box(0, 0, 10)}, 100),
        ({"type": "cone", "x": 0, "y": 0, "radius": 10, "angle": 90}, 25 * math.pi),
        ({"type": "ring", "x": 0, "y": 0, "radius": 10, "outerWidth": 2, "innerWidth": 2}, (144 - 64) * math.pi),
        ({"type": "line", "x": 0, "y": 0, "length": 10, "width": 4}, 40),
        ({"type": "emanation", "base": {"type": "circle", "x": 0, "y": 0, "radius": 5}, "radius": 5}, 100 * math.pi),
        ({"type": "token", "x": 0, "y": 0, "width": 2, "height": 1}, 20_000),
        ({"type": "grid", "offsets": [{"i": 0, "j": 0}, {"i": 0, "j": 1}]}, 20_000),
    ],
)
def test_every_shape_has_its_area(shape: dict[str, Any], area: float) -> None:
    found, said = drawn(shapes(shape))
    assert found == pytest.approx(area, rel=0.01)
    assert said == []


def test_a_hole_is_cut_out_and_hexes_have_six_sides() -> None:
    whole = {"type": "rectangle", "x": 0, "y": 0, "width": 10, "height": 10}
    hole = {"type": "rectangle", "x": 2, "y": 2, "width": 2, "height": 2, "hole": True}
    assert drawn(shapes(whole, hole)) == (96, [])
    one_hex = {"type": "grid", "offsets": [{"i": 3, "j": 3}]}
    assert drawn(shapes(one_hex), HEXES)[0] == pytest.approx(10_000 * math.sqrt(3) / 2, rel=0.01)


FAR = 1e308


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (polygons("here"), "its points are not a flat list of numbers [x, y, x, y, ...]: skipped"),
        (polygons([1, 2, 3]), "its points are not a flat list of numbers [x, y, x, y, ...]: skipped"),
        (polygons([0, 0, 1, 1]), "2 points do not make a polygon: skipped"),
        (polygons([0, 0, FAR, 0, 0, 1]), "a point is more than 10000000 px from the origin: skipped"),
        (polygons([0, 0, 10**400, 0, 0, 1]), "its points are not a flat list of numbers [x, y, x, y, ...]: skipped"),
        (polygons(*[box(0, 0, 9)] * (MOST_POINTS // 4 + 1)), f"more than {MOST_POINTS} points: skipped"),
        (
            shapes({"type": "blob", "x": 0, "y": 0}),
            "a shape of type 'blob' cannot be drawn, the type is unknown: skipped",
        ),
        (
            shapes({"type": "circle", "x": 0, "y": 0, "radius": FAR}),
            "a shape of type 'circle' cannot be drawn, radius is not a number up to 10000000: skipped",
        ),
        (
            shapes({"type": "cone", "x": 0, "y": 0, "radius": 9, "angle": 1e7}),
            "a shape of type 'cone' cannot be drawn, angle is not a number up to 360: skipped",
        ),
        (
            shapes({"type": "grid", "offsets": [{"i": FAR, "j": 0}]}),
            'a shape of type \'grid\' cannot be drawn, an offset is not a cell {"i": row, "j": column}: skipped',
        ),
        (
            shapes({"type": "emanation", "base": {"type": "emanation", "base": {}}, "radius": 1}),
            "a shape of type 'emanation' cannot be drawn, the type is unknown: skipped",
        ),
    ],
)
def test_a_shape_that_cannot_be_drawn_is_reported(document: RegionDoc, why: str) -> None:
    assert drawn(document) == (0, [why])


def _scribble(points: int) -> RegionDoc:
    pick = random.Random(points)
    return polygons([pick.randrange(10_000) for _ in range(2 * points)])


def _heap(triangles: int) -> RegionDoc:
    pick = random.Random(triangles)
    return polygons(*([pick.randrange(10_000) for _ in range(6)] for _ in range(triangles)))


@pytest.mark.parametrize("bomb", [lambda: _scribble(300), lambda: _scribble(990), lambda: _heap(240)])
def test_a_shape_with_too_many_crossings_is_not_drawn(bomb: Callable[[], RegionDoc]) -> None:
    document, started = bomb(), time.process_time()
    assert drawn(document) == (0, ["too many of its lines cross each other: skipped"])
    assert time.process_time() - started < 0.5  # drawn, it would take minutes and gigabytes


def test_many_squares_that_touch_are_drawn() -> None:
    """A chequered floor as Foundry sends it: no square crosses another, but each touches four."""
    document = polygons(*(box(10 * x, 10 * y, 10) for x in range(20) for y in range(20) if (x + y) % 2))
    started = time.process_time()
    assert drawn(document) == (200 * 100, [])
    assert time.process_time() - started < 1.0


def test_a_polygon_whose_crossings_make_too_many_sides_is_refused_before_it_is_put_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(shapely, "polygonize")
    turns = [2 * math.pi * n / 500 for n in range(500)]
    knot = [value for turn in turns for value in (500 + 450 * math.cos(3 * turn), 500 + 450 * math.sin(9 * turn + 0.3))]
    assert drawn(polygons(knot)) == (0.0, [f"more than {MOST_POINTS} points: skipped"])


def test_a_region_of_two_hundred_shapes_is_drawn_and_one_more_is_refused() -> None:
    boxes = [{"type": "rectangle", "x": 10 * n, "y": 0, "width": 10, "height": 10} for n in range(201)]
    assert drawn(shapes(*boxes[:200])) == (20_000.0, [])
    assert drawn(shapes(*boxes)) == (0.0, ["more than 200 shapes: skipped"])


@pytest.mark.parametrize(("angle", "is_flat"), [(90, True), (90.5, False)])
def test_a_cone_wider_than_a_right_angle_has_no_flat_end(angle: float, is_flat: bool) -> None:
    def area(curvature: str) -> float:
        cone = {"type": "cone", "x": 0, "y": 0, "radius": 100, "angle": angle, "rotation": 0, "curvature": curvature}
        return drawn(shapes(cone))[0]

    assert (area("flat") > area("round") + 100) is is_flat
