"""The light on a space, compared with a fine sampling that shares no code with it."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.facts.light import Eyes, shares
from coign.grid.space import Space
from coign.protocol import Change, Shares
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import Document, draw, encode, light, region, wall
from support.scenes import examples, read

FINE = 150
TOLERANCE = 0.01 + 0.003  # what the edges of circles are true to, and what the fine sampling is


def fine(scene: Scene, space: Space, lights: list[Document], walls: list[Document]) -> list[float]:
    """Shares of bright, dim and dark by very many points, each asked by itself whether it is lit. Pixels."""
    x0, y0, x1, y1 = (value / 16 for value in space.box)
    steps = (np.arange(FINE) + 0.5) / FINE
    xs, ys = np.meshgrid(x0 + steps * (x1 - x0), y0 + steps * (y1 - y0))
    lit = np.zeros(xs.shape, int)
    for lamp in lights:
        config, x, y = lamp["config"], lamp["x"], lamp["y"]
        far = np.hypot(xs - x, ys - y)
        aside = np.abs((np.degrees(np.arctan2(ys - y, xs - x)) - 90 - lamp["rotation"] + 180) % 360 - 180)
        seen = np.ones(xs.shape, bool)
        limited = np.zeros(xs.shape, int)
        for one in walls:
            met = _meets(x, y, xs, ys, *one["c"])
            if one["light"] == 10:
                limited += met
            else:
                seen &= ~met
        seen &= (limited < 2) & (aside <= config["angle"] / 2)
        pixels = 100 / 5
        level = np.where(far <= config["bright"] * pixels, 2, np.where(far <= config["dim"] * pixels, 1, 0))
        lit = np.maximum(lit, np.where(seen, level, 0))
    return [float((lit == level).mean()) for level in (2, 1, 0)]


def _meets(x: float, y: float, xs: Any, ys: Any, ax: float, ay: float, bx: float, by: float) -> Any:
    """Return whether the way from a lamp to each point crosses a wall, by solving for the point where they meet."""
    dx, dy, wx, wy = xs - x, ys - y, bx - ax, by - ay
    with np.errstate(divide="ignore", invalid="ignore"):
        along = ((ax - x) * wy - (ay - y) * wx) / (dx * wy - dy * wx)
        over = ((ax - x) * dy - (ay - y) * dx) / (dx * wy - dy * wx)
    return (along > 0) & (along < 1) & (over > 0) & (over < 1)


def night(lights: list[Document], walls: list[Document], side: float = 1) -> Scene:
    space = {"A": {"x": 1000, "y": 1000, "width": side, "height": side}}
    return read(draw("+ +", " A ", "+ +", tokens=space, lights=lights, walls=walls, night=True))


@st.composite
def lamps(draw: st.DrawFn) -> Document:
    """Draw a lamp near the space, whose light ends in the space or near it."""
    dim = draw(st.integers(5, 40))
    config = {"bright": draw(st.integers(0, dim)), "dim": dim, "angle": draw(st.sampled_from([360, 360, 60, 120, 270]))}
    return light(0, 0, 0, 0) | {
        "x": draw(st.integers(700, 1400)) + 0.5,
        "y": draw(st.integers(700, 1400)) + 0.25,
        "rotation": draw(st.integers(0, 359)),
        "config": config,
    }


@st.composite
def screens(draw: st.DrawFn) -> Document:
    x0, y0, x1, y1 = (draw(st.integers(8, 13)) * 100 + draw(st.sampled_from([0, 0, 37, 50])) for _ in range(4))
    return wall(x0, y0, x1, y1, kind=draw(st.sampled_from(["|", "|", "l"])))


@given(st.lists(lamps(), min_size=1, max_size=1), st.lists(screens(), max_size=2))
@examples(1.5)
def test_shares_by_one_lamp_are_true_to_the_tolerance(lights: list[Document], walls: list[Document]) -> None:
    check(lights, walls, TOLERANCE)


@given(st.lists(lamps(), min_size=2, max_size=3), st.lists(screens(), max_size=5))
@examples(1)
def test_many_edges_of_light_may_add_up_to_a_little_more(lights: list[Document], walls: list[Document]) -> None:
    check(lights, walls, 1.5 * TOLERANCE)


def check(lights: list[Document], walls: list[Document], tolerance: float) -> None:
    walls = [one | {"_id": f"w{n}"} for n, one in enumerate(walls) if one["c"][:2] != one["c"][2:]]
    lights = [one | {"_id": f"lamp{n}"} for n, one in enumerate(lights)]
    scene = night(lights, walls)
    found = shares(scene, scene.tokens["A"].space)
    expected = fine(scene, scene.tokens["A"].space, lights, walls)
    assert [found.none, found.lightly, found.heavily] == pytest.approx(expected, abs=tolerance)


@pytest.mark.parametrize("x", [1010, 1020, 1040, 1045, 1050, 1063])
@pytest.mark.parametrize("upright", [True, False])
def test_a_shadow_that_ends_square_with_the_grid(x: float, upright: bool) -> None:
    """This is the most frequent edge, and the one that rows of samples measure worst."""
    lamp, screen = light(0, 0, 90, 90) | {"x": x, "y": 700}, wall(x, 900, 2000, 900)
    if not upright:
        lamp, screen = lamp | {"x": 700, "y": x}, wall(900, x, 900, 2000)
    scene = night([lamp], [screen])
    assert shares(scene, scene.tokens["A"].space).none == pytest.approx((x - 1000) / 100, abs=TOLERANCE)


# --- the rules of light -----------------------------------------------------------------------------------------------


def on_space(lights: list[Document], walls: list[Document] | None = None, **more: Any) -> Shares:
    scene = night(lights, walls or [])
    return shares(scene, scene.tokens["A"].space, **more)


NEAR = {"x": 950, "y": 1050}


def test_overlaps_take_the_brightest_and_darkness_takes_all_light_away() -> None:
    dim, bright = light(0, 0, 0, 30) | NEAR | {"_id": "dim"}, light(0, 0, 30, 30) | NEAR | {"_id": "bright"}
    dark = light(0, 0, 0, 0) | NEAR | {"_id": "dark", "config": {"dim": 30, "negative": True}}
    assert on_space([dim]) == Shares(0, 1, 0)
    assert on_space([dim, bright]) == on_space([bright, dim]) == Shares(1, 0, 0)
    assert on_space([dark, bright]) == on_space([bright, dark]) == Shares(0, 0, 1)


def test_a_light_without_a_bright_part_is_bright_nowhere_not_even_at_its_source() -> None:
    assert on_space([light(0, 0, 0, 30) | {"x": 1050, "y": 1050}]) == Shares(0, 1, 0)


@pytest.mark.parametrize(
    ("fields", "is_lit"),
    [
        ({}, False),
        ({"light": 0}, True),
        ({"light": 10}, True),
        ({"light": 20, "sight": 0, "move": 0}, False),
        ({"light": 30}, True),
        ({"light": None}, False),
        ({"door": 1}, False),
        ({"door": 1, "ds": 1}, True),
        ({"door": 2, "ds": 2}, False),
        ({"dir": 1}, True),
        ({"dir": 2}, False),
    ],
)
def test_what_stops_light(fields: Document, is_lit: bool) -> None:
    """The lamp is to the west of a wall drawn from north to south."""
    assert on_space([light(0, 0, 90, 90) | NEAR], [wall(980, 0, 980, 3000) | fields]).none == is_lit


def test_walls_of_before_version_nine_stop_light_as_they_stop_sight() -> None:
    for sense, is_lit in ((1, False), (0, True), (2, True)):
        old = {key: value for key, value in wall(980, 0, 980, 3000).items() if key not in ("light", "sight")}
        assert on_space([light(0, 0, 90, 90) | NEAR], [old | {"sense": sense}]).none == is_lit


def test_the_second_limited_wall_stops_light() -> None:
    hedges = [wall(x, 0, x, 3000, "l") for x in (970, 980)]
    assert on_space([light(0, 0, 90, 90) | NEAR], hedges[:1]).none == 1
    assert on_space([light(0, 0, 90, 90) | NEAR], hedges).none == 0


def test_a_light_that_ignores_walls_shines_through() -> None:
    assert on_space([light(0, 0, 90, 90, walls=False) | NEAR], [wall(980, 0, 980, 3000)]).none == 1


def test_a_cone_points_the_way_of_its_rotation() -> None:
    """Rotation is clockwise from 0, south: a lamp in the north shines on A at 0, one in the west at 270."""
    for x, y, rotation in ((1050, 900, 0), (900, 1050, 270), (1050, 1200, 180), (1200, 1050, 90)):
        lamp = light(0, 0, 90, 90, rotation=rotation) | {"x": x, "y": y}
        lamp["config"]["angle"] = 120
        assert on_space([lamp]).none == 1
        assert on_space([lamp | {"rotation": rotation + 180}]).none == 0


def test_low_light_vision_doubles_radii_but_not_darkness() -> None:
    lamp = light(0, 0, 5, 10) | {"x": 800, "y": 1050}
    assert on_space([lamp]).none == 0
    assert on_space([lamp], eyes=Eyes(2.0)).none < 0.001
    assert on_space([lamp], eyes=Eyes(2.0)).lightly > 0.9
    dark = lamp | {"_id": "dark", "config": {"dim": 10, "negative": True}}
    sun = light(0, 0, 900, 900) | {"_id": "sun"} | NEAR
    assert on_space([sun, dark], eyes=Eyes(2.0)).heavily == on_space([sun, dark]).heavily


def test_lights_and_walls_of_another_level_do_not_count() -> None:
    lamp = light(0, 0, 90, 90) | NEAR | {"levels": ["hall"]}
    assert on_space([lamp], level="hall").none == 1
    assert on_space([lamp], level="cellar").none == 0
    assert on_space([lamp]).none == 1
    screen = wall(980, 0, 980, 3000, levels=["cellar"])
    assert on_space([lamp], [screen], level="hall").none == 1


def test_a_door_that_opens_is_seen_at_once() -> None:
    scene = night([light(0, 0, 90, 90) | NEAR], [wall(980, 0, 980, 3000, door=1) | {"_id": "door"}])
    assert shares(scene, scene.tokens["A"].space).none == 0
    opened = wall(980, 0, 980, 3000, door=1, ds=1) | {"_id": "door"}
    finish(scene.change([Change("Wall", "update", "door", msgspec.Raw(encode(opened)))]))
    assert shares(scene, scene.tokens["A"].space).none == 1


# --- what is kept -----------------------------------------------------------------------------------------------------


def change(scene: Scene, kind: Any, document: Document) -> None:
    finish(scene.change([Change(kind, "update", document["_id"], msgspec.Raw(encode(document)))]))


CARRIED = {"dim": 60, "bright": 60, "angle": 360}
DOOR = wall(980, 0, 980, 3000, door=1) | {"_id": "door"}


def torchbearers() -> Scene:
    """A scene with A behind a shut door, T with a torch on its other side, and S without one."""
    bearers = {"T": {"x": 900, "y": 1000, "light": CARRIED}, "S": {"x": 800, "y": 1000}}
    tokens: dict[str, Any] = {"A": {"x": 1000, "y": 1000}} | bearers
    return read(draw("+ +", " A ", "+ +", tokens=tokens, walls=[DOOR], night=True))


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("Wall", DOOR | {"ds": 1}),
        ("Wall", DOOR | {"c": [980, 0, 980, 1000]}),
        ("AmbientLight", light(0, 0, 90, 90) | {"_id": "lamp", "x": 1050, "y": 1050}),
        ("Token", {"_id": "T", "x": 1100, "y": 1000, "light": CARRIED}),
        ("Token", {"_id": "S", "x": 1100, "y": 1000, "light": CARRIED}),
        ("Scene", {"_id": "s", "environment": {"darknessLevel": 0.5}}),
    ],
)
def test_light_that_changes_is_measured_anew(kind: str, fields: Document) -> None:
    scene = torchbearers()
    assert shares(scene, scene.tokens["A"].space) == Shares(0, 0, 1)
    change(scene, kind, fields)
    assert shares(scene, scene.tokens["A"].space) != Shares(0, 0, 1)


def test_a_torch_that_goes_out_or_away_is_not_remembered() -> None:
    scene = torchbearers()
    change(scene, "Wall", DOOR | {"ds": 1})
    assert shares(scene, scene.tokens["A"].space) == Shares(1, 0, 0)
    finish(scene.change([Change("Token", "delete", "T", msgspec.Raw())]))
    assert shares(scene, scene.tokens["A"].space) == Shares(0, 0, 1)


def test_one_lamp_out_of_a_hundred_is_enough() -> None:
    """The others are behind a wall."""
    strong = [light(0, 0, 90, 90) | {"_id": f"strong{n}", "x": 700 + n, "y": 1050} for n in range(99)]
    near = light(0, 0, 5, 10) | {"_id": "near", "x": 1050.5, "y": 1050.25}
    assert on_space([*strong, near], [wall(980, 0, 980, 3000)]) == on_space([near]) == Shares(1, 0, 0)
    assert on_space(strong, [wall(980, 0, 980, 3000)]) == Shares(0, 0, 1)


# --- regions that change the darkness ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "system", "expected"),
    [
        (1, {"mode": 0, "modifier": 1}, (0.0, 0.0, 1.0)),
        (0.5, {"mode": 0, "modifier": 1}, (0.5, 0.0, 0.5)),
        (1, {"mode": 2, "modifier": 0.3}, (0.0, 1.0, 0.0)),
        (1, {"mode": 1, "modifier": 1}, (1.0, 0.0, 0.0)),
    ],
)
def test_a_region_changes_the_darkness_inside_it(
    width: float, system: dict[str, Any], expected: tuple[float, float, float]
) -> None:
    """Foundry's adjustDarknessLevel covers B's square, or half of it, by day."""
    environment = {"darknessLevel": 0, "globalLight": {"enabled": False, "bright": False}}
    cave = region("adjustDarknessLevel", 2, 0, width, **system)
    scene = read(draw("+ + + +", " A . B ", "+ + + +", regions=[cave], environment=environment))
    found = shares(scene, scene.tokens["B"].space)
    assert (found.none, found.lightly, found.heavily) == pytest.approx(expected, abs=0.001)
