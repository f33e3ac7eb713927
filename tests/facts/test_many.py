"""Cover from many places at once, held to that of each place by itself, under every reading and on every grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.facts import Conventions, FactSheet, Query
from coign.facts.many.cover import CoverMap
from coign.facts.many.places import Places
from coign.grid.space import Space
from coign.protocol import Attack
from coign.protocol.facts import CoverFact
from coign.scene.scene import Scene
from support.maps import Document, draw, wall
from support.scenes import BOW, D20, DMG, MELEE, examples, read
from test_symmetry import scenes

READINGS = {
    "dmg": DMG,
    "d20": D20,
    "obstacle-rule all": msgspec.structs.replace(D20, obstacle_rule="all"),
    "invisible walls solid": msgspec.structs.replace(DMG, invisible_walls="solid"),
}


def asked(scene: Scene, attack: Attack, by: Conventions, spots: Sequence[tuple[float, float]]) -> list[Query]:
    """An attack by A on B from each of the spots, pixels."""
    actor, target = scene.tokens["A"], scene.tokens["B"]
    spaces = [actor.space_at(scene.grid, x, y, actor.elevation) for x, y in spots]
    return [Query(scene, actor, target, space, attack, by) for space in spaces]


def held(queries: list[Query]) -> list[CoverFact | None]:
    """What is said of all at once, each held to what is measured by itself."""
    together = CoverMap(queries[0]).facts(Places.of([query.source for query in queries]))
    for query, fact in zip(queries, together, strict=True):
        alone = FactSheet(query).cover
        if fact is not None:
            said = fact.degree, fact.effect, fact.sight if fact.effect else False
            assert said == (alone.degree, alone.effect, alone.sight), query.source.box
    return together


@pytest.mark.parametrize("name", READINGS)
@pytest.mark.parametrize("attack", [BOW, MELEE], ids=["bow", "blade"])
@given(drawn=scenes(), aside=st.sampled_from([0, 0, 7]), bare=st.booleans())
@examples(0.15)
def test_every_place_has_the_cover_that_it_has_by_itself(
    name: str, attack: Attack, drawn: Document, aside: float, bare: bool
) -> None:
    scene = read(drawn | {"regions": []} if bare else drawn)
    held(asked(scene, attack, READINGS[name], [(100.0 * x + aside, 100.0 * y) for y in range(8) for x in range(8)]))


@pytest.mark.parametrize("kind", [0, 2, 5])
@pytest.mark.parametrize("name", READINGS)
def test_without_a_grid_and_on_hexes(kind: int, name: str) -> None:
    walls = [wall(250, 100, 250, 300), wall(400, 150, 520, 380, "w"), wall(600, 0, 610, 90, dir=1)]
    tokens = {
        "A": {"width": 2, "height": 2, "x": 0, "y": 0, "elevation": 3},
        "B": {"x": 500, "y": 300, "disposition": -1},
        "C": {"x": 300, "y": 200},
        "D": {"x": 200, "y": 400, "width": 2, "height": 2, "elevation": 4},
    }
    scene = read(draw("+ +", "   ", "+ +", tokens=tokens, walls=walls, grid={"type": kind}))
    found = held(asked(scene, BOW, READINGS[name], [(37.0 * n % 700, 53.0 * n % 600) for n in range(1, 120)]))
    assert name == "obstacle-rule all" or sum(fact is not None for fact in found) > 80


def test_what_can_be_told_at_once_is() -> None:
    """In a dungeon of plain walls nothing but the squares about the target is left to be measured by itself."""
    rooms = [
        *(wall(400, y, 400, y + 300) for y in (0, 400)),
        *(wall(x, 500, x + 300, 500) for x in (0, 400, 800)),
        wall(650, 40, 690, 460),
        wall(510, 260, 595, 340),  # right through the target's own square
    ]
    scene = read(draw("+", tokens={"A": {"x": 0, "y": 0}, "B": {"x": 500, "y": 200, "disposition": -1}}, walls=rooms))
    queries = asked(scene, BOW, DMG, [(100.0 * x, 100.0 * y) for y in range(10) for x in range(12)])
    left = [query.source.cells[0] for query, fact in zip(queries, held(queries), strict=True) if fact is None]
    assert left == [(5, 2)]
    assert {fact.degree for fact in held(queries) if fact} == {"half", "three-quarters", "total"}


def test_places_moved_are_those_made_one_by_one() -> None:
    scene = read(draw("+", tokens={"A": {"width": 2, "height": 2}, "B": {"x": 500}}))
    spots = [(0.0, 0.0), (130.0, 45.0), (700.0, 0.0)]
    spaces: list[Space] = [query.source for query in asked(scene, BOW, DMG, spots)]
    one_by_one = Places.of(spaces)
    moved = Places.moved(spaces[0], one_by_one.boxes[:, :2] - one_by_one.boxes[0, :2])
    for name in ("corners", "inset", "centres", "boxes"):
        assert getattr(moved, name).tolist() == getattr(one_by_one, name).tolist()
    assert len(moved.part(1, 3)) == 2
    space = moved.space(1)
    assert (space.box, space.bottom, space.top) == (spaces[1].box, spaces[1].bottom, spaces[1].top)
    assert replace(space, cells=spaces[1].cells).block == spaces[1].block


@pytest.mark.parametrize("name", READINGS)
@pytest.mark.parametrize(("width", "height"), [(1e-5, 1), (1, 1e-5), (1e-5, 1e-5)])
def test_a_target_smaller_than_anything_that_is_measured(name: str, width: float, height: float) -> None:
    tiny = {"B": {"width": width, "height": height}}
    scene = read(draw("+ + + + +", " A     B ", "+ + + + +", tokens=tiny, walls=[wall(200, 20, 200, 60)]))
    held(asked(scene, BOW, READINGS[name], [(100.0 * x, 100.0 * y) for y in range(8) for x in range(8)]))
