"""The bearings of tokens for the map: which way each faces, and what its next step costs in each direction.

The module's ruler looks a step up in the table that the engine sends. Both are asked about the same random creatures,
and nothing is filtered out.
"""

from __future__ import annotations

import json
import math
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from coign.annotations.annotate import annotate
from coign.annotations.bearings import bearings
from coign.catalogue.registry import configure
from coign.facts.facing import HEX_ARCS
from coign.grid.grid import Grid
from coign.protocol.evaluate import Evaluate, Point
from coign.protocol.messages import Bearing
from coign.protocol.rulings import Override
from coign.rules import Setup
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import Document, draw
from support.scenes import read

MAP = Path(__file__).parents[2] / "foundry-module/scripts/map"
RULER = """
import { factorOf } from "./movement-cost.mjs";
import { readFileSync } from "node:fs";
const asked = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(asked.map(({ steps, step: [x, y] }) => factorOf(steps, { x, y }))));
"""
FACING, FREE = configure(["combat-facing"]), configure(["pathfinder-1e"])
ROW = ("+ + + +", " A . B ", "+ + + +")
HEX_ROWS, HEX_COLUMNS = 2, 4  # Foundry's grid types


def told(scene: Scene, setup: Setup = FACING, tokens: list[str] | None = None) -> dict[str, Bearing]:
    """Return the bearings that the map gets."""
    return finish(bearings(scene, setup, tokens))


def facing_of(grid: int, side: float, **token: Any) -> float | None:
    """Return the facing of a creature of `side` spaces on a grid."""
    creature = {"_id": "A", "x": 500, "y": 500, "width": side, "height": side} | token
    return told(read({"_id": "s", "grid": {"type": grid, "size": 100}, "tokens": [creature]}))["A"].facing


# --- facing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rotation", range(0, 360, 10))
def test_a_body_of_three_or_twelve_hexes_faces_a_vertex_and_every_other_one_a_side(rotation: int) -> None:
    for grid, to_side in ((HEX_ROWS, 30), (HEX_COLUMNS, 0)):
        for side, hexes in ((1, 1), (2, 3), (3, 7), (4, 12)):
            facing = facing_of(grid, side, rotation=rotation)
            assert facing is not None
            turned = 30 if hexes in (3, 12) else 0
            assert facing % 60 == (to_side + turned) % 60, (grid, hexes)
            assert abs((facing - rotation + 180) % 360 - 180) <= 30, "the nearest"


def test_a_facing_is_that_of_a_gm_else_of_about_face_else_the_rotation_with_the_offset_of_the_world() -> None:
    arrow = {"about-face": {"direction": 0}}
    assert facing_of(1, 1, rotation=45) == 45
    assert facing_of(1, 1, rotation=45, flags=arrow) == 270
    assert facing_of(1, 1, rotation=45, flags=arrow, coign={"facing": 10}) == 0
    scene = read(draw(*ROW, tokens={"A": {"rotation": 45}}))
    assert told(scene, configure(["combat-facing"], facing_offset=90))["A"].facing == 135


# --- steps ------------------------------------------------------------------------------------------------------------


def test_a_step_that_is_not_ahead_costs_twice_by_rules_with_a_facing_and_once_by_others() -> None:
    scene = read(draw(*ROW, tokens={"A": {"rotation": 270}}))
    ahead, *others = told(scene)["A"].steps
    assert ahead == (225, 315, 1)
    assert [factor for *_, factor in others] == [2, 2, 2]
    assert told(scene, FREE)["A"] == Bearing(270)


@pytest.mark.parametrize(
    "faceless",
    [
        {"coign": {"creatureType": "ooze"}},
        {"coign": {"creatureType": "outsider", "subtypes": ["elemental", "fire"]}},
        {"coign": {"size": "tiny"}},
        {"width": 0.5, "height": 0.5},
        {"name": "Mimic"},
        {"coign": {"species": "Giant Octopus"}},
        {"coign": {"faceless": True}},
    ],
    ids=str,
)
def test_a_creature_without_a_facing_steps_anywhere_at_the_usual_cost(faceless: Document) -> None:
    scene = read(draw(*ROW, tokens={"A": faceless}))
    assert told(scene, tokens=["A"]) == {"A": Bearing(None)}


