"""The shadows that walls cast on a space: which light leaves it all open, all dark, or in part.

As seen from a light, a wall's shadow is what lies between the rays through its two ends and not before the wall itself:
three half-planes. A space whose corners all lie in one shadow is dark, whatever else may stand there; a space with no
corner inside one of the three is not touched. What is left, a space that the edge of a shadow may run through, is for
its sample points to tell. Edges belong to the shadow, so that no light comes through the joint of two walls.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from coign.facts.shadow_cache import remember
from coign.geometry.lines import Floats, Mask
from coign.grid.space import Space
from coign.scene.lights import Light
from coign.scene.scene import Scene
from coign.scene.walls import LIMITED, NOTHING, SOLID, Walls

Rows = NDArray[np.intp]

AT_ONCE = 1_000  # walls, for the memory that it takes


class Shadows(NamedTuple):
    """The shadows of k walls, as seen from the light: a point (x, y) from it lies in one where the turns from its right
    edge to the point and from there to its left edge are not negative, nor their sum less than `behind`.

    edges    (2, 2, k) the ways to the wall's ends, x and y, the second one turned round
    behind   (k,) twice the area between the light and the wall
    limited  (k,) the walls of which it takes two to stop light
    """

    edges: Floats
    behind: Floats
    limited: Mask

    @property
    def size(self) -> int:
        return len(self.behind)

    def dark(self, x: Floats, y: Floats) -> Mask:
        """(n,) which of the points (x, y), as seen from the light, it does not come to."""
        found, hedges = np.zeros(len(x), bool), None
        for start in range(0, self.size, AT_ONCE):
            some = slice(start, start + AT_ONCE)
            left, right = self.edges[:, 0, some, None] * y - self.edges[:, 1, some, None] * x
            within = (left >= 0) & (right >= 0) & (left + right >= self.behind[some, None])
            limited = self.limited[some]
            if limited.any():
                hedges = within[limited].sum(axis=0) + (0 if hedges is None else hedges)
                within = within[~limited]
            found |= within.any(axis=0)
        return found if hedges is None else np.asarray(found | (hedges >= 2))


_OPEN = Shadows(np.empty((2, 2, 0)), np.empty(0), np.empty(0, bool))


def shadows_on(
    scene: Scene, ways: Sequence[tuple[Light, Space]], level: str | None
) -> list[tuple[Shadows | None, int]]:
    """For each light and space the shadows whose edges may run through the space, none where it is open to the light;
    None where it is dark. And how many walls were looked at for it.
    """
    walls, each = scene.walls, np.array([_way(light, space) for light, space in ways]).T
    x0, y0, x1, y1 = each[:4]
    which, rows = walls.near_each(x0, y0, x1, y1, level)
    own = each[4:].take(which, axis=1)
    ends = (walls.lines.take(rows, axis=0).T - own[:4]).reshape(2, 2, -1)  # as seen from the light
    turn = ends[0, 0] * ends[1, 1] - ends[0, 1] * ends[1, 0]  # its sign: on which side of the wall the light is
    side = sides_of(walls, rows, turn, [light.through_walls for light, _ in ways], which)
    ends[0] *= side
    ends[1] *= -side
    # Of the two edges and of the wall itself: how far inside of its half-plane the middle of the space lies, and how
    # much farther in or out a corner may.
    three = np.concatenate([ends, ends[:1] + ends[1:]])
    middle = three[:, 0] * own[5] - three[:, 1] * own[4]
    behind = np.abs(turn)
    middle[2] -= behind
    size = np.abs(three)
    corner = size[:, 0] * own[7] + size[:, 1] * own[6]
    (found,) = (middle > -corner).all(axis=0).nonzero()
    looked_at, way = np.bincount(which, minlength=len(ways)).tolist(), which.take(found)
    kinds = walls.light.take(rows.take(found))
    wholly = (middle.take(found, axis=1) >= corner.take(found, axis=1)).all(axis=0) & (kinds == SOLID)
    shut = dict(zip(way[wholly].tolist(), rows.take(found)[wholly].tolist(), strict=True))
    for n, row in shut.items():
        remember(scene, ways[n][0], tuple(walls.lines[row].tolist()))
    edges, behind, limited = ends.take(found, axis=2), behind.take(found), kinds == LIMITED
    shadows: list[tuple[Shadows | None, int]] = []
    for n, (start, stop) in enumerate(pairwise(way.searchsorted(np.arange(len(ways) + 1)).tolist())):
        if n in shut:
            shadows.append((None, looked_at[n]))
        elif start == stop:
            shadows.append((_OPEN, looked_at[n]))
        else:
            some = slice(start, stop)
            shadows.append((Shadows(edges[..., some], behind[some], limited[some]), looked_at[n]))
    return shadows


def _way(light: Light, space: Space) -> tuple[float, ...]:
    """The box about a light and a space; the light itself, twice; the middle of the space, as seen from there, and half
    its width and height."""
    x, y, (x0, y0, x1, y1) = light.x, light.y, space.box
    about = min(x, x0), min(y, y0), max(x, x1), max(y, y1)
    return *about, x, y, x, y, (x0 + x1) / 2 - x, (y0 + y1) / 2 - y, (x1 - x0) / 2, (y1 - y0) / 2


def sides_of(walls: Walls, rows: Rows, turn: Floats, heedless: Sequence[bool], which: Rows) -> Floats:
    """(k,) on which side of a wall its light stands, 1 or -1; 0 where the wall does not stop it."""
    side = np.sign(turn)
    side *= walls.light.take(rows) != NOTHING
    if walls.has_one_way:
        facing = walls.facing.take(rows)
        side[((facing == 1) & (turn > 0)) | ((facing == 2) & (turn < 0))] = 0.0
    if any(heedless):
        side[np.array(heedless).take(which)] = 0.0
    return np.asarray(side)
