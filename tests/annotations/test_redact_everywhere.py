"""Every field of every annotation for players, in all worked cases, with secrets added to each scene.

A hidden foe is in the middle of each scene, every wall is a secret door, and the armour class is a unique number.
"""

from __future__ import annotations

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
SECRETS = ("lurker", "Moth", "secret-", "region-", "Hit.", f"{ARMOUR:g}")
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


def is_lit(annotation: Annotation) -> bool:
    return any(mark.role in LIGHT for one in annotation.results for mark in one.figure.polygons)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_field_tells_a_player_a_secret(path: Path) -> None:
    for case in read_cases(path.read_bytes()):
        annotation = as_player(case)
        told = msgspec.json.encode(annotation).decode()
        assert [secret for secret in SECRETS if secret in told] == [], f"{case.name}: {told}"
        assert not is_lit(annotation), f"{case.name}: the edges of light show the ends of walls"
        assert all((one.outcome.hit, one.outcome.chance) == (None, None) for one in annotation.results), case.name
        assert annotation.elapsed_us == 0


def test_the_game_master_is_told_which_wall_it_is_and_shown_the_light() -> None:
    cases = list(read_cases((DATA / "cases" / "partial-advantage.json").read_bytes()))
    secret = next(case for case in cases if case.name == "secret-door-is-solid")
    assert b'"wall:' in msgspec.json.encode(secret.run())
    assert sum(is_lit(case.run()) for case in cases) > 5


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
