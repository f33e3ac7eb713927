"""The obstacles on a line: every row of the table of walls, with heights, sides and levels."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from coign.facts.cover.posts import blocked
from coign.protocol import CoverFact
from coign.rules.readings.for_facts import conventions
from support.maps import Document, draw, region, wall
from support.scenes import BOW, D20, DMG, MELEE, Book, facts, from_point, read

SOLID_WALKS = conventions(invisible_walls="solid")


def across(*signs: str, by: Book = DMG, swap: bool = False, **more: Any) -> CoverFact:
    """Measure the cover between A and B, with a border for each sign midway between them; `swap`: from B to A."""
    row = " A  " + " ".join(signs) + "  B "
    edge = "+ " * (len(row) // 2) + "+"
    scene = draw(edge, row, edge, **more)
    return facts(scene, "B" if swap else "A", "A" if swap else "B", by=by).cover


# --- the table of obstacles -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("signs", "effect", "sight", "dmg", "d20"),
    [
        ("|", False, False, "total", "total"),
        ("d", False, False, "total", "total"),
        ("o", True, True, "none", "none"),
        ("w", True, True, "three-quarters", "improved"),
        ("l", True, True, "none", "none"),
        ("ll", False, False, "total", "total"),
        ("l|", False, False, "total", "total"),
        ("s", True, False, "none", "none"),
        ("m", True, True, "none", "none"),
        ("b", True, True, "half", "cover"),
        ("sw", True, False, "three-quarters", "improved"),
        (" ", True, True, "none", "none"),
    ],
)
def test_the_effect_and_cover_of_each_kind_of_wall(signs: str, effect: bool, sight: bool, dmg: str, d20: str) -> None:
    for by, degree in ((DMG, dmg), (D20, d20)):
        for swap in (False, True) if signs != "sw" else (False,):  # the way back the window is B's own
            found = across(*signs, by=by, swap=swap)
            assert (found.effect, found.sight, found.degree) == (effect, sight, degree)


def one_wall(by: Book = DMG, **fields: Any) -> CoverFact:
    """Measure the cover behind a wall with these fields of Foundry's, across the whole way from A to B."""
    scene = draw("+ + + +", " A   B ", "+ + + +", walls=[wall(150, 0, 150, 100) | fields])
    for key in [key for key, value in fields.items() if value is ...]:
        del scene["walls"][0][key]
    return facts(scene, by=by).cover


@pytest.mark.parametrize("sight", [0, 10, 20, 30, 40])
@pytest.mark.parametrize("move", [0, 20])
@pytest.mark.parametrize(("door", "state"), [(1, 0), (1, 2), (2, 0), (2, 2)])
def test_a_shut_or_locked_door_is_solid_whatever_its_sight_secret_or_not(
    sight: int, move: int, door: int, state: int
) -> None:
    found = one_wall(sight=sight, move=move, door=door, ds=state)
    assert (found.effect, found.sight) == (False, False)


@pytest.mark.parametrize("door", [1, 2])
@pytest.mark.parametrize("word", ["total", "half", {"degree": "low", "height": 3}])
def test_an_open_door_stops_nothing_whatever_cover_a_gm_set(door: int, word: Any) -> None:
    assert one_wall(door=door, ds=1).degree == "none"
    assert one_wall(door=door, ds=1, flags={"coign": {"cover": word}}).degree == "none"


def test_the_state_of_a_wall_that_is_no_door_is_ignored() -> None:
    assert one_wall(ds=1).degree == "total"


@pytest.mark.parametrize(
    ("sight", "move", "degree", "seen"),
    [
        (20, 20, "total", False),
        (20, 0, "none", False),
        (0, 20, "none", True),
        (0, 0, "none", True),
        (10, 20, "none", True),
        (10, 0, "none", True),
        (30, 20, "three-quarters", True),
        (40, 0, "three-quarters", True),
        (..., ..., "total", False),
        (None, None, "total", False),
        (..., 0, "none", False),
        (20, ..., "total", False),
    ],
)
def test_foundrys_values_of_sight_and_move(sight: Any, move: Any, degree: str, seen: bool) -> None:
    found = one_wall(sight=sight, move=move)
    assert (found.degree, found.sight) == (degree, seen)


@pytest.mark.parametrize(("sense", "degree", "seen"), [(1, "total", False), (2, "none", True), (0, "none", True)])
def test_walls_of_before_version_nine_have_their_sense(sense: int, degree: str, seen: bool) -> None:
    found = one_wall(sight=..., light=..., sense=sense, move=1)
    assert (found.degree, found.sight) == (degree, seen)


