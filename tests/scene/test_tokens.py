"""A token as facts use it: its size, height and hexes, its statuses and movement, and its enemies."""

from __future__ import annotations

from typing import Any

import pytest

from coign.grid.hexes import HEX_EVEN_Q, HEX_ODD_R, hex_distance
from coign.scene.things import of_token
from coign.scene.tokens import Token
from support.maps import Document, draw, on_hexes, region
from support.scenes import read

ROW = ("+ + +", " A B ", "+ + +")


def token(changes: Document | None = None, **scene: Any) -> Token:
    return read(draw(*ROW, tokens={"A": changes or {}}, **scene)).tokens["A"]


# --- its space --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "bottom", "top"),
    [
        ({}, 0, 5),
        ({"width": 2, "height": 2}, 0, 10),
        ({"width": 3, "height": 1}, 0, 5),
        ({"width": 2, "height": 2, "depth": 1}, 0, 5),
        ({"depth": 0}, 0, 0),
        ({"depth": 2, "coign": {"height": 6.5}}, 0, 6.5),
        ({"coign": {"height": 0}}, 0, 0),
        ({"coign": {"height": -3}}, 0, 5),
        ({"coign": {"creature": False}}, 0, 2.5),
        ({"width": 2, "height": 4, "coign": {"creature": False}}, 0, 5),
        ({"coign": {"creature": False, "height": 6}}, 0, 6),
        ({"depth": 2, "coign": {"creature": False}}, 0, 10),
        ({"elevation": -12.5}, -12.5, -7.5),
        ({"elevation": None}, 0, 5),
        ({"elevation": "10"}, 10, 15),
        ({"elevation": "high"}, 0, 5),
        ({"elevation": 1e300}, 0, 5),
    ],
)
def test_its_vertical_extent(changes: Document, bottom: float, top: float) -> None:
    """The height is as sent, else v14's depth, else its smaller side; a thing is half as high as it is wide."""
    space = token(changes).space
    assert (space.bottom, space.top) == (bottom, top)


@pytest.mark.parametrize(
    ("changes", "creature", "tall"),
    [
        ({"flags": {"item-piles": {"data": {"enabled": True, "type": "pile"}}}}, False, 0),
        ({"flags": {"item-piles": {"data": {"enabled": True, "type": "merchant"}}}}, True, 5),
        ({"flags": {"item-piles": {"data": {"enabled": True, "type": "banker"}}}}, True, 5),
        ({"flags": {"item-piles": {"data": {"enabled": True, "type": "auctioneer"}}}}, True, 5),
        ({"flags": {"item-piles": {"data": {"enabled": False, "type": "pile"}}}}, True, 5),
        ({"flags": {"item-piles": {"data": "a heap"}}}, True, 5),
        ({"name": "Door"}, False, 0),
        ({"name": "tür (2)"}, False, 0),
        ({"name": "Door Guard"}, True, 5),
        ({"name": "Door", "flags": {"coign": {"creature": True}}}, True, 5),
        ({"name": "Door", "flags": {"coign": {"height": 4}}}, False, 4),
        ({"name": "Door", "coign": {"reach": 5}}, True, 5),
    ],
)
def test_a_heap_of_loot_and_the_picture_of_a_door_are_things(changes: Document, creature: bool, tall: float) -> None:
    """In exports: of a live world the module says what is a thing."""
    found = token({"coign": None} | changes)
    assert (found.is_creature, found.space.height) == (creature, tall)
    assert (of_token(found) is not None) is (not creature and tall > 0)


@pytest.mark.parametrize(("side", "height"), [(0, 0), (1e6, 1e6), (1e6 + 1, 5), (-1, 5)])
def test_a_height_that_cannot_be_is_that_of_its_side(side: float, height: float) -> None:
    assert token({"coign": {"height": side}}).space.height == height
    assert token({"depth": side}, grid={"distance": 1}).space.height == (height if height != 5 else 1)


def test_its_height_is_in_units_of_the_scene() -> None:
    metres = {"distance": 1.5, "units": "m"}
    assert token({"width": 2, "height": 2}, grid=metres).space.height == 3
    assert token({"depth": 2}, grid=metres).space.height == 3


