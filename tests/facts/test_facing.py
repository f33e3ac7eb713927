"""Facing: tables of the arcs of every size on squares and hexes, and the direction in which a creature faces.

The squares around a creature are drawn: `F` front, `l` and `r` left and right flank, `R` rear, `.` itself. What the
printed diagrams of the source would show for large creatures that face a corner, beyond the ring and on hexes could not
be had; the tables hold our reading still.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from coign.facts.facing import COMPASS, arc_of, facing_of, snap
from coign.grid.grid import GRIDLESS, Grid
from coign.grid.hexes import HEX_EVEN_Q, HEX_EVEN_R, HEX_ODD_Q, HEX_ODD_R
from coign.grid.space import Space
from coign.protocol import FacingFact
from support.maps import Document, draw, wall
from support.scenes import DMG, facts, from_point, read

SQUARES = Grid()
NORTH, NORTH_EAST = 180.0, 225.0
SIGNS = {("front", None): "F", ("rear", None): "R", ("flank", "left"): "l", ("flank", "right"): "r"}

RINGS = {
    (1, NORTH): ["FFF", "l.r", "RRR"],
    (2, NORTH): ["FFFF", "l..r", "l..r", "RRRR"],
    (3, NORTH): ["FFFFF", "l...r", "l...r", "l...r", "RRRRR"],
    (4, NORTH): ["FFFFFF", "l....r", "l....r", "l....r", "l....r", "RRRRRR"],
    (1, NORTH_EAST): ["lFF", "R.F", "RRr"],
    (2, NORTH_EAST): ["lFFF", "R..F", "R..F", "RRRr"],
    (3, NORTH_EAST): ["lFFFF", "R...F", "R...F", "R...F", "RRRRr"],
    (4, NORTH_EAST): ["lFFFFF", "R....F", "R....F", "R....F", "R....F", "RRRRRr"],
}
# Two squares away and more: each corner of the ring continues along its diagonal.
BEYOND = {
    (1, NORTH): ["FFFFF", "lFFFr", "ll.rr", "lRRRr", "RRRRR"],
    (1, NORTH_EAST): ["llFFF", "llFFF", "RR.FF", "RRRrr", "RRRrr"],
    (2, NORTH): ["FFFFFF", "lFFFFr", "ll..rr", "ll..rr", "lRRRRr", "RRRRRR"],
    (2, NORTH_EAST): ["llFFFF", "llFFFF", "RR..FF", "RR..FF", "RRRRrr", "RRRRrr"],
}


def ring(side: int, facing: float, out: int) -> list[str]:
    """Draw the arcs of the squares up to `out` squares away from a creature of `side` by `side` squares."""
    owner = draw("+ +", "   ", "+ +", tokens={"A": {"width": side, "height": side, "coign": {"facing": facing}}})
    drawn = []
    for row in range(-out, side + out):
        line = ""
        for column in range(-out, side + out):
            if 0 <= row < side and 0 <= column < side:
                line += "."
                continue
            owner["tokens"][1:] = [{"_id": "B", "x": column * 100, "y": row * 100, "disposition": -1}]
            found = facts(owner).facing
            sides = found.attacker_side if found.attacker_arc == "flank" else None
            line += SIGNS[found.attacker_arc, sides]
            assert facts(owner, "B", "A").facing.target_arc == found.attacker_arc
        drawn.append(line)
    return drawn


@pytest.mark.parametrize(("side", "facing"), RINGS)
def test_the_squares_around_a_creature(side: int, facing: float) -> None:
    assert ring(side, facing, 1) == RINGS[side, facing]


@pytest.mark.parametrize(("side", "facing"), BEYOND)
def test_the_squares_beyond(side: int, facing: float) -> None:
    assert ring(side, facing, 2) == BEYOND[side, facing]


@pytest.mark.parametrize(
    ("side", "facing", "front", "flank", "rear"),
    [
        (1, NORTH, 3, 1, 3), (2, NORTH, 4, 2, 4), (3, NORTH, 5, 3, 5), (4, NORTH, 6, 4, 6), (6, NORTH, 8, 6, 8),
        (1, NORTH_EAST, 3, 1, 3), (2, NORTH_EAST, 5, 1, 5), (3, NORTH_EAST, 7, 1, 7), (4, NORTH_EAST, 9, 1, 9),
        (6, NORTH_EAST, 13, 1, 13),
    ],
)  # fmt: skip
def test_how_many_squares_lie_in_each_area(side: int, facing: float, front: int, flank: int, rear: int) -> None:
    """The counts n + 2, 2n and n + 2 for a side of n are the source's own; the Colossal is six squares wide."""
    drawn = "".join(ring(side, facing, 1))
    assert [drawn.count(sign) for sign in "FlrR"] == [front, flank, flank, rear]


