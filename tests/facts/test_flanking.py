"""Flanking by edges (strict and shared) and by opposite borders, on squares, hexes and without a grid."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from coign.facts.flanking import edges, opposite
from coign.grid.grid import GRIDLESS, Grid
from coign.grid.hexes import HEX_EVEN_Q, HEX_EVEN_R, HEX_ODD_Q, HEX_ODD_R
from coign.protocol import Attack, FlankingFact
from coign.rules.readings.for_facts import conventions
from support.maps import Document, draw, wall
from support.scenes import BOW, D20, DMG, MELEE, facts, from_point

SHARED = (msgspec.structs.replace(DMG[0], corners="shared"), DMG[1])
REACH = Attack(kind="melee", reach=10)
FREE: dict[str, Any] = {"grid": {"type": GRIDLESS}}


def around(*rows: str, attack: Attack = MELEE, by: Any = DMG, **more: Any) -> FlankingFact:
    """Measure flanking of B by A on rows of cells without borders, which are added to the drawing."""
    edge = "+ " * len(rows[0]) + "+"
    lines = [line for row in rows for line in (edge, " " + " ".join(row) + " ")] + [edge]
    enemies = more.pop("enemies", None)
    return facts(draw(*lines, **more), attack=attack, by=by, enemies=enemies).flanking


# --- edge -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "strict", "shared"),
    [
        ((" A ", " BC", "   "), True, True),  # north and east
        ((" A ", " B ", " C "), True, True),  # north and south
        (("A  ", " BC", "   "), True, True),  # a corner and the east
        (("AC ", " B ", "   "), False, True),  # a corner and the north
        (("A C", " B ", "   "), False, True),  # two corners with the north between them
        (("A  ", " B ", "  C"), True, True),  # opposite corners
        ((" A ", " B ", "C  "), True, True),  # north and the far corner
    ],
)
def test_different_edges_of_a_medium_base(rows: tuple[str, ...], strict: bool, shared: bool) -> None:
    for by, flanked in ((DMG, strict), (SHARED, shared)):
        found = around(*rows, by=by)
        assert (found.flanked, found.with_) == (flanked, ("C",) if flanked else ())


def test_two_along_one_side_of_a_large_base_do_not_flank() -> None:
    assert around(" AC ", " BB ", " BB ").flanked is False
    assert around(" AC ", " BB ", " BB ", by=SHARED).flanked is False
    assert around(" A  ", " BBC", " BB ").flanked is True


def test_the_edges_are_named() -> None:
    found = around("A  ", " BC", "   ")
    assert (found.attacker_edges, found.helper_edges) == (("north", "west"), ("east",))


def test_a_big_neighbour_lies_along_the_edge_it_shares() -> None:
    found = around(" AA ", " AA ", " B  ", " C  ")
    assert (found.attacker_edges, found.helper_edges) == (("north",), ("south",))


def test_the_best_helper_is_the_nearest_then_the_first_by_id() -> None:
    assert around(" D ", "ABC", "   ").with_ == ("C", "D")


def test_it_counts_for_an_archer_who_is_adjacent_too() -> None:
    assert around("ABC", attack=BOW).flanked is True
    assert around("A BC", attack=REACH).flanked is False, "reach makes nobody adjacent"


@pytest.mark.parametrize(
    ("helper", "flanked"),
    [
        ({}, True),
        ({"hidden": True}, False),
        ({"coign": {"statuses": ["dead"]}}, False),
        ({"coign": {"creature": False}}, False),
        ({"disposition": 0}, False),
        ({"disposition": -1}, False),
        ({"elevation": 4}, True),
        ({"elevation": 9}, True),
        ({"elevation": 10}, False),
        ({"x": 120}, False),  # in B's space
        ({"x": 203, "y": -3}, True),
        ({"width": 0.5, "height": 0.5}, True),
        ({"level": "cellar"}, True),
    ],
)
def test_which_creatures_help(helper: Document, flanked: bool) -> None:
    """Helpers are living, visible enemies of B adjacent to it, up or down included."""
    assert around("ABC", tokens={"C": helper}).flanked is flanked


def test_an_enemy_of_the_target_helps_though_it_is_the_attackers_too() -> None:
    """B is hostile, C secret (an enemy of friends): C helps A only by a GM's override. The attacker always counts."""
    secret = {"C": {"disposition": -2}}
    assert around("ABC", tokens=secret).flanked is False
    assert around("ABC", tokens=secret, enemies={frozenset("BC"): True}).flanked is True
    assert around("ABC", enemies={frozenset("BC"): False}).flanked is False
    assert around("ABC", tokens={"A": {"disposition": -1}}).flanked is True
    assert around("ABC", tokens={"B": {"disposition": -2}}).flanked is True