@pytest.mark.parametrize("side", [0, -1, 1000, 1e300, "wide", None, []])
def test_a_side_that_cannot_be_is_one_square(side: Any) -> None:
    scene = read(draw(*ROW, tokens={"A": {"width": side, "height": 2}}))
    space = scene.tokens["A"].space
    assert space.box[2] - space.box[0] == 1600
    assert bool(scene.skipped) is (side is not None)


@pytest.mark.parametrize("place", [{"x": None}, {"y": "here"}, {"x": 1e300}, {"x": [1]}])
def test_a_token_without_a_place_is_skipped_and_reported(place: Document) -> None:
    scene = read(draw(*ROW, tokens={"A": place}))
    assert sorted(scene.tokens) == ["B"]
    ((what, why),) = scene.skipped
    assert (what, why.endswith("skipped")) == ("tokens[0] A", True)


def test_a_place_as_text_and_with_fractions_is_a_place() -> None:
    assert token({"x": "12.5", "y": -3.0625}).space.box == (200, -49, 1800, 1551)


def test_the_hexes_that_the_module_sends() -> None:
    """Foundry's offsets in either form are used; anything else gives the standard body."""
    grid = {"grid": {"type": HEX_ODD_R}}
    for cells in ([[0, 0], [0, 1], [1, 0]], [{"i": 0, "j": 0}, {"i": 0, "j": 1}, {"i": 1, "j": 0}]):
        held = token({"x": -50, "coign": {"cells": cells}}, **grid).space.cells
        assert sorted(held) == [(0, 0), (0, 1), (1, 0)]
    row = [[0, column] for column in range(101)]
    assert len(token({"coign": {"cells": row[:100]}}, **grid).space.cells) == 100
    assert len(token({"coign": {"cells": [[0, 1e6], [0, -1e6]]}}, **grid).space.cells) == 2
    nonsense: tuple[object, ...] = ([[0]], [["a", "b"]], "all", 7, [], [[0, 1e308]], row, [[1e6 + 1, 0], [0, 0]])
    for other in nonsense:
        assert len(token({"coign": {"cells": other}}, **grid).space.cells) == 1


def test_sent_hexes_hold_where_the_token_is_and_move_with_it() -> None:
    """Three hexes in a row remain three in a row after a move."""
    held = on_hexes(HEX_ODD_R, (4, 4), (4, 5), (4, 6))
    scene = read(draw(*ROW, tokens={"A": held}, grid={"type": HEX_ODD_R}))
    token = scene.tokens["A"]
    assert token.space.cells == ((2, 4), (3, 4), (4, 4))
    there = token.space_at(scene.grid, held["x"] + 200, held["y"], 0)
    assert there.cells == ((4, 4), (5, 4), (6, 4))
    assert there.box[0] - token.space.box[0] == 3200


@pytest.mark.parametrize("kind", [HEX_ODD_R, HEX_EVEN_Q])
@pytest.mark.parametrize(("width", "count"), [(1, 1), (2, 3), (3, 7), (4, 12)])
@pytest.mark.parametrize("shape", [0, 1, 2, 3, None])
def test_standard_bodies_by_foundrys_hexagonal_shape(kind: int, width: int, count: int, shape: Any) -> None:
    """Shapes 1 and 3 are the second of two bodies where there are two."""
    changes = {"width": width, "height": width, "x": 500, "y": 500}
    first = token(changes, grid={"type": kind}).space.cells
    for field in ("shape", "hexagonalShape"):
        cells = token(changes | {field: shape}, grid={"type": kind}).space.cells
        assert (cells != first) is (shape in (1, 3) and width in (2, 4))
        assert len(cells) == count
        assert max(hex_distance(a, b) for a in cells for b in cells) == width - 1


# --- what it is doing -------------------------------------------------------------------------------------------------


HELPLESS = ("incapacitated", "stunned", "paralyzed", "petrified", "helpless", "dying", "asleep")
WAYS = {"flying": "fly", "fly": "fly", "hovering": "hover", "hover": "hover", "burrowing": "burrow", "swimming": "swim"}


