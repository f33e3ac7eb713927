"""Cover in its three readings: the corner and square that the attacker chooses, and the degree."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.protocol import CoverFact
from coign.rules.readings.for_facts import conventions
from support.maps import Document, draw, region, wall
from support.scenes import BOW, D20, DMG, MELEE, Book, examples, facts

AREA = conventions(cover="area")
AREA_D20 = conventions(cover="area", degrees="d20", flanking="opposite", senses="d20")
ALL = conventions(cover="d20", degrees="d20", flanking="opposite", senses="d20", obstacle_rule="all")
ROW = ("+ + + + + +", " A       B ", "+ + + + + +")


def screen(south: float, north: float = -500, x: float = 350, **fields: Any) -> Document:
    """Make a wall across the way from `north` to `south`, in pixels; A and B are between 0 and 100."""
    return wall(x, north, x, south, **fields)


def cover(walls: list[Document], by: Book = DMG, **more: Any) -> CoverFact:
    return facts(draw(*ROW, walls=walls, **more), by=by).cover


# --- dmg --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("south", "degree", "lines"),
    [
        (-10, "none", (True, True, True, True)),
        (40, "half", (False, False, True, True)),
        (80, "half", (False, False, True, True)),
        (99, "three-quarters", (False, False, True, True)),
        (99.5, "three-quarters", (False, False, False, False)),
        (120, "total", (False, False, False, False)),
    ],
)
def test_solid_walls_give_by_the_count_of_lines(south: float, degree: str, lines: tuple[bool, ...]) -> None:
    """None is clear, up to two blocked lines of four are half, more are three-quarters; without effect it is total.

    The southern corners of A and B are at 99: a line touches a wall that ends there. Less than a quarter of B can be
    reached then, which is three-quarters cover whatever the lines say.
    """
    found = cover([screen(south)])
    assert (found.degree, found.lines, found.blocked) == (degree, lines, lines.count(False))


def test_three_lines_of_four_are_three_quarters() -> None:
    """The southern end of the screen and a stub beside B leave one line clear from A's best corner."""
    found = cover([screen(98, x=395), wall(450, 98, 450, 200)])
    assert (found.degree, found.blocked) == ("three-quarters", 3)


def test_of_corners_that_reach_nothing_the_first_that_can_be_used_is_named() -> None:
    parting = wall(-20, 50, 50, -20)  # A's north-western corner from A's middle
    assert cover([wall(200, -300, 200, 600)]).corner == "north-west"
    assert cover([parting, wall(200, -300, 200, 600)]).corner == "north-east"


def test_kinds_are_never_added_the_most_protective_counts() -> None:
    body = {"C": {"x": 200, "y": 0}}
    assert cover([screen(40)], tokens=body).degree == "half"
    assert cover([screen(40), screen(500, sight=30)]).degree == "three-quarters"
    hedge = region("coign.cover", 2, 0, degree="three-quarters")
    assert cover([screen(40)], regions=[hedge]).degree == "three-quarters"
    assert cover([screen(40)], regions=[hedge]).against == "area"


def test_the_attacker_takes_the_corner_and_square_of_least_degree() -> None:
    """A and B have two squares a side: a wall hides all but B's southern squares, from all but A's southern ones."""
    row = ("+ + + + + + +", " A A     B B ", "+ + + + + + +", " A A     B B ", "+ + + + + + +")
    found = facts(draw(*row, walls=[screen(110)]))
    assert found.cover.degree == "none"
    choice = found.read_cover.choice
    assert choice is not None
    assert choice.square in (2, 3)
    assert found.query.sightlines.corners[choice.corner][1] > 110 * 16


def test_among_equal_degrees_the_fewest_lines_that_meet_anything() -> None:
    """Two lines from A's northern corners meet the wall, and one from the southern ones: all are half cover."""
    found = cover([wall(390, 0.5, 390, 25)])
    assert (found.degree, found.blocked, found.corner) == ("half", 1, "south-east")


