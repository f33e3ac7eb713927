"""Tests that a player is sent the same bytes, in as many parts, whatever there is that the player cannot see.

Random scenes are compared with the same scenes with hidden creatures, secret doors and hidden lights in them, armour
classes, hidden targets, and overrides about hidden creatures. Players have set the mounts, formations and facings of
their tokens, and some name a hidden creature. `pytest --scenes 10000 tests/annotations` tries more.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from coign.annotations.annotate import annotating_views
from coign.annotations.cases import read_request
from coign.annotations.heat_map import survey
from coign.catalogue.registry import configure
from coign.protocol import Annotation, Attack, Candidate, Opponent, Survey
from coign.rules import Setup
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import CELL, Document, encode
from support.secrets import SYSTEMS, a_request, a_scene, with_secrets, written_by_players

pytestmark = pytest.mark.repeats

SETUPS = [configure(names, {}) for names in SYSTEMS]
SQUARES = tuple((float(CELL * n), 300.0) for n in range(6))


def players_annotations(document: Document, request: dict[str, Any], setup: Setup) -> list[Annotation]:
    """The player's annotation of a request that asks for it alone, and of one that asks for the GM's with it."""
    scene = finish(Scene.read(encode(document)))
    asked = (request | {"viewers": viewers} for viewers in (["player"], ["gm", "player"]))
    return [finish(annotating_views(scene, read_request(one, scene), setup))[-1] for one in asked]


def heat_map(document: Document, request: dict[str, Any], setup: Setup, **more: Any) -> list[bytes]:
    """The parts of a player's heat map, without the pauses between them, which depend on the clock and are not sent."""
    scene = finish(Scene.read(encode(document)))
    asked = read_request(request | {"viewer": "player"}, scene)
    parts = survey(scene, Survey(id="q", request=asked, **more), setup)
    return [msgspec.json.encode(part) for part in parts if part is not None]


@pytest.fixture
def seeds(pytestconfig: pytest.Config) -> range:
    return range(int(pytestconfig.getoption("--scenes")))


def test_an_annotation_for_a_player_does_not_depend_on_secrets(seeds: range) -> None:
    modified = 0
    for seed in seeds:
        dice = Random(seed)
        setup, scene = dice.choice(SETUPS), written_by_players(dice, a_scene(dice))
        request = a_request(dice, scene)
        plain = players_annotations(scene, request, setup)
        secret = players_annotations(*with_secrets(dice, scene, request), setup)
        modified += any(result.modifiers for result in plain[0].results)
        for one, other in zip(plain, secret, strict=True):
            assert one == other, seed
            assert msgspec.json.encode(one) == msgspec.json.encode(other), seed
    assert modified > len(seeds) / 3  # the scenes are no empty ones


def test_a_heat_map_for_a_player_does_not_depend_on_secrets(seeds: range) -> None:
    for seed in seeds[::10]:
        dice = Random(seed)
        setup, scene = dice.choice(SETUPS), written_by_players(dice, a_scene(dice))
        request = a_request(dice, scene)
        crowded, asked = with_secrets(dice, scene, request)
        request["targets"] = request["targets"][:1]
        asked["targets"] = request["targets"]
        assert heat_map(scene, request, setup, places=SQUARES) == heat_map(crowded, asked, setup, places=SQUARES), seed


def test_what_foes_would_have_against_a_player_does_not_depend_on_secrets(seeds: range) -> None:
    """Both ways, with the attacks and defences that the game master's client adds."""
    told = 0
    for seed in seeds[::10]:
        dice = Random(seed)
        setup, scene = dice.choice(SETUPS), a_scene(dice)
        request = a_request(dice, scene)
        crowded, asked = with_secrets(dice, scene, request)
        of = tuple(Opponent(key, (Candidate(Attack(bonus=6)),)) for key in request["targets"])
        for one in (request, asked):
            one |= {
                "roll": None,
                "occasion": "attack",
                "attack": {"bonus": 4},
                "defence": {key: {"ac": 15} for key in (*request["targets"], "A")},
            }
        how: dict[str, Any] = {"places": SQUARES[:2], "of": of, "both": True}
        plain = heat_map(scene, request, setup, **how)
        assert plain == heat_map(crowded, asked, setup, **how), seed
        told += any(b'"odds":' in part and b'"chance":null' in part for part in plain)
    assert told > 0