def test_a_rule_that_the_gm_has_switched_off_for_the_world_makes_no_step_dearer() -> None:
    off = Override(scope="world", modifier="moving-aside", state="off")
    scene = read(draw(*ROW))
    assert told(scene, configure(["combat-facing"], overrides=[off]))["A"].steps == ()
    for_one = msgspec.structs.replace(off, actor="A")
    found = told(scene, configure(["combat-facing"], overrides=[for_one]))
    assert [bool(found[token].steps) for token in "AB"] == [False, True]


def test_only_the_tokens_that_are_named_are_told_and_only_those_that_there_are() -> None:
    assert list(told(read(draw(*ROW)), tokens=["B", "gone"])) == ["B"]


# --- the same on both sides -------------------------------------------------------------------------------------------


CREATURE: dict[str, list[Any]] = {
    "facing": [0, 90, 200.5],
    "size": ["tiny", "medium", "large", "colossal"],
    "creatureType": ["ooze", "humanoid", "outsider"],
    "subtypes": [["elemental"], ["fire"]],
    "faceless": [True, False],
    "species": ["Xorn", "Orc"],
    "feats": [["whirlwind-attack"]],
    "mount": ["B"],
}
RULES = (["combat-facing"], ["combat-facing", "pathfinder-1e"], ["combat-facing", "combat-modifiers"])


def random_scene(pick: random.Random) -> Scene:
    """Make up a creature on a grid."""
    side = pick.choice([0.5, 1, 1, 1, 2, 2, 3, 4, 1.5, 6])
    token: Document = {"_id": "A", "x": 700, "y": 700, "width": side, "height": side, "shape": pick.randrange(5)}
    token["rotation"] = pick.choice([0, 45, 90, 30, 60, pick.randrange(360), pick.uniform(-720, 720)])
    token["name"] = pick.choice(["Fighter", "Ochre Jelly", "Mimic", "Air Elemental", "Wyvern", "Rat"])
    if pick.random() < 0.2:
        token["flags"] = {"about-face": {"direction": pick.uniform(-360, 360)}}
    token["coign"] = {field: pick.choice(values) for field, values in CREATURE.items() if pick.random() < 0.2}
    return read(
        {"_id": "s", "grid": {"type": pick.randrange(6), "size": pick.choice([100, 70, 133])}, "tokens": [token]}
    )


def random_setup(pick: random.Random) -> Setup:
    """Choose rules with a facing, and their options."""
    options = {"combat-facing": {"hex-arcs": pick.choice(list(HEX_ARCS))}}
    return configure(pick.choice(RULES), options, facing_offset=pick.choice([0, 0, 180, 45, 17]))


def random_step(pick: random.Random, grid: Grid) -> tuple[float, float]:
    """Make up a step in pixels: to one of eight squares or six hexes, or anywhere without a grid."""
    if not grid.is_hex and not grid.is_gridless:
        return pick.choice([(x * grid.size, y * grid.size) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y])
    degrees = pick.uniform(0, 360) if grid.is_gridless else 60 * pick.randrange(6) + (30 if grid.pointy else 0)
    return -grid.size * math.sin(math.radians(degrees)), grid.size * math.cos(math.radians(degrees))


def judged(scene: Scene, setup: Setup, to: Point) -> float:
    """Return how many times as much a step costs, as the rules judge it."""
    request = Evaluate(id="q", scene="s", occasion="movement", actor="A", targets=(), path=(to,))
    ruled, free = (annotate(scene, request, one).results[0].outcome.cost for one in (setup, FREE))
    assert ruled is not None
    assert free, "it enters another square"
    return round(ruled / free, 4)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_ruler_finds_in_the_table_what_the_rules_judge_of_two_thousand_random_steps() -> None:
    pick = random.Random(2040)
    asked, expected = [], []
    for _ in range(2_000):
        scene, setup = random_scene(pick), random_setup(pick)
        token = scene.tokens["A"]
        x, y = random_step(pick, scene.grid)
        to = Point(token.doc.x + x, token.doc.y + y)
        # Foundry's ruler gets the squares that the step leaves and enters, so what it sees is their middles.
        spaces = token.space, token.space_at(scene.grid, to.x, to.y, 0.0)
        (x0, y0), (x1, y1) = (scene.grid.spots(space.first_square)[0] for space in spaces)
        asked.append({"steps": told(scene, setup)["A"].steps, "step": (x1 - x0, y1 - y0)})
        expected.append(judged(scene, setup, to))
    command = ["node", "--input-type=module", "--eval", RULER]
    run = subprocess.run(command, cwd=MAP, input=json.dumps(asked), capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == expected
    assert 300 < expected.count(2.0) < 1_700