def test_among_equal_lines_the_least_obscured_then_the_first_in_reading_order() -> None:
    assert cover([]).corner == "north-west"
    haze = region("coign.obscuring", 2, 0, 1, 0.3, degree="light")
    scene = draw(*ROW, regions=[haze])
    assert facts(scene).cover.corner == "south-east", "no line of its two northern corners misses the haze"
    giant = draw("+ + + + + + +", " A A     B   ", "+ + + + + + +", " A A         ", "+ + + + + + +")
    choice = facts(giant).read_cover.choice
    assert choice is not None
    assert (choice.corner, choice.square) == (0, 0)


def test_what_gives_the_cover_is_named() -> None:
    found = cover([screen(40)])
    assert (found.by, found.against, found.corner) == (("wall:x350,-500,350,40",), "solid", found.corner)
    assert cover([]).by == ()
    assert cover([]).against == "none"


def test_a_wall_between_the_lines_only_is_no_cover_in_this_reading() -> None:
    """A post between the two is thinner than the gap between two lines."""
    post = wall(360, 47, 360, 53)
    assert cover([post]).degree in ("none", "half")
    assert cover([wall(401, 40, 401, 60)]).degree == "none"


# --- d20, from afar ---------------------------------------------------------------------------------------------------


def test_one_blocked_line_is_cover() -> None:
    assert cover([screen(40)], D20).degree == "cover"
    assert cover([wall(390, 0.5, 390, 50)], D20).degree == "cover"


def test_cover_too_where_something_solid_stands_between_the_lines() -> None:
    """A post before the middle of B meets no line, and hides a part of B from every corner."""
    found = cover([wall(401, 40, 401, 60)], D20)
    assert (found.degree, found.blocked, found.by) == ("cover", 0, ("wall:x401,40,401,60",))


def test_a_post_between_the_lines_of_one_corner_leaves_the_others() -> None:
    """The post is right before A's north-western corner."""
    found = cover([wall(110, 1.2, 110, 1.4)], D20)
    assert found.degree == "none"
    assert found.corner in ("south-west", "south-east")


def test_improved_where_at_most_a_quarter_of_the_square_is_exposed() -> None:
    """Right before B, so that it hides what it covers, less what the best corner sees past its end at a slant."""
    for south, degree in ((70, "cover"), (77, "cover"), (80, "improved"), (90, "improved")):
        found = cover([screen(south, x=400)], D20)
        assert (found.degree, found.effect) == (degree, True)
    assert cover([screen(500, x=400)], D20).degree == "total"


PIXELS = st.integers(0, 400)


@given(st.lists(st.tuples(PIXELS, PIXELS, PIXELS, PIXELS), min_size=1, max_size=3))
@examples(2)
def test_the_corner_that_is_shown_is_one_that_has_the_degree(ends: list[tuple[int, int, int, int]]) -> None:
    """If two corners have equally many blocked lines, the one that sees more of B is chosen."""
    walls = [wall(*four) | {"_id": f"w{n}"} for n, four in enumerate(ends)]
    row = ("+ + + + +", " A     B ", "+ + + + +")
    sheet = facts(draw(*row, walls=walls), by=D20)
    choice = sheet.read_cover.choice
    assert choice is not None
    if sheet.cover.degree in ("cover", "improved") and sheet.query.sightlines.usable[choice.corner]:
        (reached,) = sheet.query.exposure.best_of_squares
        assert bool(reached <= 0.25) is (sheet.cover.degree == "improved")


def test_the_chosen_square_counts_not_the_whole_space() -> None:
    """The attacker picks the giant's square that is wholly in sight, however small a part of the giant it is."""
    row = ("+ + + + + + +", " A       B B ", "+ + + + + + +", "         B B ", "+ + + + + + +")
    giant = draw(*row, walls=[wall(400, 110, 400, 900), wall(500, 101, 500, 105)])
    found = facts(giant, by=D20).cover
    assert found.degree == "none"
    assert found.exposure < 0.9


def test_among_equals_the_square_is_chosen_of_which_most_can_be_reached() -> None:
    """Of the giant a strip in the south is seen, which is so little that every square has improved cover."""
    row = ("+ + + + + + +", " A       B B ", "+ + + + + + +", "         B B ", "+ + + + + + +")
    found = facts(draw(*row, walls=[screen(150)]), by=D20)
    assert (found.cover.degree, found.cover.share) == ("improved", found.cover.exposure)
    choice = found.read_cover.choice
    assert choice is not None
    assert choice.square == 2


