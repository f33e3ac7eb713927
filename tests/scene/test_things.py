"""Tiles that a GM made objects: where they stand, how high, and what cover they give."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from coign.protocol.messages import Change
from coign.scene.scene import Scene
from coign.scene.things import Thing
from coign.scene.wall_kinds import HALF, SOLID, THREE_QUARTERS
from coign.util.tasks import finish
from support.maps import Document, draw, encode, region
from support.scenes import read

ROW = ("+ + + +", " A   B ", "+ + + +")


def crate(said: Any = None, **fields: Any) -> Document:
    """Return a tile over the cell at (200, 0) that a GM made an object, as Foundry 13 has it."""
    flags = {"coign": {"object": {"height": 3} if said is None else said}}
    return {"_id": "t", "x": 200, "y": 0, "width": 100, "height": 100, "flags": flags} | fields


def thing(**fields: Any) -> Thing | None:
    return read(draw(*ROW, tiles=[crate(**fields)])).things.get("t")


def box(found: Thing | None) -> list[float]:
    assert found is not None
    return [round(side / 16, 2) for side in found.box]


def test_it_stands_over_the_rectangle_it_is_drawn_in() -> None:
    assert box(thing()) == [200, 0, 300, 100]
    assert box(thing(width=100, height=20, rotation=90)) == [240, -40, 260, 60]
    assert box(thing(levels=[])) == [150, -50, 250, 50], "since Foundry 14 at its anchor, the middle"
    assert box(thing(levels=[], texture={"anchorX": 0, "anchorY": 0})) == [200, 0, 300, 100]


@pytest.mark.parametrize(
    ("said", "height", "kind"),
    [
        ({"height": 3}, 3, SOLID),
        ({"height": 3, "degree": "total"}, 3, SOLID),
        ({"height": 3, "degree": "half"}, 3, HALF),
        ({"degree": "three-quarters"}, 2.5, THREE_QUARTERS),
        ({}, 2.5, SOLID),  # half as high as it is wide
        ({"height": None}, 2.5, SOLID),
        ({"height": -1}, 2.5, SOLID),
        ({"height": 0}, 2.5, SOLID),
        ({"height": True}, 2.5, SOLID),
        ({"height": 1e6}, 1e6, SOLID),
        ({"height": 1e6 + 1}, 2.5, SOLID),
        ({"height": "tall"}, 2.5, SOLID),
    ],
)
def test_what_a_gm_said_of_it(said: Document, height: float, kind: int) -> None:
    found = thing(said=said)
    assert found is not None
    assert (found.bottom, found.top, found.kind, found.name) == (0, height, kind, "tile:t")


@pytest.mark.parametrize(
    "fields",
    [
        {"said": {"degree": "none"}},
        {"said": "crate"},
        {"flags": {}},
        {"flags": {"coign": 7}},
        {"hidden": True},
        {"width": 0},
    ],
)
def test_what_is_no_obstacle(fields: Document) -> None:
    assert thing(**fields) is None


@pytest.mark.parametrize("degree", ["most", "soft"])
def test_another_degree_is_reported(degree: str) -> None:
    scene = read(draw(*ROW, tiles=[crate({"degree": degree})]))
    assert scene.things == {}
    assert scene.skipped == [("tile t", f"object of degree {degree!r}: use half, three-quarters, total or none")]


def test_it_stands_on_its_own_elevation_or_on_the_ground() -> None:
    hill = region("coign.ground", 2, 0, elevation=10)
    scene = read(draw(*ROW, tiles=[crate()], regions=[hill]))
    assert (scene.things["t"].bottom, scene.things["t"].top) == (10, 13)
    finish(scene.change([Change("Region", "delete", hill["_id"])]))
    assert scene.things["t"].bottom == 0
    assert read(draw(*ROW, tiles=[crate(elevation=6)], regions=[hill])).things["t"].bottom == 6
    gallery = hill | {"elevation": {"bottom": 10, "top": 20}}
    assert read(draw(*ROW, tiles=[crate()], regions=[gallery])).things["t"].bottom == 0


def test_it_counts_on_its_levels() -> None:
    found, anywhere = thing(levels=["hall"]), thing()
    assert found is not None
    assert anywhere is not None
    asked = [frozenset[str](), frozenset({"hall", "loft"}), frozenset({"loft"})]
    assert [(found.on(levels), anywhere.on(levels)) for levels in asked] == [(True, True), (True, True), (False, True)]


def test_changes_are_followed_and_places_found() -> None:
    scene = read(draw(*ROW, tiles=[crate()]))
    assert [one.name for one in scene.things_in(0, 0, 3200, 1600)] == ["tile:t"]
    assert scene.things_in(0, 0, 3000, 1600) == []
    snapshot = scene.snapshot()
    moved = msgspec.Raw(encode(crate(x=600)))
    finish(scene.change([Change("Tile", "update", "t", moved)]))
    assert scene.things_in(0, 0, 3200, 1600) == []
    assert snapshot.things_in(0, 0, 3200, 1600), "a copy keeps what was"
    finish(scene.change([Change("Tile", "delete", "t")]))
    assert scene.things == {}


def test_who_stands_on_it_or_in_it_overlaps_it() -> None:
    table = read(draw(*ROW, tiles=[crate(rotation=45)]))

    def overlaps(x: float, y: float, **token: Any) -> bool:
        return _overlaps(table, x, y, **token)

    assert overlaps(200, 0)
    assert not overlaps(300, 0)
    assert not overlaps(275, 75), "its corner is in the box about the turned table, and not on the table"
    assert not overlaps(200, 0, elevation=3), "on top of it"
    assert overlaps(200, 0, elevation=2)
    assert overlaps(0, -200, width=5, height=5), "its middle is in the giant's space"


def _overlaps(scene: Scene, x: float, y: float, **token: Any) -> bool:
    other = read(draw(*ROW, tokens={"A": {"x": x, "y": y} | token}))
    return scene.things["t"].overlaps(other.tokens["A"].space)


def test_more_than_the_limit_are_reported() -> None:
    tiles = [crate(_id=f"t{n}") for n in range(501)]
    scene = read(draw(*ROW, tiles=tiles))
    assert len(scene.things) == 500
    assert scene.skipped == [("tile t500", "exceeds 500 tiles that are objects in one scene: skipped")]


@pytest.mark.parametrize(
    ("coign", "gives"),
    [
        ({}, "soft"),
        ({"creature": False}, "total"),
        ({"gives": "half"}, "half"),
        ({"gives": "none", "creature": False}, "none"),
        ({"gives": "much"}, "soft"),
    ],
)
def test_what_a_token_gives_in_the_way(coign: Document, gives: str) -> None:
    assert read(draw(*ROW, tokens={"A": {"coign": coign}})).tokens["A"].gives == gives
