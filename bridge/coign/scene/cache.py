"""The caches of a scene, and the events that make each of them stale.

| kept        | what it is                           | stale after                                            |
| ----------- | ------------------------------------ | ------------------------------------------------------ |
| token_boxes | the boxes of all tokens, as an array | a token is added or removed; one that moves stays      |
| lamps       | all lights, carried or not           | a light changes, or a token that carries one           |
| lit         | what each light reaches, past walls  | the light changes, a wall near it does, any roof does, |
|             | and under roofs                      | the grid does                                          |

The index of the walls belongs to `Walls`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coign.geometry.lines import Floats
from coign.scene.lights import Lamps, Light, Reached
from coign.scene.roofs import Roof
from coign.scene.tokens import Boxes, Token

FARTHER = 1.01  # of a light's radius, and NEAR more: no corner of its drawn edge lies farther out
NEAR = 2.0  # quanta

# The level whose walls count, the factor on the radii, the roofs between the light and what it lights, and which of the
# walls with heights are in the way.
Key = tuple[str | None, float, tuple[Roof, ...], tuple[str, ...]]


class Lit(NamedTuple):
    """The area that one light reaches, for each key, and the light as it was then."""

    light: Light
    areas: dict[Key, Reached]


class SceneCache:
    """The caches of one scene. Each event drops only the entries that it may make stale."""

    def __init__(self) -> None:
        self.token_boxes: Boxes | None = None
        self.lamps: Lamps | None = None
        self.lit: dict[str, Lit] = {}

    # --- what each light reaches --------------------------------------------------------------------------------------

    def reached(self, light: Light, key: Key) -> Reached | None:
        """Return the area that a light reaches, or None if it is not in the cache."""
        entry = self.lit.get(light.id)
        return entry.areas.get(key) if entry is not None and entry.light == light else None

    def keep_reached(self, light: Light, key: Key, area: Reached) -> None:
        """Keep the area that a light reaches, and drop those of its earlier states."""
        entry = self.lit.get(light.id)
        if entry is None or entry.light != light:
            entry = self.lit[light.id] = Lit(light, {})
        entry.areas[key] = area

    # --- events -------------------------------------------------------------------------------------------------------

    def walls_changed(self, lines: Floats) -> None:
        """Walls were added, removed or changed, which stand, or stood, along `lines` (n, 4: x0 y0 x1 y1)."""
        if not (self.lit and len(lines)):
            return
        low, high = np.minimum(lines[:, :2], lines[:, 2:]), np.maximum(lines[:, :2], lines[:, 2:])
        for key, (light, entry) in list(self.lit.items()):
            place, reach = (light.x, light.y), FARTHER * light.reach * max(times for _, times, *_ in entry) + NEAR
            if ((low <= np.add(place, reach)) & (high >= np.subtract(place, reach))).all(axis=1).any():
                del self.lit[key]

    def roofs_changed(self) -> None:
        """Tiles, or surfaces of regions, that stop light were added, removed or changed."""
        self.lit = {}

    def light_changed(self, key: str, light: Light | None) -> None:
        """A light was added, placed again, perhaps as it was, or removed (None)."""
        self.lamps = None
        if key in self.lit and self.lit[key].light != light:
            del self.lit[key]

    def token_changed(self, token: Token | None, *, known: bool) -> None:
        """A token was added (not `known`), changed, or removed (None). Its light changes by itself."""
        if self.token_boxes is not None and known and token is not None:
            self.token_boxes.move(token)
        else:
            self.token_boxes = None

    def scene_changed(self) -> None:
        """Fields of the scene itself changed, among them the darkness, at which lights go on or off, and the grid."""
        self.lamps = None

    def clear(self) -> None:
        """Everything was placed again."""
        self.token_boxes = self.lamps = None
        self.lit = {}

    # --- copies -------------------------------------------------------------------------------------------------------

    def for_snapshot(self) -> SceneCache:
        """The caches of a copy of the scene. The boxes of tokens are written in place, so the copy makes its own."""
        twin = SceneCache()
        twin.lamps = self.lamps
        twin.lit = {key: Lit(light, dict(areas)) for key, (light, areas) in self.lit.items()}
        return twin

    def with_lamps(self, lamps: Lamps) -> SceneCache:
        """The caches of the same scene under other lights, for use at once: both keep what a light reaches."""
        twin = SceneCache()
        twin.token_boxes, twin.lamps, twin.lit = self.token_boxes, lamps, self.lit
        return twin