def test_a_piece_without_width_does_not_show_the_square_that_a_wall_through_it_hides() -> None:
    """The view of the giant ends on the wall that cuts its square, and leaves a hair along it."""
    giants = {"A": {"x": 100, "y": 200, "width": 3, "height": 3}, "B": {"x": 600, "y": 300, "width": 3, "height": 3}}
    ends = [(504, 502, 504, 375), (730, 130, 630, 251), (603, 487, 755, 290), (213, 483, 213, 605)]
    scene = draw("+ + +", " A B ", "+ + +", tokens=giants, walls=[wall(*four) for four in ends])
    assert facts(scene, by=D20).cover.degree == "cover"


def test_a_window_improves_and_a_creature_is_soft() -> None:
    assert cover([screen(500, sight=30)], D20).degree == "improved"
    assert cover([screen(2, sight=30)], D20).degree == "none", "there are corners whose lines miss it"
    assert cover([], D20, tokens={"C": {"x": 200, "y": 0}}).degree == "soft"
    assert cover([screen(40)], D20, tokens={"C": {"x": 200, "y": 0}}).degree == "cover"


@pytest.mark.parametrize(("degree", "is_what"), [("half", "cover"), ("three-quarters", "improved"), ("total", "total")])
def test_degrees_of_areas(degree: str, is_what: str) -> None:
    assert cover([], D20, regions=[region("coign.cover", 2, 0, degree=degree)]).degree == is_what


def test_reach_from_two_squares_away_goes_by_the_best_corner() -> None:
    scene = draw("+ + + +", " A   B ", "+ + + +", walls=[wall(150, -500, 150, 60)])
    found = facts(scene, attack=MELEE, by=D20).cover
    assert (found.degree, found.adjacent_melee) == ("cover", False)


# --- d20, adjacent melee ----------------------------------------------------------------------------------------------


def close(walls: list[Document], by: Book = D20, **more: Any) -> CoverFact:
    return facts(draw("+ + +", " A B ", "+ + +", walls=walls, **more), attack=MELEE, by=by).cover


def test_any_of_sixteen_lines_is_cover_in_adjacent_melee() -> None:
    """A stub between the two meets a few diagonals only: an archer has a clear corner, a swordsman has not."""
    stub = wall(100, 0, 100, 2)
    assert close([stub]).degree == "cover"
    assert close([stub]).adjacent_melee is True
    assert (close([stub]).corner, close([stub]).lines) == ("north-east", (False, False, False, True)), "what decides"
    scene = draw("+ + +", " A B ", "+ + +", walls=[stub])
    assert facts(scene, attack=BOW, by=D20).cover.degree == "none"
    assert facts(scene, attack=MELEE, by=DMG).cover.degree == "none"


def test_adjacent_melee_is_reported_whatever_stands_about() -> None:
    """Without walls, with a wall behind, and with a wall between."""
    for walls in ([], [wall(0, 0, 0, 50)], [wall(100, 0, 100, 2)], [wall(100, -500, 100, 600)]):
        assert close(walls).adjacent_melee is True
        assert close(walls, AREA_D20).adjacent_melee is False
        assert close(walls, DMG).adjacent_melee is False


def test_low_walls_count_in_adjacent_melee_when_the_attacker_is_not_nearer() -> None:
    low = {"flags": {"coign": {"cover": {"degree": "low", "height": 3}}}}
    assert close([wall(100, 0, 100, 100) | low]).degree == "cover"


def test_soft_cover_never_counts_in_adjacent_melee() -> None:
    """A tall pixie is exactly on the border between the two, in neither's space."""
    pixie = {"x": 90, "y": 40, "width": 0.2, "height": 0.2, "coign": {"height": 5}}
    scene = draw("+ + +", " A B ", "+ + +", tokens={"C": pixie})
    assert facts(scene, attack=BOW, by=D20).cover.degree == "soft"
    found = facts(scene, attack=MELEE, by=D20).cover
    assert (found.degree, found.by, found.soft) == ("none", (), ())


