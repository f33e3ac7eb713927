"""The walls that count: what hides next to nothing is not there, and C4 and C5 judge the part between the lines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from coign.facts.cover import measurement
from coign.protocol import CoverFact
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.counting import OBSTACLE_REACH, REASONS, binding, counting
from coign.rules.readings.for_facts import conventions
from coign.util.tasks import finish
from support.maps import Document, draw, region, wall
from support.scenes import D20, DMG, MELEE, Book, examples, facts

ALL = conventions(cover="d20", degrees="d20", flanking="opposite", senses="d20", obstacle_rule="all")
ROW = ("+ + + + + +", " A       B ", "+ + + + + +")
SLIVER = 10  # px of a wall right before B: it hides 1 % of B from every corner that it does not touch


def cover(walls: list[Document], by: Book = DMG, **more: Any) -> CoverFact:
    return facts(draw(*ROW, walls=walls, **more), by=by).cover


def before_b(south: float, **fields: Any) -> Document:
    """Make a wall across the lines, right before B, from far north down to `south`."""
    return wall(395, -100, 395, south, **fields)


# --- what hides next to nothing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [DMG, D20])
@pytest.mark.parametrize(
    "fields",
    [{}, {"sight": 30}, {"door": 1}, {"flags": {"wall-height": {"bottom": 0, "top": 3}}}],
    ids=["wall", "window", "door", "low wall"],
)
def test_one_pixel_of_a_door_post_is_no_cover(by: Book, fields: dict[str, Any]) -> None:
    """The corners lie 1 px inside, so that two lines pass behind a post that stands 2 px into B's square."""
    assert cover([before_b(2, **fields)], by).degree == "none"
    assert cover([before_b(2, **fields)], by).lines == (True,) * 4
    assert cover([before_b(95, **fields)], by).degree != "none"


def test_posts_that_each_hide_next_to_nothing_hide_something_together() -> None:
    north, south = wall(395, -100, 395, 3), wall(395, 97, 395, 200)
    assert cover([north]).degree == cover([south]).degree == "none"
    assert cover([wall(395, -100, 395, 12), wall(395, 88, 395, 200)]).degree != "none"


@pytest.mark.parametrize("by", [DMG, D20, ALL])
def test_a_floor_that_hides_next_to_nothing_is_on_no_line(by: Book) -> None:
    """B stands 10 ft up. From A's western corners the floor hides 0.3 % of it, at the eastern feet, and then 5 %, which
    counts in the d20 reading; it blocks no line.
    """
    for edge, covered in ((990, False), (960, by != DMG)):
        floor = region("defineSurface", edge / 100, -4, 9, 9, placement="bottom", move=20, sight=20)
        floor |= {"elevation": {"bottom": 10, "top": None}}
        tokens: dict[str, Any] = {"A": {"x": 700}, "B": {"x": 900, "elevation": 10}}
        found = facts(draw("+ +", "   ", "+ +", tokens=tokens, regions=[floor]), by=by).cover
        assert (found.degree != "none", all(found.lines)) == (covered, not covered)


def test_each_kind_is_taken_by_itself() -> None:
    """A window across the whole way does not bring a door post back."""
    found = cover([before_b(2), wall(300, -100, 300, 200, sight=30)])
    assert (found.degree, found.against, found.by) == ("three-quarters", "window", ("wall:x300,-100,300,200",))


def test_of_terrain_walls_the_pair_hides_next_to_nothing_or_more() -> None:
    def pair(south: float) -> list[Document]:
        return [before_b(south, sight=10), wall(390, -100, 390, south, sight=10)]

    assert cover(pair(2)).degree == "none"
    assert cover(pair(40)).degree == "half"
    assert cover(pair(40)[:1]).degree == "none"


def test_of_a_kind_only_what_counts_is_there() -> None:
    """A post before B hides 1 %; a wall beside A hides half of B, and does not count (C5): nothing brings the post
    back."""
    aside, post = wall(240, -500, 240, 80), before_b(2)
    assert cover([aside, post], ALL).degree == cover([post], ALL).degree == "none"
    assert cover([aside, before_b(40)], ALL).degree == "cover"


