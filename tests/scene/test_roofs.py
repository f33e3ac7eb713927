"""Roofs: tiles and surfaces that stop light, read from the documents of Foundry 9 to 14."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.facts.light import shares
from coign.protocol.messages import Change
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import Document, draw, encode, light, region, roof
from support.scenes import examples, facts, read

ROW = ("+ + + +", " A   B ", "+ + + +")
AT_10 = {"elevation": 10}


def lit(*tiles: Document, lamp: float = 20, token: float = 0, **more: Any) -> float:
    """Return how much of A is lit by a lamp in the next square at an elevation; A is in column 0."""
    scene = read(night(*tiles, lamp=lamp, token=token, **more))
    return 1 - shares(scene, scene.tokens["A"].space, scene.tokens["A"].doc.level).heavily


def night(*tiles: Document, lamp: float = 20, token: float = 0, **more: Any) -> Document:
    lamps = [light(1, 0, 60, 60) | {"elevation": lamp} | more.pop("of_lamp", {})]
    tokens = {"A": {"elevation": token} | more.pop("of_token", {})}
    return draw(*ROW, tiles=list(tiles), lights=lamps, tokens=tokens, night=True, **more)


@pytest.mark.parametrize(
    ("lamp", "token", "expected"),
    [
        pytest.param(20, 0, 0, id="the lamp above, the creature below"),
        pytest.param(0, 20, 0, id="the lamp below, the creature above"),
        pytest.param(0, 0, 1, id="both below"),
        pytest.param(20, 15, 1, id="both above"),
        pytest.param(10, 0, 0, id="the lamp on the roof, the creature below"),
        pytest.param(10, 10, 1, id="both on the roof"),
        pytest.param(9.5, 10, 0, id="the creature on the roof, the lamp just below"),
        pytest.param(20, -5, 0, id="the creature in a pit"),
    ],
)
def test_a_roof_stops_light_between_two_sides_of_it(lamp: float, token: float, expected: float) -> None:
    assert lit(roof(0, 0, 3, 3), lamp=lamp, token=token) == expected


def test_a_roof_darkens_what_is_under_its_outline_and_nothing_else() -> None:
    assert lit(roof(1, 0, 2, 1)) == 1, "the lamp is under the roof, the creature beside it"
    assert lit(roof(0, 0, 0.5, 1)) == pytest.approx(0.5, abs=0.01)
    assert lit(roof(0, 0), roof(0.5, 0)) == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize(
    ("fields", "stops"),
    [
        pytest.param({}, True, id="restricts light"),
        pytest.param({"restrictions": {"light": False, "weather": True}}, False, id="restricts only weather"),
        pytest.param({"restrictions": None}, False, id="without restrictions"),
        pytest.param({"hidden": True}, False, id="hidden"),
        pytest.param({"restrictions": None, "roof": True, "overhead": True}, True, id="a roof of Foundry 11"),
        pytest.param({"restrictions": None, "roof": True, "overhead": False}, False, id="a roof that is not overhead"),
        pytest.param({"width": 0}, False, id="without an area"),
        pytest.param({"elevation": "10"}, True, id="numbers as text"),
    ],
)
def test_which_tiles_stop_light(fields: Document, stops: bool) -> None:
    assert lit(roof(0, 0) | fields) == (0 if stops else 1)


def test_an_overhead_tile_of_foundry_11_lies_four_squares_up() -> None:
    old = {key: value for key, value in roof(0, 0).items() if key != "elevation"} | {"roof": True, "overhead": True}
    assert [lit(old, lamp=lamp) for lamp in (19, 20)] == [1, 0]


def outline(tile: Document) -> Any:
    scene = read(draw(*ROW, tiles=[tile]))
    return scene.tiles[tile["_id"]].outline


def test_the_place_of_a_tile_is_that_of_its_anchor_since_foundry_14() -> None:
    before = roof(2, 3, 4, 2)
    here = outline(before)
    middle = before | {"x": 400, "y": 400, "levels": [], "texture": {"anchorX": 0.5, "anchorY": 0.5}}
    corner = before | {"levels": [], "texture": {"anchorX": 0, "anchorY": 0}}
    for tile in (middle, corner, middle | {"texture": {}}, before | {"texture": {"anchorX": 0.5, "anchorY": 0.5}}):
        assert outline(tile).equals(here)


def test_a_turned_tile_turns_about_its_anchor() -> None:
    upright = outline(roof(2, 2, 2, 4))
    turned = outline(roof(1, 3, 4, 2, rotation=90))
    assert turned.symmetric_difference(upright).area == pytest.approx(0, abs=1e-3 * upright.area)
    about_corner = roof(0, 0, 4, 2, rotation=90, levels=[], texture={"anchorX": 0, "anchorY": 0})
    assert outline(about_corner).bounds == pytest.approx((-200 * 16, 0, 0, 400 * 16))


def test_a_roof_stops_a_token_s_light_and_darkness_too() -> None:
    bearer = {"B": {"elevation": 20, "light": {"dim": 60, "bright": 60}}}
    drawn = draw(*ROW, tiles=[roof(0, 0)], tokens=bearer, night=True)
    found = read(drawn)
    assert shares(found, found.tokens["A"].space).heavily == 1
    dark = draw(*ROW, tiles=[roof(0, 0)], lights=[light(1, 0, 0, 60), gloom(20)], night=True)
    assert shares(read(dark), read(dark).tokens["A"].space).lightly == 1
    assert shares(read(dark | {"tiles": []}), read(dark).tokens["A"].space).heavily == 1


def gloom(elevation: float) -> Document:
    return light(1, 1, 0, 60) | {"elevation": elevation} | {"config": {"dim": 60, "bright": 60, "negative": True}}


def test_the_light_of_the_whole_scene_comes_in_under_roofs() -> None:
    day = draw(*ROW, tiles=[roof(0, 0)])
    assert shares(read(day), read(day).tokens["A"].space).none == 1


def test_an_attack_under_a_roof_is_made_in_the_dark_and_says_so() -> None:
    lit_by = [light(1, 0, 60, 60) | {"elevation": 20}]
    for tiles, level in (([], "none"), ([roof(2, 0, 2, 1)], "heavily")):
        sheet = facts(draw(*ROW, tiles=tiles, lights=lit_by, night=True))
        assert (sheet.obscurement.level, sheet.obscurement.sight) == (level, level == "none")


# --- surfaces and levels ----------------------------------------------------------------------------------------------


def surface(levels: tuple[str, ...] = (), **stops: Any) -> Document:
    drawn = region("defineSurface", 0, 0, 9, 9, id="f", placement="bottom", **stops)
    return drawn | {"elevation": {"bottom": 10, "top": None}, "levels": list(levels)}


@pytest.mark.parametrize(
    ("regions", "through_walls", "expected"),
    [
        ([surface(light=True, move=True, sight=True)], False, 0),
        ([surface(light=20)], False, 0),
        ([surface(light=False, move=True, sight=True)], False, 1),
        ([surface(move=True)], False, 1),
        ([surface(light=True)], True, 1),
        ([surface(("attic",), light=True)], False, 1),
        ([surface(("hall",), light=True)], False, 0),
    ],
)
def test_a_surface_stops_light_as_it_says(regions: list[Document], through_walls: bool, expected: float) -> None:
    token, lamp = {"level": "hall"}, {"walls": not through_walls}
    assert lit(regions=regions, of_token=token, of_lamp=lamp) == expected


def test_a_tile_stops_the_light_that_passes_walls() -> None:
    assert lit(roof(0, 0), of_lamp={"walls": False}) == 0


def test_floors_at_the_levels_bottoms_stop_light_where_a_gm_has_said_so() -> None:
    levels = [
        {"_id": key, "name": key, "elevation": {"bottom": bottom, "top": bottom + 10}, "visibility": {"levels": []}}
        for key, bottom in (("hall", 0), ("loft", 10))
    ]
    for floors, expected in (({}, 1), ({"coign": {"floors": "bottom"}}, 0)):
        assert lit(levels=levels, flags=floors, of_token={"level": "hall"}) == expected
        assert lit(levels=levels, flags=floors, of_token={"level": "hall"}, lamp=5) == 1


# --- changes ----------------------------------------------------------------------------------------------------------


def happen(to: Scene, action: Any, tile: Document) -> None:
    finish(to.change([Change("Tile", action, tile["_id"], msgspec.Raw(encode(tile)))]))


def test_a_roof_that_comes_opens_and_goes_counts_at_once() -> None:
    scene, tile = read(night()), roof(0, 0)

    def dark() -> float:
        return shares(scene, scene.tokens["A"].space).heavily

    assert dark() == 0
    happen(scene, "create", tile)
    assert dark() == 1
    happen(scene, "update", tile | {"hidden": True})
    assert dark() == 0
    happen(scene, "update", tile)
    kept = scene.snapshot()
    happen(scene, "delete", tile)
    assert dark() == 0
    assert shares(kept, kept.tokens["A"].space).heavily == 1


def test_more_roofs_than_the_limit_are_said() -> None:
    scene = read(draw(*ROW, tiles=[roof(n, 0) for n in range(501)]))
    assert len(scene.tiles) == 500
    assert any("exceeds 500 tiles" in why for _, why in scene.skipped)


# --- properties -------------------------------------------------------------------------------------------------------

SPOTS = st.integers(0, 60).map(lambda n: n / 20)
ROOFS = st.builds(
    lambda x, y, width, height, elevation, turn: roof(x, y, width, height, elevation, rotation=turn),
    SPOTS,
    SPOTS,
    st.integers(1, 40).map(lambda n: n / 10),
    st.integers(1, 40).map(lambda n: n / 10),
    st.sampled_from([5, 10, 20]),
    st.sampled_from([0, 0, 45, 90, 200]),
)


@given(st.lists(ROOFS, max_size=4), st.sampled_from([0, 5, 12, 20, 30]), st.sampled_from([0, 5, 12, 25]))
@examples(1)
def test_scaling_and_moving_the_map_change_nothing(tiles: list[Document], lamp: float, token: float) -> None:
    tiles = [tile | {"_id": f"t{n}"} for n, tile in enumerate(tiles)]
    here = lit(*tiles, lamp=lamp, token=token)
    drawn = night(*tiles, lamp=lamp, token=token)
    for times, aside in ((2, 0), (1, 700)):
        other = dict(drawn)
        other["grid"] = drawn["grid"] | {"size": 100 * times}
        for name in ("tokens", "lights", "tiles"):
            other[name] = [one | {"x": times * one["x"] + aside, "y": times * one["y"] - aside} for one in drawn[name]]
        other["tiles"] = [
            one | {"width": times * one["width"], "height": times * one["height"]} for one in other["tiles"]
        ]
        scene = read(other)
        assert 1 - shares(scene, scene.tokens["A"].space).heavily == pytest.approx(here, abs=0.002)


@given(st.lists(ROOFS, max_size=4), st.sampled_from([0, 5, 12, 20, 30]), st.sampled_from([0, 5, 12, 25]))
@examples(1)
def test_what_is_lit_is_what_no_roof_between_covers(tiles: list[Document], lamp: float, token: float) -> None:
    """Counted at points: of the lamp's light nothing is missing but what lies in a roof that is turned back."""
    tiles = [tile | {"_id": f"t{n}"} for n, tile in enumerate(tiles)]
    between = [one for one in tiles if (lamp < one["elevation"]) != (token < one["elevation"])]
    spots = [((x + 0.5) * 2.0, (y + 0.5) * 2.0) for x in range(50) for y in range(50)]
    free = sum(not any(_under(x, y, one) for one in between) for x, y in spots) / len(spots)
    assert lit(*tiles, lamp=lamp, token=token) == pytest.approx(free, abs=0.03)


def _under(x: float, y: float, tile: Document) -> bool:
    middle = complex(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
    turned = (complex(x, y) - middle) * 1j ** (-tile["rotation"] / 90)
    return bool(abs(turned.real) <= tile["width"] / 2 and abs(turned.imag) <= tile["height"] / 2)
