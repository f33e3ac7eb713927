"""Read the changes to a scene before any of them takes effect, so that they apply as a whole or not at all.

If a document changes several times the last change counts, since each carries the whole document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from coign.errors import BadMessage
from coign.protocol.document_reader import Report, check_size, read_document, read_scene
from coign.protocol.documents import COLLECTIONS, DOCUMENTS, SceneDoc
from coign.protocol.messages import Change
from coign.util.tasks import Task


@dataclass
class Edit:
    """Changes that have been read: the scene's own fields, and documents by collection and id (None: deleted)."""

    scene: SceneDoc | None = None
    documents: dict[str, dict[str, Any]] = field(default_factory=lambda: {name: {} for name in COLLECTIONS})


def read_changes(changes: Sequence[Change], report: Report) -> Task[Edit]:
    """Read changes into documents. Raises BadMessage if one is not JSON, TooLarge if one exceeds a limit."""
    edit = Edit()
    for change in changes:
        try:
            if change.document == "Scene":
                if change.action != "delete":
                    edit.scene = yield from read_scene(change.data, report)
                continue
            collection = DOCUMENTS[change.document]
            document = None if change.action == "delete" else read_document(collection, change.data, report)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
            raise BadMessage(f"{change.document} {change.id}: {problem}", path=f"$.changes {change.id}") from problem
        edit.documents[collection].pop(change.id, None)
        edit.documents[collection][change.id] = document
        yield
    return edit


def check_sizes(counts: Mapping[str, int]) -> None:
    """Raise TooLarge if a collection has more documents than the bridge accepts."""
    for name, count in counts.items():
        check_size(name, count)


def counts_after(here: Mapping[str, Mapping[str, Any]], edit: Edit) -> dict[str, int]:
    """Return how many documents each changed collection will have once the edit is applied."""
    return {
        name: len(here[name]) + sum((document is not None) - (key in here[name]) for key, document in changed.items())
        for name, changed in edit.documents.items()
        if changed
    }
