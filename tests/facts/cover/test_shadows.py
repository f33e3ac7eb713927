"""The views of points past walls that count on a part of the way, compared with a fine sampling."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from coign.facts.cover.shadows import Before, past_walls
from coign.geometry.areas import cast
from coign.util.tasks import Task, finish
from support.scenes import examples
from support.views import COORDINATE, array, on_a_wall, sampled, share, views
from support.work import steps_of

PARTS = st.tuples(st.sampled_from([-1.0, 0.0, 0.2, 0.5, 0.7]), st.sampled_from([0.3, 0.5, 0.9, 1.0, 2.0]))


def past(points: Any, shape: Any, view: Any, walls: Any, first: Any, last: Any, limited: Any = None) -> Task[Any]:
    """Return (p,) the part of a shape that each point sees past the walls before it."""
    parts = np.full(len(points), shape)
    before = Before(np.array(view, np.intp), array(walls), array(first), array(last), limited)
    yield from past_walls(parts, array(points), shape.bounds, before)
    return parts


@given(views(), st.lists(PARTS, min_size=5, max_size=5))
@examples(2)
def test_walls_that_count_on_a_part_of_the_way_hide_bands(view: tuple[Any, Any, Any, Any], parts: Any) -> None:
    points, corners, walls, limited = view
    lines, kinds, bands = (
        array(walls).reshape(-1, 4),
        np.array(limited, bool),
        array(parts)[: len(walls)].reshape(-1, 2),
    )
    assume(not any(on_a_wall(point, lines) for point in points))
    shape = shapely.Polygon(corners)
    point, wall = cast(array(points), lines, shape.bounds)[0].nonzero()
    seen = finish(past(points, shape, point, lines[wall], bands[wall, 0], bands[wall, 1], kinds[wall]))
    assert shapely.is_valid(seen).all()
    assert share(seen, shape) == pytest.approx(sampled(points, corners, lines, kinds, bands), abs=0.06)


@given(st.data())
@examples(3)
def test_any_walls_leave_areas_that_can_be_cut(data: st.DataObject) -> None:
    """Walls touch, overlap, cross in one point, pass through the point that looks, and are seen from their ends."""
    spot = st.tuples(st.integers(0, 4), st.integers(0, 4)) | st.tuples(COORDINATE, COORDINATE)
    ends = st.tuples(spot, spot).filter(lambda both: both[0] != both[1])
    walls = array(data.draw(st.lists(ends, max_size=12))).reshape(-1, 4)
    points = array(data.draw(st.lists(spot, min_size=1, max_size=3)))
    (x0, y0), (wide, high) = data.draw(spot), data.draw(st.tuples(st.integers(1, 40), st.integers(1, 40)))
    box, count = shapely.box(x0, y0, x0 + wide, y0 + high), len(points) * len(walls)
    limited = array(data.draw(st.lists(st.booleans(), min_size=count, max_size=count))).astype(bool)
    bands = array(data.draw(st.lists(PARTS, min_size=count, max_size=count))).reshape(-1, 2).T
    view = np.repeat(np.arange(len(points)), len(walls))
    found = finish(past(points, box, view, np.tile(walls, (len(points), 1)), bands[0], bands[1], limited))
    assert shapely.is_valid(found).all()
    hidden = box.difference(found)
    assert np.isin(shapely.get_type_id(hidden), (3, 6)).all(), "points or lines among polygons"
    assert shapely.area(hidden) + shapely.area(found & box) == pytest.approx(np.full(len(points), box.area))
    assert shapely.is_valid(shapely.union_all([*hidden, *found]))


def test_a_wall_that_is_met_too_late_or_too_soon_hides_a_band_only() -> None:
    """The point is 10 before the wall. A wall that counts in the far half of a line hides up to 10 behind it; one that
    counts in the near half hides from there on.
    """
    box = shapely.box(10, 0, 30, 10)
    whole = 0.0, 1.0, (10, 30)
    for first, last, bounds in (
        (0.0, 0.5, (20, 30)), (0.5, 1.0, (10, 20)), (0.0, 0.1, None), (0.4, 0.8, (12.5, 25)), (0.7, 0.7, None), whole
    ):  # fmt: skip
        (found,) = finish(past([(0, 5)], box, [0], [(10, -500, 10, 500)], [first], [last]))
        hidden = box.difference(found)
        assert hidden.area == pytest.approx(10 * (bounds[1] - bounds[0]) if bounds else 0)
        if bounds:
            assert (hidden.bounds[0], hidden.bounds[2]) == pytest.approx(bounds)


def test_two_terrain_walls_hide_what_lies_in_both_bands_and_what_lies_behind_a_whole_one() -> None:
    """The first hides from 10 to 20, the second from 15 to 30, and a third without heights all behind it."""
    box, hedge, low = shapely.box(10, 0, 40, 10), (10, -500, 10, 500), (15, -500, 15, 500)
    terrain = np.ones(2, bool)
    (found,) = finish(past([(0, 5)], box, [0, 0], [hedge, low], [0.5, 0.5], [1.0, 1.0], terrain))
    assert box.difference(found).equals(shapely.box(15, 0, 20, 10))
    (found,) = finish(past([(0, 5)], box, [0, 0], [hedge, low], [0.0, 0.5], [1.0, 1.0], terrain))
    assert box.difference(found).equals(shapely.box(15, 0, 30, 10))
    (found,) = finish(past([(0, 5)], box, [0, 0], [hedge, low], [0.5, 0.0], [1.0, 1.0], np.array([True, False])))
    assert box.difference(found).equals(shapely.box(15, 0, 40, 10))


def test_the_bands_of_many_points_are_joined_and_taken_away_in_several_steps() -> None:
    """Points in a row see past the same four low walls, side by side."""
    points = [(20 * n, 400) for n in range(100)]
    walls = [(10 * n, 200, 10 * n + 6, 200) for n in range(100, 104)] * 100
    view = np.arange(100).repeat(4)
    box = shapely.box(0, 0, 2000, 190)
    steps = steps_of(past(points, box, view, walls, [0.7] * 400, [0.9] * 400))
    assert len(steps) > 3
    assert max(steps) < 0.35 * sum(steps)


def test_many_bands_of_one_point_are_joined_in_several_steps() -> None:
    """Six hundred walls side by side, each low enough to be seen over from some way behind it."""
    lefts = 20.0 * np.arange(600)
    walls = np.stack([lefts, np.full(600, 200), lefts + 12, np.full(600, 200)], axis=1)
    box = shapely.box(0, 0, 12000, 190)

    def beyond(walls: Any) -> Any:
        count = len(walls)
        return past([(6000, 400)], box, [0] * count, walls, [0.7] * count, [0.9] * count)

    assert max(steps_of(beyond(walls))) < 0.6 * sum(steps_of(beyond(walls)))
    thirds = [finish(beyond(third))[0] for third in np.split(walls, 3)]
    assert finish(beyond(walls))[0].area == pytest.approx(shapely.intersection_all(thirds).area)
    assert finish(beyond(walls[:0]))[0] == box


def test_beyond_the_limit_the_walls_that_look_narrowest_hide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coign.facts.cover.shadows.BANDS", 2)
    box, parts = shapely.box(0, 20, 100, 30), np.array([shapely.box(0, 20, 100, 30)])
    walls = array([(0, 15, 40, 15), (45, 15, 50, 15), (60, 15, 100, 15)])
    before = Before(np.zeros(3, np.intp), walls, np.full(3, 0.5), np.ones(3), None)
    assert finish(past_walls(parts, array([(50, 0)]), box.bounds, before)) is False
    assert parts[0].equals(finish(past([(50, 0)], box, [0, 0], walls[[0, 2]], [0.5] * 2, [1.0] * 2))[0])