def test_tokens_of_another_level_flank_nobody() -> None:
    levels = {"A": {"level": "hall"}, "B": {"level": "hall"}}
    assert around("ABC", tokens=levels | {"C": {"level": "hall"}}).flanked is True
    assert around("ABC", tokens=levels | {"C": {"level": "cellar"}}).flanked is False


def test_tiny_creatures_in_one_square_are_along_no_edge() -> None:
    tiny = {"width": 0.4, "height": 0.4}
    places = {"A": tiny | {"x": 105, "y": 5}, "B": tiny | {"x": 155, "y": 55}, "C": {}}
    found = around("ABC", tokens=places)
    assert (found.flanked, found.attacker_edges) == (False, ())


def test_a_point_flanks_nobody() -> None:
    scene = draw("+ + + +", " A B C ", "+ + + +")
    assert from_point(scene, 50, 50).flanking == FlankingFact("edge")
    assert from_point(scene, 50, 50, by=D20).flanking == FlankingFact("opposite")


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (HEX_ODD_R, {"north-east", "east", "south-east", "south-west", "west", "north-west"}),
        (HEX_EVEN_R, {"north-east", "east", "south-east", "south-west", "west", "north-west"}),
        (HEX_ODD_Q, {"north-east", "south-east", "south", "south-west", "north-west", "north"}),
        (HEX_EVEN_Q, {"north-east", "south-east", "south", "south-west", "north-west", "north"}),
    ],
)
def test_a_hex_has_six_edges_each_towards_its_neighbour(kind: int, names: set[str]) -> None:
    grid = Grid(type=kind)
    base = grid.held([(4, 4)])
    seen = set()
    for q, r in ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)):
        neighbour = grid.held([(4 + q, 4 + r)])
        (side,) = edges(grid, base, neighbour)
        (x, y), (mid_x, mid_y) = neighbour.centre, base.centre
        assert ("north" in side) is (y < mid_y - 1)
        assert ("south" in side) is (y > mid_y + 1)
        assert ("west" in side) is (x < mid_x - 1)
        assert ("east" in side) is (x > mid_x + 1)
        seen.add(side)
    assert seen == names


def test_a_body_of_three_hexes_has_its_outline_merged_by_direction() -> None:
    grid = Grid(type=HEX_ODD_R)
    body = grid.held([(4, 4), (5, 4), (4, 5)])
    assert edges(grid, body, grid.held([(3, 4)])) == {"west"}
    assert edges(grid, body, grid.held([(3, 5)])) == {"west", "south-west"}
    assert edges(grid, body, grid.held([(5, 5)])) == {"east", "south-east"}


def test_without_a_grid_those_who_touch_flank() -> None:
    assert around("ABC", **FREE).flanked is True
    assert around("AB", " C", **FREE).attacker_edges == ("west",)


@pytest.mark.parametrize(
    ("x", "y", "along"),
    [
        (-100, 0, ("west",)),
        (-140, 0, ("west",)),
        (-190, 90, ("west",)),  # it touches after it is moved straight against the target
        (-190, 101, ("west",)),
        (-101, 190, ("south",)),
        (-100, 100, ("south", "west")),
        (-150, 150, ("south", "west")),
        (-100, 99, ("west",)),
        (60, 70, ("south",)),  # it overlaps a little
        (-70, 60, ("west",)),
        (0, -100, ("north",)),
        (0, 0, ()),  # in B's space
        (-201, 0, ()),
    ],
)
def test_without_a_grid_a_neighbour_is_moved_straight_against_the_target(
    x: int, y: int, along: tuple[str, ...]
) -> None:
    """B is at (300, 300), A at this offset in pixels."""
    places = {"B": {"x": 300, "y": 300}, "A": {"x": 300 + x, "y": 300 + y}}
    assert facts(draw("+ +", "   ", "+ +", tokens=places, **FREE)).flanking.attacker_edges == along


def test_without_a_grid_a_creature_right_above_is_along_no_side() -> None:
    places = {"B": {"x": 300, "y": 300}, "A": {"x": 310, "y": 300, "elevation": 5}}
    assert facts(draw("+ +", "   ", "+ +", tokens=places, **FREE)).flanking.attacker_edges == ()


def test_without_a_grid_a_big_base_is_touched_where_its_sides_are() -> None:
    """Two creatures are at the long side of a base of two spaces by one."""
    places = {"B": {"x": 300, "y": 300, "width": 2}, "A": {"x": 280, "y": 190}, "C": {"x": 420, "y": 195}}
    assert facts(draw("+ +", "   ", "+ +", tokens=places, **FREE)).flanking == FlankingFact(
        "edge", attacker_edges=("north",)
    )