def test_invisible_walls_are_solid_by_option_only() -> None:
    assert across("m", by=SOLID_WALKS).degree == "total"
    assert one_wall(sight=0, move=20, by=SOLID_WALKS).effect is False
    assert one_wall(sight=0, move=0, by=SOLID_WALKS).degree == "none"


@pytest.mark.parametrize(
    ("sight", "threshold", "near", "far"),
    [
        (30, 12, "three-quarters", "total"),
        (30, 10, "total", "total"),  # at the very threshold
        (40, 17, "total", "three-quarters"),
        (40, 15, "total", "three-quarters"),
        (40, 14, "three-quarters", "three-quarters"),
        (30, None, "three-quarters", "three-quarters"),
        (30, 0, "three-quarters", "three-quarters"),
        (20, 12, "total", "total"),
    ],
)
def test_windows_are_seen_through_within_their_threshold_by_option_only(
    sight: int, threshold: float | None, near: str, far: str
) -> None:
    """The window is 10 ft from A's edge, 15 ft from its far edge, and 15 and 20 ft from B's."""
    window = wall(300, -900, 300, 900, sight=sight, threshold={"sight": threshold, "light": None})
    scene = draw("+ + + + + + + +", " A           B ", "+ + + + + + + +", walls=[window])
    by = conventions(windows="threshold")
    there, back = facts(scene, by=by), facts(scene, "B", "A", by=by)
    assert (there.cover.degree, back.cover.degree) == (near, far)
    assert (there.obscurement.sight, there.obscurement.seen_by_target) == (near != "total", far != "total")
    always = "total" if sight == 20 else "three-quarters"
    assert facts(scene).cover.degree == facts(scene, "B", "A").cover.degree == always


@pytest.mark.parametrize(("direction", "eastward", "westward"), [(0, 0, 0), (1, 1, 0), (2, 0, 1), (7, 0, 0)])
def test_one_way_walls_stop_one_way(direction: int, eastward: int, westward: int) -> None:
    """The wall is drawn from north to south: `dir` 1 stops lines from the east."""
    scene = draw("+ + + +", " A   B ", "+ + + +", walls=[wall(150, 0, 150, 100, dir=direction)])
    assert [facts(scene).cover.exposure, facts(scene, "B", "A").cover.exposure] == [eastward, westward]


@pytest.mark.parametrize(
    ("word", "dmg", "d20"),
    [
        ("none", "none", "none"),
        ("half", "half", "cover"),
        ("three-quarters", "three-quarters", "improved"),
        ("total", "total", "total"),
        ({"degree": "half"}, "half", "cover"),
        ({"degree": "low", "height": 3}, "half", "cover"),
        ({"degree": "low", "height": 2}, "none", "none"),
        ({"degree": "low", "height": 9}, "total", "total"),
    ],
)
@pytest.mark.parametrize("fields", [{}, {"sight": 0, "move": 0}, {"sight": 30}, {"sight": 10}, {"door": 1}])
def test_a_cover_that_a_gm_set_on_a_wall_wins(word: Any, dmg: str, d20: str, fields: Any) -> None:
    flags = {"coign": {"cover": word}}
    assert one_wall(flags=flags, **fields).degree == dmg
    assert one_wall(flags=flags, by=D20, **fields).degree == d20


@pytest.mark.parametrize("word", ["flimsy", 3, [], {"degree": "low"}, {"degree": "low", "height": "tall"}, None])
def test_an_unknown_cover_leaves_the_wall_unchanged(word: Any) -> None:
    flags = {"coign": {"cover": word}}
    scene = draw("+ + + +", " A   B ", "+ + + +", walls=[wall(150, 0, 150, 100, flags=flags)])
    assert facts(scene).cover.degree == "total"
    if word is not None:
        assert [what for what, why in read(scene).skipped if "cover" in why] == ["wall x150,0,150,100"]


# --- limited walls ----------------------------------------------------------------------------------------------------


def test_the_second_limited_wall_counts_only_on_lines_that_cross_both() -> None:
    """Two hedges: one covers both halves of the target, the second its northern half."""
    hedges = [wall(120, 0, 120, 100, "l"), wall(180, 0, 180, 50, "l")]
    found = facts(draw("+ + + +", " A   B ", "+ + + +", walls=hedges)).cover
    assert (found.degree, found.lines) == ("half", (False, True, True, True))
    assert 0.8 < found.exposure < 0.95


