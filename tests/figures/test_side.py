"""The view from the side: drawn where a height decided whether a line is stopped, and to scale."""

from __future__ import annotations

import pytest
import shapely

from coign.protocol.messages import Mark
from coign.rules.readings.for_facts import conventions
from support.maps import Document, draw, light, region, roof, wall
from support.scenes import MELEE, facts, figure

ROW = ("+ + + + + +", " A       B ", "+ + + + + +")


def side(shown: str = "cover", **scene: object) -> dict[str, Mark]:
    return {mark.role: mark for mark in figure(facts(draw(*ROW, **scene)), [shown]).side}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tile", "lamp", "is_drawn"),
    [
        (roof(3, 0, 3, 1), 20, True),
        (roof(3, 0, 3, 1), 5, False),
        (roof(3, 0, 3, 1, restrictions={"light": False}), 20, False),
        (roof(0, 0, 2, 1), 20, False),
    ],
    ids=["over the target", "the lamp is under it", "it stops no light", "over the attacker alone"],
)
def test_a_roof_that_keeps_light_from_the_target_is_drawn_and_stops_no_line(
    tile: Document, lamp: float, is_drawn: bool
) -> None:
    lights = [light(2, 0, 60, 60) | {"elevation": lamp}]
    up = {"A": {"elevation": 20}}
    found = side("obscurement", tiles=[tile], lights=lights, tokens=up, night=True)
    assert ("floor" in found) is is_drawn
    assert side(tiles=[tile], lights=lights, tokens=up, night=True) == {}, "only light is the matter"
    assert side("obscurement", tiles=[tile], tokens=up) == {}, "by day it keeps nothing"
    if is_drawn:
        assert "line-clear" in found
        (west, height), (east, other) = found["floor"].points
        assert height == other == 10
        assert west < found["target"].points[0][0] < east


def across(x: float, **heights: float) -> Document:
    return wall(x, -500, x, 600, flags={"wall-height": heights})


def test_walls_without_heights_have_no_view_from_the_side() -> None:
    assert side() == {}
    assert side(walls=[wall(250, -500, 250, 600)]) == {}


def test_a_wall_that_rises_past_both_has_none_for_the_plan_shows_what_it_hides() -> None:
    partly = [across(250, top=10) | {"c": [250, -500, 250, 140]}]
    assert side(walls=partly) == {}
    assert "wall" in side(walls=partly, tokens={"A": {"elevation": 10}}), "one of the two looks over it"
    assert "wall" in side(walls=[across(250, top=5)]), "as high as the two"
    assert "wall" in side(walls=[across(250, bottom=4)]), "it hangs before them"


IN_THE_WAY = ("+ + + + + +", " A   C   B ", "+ + + + + +")


@pytest.mark.parametrize(
    ("tokens", "drawn"),
    [
        ({"A": {"elevation": 5}}, True),
        ({}, False),
        ({name: {"elevation": 20} for name in "ABC"}, False),
        ({"A": {"elevation": 20}}, False),
    ],
    ids=["the attacker is above", "on one floor", "all on a roof", "the line passes over it"],
)
def test_a_creature_in_the_way_is_drawn_as_high_as_it_is_where_one_of_the_two_is_above(
    tokens: Document, drawn: bool
) -> None:
    found = {mark.role: mark for mark in figure(facts(draw(*IN_THE_WAY, tokens=tokens)), ["cover"]).side}
    assert ("creature" in found) is drawn
    if drawn:
        body = found["creature"]
        assert body.label == "token:C"
        assert {height for _, height in body.points} == {0, 5}
        assert found["target"].points[0][0] > body.points[1][0] > body.points[0][0] > 0
        _, (at, height), _ = found["line-blocked"].points
        assert at == pytest.approx(body.points[1][0] if height < 5 else body.points[0][0], abs=10)


def test_a_low_wall_behind_more_walls_than_are_drawn_has_a_view_from_the_side() -> None:
    tall = [wall(150 + n, -500, 150 + n, 600) | {"_id": f"tall{n}"} for n in range(25)]
    assert {"wall", "attacker", "target"} <= set(side(walls=[*tall, across(250, top=3)]))


def test_a_low_wall_is_drawn_where_the_line_meets_it_and_as_high_as_it_is() -> None:
    found = side(walls=[across(250, top=3)])
    assert set(found) == {"attacker", "target", "hidden", "wall", "line-blocked", "line-clear"}
    (foot, head) = found["wall"].points
    assert foot[0] == head[0]
    assert (foot[1], head[1]) == (0, 3)
    start, stop, end = found["line-blocked"].points
    assert stop == (foot[0], 0)
    assert (start[1], end[1]) == (0, 0), "from feet to feet"
    assert [height for _, height in found["line-clear"].points] == [5, 5], "from head to head"
    assert {height for _, height in found["hidden"].points} == {0, 3}, "of the target"
    body = found["target"].points
    assert {height for _, height in body} == {0, 5}
    assert body[0][0] <= end[0] <= body[1][0]
    assert start[0] == 0


