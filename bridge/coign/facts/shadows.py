"""The shadows that walls cast on a space: which light leaves it all open, all dark, or in part.

As seen from a light, a wall's shadow is what lies between the rays through its two ends and not before the wall itself:
three half-planes. A space whose corners all lie in one shadow is dark, whatever else may stand there; a space with no
corner inside one of the three is not touched. What is left, a space that the edge of a shadow may run through, is for
its sample points to tell. Edges belong to the shadow, so that no light comes through the joint of two walls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from coign.geometry import Floats, Mask, Points
from coign.lights import Light
from coign.scene import Scene
from coign.space import Space
from coign.walls import LIMITED, NOTHING, SOLID, Walls

Rows = NDArray[np.intp]

AT_ONCE = 1_000  # walls, for the memory that it takes


@dataclass(frozen=True)
class Shadows:
    """The shadows of k walls, as seen from the light: a point (x, y) from it lies in one where all three are positive
    or 0: `left . (x, y)`, `right . (x, y)`, and the sum of the two without `behind`.
    """

    left: Points  # (k, 2)
    right: Points  # (k, 2)
    behind: Floats  # (k,)
    limited: Mask  # (k,) the walls of which it takes two to stop light

    def __len__(self) -> int:
        return len(self.behind)

    def dark(self, points: Points) -> Mask:
        """(n,) which of the points (n, 2), as seen from the light, it does not come to."""
        found, hedges = np.zeros(len(points), bool), np.zeros(len(points), int)
        for start in range(0, len(self), AT_ONCE):
            some = slice(start, start + AT_ONCE)
            left, right = self.left[some] @ points.T, self.right[some] @ points.T
            within = (left >= 0) & (right >= 0) & (left + right >= self.behind[some, None])
            limited = self.limited[some]
            if limited.any():
                hedges += within[limited].sum(axis=0)
                within = within[~limited]
            found |= within.any(axis=0)
        return np.asarray(found | (hedges >= 2))


def shadows_on(
    scene: Scene, space: Space, lights: Sequence[Light], level: str | None
) -> tuple[list[Shadows | None], int]:
    """For each light the shadows whose edges may run through a space, none where it is open to the light; None where it
    is dark. And how many pairs of light and wall were looked at.
    """
    walls, (x0, y0, x1, y1) = scene.walls, space.box
    at = np.array([(light.x, light.y) for light in lights])
    which, rows = walls.near_each(np.minimum(at, (x0, y0)), np.maximum(at, (x1, y1)), level)
    ends = walls.lines.take(rows, axis=0).T - at.T[(0, 1, 0, 1), :].take(which, axis=1)  # as seen from the light
    turn = ends[0] * ends[3] - ends[1] * ends[2]  # its sign: on which side of the wall the light is
    ax, ay, bx, by = ends * _sides(walls, rows, turn, [light.through_walls for light in lights], which)
    xs = (np.array([x0, x1, x1, x0])[:, None] - at[:, 0]).take(which, axis=1)  # (4, k) the space's corners
    ys = (np.array([y0, y0, y1, y1])[:, None] - at[:, 1]).take(which, axis=1)
    deep = np.empty((3, 4, len(rows)))  # inside which half-plane each corner lies, and how far
    deep[0], deep[1], behind = ax * ys - ay * xs, by * xs - bx * ys, np.abs(turn)
    deep[2] = deep[0] + deep[1] - behind
    kinds = walls.light.take(rows)
    partly = (deep.max(axis=1) > 0).all(axis=0)
    wholly = (deep.min(axis=1) >= 0).all(axis=0) & partly & (kinds == SOLID)
    shut = set(which[wholly].tolist())
    found = np.flatnonzero(partly)
    edges = np.stack([-ay, ax, by, -bx], axis=1)[found]
    behind, limited = behind[found], kinds[found] == LIMITED
    shadows: list[Shadows | None] = []
    for n, (start, stop) in enumerate(pairwise(np.searchsorted(which[found], np.arange(len(lights) + 1)).tolist())):
        some = slice(start, stop)
        mine = Shadows(edges[some, :2], edges[some, 2:], behind[some], limited[some])
        shadows.append(None if n in shut else mine)
    return shadows, len(rows)


def _sides(walls: Walls, rows: Rows, turn: Floats, heedless: Sequence[bool], which: Rows) -> Floats:
    """(k,) on which side of a wall its light stands, 1 or -1; 0 where the wall does not stop it."""
    side = np.sign(turn)
    side[walls.light.take(rows) == NOTHING] = 0.0
    if walls.has_one_way:
        facing = walls.facing.take(rows)
        side[((facing == 1) & (turn > 0)) | ((facing == 2) & (turn < 0))] = 0.0
    if any(heedless):
        side[np.array(heedless).take(which)] = 0.0
    return np.asarray(side)