@pytest.mark.parametrize("turn", range(4))
def test_the_table_turns_with_the_creature(turn: int) -> None:
    for start in (NORTH, NORTH_EAST):
        expected = RINGS[2, start]
        for _ in range(turn):
            expected = ["".join(column) for column in zip(*expected[::-1], strict=True)]
        assert ring(2, (start + 90 * turn) % 360, 1) == expected


# --- hexes ------------------------------------------------------------------------------------------------------------

THREE = [(0, 0), (1, 0), (0, 1)]
HEX_GRIDS = (HEX_ODD_R, HEX_EVEN_R, HEX_ODD_Q, HEX_EVEN_Q)


def counts(grid: Grid, body: Space, facing: float, arcs: str) -> list[int]:
    """Count the hexes next to a body that lie in its front, flanks and rear."""
    near = {(q + i, r + j) for q, r in body.cells for i in (-1, 0, 1) for j in (-1, 0, 1) if abs(i + j) < 2}
    found = [arc_of(grid, body, grid.held([cell]), facing, arcs) for cell in near - set(body.cells)]
    return [found.count(arc) for arc in ("front", "flank", "rear")]


# The hexes of each body, axial: one; three about a vertex; one and its ring; three and their ring; two rings.
BODIES: dict[int, list[tuple[int, int]]] = {
    size: sorted({(q + i, r + j) for q, r in core for i in span for j in span if abs(i + j) <= out})
    for size, core, out in ((1, [(0, 0)], 0), (3, THREE, 0), (7, [(0, 0)], 1), (12, THREE, 1), (19, [(0, 0)], 2))
    for span in [range(-out, out + 1)]
}


FROZEN = ((3, [4, 4, 1], [5, 2, 2]), (7, [7, 4, 1]), (12, [7, 6, 2], [8, 4, 3]), (19, [11, 6, 1]))


def body_of(grid: Grid, size: int) -> Space:
    return grid.held(BODIES[size])


@pytest.mark.parametrize("kind", HEX_GRIDS)
@pytest.mark.parametrize("turn", range(6))
def test_six_facings_of_one_hex(kind: int, turn: int) -> None:
    """Three hexes in front, two flanks, one behind; by the other option one, four and one."""
    grid = Grid(type=kind)
    facing = snap(turn * 60.0 + 5, grid)
    assert counts(grid, body_of(grid, 1), facing, "3-2-1") == [3, 2, 1]
    assert counts(grid, body_of(grid, 1), facing, "1-4-1") == [1, 4, 1]


@pytest.mark.parametrize(
    ("kind", "ways"),
    [
        (HEX_ODD_R, (30, 90, 150, 210, 270, 330)),
        (HEX_EVEN_R, (30, 90, 150, 210, 270, 330)),
        (HEX_ODD_Q, (0, 60, 120, 180, 240, 300)),
        (HEX_EVEN_Q, (0, 60, 120, 180, 240, 300)),
    ],
)
def test_one_hex_and_seven_face_a_side_and_three_and_twelve_a_vertex(kind: int, ways: tuple[int, ...]) -> None:
    grid = Grid(type=kind)
    vertices = tuple(sorted((way + 30) % 360 for way in ways))
    for body, expected in ((1, ways), (7, ways), (19, ways), (3, vertices), (12, vertices)):
        assert tuple(sorted({snap(float(degrees), grid, body) for degrees in range(360)})) == expected


@pytest.mark.parametrize("kind", HEX_GRIDS)
@pytest.mark.parametrize("turn", range(6))
def test_larger_bodies_of_hexes(kind: int, turn: int) -> None:
    """Arcs start at the body's nearest hex, for 3 and 12 hexes at their central vertex. These bodies lead with one hex
    or with two in alternating directions.
    """
    grid = Grid(type=kind)
    for size, *expected in FROZEN:
        facing = snap(turn * 60.0 + 5, grid, size)
        assert counts(grid, body_of(grid, size), facing, "3-2-1") in expected


# --- which way --------------------------------------------------------------------------------------------------------

ROW = ("+ + + +", " A   B ", "+ + + +")


def faces(offset: float = 0.0, **token: Any) -> float:
    scene = read(draw(*ROW, tokens={"A": token}))
    return facing_of(scene.tokens["A"], scene.grid, offset)