def test_a_limited_wall_before_and_one_behind_a_solid_corner() -> None:
    """The two copies of a line are stopped separately: one limited wall on either side stops neither."""
    touching = [wall(150, 0, 150, 1, "l"), wall(160, 1, 160, 100, "l")]
    assert facts(draw("+ + + +", " A   B ", "+ + + +", walls=touching)).cover.degree == "none"


# --- heights ----------------------------------------------------------------------------------------------------------


def tall(top: float | None, bottom: float | None = None) -> Document:
    return {"flags": {"wall-height": {"top": top, "bottom": bottom}}}


@pytest.mark.parametrize(
    ("fields", "dmg"),
    [
        (tall(5, 0), "total"),
        (tall(5), "total"),
        (tall(None, 0), "total"),
        (tall(4.9, 0), "total"),
        (tall(4.8, 0), "three-quarters"),
        (tall(4), "three-quarters"),
        (tall(3), "half"),
        (tall(2.5), "half"),
        (tall(2.4), "half"),
        (tall(2.2), "none"),
        (tall(None, 3), "none"),
        (tall(None, 2), "half"),
        (tall(None, 1), "three-quarters"),
        (tall(20, 10), "none"),
        (tall(-5, -20), "none"),
        ({"flags": {"wallHeight": {"wallHeightTop": 3, "wallHeightBottom": 0}}}, "half"),
        ({"flags": {"wallHeight": {"wallHeightTop": None}}}, "total"),
        ({"flags": {"wall-height": {"top": 0, "bottom": 0}}}, "none"),
    ],
)
def test_a_wall_counts_by_the_share_of_the_body_that_it_hides(fields: Document, dmg: str) -> None:
    """Both creatures are 5 ft tall, and measured at the middles of the twentieths of that: 0.125, 0.375 ... 4.875."""
    assert one_wall(**fields).degree == dmg


@pytest.mark.parametrize(
    ("place", "degree"),
    [(120, "total"), (127, "total"), (128, "three-quarters"), (190, "three-quarters"), (199, "half")],
)
def test_the_lines_rise_with_the_target(place: float, degree: str) -> None:
    """B flies 8 ft high: the line from A's head to the topmost of B's twenty layers rises from 5 to 12.875 ft. The wall
    of 10 ft, which is A's own up to x = 150, is above it on the first 0.635 of the way: from A's far side, at x = 1, to
    B's near side, at 200, that is up to x = 127.3. Over a wall further on A sees what is near of B's top, then more.
    """
    scene = draw("+ + + +", " A   B ", "+ + + +", tokens={"B": {"elevation": 8}}, walls=[wall(150, 0, 150, 100)])
    scene["walls"][0] |= {"c": [place, -300, place, 400]} | tall(10)
    assert facts(scene).cover.degree == degree


def test_a_low_wall_must_hide_half_of_the_target() -> None:
    """A wall 3 ft high hides most of a man. From the share of its height that is struck at, a creature 7 ft tall is
    attacked from a lower one of A's: from 2.1 ft at 3 ft.
    """
    for height, degree in ((5, "half"), (6, "half"), (7, "none")):
        scene = draw("+ + + +", " A  bB ", "+ + + +", tokens={"B": {"coign": {"height": height}}})
        assert facts(scene).cover.degree == degree


def test_a_low_wall_stands_on_the_ground_that_is_drawn_under_it() -> None:
    """On a plateau at 20 ft, a parapet of 3 ft covers creatures on the plateau."""
    plateau = region("coign.ground", 0, 0, 3, 1, elevation=20)
    assert facts(draw("+ + + +", " A  bB ", "+ + + +", regions=[plateau])).cover.degree == "half"
    above = {"A": {"elevation": 20}, "B": {"elevation": 20}}
    assert facts(draw("+ + + +", " A  bB ", "+ + + +", tokens=above)).cover.degree == "none"


def test_a_low_wall_hides_the_layers_below_its_top() -> None:
    low, full = one_wall(**tall(3)), one_wall(**tall(5))
    assert (low.exposure, low.effect, low.sight) == (0.4, True, True)
    assert (full.exposure, full.effect, full.sight) == (0, False, False)


# --- creatures --------------------------------------------------------------------------------------------------------


def with_body(by: Book = DMG, attack: Any = BOW, **body: Any) -> CoverFact:
    """Measure the cover of B with C between A and B."""
    return facts(draw("+ + + +", " A C B ", "+ + + +", tokens={"C": body}), by=by, attack=attack).cover


