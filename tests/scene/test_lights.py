"""Lights: whether they burn, their reach, and the light over the whole scene."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from coign.protocol import Change
from coign.scene.lights import Lamps, Light
from coign.util.tasks import finish
from support.maps import Document, draw, light, region
from support.scenes import read


def lit(lamp: Document, **scene: Any) -> Light | None:
    """Return the light of a document; None if it does not shine."""
    found = read(draw("+ +", "   ", "+ +", lights=[lamp | {"_id": "lamp"}], night=True, **scene))
    assert not found.skipped
    return found.lights.get("lamp")


def reach(found: Light | None) -> tuple[float, float]:
    """Return the bright and dim radius in grid spaces."""
    assert found is not None
    return found.bright / 1600, found.dim / 1600


# --- one light --------------------------------------------------------------------------------------------------------


def test_radii_are_scene_units_from_the_middle_of_the_lamp() -> None:
    found = lit(light(0, 0, bright=10, dim=30))
    assert reach(found) == (2, 6)
    assert found is not None
    assert (found.x, found.y, found.angle, found.darkness) == (800, 800, 360, False)
    assert reach(lit(light(0, 0, 3, 6), grid={"distance": 1.5})) == (2, 4)


def test_a_light_is_read_whole() -> None:
    """The ground under it is 4 units high, so that its own height is one space above that."""
    config = {"bright": 10, "dim": 30, "angle": 60, "priority": 2, "negative": True}
    fields = {"rotation": 45, "walls": False, "levels": ["hall"], "config": config}
    ranged = fields | {"flags": {"levels": {"rangeBottom": 1, "rangeTop": 9}}}
    hill = [region("coign.ground", 0, 0, elevation=4)]
    whole = Light("lamp", 800, 800, 3200, 9600, 1, 9, 1, 9, 2, 60, 45, True, True, frozenset({"hall"}))
    assert lit(light(0, 0, 0, 0) | ranged, regions=hill) == whole
    elsewhere = {"elevation": 0.0, "height": 9.0, "bottom": -math.inf, "top": math.inf}
    assert lit(light(0, 0, 0, 0) | fields, regions=hill) == replace(whole, **elsewhere)
    raised = replace(whole, elevation=20, height=20)
    assert lit(light(0, 0, 0, 0) | ranged | {"elevation": 20}, regions=hill) == raised
    below = ranged | {"elevation": 3, "flags": {"levels": {"rangeTop": 9}}}
    assert lit(light(0, 0, 0, 0) | below) == replace(whole, elevation=3, height=3, bottom=3)
    bare = Light("lamp", 800, 800, 0, 1e6 * 320, height=5)
    assert lit(light(0, 0, 0, 0) | {"config": {"dim": 1e7}}) == bare, "the longest radius there is"


@pytest.mark.parametrize(
    "changes",
    [
        {"hidden": True},
        {"config": {"bright": 0, "dim": 0}},
        {"config": {"bright": None, "dim": None}},
        {"config": {}},
        {"config": {"bright": -10, "dim": -5}},
        {"config": {"dim": 10, "darkness": {"min": 0, "max": 0.5}}},
    ],
)
def test_lights_that_do_not_burn(changes: Document) -> None:
    assert lit(light(0, 0, 10, 30) | changes) is None


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"dim": 30, "bright": 10}, (2, 6, False)),
        ({"dim": -30, "bright": -10}, (2, 6, True)),
        ({"dim": 30, "bright": -10}, (2, 6, True)),
        ({"dim": 30, "darkness": {"min": 0.5, "max": 1}}, (0, 6, False)),
        ({"dim": 30, "darkness": {"min": 0, "max": 0.9}}, None),
        ({"dim": 30, "darknessThreshold": 1}, (0, 6, False)),
    ],
)
def test_a_light_of_before_v9_has_its_configuration_in_fields_of_its_own(fields: Document, expected: Any) -> None:
    """A radius below 0 makes it darkness (`PointSource` of Foundry 0.8: the lesser of both is below 0)."""
    lamp = {key: value for key, value in light(0, 0, 0, 0).items() if key != "config"} | {"t": "l"}
    found = lit(lamp | fields)
    assert (found and (*reach(found), found.darkness)) == expected


def test_a_light_of_before_v8_burns_from_its_threshold_of_darkness_on() -> None:
    lamp = {"_id": "lamp", "x": 50, "y": 50, "dim": 30, "darknessThreshold": 0.6}
    for darkness, burns in ((0.59, False), (0.6, True)):
        found = read({"grid": 100, "gridDistance": 5, "darkness": darkness, "lights": [lamp]})
        assert ("lamp" in found.lights) is burns


@pytest.mark.parametrize(
    ("low", "high", "burns"),
    [(0, 1, True), (0.5, 1, True), (1, 1, True), (0, 0.99, False), (None, None, True)],
)
def test_a_light_burns_in_its_range_of_darkness(low: Any, high: Any, burns: bool) -> None:
    config = {"dim": 10, "darkness": {"min": low, "max": high}}
    assert (lit(light(0, 0, 0, 0) | {"config": config}) is not None) is burns


@pytest.mark.parametrize("odd", ["x", True, [], 10**400, -(10**400), 1e300])
def test_a_bound_of_darkness_that_is_no_sensible_number_is_reported_and_is_none(odd: Any) -> None:
    bounds = {"min": odd, "max": odd}
    lamp = light(0, 0, 10, 30) | {"_id": "lamp", "config": {"dim": 10, "darkness": bounds}}
    over_all = environment(0.2, enabled=True)
    over_all["environment"]["globalLight"]["darkness"] = bounds
    found = read(draw("+ +", "   ", "+ +", lights=[lamp], **over_all))
    assert "lamp" in found.lights
    assert found.base_light == "bright"
    assert len(found.skipped) == 4, "each bound of both"


@pytest.mark.parametrize("config", [{"dim": 10, "negative": True}, {"dim": 10, "luminosity": -0.5}])
def test_both_ways_to_say_darkness(config: Document) -> None:
    found = lit(light(0, 0, 0, 0) | {"config": config})
    assert found is not None
    assert found.darkness is True


@pytest.mark.parametrize(("angle", "cone"), [(360, 360), (0, 360), (None, 360), (90, 90)])
def test_an_angle_of_nought_is_all_round(angle: Any, cone: float) -> None:
    found = lit(light(0, 0, 0, 0, rotation=45) | {"config": {"dim": 10, "angle": angle}})
    assert found is not None
    assert (found.angle, found.rotation) == (cone, 45)


def test_lights_of_before_version_nine_have_it_all_on_themselves() -> None:
    old = {"x": 50, "y": 50, "t": "u", "dim": 30, "bright": 10, "angle": 0, "rotation": 10}
    found = lit(old)
    assert reach(found) == (2, 6)
    assert found is not None
    assert (found.through_walls, found.angle) == (True, 360)
    plain = lit(old | {"t": "l", "angle": 60})
    assert plain is not None
    assert (plain.through_walls, plain.angle) == (False, 60)


def test_a_light_may_pass_walls() -> None:
    found = lit(light(0, 0, 5, 5, walls=False))
    assert found is not None
    assert found.through_walls is True


def test_a_light_with_absurd_values_is_skipped_and_reported() -> None:
    scene = read(draw("+ +", "   ", "+ +", lights=[light(0, 0, 5, 5) | {"_id": "far", "x": 1e300}]))
    assert scene.lights == {}
    assert scene.skipped == [("lights[0] far", "x: Expected `float` <= 10000000.0: skipped")]


# --- carried ----------------------------------------------------------------------------------------------------------


def carried(**token: Any) -> Light | None:
    return read(draw("+ +", " A ", "+ +", tokens={"A": token}, night=True)).carried.get("A")


def test_a_tokens_light_reaches_from_its_edge() -> None:
    """The reach is the radius and half the token's width: half a space for Medium, a whole one for Large."""
    torch = {"bright": 20, "dim": 40}
    assert reach(carried(light=torch)) == (4.5, 8.5)
    assert reach(carried(light=torch, width=2, height=2)) == (5, 9)
    assert reach(carried(light={"bright": 0, "dim": 10})) == (0, 2.5)
    assert reach(carried(dimLight=40, brightLight=20)) == (4.5, 8.5)
    darkness = carried(dimLight=-40, brightLight=0)
    assert darkness is not None
    assert (*reach(darkness), darkness.darkness) == (0, 8.5, True)


