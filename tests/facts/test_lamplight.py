"""The lit areas as polygons, compared with many points that are tested one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from coign.facts.lamplight import near
from coign.grid.space import QUANTA
from coign.scene.lights import Reached
from coign.scene.scene import Scene
from support.lights import EDGE, SIDE, lamps, levels_at, reached, screens
from support.maps import Document, draw, light, wall
from support.scenes import examples, read

SPOTS = 40  # spots along each side


def night(lights: list[Document], walls: list[Document], **more: Any) -> Scene:
    return read(draw("+ +", " A ", "+ +", lights=lights, walls=walls, night=True, **more))


def polygons(scene: Scene, level: str | None = None) -> Reached:
    """Return the polygons that the only light of a scene reaches."""
    box = (0.0, 0.0, SIDE * QUANTA, SIDE * QUANTA)
    found = reached(scene, near(scene, box, level), level)
    return found[0] if found else Reached(shapely.Polygon(), shapely.Polygon())


def check(scene: Scene, level: str | None = None) -> None:
    """Assert that every spot not right beside an edge is in the polygons of its level of light."""
    shape = polygons(scene, level)
    steps = (np.arange(SPOTS) + 0.37) * SIDE / SPOTS
    spots = np.stack(np.meshgrid(steps, steps), axis=2).reshape(-1, 2)
    expected = levels_at(scene, spots, level)
    drawn = np.zeros(len(spots))
    beside = np.zeros(len(spots), bool)
    points = shapely.points(spots * QUANTA)
    for part in (shape.dim, shape.bright):
        assert part.is_valid
        drawn += shapely.intersects(part, points)
        beside |= shapely.distance(part.boundary, points) <= EDGE * QUANTA
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
        ([wall(1000.5, 1000.25, 1100, 1000.25)], {}, True),  # seen from its end, where the lamp is
    ],
)
def test_which_walls_stop_it(walls: list[Document], more: Document, is_lit: bool) -> None:
    scene = night([LAMP | more], walls)
    check(scene, "hall")
    dim = polygons(scene, "hall").dim
    assert dim.contains(BEHIND) == is_lit


def test_the_light_in_a_closed_room_is_the_room() -> None:
    corners = [(900, 900), (1300, 900), (1300, 1200), (900, 1200)]
    room = [wall(*one, *other) for one, other in zip(corners, [*corners[1:], corners[0]], strict=True)]
    shape = polygons(night([LAMP], room))
    room_area = shapely.box(*(side * QUANTA for side in (900, 900, 1300, 1200)))
    assert shape.dim.symmetric_difference(room_area).area < 1.0


def test_a_light_has_only_the_parts_with_a_radius() -> None:
    def parts(**config: Any) -> list[bool]:
        shape = polygons(night([LAMP | {"config": {"angle": 360, **config}}], []))
        return [not shape.dim.is_empty, not shape.bright.is_empty]

    assert parts(dim=40, bright=20) == [True, True]
    assert parts(dim=40, bright=0) == [True, False]
    assert parts(dim=20, bright=40) == [True, True]
    assert parts(dim=40, bright=20, negative=True) == [True, False]


@pytest.mark.parametrize(
    "config", [{"angle": 360, "dim": 0.001}, {"angle": -90, "dim": 40}, {"angle": 1e-9, "dim": 40}]
)
def test_a_light_without_area_has_no_polygon(config: Document) -> None:
    shape = polygons(night([LAMP | {"config": config}], [wall(*ACROSS)]))
    assert shape.dim.area < 1.0  # square quanta


def test_levels_have_walls_of_their_own() -> None:
    scene = night([LAMP], [wall(*ACROSS, levels=["hall"])])
    check(scene, "hall")
    check(scene, "cellar")
    assert not polygons(scene, "hall").dim.contains(BEHIND)
    assert polygons(scene, "cellar").dim.contains(BEHIND)