def test_a_creature_in_the_way_is_half_cover_or_soft_and_stops_nothing() -> None:
    found = with_body()
    assert (found.degree, found.soft, found.by, found.against) == ("half", ("C",), ("token:C",), "creature")
    assert (found.effect, found.sight, found.exposure) == (True, True, 1)
    assert with_body(by=D20).degree == "soft"


@pytest.mark.parametrize(
    "body",
    [
        {"hidden": True},
        {"coign": {"statuses": ["dead"]}},
        {"coign": {"statuses": ["Defeated"]}},
        {"coign": {"statuses": ["prone"]}},
        {"coign": {"statuses": ["Unconscious"]}},
        {"elevation": 5.1},
        {"elevation": -5.1},
        {"coign": {"height": 2}},
        {"x": 160, "y": 40, "width": 0.5, "height": 0.5, "elevation": 3},
    ],
)
def test_creatures_that_are_no_obstacle(body: Document) -> None:
    """Creatures that are hidden, dead or lying, or above or below the line from middle to middle."""
    assert with_body(**body).degree == "none"


@pytest.mark.parametrize(
    "body",
    [
        {"disposition": 1},
        {"disposition": -1},
        {"coign": {"statuses": ["stunned"]}},
        {"elevation": 2.5},
        {"elevation": -2.5},
        {"width": 0.5, "height": 0.5, "x": 125, "y": 25},
        {"coign": {"height": 2.5}},
    ],
)
def test_creatures_that_are_an_obstacle(body: Document) -> None:
    """Friends and foes, helpless or small ones; also at the ends of their height."""
    assert with_body(**body).degree == "half"


def test_a_lying_creature_is_an_obstacle_by_an_option() -> None:
    by = (msgspec.structs.replace(DMG[0], lying_creatures="cover"), DMG[1])
    lying = draw("+ + + + + +", " A . C . B ", "+ + + + + +", tokens={"C": {"coign": {"statuses": ["prone"]}}})
    assert facts(lying).cover.degree == "none"
    assert facts(lying, by=by).cover.soft == ("C",)


@pytest.mark.parametrize(
    ("thing", "degree", "exposure"),
    [
        ({}, "half", 0.5),  # half as high as it is wide
        ({"coign": {"creature": False, "height": 2}}, "none", 0.6),
        ({"coign": {"creature": False, "height": 5}}, "total", 0.0),
        ({"elevation": 3}, "none", 0.6),
        ({"hidden": True}, "none", 1.0),
        ({"coign": {"creature": False, "height": 5, "statuses": ["dead"]}}, "none", 1.0),
    ],
)
def test_a_thing_is_walls_round_its_space(thing: Document, degree: str, exposure: float) -> None:
    corridor = [wall(0, 0, 500, 0), wall(0, 100, 500, 100)]
    wagon = {"C": {"coign": {"creature": False}} | thing}
    found = facts(draw("+ + + + + +", " A . C . B ", "+ + + + + +", tokens=wagon, walls=corridor)).cover
    assert (found.degree, found.exposure, found.soft) == (degree, exposure, ())
    assert ("token:C" in found.by) is (degree != "none")


def test_the_line_rises_over_a_body_beside_the_lower_one_and_passes_one_halfway_up() -> None:
    """B is 30 ft up; the middle of the line rises from 2.5 to 32.5 ft."""
    above = {"B": {"elevation": 30}}
    near = draw("+ + + + + +", " A C     B ", "+ + + + + +", tokens=above)
    assert facts(near).cover.degree == "none"
    far = draw("+ + + + + +", " A   C   B ", "+ + + + + +", tokens=above | {"C": {"elevation": 15}})
    assert facts(far).cover.degree == "half"


def test_a_body_that_overlaps_either_is_no_obstacle() -> None:
    """For example a rider on its mount, or a swarm in its victim's space."""
    rider = {"C": {"x": 0, "y": 0}}
    assert facts(draw("+ + + +", " A   B ", "+ + + +", tokens=rider)).cover.degree == "none"
    swarm = {"C": {"x": 220, "y": 20, "width": 0.5, "height": 0.5}}
    assert facts(draw("+ + + +", " A   B ", "+ + + +", tokens=swarm)).cover.degree == "none"


def test_a_line_along_the_side_of_a_body_passes_it_by() -> None:
    """C is in the next row: its side is inset by one percent, as the corners of A and B are."""
    assert facts(draw("+ + + +", " A   B ", "+ + + +", "   C   ", "+ + + +")).cover.degree == "none"