def test_each_square_of_a_big_target_has_its_own_two_percent() -> None:
    """A post hides 1 % of the giant's near square and nothing of the others: no line to any of them meets it."""
    rows = ("+ + + + + + +", " A       B B ", "+ + + + + + +", "         B B ", "+ + + + + + +")
    for south, met in ((1.5, False), (40, True)):
        sheet = facts(draw(*rows, walls=[before_b(south)]))
        counted = finish(counting(measurement.measure(sheet.query), CoverConventions()))
        assert bool(counted.there.reshape(4, 4, 4)[1, 0].all()) is met


@pytest.mark.parametrize(("word", "dmg"), [("half", "half"), ("three-quarters", "three-quarters"), ("total", "half")])
def test_a_gms_word_stands_however_little_the_wall_hides(word: str, dmg: str) -> None:
    """Two walls leave no corner without a line that meets one."""
    flags = {"coign": {"cover": word}}
    assert cover([wall(399, y, 400, y, flags=flags) for y in (0, 1, 2, 50, 98, 99)], DMG).degree in (dmg, "none")
    post: dict[str, Any] = {"flags": flags}
    assert cover([before_b(2, **post), wall(395, 97, 395, 200, **post)]).degree == dmg


def test_adjacent_melee_keeps_to_the_lines_in_the_d20_reading() -> None:
    post = wall(100, -100, 100, 2)
    beside = draw("+ + + +", " A B   ", "+ + + +", walls=[post])
    assert facts(beside, attack=MELEE, by=D20).cover.degree == "cover"
    assert facts(beside, by=D20).cover.degree == "none"
    assert facts(beside, attack=MELEE).cover.degree == "none"


def test_a_wall_that_hides_next_to_nothing_cuts_off_no_corner() -> None:
    nick = wall(395, 5, 405, -5)  # across B's north-western corner
    assert cover([nick]).lines == (True,) * 4
    assert not all(cover([wall(380, 40, 440, -20)]).lines)


def test_from_afar_98_percent_of_the_square_must_be_exposed_in_the_d20_reading() -> None:
    """A post before the middle of B meets none of the lines from A's corners."""
    for width, degree in ((1, "none"), (3, "cover")):
        found = cover([wall(401, 50 - width / 2, 401, 50 + width / 2)], D20)
        assert (found.degree, found.blocked) == (degree, 0)
    assert found.share == pytest.approx(0.97, abs=0.01)
    assert found.by == ("wall:x401,48.5,401,51.5",)


# --- C4 and C5 --------------------------------------------------------------------------------------------------------


def test_an_obstacle_counts_whole_if_its_part_between_the_lines_counts_anywhere() -> None:
    """A wall runs from beside A to beside B: near B, the attacker is farther from it than the target."""
    along = wall(110, 10, 390, 60)
    assert cover([along], ALL).degree == cover([along], D20).degree == "cover"
    assert cover([wall(110, 10, 240, 33)], ALL).degree == "none"


@pytest.mark.parametrize(("x", "degree"), [(251, "cover"), (245, "none")])
def test_posts_that_no_line_meets_count_by_the_place_where_they_stand(x: float, degree: str) -> None:
    """A's edge is at x = 100, B's at 400."""
    posts = [wall(x, 40, x, 46), wall(x, 54, x, 60)]
    for by, found in ((D20, "cover"), (ALL, degree)):
        fact = cover(posts, by)
        assert (fact.degree, fact.blocked) == (found, 0)


def test_a_low_wall_over_three_quarters_of_the_way_up_is_improved_cover() -> None:
    """At most a quarter of the body is left (C11), by layers of a twentieth. Both creatures are 5 ft tall."""

    def behind(top: float, north: float = -500) -> CoverFact:
        return cover([wall(380, north, 380, 600, flags={"wall-height": {"bottom": 0, "top": top}})], D20)

    assert (behind(3.6).degree, behind(3.6).exposure) == ("cover", 0.3)
    assert (behind(3.7).degree, behind(3.7).exposure) == ("improved", 0.25)
    assert behind(3.7, north=50).degree == "cover", "half of it stands beside the wall"
    rest = wall(380, -500, 380, 50)
    beside = [rest, wall(380, 50, 380, 600, flags={"wall-height": {"bottom": 0, "top": 2}})]
    assert cover(beside, D20).degree == "cover"
    assert cover([rest, *(wall(380, 50, 380, 600, flags={"wall-height": {"top": 3}}),)], D20).degree == "improved"


