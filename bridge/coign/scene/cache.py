"""What a scene keeps of what was worked out from its documents, and what makes each of it untrue.

| kept        | what it is                           | untrue after                                      |
| ----------- | ------------------------------------ | ------------------------------------------------- |
| token_boxes | the boxes of all tokens, as an array | a token is added or removed; one that moves stays |
| lamps       | all lights, carried or not           | a light changes, or a token that carries one      |
| light_areas | what lights reach, by the light      | a wall changes within reach of the light          |

A light that moves or burns otherwise is another light, so its areas need not be dropped: they are never asked for again
and go as the oldest. The index of the walls is the walls' own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from coign.grid.space import Box
from coign.scene.lights import Lamps, Light

if TYPE_CHECKING:
    from coign.scene.light_areas import LightArea
    from coign.scene.tokens import Boxes, Token

MOST_LIGHT_AREAS = 256

LightKey = tuple[Light, str | None, float]  # the light, the level, how many times as far it reaches


class SceneCache:
    """The caches of one scene. Each event drops what may be untrue after it, and nothing else."""

    def __init__(self) -> None:
        self.token_boxes: Boxes | None = None
        self.lamps: Lamps | None = None
        self.light_areas: dict[LightKey, LightArea] = {}

    def keep_light_area(self, key: LightKey, area: LightArea) -> LightArea:
        """Keep what a light reaches; beyond the most, the oldest half goes."""
        self.light_areas[key] = area
        if len(self.light_areas) > MOST_LIGHT_AREAS:
            for old in list(self.light_areas)[: MOST_LIGHT_AREAS // 2]:
                del self.light_areas[old]
        return area

    # --- events -------------------------------------------------------------------------------------------------------

    def wall_changed(self, boxes: Iterable[Box]) -> None:
        """A wall came, went or changed; `boxes` are where it was and where it is, quanta."""
        if not self.light_areas:
            return
        for x0, y0, x1, y1 in boxes:
            for key in [key for key in self.light_areas if _reaches(key, x0, y0, x1, y1)]:
                del self.light_areas[key]

    def light_changed(self) -> None:
        """A light came, went, or is another."""
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
        self.__init__()  # type: ignore[misc]

    def for_snapshot(self) -> SceneCache:
        """The caches of a copy of the scene. The boxes of tokens are written in place, so the copy makes its own; the
        others are replaced rather than altered, or keyed by what they hold of."""
        twin = SceneCache()
        twin.lamps, twin.light_areas = self.lamps, dict(self.light_areas)
        return twin


def _reaches(key: LightKey, x0: float, y0: float, x1: float, y1: float) -> bool:
    light, _, times = key
    reach = light.reach * times
    return light.x - reach <= x1 and light.x + reach >= x0 and light.y - reach <= y1 and light.y + reach >= y0