def test_a_tokens_light_shines_from_its_middle_the_way_it_faces() -> None:
    config = {"dim": 10, "angle": 60, "priority": 3, "luminosity": -0.1}
    placed = {"rotation": 90, "width": 2, "height": 3, "x": 100, "elevation": 7}
    whole = Light("token:A", 3200, 2400, 0, 4800, 7, priority=3, angle=60, rotation=90, darkness=True, carrier="A")
    assert carried(light=config, **placed) == whole
    assert carried(light={"bright": 10}) == Light("token:A", 800, 800, 4000, 0, carrier="A")


@pytest.mark.parametrize(
    "token",
    [
        {},
        {"light": {"bright": 0, "dim": 0}},
        {"light": {"dim": 10}, "hidden": True},
        {"light": {"dim": 10, "darkness": {"min": 0, "max": 0.5}}},
    ],
)
def test_tokens_without_a_light(token: Document) -> None:
    assert carried(**token) is None


# --- over all ---------------------------------------------------------------------------------------------------------


def base(**scene: Any) -> str:
    drawn = draw("+ +", " A ", "+ +", **{key: value for key, value in scene.items() if key == "lights"})
    del drawn["environment"]
    return read(drawn | {key: value for key, value in scene.items() if key != "lights"}).base_light


def environment(darkness: float, enabled: bool = False, bright: bool = False, **shining: float) -> Document:
    light_over_all = {"enabled": enabled, "bright": bright, "darkness": {"min": 0, "max": 1} | shining}
    return {"environment": {"darknessLevel": darkness, "globalLight": light_over_all}}


