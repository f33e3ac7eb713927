"""The marks of a figure: points, lines and polygons, in pixels, are at the places of the facts that they show."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
import shapely
from hypothesis import given

from coign.protocol import Mark
from coign.rules.readings.for_facts import conventions
from support.maps import Document, draw, light, region, wall
from support.random_scenes import scenes
from support.scenes import BOW, D20, DMG, MELEE, examples, facts, figure, from_point

CENTRE = conventions(cover="centre")
ROW = ("+ + + + +", " A     B ", "+ + + + +")
SQUARE_B = ((300, 0), (400, 0), (400, 100), (300, 100))
EVERY = ("elevation", "flanking", "facing", "obscurement", "terrain")


def of_role(marks: Iterable[Mark], role: str) -> list[Mark]:
    return [mark for mark in marks if mark.role == role]


def test_the_two_spaces_the_corner_and_its_four_lines() -> None:
    drawn = figure(facts(draw(*ROW)), ())
    assert [mark.points for mark in of_role(drawn.polygons, "target")] == [SQUARE_B]
    assert [mark.points for mark in of_role(drawn.polygons, "attacker")] == [((0, 0), (100, 0), (100, 100), (0, 100))]
    (corner,) = drawn.points
    assert (corner.role, corner.fact, corner.points, corner.label) == ("corner", "cover", ((1, 1),), "north-west")
    assert [mark.points for mark in of_role(drawn.lines, "line-clear")] == [
        ((1, 1), (301, 1)),
        ((1, 1), (399, 1)),
        ((1, 1), (399, 99)),
        ((1, 1), (301, 99)),
    ]
    assert len(drawn.lines) == 4


def test_obstacles_and_the_hidden_part() -> None:
    screen = wall(250, -300, 250, 60) | {"_id": "screen"}
    drawn = figure(facts(draw(*ROW, walls=[screen])), ())
    blocked = [mark.points for mark in of_role(drawn.lines, "line-blocked")]
    assert [(len(points), points[1][0]) for points in blocked] == [(3, 250), (3, 250)]  # where they meet the wall
    (mark,) = of_role(drawn.lines, "wall")
    assert (mark.points, mark.label) == (((250, -100), (250, 60)), "wall:screen")  # a space around the two, no farther
    hidden = shapely.union_all([shapely.Polygon(mark.points) for mark in of_role(drawn.polygons, "hidden")])
    assert shapely.Polygon(SQUARE_B).buffer(0.1).covers(hidden)


def test_an_outline_has_its_corners_and_not_what_each_layer_of_the_body_adds() -> None:
    crate = {"x": 200, "y": 40, "coign": {"creature": False, "height": 4}}
    drawn = figure(facts(draw(*ROW, tokens={"A": {"elevation": 8}, "C": crate})), ())
    (mark,) = of_role(drawn.polygons, "hidden")
    assert mark.points == ((300, 40), (300, 100), (400, 100), (400, 59.375))


def test_the_floor_that_gives_cover_is_drawn_near_the_two() -> None:
    storey = region("defineSurface", 2, -20, 40, 40, placement="bottom", move=20, sight=20)
    storey |= {"_id": "storey", "elevation": {"bottom": 10, "top": None}}
    found = facts(draw(*ROW, tokens={"B": {"elevation": 10}}, regions=[storey]))
    assert found.cover.by == ("floor:storey",)
    (mark,) = of_role(figure(found, ()).polygons, "area")
    assert (mark.fact, mark.label) == ("cover", "floor:storey")
    assert shapely.Polygon(mark.points).bounds == (200, 0, 400, 100)


def test_where_the_line_between_the_centres_decides_it_is_the_one_that_is_drawn() -> None:
    """A post in the middle of the way is on none of the lines from a corner of A."""
    post = wall(200, 44, 200, 56) | {"_id": "post"}
    found = facts(draw(*ROW, walls=[post]), by=CENTRE)
    assert (found.cover.degree, found.cover.by) == ("standard", ("wall:post",))
    drawn = figure(found, ())
    (line,) = of_role(drawn.lines, "line-blocked")
    assert line.points == ((50, 50), (200, 50), (350, 50))
    assert not of_role(drawn.lines, "line-clear")
    assert not of_role(drawn.points, "corner")


def test_a_creature_on_the_line_between_the_centres_is_drawn_on_it() -> None:
    found = facts(draw("+ + + + +", " A C   B ", "+ + + + +"), by=CENTRE)
    assert (found.cover.degree, found.cover.by) == ("lesser", ("token:C",))
    drawn = figure(found, ())
    assert [mark.label for mark in of_role(drawn.polygons, "creature")] == ["token:C"]
    assert [mark.points for mark in drawn.lines] == [((50, 50), (101, 50), (350, 50))]


def test_a_line_is_stopped_by_the_second_terrain_wall() -> None:
    hedges = [wall(x, -300, x, 400, "l") | {"_id": f"hedge{x}"} for x in (150, 250)]
    blocked = of_role(figure(facts(draw(*ROW, walls=hedges)), ()).lines, "line-blocked")
    assert {mark.points[1][0] for mark in blocked} == {250}


def test_a_line_is_stopped_where_it_enters_a_creature_and_not_by_one_terrain_wall_before_it() -> None:
    """The second hedge stands behind C, and stops the northern lines alone."""
    hedges = [wall(150, -300, 150, 400, "l"), wall(350, -300, 350, 40, "l")]
    for walls in ([], hedges):
        found = facts(draw("+ + + + + +", " A   C   B ", "+ + + + + +", walls=walls), by=D20)
        assert found.cover.degree == ("cover" if walls else "soft")
        blocked = of_role(figure(found, ()).lines, "line-blocked")
        assert {(len(mark.points), mark.points[1][0]) for mark in blocked} == {(3, 201)}


def test_a_line_is_stopped_where_it_comes_into_an_area() -> None:
    hedge = region("coign.cover", 2, 0, degree="half")
    drawn = figure(facts(draw(*ROW) | {"regions": [hedge]}), ())
    assert {mark.points[1][0] for mark in of_role(drawn.lines, "line-blocked")} == {200}


def test_a_line_over_a_low_wall_is_covered_and_one_beside_it_is_clear() -> None:
    low = wall(250, -300, 250, 80) | {"_id": "low", "flags": {"wall-height": {"bottom": 0, "top": 4}}}
    drawn = figure(facts(draw(*ROW, walls=[low])), ())
    assert [mark.label for mark in of_role(drawn.lines, "wall")] == ["wall:low"]
    assert [mark.role for mark in drawn.lines if mark.role != "wall"] == ["line-covered"] * 2 + ["line-clear"] * 2


@given(scenes())
@examples(0.5)
def test_the_hidden_part_and_the_exposure_add_up(drawn: Document) -> None:
    """For any obstacles except limited walls, whose shadows are drawn one by one."""
    drawn["walls"] = [one for one in drawn["walls"] if one["sight"] != 10]
    sheet = facts(drawn)
    marks = figure(sheet, EVERY)
    hidden = shapely.union_all([shapely.Polygon(mark.points) for mark in of_role(marks.polygons, "hidden")])
    x0, y0, x1, y1 = (value / 16 for value in sheet.query.space.box)
    assert hidden.area / ((x1 - x0) * (y1 - y0)) == pytest.approx(1 - sheet.cover.exposure, abs=0.02)


def test_creatures_and_areas_in_the_way_are_named_for_who_may_know_them() -> None:
    hedge = region("coign.cover", 2, 0, id="hedge", degree="three-quarters")
    drawn = figure(facts(draw("+ + + + +", " A C   B ", "+ + + + +", regions=[hedge])), ())
    (body,) = of_role(drawn.polygons, "creature")
    (area,) = of_role(drawn.polygons, "area")
    assert (body.label, body.points[0]) == ("token:C", (100, 0))
    assert (area.label, sorted(area.points)[0]) == ("region:hedge", (200, 0))


def test_elevation_flanking_and_facing_only_where_they_are_asked_for() -> None:
    scene = draw("+ + + +", " A B C ", "+ + + +", tokens={"A": {"elevation": 3, "rotation": 270}})
    sheet = facts(scene, attack=MELEE)
    assert {mark.fact for mark in (*figure(sheet, ()).points, *figure(sheet, ()).lines)} == {"cover"}
    drawn = figure(sheet, EVERY)
    assert [mark.label for mark in of_role(drawn.points, "elevation")] == ["3 ft", "0 ft"]
    (line,) = of_role(drawn.lines, "flanking")
    assert (line.points, line.label) == (((50, 50), (250, 50)), "token:C")
    assert [mark.label for mark in of_role(drawn.polygons, "helper")] == ["token:C"]
    assert [mark.role for mark in drawn.polygons if mark.role.startswith("arc-")] == ["arc-flank"]


@pytest.mark.parametrize(
    ("attacker", "target", "areas"),
    [
        (270, 0, [("flank", 250, False)]),  # A looks east, at B's western flank: B looks south
        (270, 270, [("rear", 250, False)]),
        (270, 90, [("front", 250, False)]),
        (180, 90, [("flank", 50, True)]),  # A strikes to its own flank at B's front
        (90, 90, [("rear", 50, True)]),
        (90, 0, [("rear", 50, True), ("flank", 250, False)]),  # and at B's flank: both decide
    ],
)
def test_of_the_areas_of_facing_those_that_decided_are_drawn(
    attacker: int, target: int, areas: list[tuple[str, int, bool]]
) -> None:
    tokens = {"A": {"rotation": attacker}, "B": {"rotation": target}}
    drawn = figure(facts(draw("+ + + +", " A   B ", "+ + + +", tokens=tokens)), EVERY)
    fans = [mark for mark in drawn.polygons if mark.role.startswith("arc-")]
    assert [(fan.role, fan.points[0]) for fan in fans] == [(f"arc-{arc}", (owner, 50)) for arc, owner, _ in areas]
    assert [fan.points[5][0] > owner for fan, (_, owner, _) in zip(fans, areas, strict=True)] == [
        east for *_, east in areas
    ]


def test_fog_and_swamp_near_the_two() -> None:
    swamp = region("coign.terrain", 3, 0, id="swamp", difficult=True)
    fog = region("coign.obscuring", 1, 0, id="fog", degree="light")
    far = region("coign.obscuring", 9, 9, id="far", degree="light")
    dark = region("adjustDarknessLevel", 1, 0, id="dark", mode=0, modifier=1)
    drawn = figure(facts(draw(*ROW, regions=[swamp, fog, dark, far])), EVERY)
    assert {(mark.fact, mark.label) for mark in of_role(drawn.polygons, "area")} == {
        ("terrain", "region:swamp"),
        ("obscurement", "region:fog"),
        ("obscurement", "region:dark"),
    }


def test_the_order_of_an_areas_parts_does_not_depend_on_how_it_was_made() -> None:
    """Two builds of GEOS join the same areas in different orders."""
    boxes = [(300.0, 0.0), (0.0, 200.0), (300.0, 200.0)]
    corners = [[x, y, x + 50, y, x + 50, y + 50, x, y + 50] for x, y in boxes]
    swamp = region("coign.terrain", 3, 0, id="swamp", difficult=True)
    drawn = []
    for turn in (0, 2, 4):
        shapes = [{"type": "polygon", "points": each[turn:] + each[:turn], "hole": False} for each in corners]
        shapes = shapes[turn // 2 :] + shapes[: turn // 2]
        drawn.append(figure(facts(draw(*ROW, regions=[swamp | {"shapes": shapes}])), EVERY).polygons)
    areas = of_role(drawn[0], "area")
    assert [mark.points[0] for mark in areas] == [(0, 200), (300, 0), (300, 200)]
    assert drawn == [drawn[0]] * 3


def test_overlapping_creatures_have_no_lines() -> None:
    drawn = figure(facts(draw("+ +", " A ", "+ +", tokens={"B": {"x": 10}})), EVERY)
    assert drawn.lines == ()
    assert of_role(drawn.points, "corner") == []


def test_a_point_of_origin_has_no_space() -> None:
    drawn = figure(from_point(draw(*ROW), 150, 50), EVERY)
    assert of_role(drawn.polygons, "attacker") == []
    assert of_role(drawn.points, "corner")[0].points == ((150, 50),)


@pytest.mark.parametrize("kind", [2, 5])
def test_hexes_are_drawn_as_their_outline(kind: int) -> None:
    tokens = {"A": {"x": 0, "y": 0}, "B": {"x": 400, "y": 300, "width": 2, "height": 2}}
    scene = draw("+ +", "   ", "+ +", tokens=tokens, grid={"type": kind}, lights=[light(0, 0, 9, 9)])
    for by in (DMG, D20):
        drawn = figure(facts(scene, attack=BOW, by=by), EVERY)
        (target,) = of_role(drawn.polygons, "target")
        assert shapely.Polygon(target.points).area == pytest.approx(3 * 8660.25, rel=0.01)
        assert len(of_role(drawn.lines, "line-clear")) == 6