def test_attacker_and_target_are_no_obstacles() -> None:
    giants = draw("+ + + + + +", " A A   B B ", "+ + + + + +", " A A   B B ", "+ + + + + +")
    assert facts(giants).cover.degree == "none"


# --- areas ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("degree", "dmg", "d20"),
    [
        ("none", "none", "none"),
        ("half", "half", "cover"),
        ("three-quarters", "three-quarters", "improved"),
        ("total", "total", "total"),
    ],
)
def test_a_cover_area_gives_the_degree_it_is_set_to(degree: str, dmg: str, d20: str) -> None:
    hedge = region("coign.cover", 1, 0, id="hedge", degree=degree)
    scene = draw("+ + + +", " A   B ", "+ + + +", regions=[hedge])
    found = facts(scene).cover
    assert (found.degree, found.effect, found.exposure) == (dmg, True, 1)
    assert found.by == (() if degree == "none" else ("region:hedge",))
    assert facts(scene, by=D20).cover.degree == d20


def test_an_area_that_only_touches_the_lines_gives_nothing() -> None:
    beside = region("coign.cover", 1, 1, degree="total")
    assert facts(draw("+ + + +", " A   B ", "+ + + +", regions=[beside])).cover.degree == "none"


def test_an_area_high_above_gives_nothing() -> None:
    canopy = region("coign.cover", 1, 0, degree="total") | {"elevation": {"bottom": 20, "top": 40}}
    assert facts(draw("+ + + +", " A   B ", "+ + + +", regions=[canopy])).cover.degree == "none"


def test_an_area_under_a_rising_line_gives_nothing() -> None:
    """Thorns of 3 ft beside B's tower; the arrow passes 20 ft above them."""
    thorns = region("coign.cover", 4, 0, degree="total") | {"elevation": {"bottom": 0, "top": 3}}
    row = ("+ + + + + + +", " A         B ", "+ + + + + + +")
    assert facts(draw(*row, tokens={"B": {"elevation": 30}}, regions=[thorns])).cover.degree == "none"
    assert facts(draw(*row, regions=[thorns])).cover.degree == "total"


# --- corners and centres ----------------------------------------------------------------------------------------------


def test_a_corner_cut_off_from_its_own_centre_is_not_used_and_counts_as_blocked() -> None:
    """A wall runs through the corner of A's square: A cannot shoot from behind it."""
    across_a = wall(20, -50, 120, 50)  # cuts A's north-eastern corner off
    scene = draw("+ + + +", " A   B ", "+ + + +", walls=[across_a])
    sheet = facts(scene)
    assert sheet.query.sightlines.usable.tolist() == [True, False, True, True, True]
    assert sheet.cover.corner in ("south-east", "south-west")
    back = facts(scene, "B", "A").cover
    assert back.lines[1] is False
    assert back.degree == "half"


def test_no_line_is_clear_if_all_corners_are_cut_off() -> None:
    """Walls cut off all four corners of A, and the lines from its centre to the target are stopped as well."""
    box = [wall(*ends) for ends in ((50, -1, 101, 50), (101, 50, 50, 101), (50, 101, -1, 50), (-1, 50, 50, -1))]
    found = facts(draw("+ + + +", " A   B ", "+ + + +", walls=box)).cover
    assert (found.degree, found.effect, found.lines) == ("total", False, (False,) * 4)


@pytest.mark.parametrize("direction", range(4))
def test_a_creature_flush_against_a_wall_is_on_its_own_side(direction: int) -> None:
    """The wall runs along A's side, away from B: it stops nothing."""
    lines = [(0, 0, 100, 0), (100, 100, 0, 100), (0, 100, 0, 0), (0, -500, 0, 500)]
    assert facts(draw("+ + + +", " A   B ", "+ + + +", walls=[wall(*lines[direction])])).cover.degree == "none"


# --- a point of origin ------------------------------------------------------------------------------------------------


def test_a_burst_is_measured_from_its_point() -> None:
    row = ("+ + + +", "  |  B ", "+ + + +")
    assert from_point(draw(*row), 50, 50).cover.effect is False
    assert from_point(draw(*row), 150, 50).cover.degree == "none"
    assert from_point(draw(*row), 50, 50).cover.corner is None


