"""The sweep from a point, compared with a fine sampling and with other projects' cases of visibility."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from coign.geometry.areas import about, cast, share
from coign.geometry.sweep import seeing, seen
from coign.util.tasks import finish
from support.exact_lines import hull
from support.paths import DATA
from support.scenes import examples
from support.work import SET_OPERATION, steps_of

ORACLES = DATA / "oracles"
COORDINATE = st.integers(0, 40) | st.integers(0, 4).map(lambda n: 10 * n)


def array(values: Any) -> Any:
    return np.array(values, dtype=float)


def areas(points: Any, shape: Any, walls: Any, limited: Any = None, bands: Any = None) -> Any:
    """Return (p,) the area of a convex shape that each point sees past walls, each on its part of the way."""
    points, shape, walls = array(points), array(shape), array(walls).reshape(-1, 4)
    outline = shapely.Polygon(shape)
    limited = np.zeros(len(walls), bool) if limited is None else np.array(limited, bool)
    casts, _ = cast(points[:, None], walls, outline.bounds)
    point, wall = casts.nonzero()
    parts = None if bands is None else (array(bands)[wall, 0], array(bands)[wall, 1])
    found = seen(points, array(about(outline.bounds)), point, walls[wall], limited[wall], parts).parts
    assert shapely.is_valid(found).all()
    return share(found, outline) * outline.area


@st.composite
def views(draw: st.DrawFn) -> tuple[Any, Any, Any, Any]:
    """Draw a few points, a convex shape, walls among them, and which of the walls are limited."""
    spot = st.tuples(COORDINATE, COORDINATE)
    shape = hull(draw(st.lists(spot, min_size=3, max_size=6)))
    assume(len(shape) >= 3)
    walls = draw(st.lists(st.tuples(spot, spot).filter(lambda ends: ends[0] != ends[1]), max_size=5))
    limited = draw(st.lists(st.booleans(), min_size=len(walls), max_size=len(walls)))
    return draw(st.lists(spot, min_size=1, max_size=4)), shape, [(*a, *b) for a, b in walls], limited


def on_a_wall(point: tuple[int, int], lines: Any) -> bool:
    """Return whether a point is on a wall, which then hides either side. Creatures' points are inset and never are."""
    return any(shapely.LineString(line.reshape(2, 2)).distance(shapely.Point(point)) == 0 for line in lines)


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


def sampled(points: Any, shape: Any, lines: Any, limited: Any, bands: Any = None) -> Any:
    """Return (p,) the share of very many spots of a shape that each point sees. For each spot and wall, the point where
    they meet is solved for.
    """
    steps = (np.arange(80) + 0.5) / 80 * 41
    xs, ys = np.stack(np.meshgrid(steps, steps)).reshape(2, -1)
    inside = shapely.contains_xy(shapely.Polygon(shape), xs, ys)
    assume(inside.sum() > 200)
    shares = []
    for x, y in points:
        dx, dy = xs[inside] - x, ys[inside] - y
        solid, hedges = np.zeros(len(dx), bool), np.zeros(len(dx), int)
        parts = [(0.0, 1.0)] * len(lines) if bands is None else bands
        for (ax, ay, bx, by), half, (first, last) in zip(lines, limited, parts, strict=True):
            wx, wy = bx - ax, by - ay
            with np.errstate(divide="ignore", invalid="ignore"):
                along = ((ax - x) * wy - (ay - y) * wx) / (dx * wy - dy * wx)
                over = ((ax - x) * dy - (ay - y) * dx) / (dx * wy - dy * wx)
            met = (along > max(0, first)) & (along < min(1, last)) & (over > 0) & (over < 1)
            solid, hedges = solid | (met & (not half)), hedges + (met & half)
        shares.append(1.0 - (solid | (hedges >= 2)).mean())
    return np.array(shares)