@pytest.mark.parametrize(
    ("status", "differs"),
    [
        ("grappled", {}),
        ("prone", {"lies": True}),
        ("unconscious", {"lies": True, "able": False}),
        *((status, {"able": False}) for status in HELPLESS),
        *(
            (status, {"dead": True, "able": False, "present": False, "in the way": False})
            for status in ("dead", "defeated")
        ),
        ("ethereal", {"present": False, "in the way": False}),
        *((status, {"way": way, "stands": way in ("fly", "hover")}) for status, way in WAYS.items()),
    ],
)
def test_what_a_status_makes_of_a_token(status: str, differs: Document) -> None:
    """Statuses are read without regard to case. Who flies at the height of the ground stands on it."""
    one = token({"coign": {"statuses": [status.title()]}})
    found = {"way": one.locomotion, "able": one.able, "dead": one.dead, "lies": one.lies, "stands": one.standing}
    usual = {
        "way": "walk",
        "able": True,
        "dead": False,
        "lies": False,
        "stands": True,
        "present": True,
        "in the way": True,
    }
    assert found | {"present": one.present, "in the way": one.in_the_way} == usual | differs


@pytest.mark.parametrize(
    ("size", "across", "category"),
    [
        *((size, 1, number) for number, size in enumerate(("fine", "diminutive", "tiny", "small", "medium", "Large"))),
        *((size, 1, number) for number, size in enumerate(("huge", "gargantuan", "colossal"), start=6)),
        *((None, across, 2) for across in (0.25, 0.5)),
        *((None, across, 4) for across in (0.6, 1)),
        *((None, across, 5) for across in (1.5, 2)),
        *((None, across, 6) for across in (2.5, 3)),
        *((None, across, 7) for across in (4, 5)),
        *((odd, 6, 8) for odd in (None, "", "vast")),
    ],
)
def test_its_size_category_is_that_of_its_sheet_or_else_of_its_longer_side(
    size: str | None, across: float, category: int
) -> None:
    sheet = {"coign": {"size": size} if size else {}}
    assert token({"width": across, "height": 0.25} | sheet).category == category
    assert token({"width": 0.25, "height": across} | sheet).category == category


def test_what_a_gm_set_on_the_token_counts_where_no_adapter_spoke() -> None:
    bare = draw(*ROW)
    del bare["tokens"][0]["coign"]
    bare["tokens"][0]["flags"] = {"coign": {"reach": 15, "faceless": True}}
    assert (read(bare).tokens["A"].coign.reach, read(bare).tokens["A"].coign.faceless) == (15, True)
    bare["tokens"][0]["coign"] = {"reach": 10}
    assert (read(bare).tokens["A"].coign.reach, read(bare).tokens["A"].coign.faceless) == (10, None)


def test_invalid_values_from_an_adapter_become_defaults() -> None:
    scene = read(draw(*ROW, tokens={"A": {"coign": {"reach": "far", "statuses": 7, "senses": {"darkvision": "60"}}}}))
    coign = scene.tokens["A"].coign
    assert (coign.reach, coign.statuses, coign.senses.darkvision) == (None, (), 60)
    assert {what for what, _ in scene.skipped} == {"tokens[0] A.coign"}


@pytest.mark.parametrize(
    ("one", "other", "enemies"),
    [(1, -1, True), (1, -2, True), (-1, -2, False), (1, 1, False), (0, -1, False), (0, 0, False), (1, 0, False)],
)
def test_enemies_by_disposition(one: int, other: int, enemies: bool) -> None:
    scene = read(draw(*ROW, tokens={"A": {"disposition": one}, "B": {"disposition": other}}))
    a, b = scene.tokens["A"], scene.tokens["B"]
    assert a.enemy_of(b) is enemies is b.enemy_of(a)


def test_a_walker_takes_the_height_of_its_ground_and_others_do_not() -> None:
    ledge = region("coign.ground", 0, 0, elevation=10)
    for locomotion, bottom in (("walk", 10), ("climb", 10), ("fly", 0), ("hover", 0), ("swim", 0), ("burrow", 0)):
        changes = {"coign": {"locomotion": locomotion}}
        assert token(changes, regions=[ledge]).space.bottom == bottom


def test_a_token_without_a_name_goes_by_its_id() -> None:
    assert token({"name": None}).name == "A"
    assert repr(token({"name": "Ogre"})) == "Token('A', 'Ogre')"
