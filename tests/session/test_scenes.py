"""Scenes exported by Foundry 0.7 to 14: all can be read, and any pair of tokens can be judged."""

from __future__ import annotations

import json
import math
from typing import Any

import msgspec
import pytest

from coign.annotations.annotate import annotate
from coign.annotations.cases import read_request
from coign.catalogue.registry import configure
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.paths import DATA

FOLDER = DATA
SCENES = sorted((FOLDER / "scenes").glob("*.json"))
PAIRS = 6  # of tokens in each scene


@pytest.fixture(scope="module", params=SCENES, ids=lambda path: path.stem)
def read(request: pytest.FixtureRequest) -> tuple[Scene, dict[str, Any]]:
    data = request.param.read_bytes()
    return finish(Scene.read(data)), json.loads(data)


def test_every_document_is_read_or_said_to_be_skipped(read: tuple[Scene, dict[str, Any]]) -> None:
    scene, raw = read
    skipped = [what for what, why in scene.skipped if "skipped" in why]
    for name, count in scene.counts().items():
        assert count + sum(what.startswith(name.removesuffix("s")) for what in skipped) >= len(raw.get(name) or [])


def test_units_and_grid_are_the_scenes_own(read: tuple[Scene, dict[str, Any]]) -> None:
    scene, raw = read
    grid = raw["grid"] if isinstance(raw.get("grid"), dict) else {}
    size = float(grid.get("size") or raw.get("gridSize") or raw["grid"])
    assert scene.grid.size == size * (math.sqrt(3) / 2 if scene.grid.is_hex and not grid else 1), "legacy hexes"
    assert scene.grid.distance == float(grid.get("distance") or raw["gridDistance"])


@pytest.mark.parametrize("ruleset", ["partial-advantage", "combat-modifiers"])
def test_pairs_of_tokens_can_be_judged(read: tuple[Scene, dict[str, Any]], ruleset: str) -> None:
    scene, _ = read
    tokens = list(scene.tokens)
    setup = configure([ruleset])
    for actor, target in list(zip(tokens, tokens[1:] + tokens[:1], strict=True))[:PAIRS]:
        (result,) = annotate(scene, read_request({"actor": actor, "targets": [target]}, scene), setup).results
        assert result.facts is not None
        assert 0 <= result.facts.cover.exposure <= 1
        assert result.facts.range.distance >= 0
        assert msgspec.json.encode(result)


def test_every_scene_has_its_licence_in_the_notice() -> None:
    notice = (FOLDER / "NOTICE.md").read_text(encoding="utf-8")
    assert [path.name for path in SCENES if f"`{path.name}`" not in notice] == []
