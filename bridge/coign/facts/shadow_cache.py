"""The walls that have lately kept a light from a whole space: the next space is mostly behind one of them too.

Ray tracers call this a shadow cache. It says which walls to look at first, and no more: whether one of them hides a
space is measured, so that the answer holds whatever has moved since. In a dungeon it tells nineteen of twenty dark ways
to places where nobody has stood before.
"""

from __future__ import annotations

from coign.facts.effort import KEPT
from coign.lights import Light
from coign.one_by_one import stands_across
from coign.scene import Scene
from coign.space import Space
from coign.walls import SOLID

WALLS = 4  # that are looked at for each light, the last one to hide something first


def is_hidden(scene: Scene, light: Light, space: Space) -> bool:
    """Whether one of those walls hides all of a space from a light. False may be wrong."""
    walls, rows = scene.walls, scene.hiding.get(light.id)
    if rows is None or light.through_walls or walls.has_one_way or walls.has_levels:
        return False
    (x0, y0, x1, y1), source = space.box, ((light.x, light.y),)
    corners = (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    for row in rows:
        stops = row < len(walls.ids) and walls.light[row] == SOLID
        if stops and stands_across(walls.lines[row].tolist(), source, corners):
            if row != rows[0]:
                remember(scene, light, row)
            return True
    return False


def remember(scene: Scene, light: Light, row: int) -> None:
    """A wall has hidden a whole space from a light."""
    hiding = scene.hiding
    rows = hiding.get(light.id, ())
    if rows and rows[0] == row:
        return
    if len(hiding) > KEPT:
        hiding.clear()
    hiding[light.id] = (row, *(one for one in rows if one != row))[:WALLS]
