"""The walls that have lately kept a light from a whole space: the next space is mostly behind one of them too.

Ray tracers call this a shadow cache. It says which walls to look at first, and no more: whether one of them hides a
space is measured, wherever the light and the space are now. In a dungeon it tells nineteen of twenty dark ways to
places where nobody has stood before. The scene keeps it (`hiding`) until a wall is another.
"""

from __future__ import annotations

from coign.facts.effort import KEPT
from coign.lights import Light
from coign.one_by_one import stands_across
from coign.scene import Scene
from coign.space import Space

Wall = tuple[float, ...]

WALLS = 4  # that are looked at for each light, the last one to hide something first


def is_hidden(scene: Scene, light: Light, space: Space) -> bool:
    """Whether one of those walls hides all of a space from a light. False may be wrong."""
    walls = scene.hiding.get(light.id)
    if walls is None or light.through_walls:
        return False
    (x0, y0, x1, y1), source = space.box, ((light.x, light.y),)
    corners = (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    for wall in walls:
        if stands_across(wall, source, corners):
            if wall is not walls[0]:
                remember(scene, light, wall)
            return True
    return False


def remember(scene: Scene, light: Light, wall: Wall) -> None:
    """A wall (x0, y0, x1, y1) has hidden a whole space from a light. Walls are forgotten at once where some are not the
    same from either side, or on every level."""
    hiding = scene.hiding
    if scene.walls.has_one_way or scene.walls.has_levels:
        return
    if len(hiding) > KEPT:
        hiding.clear()
    hiding[light.id] = (wall, *(one for one in hiding.get(light.id, ()) if one != wall))[:WALLS]
