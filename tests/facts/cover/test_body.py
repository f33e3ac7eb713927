"""The body: held squares, own parts, posts, feet and head."""

from __future__ import annotations

from typing import Any

import pytest

from coign.facts.cover.body import Body
from coign.grid.space import QUANTA
from support.maps import Document, draw, on_hexes, wall
from support.scenes import DMG, facts

ROW = ("+ + + + + +", " A       B ", "+ + + + + +")


def body(**scene: Any) -> Body:
    """Return B's body, at (400, 0)."""
    return facts(draw(*ROW, **scene)).query.sightlines.target


def share(**scene: Any) -> float:
    """Return how much of twenty whole squares is B's own."""
    return body(**scene).own.area / (20 * (100 * QUANTA) ** 2)


# --- own parts --------------------------------------------------------------------------------------------------------


def test_what_stands_about_a_creature_cuts_off_its_own_part_and_hides_nothing_of_it() -> None:
    assert share() == 1
    behind = [wall(470, -300, 470, 400)]
    assert share(walls=behind) == pytest.approx(0.7)
    found = facts(draw(*ROW, walls=behind)).cover
    assert (found.degree, found.exposure) == ("none", 1)


def test_who_looks_out_by_a_rim_of_its_square_is_inside() -> None:
    """B's centre is 20 px behind the wall: what is before it is not B's."""
    front = [wall(430, -300, 430, 400)]
    assert share(walls=front) == pytest.approx(0.7)
    assert facts(draw(*ROW, walls=front)).cover.degree == "total"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"sight": 30}, 0.7),
        ({"flags": {"coign": {"cover": "half"}}}, 0.7),
        ({"sight": 10}, 1.0),
        ({"move": 0}, 1.0),
        ({"dir": 1}, 0.7),
        ({"dir": 2}, 0.7),
        ({"door": 1, "ds": 1}, 1.0),
        ({"flags": {"wall-height": {"top": 2}}}, 1 - 0.3 * 0.4),
        ({"flags": {"wall-height": {"bottom": 2}}}, 1 - 0.3 * 0.6),
        ({"flags": {"wall-height": {"top": 0}}}, 1.0),
    ],
)
def test_what_can_give_cover_cuts_off_at_its_heights_and_from_either_side(fields: Document, expected: float) -> None:
    assert share(walls=[wall(470, -300, 470, 400, **fields)]) == pytest.approx(expected)


def test_the_second_of_two_terrain_walls_cuts_off() -> None:
    assert share(walls=[wall(x, -300, x, 400, sight=10) for x in (460, 480)]) == pytest.approx(0.8)


def test_a_wall_at_the_very_centre_cuts_nothing_off() -> None:
    for x, expected in ((450, 1.0), (451, 1.0), (452, 0.52)):
        assert share(walls=[wall(x, -300, x, 400)]) == pytest.approx(expected)


# --- posts ------------------------------------------------------------------------------------------------------------


def test_a_post_stands_before_what_cuts_its_corner_off() -> None:
    """The wall is 20 px to the east of the centre, two fifths of the way to both eastern corners, less 1 px."""
    posts = body(walls=[wall(470, -300, 470, 400)]).posts / QUANTA
    way = 2**0.5 * 49
    assert posts[[0, 3]].tolist() == [[401, 1], [401, 99]]
    along = (20 / 49 * way - 1) / way * 49
    assert posts[1].tolist() == pytest.approx([450 + along, 50 - along], abs=0.1)
    assert posts[2].tolist() == pytest.approx([450 + along, 50 + along], abs=0.1)


def test_a_post_never_stands_behind_the_centre() -> None:
    posts = body(walls=[wall(451.1, -300, 451.1, 400)]).posts / QUANTA
    assert posts[1].tolist() == pytest.approx([450, 50], abs=0.5)


# --- held squares -----------------------------------------------------------------------------------------------------


def big(*walls: Document, side: int = 2, **more: Any) -> Body:
    tokens: dict[str, Document] = {"B": {"width": side, "height": side, "x": 400, "y": 0}}
    return facts(draw(*ROW, tokens=tokens, walls=list(walls), **more)).query.sightlines.target


def held(found: Body) -> list[tuple[float, float]]:
    return [(x / QUANTA - 450, y / QUANTA - 50) for x, y in found.held.centres.tolist()]


def test_the_largest_group_of_squares_is_held() -> None:
    assert len(held(big())) == 4
    corner = [wall(500, -50, 500, 100), wall(500, 100, 700, 100)]
    assert held(big(*corner)) == [(0, 0), (0, 100), (100, 100)]


def test_of_equal_groups_all_are_held() -> None:
    assert len(held(big(wall(500, -50, 500, 250)))) == 4