def test_a_big_attacker_reaches_around_cover_from_any_of_its_squares() -> None:
    """C9: the giant's southern square has sixteen clear lines."""
    row = ("+ + + +", " A A B ", "+ + + +", " A A   ", "+ + + +")
    stub = wall(200, 0, 200, 1.5)
    assert facts(draw(*row, walls=[stub]), attack=MELEE, by=D20).cover.degree == "none"
    assert facts(draw(*row, walls=[wall(200, 0, 200, 99)]), attack=MELEE, by=D20).cover.degree == "cover"


def test_improved_and_total_in_adjacent_melee() -> None:
    assert close([wall(100, -50, 100, 150, sight=30)]).degree == "improved"
    assert close([wall(100, -500, 100, 600)]).degree == "total"
    assert close([wall(100, -500, 100, 99.6)]).degree == "improved"


# --- d20, which obstacles bind (C4, C5) -------------------------------------------------------------------------------


def low(x: float, height: float = 3) -> Document:
    flags = {"coign": {"cover": {"degree": "low", "height": height}}}
    return wall(x, -500, x, 600, flags=flags)


@pytest.mark.parametrize(("x", "degree"), [(120, "none"), (240, "none"), (250, "cover"), (390, "cover")])
def test_an_obstacle_nearer_the_attacker_gives_nothing(x: float, degree: str) -> None:
    """A's edge is at 100, B's at 400; at equal distance the target keeps its cover."""
    assert cover([low(x)], D20).degree == degree


@pytest.mark.parametrize(("x", "degree"), [(250, "none"), (400, "cover")], ids=["nearer A", "nearer B"])
def test_the_top_of_an_object_counts_where_its_sides_do(x: float, degree: str) -> None:
    """A flies 10 ft up, and its lines pass the top or the bottom of a crate that hangs between the two."""
    row = ("+ + + + + + + +", " A           B ", "+ + + + + + + +")
    crate = {"_id": "C", "x": x, "y": 0, "elevation": 8, "coign": {"creature": False, "height": 2.5}}
    scene = draw(*row, tokens={"A": {"elevation": 10}})
    scene["tokens"].append(crate)
    assert facts(scene, by=ALL, attack=BOW).cover.degree == degree


def test_a_low_wall_half_as_tall_as_the_defender_but_not_the_attacker_gives_none() -> None:
    assert cover([low(350)], D20, tokens={"A": {"coign": {"height": 7}}}).degree == "none"
    assert cover([low(350)], D20, tokens={"A": {"coign": {"height": 6}}}).degree == "cover"
    assert cover([low(350)], tokens={"A": {"coign": {"height": 7}}}).degree == "half", "fifth edition looks at B only"


@pytest.mark.parametrize(("column", "degree"), [(6, "cover"), (7, "cover"), (8, "none")])
def test_both_must_be_within_thirty_feet_of_the_obstacle(column: int, degree: str) -> None:
    """The wall is at x = 700, thirty feet from A's edge; B is beyond it, at most as far away."""
    scene = draw("+ +", " A ", "+ +", tokens={"B": {"x": 700, "y": 0, "disposition": -1}}, walls=[low(column * 100)])
    scene["tokens"][1]["x"] = column * 100
    assert facts(scene, by=D20).cover.degree == degree


def test_thirty_feet_are_nine_metres_where_the_scene_counts_in_metres() -> None:
    metres: dict[str, Any] = {"grid": {"distance": 1.5, "units": "m"}}
    for column, degree in ((7, "cover"), (8, "none")):
        wall_in_metres = low(column * 100, height=1)
        scene = draw("+ +", " A ", "+ +", tokens={"B": {"x": column * 100, "y": 0}}, walls=[wall_in_metres], **metres)
        assert facts(scene, by=D20).cover.degree == degree


def test_the_option_binds_every_obstacle() -> None:
    """By the letter of the text, a full wall beside the attacker gives no cover either, but still hides completely."""
    assert cover([screen(95, x=120)], D20).degree == "cover"
    assert cover([screen(95, x=120)], ALL).degree == "none"
    assert cover([screen(40, x=350)], ALL).degree == "cover"
    assert cover([screen(600, x=120)], ALL).degree == "total"