@pytest.mark.parametrize("kind", [0, 1, 2, 4])
@pytest.mark.parametrize("side", [0.5, 1, 2, 3])
def test_turning_a_creature_does_not_change_its_space(kind: int, side: float) -> None:
    grid = {"type": kind, "size": 100, "distance": 5, "units": "ft"}

    def seen(rotation: float, **token: Any) -> Any:
        turned = {"A": {"rotation": rotation, "width": side, "height": side} | token}
        sheet = facts(draw(*ROW, tokens=turned, grid=grid, walls=[wall(260, -100, 260, 60)]))
        space = sheet.query.space
        return sheet.query.source.box, sheet.query.source.cells, space.box, sheet.cover, sheet.range.distance

    upright = seen(0)
    for rotation in (30, 45, 90, 135, 270):
        assert seen(rotation) == upright
        assert seen(0, coign={"facing": rotation}) == upright


def test_the_direction_is_coigns_then_about_faces_then_the_rotation() -> None:
    about_face = {"about-face": {"direction": 0}}  # east, where About Face counts from
    assert faces(rotation=90) == 90
    assert faces(rotation=90, flags=about_face) == 270
    assert faces(rotation=90, flags=about_face, coign={"facing": 180}) == 180
    assert faces(rotation=90, flags={"about-face": {"direction": None}}) == 90
    assert faces() == 0


def test_about_faces_flag_by_its_compass() -> None:
    """The flag's degrees are clockwise from east: 90 is south, which is 0 in Coign."""
    for direction, ours in ((0, 270), (45, 315), (90, 0), (180, 90), (270, 180)):
        assert faces(flags={"about-face": {"direction": direction}}) == ours


def test_the_worlds_offset_is_added_and_ties_go_clockwise() -> None:
    assert faces(90, rotation=45) == 135
    assert faces(-90, rotation=45) == 315
    assert [faces(rotation=degrees) for degrees in (22, 22.5, 67.4, 67.5, 337.4, 337.5)] == [0, 45, 45, 90, 315, 0]
    assert [faces(rotation=degrees) for degrees in (-45, 765, 360)] == [315, 45, 0]


def test_every_way_has_its_step_on_the_map() -> None:
    """Directions are clockwise from 0, south."""
    for degrees, (east, south) in COMPASS.items():
        turn = math.radians(degrees + 90)
        assert (round(math.cos(turn)), round(math.sin(turn))) == (east, south)


def test_the_offset_reaches_the_fact() -> None:
    turned = (msgspec.structs.replace(DMG[0], facing_offset=180.0), DMG[1])
    scene = draw(*ROW, tokens={"A": {"rotation": 90}})
    assert facts(scene).facing.attacker_arc == "rear"
    assert facts(scene, by=turned).facing.attacker_arc == "front"


# --- the fact ---------------------------------------------------------------------------------------------------------


def arcs(a: float, b: float, **more: Any) -> FacingFact:
    tokens = {"A": {"rotation": a}, "B": {"rotation": b}}
    for letter, changes in more.pop("tokens", {}).items():
        tokens[letter] |= changes
    return facts(draw(*ROW, tokens=tokens), **more).facing


def test_both_arcs_and_the_side() -> None:
    """A is west of B, which faces south: A is on its right."""
    found = arcs(270, 0)
    assert (found.attacker_arc, found.target_arc) == ("front", "flank")
    assert (found.attacker_side, found.target_side) == (None, "right")
    assert (found.attacker_facing, found.target_facing) == (270, 0)
    assert arcs(0, 180).target_side == "left"
    assert arcs(90, 270).attacker_arc == arcs(90, 270).target_arc == "rear"


def test_ties_among_nearest_squares_serve_the_attacker() -> None:
    """B, a giant, is two rows to the north. Its two middle squares are equally near: one is ahead, one to the side."""
    found = facts(
        draw("+ +", "   ", "+ +", tokens={
            "A": {"x": 300, "y": 300, "coign": {"facing": 180}},
            "B": {"x": 400, "y": 200, "width": 2, "height": 2, "coign": {"facing": 270}},
        })
    ).facing  # fmt: skip
    assert found.attacker_arc == "front"
    assert found.target_arc == "rear"


