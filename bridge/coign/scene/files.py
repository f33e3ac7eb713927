"""Find the scenes in a JSON file: one scene, an adventure or a list with several, or a compendium of a scene a line.

What is no scene is named for what it is, so that nobody takes an actor for an empty scene.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from coign.errors import BadMessage

_SCENE = frozenset({"walls", "tokens", "lights", "regions", "levels", "grid", "gridType", "tokenVision"})
_MAP = frozenset({"line_of_sight", "resolution"})  # a Universal VTT map, which has lights too
_ACTOR = frozenset({"prototypeToken", "token"})
_EXPORT = "export the scene itself from Foundry (right-click it, Export Data)"


def scenes_in(data: bytes) -> list[msgspec.Raw | bytes]:
    """Return the scenes of a file, each as JSON. Raises BadMessage, naming what the file is, if it holds none."""
    try:
        documents = list(_documents(data))
        scenes = [scene for document in documents for scene in _scenes_of(document)]
    except msgspec.DecodeError as problem:
        raise BadMessage(f"not a scene: {problem}; {_EXPORT}") from problem
    if not scenes:
        kind = (
            kind_of(_fields(documents[0]))
            if len(documents) == 1
            else f"a list of {len(documents)} documents, none of them a scene"
        )
        raise BadMessage(f"not a scene: {kind}")
    return scenes


def kind_of(fields: Mapping[str, Any]) -> str:
    """Name a JSON object that is not a scene, and how to get a scene from it."""
    if fields.keys() >= _MAP:
        return f"a Universal VTT map; import it into Foundry with a module for such maps, then {_EXPORT}"
    if "scenes" in fields:
        return "an adventure without scenes"
    if _ACTOR & fields.keys():
        return f"an actor; {_EXPORT}"
    if "pages" in fields:
        return f"a journal entry; {_EXPORT}"
    if "system" in fields or "data" in fields:
        return f"an item or another document of a game system; {_EXPORT}"
    return f"it has no walls, tokens, lights or grid; {_EXPORT}"


def is_scene(fields: Mapping[str, Any]) -> bool:
    """Tell a scene by its fields. An actor has a token of its own, but never a list of them."""
    return bool(_SCENE & fields.keys()) and not _ACTOR & fields.keys() and not fields.keys() >= _MAP


def _documents(data: bytes) -> Iterator[msgspec.Raw | bytes]:
    """The file as one document, as a list of them, or as one a line (a compendium of Foundry 10 and older)."""
    if data.lstrip()[:1] == b"[":
        yield from msgspec.json.decode(data, type=list[msgspec.Raw])
        return
    try:
        msgspec.json.decode(data, type=msgspec.Raw)
    except msgspec.DecodeError:
        lines = [line for line in data.splitlines() if line.strip()]
        if len(lines) < 2 or not all(line.lstrip().startswith(b"{") and line.rstrip().endswith(b"}") for line in lines):
            raise
        yield from lines
        return
    yield data


def _fields(document: msgspec.Raw | bytes) -> dict[str, msgspec.Raw]:
    return msgspec.json.decode(document, type=dict[str, msgspec.Raw])


def _scenes_of(document: msgspec.Raw | bytes) -> Iterator[msgspec.Raw | bytes]:
    fields = _fields(document)
    if "scenes" in fields and "walls" not in fields:
        for scene in msgspec.json.decode(fields["scenes"], type=list[msgspec.Raw]):
            yield from _scenes_of(scene)
    elif is_scene(fields):
        yield document
