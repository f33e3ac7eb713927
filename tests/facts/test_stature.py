"""Riders: which creature carries one, and that it holds the squares of its steed."""

from __future__ import annotations

from typing import Any

import pytest

from coign.facts import FactSheet
from support.maps import Document, draw, wall
from support.scenes import D20, DMG, MELEE, facts, read

FIELD = ("+ + + + + + + + +", "                 ", "+ + + + + + + + +")
RIDES: Document = {"coign": {"mount": "H", "reach": 5}}
GOBLIN: Document = {"x": 800, "y": 200, "disposition": -1}


def horse(side: int) -> Document:
    """A steed of `side` x `side` squares whose last column ends at x 800, and its first row at y 200."""
    return {"x": 800 - 100 * side, "y": 200, "width": side, "height": side, "disposition": 1}


def seats(side: int) -> list[tuple[int, int]]:
    return [(800 - 100 * side + 100 * column, 200 + 100 * row) for column in range(side) for row in range(side)]


def on(seat: tuple[int, int], side: int, **more: Document) -> Document:
    rider = RIDES | {"x": seat[0], "y": seat[1], "disposition": 1}
    return draw(*FIELD, tokens={"A": rider, "B": GOBLIN, "H": horse(side)} | more)


def measured(found: FactSheet) -> Any:
    return found.range.distance, found.range.adjacent, found.range.in_reach, found.flanking


@pytest.mark.parametrize("side", [2, 3, 5])
@pytest.mark.parametrize("by", [None, D20])
def test_whichever_of_the_steeds_squares_holds_the_rider_does_not_matter(side: int, by: Any) -> None:
    """B is next to the horse, and C is on the other side of B."""
    book = {} if by is None else {"by": by}
    ally = {"C": {"x": 900, "y": 200, "disposition": 1, "coign": {"reach": 5}}}
    for seat in seats(side):
        scene = read(on(seat, side, **ally))
        distance, adjacent, in_reach, flanking = measured(facts(scene, attack=MELEE, **book))
        assert (distance, adjacent, in_reach, flanking.flanked, flanking.with_) == (5, True, True, True, ("C",)), seat
        back = facts(scene, "B", "A", attack=MELEE, **book)
        assert (back.range.distance, back.range.in_reach) == (5, True), "who is reached from there reaches the rider"
        helped = facts(scene, "C", "B", attack=MELEE, **book)
        assert "A" in helped.flanking.with_, "the rider helps too"


def test_a_rider_is_as_near_as_its_steed_and_flanked_about_it() -> None:
    """C and D are on two sides of the horse; the rider's token is in the corner far from both."""
    around = {
        "C": {"x": 500, "y": 200, "disposition": -1},
        "D": {"x": 800, "y": 200, "disposition": -1},
        "B": {"x": 0, "y": 0},
    }
    for seat in seats(2):
        found = facts(read(on(seat, 2, **around)), "C", "A", attack=MELEE, by=D20)
        assert (found.range.distance, found.flanking.flanked) == (5, True)


@pytest.mark.parametrize("facing", [{}, {"facing": 90}])
@pytest.mark.parametrize("side", [2, 3])
@pytest.mark.parametrize("foe", [(900, 0), (900, 300), (800, 100), (300, 500), (500, 400)])
def test_the_areas_of_facing_lie_about_the_steed(side: int, foe: tuple[int, int], facing: Document) -> None:
    """A rider attacks from all squares of its steed, and can be attacked in all of them."""
    goblin = {"B": GOBLIN | {"x": foe[0], "y": foe[1], "rotation": 45}}
    rider = {"disposition": 1, "coign": RIDES["coign"] | facing}
    scenes = [read(on(seat, side, A=rider | {"x": seat[0], "y": seat[1]}, **goblin)) for seat in seats(side)]
    assert len({facts(scene).facing for scene in scenes}) == 1
    assert len({facts(scene, "B", "A").facing for scene in scenes}) == 1


@pytest.mark.parametrize("elevation", [0, 5, 10])
def test_a_steed_gives_its_rider_no_cover(elevation: int) -> None:
    """At 10 ft the token is on top of its Large horse, and no height is theirs both."""
    scene = on(
        (700, 200), 2, A=RIDES | {"x": 700, "y": 200, "disposition": 1, "elevation": elevation}, B=GOBLIN | {"x": 400}
    )
    for by in (DMG, D20):
        assert facts(scene, "B", "A", by=by).cover.soft == facts(scene, by=by).cover.soft == ()


def test_a_steed_elsewhere_carries_nobody() -> None:
    scene = read(on((0, 0), 2))
    assert facts(scene, attack=MELEE).range.distance == 40


def test_steed_and_rider_are_asked_about_at_another_place_together() -> None:
    """The horse is three squares wide, so a rider on its west side who goes one square east reaches one farther."""
    scene = read(on((500, 200), 3) | {"grid": {"type": 1, "size": 100, "distance": 5, "units": "ft", "diagonals": 0}})
    rider = scene.tokens["A"]
    there = rider.space_at(scene.grid, 100, 200, 0.0)
    assert facts(scene, attack=MELEE, at=there).range.distance == 25
    assert facts(scene, attack=MELEE).range.distance == 5


def test_on_hexes_a_rider_holds_the_hexes_of_its_steed() -> None:
    """A steed of seven hexes: each of them may hold the rider's token."""
    hexes: dict[str, Any] = {"grid": {"type": 2, "size": 100}}
    steed = {"x": 250, "y": 173, "width": 3, "height": 3, "disposition": 1}
    scene = read(draw(*FIELD, tokens={"A": RIDES, "B": GOBLIN, "H": steed}, **hexes))
    body = scene.tokens["H"].space
    distances = set()
    for centre in body.centres:
        x, y = (centre / 16 - (50, 100 / 3**0.5)).tolist()
        scene = read(draw(*FIELD, tokens={"A": RIDES | {"x": x, "y": y}, "B": GOBLIN, "H": steed}, **hexes))
        distances.add(facts(scene, attack=MELEE).range.distance)
    assert len(body.centres) == 7
    assert distances == {facts(scene, "H", "B", attack=MELEE).range.distance}


@pytest.mark.parametrize("by", [DMG, D20])
def test_a_rider_attacks_from_all_squares_of_its_steed_and_is_hit_in_its_own(by: Any) -> None:
    """A wall separates B from the western half of the horse."""
    west, east = (on(seat, 2) | {"walls": [wall(700, 150, 700, 290)]} for seat in ((600, 200), (700, 300)))
    assert facts(west, by=by).cover.exposure == facts(east, by=by).cover.exposure == 1
    assert facts(west, "B", "A", by=by).cover.exposure < facts(east, "B", "A", by=by).cover.exposure == 1