GALLERY = region("defineSurface", 3, 0, 6, 1, id="f", placement="bottom", move=20, sight=20)


@pytest.mark.parametrize(
    "scene",
    [
        {"walls": [across(400, top=3)]},
        {"walls": [across(350, bottom=2)]},
        {"walls": [across(400, top=4)], "tokens": {"A": {"elevation": 15}}},
        {"walls": [across(400, top=6)], "tokens": {"A": {"x": -100, "width": 3, "height": 3}}},
        {"regions": [GALLERY | {"elevation": {"bottom": 10, "top": None}}], "tokens": {"B": {"elevation": 10}}},
    ],
    ids=["on one floor", "a wall that hangs", "from above", "a giant's view", "from under a floor"],
)
def test_what_is_hidden_of_the_body_is_hatched_and_no_more(scene: Document) -> None:
    sheet = facts(draw(*ROW, **scene))
    marks = figure(sheet, ["cover"]).side
    hidden, body = (
        sum(shapely.Polygon(mark.points).area for mark in marks if mark.role == role) for role in ("hidden", "target")
    )
    assert 0 < hidden < body
    assert hidden / body == pytest.approx(1 - sheet.cover.exposure, abs=0.03)


def test_neighbours_are_seen_from_the_side_and_not_one_behind_the_other() -> None:
    fence = wall(-500, 100, 600, 100, flags={"wall-height": {"top": 2}})
    taller = {"A": {"coign": {"height": 6}}}  # of whom the fence hides most along itself
    scene = draw("+ +", " B ", "+ +", " A ", "+ +", walls=[fence], tokens=taller)
    sheet = facts(scene, attack=MELEE, by=conventions(cover="d20", degrees="d20", obstacle_rule="all"))
    found = {mark.role: mark for mark in figure(sheet, ["cover"]).side}
    (west, east), (other_west, other_east) = (
        (min(x for x, _ in found[role].points), max(x for x, _ in found[role].points))
        for role in ("attacker", "target")
    )
    assert west < east - 4
    assert east == pytest.approx(other_west, abs=0.2)
    assert other_west < other_east - 4


def test_a_wall_that_the_line_passes_above_is_drawn_too() -> None:
    found = side(walls=[across(450, top=3)], tokens={"A": {"elevation": 30}})
    assert "line-clear" in found
    assert found["wall"].points[1][1] == 3


@pytest.mark.parametrize(("elevation", "drawn"), [(15, True), (0, False)])
def test_a_floor_is_drawn_where_the_line_passes_through_it(elevation: float, drawn: bool) -> None:
    floor = region("defineSurface", 0, 0, 9, 9, id="f", placement="bottom", move=20, sight=20)
    found = side(regions=[floor | {"elevation": {"bottom": 10, "top": None}}], tokens={"B": {"elevation": elevation}})
    assert ("floor" in found) is drawn
    if drawn:
        assert {height for _, height in found["floor"].points} == {10}
        assert found["floor"].label == "floor:f"
        start, stop, end = found["line-blocked"].points
        assert stop[1] == 10
        assert start[1] < 10 < end[1]


@pytest.mark.parametrize(("edge", "drawn"), [(0.01, False), (0.02, True)], ids=["along the line", "a pixel farther"])
def test_a_floor_whose_edge_runs_along_the_line_is_not_drawn(edge: float, drawn: bool) -> None:
    floors = [
        region("defineSurface", 0, y, 9, 9 + edge, id=name, placement="bottom", move=20, sight=20)
        | {"elevation": {"bottom": 10, "top": None}}
        for name, y in (("north", -9), ("south", 1 - edge))
    ]
    assert ("floor" in side(regions=floors, tokens={"B": {"elevation": 15}})) is drawn


def test_an_implied_floor_between_levels_is_drawn() -> None:
    levels = [
        {"_id": "low", "elevation": {"bottom": 0, "top": 10}},
        {"_id": "high", "elevation": {"bottom": 10, "top": 20}},
    ]
    tokens = {"A": {"level": "low"}, "B": {"level": "high", "elevation": 10}}
    found = side(levels=levels, tokens=tokens, flags={"coign": {"floors": "bottom"}})
    assert [height for _, height in found["floor"].points] == [10, 10]
