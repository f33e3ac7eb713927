"""Changes to a scene, read before any of them takes effect: so that they apply as a whole or not at all.

Of several changes to one document the last counts: each carries the whole document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from coign.errors import BadMessage
from coign.protocol.document_reader import Said, check_size, read_document, read_scene
from coign.protocol.documents import COLLECTIONS, DOCUMENTS, SceneDoc
from coign.protocol.messages import Change
from coign.util.tasks import Task


@dataclass
class Edit:
    """What changes say: the scene's own fields, and by collection and id each document, None for one that is gone."""

    scene: SceneDoc | None = None
    documents: dict[str, dict[str, Any]] = field(default_factory=lambda: {name: {} for name in COLLECTIONS})


def read_changes(changes: Sequence[Change], said: Said) -> Task[Edit]:
    """The changes as documents. Raises BadMessage where one is not JSON, TooLarge beyond the caps."""
    edit = Edit()
    for change in changes:
        try:
            if change.document == "Scene":
                if change.action != "delete":
                    edit.scene = yield from read_scene(change.data, said)
                continue
            collection = DOCUMENTS[change.document]
            document = None if change.action == "delete" else read_document(collection, change.data, said)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
            raise BadMessage(f"{change.document} {change.id}: {problem}", path=f"$.changes {change.id}") from problem
        edit.documents[collection].pop(change.id, None)
        edit.documents[collection][change.id] = document
        yield
    return edit


def check_sizes(counts: Mapping[str, int]) -> None:
    """Raise TooLarge where a collection has more documents than we take."""
    for name, count in counts.items():
        check_size(name, count)


def counts_after(here: Mapping[str, Mapping[str, Any]], edit: Edit) -> dict[str, int]:
    """How many documents there will be of each collection that changes, those counted that are here now."""
    return {
        name: len(here[name]) + sum((said is not None) - (key in here[name]) for key, said in changed.items())
        for name, changed in edit.documents.items()
        if changed
    }