def test_only_what_stands_through_the_whole_body_parts_it() -> None:
    corner = [((500, -50, 500, 100), (500, 100, 700, 100))]
    for heights, count in (({"top": 9}, 4), ({"top": 10}, 3), ({"bottom": 0.1}, 4), ({"bottom": 0}, 3)):
        walls = [wall(*ends, flags={"wall-height": heights}) for pair in corner for ends in pair]
        assert len(held(big(*walls))) == count


def test_pieces_of_a_wall_on_top_of_one_another_part_it_together() -> None:
    corner = [(500, -50, 500, 100), (500, 100, 700, 100)]
    for gap, count in ((0, 3), (1, 4)):
        pieces = [{"top": 4}, {"bottom": 4 + gap, "top": 12}]
        every = enumerate((ends, heights) for ends in corner for heights in pieces)
        walls = [wall(*ends, _id=f"w{n}", flags={"wall-height": heights}) for n, (ends, heights) in every]
        assert len(held(big(*walls))) == count


def test_a_square_joined_by_its_corner_alone_is_not_held() -> None:
    """A wall round the middle of nine squares leaves the other eight joined."""
    ring = [(500, 100, 600, 100), (600, 100, 600, 200), (600, 200, 500, 200), (500, 200, 500, 100)]
    found = held(big(*[wall(*ends) for ends in ring], side=3))
    assert len(found) == 8
    assert (100, 100) not in found


def test_nothing_is_aimed_at_or_attacked_from_a_square_that_is_not_held() -> None:
    corner = [wall(500, -50, 500, 100), wall(500, 100, 900, 100)]
    tokens: dict[str, Document] = {"B": {"width": 2, "height": 2, "x": 400, "y": 0}, "A": {"x": 700, "y": 0}}
    scene = draw(*ROW, tokens=tokens, walls=corner)
    assert facts(scene).cover.degree == "total"
    assert facts(scene, "B", "A").cover.degree == "total"
    assert facts(scene).range.distance == 10, "distance keeps every square"


# --- feet and head ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "feet", "head"),
    [
        ({}, 0, 5),
        ({"elevation": 12}, 12, 17),
        ({"width": 2, "height": 2}, 0, 10),
        ({"width": 0.5, "height": 0.5}, 0, 2.5),
        ({"coign": {"height": 7}}, 0, 7),
        ({"coign": {"statuses": ["prone"]}}, 0, 1.25),
        ({"coign": {"statuses": ["unconscious", "prone"], "height": 8}}, 0, 2),
        ({"coign": {"statuses": ["dead"]}}, 0, 1.25),
        ({"coign": {"height": 0}}, 0, 0.25),
        ({"coign": {"size": "small"}}, 0, 4),
        ({"coign": {"size": "Small", "statuses": ["prone"]}}, 0, 1),
        ({"coign": {"size": "small", "height": 3}}, 0, 3),
        ({"coign": {"size": "large"}, "width": 2, "height": 2}, 0, 10),
    ],
)
def test_how_high_a_body_is(changes: Document, feet: float, head: float) -> None:
    assert body(tokens={"B": changes}).upright == (feet, head)


def test_distance_overlap_and_c4_keep_the_height_of_the_space() -> None:
    """A creature that lies under another is as far below it as if it stood."""
    tokens: dict[str, Document] = {"B": {"coign": {"statuses": ["prone"]}}, "A": {"elevation": 9, "x": 400}}
    sheet = facts(draw(*ROW, tokens=tokens))
    assert (sheet.range.distance, sheet.elevation.target_height) == (5, 5)


def test_a_riders_feet_are_on_its_mounts_back() -> None:
    tokens: dict[str, Document] = {
        "B": {"coign": {"mount": "C"}},
        "C": {"x": 400, "y": 0, "width": 2, "height": 2, "disposition": -1},
    }
    scene = draw(*ROW, tokens=tokens)
    assert facts(scene).query.sightlines.target.upright == (5, 10)
    fence = wall(390, -300, 390, 400, flags={"wall-height": {"top": 5}})
    assert facts(scene | {"walls": [fence]}).cover.exposure > 0.8
    assert facts(scene | {"walls": [fence]}, target="C").cover.exposure < 0.6


def test_hexes_have_bodies_too() -> None:
    """The wall runs to the east of the centre of B's hex, at x = 425."""
    tokens = {"A": on_hexes(2, (0, 0)), "B": on_hexes(2, (0, 4))}
    for x, expected in ((430, "none"), (370, "total")):
        scene = draw("+ +", "   ", "+ +", tokens=tokens, grid={"type": 2}, walls=[wall(x, -300, x, 400)])
        assert facts(scene, by=DMG).cover.degree == expected
