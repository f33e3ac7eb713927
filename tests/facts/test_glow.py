"""How far lights come, as polygons: held to what the facts say of the light on very many points."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from coign.facts import glow as facts_glow
from coign.facts import screens as facts_screens
from coign.facts.glow import Glow, glow
from coign.facts.light import measured
from coign.grid.space import QUANTA
from coign.protocol import Change
from coign.scene.lights import Light
from coign.scene.scene import Scene
from support.lights import CHORD, SIDE, lamps, screens
from support.maps import Document, draw, encode, light, region, wall
from support.scenes import examples, read

EDGE = 40  # spots along each side


def night(lights: list[Document], walls: list[Document], **more: Any) -> Scene:
    return read(draw("+ +", " A ", "+ +", lights=lights, walls=walls, night=True, **more))


def only(scene: Scene) -> Light:
    (one,) = scene.lights.values()
    return one


def polygons(scene: Scene, level: str | None = None) -> Glow:
    shape = glow(scene, only(scene), level)
    assert shape is not None
    return shape


def check(scene: Scene, level: str | None = None) -> None:
    """Every spot that is not right beside an edge lies in the polygons that the facts put it in."""
    one, shape = only(scene), polygons(scene, level)
    steps = (np.arange(EDGE) + 0.37) * SIDE / EDGE
    spots = np.stack(np.meshgrid(steps, steps), axis=2).reshape(-1, 2)
    found = measured(scene, [scene.grid.point(x, y, 0.0) for x, y in spots.tolist()], level)
    expected = np.array([shares.none * 2 + shares.lightly for shares in found])
    drawn = np.zeros(len(spots))
    beside = np.zeros(len(spots), bool)
    points = shapely.points(spots * QUANTA)
    for part in (shape.dim, shape.bright):
        if part is not None:
            assert part.is_valid
            assert shapely.get_num_interior_rings(part) == 0
            drawn += shapely.intersects(part, points)
            beside |= shapely.distance(part.boundary, points) <= CHORD * one.reach + 1
    if shape.dim is None:
        drawn *= 2
    wrong = (drawn != expected) & ~beside
    assert not wrong.any(), list(zip(spots[wrong].tolist(), drawn[wrong], expected[wrong], strict=True))[:5]
    assert beside.mean() < 0.2, "else nearly nothing was checked"


@given(lamps(), st.lists(screens(), max_size=8))
@examples(1.5)
def test_the_polygons_hold_what_is_lit_and_nothing_else(lamp: Document, walls: list[Document]) -> None:
    check(night([lamp], [one | {"_id": f"w{n}"} for n, one in enumerate(walls)]))


LAMP = light(0, 0, 20, 40) | {"x": 1000.5, "y": 1000.25}
ACROSS = (1100, 700, 1100, 1300)
BEHIND = shapely.Point(1300.5 * QUANTA, 1000 * QUANTA)


@pytest.mark.parametrize(
    ("walls", "more", "is_lit"),
    [
        ([], {}, True),
        ([wall(*ACROSS)], {}, False),
        ([wall(*ACROSS, kind="l")], {}, True),
        ([wall(*ACROSS, kind="l"), wall(1200, 700, 1200, 1300, kind="l")], {}, False),
        ([wall(*ACROSS, door=1)], {}, False),
        ([wall(*ACROSS, door=1, ds=1)], {}, True),
        ([wall(*ACROSS, dir=1)], {}, True),
        ([wall(*ACROSS, dir=2)], {}, False),
        ([wall(*ACROSS)], {"walls": False}, True),
        ([wall(*ACROSS, levels=["cellar"])], {}, True),
        ([wall(*ACROSS, levels=["hall"])], {}, False),
        ([wall(1100, 700, 1100, 1000.25), wall(1100, 1000.25, 1100, 1300)], {}, False),
        ([wall(1000.5, 1000.25, 1100, 1000.25)], {}, True),  # seen from its end, on which the lamp stands
    ],
)
def test_which_walls_stop_it(walls: list[Document], more: Document, is_lit: bool) -> None:
    scene = night([LAMP | more], walls)
    check(scene, "hall")
    dim = polygons(scene, "hall").dim
    assert dim is not None
    assert dim.contains(BEHIND) == is_lit


def test_in_a_closed_room_it_is_the_room() -> None:
    corners = [(900, 900), (1300, 900), (1300, 1200), (900, 1200)]
    room = [wall(*one, *other) for one, other in zip(corners, [*corners[1:], corners[0]], strict=True)]
    shape = polygons(night([LAMP], room))
    assert shape.dim is not None
    assert shape.dim.equals(shapely.box(*(side * QUANTA for side in (900, 900, 1300, 1200))))
    assert len(shape.dim.exterior.coords) <= 4 + 2, "and in few points: the sweep may start in the middle of a wall"


def test_only_the_parts_that_there_are() -> None:
    def parts(**config: Any) -> list[bool]:
        shape = polygons(night([LAMP | {"config": {"angle": 360, **config}}], []))
        return [shape.dim is not None, shape.bright is not None]

    assert parts(dim=40, bright=20) == [True, True]
    assert parts(dim=40, bright=0) == [True, False]
    assert parts(dim=20, bright=40) == [False, True]
    assert parts(dim=40, bright=20, negative=True) == [True, False]


@pytest.mark.parametrize(
    "config", [{"angle": 360, "dim": 0.001}, {"angle": -90, "dim": 40}, {"angle": 1e-9, "dim": 40}]
)
def test_a_spark_or_a_cone_without_width_is_nothing_to_draw(config: Document) -> None:
    shape = polygons(night([LAMP | {"config": config}], [wall(*ACROSS)]))
    assert shape.dim is not None
    assert shape.dim.is_empty


def test_too_many_walls_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = night([LAMP], [wall(*ACROSS)])
    monkeypatch.setattr(facts_screens, "GLOW", 3)
    assert glow(scene, only(scene), None) is None


# --- what is kept -----------------------------------------------------------------------------------------------------

DOOR = wall(*ACROSS, door=1) | {"_id": "door"}
FIELDS = {key: value for key, value in draw("+", night=True).items() if not isinstance(value, list)}
BEARER = {"A": {"x": 900, "y": 900, "light": {"dim": 40, "bright": 20, "angle": 360}}}


def change(scene: Scene, kind: Any, document: Document, action: Any = "update") -> None:
    scene.change([Change(kind, action, document["_id"], msgspec.Raw(encode(document)))])


def test_it_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = night([LAMP], [DOOR], tokens={"B": {"x": 100}})
    before = glow(scene, only(scene), None)
    monkeypatch.setattr(facts_glow, "_glow", None)
    change(scene, "Token", {"_id": "B", "x": 300, "y": 0})
    change(scene, "Scene", FIELDS | {"environment": FIELDS["environment"] | {"darknessLevel": 0.9}})
    assert glow(scene, only(scene), None) is before


@pytest.mark.parametrize(
    ("kind", "action", "document"),
    [
        ("Wall", "update", DOOR | {"ds": 1}),
        ("Wall", "update", DOOR | {"c": [1100, 1200, 1100, 1300]}),
        ("Wall", "delete", DOOR),
        ("Wall", "create", wall(1050, 900, 1050, 1300)),
        ("AmbientLight", "update", LAMP | {"x": 1200.5}),
        ("AmbientLight", "update", LAMP | {"config": {"dim": 30, "bright": 20, "angle": 360}}),
        ("AmbientLight", "update", LAMP | {"walls": False}),
        ("AmbientLight", "update", LAMP | {"config": LAMP["config"] | {"angle": 90}}),
        ("AmbientLight", "update", LAMP | {"rotation": 90, "config": LAMP["config"] | {"angle": 90}}),
        ("Scene", "update", FIELDS | {"grid": {"type": 1, "size": 100, "distance": 10, "units": "ft"}}),
    ],
)
def test_it_is_made_anew_when_a_wall_or_the_light_is_another(kind: str, action: str, document: Document) -> None:
    scene = night([LAMP], [DOOR])
    before = polygons(scene)
    aside = scene.snapshot()
    change(scene, kind, document, action)
    after = polygons(scene)
    assert before.dim is not None
    assert after.dim is not None
    assert not after.dim.equals(before.dim)
    check(scene)
    assert polygons(aside).dim.equals(before.dim), "a snapshot is of its own time"
    assert polygons(scene) is after, "and what it keeps its own"


def test_a_wall_that_stands_on_other_ground_is_another() -> None:
    scene = night([LAMP], [DOOR | {"flags": {"coign": {"cover": {"degree": "low", "height": 3}}}}])
    polygons(scene)
    change(scene, "Region", region("coign.ground", 0, 0, 20, 20, id="hill", elevation=10), "create")
    assert polygons(scene) == polygons(night([LAMP], [DOOR]))


def test_a_torch_is_another_light_with_every_step() -> None:
    scene = night([], [DOOR], tokens=BEARER)
    (torch,) = scene.carried.values()
    before = glow(scene, torch, None)
    aside = scene.lit_with(scene.tokens["A"], scene.tokens["A"].space_at(scene.grid, 600, 900, 0.0))
    (elsewhere,) = aside.carried.values()
    assert glow(aside, elsewhere, None) != before
    assert glow(scene, torch, None) is before
    change(scene, "Token", {"_id": "A", "name": "A", "height": 1, "width": 1} | BEARER["A"] | {"x": 600})
    (torch,) = scene.carried.values()
    assert glow(scene, torch, None) == glow(aside, elsewhere, None)


def test_levels_have_polygons_of_their_own() -> None:
    scene = night([LAMP], [DOOR | {"levels": ["hall"]}])
    assert polygons(scene, "hall") != polygons(scene, "cellar")
    check(scene, "hall")
    check(scene, "cellar")


def test_of_very_many_lights_the_last_ones_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = night([LAMP | {"_id": f"lamp{n}", "x": 500 + n} for n in range(20)], [DOOR])
    monkeypatch.setattr(facts_glow, "KEPT", 8)
    for one in scene.lights.values():
        assert glow(scene, one, None) is glow(scene, one, None)
        assert len(scene.glows) <= 8
