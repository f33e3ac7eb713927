"""Problems that users of other modules reported, one test for each: they must not happen here.

The docstrings describe the problems in our words. The users are those of modules for cover, flanking, facing and
visibility, in several game systems.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from coign.annotations.annotate import annotate
from coign.catalogue.registry import configure
from coign.grid.grid import GRIDLESS, Grid
from coign.grid.hexes import HEX_ODD_R
from coign.protocol import Attack, Change, Evaluate, Point
from coign.util.tasks import finish
from support.maps import Document, draw, encode, light, on_hexes, region, wall
from support.scenes import BOW, D20, DMG, MELEE, facts, from_point, read

ROW = ("+ + + + +", " A     B ", "+ + + + +")


def cover(*walls: Document, **more: Any) -> str:
    return facts(draw(*ROW, walls=walls, **more)).cover.degree


# --- walls at corners -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [DMG, D20], ids=["dmg", "d20"])
@pytest.mark.parametrize(
    "ends",
    [
        pytest.param((400, -300, 400, 400), id="behind"),
        pytest.param((300, 0, 400, 0), id="along its north"),
        pytest.param((300, 100, 400, 100), id="along its south"),
        pytest.param((0, 0, 400, 0), id="along both, north"),
        pytest.param((0, 100, 400, 100), id="along both, south"),
        pytest.param((0, -300, 0, 400), id="behind the attacker"),
    ],
)
def test_a_wall_behind_or_beside_gives_no_cover(ends: tuple[int, int, int, int], by: Any) -> None:
    """A frequent complaint: corners on a wall counted as blocked by it, on either side."""
    assert facts(draw(*ROW, walls=[wall(*ends)]), by=by).cover.degree == "none"


def test_a_token_flush_with_a_wall_is_on_its_own_side() -> None:
    """Insets of one and of three pixels were wrong for some tables."""
    flush = wall(300, -300, 300, 400)
    for size in (50, 70, 100, 140, 200):
        scale = size / 100
        drawn = draw(*ROW, walls=[wall(*(value * scale for value in flush["c"]))], grid={"size": size})
        for token in drawn["tokens"]:
            token["x"] *= scale
        assert facts(drawn).cover.degree == "total"
        assert facts(drawn, "B", "A").cover.degree == "total"


def test_no_shot_through_the_joint_of_two_walls() -> None:
    """A line exactly through the joint of two walls crossed neither, and the archer saw into a closed room."""
    assert cover(wall(200, 50, 200, -200), wall(200, 50, 200, 300)) == "total"
    assert cover(wall(200, 50, 180, -200), wall(200, 50, 180, 300)) == "total"


def test_cover_at_a_corner_does_not_depend_on_where_the_map_lies() -> None:
    """Rounding made one corner of a dungeon give cover and its mirror image none."""
    degrees = set()
    for x, y in ((0, 0), (100_000, 0), (33_300, 77_700), (-5_000, -200)):
        moved = draw(*ROW, walls=[wall(200 + x, y - 300, 200 + x, y + 50)])
        for token in moved["tokens"]:
            token["x"], token["y"] = token["x"] + x, token["y"] + y
        degrees.add(facts(moved).cover.degree)
    assert len(degrees) == 1


def test_leaning_out_of_cover() -> None:
    """An archer leans out of cover: the wall beside the archer gives the target no cover."""
    scene = draw("+ + + + +", " A     B ", "+ + + + +", walls=[wall(100, -300, 100, 60)])
    assert facts(scene).cover.degree == "none"
    assert facts(scene, "B", "A").cover.degree == "half"


def test_the_target_does_not_lose_its_cover_while_another_is_targeted() -> None:
    """Cover was an effect that changed with the last target chosen. Here it is measured again for each request."""
    rows = (*ROW, "       E ", "+ + + + +")
    scene = read(draw(*rows, walls=[wall(300, -300, 300, 50)]))
    first = facts(scene).cover
    assert facts(scene, target="E").cover.degree == "none"
    assert facts(scene).cover == first
    assert first.degree == "half"


# --- what a wall is made of -------------------------------------------------------------------------------------------


def test_a_glass_wall_stops_arrows_only_where_a_gm_says_so() -> None:
    """Walls counted by sight alone, so that glass gave no cover. Here a GM can set its cover."""
    glass = wall(200, -300, 200, 400, sight=0, move=20)
    assert cover(glass) == "none"
    assert cover(glass | {"flags": {"coign": {"cover": "total"}}}) == "total"


def test_a_curtain_hides_and_does_not_protect() -> None:
    """Walls counted by sight alone, so that a curtain was total cover."""
    curtain = wall(200, -300, 200, 400, "s")
    sheet = facts(draw(*ROW, walls=[curtain]))
    assert (sheet.cover.degree, sheet.obscurement.sight) == ("none", False)


def test_invisible_walls_are_no_cover() -> None:
    """Walls that only keep tokens on a road were full cover."""
    assert cover(wall(200, -300, 200, 400, "m")) == "none"


def test_limited_walls_count_from_the_second_on() -> None:
    """One hedge was total cover, or no number of hedges was."""
    hedges = [wall(x, -300, x, 400, "l") for x in (150, 200, 250)]
    assert [cover(*hedges[:n]) for n in range(4)] == ["none", "none", "total", "total"]


def test_an_odd_number_of_limited_walls() -> None:
    """The third of three crossings was ignored."""
    post = [wall(200, -300, 200, 400, "l"), wall(250, -300, 250, 50, "l"), wall(260, -300, 260, 50, "l")]
    assert cover(*post) == "half"


def test_an_arrow_slit_protects_whoever_is_far_away_too() -> None:
    """Proximity walls are open within their distance, and their cover ended with that."""
    slit = wall(300, -300, 300, 400, sight=30, threshold={"sight": 999, "light": None})
    assert cover(slit) == "three-quarters"


def test_low_walls_have_their_height() -> None:
    """Heights were not supported, or only with one module."""
    low = wall(250, -300, 250, 400) | {"flags": {"wall-height": {"bottom": 0, "top": 3}}}
    assert cover(low) == "half"  # 60 % of the body are behind it
    assert cover(low, tokens={"A": {"elevation": 30}}) == "none"


def test_an_open_door_is_open_at_once() -> None:
    """Cover was measured with the door as it was when the target was chosen."""
    scene = read(draw(*ROW, walls=[wall(200, -300, 200, 400, "d") | {"_id": "door"}]))
    assert facts(scene).cover.degree == "total"
    opened = wall(200, -300, 200, 400, "o") | {"_id": "door"}
    finish(scene.change([Change("Wall", "update", "door", msgspec.Raw(encode(opened)))]))
    assert facts(scene).cover.degree == "none"


# --- creatures in the way ---------------------------------------------------------------------------------------------


def between(**body: Any) -> str:
    return facts(draw("+ + + + +", " A C   B ", "+ + + + +", tokens={"C": body})).cover.degree


def test_the_dead_give_no_cover() -> None:
    """Corpses protected those behind them as if they stood."""
    assert between() == "half"
    assert between(coign={"statuses": ["dead"]}) == "none"


def test_who_is_on_the_ethereal_plane_gives_no_cover_and_does_not_flank() -> None:
    """A ghost on another plane protected those behind it."""
    away = {"coign": {"statuses": ["ethereal"]}}
    assert between(**away) == "none"
    assert between(coign={**away["coign"], "gives": "half"}) == "none"
    scene = draw("+ + + +", " A B C ", "+ + + +", tokens={"C": away})
    assert not any(facts(scene, attack=MELEE, by=by).flanking.with_ for by in (DMG, D20))


def test_low_things_and_hidden_ones_give_none() -> None:
    """A chest, a torch token or an unseen ambusher gave cover, and gave the ambusher away."""
    assert between(coign={"creature": False, "height": 2}) == "none", "lower than half of the target"
    assert between(hidden=True) == "none"


def test_a_rider_is_not_covered_by_its_mount_nor_a_swarm_by_its_victim() -> None:
    """A creature that overlapped the attacker or the target blocked all its lines."""
    scene = draw(*ROW, tokens={"C": {"x": 290, "y": -10, "width": 2, "height": 2}})
    assert facts(scene).cover.degree == "none"
    assert facts(scene, "B", "A").cover.degree == "none"


def test_a_tiny_creature_can_be_shot_past_and_be_hit() -> None:
    """Tiny tokens broke the count of corners, or blocked a whole square."""
    tiny = {"width": 0.3, "height": 0.3, "x": 135, "y": 35}
    assert between(**tiny) == "none", "it is a foot and a half tall"
    fairy = {"B": {"width": 0.3, "height": 0.3}}
    assert facts(draw(*ROW, tokens=fairy)).cover.degree == "none"
    assert facts(draw(*ROW, tokens=fairy, walls=[wall(290, -10, 290, 60)])).cover.degree != "none"


def test_a_creature_a_storey_higher_gives_no_cover() -> None:
    """Everybody on the map counted, whatever their elevation."""
    assert between(elevation=10) == "none"
    assert between(elevation=-10) == "none"


# --- elevation --------------------------------------------------------------------------------------------------------


def test_an_elevated_target_is_not_out_of_sight() -> None:
    """With heights turned on, a flyer had total cover from everybody."""
    up = {"B": {"elevation": 30, "coign": {"locomotion": "fly"}}}
    sheet = facts(draw(*ROW, tokens=up))
    assert (sheet.cover.degree, sheet.obscurement.sight, sheet.cover.exposure) == ("none", True, 1)


def test_flanking_in_three_dimensions() -> None:
    """A bat 30 ft above flanked with the fighter on the floor."""
    row = ("+ + + +", " A B C ", "+ + + +")
    for up, flanked in ((0, True), (30, False)):
        sheet = facts(draw(*row, tokens={"C": {"elevation": up}}), attack=MELEE, by=D20)
        assert sheet.flanking.flanked is flanked
        assert facts(draw(*row, tokens={"C": {"elevation": up}}), attack=MELEE).flanking.flanked is flanked


def test_high_ground_is_ground() -> None:
    """A flyer had high ground over a creature on a hill."""
    up = {"A": {"elevation": 30, "coign": {"locomotion": "fly"}}}
    assert facts(draw(*ROW, tokens=up)).elevation.standing is False


# --- sizes ------------------------------------------------------------------------------------------------------------


def test_a_large_creature_flanks_from_any_of_its_squares() -> None:
    """Only a flanker's centre counted, so that ogres never flanked."""
    scene = draw("+ + + + +", " A A     ", "+ + + + +", " A A B C ", "+ + + + +")
    assert facts(scene, attack=MELEE, by=D20).flanking.flanked is True