@pytest.mark.parametrize(
    ("token", "is_faceless"),
    [
        ({}, False),
        ({"coign": {"faceless": True}}, True),
        ({"coign": {"creatureType": "Ooze"}}, True),
        ({"coign": {"creatureType": "elemental", "faceless": False}}, False),
        ({"coign": {"size": "tiny"}}, True),
        ({"coign": {"size": "Diminutive"}}, True),
        ({"coign": {"size": "small"}, "width": 0.5, "height": 0.5}, False),
        ({"width": 0.5, "height": 0.5}, True),
        ({"width": 0.5, "height": 1}, False),
        ({"name": "Old Will-o'-Wisp"}, True),
        ({"name": "Giant Octopus"}, True),
        ({"name": "Mimicry Teacher"}, False),
        ({"name": "Archon, Lantern"}, True),
        ({"name": "Will-o’-the-Wisp"}, True),
        ({"name": "Large Fire Elemental", "coign": {"creatureType": "outsider"}}, True),
        ({"name": "Elementalist"}, False),
        ({"name": "Ooze, Ochre"}, True),
        ({"name": "Oozing Wound"}, False),
        ({"name": "Belker", "coign": {"creatureType": "outsider", "subtypes": ["Elemental", "air"]}}, True),
        ({"name": "Belker", "coign": {"creatureType": "Outsider (Elemental, Air)"}}, True),
        ({"name": "Violet Shrieker Fungus"}, True),
        ({"name": "Shrieker Fungus"}, False),
        ({"name": "Chest", "coign": {"species": "Mimic"}}, True),
        ({"name": "Mimic", "coign": {"species": "Human"}}, False),
    ],
)
def test_faceless_creatures(token: Document, is_faceless: bool) -> None:
    found = arcs(0, 0, tokens={"B": token})
    assert (found.target_arc == "none") is is_faceless
    assert (found.target_facing is None) is is_faceless
    assert found.attacker_arc == "flank"


def test_a_point_of_origin_has_no_facing_and_is_in_an_arc() -> None:
    found = from_point(draw(*ROW, tokens={"B": {"rotation": 90}}), 50, 50).facing
    assert (found.attacker_arc, found.attacker_facing, found.target_arc) == ("none", None, "front")


def test_a_creature_in_the_same_space_is_in_front() -> None:
    scene = draw("+ +", " A ", "+ +", tokens={"B": {"x": 10, "y": 0}})
    assert (facts(scene).facing.attacker_arc, facts(scene).facing.target_arc) == ("front", "front")


def test_without_a_grid_the_angle_decides_in_eight_ways() -> None:
    for y, arc in ((0, "front"), (199, "front"), (201, "flank")):
        scene = draw("+ +", " A ", "+ +", tokens={
            "A": {"rotation": 270}, "B": {"x": 200, "y": y, "disposition": -1},
        }, grid={"type": GRIDLESS})  # fmt: skip
        assert facts(scene).facing.attacker_arc == arc


# --- in the saddle ----------------------------------------------------------------------------------------------------

YARD = ("+ + + + + +", " . . . . B ", "+ + + + + +", " . . . . . ", "+ + + + + +")


def mounted(foe: tuple[int, int], rider: dict[str, Any] | None = None, *, actor: str = "A", **steed: Any) -> FacingFact:
    """Measure facing for a rider A that faces north, in the middle of a Large horse that by default faces east."""
    drawn = draw(*YARD)
    about = {"disposition": 1, "rotation": 180, "coign": {"statuses": ["mounted"], **(rider or {})}}
    horse = {"_id": "H", "x": 100, "y": 0, "width": 2, "height": 2, "rotation": 270, "disposition": 1, **steed}
    drawn["tokens"][:] = [
        {"_id": "A", "x": 150, "y": 50, "width": 1, "height": 1, **about},
        horse,
        {"_id": "B", "x": foe[0] * 100, "y": foe[1] * 100, "disposition": -1},
    ]
    return facts(drawn, actor, "B" if actor == "A" else "A").facing


def test_a_rider_has_the_areas_of_its_steed() -> None:
    assert mounted((3, 0)).attacker_arc == "front"
    assert mounted((2, 2)).attacker_arc == "flank"
    assert mounted((0, 0)).attacker_arc == "rear"
    assert mounted((3, 0)).attacker_facing == 270


def test_a_rider_is_attacked_by_its_own_facing() -> None:
    attacked = mounted((3, 1), actor="B")
    assert (attacked.target_facing, attacked.target_arc) == (180, "flank")


def test_a_creature_that_is_not_mounted_has_no_steed() -> None:
    assert mounted((3, 0), {"statuses": []}).attacker_facing == 180


def test_a_gms_facing_of_the_rider_takes_precedence() -> None:
    assert mounted((3, 0), {"facing": 90}).attacker_facing == 90


def test_a_steed_is_larger_alive_a_creature_and_under_its_rider() -> None:
    dead, cart = {"coign": {"statuses": ["dead"]}}, {"coign": {"creature": False}}
    for none in ({"width": 1, "height": 1, "x": 150, "y": 50}, dead, cart, {"x": 800}, {"elevation": -100}):
        assert mounted((3, 0), **none).attacker_facing == 180


def test_a_mount_may_be_named_whatever_its_size() -> None:
    pony: dict[str, Any] = {"width": 1, "height": 1, "x": 150, "y": 50}
    assert mounted((3, 0), {"mount": "H"}, **pony).attacker_facing == 270
    assert mounted((3, 0), {"mount": "nobody"}, **pony).attacker_facing == 180
