"""Levels of a scene: which lie above each other, and which of them no floor separates."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from coign.protocol.messages import Change
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import Document, draw, encode, region
from support.scenes import read

ROW = ("+ + +", " A B ", "+ + +")


def level(key: str, bottom: float | None, top: float | None, *seen: str) -> Document:
    return {
        "_id": key,
        "name": key.title(),
        "elevation": {"bottom": bottom, "top": top},
        "visibility": {"levels": list(seen)},
    }


def floor(elevation: float | None, *levels: str, move: int = 20, sight: int = 20) -> Document:
    drawn = region("defineSurface", 0, 0, 9, 9, id="f", placement="bottom", move=move, sight=sight)
    return drawn | {"elevation": {"bottom": elevation, "top": None}, "levels": list(levels)}


def changed(scene: Scene, kind: Any, document: Document) -> None:
    finish(scene.change([Change(kind, "update", document.get("_id", "s"), msgspec.Raw(encode(document)))]))


VILLA = [level("hall", 0, 10), level("loft", 10, 20)]


@pytest.mark.parametrize(
    ("levels", "regions", "expected"),
    [
        (VILLA, [], [("Hall", "Loft")]),
        (VILLA, [floor(10)], []),
        (VILLA, [floor(10, "loft")], []),
        (VILLA, [floor(10, "cellar")], [("Hall", "Loft")]),
        (VILLA, [floor(0)], [("Hall", "Loft")]),
        (VILLA, [floor(None)], [("Hall", "Loft")]),
        (VILLA, [floor(10, move=0, sight=0)], [("Hall", "Loft")]),
        (VILLA, [floor(10, sight=0)], []),
        ([level("hall", 0, 10, "loft"), VILLA[1]], [], []),
        ([VILLA[0], level("loft", 10, 20, "hall")], [], []),
        (VILLA[:1], [], []),
        ([VILLA[0], level("night", 0, 10)], [], []),
        ([*VILLA, level("cellar", None, 0)], [floor(10)], [("Cellar", "Hall")]),
    ],
)
def test_levels_above_each_other_need_a_floor_between_them(
    levels: list[Document], regions: list[Document], expected: list[tuple[str, str]]
) -> None:
    assert list(read(draw(*ROW, levels=levels, regions=regions)).open_between()) == expected


def test_a_floor_without_an_elevation_is_reported_and_lies_at_its_levels_bottom_by_option() -> None:
    drawn = draw(*ROW, levels=VILLA, regions=[floor(None, "loft")])
    scene = read(drawn)
    assert scene.skipped == [("region f", "its floor has no elevation: skipped")]
    closed = read(drawn | {"flags": {"coign": {"floors": "bottom"}}})
    assert closed.skipped == []
    assert [surface.elevation for surface in closed.areas["f"].surfaces] == [10]
    assert closed.open_between() == ()


@pytest.mark.parametrize(
    ("named", "elevation", "expected"),
    [
        ("hall", 15, "hall"),  # named, whatever its height
        ("gone", 3, "hall"),
        ("gone", 10, "loft"),  # the bottom belongs to the upper one
        ("gone", 99, "loft"),
        ("gone", -99, "hall"),
        (None, 15, None),
    ],
)
def test_a_token_on_an_unknown_level_is_on_the_level_at_its_height(
    named: str | None, elevation: float, expected: str | None
) -> None:
    scene = read(draw(*ROW, levels=VILLA, tokens={"A": {"level": named, "elevation": elevation}}))
    assert scene.tokens["A"].level == expected
    assert scene.strays() == ((("A", str(expected).title()),) if expected not in (named, None) else ())


def test_tokens_go_to_their_levels_when_these_change() -> None:
    scene = read(draw(*ROW, levels=VILLA, tokens={"A": {"level": "attic", "elevation": 25}}))
    assert scene.tokens["A"].level == "loft"
    changed(scene, "Level", level("attic", 20, 30))
    assert (scene.tokens["A"].level, scene.strays()) == ("attic", ())
    without = read(draw(*ROW, tokens={"A": {"level": "attic"}}))
    assert (without.tokens["A"].level, without.strays()) == ("attic", ()), "a scene without levels"


def test_a_change_of_levels_or_of_the_option_is_followed() -> None:
    drawn = draw(*ROW, levels=VILLA, regions=[floor(None, "loft")])
    scene = read(drawn)
    assert scene.open_between()
    changed(scene, "Scene", drawn | {"flags": {"coign": {"floors": "bottom"}}})
    assert [surface.elevation for surface in scene.areas["f"].surfaces] == [10]
    changed(scene, "Level", level("loft", 12, 20))
    assert [surface.elevation for surface in scene.areas["f"].surfaces] == [12]
    changed(scene, "Scene", drawn)
    assert scene.areas["f"].surfaces == ()
    assert scene.open_between() == (("Hall", "Loft"),)


RAIL = {"_id": "rail", "c": [100, 0, 100, 100], "sight": 20, "move": 20}
LOW = {"flags": {"coign": {"cover": {"degree": "low", "height": 3}}}}
GALLERY = region("coign.ground", 0, 0, 9, 9, id="g", elevation=12) | {"levels": ["loft"]}


@pytest.mark.parametrize(
    ("names", "drawn", "top"),
    [
        pytest.param(["hall"], [], 3, id="on the lowest level"),
        pytest.param(["loft"], [], 13, id="at the bottom of its level"),
        pytest.param(["loft"], [GALLERY], 15, id="on the ground of its level"),
        pytest.param(["hall"], [GALLERY], 3, id="under ground of another level"),
        pytest.param(["hall"], [GALLERY | {"levels": []}], 3, id="under ground that is above its level"),
        pytest.param(["loft", "hall"], [], 3, id="of two levels on the lower one"),
        pytest.param(["gone"], [], 3, id="on an unknown level"),
        pytest.param([], [GALLERY], 15, id="without a level on the highest ground"),
    ],
)
def test_a_low_wall_stands_on_its_level(names: list[str], drawn: list[Document], top: float) -> None:
    scene = draw(*ROW, walls=[RAIL | LOW | {"levels": names}], levels=VILLA, regions=drawn)
    assert read(scene).walls.top.tolist() == [top]


def test_a_low_wall_follows_its_level() -> None:
    scene = read(draw(*ROW, walls=[RAIL | LOW | {"levels": ["loft"]}], levels=VILLA))
    changed(scene, "Level", level("loft", 12, 20))
    assert scene.walls.top.tolist() == [15]