@pytest.mark.parametrize("fields", [{"sight": 30}, {"flags": {"coign": {"cover": "three-quarters"}}}])
def test_the_option_binds_arrow_slits_and_a_gms_word_too(fields: dict[str, Any]) -> None:
    """A wall beside the archer, which does not count, removes nothing of the cover by a slit beside B."""
    assert cover([screen(600, x=220, **fields)], D20).degree == "improved"
    assert cover([screen(600, x=220, **fields)], ALL).degree == "none"
    assert cover([screen(600, x=380, **fields)], ALL).degree == "improved"
    assert cover([screen(600, x=380, **fields), screen(95, x=120)], ALL).degree == "improved"


def test_an_archer_at_his_own_slit_has_it_between_himself_and_the_others_alone() -> None:
    """The slit is on none of his lines within a grid space of him, a hundredth of a pixel more counted as within."""
    for x, degree in ((120, "none"), (200, "none"), (201, "improved")):
        slit = [screen(600, x=x, sight=30)]
        assert cover(slit, D20).degree == degree
        assert cover(slit, DMG).degree == ("none" if degree == "none" else "three-quarters")


def test_what_hides_most_of_every_square_counts_however_near_the_attacker_it_is() -> None:
    """A wall between A and an ogre is nearer to A on the way to most squares, and not counted. But it leaves less than
    a quarter of the ogre exposed, and that is improved cover whichever square A attacks (C11).
    """
    row = ("+ + + + +", " A . . . ", "+ + + + +", " . . . . ", "+ + + + +")
    ogre = {"B": {"x": 100, "y": 200, "width": 3, "height": 3, "disposition": -1}}
    scene = draw(*row, tokens=ogre, walls=[wall(100, 0, 100, 300)])
    assert facts(scene, by=D20).cover.degree == "improved"
    assert facts(scene, by=ALL).cover.degree == "improved"
    short = draw(*row, tokens=ogre, walls=[wall(100, 0, 100, 100)])
    assert facts(short, by=ALL).cover.degree == "none"


# --- by area ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("south", "dmg", "d20"),
    [
        (-1, "none", "none"),
        (0, "none", "none"),
        (20, "none", "cover"),
        (55, "none", "cover"),
        (60, "half", "cover"),
        (77, "half", "cover"),
        (80, "three-quarters", "improved"),
        (500, "total", "total"),
    ],
)
def test_by_exposure_alone(south: float, dmg: str, d20: str) -> None:
    """Right before B, so that it hides what it covers, less what the best corner sees past its end at a slant."""
    assert cover([screen(south, x=400)], AREA).degree == dmg
    assert cover([screen(south, x=400)], AREA_D20).degree == d20


def test_thresholds_can_be_set() -> None:
    generous = conventions(cover="area", area_thresholds=(0.9, 0.6))
    assert cover([screen(10, x=400)], generous).degree == "none"
    assert cover([screen(30, x=400)], generous).degree == "half"
    assert cover([screen(60, x=400)], generous).degree == "three-quarters"


def test_a_wall_seen_from_its_end_hides_nothing() -> None:
    """The wall is on the ray from the corner that A uses, across B's space, and hides nothing."""
    radial = wall(420, 1, 480, 1)
    found = cover([radial], AREA_D20)
    assert found.exposure == 1
    assert found.degree == "none"


# --- every size -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [0.2, 0.5, 1, 2, 3, 4])
@pytest.mark.parametrize("by", [DMG, D20, AREA, AREA_D20], ids=["dmg", "d20", "area", "area-d20"])
def test_creatures_of_every_size_are_clear_in_the_open_and_hidden_by_a_long_wall(side: float, by: Book) -> None:
    big = {"A": {"width": side, "height": side}, "B": {"width": side, "height": side, "x": 900, "disposition": -1}}
    for walls, degree in (([], "none"), ([wall(700, -9000, 700, 9000)], "total")):
        scene = draw("+ +", " A ", "+ +", tokens=big, walls=walls)
        for actor, target in ("AB", "BA"):
            assert facts(scene, actor, target, by=by).cover.degree == degree


def test_a_token_off_the_grid_is_measured_where_it_stands() -> None:
    """Thirty pixels further south, its southern corners are visible past the wall's end; sixty, and most of it is."""
    for y, degree in ((0, "total"), (30, "three-quarters"), (75, "half")):
        scene = draw(*ROW, walls=[screen(101, x=399)], tokens={"B": {"y": y}, "A": {"y": -60}})
        assert facts(scene).cover.degree == degree
