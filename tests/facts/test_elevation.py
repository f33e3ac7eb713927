"""Elevations and their sources: ground, ledges, water, wings, mounts."""

from __future__ import annotations

from typing import Any

import pytest

from coign.protocol import ElevationFact
from support.maps import Document, draw, region
from support.scenes import facts, from_point, read

ROW = ("+ + + +", " A   B ", "+ + + +")


def height(regions: Any = (), **tokens: Document) -> ElevationFact:
    return facts(draw(*ROW, tokens=tokens, regions=regions)).elevation


def ground(column: float, elevation: float, row: float = 0) -> Document:
    return region("coign.ground", column, row, id=f"g{elevation:g}", elevation=elevation)


def water(column: float, top: float | None) -> Document:
    drawn = region("coign.terrain", column, 0, id="lake", water=True, difficult=False)
    return drawn | {"elevation": {"bottom": -40, "top": top}}


def test_difference_is_the_attackers_less_the_targets() -> None:
    found = height(A={"elevation": 20}, B={"elevation": 5})
    assert (found.attacker, found.target, found.difference, found.target_height) == (20, 5, 15, 5)
    assert (found.attacker_from, found.target_from) == ("elevation", "elevation")


@pytest.mark.parametrize(
    ("locomotion", "stands"),
    [("walk", True), ("climb", False), ("fly", False), ("hover", False), ("swim", False), ("burrow", False)],
)
def test_which_locomotion_stands(locomotion: str, stands: bool) -> None:
    found = height(A={"elevation": 20, "coign": {"locomotion": locomotion}})
    assert found.standing is stands


def test_the_sources_of_locomotion_in_order() -> None:
    def way(**token: Any) -> str:
        return read(draw(*ROW, tokens={"A": token})).tokens["A"].locomotion

    assert way(coign={"locomotion": "swim", "statuses": ["flying"]}, movementAction="burrow") == "swim"
    assert way(coign={"statuses": ["Flying"]}, movementAction="burrow") == "fly"
    assert way(coign={"statuses": ["hover"]}) == "hover"
    assert way(movementAction="climb") == "climb"
    assert way(movementAction="crawl") == "walk"
    assert way(coign={"locomotion": "teleport"}) == "walk"


def test_a_walker_without_an_elevation_stands_on_the_highest_ground_under_its_centre() -> None:
    found = height([ground(0, 10), ground(0, 15), ground(2, 5)])
    assert (found.attacker, found.attacker_from, found.standing) == (15, "ground", True)
    assert (found.target, found.target_from, found.difference) == (5, "ground", 10)
    assert height([ground(0, 10)], A={"x": 60}).attacker == 0, "its centre lies beside it"


def test_an_elevation_of_its_own_wins_over_the_ground() -> None:
    assert height([ground(0, 10)], A={"elevation": 3}).attacker == 3
    assert height([ground(0, -20)]).attacker == -20, "in a pit"


def test_the_space_of_a_token_on_ground_is_at_its_height() -> None:
    """On its ledge A is out of a swordsman's reach."""
    sheet = facts(draw("+ + +", " A B ", "+ + +", regions=[ground(0, 20)]))
    assert (sheet.query.source.bottom, sheet.range.adjacent) == (20, False)


def test_a_flyer_exactly_at_its_grounds_elevation_stands() -> None:
    flying = {"coign": {"locomotion": "fly"}}
    assert height(A=flying).standing is True
    assert height(A=flying | {"elevation": 5}).standing is False
    assert height([ground(0, 5)], A=flying | {"elevation": 5}).standing is True
    assert height([ground(0, 5)], A=flying).standing is False


def test_a_climber_stands_only_at_its_grounds_elevation() -> None:
    """At the elevation of its ground it stands, on the floor or on the ledge."""
    climbing = {"coign": {"locomotion": "climb"}}
    assert height(A=climbing).standing is True
    assert height(A=climbing | {"elevation": 10}).standing is False
    assert height([ground(0, 20)], A=climbing | {"elevation": 10}).standing is False
    assert height([ground(0, 20)], A=climbing | {"elevation": 20}).standing is True


@pytest.mark.parametrize(
    ("rider", "steed", "back"),
    [
        ({"coign": {"statuses": ["mounted"]}}, {}, 5),  # a Large horse is 10 ft high
        ({"coign": {"statuses": ["mounted"]}, "elevation": 5}, {"elevation": 5}, 10),
        ({"coign": {"statuses": ["mounted"], "mount": "H"}}, {"coign": {"height": 6}}, 3),
        ({"coign": {"mount": "H"}}, {}, 5),
        ({}, {}, None),
        ({"coign": {"statuses": ["mounted"]}}, {"x": 1500}, None),
        ({"coign": {"mount": "H"}}, {"x": 1500}, None),
        ({"coign": {"mount": "H"}}, {"disposition": -1}, None),
        ({"coign": {"mount": "H"}}, {"hidden": True}, None),
        ({"coign": {"mount": "H"}}, {"elevation": 60}, None),
        ({"coign": {"statuses": ["mounted"]}}, {"coign": {"statuses": ["unconscious"]}}, None),
    ],
)
def test_a_rider_is_as_high_as_its_steeds_back(rider: Document, steed: Document, back: float | None) -> None:
    """A mount that is elsewhere, hidden, an enemy or unable to carry anybody does not count as a steed."""
    horse = {"x": 0, "y": 0, "width": 2, "height": 2, "disposition": 1} | steed
    scene = read(draw(*ROW, tokens={"A": rider, "H": horse}))
    mine, theirs = facts(scene).elevation, facts(scene, "B", "A").elevation
    height = float(rider.get("elevation", 0)) if back is None else back
    source = "elevation" if back is None else "steed"
    assert (mine.attacker, mine.attacker_from, mine.standing) == (height, source, True)
    assert (theirs.target, theirs.target_from) == (height, source)