def test_a_large_flanker_needs_no_reach_to_the_far_side() -> None:
    """Reach was measured from the centre, so that a Large creature did not threaten adjacent creatures."""
    scene = draw("+ + + + +", " A B C C ", "+ + + + +", "     C C ", "+ + + + +", tokens={"C": {"coign": {"reach": 5}}})
    assert facts(scene, attack=MELEE, by=D20).flanking.with_ == ("C",)


def test_tiny_ones_flank_from_their_square_and_not_from_within() -> None:
    """Tiny creatures flanked in their enemy's space, or did not flank at all."""
    row = ("+ + + +", " A B C ", "+ + + +")
    beside = {"C": {"width": 0.5, "height": 0.5, "coign": {"reach": 5}}}
    assert facts(draw(*row, tokens=beside), attack=MELEE, by=D20).flanking.flanked is True
    within = {"C": {"width": 0.5, "height": 0.5, "x": 140, "y": 20}}
    assert facts(draw(*row, tokens=within), attack=MELEE, by=D20).flanking.flanked is False


def test_every_part_of_a_big_target_counts() -> None:
    """The target's centre decided: a dragon with its head around the corner was out of sight."""
    rows = ("+ + + + + +", " A     B B ", "+ + + + + +", "       B B ", "+ + + + + +")
    found = facts(draw(*rows, walls=[wall(250, 20, 250, 900)])).cover
    assert 0 < found.exposure < 1
    assert found.sight is True