@pytest.mark.parametrize(
    ("scene", "level"),
    [
        (environment(0), "bright"),
        (environment(0.24), "bright"),
        (environment(0.25), "dim"),
        (environment(0.74), "dim"),
        (environment(0.75), "dark"),
        (environment(1), "dark"),
        (environment(1, enabled=True), "dim"),
        (environment(0.2, enabled=True), "bright"),
        (environment(1, enabled=True, bright=True), "bright"),
        (environment(1, enabled=True, bright=True, max=0.5), "dark"),
        (environment(0.4, enabled=True, bright=True, max=0.5), "bright"),
        (environment(0.4, enabled=True, bright=True, min=0.5), "dim"),
        (environment(1, bright=True), "dark"),
        ({"tokenVision": False} | environment(1), "bright"),
        ({"tokenVision": None} | environment(1), "dark"),
        ({}, "bright"),
        ({"darkness": 0.5}, "dim"),
        ({"darkness": 1}, "dark"),
        ({"darkness": 1, "globalLight": True}, "dim"),
        ({"darkness": 1, "globalLight": True, "globalLightThreshold": 0.7}, "dark"),
        ({"darkness": 0.5, "globalLight": True, "globalLightThreshold": None}, "dim"),
        ({"darkness": "0.8"}, "dark"),
        ({"darkness": 7}, "dark"),
        ({"darkness": -1}, "bright"),
    ],
)
def test_the_light_that_lies_over_all(scene: Document, level: str) -> None:
    assert base(**scene) == level


@pytest.mark.parametrize(
    ("scene", "level"),
    [
        (environment(0), "dark"),
        (environment(0.5), "dark"),
        ({}, "dark"),
        (environment(0, enabled=True), "bright"),
        (environment(0.5, enabled=True), "dim"),
        (environment(1, enabled=True), "dim"),
        (environment(1, enabled=True, bright=True), "bright"),
        (environment(0.6, enabled=True, bright=True, max=0.5), "dark"),
        ({"tokenVision": False} | environment(0), "bright"),
        ({"darkness": 0, "globalLight": True}, "bright"),
        ({"darkness": 0.8, "globalLight": True, "globalLightThreshold": 0.7}, "dark"),
    ],
)
def test_lamps_without_a_global_light_make_a_dungeon(scene: Document, level: str) -> None:
    assert base(lights=[light(0, 0, 5, 5)], **scene) == level


@pytest.mark.parametrize(
    "lamp",
    [{"hidden": True}, {"config": {"dim": 10, "negative": True}}, {"config": {"dim": 10, "darkness": {"min": 0.5}}}],
)
def test_lights_that_do_not_burn_make_no_dungeon(lamp: Document) -> None:
    """A hidden lamp, magical darkness, a lamp that burns at night only, or a carried torch."""
    assert base(lights=[light(0, 0, 5, 5) | lamp], **environment(0)) == "bright"
    torch = draw("+ +", " A ", "+ +", tokens={"A": {"light": {"dim": 20}}})
    assert read(torch | environment(0)).base_light == "bright"