@pytest.mark.parametrize(("level", "height"), [("hall", 5), ("loft", 0)])
def test_what_is_on_another_level_carries_nobody(level: str, height: float) -> None:
    """A horse 10 ft high would reach from the hall to the loft."""
    levels = [{"_id": "hall", "elevation": {"bottom": 0, "top": 10}}, {"_id": "loft", "elevation": {"bottom": 10}}]
    elevation = {"hall": 0, "loft": 10}[level]
    horse = {"x": 0, "y": 0, "width": 2, "height": 2, "disposition": 1, "level": level, "elevation": elevation}
    rider = {"level": "hall", "coign": {"statuses": ["mounted"]}}
    scene = draw(*ROW, tokens={"A": rider, "H": horse}, levels=levels)
    assert facts(scene).elevation.attacker == height


def test_a_rider_stands_only_if_its_steed_does() -> None:
    griffon = {"x": 0, "y": 0, "width": 2, "height": 2, "elevation": 30, "coign": {"locomotion": "fly"}}
    rider = {"elevation": 30, "coign": {"mount": "H"}}
    found = facts(draw(*ROW, tokens={"A": rider, "H": griffon | {"disposition": 1}})).elevation
    assert (found.attacker, found.standing) == (35, False)


def test_a_steed_moves_with_its_rider() -> None:
    horse = {"x": 0, "y": 0, "width": 2, "height": 2, "disposition": 1}
    scene = read(draw(*ROW, tokens={"A": {"coign": {"mount": "H"}}, "H": horse}))
    up = scene.tokens["A"].space_at(scene.grid, 300, 0, 20)
    assert facts(scene, at=up).elevation.attacker == 25


def test_a_swimmers_reference_is_its_surface() -> None:
    """The reference is the water's top, else the ground, else 0; a target's depth does not count."""
    swimming = {"coign": {"locomotion": "swim"}, "elevation": -15}
    found = height([water(2, 4)], A={"elevation": 20}, B=swimming)
    assert (found.target, found.target_from, found.target_standing, found.difference) == (4, "surface", False, 16)
    assert height([ground(2, 7)], B=swimming).target == 7
    assert height(B=swimming).target == 0
    assert height([water(2, None)], B=swimming).target == 0, "water without a top has no surface"
    assert height([water(2, 4)], B={"coign": {"locomotion": "burrow"}, "elevation": -15}).target == 4


def test_the_water_that_it_is_in_is_a_swimmers() -> None:
    """A pool in the cellar, 20 to 15 ft down, below a pond up to 0."""
    pools = [
        water(2, -15) | {"_id": "cellar", "elevation": {"bottom": -20, "top": -15}},
        water(2, 0) | {"elevation": {"bottom": -3, "top": 0}},
    ]
    for elevation, surface in ((-17, -15), (-2, 0), (-10, 0)):
        found = height(pools, B={"coign": {"locomotion": "swim"}, "elevation": elevation})
        assert (found.target, found.target_from) == (surface, "surface"), elevation


def test_ground_counts_for_those_at_the_heights_of_its_region() -> None:
    hill = ground(2, 10) | {"elevation": {"bottom": 0, "top": 5, "topInclusive": False}}
    for elevation, at in ((0, 10), (3, 3), (5, 5)):
        assert height([hill], B={"elevation": elevation}).target == at
    bird = {"coign": {"locomotion": "fly"}, "elevation": 10}
    assert height([hill], B=bird).target_standing is False, "it flies over the region"
    assert height([ground(2, 10)], B=bird).target_standing is True


def test_a_flyer_below_a_ledge_counts_where_it_flies() -> None:
    found = height([ground(0, 30)], B={"elevation": 10, "coign": {"locomotion": "fly"}})
    assert (found.difference, found.standing) == (20, True)


def test_a_preview_uses_the_water_and_ground_of_its_place() -> None:
    """A swims in open water; a pool is at (200, 0), and a ledge 20 ft up at (300, 0)."""
    scene = read(draw(*ROW, regions=[water(2, 4), ground(3, 20)], tokens={"A": {"coign": {"locomotion": "swim"}}}))
    pool = scene.tokens["A"].space_at(scene.grid, 200, 0, -10)
    found = facts(scene, at=pool).elevation
    assert (found.attacker, found.attacker_from) == (4, "surface")
    scene = read(draw(*ROW, regions=[ground(3, 20)], tokens={"A": {"coign": {"locomotion": "fly"}, "elevation": 20}}))
    assert facts(scene).elevation.standing is False
    landed = scene.tokens["A"].space_at(scene.grid, 300, 0, 20)
    assert facts(scene, at=landed).elevation.standing is True


def test_a_point_of_origin_stands_on_nothing() -> None:
    found = from_point(draw(*ROW), 50, 50, 12).elevation
    assert (found.attacker, found.standing, found.difference) == (12, False, 12)


def test_ground_and_water_of_another_level_are_not_under_its_feet() -> None:
    cellar = [ground(0, -10) | {"levels": ["cellar"]}, water(2, -5) | {"levels": ["cellar"]}]
    upstairs: dict[str, dict[str, Any]] = {
        "A": {"level": "hall"},
        "B": {"level": "hall", "elevation": -8, "coign": {"locomotion": "swim"}},
    }
    found = height(cellar, **upstairs)
    assert (found.attacker, found.target) == (0, 0)
    below = {letter: token | {"level": "cellar"} for letter, token in upstairs.items()}
    found = height(cellar, **below)
    assert (found.attacker, found.target) == (-10, -5)
