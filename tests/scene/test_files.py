"""Scenes in files: one, several, or another kind of file, which the error names."""

from __future__ import annotations

import json
from typing import Any

import pytest

from coign.errors import BadMessage
from coign.scene.files import scenes_in
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import draw

CRYPT = draw("+ + +", " A . ", "+ + +") | {"_id": "s1", "name": "Crypt"}
HALL = draw("+ + +", " B . ", "+ + +") | {"_id": "s2", "name": "Hall"}
MAP = {"format": 0.3, "resolution": {"map_size": {"x": 10, "y": 10}}, "line_of_sight": [], "portals": []}
ACTOR = {"name": "Goblin", "type": "npc", "system": {}, "items": [], "prototypeToken": {"name": "Goblin"}}


def names(document: Any) -> list[str]:
    return [finish(Scene.read(scene)).name for scene in scenes_in(json.dumps(document).encode())]


def test_one_scene_is_itself() -> None:
    assert names(CRYPT) == ["Crypt"]


def test_the_scenes_of_an_adventure_and_of_a_list_are_read() -> None:
    assert names({"name": "Quest", "scenes": [CRYPT, HALL], "actors": [ACTOR]}) == ["Crypt", "Hall"]
    assert names([CRYPT, ACTOR, HALL]) == ["Crypt", "Hall"]


def test_a_compendium_has_a_scene_a_line() -> None:
    lines = f"{json.dumps(CRYPT)}\n{json.dumps(HALL)}\n".encode()
    assert [finish(Scene.read(scene)).name for scene in scenes_in(lines)] == ["Crypt", "Hall"]


@pytest.mark.parametrize(
    ("document", "kind"),
    [
        (MAP, "a Universal VTT map; import it into Foundry"),
        ({**MAP, "lights": [], "environment": {}}, "a Universal VTT map"),
        (ACTOR, "an actor; export the scene itself"),
        ({"name": "Notes", "pages": []}, "a journal entry"),
        ({"name": "Sword", "type": "weapon", "system": {}}, "an item or another document of a game system"),
        ({"name": "Quest", "scenes": []}, "an adventure without scenes"),
        ({}, "it has no walls, tokens, lights or grid"),
        ([ACTOR, ACTOR], "a list of 2 documents, none of them a scene"),
        ([], "a list of 0 documents"),
    ],
)
def test_another_kind_of_file_is_named(document: Any, kind: str) -> None:
    with pytest.raises(BadMessage, match=f"not a scene: {kind}"):
        names(document)


@pytest.mark.parametrize("data", [b"[1, 2", b"[1, 2]", b"", b"{}\n{", b'{"scenes": 3}'])
def test_invalid_json_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(BadMessage, match="not a scene"):
        scenes_in(data)