# --- helpers ----------------------------------------------------------------------------------------------------------


def test_a_hidden_helper_does_not_flank_and_is_not_given_away() -> None:
    """The invisible rogue's flanking bonus told the table where it stood."""
    row = ("+ + + +", " A B C ", "+ + + +")
    for by in (DMG, D20):
        assert facts(draw(*row, tokens={"C": {"hidden": True}}), attack=MELEE, by=by).flanking.with_ == ()


def test_the_helpless_do_not_flank() -> None:
    """A bug in a list lookup let stunned creatures flank."""
    row = ("+ + + +", " A B C ", "+ + + +")
    for status in ("incapacitated", "stunned", "paralyzed", "unconscious", "petrified"):
        scene = draw(*row, tokens={"C": {"coign": {"statuses": [status]}}})
        assert facts(scene, attack=MELEE, by=D20).flanking.flanked is False


def test_a_wall_between_helper_and_target_stops_flanking_where_threat_counts() -> None:
    """Walls were ignored on purpose."""
    shut = [wall(200, -300, 200, 400)]
    scene = draw("+ + + +", " A B C ", "+ + + +", walls=shut)
    assert facts(scene, attack=MELEE, by=D20).flanking.flanked is False


def test_sides_are_told_by_disposition_and_a_gms_word() -> None:
    """Alliance and disposition disagreed, and charmed friends flanked their friends."""
    row = ("+ + + +", " A B C ", "+ + + +")
    sheet = facts(draw(*row), attack=MELEE, enemies={frozenset("BC"): False})
    assert sheet.flanking.flanked is False


