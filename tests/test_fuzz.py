"""A short run of `python tests/fuzz`, and a check that it finds bugs."""

from __future__ import annotations

from typing import Any

import pytest

from coign.errors import BadMessage
from coign.scene.scene import Scene
from coign.session.scenes import Scenes
from fuzz import sessions, sockets
from fuzz.messages import RandomClient

pytestmark = pytest.mark.repeats


def test_every_message_is_answered_and_no_change_is_partial() -> None:
    found = sessions.run(seed=1, inputs=1500)
    assert found.inputs == 1500
    assert {"Annotation", "Synced", "Surveyed", "bad-message", "bad-json", "Resync"} <= set(found.answers)
    early, late = found.objects
    assert late - early < 2000


async def test_others_are_answered_during_attacks_and_everything_is_released() -> None:
    found = await sockets.run(seed=1, inputs=800)
    assert found.inputs >= 800
    assert set(found.ways) == {"noise", "half_http", "half_a_handshake", "frames", "random_messages", "leave"}


def test_the_same_seed_gives_the_same_messages() -> None:
    assert [RandomClient(3).message() for _ in range(5)] == [RandomClient(3).message() for _ in range(5)]


def fails(*args: Any, **more: Any) -> Any:
    raise ZeroDivisionError("a trap for tests")


applies = Scene._apply


def applies_half(self: Scene, edit: Any, said: Any) -> Any:
    """Apply the documents of a change with walls, then fail as if the peer were at fault."""
    if not edit.documents["walls"]:
        return (yield from applies(self, edit, said))
    for collection, changed in edit.documents.items():
        self.documents[collection].update({key: one for key, one in changed.items() if one is not None})
    raise BadMessage("walls are too much for it")


@pytest.mark.parametrize(
    ("where", "name", "bug", "notices"),
    [
        (Scene, "_place_light", fails, "the bridge failed on this request"),
        (Scene, "_apply", applies_half, "what was refused has changed something"),
        (Scene, "_stand_again", lambda self: iter(()), "the scene is not what its documents say"),
        (Scene, "_burn_again", lambda self: iter(()), "the scene is not what its documents say"),
        (Scenes, "put", fails, "the bridge failed"),
    ],
)
def test_a_bug_is_found(where: type, name: str, bug: Any, notices: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, name, bug)
    with pytest.raises(sessions.Broken, match=notices):
        sessions.run(seed=2, inputs=1500)