@pytest.mark.parametrize(("heights", "degree"), [((4, 2), "none"), ((2, 3), "cover")])
def test_each_thing_has_its_own_height(heights: tuple[float, float], degree: str) -> None:
    """The one beside B is judged by its own height, whatever the height of the one beside A, which is nearer to A."""
    things = [{"creature": False, "height": height} for height in heights]
    tokens = {"C": {"x": 110, "y": 0, "coign": things[0]}, "D": {"x": 290, "y": 0, "coign": things[1]}}
    assert facts(draw(*ROW, tokens=tokens), by=ALL).cover.degree == degree


def test_what_hides_most_counts_whatever_c4_and_c5_say() -> None:
    """The wall is nearer to A, which sees a fifth of B past its end at most."""
    assert cover([wall(240, -500, 240, 80)], ALL).degree == "none"
    found = cover([wall(240, -500, 240, 92)], ALL)
    assert found.degree == "improved"
    assert found.share is not None
    assert 0 < found.share <= 0.25


def test_what_is_not_counted_is_said_with_its_reason_and_share() -> None:
    """A wall nearer to A hides half of B."""
    screen = wall(240, -500, 240, 80)
    found = cover([screen], ALL).uncounted
    assert found is not None
    assert (found.by, found.why, found.degree) == (("wall:x240,-500,240,80",), "nearer", "cover")
    assert 0.02 < found.hides < 1
    posts = [wall(110 + n / 2, 50, 110.25 + n / 2, 50) for n in range(150)]  # between the two, but not in the way
    assert cover([screen, *posts], ALL).uncounted == found
    assert cover([screen], D20).uncounted is None
    assert cover([wall(380, -500, 380, 80)], ALL).uncounted is None


def test_a_pair_of_terrain_walls_that_is_not_counted_is_said() -> None:
    """A heap of rubble nearer to A: one terrain wall of it hides nothing, two hide half of B."""
    near, next_to_it = (wall(x, -500, x, 80, sight=10) for x in (230, 240))
    assert cover([near], ALL).uncounted is None
    found = cover([near, next_to_it], ALL)
    assert (found.degree, found.exposure < 0.9) == ("none", True)
    assert found.uncounted is not None
    assert (found.uncounted.why, found.uncounted.degree) == ("nearer", "cover")
    assert found.uncounted.hides == pytest.approx(1 - found.exposure, abs=0.1)
    assert len(found.uncounted.by) == 2


COORDINATE = st.integers(-150, 1100)


@given(st.tuples(COORDINATE, COORDINATE, COORDINATE, COORDINATE).filter(lambda ends: ends[:2] != ends[2:]))
@examples(2)
def test_what_counts_is_found_by_looking_at_every_spot_of_the_wall(ends: tuple[int, int, int, int]) -> None:
    rows = ("+ + + + + + + + + + +", *(" . . . . . . . . . . ", "+ + + + + + + + + + +") * 10)
    parties = {"A": {"x": 100, "y": 200}, "B": {"x": 700, "y": 400, "width": 2, "height": 2, "disposition": -1}}
    scene = draw(*rows, tokens=parties, walls=[wall(*ends)])
    measured = measurement.measure(facts(scene, by=ALL).query)
    lines = measured.lines
    if not len(lines.walls):
        return
    bound = finish(binding(measured))
    along = np.linspace(0, 1, 4001)[:, None]
    spots = 16 * (np.array(ends[:2]) * (1 - along) + np.array(ends[2:]) * along)
    to_source, to_target = (_gap(spots, space.box) / 16 / 20 for space in (lines.source.space, lines.target.space))
    near = (to_source <= OBSTACLE_REACH) & (to_target <= OBSTACLE_REACH)
    for corner in range(len(lines.corners)):
        for square in range(lines.squares):
            hull = _hull(lines.corners[corner], lines.target.held.inset[square])
            inside = hull(spots)
            if inside.sum() in (0, 1, 2):
                continue  # it touches, or nearly
            margin = near & inside & (to_target <= to_source - 0.01)
            if (margin & (to_source < OBSTACLE_REACH - 0.01) & (to_target < OBSTACLE_REACH - 0.01)).any():
                assert bound.counts[corner, square, 0]
            elif not (inside & (to_target <= to_source + 0.01) & (np.maximum(to_source, to_target) < 30.01)).any():
                assert not bound.counts[corner, square, 0]
                if (inside & near).any():
                    assert REASONS[bound.reasons[corner, square, 0]] == "nearer"


