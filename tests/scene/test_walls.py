"""A scene's walls as rows of arrays: reading and finding them, and keeping them current when doors and walls change."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.protocol import Change
from coign.protocol.documents import WallDoc
from coign.scene.scene import Scene
from coign.scene.wall_kinds import (
    HALF,
    LIMITED,
    MOVE_ONLY,
    NOTHING,
    PLAIN,
    SIGHT_ONLY,
    SOLID,
    THREE_QUARTERS,
    WINDOW,
    Nature,
    is_plain,
    nature,
)
from coign.scene.walls import named
from coign.util.tasks import finish
from support.maps import Document, draw, encode, wall
from support.scenes import examples, read


def scene_of(*walls: Document) -> Scene:
    return read(draw("+ + +", " A B ", "+ + +", walls=walls))


def change(scene: Scene, action: Any, key: str, document: Document | None = None) -> None:
    data = msgspec.Raw() if document is None else msgspec.Raw(encode(document))
    finish(scene.change([Change("Wall", action, key, data)]))


def near(scene: Scene) -> list[str]:
    rows = scene.walls.near(-1e9, -1e9, 1e9, 1e9)
    return [scene.walls.ids[n] for n in rows if scene.walls.kind[n]]


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ({"c": [5, 5, 5, 5]}, "both ends are at the same place"),
        ({"c": [5, 5, 5.01, 5]}, "both ends are at the same place"),
        ({"c": [1, 2, 3]}, "c: "),
        ({"c": None}, "c: "),
        ({"c": [1, 2, 3, "x"]}, "c: "),
        ({"c": [0, 0, 1e300, 0]}, "c: "),
        ({}, "has no c"),
        ([], "expected an object"),
        (None, "expected an object"),
    ],
)
def test_an_invalid_wall_is_skipped_and_reported(document: Any, why: str) -> None:
    scene = read(draw("+ +", "   ", "+ +") | {"walls": [document, {"_id": "good", "c": [0, 0, "100", 0]}]})
    assert [*scene.walls.row] == ["good"]
    ((_, said),) = [(what, said) for what, said in scene.skipped if "skipped" in said]
    assert why in said


@pytest.mark.parametrize(
    ("name", "odd"),
    [
        ("has_levels", {"levels": ["L"]}),
        ("has_heights", {"flags": {"wall-height": {"top": 10}}}),
        ("has_one_way", {"dir": 1}),
    ],
)
def test_walls_say_whether_one_of_them_ever_had_a_property(name: str, odd: Document) -> None:
    plain = wall(100, 0, 100, 100) | {"_id": "w"}
    scene = scene_of(plain)
    said = [getattr(scene.walls, name)]
    for document in (plain, plain | odd, plain):
        change(scene, "update", "w", document)
        said.append(getattr(scene.walls, name))
    assert said == [False, False, True, True]
    assert getattr(scene_of(plain | odd, wall(200, 0, 200, 100)).walls, name)


INF = math.inf
SET_LOW = {"coign": {"cover": {"degree": "low", "height": 3}}}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, (SOLID, SOLID, 0, -INF, INF, INF, False, INF)),
        ({"sight": 20, "move": 20, "light": 20, "dir": 0, "door": 0, "ds": 0}, PLAIN),
        ({"dir": 1}, (SOLID, SOLID, 1, -INF, INF, INF, False, INF)),
        ({"dir": 2}, (SOLID, SOLID, 2, -INF, INF, INF, False, INF)),
        ({"dir": 3}, PLAIN),
        ({"door": 1}, PLAIN),
        ({"door": 1, "ds": 2}, PLAIN),  # locked
        ({"door": 1, "ds": 1}, (NOTHING, NOTHING, 0, -INF, INF, INF, False, INF)),
        ({"door": 1, "ds": 1, "flags": SET_LOW}, (NOTHING, NOTHING, 0, -INF, INF, INF, True, INF)),
        ({"ds": 1}, PLAIN),
        ({"door": 1, "sight": 0, "light": 0}, (SOLID, NOTHING, 0, -INF, INF, INF, False, INF)),
        ({"sense": 0}, (MOVE_ONLY, NOTHING, 0, -INF, INF, INF, False, INF)),
        ({"sense": 1}, PLAIN),
        ({"sense": 2}, (LIMITED, LIMITED, 0, -INF, INF, INF, False, INF)),
        ({"sight": 10}, (LIMITED, SOLID, 0, -INF, INF, INF, False, INF)),
        ({"light": 1}, PLAIN),
        ({"light": 10}, (SOLID, LIMITED, 0, -INF, INF, INF, False, INF)),
        ({"light": 30}, (SOLID, NOTHING, 0, -INF, INF, INF, False, INF)),
        ({"move": 0}, (SIGHT_ONLY, SOLID, 0, -INF, INF, INF, False, INF)),
        ({"sight": 0}, (MOVE_ONLY, SOLID, 0, -INF, INF, INF, False, INF)),
        ({"sight": 0, "move": 0}, (NOTHING, SOLID, 0, -INF, INF, INF, False, INF)),
        ({"sight": 30}, (WINDOW, SOLID, 0, -INF, INF, INF, False, INF)),
        ({"sight": 30, "threshold": {"sight": 10}}, (WINDOW, SOLID, 0, -INF, INF, INF, False, 10)),
        ({"sight": 40, "threshold": {"sight": 10}}, (WINDOW, SOLID, 0, -INF, INF, INF, False, -10)),
        ({"sight": 40, "threshold": {"sight": -10}}, (WINDOW, SOLID, 0, -INF, INF, INF, False, INF)),
        ({"sight": 20, "threshold": {"sight": 10}}, PLAIN),
        ({"flags": SET_LOW}, (SOLID, SOLID, 0, -INF, 7 + 3, 3, True, INF)),
        ({"flags": {"coign": {"cover": "half"}}}, (HALF, SOLID, 0, -INF, INF, INF, True, INF)),
        (
            {"flags": {"coign": {"cover": {"degree": "three-quarters"}}}},
            (THREE_QUARTERS, SOLID, 0, -INF, INF, INF, True, INF),
        ),
        ({"flags": {"coign": {"cover": "none"}}}, (NOTHING, SOLID, 0, -INF, INF, INF, True, INF)),
        ({"flags": {"coign": {}}}, PLAIN),
        ({"flags": {"wall-height": {"bottom": 2, "top": 9}}}, (SOLID, SOLID, 0, 2, 9, 7, False, INF)),
        ({"flags": {"wall-height": {"bottom": 2}}}, (SOLID, SOLID, 0, 2, INF, INF, False, INF)),
        ({"flags": {"wall-height": {"top": 9}}}, (SOLID, SOLID, 0, -INF, 9, 9 - 7, False, INF)),
        (
            {"flags": {"wallHeight": {"wallHeightBottom": 2, "wallHeightTop": 9}}},
            (SOLID, SOLID, 0, 2, 9, 7, False, INF),
        ),
    ],
)
def test_the_properties_of_a_wall(fields: Document, expected: Nature) -> None:
    """Each ground lies at 7 units. What counts as plain has the properties that it would be read with."""
    document = msgspec.convert({"c": [0, 0, 9, 9]} | fields, WallDoc)
    told: list[str] = []
    found = nature(document, "w", lambda _: 7.0, lambda _, why: told.append(why))
    assert (found, told) == (expected, [])
    assert found == PLAIN or not is_plain(document)


def test_walls_off_the_map_with_fractions_and_in_any_direction_are_walls() -> None:
    scene = scene_of(wall(-1000.5, -20.25, 30.125, 70), wall(50000, 0, 60000, 0))
    assert len(scene.walls) == 2
    assert scene.walls.lines[0].tolist() == [-16008, -324, 482, 1120]


def test_the_same_wall_twice_is_two_and_the_same_id_twice_is_one() -> None:
    double = [wall(150, 0, 150, 100) | {"_id": key} for key in ("v", "w")]
    assert len(scene_of(*double).walls) == 2
    scene = scene_of(double[0], double[0] | {"c": [0, 0, 9, 9]})
    assert len(scene.walls) == 1
    assert scene.walls.lines[scene.walls.row["v"]].tolist() == [0, 0, 144, 144]


def test_walls_without_an_id_are_told_apart() -> None:
    nameless = [{key: value for key, value in wall(x, 0, x, 100).items() if key != "_id"} for x in (110, 120)]
    scene = scene_of(*nameless)
    assert sorted(scene.walls.row) == ["wall-0", "wall-1"]
    assert sorted(near(scene)) == ["wall-0", "wall-1"]


def test_only_walls_near_a_box_are_found_in_ascending_order() -> None:
    scene = scene_of(*(wall(x, 0, x, 100) | {"_id": f"w{x}"} for x in range(0, 1000, 100)))
    rows = scene.walls.near(250 * 16, 0, 600 * 16, 100).tolist()
    assert [scene.walls.ids[n] for n in rows] == ["w300", "w400", "w500", "w600"]


def test_a_door_turns_in_its_row_without_a_new_index() -> None:
    scene = scene_of(wall(100, 0, 100, 100, "d") | {"_id": "door"})
    scene.walls.near(0, 0, 1, 1)
    index = scene.walls._index
    change(scene, "update", "door", wall(100, 0, 100, 100, "o") | {"_id": "door"})
    assert near(scene) == []
    change(scene, "update", "door", wall(100, 0, 100, 100, "d") | {"_id": "door"})
    assert near(scene) == ["door"]
    assert scene.walls._index is index


def test_a_deleted_wall_stops_nothing_and_is_gone_with_the_next_index() -> None:
    scene = scene_of(wall(100, 0, 100, 100) | {"_id": "v"}, wall(150, 0, 150, 100) | {"_id": "w"})
    change(scene, "delete", "v")
    assert near(scene) == ["w"]
    assert len(scene.walls) == 1
    change(scene, "create", "x", wall(170, 0, 170, 100) | {"_id": "x"})
    assert sorted(near(scene)) == ["w", "x"]


def test_a_wall_that_becomes_invalid_is_removed() -> None:
    scene = scene_of(wall(100, 0, 100, 100) | {"_id": "v"})
    change(scene, "update", "v", {"_id": "v", "c": [3, 3, 3, 3]})
    assert near(scene) == []


PLACES = st.sampled_from([0, 50, 100, 150])
EDITS = st.lists(
    st.tuples(
        st.sampled_from("vwxy"),
        st.none() | st.tuples(PLACES, PLACES, PLACES, PLACES, st.sampled_from("|dobw")),
    ),
    max_size=12,
)


@given(EDITS, EDITS)
@examples(1)
def test_after_any_edits_the_walls_equal_those_read_again(first: Any, then: Any) -> None:
    """A snapshot taken in between does not change with them."""
    scene = scene_of()
    standing: dict[str, Any] = {}
    kept: list[tuple[Scene, list[Any]]] = []
    for edits in (first, then):
        for key, spot in edits:
            if spot is None:
                change(scene, "delete", key)
                standing.pop(key, None)
            else:
                x0, y0, x1, y1, kind = spot
                standing[key] = wall(x0, y0, x1, y1, kind=kind) | {"_id": key}
                change(scene, "update", key, standing[key])
        fresh = scene_of(*standing.values())
        assert rows(scene) == rows(fresh)
        kept.append((scene.snapshot(), rows(fresh)))
    for snapshot, expected in kept:
        assert rows(snapshot) == expected


def rows(scene: Scene) -> list[Any]:
    walls = scene.walls
    found = [n for n in walls.near(-1e9, -1e9, 1e9, 1e9).tolist() if walls.kind[n]]
    return sorted((walls.ids[n], walls.lines[n].tolist(), int(walls.kind[n]), float(walls.tall[n])) for n in found)


def test_the_walls_of_a_level() -> None:
    walls = [frozenset(("low",)), frozenset[str](), frozenset(("high",))]
    assert named(walls, "low").tolist() == [True, True, False]
    assert named(walls, None).tolist() == [True, True, True]
