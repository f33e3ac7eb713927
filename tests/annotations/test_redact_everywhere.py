"""Every field of every annotation for players, in all worked cases, with secrets added to each scene.

A hidden foe is in the middle of each scene, every wall is a secret door, and the armour class is a unique number.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from coign.annotations.cases import WorkedCase, read_cases
from coign.annotations.heat_map import survey
from coign.catalogue.registry import configure
from coign.errors import UnknownToken
from coign.figures.styles import LIGHT
from coign.protocol import Annotation, Evaluate, Survey, Surveyed
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import draw, encode
from support.paths import DATA

pytestmark = pytest.mark.repeats

FILES = sorted([*DATA.glob("cases/*.json"), *DATA.glob("conformance/*.json")])
ARMOUR = 7919.0
LURKER = {"_id": "lurker", "name": "Moth Queen", "x": 100, "y": 100, "width": 2, "height": 2, "hidden": True}


def as_player(case: WorkedCase) -> Annotation:
    """Return the players' annotation of a case with secrets of every kind in its scene."""
    scene = msgspec.json.decode(case.scene)
    scene["tokens"].append({**LURKER, "disposition": 1, "coign": {"reach": 30}})
    scene["walls"] = [{**wall, "_id": f"secret-{n}", "door": 2} for n, wall in enumerate(scene.get("walls", []))]
    scene["regions"] = [{**region, "_id": f"region-{n}"} for n, region in enumerate(scene.get("regions", []))]
    defence = {token["_id"]: {"ac": ARMOUR} for token in scene["tokens"]}
    request = {"roll": {"d20": [{"value": 11}], "total": 16}} | case.request | {"viewer": "player", "defence": defence}
    return msgspec.structs.replace(case, scene=msgspec.Raw(msgspec.json.encode(scene)), request=request).run()


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from leaves(inner)
    else:
        yield value


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_field_tells_a_player_a_secret(path: Path) -> None:
    for case in read_cases(path.read_bytes()):
        annotation = as_player(case)
        for leaf in leaves(msgspec.to_builtins(annotation)):
            said = f"{case.name}: {leaf!r}"
            if isinstance(leaf, str):
                assert not any(secret in leaf for secret in ("lurker", "Moth", "secret-", "region-", "Hit.")), said
            elif isinstance(leaf, float):
                assert abs(leaf) != ARMOUR, said
        assert all((one.outcome.hit, one.outcome.chance) == (None, None) for one in annotation.results), case.name
        assert annotation.elapsed_us == 0


def test_the_game_master_is_told_which_wall_it_is() -> None:
    cases = read_cases((DATA / "cases" / "partial-advantage.json").read_bytes())
    secret = next(case for case in cases if case.name == "secret-door-is-solid")
    assert any(str(leaf).startswith("wall:") for leaf in leaves(msgspec.to_builtins(secret.run())))


def test_only_the_game_master_is_shown_the_light() -> None:
    """In every case, because the edges of light show the ends of walls."""

    def lit(annotation: Annotation) -> bool:
        return any(mark.role in LIGHT for one in annotation.results for mark in one.figure.polygons)

    cases = [case for path in FILES for case in read_cases(path.read_bytes())]
    by_night = [case for case in cases if lit(case.run())]
    assert len(by_night) > 5
    assert [case.name for case in by_night if lit(as_player(case))] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_hidden_creature_changes_nothing_that_a_player_is_told(path: Path) -> None:
    for case in read_cases(path.read_bytes()):
        scene = msgspec.json.decode(case.scene)
        request = {**case.request, "viewer": "player"}
        told = []
        for more in ([], [{**LURKER, "disposition": 1, "coign": {"reach": 30}}]):
            crowded = msgspec.json.encode({**scene, "tokens": scene["tokens"] + more})
            told.append(msgspec.structs.replace(case, scene=msgspec.Raw(crowded), request=request).run())
        assert told[0] == told[1], case.name


@pytest.mark.parametrize("part", ["actor", "targets"])
def test_a_players_survey_finds_no_hidden_token(part: str) -> None:
    scene = finish(Scene.read(encode(draw("+ + +", " A B ", "+ + +", tokens={"B": {"hidden": True}}))))
    asked: dict[str, Any] = {"actor": "A", "targets": ("A",)} | {part: "B" if part == "actor" else ("B",)}

    def surveyed(viewer: Literal["gm", "player"]) -> list[Surveyed]:
        request = Evaluate(id="q", scene="s", occasion="attack", viewer=viewer, **asked)
        found = survey(scene, Survey(id="q", request=request), configure(["partial-advantage"]))
        return [part for part in found if part is not None]

    assert surveyed("gm")
    with pytest.raises(UnknownToken):
        surveyed("player")