# --- hexes and no grid ------------------------------------------------------------------------------------------------


def test_hexes_have_cover_and_flanking_of_their_own() -> None:
    """Some modules refused hexes, others answered "no"."""
    grid = Grid(type=HEX_ODD_R)

    def at(row: int, column: int) -> Document:
        place = on_hexes(HEX_ODD_R, (row, column))
        return place | {"coign": place["coign"] | {"reach": 5}}

    tokens = {"A": at(2, 2), "B": at(2, 3) | {"disposition": -1}, "C": at(2, 4)}
    drawn = draw("+ +", "   ", "+ +", tokens=tokens, grid={"type": HEX_ODD_R})
    assert facts(drawn, attack=MELEE).flanking.flanked is True
    assert facts(drawn, attack=MELEE, by=D20).flanking.flanked is True
    x, y = (value / 16 for value in grid.hexes.centre(grid.hexes.from_offset(2, 3)))
    drawn["walls"] = [wall(x - 50, y - 300, x - 50, y + 30)]
    assert facts(drawn, by=D20).cover.degree == "cover"
    assert len(facts(drawn).cover.lines) == 6


def test_without_a_grid_there_is_cover_too() -> None:
    """Some modules had corners on squares only."""
    free: dict[str, Any] = {"grid": {"type": GRIDLESS}}
    scene = draw(*ROW, walls=[wall(250, -300, 250, 50)], tokens={"A": {"x": 13, "y": 7}}, **free)
    assert facts(scene).cover.degree == "half"


# --- points, places, light --------------------------------------------------------------------------------------------


def test_a_fireball_is_measured_from_where_it_bursts() -> None:
    """Templates used the caster's place: a creature hidden from the wizard had cover from a blast behind it."""
    blast = draw(*ROW, walls=[wall(250, -300, 250, 400)])
    assert facts(blast).cover.effect is False
    assert from_point(blast, 290, 20).cover.degree == "none"


def test_cover_where_one_would_stand() -> None:
    """There was no preview: the badge showed the old place until the move ended."""
    scene = read(draw(*ROW, walls=[wall(250, -300, 250, 100)]))
    request = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=("B",), attack=Attack(kind="ranged"))
    setup = configure(["combat-modifiers"])
    degrees = []
    for at in (None, Point(0, 200), Point(300, 300)):
        (result,) = annotate(scene, msgspec.structs.replace(request, at=at), setup).results
        assert result.facts is not None
        degrees.append(result.facts.cover.degree)
    assert degrees == ["total", "cover", "none"]


def test_the_light_where_the_target_stands_decides_not_the_scenes_darkness() -> None:
    """The scene's darkness, or one point in the middle, was used for the whole of the target's space."""
    lamp = light(3, 0, 5, 10)
    assert facts(draw(*ROW, night=True, lights=[lamp])).obscurement.raw == "none"
    assert facts(draw(*ROW, night=True, lights=[lamp]), "B", "A").obscurement.raw == "heavily"


def test_a_scene_that_nobody_views_is_measured_alike() -> None:
    """Everything depended on the canvas: with the GM on another map a roll had no cover. Here documents are enough."""
    fog = region("coign.obscuring", 2, 0, degree="heavy")
    assert facts(draw(*ROW, regions=[fog], active=False, navigation=False)).obscurement.sight is False
    assert facts(draw(*ROW), attack=BOW).cover.degree == "none"
