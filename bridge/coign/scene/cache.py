"""The caches of a scene, and the events that make each of them stale.

| kept        | what it is                           | stale after                                       |
| ----------- | ------------------------------------ | ------------------------------------------------- |
| token_boxes | the boxes of all tokens, as an array | a token is added or removed; one that moves stays |
| lamps       | all lights, carried or not           | a light changes, or a token that carries one      |

The index of the walls belongs to `Walls`.
"""

from __future__ import annotations

from coign.scene.lights import Lamps
from coign.scene.tokens import Boxes, Token


class SceneCache:
    """The caches of one scene. Each event drops what may be stale after it, and nothing else."""

    def __init__(self) -> None:
        self.token_boxes: Boxes | None = None
        self.lamps: Lamps | None = None

    # --- events -------------------------------------------------------------------------------------------------------

    def wall_changed(self) -> None:
        """A wall was added, removed or changed: no cache depends on it."""

    def light_changed(self) -> None:
        """A light was added, removed or changed."""
        self.lamps = None

    def token_changed(self, token: Token | None, *, known: bool, carries: bool) -> None:
        """A token was added (not `known`), changed, or removed (None); `carries`: it has or had a light."""
        if self.token_boxes is not None and known and token is not None:
            self.token_boxes.move(token)
        else:
            self.token_boxes = None
        if carries:
            self.lamps = None

    def region_changed(self) -> None:
        """A region was added, removed or changed: no cache depends on it."""

    def scene_changed(self) -> None:
        """Fields of the scene itself changed, among them the darkness, at which lights go on or off."""
        self.lamps = None

    def clear(self) -> None:
        """Everything was placed again."""
        self.token_boxes = self.lamps = None

    def for_snapshot(self) -> SceneCache:
        """The caches of a copy of the scene. The boxes of tokens are written in place, so the copy makes its own."""
        twin = SceneCache()
        twin.lamps = self.lamps
        return twin
