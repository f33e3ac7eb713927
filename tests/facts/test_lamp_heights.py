"""The heights of lamps, walls and bodies: lines of light from a lamp to each layer of a body."""

from __future__ import annotations

from typing import Any

import pytest

from coign.protocol.facts import ObscurementFact
from facts.recount_lamps import differences
from support.maps import Document, draw, region, wall
from support.scenes import facts

ROW = ("+ + + + + + +", " A         B ", "+ + + + + + +")
PAIRS = 40


def lamp(x: float = 300, y: float = 50, **fields: Any) -> Document:
    """Return a lamp of 40 ft, 20 of them bright; B's space is from x = 500 to 600."""
    config = {"bright": 20, "dim": 40, "angle": 360} | fields.pop("config", {})
    return {"_id": "l", "x": x, "y": y, "elevation": 0, "rotation": 0, "config": config} | fields


def lit(*lights: Document, target: Document | None = None, **more: Any) -> ObscurementFact:
    tokens = {"B": target or {}}
    return facts(draw(*ROW, lights=list(lights), night=True, tokens=tokens, **more)).obscurement


def fence(x: float, **heights: float) -> Document:
    return wall(x, -600, x, 600, flags={"wall-height": heights})


def test_shares_are_those_of_an_independent_count() -> None:
    assert list(differences(PAIRS, 20)) == []


@pytest.mark.parametrize(
    ("elevation", "heights", "dark"),
    [
        (10, {"top": 3}, 0.0),  # the shadow ends at 443, before B
        (None, {"top": 3}, 0.0),  # it hangs at 5 ft: the shadow ends on the ground at 550, in the middle of B
        (0, {"top": 3}, 0.05),
        (1, {"top": 3}, 1.0),  # it stands on the ground
        (10, {"top": 7.5}, 0.75),  # halfway to B's near side 7.5 ft shade 5 ft, at its far side 2.5 ft
        (10, {"bottom": 8}, 0.0),
        (0, {"bottom": 5.1}, 0.0),
        (20, {"bottom": 6}, 1.0),  # a lamp above a hanging wall
        (10, {}, 1.0),
    ],
)
def test_a_wall_shades_what_the_line_from_the_lamp_passes_at_its_heights(
    elevation: float | None, heights: dict[str, float], dark: float
) -> None:
    found = lit(lamp(x=300, elevation=elevation), walls=[fence(400, **heights)])
    assert found.shares.heavily == pytest.approx(dark, abs=0.06)


def test_a_lamp_without_an_elevation_hangs_above_its_ground() -> None:
    """The lamp hangs 5 ft above a hill of 10 ft, and shines over a wall of 7 ft."""
    hill = region("coign.ground", 2, -1, 1.5, 3, elevation=10)
    assert lit(lamp(), walls=[fence(400, top=7)]).raw == "heavily"
    assert lit(lamp(), walls=[fence(400, top=7)], regions=[hill]).raw == "none"
    gallery = hill | {"elevation": {"bottom": 10, "top": 20}}
    assert lit(lamp(), walls=[fence(400, top=7)], regions=[gallery]).raw == "heavily", "it hangs under the gallery"


def test_a_lamp_that_is_carried_is_at_its_carriers_head() -> None:
    def torch(**carrier: Any) -> str:
        token = {"x": 250, "y": 0, "light": {"bright": 20, "dim": 40}} | carrier
        rows = ("+ + + + + + +", " A   C     B ", "+ + + + + + +")
        scene = draw(*rows, tokens={"C": token}, walls=[fence(400, top=4)], night=True)
        return facts(scene).obscurement.raw

    assert torch() == "none"
    assert torch(coign={"statuses": ["prone"]}) == "heavily"
    assert torch(width=2, height=2, y=-50, coign={"statuses": ["prone"]}) == "heavily"
    assert torch(elevation=10, coign={"statuses": ["prone"]}) == "none"


@pytest.mark.parametrize(
    ("ranges", "dark"),
    [
        ({"rangeBottom": 0, "rangeTop": 10}, 0.0),
        ({"rangeBottom": 10, "rangeTop": 20}, 1.0),
        ({"rangeBottom": None, "rangeTop": None}, 0.0),
        ({"rangeBottom": 2, "rangeTop": None}, 0.4),
        ({"rangeBottom": None, "rangeTop": 2}, 0.6),
        ({"rangeBottom": -10, "rangeTop": -5}, 1.0),
    ],
)
def test_a_light_of_levels_shines_between_its_heights_only(ranges: Document, dark: float) -> None:
    assert lit(lamp(flags={"levels": ranges})).shares.heavily == pytest.approx(dark)


@pytest.mark.parametrize(
    ("light", "other", "shares"),
    [
        ({}, {"bright": 0}, (1.0, 0.0)),  # of equal priority the brightest counts
        ({"priority": 1}, {"bright": 0}, (1.0, 0.0)),
        ({}, {"bright": 0, "priority": 1}, (0.0, 1.0)),  # a dim glow in the place of the lamp
        ({}, {"negative": True}, (0.0, 0.0)),
        ({"priority": 1}, {"negative": True}, (1.0, 0.0)),
        ({"priority": 1}, {"negative": True, "priority": 1}, (0.0, 0.0)),
        ({"priority": 1}, {"negative": True, "priority": 2}, (0.0, 0.0)),
    ],
)
def test_the_light_of_higher_priority_counts(light: Document, other: Document, shares: tuple[float, float]) -> None:
    for lights in ([light, other], [other, light]):
        found = lit(*(lamp(_id=f"l{n}", config=config) for n, config in enumerate(lights)))
        assert (found.shares.none, found.shares.lightly) == shares


def test_no_lamp_makes_daylight_less() -> None:
    by_day = draw(*ROW, lights=[lamp(config={"bright": 0, "priority": 5})])
    assert facts(by_day).obscurement.raw == "none"


def test_a_flying_body_is_lit_at_its_own_heights() -> None:
    low_wall = [fence(400, top=3)]
    ground, above = (
        lit(lamp(elevation=1), walls=low_wall),
        lit(lamp(elevation=1), walls=low_wall, target={"elevation": 10}),
    )
    assert (ground.raw, above.raw) == ("heavily", "none")
