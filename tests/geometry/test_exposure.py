"""Exposed areas: held to the polygon difference, to a fine sampling, and to other projects' cases of visibility."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from coign.geometry.exposure import visible_areas
from coign.geometry.lines import blocked, cross_walls, polygon_area
from coign.geometry.one_by_one import shadow
from support.exact_lines import hull
from support.paths import DATA
from support.scenes import examples

ORACLES = DATA / "oracles"
COORDINATE = st.integers(0, 40) | st.integers(0, 4).map(lambda n: 10 * n)


def array(values: Any) -> Any:
    return np.array(values, dtype=float)


def areas(points: Any, shape: Any, walls: Any, limited: Any = None) -> Any:
    walls = array(walls).reshape(-1, 4)
    stops = np.ones((len(points), len(walls)), bool)
    return visible_areas(array(points), array(shape), walls, stops, limited)


def hidden_part(source: Any, shape: Any, solid: Any, limited: Any) -> shapely.Geometry:
    """What of a convex shape lies behind the `solid` walls, or behind two of the `limited` ones: polygons, cut and put
    together."""

    def shadows(walls: Any) -> list[shapely.Polygon]:
        return [shapely.Polygon(part) for wall in walls.tolist() if (part := shadow(source, wall, shape))]

    halves = shadows(limited)
    both = [one & other for n, one in enumerate(halves) for other in halves[:n]]
    return shapely.union_all([*shadows(solid), *both])


@st.composite
def views(draw: st.DrawFn) -> tuple[Any, Any, Any, Any]:
    """A few points, a convex shape, walls among them, and which of the walls are limited."""
    spot = st.tuples(COORDINATE, COORDINATE)
    shape = hull(draw(st.lists(spot, min_size=3, max_size=6)))
    assume(len(shape) >= 3)
    walls = draw(st.lists(st.tuples(spot, spot).filter(lambda ends: ends[0] != ends[1]), max_size=5))
    limited = draw(st.lists(st.booleans(), min_size=len(walls), max_size=len(walls)))
    return draw(st.lists(spot, min_size=1, max_size=4)), shape, [(*a, *b) for a, b in walls], limited


@given(views())
@examples(4)
def test_a_sweep_sees_what_the_polygon_difference_leaves(view: tuple[Any, Any, Any, Any]) -> None:
    points, shape, walls, limited = view
    limited = np.array(limited, bool)
    seen = areas(points, shape, walls, limited)
    whole = polygon_area(array(shape))
    lines = array(walls).reshape(-1, 4)
    for point, area in zip(points, seen, strict=True):
        assume(not on_a_wall(point, lines))
        hidden = hidden_part(point, shape, lines[~limited], lines[limited])
        assert area == pytest.approx(whole - hidden.area, abs=1e-6 * whole)


def on_a_wall(point: tuple[int, int], lines: Any) -> bool:
    """From a point of the wall itself it hides one side or the other: no question for a creature, which is inset."""
    return any(shapely.LineString(line.reshape(2, 2)).distance(shapely.Point(point)) == 0 for line in lines)


@given(views())
@examples(0.5)
def test_a_sweep_sees_what_a_fine_sampling_sees(view: tuple[Any, Any, Any, Any]) -> None:
    points, shape, walls, limited = view
    lines, kinds = array(walls).reshape(-1, 4), np.array(limited, bool)
    assume(not any(on_a_wall(point, lines) for point in points))
    steps = (np.arange(80) + 0.5) / 80 * 41
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    inside = grid[shapely.contains_xy(shapely.Polygon(shape), grid)]
    assume(len(inside) > 200)
    stopped = blocked(cross_walls(array(points), inside, lines), ~kinds, kinds)
    shares = areas(points, shape, walls, kinds) / polygon_area(array(shape))
    assert shares == pytest.approx(1 - stopped.mean(axis=1), abs=0.06)


@given(views(), st.randoms())
@examples(1)
def test_walls_in_any_order_and_cut_in_two_hide_the_same(view: tuple[Any, Any, Any, Any], random: Any) -> None:
    points, shape, walls, _ = view
    halves = [part for wall in walls for part in _cut(wall, random.choice([0.25, 0.5, 0.75]))]
    random.shuffle(halves)
    assert areas(points, shape, halves) == pytest.approx(areas(points, shape, walls), abs=1e-6)


def _cut(wall: tuple[int, ...], at: float) -> list[tuple[float, ...]]:
    x0, y0, x1, y1 = wall
    x, y = x0 + at * (x1 - x0), y0 + at * (y1 - y0)
    return [(x0, y0, x, y), (x, y, x1, y1)]


def test_each_point_is_stopped_by_its_own_walls_only() -> None:
    shape, wall = [(20, 0), (30, 0), (30, 10), (20, 10)], array([(15, -50, 15, 50)])
    stops = np.array([[True], [False]])
    assert visible_areas(array([(0, 5), (0, 5)]), array(shape), wall, stops).tolist() == pytest.approx([0, 100])


def test_from_inside_the_shape_all_round_is_seen() -> None:
    shape = [(0, 0), (10, 0), (10, 10), (0, 10)]
    assert areas([(5, 5)], shape, []) == pytest.approx([100])
    assert areas([(5, 5)], shape, [(7, -5, 7, 15)]) == pytest.approx([70])


# --- other projects' cases --------------------------------------------------------------------------------------------


def cases(name: str) -> list[Any]:
    found = json.loads((ORACLES / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    return [pytest.param(case, id=case["name"]) for case in found]


@pytest.mark.parametrize("case", [one for one in cases("trylock-visibility-polygon") if one.values[0]["segments"]])
def test_the_area_of_a_visibility_polygon(case: dict[str, Any]) -> None:
    """The first four segments are the border of the map."""
    border, walls = case["segments"][:4], case["segments"][4:]
    map_corners = [segment[:2] for segment in border]
    expected = polygon_area(array(case["expectPolygon"]))
    assert areas([case["origin"]], map_corners, walls) == pytest.approx([expected], rel=1e-6)


@pytest.mark.parametrize("case", cases("hexland-square-los"))
def test_cells_in_sight_of_the_middle_of_a_cell(case: dict[str, Any]) -> None:
    """`.` is a cell seen whole, `o` in part, `X` not at all; from several viewers the best counts."""
    skip = {(x, y) for x, y, *_ in case["inexact"]}
    left, top = case["min"]
    viewers = [(x + 0.5, y + 0.5) for x, y in case["viewers"]]
    for row, line in enumerate(case["expect"]):
        for column, sign in enumerate(line):
            x, y = left + column, top + row
            if (x, y) not in skip:
                seen = areas(viewers, _cell(x, y), case["segments"])
                assert _sign(float(seen.max())) == sign, f"cell {x}, {y}"


def _cell(x: int, y: int) -> list[tuple[int, int]]:
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]


def _sign(seen: float) -> str:
    return "X" if seen < 1e-9 else "." if seen > 1 - 1e-9 else "o"


@pytest.mark.parametrize("case", [one for one in cases("warp-field-fov") if not one.values[0]["bodies"]])
def test_cells_of_which_any_part_is_in_sight(case: dict[str, Any]) -> None:
    """Those cases that have walls only: bodies there are seen past each other's corners, which ours are not."""
    (eye_x, eye_y), radius, walls = case["eye"], case["radius"], [*case["segments"]]
    if case["edgeWalls"]:
        width, height = case["width"], case["height"]
        walls += [(0, 0, width, 0), (width, 0, width, height), (width, height, 0, height), (0, height, 0, 0)]
    rows = enumerate(case.get("expect") or ())
    cells = {(eye_x - radius + x, eye_y - radius + y): sign in "-@" for y, row in rows for x, sign in enumerate(row)}
    cells |= {tuple(one["cell"]): one["visible"] for one in case.get("expectVisible") or ()}
    assert cells
    for cell, visible in cells.items():
        assert bool(areas([(eye_x + 0.5, eye_y + 0.5)], _cell(*cell), walls)[0] > 1e-9) is visible, f"cell {cell}"
