"""The caches of a scene, and the events that make each of them stale.

| kept        | what it is                           | stale after                                       |
| ----------- | ------------------------------------ | ------------------------------------------------- |
| token_boxes | the boxes of all tokens, as an array | a token is added or removed; one that moves stays |
| lamps       | all lights, carried or not           | a light changes, or a token that carries one      |

The index of the walls is the walls' own.
"""

from __future__ import annotations

from coign.scene.lights import Lamps
from coign.scene.tokens import Boxes, Token


class SceneCache:
    """The caches of one scene. Each event drops what may be untrue after it, and nothing else."""

    def __init__(self) -> None:
        self.token_boxes: Boxes | None = None
        self.lamps: Lamps | None = None

    # --- events -------------------------------------------------------------------------------------------------------

    def wall_changed(self) -> None:
        """A wall came, went or changed: no cache depends on one."""

    def light_changed(self) -> None:
        """A light came, went or changed."""
        self.lamps = None

    def token_changed(self, token: Token | None, *, known: bool, carries: bool) -> None:
        """A token came (not `known`), changed, or went (None); `carries`: it has a light, or had one."""
        if self.token_boxes is not None and known and token is not None:
            self.token_boxes.move(token)
        else:
            self.token_boxes = None
        if carries:
            self.lamps = None

    def region_changed(self) -> None:
        """A region came, went or changed: no cache depends on one."""

    def scene_changed(self) -> None:
        """Fields of the scene itself changed: darkness puts lights out, but then they are other lights."""
        self.lamps = None

    def clear(self) -> None:
        """Everything is somewhere else."""
        self.token_boxes = self.lamps = None

    def for_snapshot(self) -> SceneCache:
        """The caches of a copy of the scene. The boxes of tokens are written in place, so the copy makes its own."""
        twin = SceneCache()
        twin.lamps = self.lamps
        return twin
