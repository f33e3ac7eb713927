"""Terrain that costs extra movement: every behaviour that causes it, and the creatures that it affects."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict

from coign.protocol import TerrainFact
from coign.rules import example
from coign.rulesets.partial_advantage import PARTIAL_ADVANTAGE
from facts.recount_ground import differences
from support.maps import Document, draw, region
from support.scenes import facts, from_point, read

ROW = ("+ + + +", " A   B ", "+ + + +")


def ground(behaviour: str, column: float = 2, **system: Any) -> Document:
    return region(behaviour, column, 0, **system)


def terrain(*regions: Document, **tokens: Document) -> TerrainFact:
    return facts(draw(*ROW, tokens=tokens, regions=regions)).terrain


def test_the_facts_are_those_of_an_independent_count() -> None:
    """The count is of elevation too, because ground, water and steeds come from the same documents."""
    assert list(differences(300, seed=1)) == []


@pytest.mark.parametrize(
    ("behaviour", "system", "is_difficult"),
    [
        ("coign.terrain", {"difficult": True}, True),
        ("coign.terrain", {"difficult": False}, False),
        ("dnd5e.difficultTerrain", {}, True),
        ("modifyMovementCost", {"difficulties": {"walk": 2}}, True),
        ("modifyMovementCost", {"difficulties": {"walk": 1.25}}, True),
        ("modifyMovementCost", {"difficulties": {"walk": 1}}, False),
        ("modifyMovementCost", {"difficulties": {"walk": 0.5}}, False),
        ("modifyMovementCost", {"difficulties": {"fly": 2}}, False),
        ("modifyMovementCost", {"difficulties": {"walk": None}}, True),
        ("modifyMovementCost", {"difficulties": {"walk": "2"}}, True),
        ("modifyMovementCost", {"difficulties": {"walk": "two"}}, False),
        ("modifyMovementCost", {}, False),
        ("adjustDarknessLevel", {"modifier": 1}, False),
    ],
)
def test_the_difficult_terrain_of_each_behaviour(behaviour: str, system: Document, is_difficult: bool) -> None:
    found = terrain(ground(behaviour, **system))
    assert (found.target_difficult, found.attacker_difficult) == (is_difficult, False)
    assert (found.target_slowed is not None) is is_difficult
    assert terrain(ground(behaviour, 0, **system)).attacker_difficult is is_difficult


@pytest.mark.parametrize(("cost", "said"), [(2, "movement costs 2 there"), (None, "costs extra movement")])
def test_ground_that_nobody_can_enter_has_no_number(cost: float | None, said: str) -> None:
    found = terrain(ground("modifyMovementCost", difficulties={"walk": cost}))
    (line,) = example(PARTIAL_ADVANTAGE, options={"difficult-terrain": True}, terrain=asdict(found))
    assert line.rstrip(")").endswith(said)


def test_a_disabled_behaviour_is_ignored() -> None:
    swamp = ground("dnd5e.difficultTerrain")
    swamp["behaviors"][0]["disabled"] = True
    assert terrain(swamp).target_difficult is False


@pytest.mark.parametrize(
    ("locomotion", "costs", "is_difficult"),
    [
        ("swim", {"swim": 2}, True),
        ("swim", {"walk": 2}, False),
        ("fly", {"fly": 3}, True),
        ("hover", {"fly": 3}, True),
        ("climb", {"climb": 2}, True),
        ("climb", {"walk": 2}, True),
        ("climb", {"fly": 2}, False),
    ],
)
def test_it_must_cost_more_for_how_the_creature_moves(locomotion: str, costs: Document, is_difficult: bool) -> None:
    moving = {"coign": {"locomotion": locomotion, "speeds": {"climb": 20, "swim": 20}}}
    assert terrain(ground("modifyMovementCost", difficulties=costs), B=moving).target_difficult is is_difficult


def test_rough_ground_is_nothing_to_a_flyer() -> None:
    for behaviour, system in (("coign.terrain", {"difficult": True}), ("dnd5e.difficultTerrain", {})):
        flying = {"coign": {"locomotion": "fly"}}
        assert terrain(ground(behaviour, **system), B=flying).target_difficult is False


def test_any_part_of_the_space_will_do_and_a_border_is_no_part() -> None:
    rough = {"difficult": True}
    assert terrain(ground("coign.terrain", 2.99, **rough)).target_difficult is True
    assert terrain(ground("coign.terrain", 3, **rough)).target_difficult is False


@pytest.mark.parametrize("way", ["climb", "swim", "burrow"])
def test_moving_in_a_way_without_its_speed_counts(way: str) -> None:
    found = terrain(B={"coign": {"locomotion": way, "speeds": {"walk": 30}}})
    assert found.target_slowed == way
    for speed, slow in ((20, False), ("20", False), (0, True), ("0", True), (None, True), ("none", True)):
        assert terrain(B={"coign": {"locomotion": way, "speeds": {way: speed}}}).target_difficult is slow


def test_a_status_counts() -> None:
    for status in ("difficult-terrain", "difficultTerrain", "difficult"):
        assert terrain(A={"coign": {"statuses": [status]}}).attacker_difficult is True


def test_a_swamp_under_a_bridge_is_not_the_walkers_terrain() -> None:
    swamp = ground("coign.terrain", difficult=True) | {"elevation": {"bottom": -10, "top": 0}}
    assert terrain(swamp).target_difficult is True
    assert terrain(swamp, B={"elevation": 10}).target_difficult is False


def test_terrain_of_another_level_does_not_count() -> None:
    swamp = ground("coign.terrain", difficult=True) | {"levels": ["cellar"]}
    assert terrain(swamp, B={"level": "hall"}).target_difficult is False
    assert terrain(swamp, B={"level": "cellar"}).target_difficult is True


def test_a_point_of_origin_stands_in_nothing() -> None:
    assert from_point(draw(*ROW, regions=[ground("coign.terrain", 0, difficult=True)]), 50, 50).terrain == TerrainFact()


@pytest.mark.parametrize(
    "shape",
    [
        {"type": "rectangle", "x": 200, "y": 0, "width": 50, "height": 50},
        {"type": "rectangle", "x": 290, "y": 40, "width": 40, "height": 20, "rotation": 45},
        {"type": "circle", "x": 300, "y": 50, "radius": 20},
        {"type": "ellipse", "x": 300, "y": 50, "radiusX": 20, "radiusY": 5, "rotation": 30},
        {"type": "polygon", "points": [210, 10, 240, 10, 240, 40]},
        {"type": "polygon", "points": [210, 10, 240, 40, 240, 10, 210, 40]},
        {"type": "cone", "x": 320, "y": 50, "radius": 50, "angle": 60, "rotation": 180},
        {"type": "ring", "x": 400, "y": 50, "radius": 120, "innerWidth": 5, "outerWidth": 5},
        {"type": "line", "x": 250, "y": -50, "length": 80, "width": 10, "rotation": 90},
        {"type": "emanation", "base": {"type": "circle", "x": 350, "y": 50, "radius": 10}, "radius": 50},
        {"type": "token", "x": 270, "y": 0, "width": 1, "height": 1},
        {"type": "grid", "offsets": [{"i": 0, "j": 2}]},
    ],
    ids=lambda shape: shape["type"],
)
def test_every_shape_of_a_region_is_drawn(shape: Document) -> None:
    rough = ground("coign.terrain", difficult=True) | {"shapes": [shape | {"hole": False}]}
    assert terrain(rough).target_difficult is True
    hole = {"type": "circle", "x": 250, "y": 50, "radius": 200, "hole": True}
    assert terrain(rough | {"shapes": [shape | {"hole": False}, hole]}).target_difficult is False


def test_a_preview_uses_the_terrain_of_its_place() -> None:
    scene = read(draw(*ROW, regions=[ground("coign.terrain", difficult=True)]))
    there = scene.tokens["A"].space_at(scene.grid, 200, 0, 0)
    assert facts(scene).terrain.attacker_difficult is False
    assert facts(scene, at=there).terrain.attacker_difficult is True


@pytest.mark.parametrize(
    ("system", "ignored", "is_difficult"),
    [
        ({"ignoredDispositions": [-1]}, [], False),  # a druid's own thorns
        ({"ignoredDispositions": [1, 0]}, [], True),
        ({"types": ["plants"]}, ["plants"], False),
        ({"types": ["plants", "ice"]}, ["plants"], True),
        ({"types": ["plants", "ice"]}, ["ice", "plants", "rocks"], False),
        ({"types": []}, ["plants"], True),
        ({}, ["all"], False),
        ({"magical": True}, ["magical"], False),
        ({"magical": True}, ["nonmagical"], True),
        ({"magical": False}, ["nonmagical"], False),
        ({"types": "plants", "ignoredDispositions": {"-1": True}}, ["plants"], True),  # not what dnd5e writes
    ],
)
def test_whom_the_difficult_ground_of_dnd5e_spares(system: Document, ignored: list[str], is_difficult: bool) -> None:
    found = terrain(ground("dnd5e.difficultTerrain", **system), B={"coign": {"ignoredGround": ignored}})
    assert found.target_difficult is is_difficult


@pytest.mark.parametrize(
    ("elevation", "locomotion", "immersed"),
    [
        (-4, "swim", 0.8),
        (-4, "walk", 0.8),
        (-5, "swim", 1.0),
        (-15, "walk", 1.0),
        (0, "swim", 0.0),
        (5, "fly", 0.0),
        (-25, "burrow", 0.0),  # below the water
    ],
)
def test_how_far_a_creature_is_in_the_water(elevation: float, locomotion: str, immersed: float) -> None:
    pool = ground("coign.terrain", water=True) | {"elevation": {"bottom": -20, "top": 0}}
    swimmer = {"elevation": elevation, "coign": {"locomotion": locomotion}}
    found = terrain(pool, B=swimmer)
    assert found.target_immersed == pytest.approx(immersed)
    assert found.attacker_immersed == 0.0
    dry = terrain(B=swimmer).target_immersed
    assert dry == pytest.approx(immersed if locomotion == "swim" else 0.0), "a swimmer's surface is 0 without a region"