# --- opposite ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "flanked"),
    [
        (("ABC",), True),
        ((" A ", " B ", " C "), True),
        (("A  ", " B ", "  C"), True),
        ((" A ", " BC", "   "), False),
        (("A  ", " BC", "   "), False),
        (("A C", " B ", "   "), False),
    ],
)
def test_opposite_borders_and_corners_of_a_medium_base(rows: tuple[str, ...], flanked: bool) -> None:
    assert around(*rows, by=D20).flanked is flanked


def test_across_a_large_base() -> None:
    assert around("A   ", " BB ", " BB ", "   C", by=D20).flanked is True
    assert around("A   ", " BB ", " BB ", "  C ", by=D20).flanked is False, "in at the west, out at the south"
    assert around(" A  ", " BB ", " BB ", "  C ", by=D20).flanked is True
    assert around("    ", "ABB ", " BBC", "    ", by=D20).flanked is True
    assert around("    ", "ABB ", " BB ", " C  ", by=D20).flanked is False


def test_any_square_of_a_large_flanker_will_do() -> None:
    assert around("AA   ", "AABC ", by=D20).flanked is True
    assert around("AA ", "AA ", " B ", " C ", by=D20).flanked is True
    assert around("AA ", "AA ", " BC", by=D20).flanked is False
    assert around("AA  ", "AA  ", "  BC", by=D20).flanked is True, "through a corner, which belongs to both borders"


@pytest.mark.parametrize(
    ("helper", "flanked"),
    [
        ({}, True),
        ({"coign": {"armed": False}}, False),
        ({"coign": {"statuses": ["stunned"]}}, False),
        ({"coign": {"statuses": ["prone"]}}, True),
        ({"coign": {"statuses": ["blinded"]}}, True),
        ({"hidden": True}, False),
        ({"elevation": 10}, False),
        ({"elevation": 10, "coign": {"reach": 10}}, True),
        ({"disposition": 0}, False),
    ],
)
def test_the_helper_must_threaten(helper: Document, flanked: bool) -> None:
    """A helper is armed, able to act and within reach; it need not see its enemy."""
    assert around("ABC", by=D20, tokens={"C": helper}).flanked is flanked


def test_the_attacker_too_must_have_the_target_in_reach() -> None:
    assert around("A BC", by=D20).flanked is False
    assert around("A BC", by=D20, attack=REACH).flanked is True


def test_reach_flanks_from_two_squares_away_even_past_a_friend() -> None:
    """Soft cover does not stop a threat."""
    far = {"C": {"coign": {"reach": 10}}}
    assert around("AB C", by=D20, tokens=far).flanked is True
    assert around("ABDC", by=D20, tokens=far).with_ == ("D", "C")


def test_cover_from_the_helper_stops_its_threat_where_the_text_says_so() -> None:
    modifiers = conventions(cover="d20", degrees="d20", flanking="opposite", senses="d20", threat="combat-modifiers")
    for south, flanked in ((50, False), (0, True)):
        stub = wall(200, -500, 200, south)
        assert around("ABC", by=modifiers, walls=[stub]).flanked is flanked
        assert around("ABC", by=D20, walls=[stub]).flanked is True
    assert around("ABC", by=D20, walls=[wall(200, -500, 200, 500)]).flanked is False


def test_an_invisible_wall_stops_threat_if_the_option_makes_it_solid() -> None:
    unseen = [wall(200, 0, 200, 100, sight=0)]
    solid = (msgspec.structs.replace(D20[0], invisible_walls="solid"), D20[1])
    assert around("ABC", walls=unseen, by=D20).flanked is True
    assert around("ABC", walls=unseen, by=solid).flanked is False


def test_a_creature_that_overlaps_the_target_does_not_flank() -> None:
    assert around("ABC", by=D20, tokens={"A": {"x": 110}}).flanked is False


def test_hexes_are_flanked_across_opposite_sides_of_their_outline() -> None:
    for kind in (HEX_ODD_R, HEX_EVEN_R, HEX_ODD_Q, HEX_EVEN_Q):
        grid = Grid(type=kind)
        around_it = [grid.held([cell]) for cell in ((5, 3), (5, 4), (4, 5), (3, 5), (3, 4), (4, 3))]
        base = grid.held([(4, 4)])
        for n, one in enumerate(around_it):
            across = [m for m, other in enumerate(around_it) if opposite(grid, one, base, other)]
            assert across == [(n + 3) % 6]


def test_a_body_of_seven_hexes_is_flanked_right_across() -> None:
    grid = Grid(type=HEX_ODD_R)
    body = [(4, 4), (5, 3), (5, 4), (4, 5), (3, 5), (3, 4), (4, 3)]
    base, west = grid.held(body), grid.held([(2, 4)])
    assert opposite(grid, west, base, grid.held([(6, 4)])) is True
    assert opposite(grid, west, base, grid.held([(2, 5)])) is False