@pytest.mark.parametrize("by", [DMG, D20])
def test_a_crate_hides_as_much_from_a_point_as_from_a_tiny_creature_there(by: Book) -> None:
    crate = {"coign": {"creature": False, "height": 3.5}}
    row, tiny = ("+ + + + +", "   C   B ", "+ + + + +"), {"x": 49, "y": 49, "width": 0.02, "height": 0.02}
    creature = facts(draw(*row, tokens={"C": crate, "A": tiny | {"elevation": 4, "coign": {"height": 0}}}), by=by).cover
    point = from_point(draw(*row, tokens={"C": crate}), 50, 50, 4, by=by).cover
    assert (point.degree, point.by) == (creature.degree, ("token:C",))
    assert 0.3 < point.exposure == pytest.approx(creature.exposure, abs=0.06)


def test_a_burst_on_a_corner_of_the_target_sees_what_no_wall_hides() -> None:
    """The burst is at the target's own corner; the wall that cuts off its far corner is at its back."""
    found = from_point(draw("+ + + +", "     B ", "+ + + +", walls=[wall(250, 100, 300, 50)]), 200, 0).cover
    assert (found.exposure, found.degree) == (1.0, "none")


def test_a_burst_inside_the_target_has_no_cover_to_beat() -> None:
    found = from_point(draw("+ + + +", "     B ", "+ + + +", walls=[wall(260, 0, 260, 100)]), 240, 50).cover
    assert (found.degree, found.effect) == ("none", True)


@pytest.mark.parametrize(
    ("bottom", "top", "elevation", "degree"),
    [
        (0, 2, 0, "none"),  # below the middle line, which is 2.5 ft up
        (0, 2.5, 0, "half"),
        (2.5, 9, 0, "half"),
        (2.6, 9, 0, "none"),
        (0, 12, 20, "half"),  # the middle rises to 22.5 ft, over the hedge from 7.5 to 17.5, by the corner
        (0, 9, 20, "none"),  # from a western corner it passes above
        (15, 99, 20, "half"),
        (18, 99, 20, "none"),  # it passes below
    ],
)
def test_a_cover_area_counts_where_the_middle_line_is_within_its_heights(
    bottom: float, top: float, elevation: float, degree: str
) -> None:
    hedge = region("coign.cover", 2, 0, degree="half") | {"elevation": {"bottom": bottom, "top": top}}
    scene = draw("+ + + + + +", " A       B ", "+ + + + + +", regions=[hedge], tokens={"B": {"elevation": elevation}})
    assert facts(scene).cover.degree == degree


# --- floors and levels ------------------------------------------------------------------------------------------------


def floor(elevation: float, move: int = 20, sight: int = 20, levels: tuple[str, ...] = ()) -> Document:
    drawn = region("defineSurface", 0, 0, 9, 9, placement="bottom", move=move, sight=sight)
    return drawn | {"elevation": {"bottom": elevation, "top": None}, "levels": list(levels)}


@pytest.mark.parametrize(
    ("move", "sight", "effect", "seen"),
    [(20, 20, False, False), (0, 20, True, False), (20, 0, True, True), (0, 0, True, True), (10, 10, True, True)],
)
def test_a_floor_between_two_creatures_is_as_a_wall_would_be(move: int, sight: int, effect: bool, seen: bool) -> None:
    row = ("+ + + +", " A   B ", "+ + + +")
    found = facts(draw(*row, tokens={"B": {"elevation": 15}}, regions=[floor(10, move, sight)])).cover
    assert (found.effect, found.sight) == (effect, seen)
    below = facts(draw(*row, regions=[floor(10, move, sight)])).cover
    assert (below.effect, below.sight) == (True, True)


@pytest.mark.parametrize(("x", "effect"), [(0, True), (800, True), (950, False), (1000, False)])
def test_a_floor_stops_only_the_lines_that_pass_through_it(x: float, effect: bool) -> None:
    """B stands at the edge of a gallery 10 ft up, from x = 900 on. From before it A sees B; from under it, no more."""
    gallery = region("defineSurface", 9, 0, 9, 1, placement="bottom", move=20, sight=20)
    gallery |= {"elevation": {"bottom": 10, "top": None}}
    places: dict[str, Any] = {"A": {"x": x}, "B": {"x": 900, "elevation": 10}}
    assert facts(draw("+ +", "   ", "+ +", tokens=places, regions=[gallery])).cover.effect is effect