@given(views())
@examples(2)
def test_what_a_fine_sampling_sees_is_seen(view: tuple[Any, Any, Any, Any]) -> None:
    points, shape, walls, limited = view
    lines, kinds = array(walls).reshape(-1, 4), np.array(limited, bool)
    assume(not any(on_a_wall(point, lines) for point in points))
    shares = areas(points, shape, walls, kinds) / shapely.Polygon(shape).area
    assert shares == pytest.approx(sampled(points, shape, lines, kinds), abs=0.06)


PARTS = st.tuples(st.sampled_from([-1.0, 0.0, 0.2, 0.5, 0.7]), st.sampled_from([0.3, 0.5, 0.9, 1.0, 2.0]))


@given(views(), st.lists(PARTS, min_size=5, max_size=5))
@examples(2)
def test_walls_that_count_on_a_part_of_the_way_hide_bands(view: tuple[Any, Any, Any, Any], parts: Any) -> None:
    points, shape, walls, limited = view
    lines, kinds, bands = array(walls).reshape(-1, 4), np.array(limited, bool), array(parts)[: len(walls)]
    assume(not any(on_a_wall(point, lines) for point in points))
    shares = areas(points, shape, walls, kinds, bands) / shapely.Polygon(shape).area
    assert shares == pytest.approx(sampled(points, shape, lines, kinds, bands), abs=0.06)


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
    bands = array(data.draw(st.lists(PARTS, min_size=count, max_size=count))).reshape(-1, 2).T
    view = np.repeat(np.arange(len(points)), len(walls))
    for parts in (None, (bands[0], bands[1])):
        found = seen(points, array(box.bounds), view, np.tile(walls, (len(points), 1)), limited, parts).parts
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


def test_a_wall_that_is_met_too_late_or_too_soon_hides_a_band_only() -> None:
    """The point is 10 before the wall. A wall that counts in the far half of a line hides up to 10 behind it; one that
    counts in the near half hides from there on.
    """
    point, wall, box = array([(0, 5)]), array([(10, -500, 10, 500)]), shapely.box(10, 0, 30, 10)
    whole = 0.0, 1.0, (10, 30)
    for first, last, bounds in (
        (0.0, 0.5, (20, 30)), (0.5, 1.0, (10, 20)), (0.0, 0.1, None), (0.4, 0.8, (12.5, 25)), (0.7, 0.7, None), whole
    ):  # fmt: skip
        bands = array([first]), array([last])
        (found,) = seen(point, array(about(box.bounds)), array([0]).astype(int), wall, None, bands).parts
        hidden = box.difference(found)
        assert hidden.area == pytest.approx(10 * (bounds[1] - bounds[0]) if bounds else 0, abs=1e-3)
        if bounds:
            assert (hidden.bounds[0], hidden.bounds[2]) == pytest.approx(bounds, abs=1e-3)


def test_the_bands_that_each_point_sees_past_are_joined_in_a_step_of_its_own() -> None:
    points, walls = array([(20 * n, 400) for n in range(50)]), array([(0, 200, 1000, 200)] * 50)
    bands = array([0.7] * 50), array([0.9] * 50)
    steps = steps_of(seeing(points, array((0, 0, 1000, 190)), np.arange(50), walls, None, bands))
    assert len(steps) > 50
    assert max(steps) < 20 * SET_OPERATION < sum(steps)


def test_many_bands_of_one_point_are_joined_in_several_steps() -> None:
    """Six hundred walls side by side, each low enough to be seen over from some way behind it."""
    lefts = 20.0 * np.arange(600)
    walls = np.stack([lefts, np.full(600, 200), lefts + 12, np.full(600, 200)], axis=1)

    def past(walls: Any) -> Any:
        bands = np.full(len(walls), 0.7), np.full(len(walls), 0.9)
        return seeing(array([(6000, 400)]), array((0, 0, 12000, 190)), np.zeros(len(walls), int), walls, None, bands)

    assert max(steps_of(past(walls))) < 0.6 * sum(steps_of(past(walls)))
    thirds = [finish(past(third)).parts[0] for third in np.split(walls, 3)]
    assert finish(past(walls)).parts[0].area == pytest.approx(shapely.intersection_all(thirds).area)


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
