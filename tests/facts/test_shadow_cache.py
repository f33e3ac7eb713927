"""What is remembered of shadows saves time and changes no answer."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.facts import light as facts_light
from coign.facts.effort import KEPT
from coign.facts.light import TOGETHER, shares
from coign.facts.shadow_cache import WALLS, is_hidden, remember
from coign.grid.space import corners_of
from coign.protocol import Change
from coign.scene.lights import Light
from coign.scene.scene import Scene
from support.lights import lamps, screens
from support.maps import Document, draw, light, wall
from support.scenes import examples, read

DAWN = light(0, 0, 90, 90) | {"_id": "lamp", "x": 850.5, "y": 1050.25}


def scene_with(walls: list[Document], lights: list[Document], **more: Any) -> Scene:
    tokens = {"A": {"x": 1000, "y": 1000}}
    walls = [one | {"_id": f"w{n}"} for n, one in enumerate(walls)]
    return read(draw("+ +", " A ", "+ +", tokens=tokens, walls=walls, lights=lights, night=True, **more))


def hides(scene: Scene) -> bool:
    (lamp,) = scene.lights.values()
    return is_hidden(scene, lamp, corners_of(scene.tokens["A"].space.box))


def turn(scene: Scene, key: str, **fields: Any) -> None:
    document = msgspec.to_builtins(scene.documents["walls"][key]) | fields
    scene.change([Change("Wall", "update", key, msgspec.Raw(msgspec.json.encode(document)))])


CELLS = st.tuples(st.integers(3, 16), st.integers(3, 16))


@given(st.lists(lamps(), min_size=1, max_size=4), st.lists(screens(), max_size=6), st.lists(CELLS, max_size=8))
@examples(1)
def test_who_walks_about_finds_the_light_that_a_newcomer_finds(
    burning: list[Document], walls: list[Document], path: list[tuple[int, int]]
) -> None:
    burning = [one | {"_id": f"lamp{n}"} for n, one in enumerate(burning)]
    scene = scene_with(walls, burning)
    for n, (column, row) in enumerate(path):
        if walls:
            turn(scene, f"w{n % len(walls)}", door=1, ds=n % 2)
        space = scene.tokens["A"].space_at(scene.grid, column * 100.0, row * 100.0, 0.0)
        newcomer = Scene.read(msgspec.json.encode(scene.doc))
        newcomer.change(
            [
                Change(kind, "create", key, msgspec.Raw(msgspec.json.encode(document)))
                for kind, name in (("Wall", "walls"), ("AmbientLight", "lights"), ("Token", "tokens"))
                for key, document in scene.documents[name].items()
            ]
        )
        assert shares(scene, space) == shares(newcomer, space)


def test_the_wall_that_hid_one_space_is_looked_at_first_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_with([wall(950, 500, 950, 1600)], [DAWN])
    assert not hides(scene), "nothing is known yet"
    assert shares(scene, scene.tokens["A"].space).heavily == 1
    assert hides(scene)

    def ways(*asked: object) -> None:
        raise AssertionError("it is behind the same wall")

    monkeypatch.setattr(facts_light, "shadows_on", ways)
    south = scene.tokens["A"].space_at(scene.grid, 1000.0, 1100.0, 0.0)
    assert shares(scene, south).heavily == 1


def test_an_opened_door_lets_the_light_in_at_once() -> None:
    scene = scene_with([wall(950, 500, 950, 1600, door=1)], [DAWN])
    assert shares(scene, scene.tokens["A"].space).heavily == 1
    turn(scene, "w0", ds=1)
    assert not hides(scene)
    assert shares(scene, scene.tokens["A"].space).none == 1


@pytest.mark.parametrize("change", [{"dir": 1}, {"levels": ["cellar"]}])
def test_of_walls_that_are_not_the_same_for_everybody_nothing_is_taken_for_granted(change: Document) -> None:
    scene = scene_with([wall(950, 500, 950, 1600), wall(1300, 0, 1300, 100, **change)], [DAWN])
    assert shares(scene, scene.tokens["A"].space).heavily == 1
    assert not hides(scene)


def test_a_light_that_walls_do_not_stop_is_hidden_by_none() -> None:
    scene = scene_with([wall(950, 500, 950, 1600)], [DAWN])
    shares(scene, scene.tokens["A"].space)
    heedless = msgspec.json.encode(DAWN | {"walls": False})
    scene.change([Change("AmbientLight", "update", "lamp", msgspec.Raw(heedless))])
    assert shares(scene, scene.tokens["A"].space).none == 1


def test_a_few_walls_of_each_light_are_kept_the_last_one_first() -> None:
    scene, lamp = scene_with([], [DAWN]), Light("lamp", 0, 0, 10, 10)
    walls = [(0.0, n, 1.0, n) for n in range(5)]
    for n in (0, 1, 2, 1, 3, 4):
        remember(scene, lamp, walls[n])
    assert scene.hiding == {"lamp": tuple(walls[n] for n in (4, 3, 1, 2))}
    assert len(scene.hiding["lamp"]) == WALLS


def test_walls_that_are_gone_hide_nothing() -> None:
    scene = scene_with([wall(950, 500, 950, 1600)], [DAWN])
    shares(scene, scene.tokens["A"].space)
    scene.change([Change("Wall", "delete", "w0")])
    assert shares(scene, scene.tokens["A"].space).none == 1


def test_what_a_snapshot_remembers_is_not_remembered_of_the_scene() -> None:
    scene = scene_with([wall(950, 500, 950, 1600)], [DAWN])
    snapshot, space = scene.snapshot(), scene.tokens["A"].space
    scene.change([Change("Wall", "delete", "w0")])
    assert shares(snapshot, space).heavily == 1
    assert shares(scene, space).none == 1


def test_where_effort_decides_it_is_not_for_memory_to_say_on_what(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of so many lights the last ones are left out, and stay out when the first are known to be hidden."""
    monkeypatch.setattr(facts_light, "LIGHT", 10)
    strong = [light(0, 0, 90, 90) | {"_id": f"west{n}", "x": 850.5, "y": 1000.25 + n} for n in range(TOGETHER)]
    weak = light(0, 0, 20, 20) | {"_id": "east", "x": 1200.5, "y": 1050.25}
    scene = scene_with([wall(950, 500, 950, 1600)], [*strong, weak])
    for n in range(2):
        space = scene.tokens["A"].space_at(scene.grid, 1000.0, 1000.0 + n, 0.0)
        assert shares(scene, space).heavily == 1


def test_what_is_remembered_does_not_grow_for_ever() -> None:
    scene = scene_with([], [DAWN])
    for n in range(3 * KEPT):
        remember(scene, Light(f"torch{n}", 0, 0, 10, 10), (0.0, 0.0, 1.0, 1.0))
    assert len(scene.hiding) <= KEPT + 1
