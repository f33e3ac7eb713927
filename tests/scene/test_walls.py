"""A scene's walls as rows of arrays: reading and finding them, and keeping them current when doors and walls change."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.protocol import Change
from coign.scene.scene import Scene
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