def test_the_edge_of_a_floor_is_clear_and_the_joint_of_two_is_not() -> None:
    """A line from A's north-west corner, (1, 1), to B's south-east one, (499, 99), is 10 ft up at (250, 50)."""
    tokens = {"A": {"x": 0}, "B": {"x": 400, "elevation": 15}}

    def stopped(*floors: Document) -> list[bool]:
        regions = [one | {"elevation": {"bottom": 10, "top": None}} for one in floors]
        sight = facts(draw("+ +", "   ", "+ +", tokens=tokens, regions=regions)).query.sightlines
        return [bool(blocked(sight.posts.hidden)[0, end]) for end in range(4)]

    north = region("defineSurface", 0, -3, 9, 3.5, id="n", placement="bottom", move=20, sight=20)
    south = region("defineSurface", 0, 0.5, 9, 3, id="s", placement="bottom", move=20, sight=20)
    assert stopped(north)[2] is stopped(south)[2] is False
    assert stopped(north)[:2] == [True, True]
    assert stopped(north, south) == [True] * 4


def storeys(floor_at: float = 10, **more: Any) -> Document:
    """A on the ground floor (0 to 10 ft), B on the first (10 to 20 ft), both 20 ft apart on the map."""
    levels = [
        {"_id": "low", "name": "low", "elevation": {"bottom": 0, "top": floor_at}},
        {"_id": "high", "name": "high", "elevation": {"bottom": floor_at, "top": 20}},
    ]
    tokens = {"A": {"level": "low", "elevation": 0}, "B": {"level": "high", "elevation": 15}}
    for letter, changes in more.pop("tokens", {}).items():
        tokens[letter] = tokens.get(letter, {}) | changes
    return draw("+ + + + + +", " A       B ", "+ + + + + +", tokens=tokens, levels=levels, **more)


AT_BOTTOM: Document = {"coign": {"floors": "bottom"}}


def test_without_a_drawn_floor_lines_pass_from_level_to_level_unless_each_has_one_at_its_bottom() -> None:
    assert facts(storeys()).cover.effect
    assert not facts(storeys(flags=AT_BOTTOM)).cover.effect
    assert not facts(storeys(flags=AT_BOTTOM)).cover.sight
    same = {"A": {"level": "high", "elevation": 10}}
    assert facts(storeys(flags=AT_BOTTOM, tokens=same)).cover.effect, "both on one level"


def test_a_floor_without_an_elevation_lies_at_the_bottom_of_its_level_by_option() -> None:
    """The floor covers the western half, where A stands; B looks down from the eastern half."""
    drawn = region("defineSurface", 0, 0, 2, 1, placement="bottom", move=20, sight=20) | {"levels": ["high"]}
    assert facts(storeys(regions=[drawn])).cover.effect
    whole = region("defineSurface", 0, 0, 9, 9, placement="bottom", move=20, sight=20) | {"levels": ["high"]}
    assert facts(storeys(regions=[drawn], flags=AT_BOTTOM)).cover.effect, "a drawn floor has its holes"
    assert not facts(storeys(regions=[whole], flags=AT_BOTTOM)).cover.effect


def test_levels_that_see_each_other_have_no_floor_between_them() -> None:
    scene = storeys(flags=AT_BOTTOM)
    scene["levels"][0]["visibility"] = {"levels": ["high"]}
    assert facts(scene).cover.effect


def upright(x: float, *levels: str, **fields: Any) -> Document:
    return wall(x, -300, x, 400, levels=list(levels), **fields)


@pytest.mark.parametrize(
    ("x", "levels", "is_stopped"),
    [
        # The lines rise by 15 ft: they pass the floor at 10 ft on the second or the third quarter of their way.
        (110, ("low",), True),
        (390, ("low",), False),
        (110, ("high",), False),
        (390, ("high",), True),
        (150, (), True),
        (350, (), True),
        (150, ("low", "high"), True),
        (350, ("low", "high"), True),
        (150, ("cellar",), False),
        (350, ("cellar",), False),
    ],
)
def test_a_line_between_levels_meets_the_firsts_walls_and_areas_up_to_the_floor_and_the_seconds_beyond(
    x: float, levels: tuple[str, ...], is_stopped: bool
) -> None:
    scene = storeys(walls=[upright(x, *levels)])
    strip = (x / 100 - 0.1, -3, 0.2, 7)
    hedge = region("coign.cover", *strip, degree="half") | {"levels": list(levels)}
    fogs = [
        region("coign.obscuring", *strip, degree=degree) | {"levels": list(levels)} for degree in ("light", "heavy")
    ]
    for actor, target in ("AB", "BA"):
        found = facts(scene, actor, target).cover
        assert (found.effect, found.sight) == (not is_stopped, not is_stopped)
        assert facts(scene, actor, target, by=D20).cover.degree == ("total" if is_stopped else "none")
        for fog, raw in zip(fogs, ("lightly", "heavily"), strict=True):
            sheet = facts(storeys(regions=[hedge, fog]), actor, target)
            assert sheet.cover.degree == ("half" if is_stopped else "none")
            assert sheet.obscurement.raw == (raw if is_stopped else "none")


