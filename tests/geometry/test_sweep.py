"""The sweep from a point, compared with a fine sampling and with other projects' cases of visibility."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from coign.geometry.areas import about, cast
from coign.geometry.sweep import seen
from support.paths import DATA
from support.scenes import examples
from support.views import COORDINATE, array, on_a_wall, sampled, share, views

ORACLES = DATA / "oracles"


def areas(points: Any, shape: Any, walls: Any, limited: Any = None) -> Any:
    """Return (p,) the area of a convex shape that each point sees past walls."""
    points, shape, walls = array(points), array(shape), array(walls).reshape(-1, 4)
    outline = shapely.Polygon(shape)
    limited = np.zeros(len(walls), bool) if limited is None else np.array(limited, bool)
    casts, _ = cast(points, walls, outline.bounds)
    point, wall = casts.nonzero()
    found = seen(points, array(about(outline.bounds)), point, walls[wall], limited[wall]).parts
    assert shapely.is_valid(found).all()
    return share(found, outline) * outline.area


def test_a_point_on_a_wall_sees_nothing_behind_it() -> None:
    """The wall's end is no whole number, so the point seems to stand a hair before it, and its outline has no area."""
    wall = (1600, 4800, 5330.333295263838, 8530.333295263837)
    far = [(11199, 3199), (12801, 3199), (12801, 4801), (11199, 4801)]
    assert areas([(3216, 6416), (3216, 6000)], far, [wall]).tolist() == pytest.approx([0, 1602**2])


def test_a_wall_seen_from_its_end_hides_nothing() -> None:
    """The wall's end is no whole number, so the wall seems a hair wide, and nothing may be divided by its width."""
    wall = (10640.421227184084, 10640.421227184082, 1584, 1584)
    far = [(11000, 11000), (11200, 11000), (11200, 11200), (11000, 11200)]
    assert areas([(0, 0)], far, [wall]).tolist() == [200**2]


@given(views())
@examples(2)
def test_what_a_fine_sampling_sees_is_seen(view: tuple[Any, Any, Any, Any]) -> None:
    points, shape, walls, limited = view
    lines, kinds = array(walls).reshape(-1, 4), np.array(limited, bool)
    assume(not any(on_a_wall(point, lines) for point in points))
    shares = areas(points, shape, walls, kinds) / shapely.Polygon(shape).area
    assert shares == pytest.approx(sampled(points, shape, lines, kinds), abs=0.06)


@given(st.data())
@examples(3)
def test_any_walls_leave_areas_that_can_be_cut(data: st.DataObject) -> None:
    """Walls touch, overlap, cross in one point, pass through the point that looks, and have no length: all at once."""
    spot = st.tuples(st.integers(0, 4), st.integers(0, 4)) | st.tuples(COORDINATE, COORDINATE)
    walls = array(data.draw(st.lists(st.tuples(spot, spot), max_size=12))).reshape(-1, 4)
    points = array(data.draw(st.lists(spot, min_size=1, max_size=3)))
    (x0, y0), (wide, high) = data.draw(spot), data.draw(st.tuples(st.integers(1, 40), st.integers(1, 40)))
    box, count = shapely.box(x0, y0, x0 + wide, y0 + high), len(points) * len(walls)
    limited = array(data.draw(st.lists(st.booleans(), min_size=count, max_size=count))).astype(bool)
    view = np.repeat(np.arange(len(points)), len(walls))
    found = seen(points, array(box.bounds), view, np.tile(walls, (len(points), 1)), limited).parts
    assert shapely.is_valid(found).all()
    hidden = box.difference(found)
    assert np.isin(shapely.get_type_id(hidden), (3, 6)).all(), "points or lines among polygons"
    assert shapely.area(hidden) + shapely.area(found & box) == pytest.approx(np.full(len(points), box.area))
    assert shapely.is_valid(shapely.union_all([*hidden, *found]))


def test_terrain_walls_that_touch_hide_from_the_second_on() -> None:
    """Three terrain walls meet in one point. The shadows of two have a corner or a side in common, but no area."""
    walls = [(10, 0, 10, 10), (10, 10, 10, 20), (10, 10, 20, 10)]
    shape = [(20, 0), (30, 0), (30, 20), (20, 20)]
    assert areas([(0, 10)], shape, walls, [True] * 3) == pytest.approx([200])
    assert areas([(0, 10)], shape, [*walls, (15, 0, 15, 10)], [True] * 4) == pytest.approx([100])


def test_walls_that_cross_hide_what_both_do() -> None:
    """From the west, an X hides what lies behind its two near ends, and of its own square all but the near quarter."""
    cross = [(10, 10, 30, 30), (10, 30, 30, 10)]
    assert areas([(-1000, 20)], [(40, 0), (60, 0), (60, 40), (40, 40)], cross) == pytest.approx(
        [800 - 20 * 2 * 1050 / 101]
    )
    assert areas([(-100_000, 20)], [(10, 10), (30, 10), (30, 30), (10, 30)], cross) == pytest.approx([100], abs=0.1)


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


# --- other projects' cases --------------------------------------------------------------------------------------------


def cases(name: str) -> list[Any]:
    found = json.loads((ORACLES / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    return [pytest.param(case, id=case["name"]) for case in found]


@pytest.mark.parametrize("case", [one for one in cases("trylock-visibility-polygon") if one.values[0]["segments"]])
def test_the_area_of_a_visibility_polygon(case: dict[str, Any]) -> None:
    """The first four segments are the border of the map."""
    border, walls = case["segments"][:4], case["segments"][4:]
    map_corners = [segment[:2] for segment in border]
    expected = shapely.Polygon(case["expectPolygon"]).area
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
    """Only cases with walls are used: in the others, bodies are seen past each other's corners, unlike in Coign."""
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