def _gap(spots: Any, box: tuple[float, ...]) -> Any:
    x0, y0, x1, y1 = box
    across = np.maximum(np.maximum(x0 - spots[:, 0], spots[:, 0] - x1), 0)
    down = np.maximum(np.maximum(y0 - spots[:, 1], spots[:, 1] - y1), 0)
    return np.hypot(across, down)


def _hull(corner: Any, square: Any) -> Any:
    """Return a function that tells which spots lie inside the hull of a corner and a square."""
    whole = shapely.MultiPoint(np.vstack([corner, square])).convex_hull
    return lambda spots: shapely.contains_xy(whole, spots[:, 0], spots[:, 1])


# --- the share of the body, and the attacker's choice -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("south", "degree", "by_share"), [(30, "half", False), (60, "half", False), (85, "three-quarters", True)]
)
def test_the_hidden_share_of_the_body_raises_the_degree(south: float, degree: str, by_share: bool) -> None:
    """Two lines of four are blocked, which is half cover, and so is half of the body hidden; more is more."""
    found = cover([before_b(south)])
    assert (found.degree, found.blocked) == (degree, 2)
    assert (found.share is not None) is by_share


def test_what_stands_between_the_lines_counts_by_what_it_hides_of_the_body() -> None:
    """A pillar before the middle of B is on no line from A's best corner, and on one when it is broader."""
    for width, degree, blocked in ((40, "none", 0), (50, "half", 0), (60, "half", 1), (80, "three-quarters", 1)):
        found = cover([wall(399, 50 - width / 2, 399, 50 + width / 2)])
        assert (found.degree, found.blocked) == (degree, blocked)


@pytest.mark.parametrize("walls", [[], [wall(301, 37, 301, 63)]], ids=["in the open", "past a pillar"])
def test_among_equals_the_fewest_lines_through_mist(walls: list[Document]) -> None:
    """Every corner has a line through the mist, in the north through thick mist and in the south through light mist."""
    thick = region("coign.obscuring", 1.5, 0.0, 0.2, 0.05, degree="heavy")
    light = region("coign.obscuring", 1.5, 0.6, 0.2, 0.4, degree="light")
    found = facts(draw(*ROW, regions=[thick, light], walls=walls))
    choice, sight = found.read_cover.choice, found.query.sightlines
    assert choice is not None
    assert found.query.exposure.shares[choice.corner] == found.query.exposure.shares[:4].max()
    through = np.sum([sight.through(area)[:4].sum(axis=1) for area in sight.areas("obscuring")], axis=0)
    assert through[choice.corner] == through.min() > 0


def test_a_corner_is_not_chosen_from_which_a_wall_that_does_not_count_hides_everything() -> None:
    """The wall is nearer to A and reaches over its two southern corners, from which C is on no line."""
    cover = wall(110, 40, 110, 400)
    row = ("+ + + + + +", " A       B ", "+ + + + + +")
    pixie = {"x": 150, "y": -80}
    found = facts(draw(*row, walls=[cover], tokens={"C": pixie}), by=ALL)
    choice = found.read_cover.choice
    assert choice is not None
    assert found.cover.degree == "soft"
    assert found.query.exposure.shares[choice.corner] > 0


def test_a_square_of_a_large_attacker_that_reaches_nothing_is_not_chosen() -> None:
    """A wall shuts the western squares of A in; from the eastern ones a wall blocks one line."""
    rows = ("+ + + + + + +", " A A     B   ", "+ + + + + + +", " A A         ", "+ + + + + + +")
    box = [wall(100, -50, 100, 250), wall(350, -100, 350, 60)]
    found = facts(draw(*rows, walls=box), by=ALL)
    choice = found.read_cover.choice
    assert choice is not None
    assert choice.corner // 4 in (1, 3)