@pytest.mark.parametrize(("level", "raw"), [("low", "none"), ("high", "heavily")])
def test_fog_of_one_level_is_not_on_who_is_on_the_other(level: str, raw: str) -> None:
    fog = region("coign.obscuring", 4, 0, degree="heavy") | {"levels": [level]}
    assert facts(storeys(regions=[fog])).obscurement.raw == raw


def test_a_line_that_stays_on_one_side_of_the_floor_meets_that_sides_walls_only() -> None:
    """B hangs low, with its middle still under the floor of its own level."""
    low = {"B": {"elevation": 5}}
    assert facts(storeys(walls=[upright(350, "low")], tokens=low)).cover.effect is False
    assert facts(storeys(walls=[upright(350, "high")], tokens=low)).cover.effect is True


def test_windows_limited_and_half_walls_count_on_their_own_storey_too() -> None:
    window = {"sight": 30}
    assert facts(storeys(walls=[upright(210, "low", **window)])).cover.degree == "three-quarters"
    assert facts(storeys(walls=[upright(390, "low", **window)])).cover.degree == "none"
    hedges = [upright(110, "low", sight=10), upright(390, "low", sight=10)]
    assert facts(storeys(walls=hedges)).cover.effect is True
    hedges[1]["levels"] = ["high"]
    assert facts(storeys(walls=hedges)).cover.effect is False


def test_a_corner_is_cut_off_by_walls_of_its_own_level_only() -> None:
    beside = wall(40, -50, 140, 50)
    for level, usable in (("low", False), ("high", True)):
        sheet = facts(storeys(walls=[beside | {"levels": [level]}]))
        assert bool(sheet.query.sightlines.usable[1]) is usable
    behind = wall(360, 50, 460, -50)  # cuts B's north-western corner off
    for level, clear in (("low", True), ("high", False)):
        assert facts(storeys(walls=[behind | {"levels": [level]}])).cover.lines[0] is clear


def test_levels_without_heights_meet_both_levels_walls_all_the_way() -> None:
    scene = storeys(walls=[upright(350, "low")])
    for level in scene["levels"]:
        level["elevation"] = {"bottom": None, "top": None}
    assert facts(scene).cover.effect is False


def test_tokens_of_other_levels_block_no_line() -> None:
    cellar = {"_id": "cellar", "name": "cellar", "elevation": {"bottom": -10, "top": 0}}
    for level, degree in (("low", "half"), ("high", "half"), ("cellar", "none"), (None, "half"), ("gone", "half")):
        drawn = storeys(tokens={"C": {"x": 200, "y": 0, "level": level, "elevation": 7}})
        assert facts(drawn | {"levels": [*drawn["levels"], cellar]}).cover.degree == degree


def test_regions_of_other_levels_take_no_part() -> None:
    for levels, degree in (([], "half"), (["low"], "half"), (["cellar"], "none")):
        hedge = region("coign.cover", 2, 0, degree="half") | {"levels": levels}
        assert facts(storeys(regions=[hedge])).cover.degree == degree
        assert facts(storeys(regions=[floor(10, levels=tuple(levels))])).cover.effect is (degree == "none")


def test_walls_with_levels_block_tokens_without_levels() -> None:
    scene = draw("+ + + +", " A   B ", "+ + + +", walls=[wall(150, 0, 150, 100, levels=["cellar"])])
    assert facts(scene).cover.effect is False


# --- nobody overlaps, and who does ------------------------------------------------------------------------------------


def test_where_the_two_overlap_there_is_no_line_and_no_cover() -> None:
    scene = draw("+ +", " A ", "+ +", tokens={"B": {"x": 30, "y": 0, "disposition": -1}}, walls=[wall(60, 0, 60, 100)])
    found = facts(scene, attack=MELEE, by=D20).cover
    assert (found.degree, found.lines, found.effect) == ("none", (True,) * 4, True)
    assert np.isnan(facts(scene).query.exposure.shares).sum() == 0