@pytest.mark.parametrize(
    ("flags", "level"),
    [
        ({"coign": {"light": "dark"}}, "dark"),
        ({"coign": {"light": "dim"}}, "dim"),
        ({"coign": {"light": "bright"}}, "bright"),
        ({"coign": {"light": "pitch black"}}, "bright"),
        ({"coign": {"light": ["dark"]}}, "bright"),
        ({"coign": 7}, "bright"),
        (None, "bright"),
    ],
)
def test_a_gm_sets_the_light_of_a_scene(flags: Any, level: str) -> None:
    assert base(flags=flags, **environment(0)) == level
    assert base(flags={"coign": {"light": "bright"}}, lights=[light(0, 0, 5, 5)], **environment(1)) == "bright"


@pytest.mark.parametrize(
    ("darkness", "mode", "modifier", "level"),
    [
        (0, 0, 1, "dark"),
        (1, 0, 0, "bright"),
        (1, 1, 0.5, "dim"),
        (1, 1, 0.8, "bright"),
        (0.5, 2, 0.5, "dark"),
        (0.5, 2, 0.1, "dim"),
    ],
)
def test_regions_that_change_the_darkness(darkness: float, mode: int, modifier: float, level: str) -> None:
    """A region sets the darkness (0), reduces it (1) or adds to it (2)."""
    cave = region("adjustDarknessLevel", 0, 0, mode=mode, modifier=modifier)
    scene = read(draw("+ +", " A ", "+ +", regions=[cave]) | environment(darkness))
    assert [light for _, light in scene.darkened] == [level]


@pytest.mark.parametrize("system", [{"mode": 9}, {"mode": "dark"}, {"modifier": "all"}, {"modifier": 7}])
def test_a_change_of_darkness_that_cannot_be_read_changes_nothing(system: Document) -> None:
    scene = read(draw("+ +", " A ", "+ +", regions=[region("adjustDarknessLevel", 0, 0, **system)]))
    assert scene.darkened == ()


def test_night_falls_and_day_breaks() -> None:
    """Lights that burn at night go out by day, and so do tokens' lights."""
    night_only = {"dim": 10, "darkness": {"min": 0.5, "max": 1}}
    lamp = light(0, 0, 0, 0) | {"config": night_only}
    scene = read(draw("+ +", " A ", "+ +", lights=[lamp], tokens={"A": {"light": night_only}}))
    assert (scene.base_light, scene.lights, scene.carried) == ("bright", {}, {})
    for darkness, level, burning in ((1, "dark", 1), (0, "bright", 0)):  # by day no lamp burns
        data = msgspec.Raw(msgspec.json.encode({"_id": "s"} | environment(darkness)))
        finish(scene.change([Change("Scene", "update", "s", data)]))
        assert (scene.base_light, len(scene.lights), len(scene.carried)) == (level, burning, burning)


# --- all of them ------------------------------------------------------------------------------------------------------


def near(lamps: Lamps, *boxes: tuple[float, float, float, float], times: float = 1.0) -> list[list[str]]:
    return [[light.id for light in lamps.near(box, times)] for box in boxes]


def test_the_lights_whose_reach_meets_a_box() -> None:
    lamps = [Light("round", 0, 0, 0, 100), Light("carried", 300, 0, 50, 0, carrier="T"), Light("far", 900, 0, 10, 10)]
    found = Lamps(lamps)
    assert near(found, (90, -10, 110, 10)) == [["round"]]
    assert near(found, (110, 110, 120, 120)) == [[]]
    assert near(found, (110, 110, 120, 120), times=2.0) == [["round"]]
    assert near(found, (100, -10, 250, 10), (600, 0, 700, 0), (890, 0, 890, 0)) == [["round", "carried"], [], ["far"]]
    assert not found.darken
    assert near(Lamps([]), (0, 0, 1, 1)) == [[]]
    assert Lamps([*lamps, Light("dark", 0, 0, 0, 5, darkness=True)]).darken


def test_a_moved_light_leaves_the_others_unchanged() -> None:
    lamps = [Light("first", 0, 0, 0, 100), Light("second", 300, 0, 50, 0), Light("third", 900, 0, 10, 10)]
    here, moved = Lamps(lamps), Light("second", 880, 0, 50, 0)
    near(here, (0, 0, 1, 1))
    near(here, (0, 0, 1, 1), times=2.0)  # computed for another factor, so of no use here
    there = here.with_instead(lamps[1], moved)
    assert near(here, (890, 0, 890, 0), (300, 0, 300, 0)) == [["third"], ["second"]]
    assert (there.near((890, 0, 890, 0)), there.near((300, 0, 300, 0))) == ([moved, lamps[2]], [])
    assert (there.near((800, 0, 800, 0), times=2.0), there.near((300, 0, 300, 0), times=2.0)) == ([moved], [])
