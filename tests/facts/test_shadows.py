"""Which light leaves a space open, dark, or lit in part: held to each of very many points, asked by itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.facts import shadows
from coign.facts.shadows import Shadows, shadows_on
from coign.grid.space import QUANTA, Space
from coign.scene.lights import Light
from coign.scene.scene import Scene
from support.maps import Document, draw, light, wall
from support.scenes import examples, read

STEPS = np.arange(40) / 40
SPOTS = np.stack(np.meshgrid(1001 + 100 * STEPS, 1000.3 + 100 * STEPS), axis=2).reshape(-1, 2)  # pixels, all over A
LAMP = (900.5, 1050.25)


def scene_with(walls: list[Document], *lamps: tuple[float, float], heedless: bool = False) -> Scene:
    """A stands on the cell from 1000 to 1100, each way. `heedless`: of walls."""
    lights = [light(0, 0, 90, 90) | {"_id": f"lamp{n}", "x": x, "y": y} for n, (x, y) in enumerate(lamps)]
    lights = [lamp | {"walls": not heedless} for lamp in lights]
    tokens = {"A": {"x": 1000, "y": 1000}}
    return read(draw("+ +", " A ", "+ +", tokens=tokens, walls=walls, lights=lights, night=True))


def found(scene: Scene, level: str | None = None) -> list[Shadows | None]:
    return [shadow for shadow, _ in shadows_on(scene, ways(scene), level)]


def ways(scene: Scene) -> list[tuple[Light, Space]]:
    """From each lamp to A."""
    return [(lamp, scene.tokens["A"].space) for lamp in scene.lights.values()]


def verdict(shadow: Shadows | None) -> str:
    if shadow is None:
        return "dark"
    return "in part" if shadow.size else "open"


def unlit(lamp: Light, shadow: Shadows | None) -> Any:
    """(n,) which of the spots the light does not come to, by what was found."""
    return np.ones(len(SPOTS), bool) if shadow is None else shadow.dark(*(SPOTS * QUANTA - (lamp.x, lamp.y)).T)


def behind(lamp: Light, walls: list[Document]) -> Any:
    """(n,) the same, solved for how far along the way from the lamp and along each wall the two meet."""
    (dx, dy), solid = (SPOTS - (lamp.x / QUANTA, lamp.y / QUANTA)).T, np.zeros(len(SPOTS), bool)
    hedges = np.zeros(len(SPOTS), int)
    for one in walls:
        ax, ay, bx, by = one["c"]
        wx, wy, ox, oy = bx - ax, by - ay, ax - lamp.x / QUANTA, ay - lamp.y / QUANTA
        with np.errstate(divide="ignore", invalid="ignore"):
            along, over = (ox * wy - oy * wx) / (dx * wy - dy * wx), (ox * dy - oy * dx) / (dx * wy - dy * wx)
        met = (along > 0) & (along < 1) & (over > 0) & (over < 1)
        if one["light"] == 10:
            hedges += met
        else:
            solid |= met
    return solid | (hedges >= 2)


@st.composite
def screens(draw: st.DrawFn) -> Document:
    x0, y0, x1, y1 = (draw(st.integers(7, 14)) * 100 + draw(st.sampled_from([0, 0, 37, 50])) for _ in range(4))
    return wall(x0, y0, x1 + (x0 == x1 and y0 == y1), y1, kind=draw(st.sampled_from(["|", "|", "l"])))


PLACES = st.tuples(st.integers(600, 1500), st.integers(600, 1500)).map(lambda at: (at[0] + 0.5, at[1] + 0.25))


@given(st.lists(screens(), max_size=6), st.lists(PLACES, min_size=1, max_size=4))
@examples(2)
def test_what_is_dark_is_what_lies_behind_a_wall(walls: list[Document], places: list[tuple[float, float]]) -> None:
    walls = [one | {"_id": f"w{n}"} for n, one in enumerate(walls)]
    scene = scene_with(walls, *places)
    for lamp, shadow in zip(scene.lights.values(), found(scene), strict=True):
        expected = behind(lamp, walls)
        # A way exactly through the end of a wall, or through the joint of two, is one of its own.
        assert (unlit(lamp, shadow) != expected).sum() <= 0.01 * len(SPOTS)
        if shadow is None:
            assert expected.mean() > 0.99
        elif not shadow.size:
            assert not expected.any()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ((1000, 900, 1000, 1200), "dark"),  # along the edge of the space
        ((950, 900, 950, 1200), "dark"),
        ((950, 900, 950, 1050), "in part"),
        ((1050, 1020, 1050, 1080), "in part"),
        ((1100, 900, 1100, 1200), "open"),  # the edge on the other side
        ((950, 900, 950, 990), "open"),  # beside
        ((850, 900, 850, 1200), "open"),  # behind the lamp
        ((800.5, 1050.25, 990.5, 1050.25), "open"),  # seen from its end
    ],
)
def test_open_dark_and_in_part(line: tuple[float, float, float, float], expected: str) -> None:
    for ends in (line, (*line[2:], *line[:2])):
        assert [verdict(one) for one in found(scene_with([wall(*ends)], LAMP))] == [expected]


def test_each_lamp_has_its_own() -> None:
    scene = scene_with([wall(950, 900, 950, 1200)], LAMP, (1200.5, 1050.25), (1050.5, 700.25))
    assert [verdict(one) for one in found(scene)] == ["dark", "open", "open"]
    looked_at = [walls for _, walls in shadows_on(scene, ways(scene), None)]
    assert looked_at == [1, 0, 0], "the wall is near the way of one lamp only"


def test_no_light_comes_through_the_joint_of_two_walls() -> None:
    halves = [wall(950, 900, 950, 1050.25), wall(950, 1050.25, 950, 1200)]
    (shadow,) = found(scene_with(halves, LAMP))
    assert shadow is not None
    assert shadow.size == 2
    straight = np.array([[x, 1050.25] for x in (1000.0, 1050.0, 1100.0)]) * QUANTA - np.array(LAMP) * QUANTA
    assert shadow.dark(*straight.T).all()


def test_what_stops_no_light_casts_no_shadow() -> None:
    across = wall(950, 900, 950, 1200)
    for fields in ({"light": 0}, {"light": 30}, {"door": 1, "ds": 1}, {"dir": 1}):
        assert [verdict(one) for one in found(scene_with([across | fields], LAMP))] == ["open"]
    assert [verdict(one) for one in found(scene_with([across | {"dir": 2}], LAMP))] == ["dark"]
    assert [verdict(one) for one in found(scene_with([across], LAMP, heedless=True))] == ["open"]
    scene = scene_with([across | {"levels": ["cellar"]}], LAMP)
    assert [verdict(found(scene, level)[0]) for level in (None, "cellar", "hall")] == ["dark", "dark", "open"]


def test_one_hedge_lets_light_through_and_two_do_not() -> None:
    hedges = [wall(x, 900, x, 1200, "l") for x in (960, 980)]
    for some, dark in ((hedges[:1], 0), (hedges, 1)):
        scene = scene_with(some, LAMP)
        (lamp,), (shadow,) = scene.lights.values(), found(scene)
        assert unlit(lamp, shadow).mean() == dark


def test_more_walls_than_are_taken_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pegs = [wall(950, 1000 + 10 * n, 955, 1004 + 10 * n) for n in range(10)]
    scene = scene_with(pegs, LAMP)
    (lamp,), (shadow,) = scene.lights.values(), found(scene)
    whole = unlit(lamp, shadow)
    monkeypatch.setattr(shadows, "AT_ONCE", 3)
    assert (unlit(lamp, shadow) == whole).all()
    assert 0 < whole.mean() < 1
