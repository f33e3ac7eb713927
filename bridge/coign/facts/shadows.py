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

from coign.geometry import Floats, Mask
from coign.lights import Light
from coign.scene import Scene
from coign.space import Space
from coign.walls import LIMITED, NOTHING, SOLID, Walls

Rows = NDArray[np.intp]

AT_ONCE = 1_000  # walls, for the memory that it takes


class Shadows(NamedTuple):
    """The shadows of k walls, as seen from the light: a point (x, y) from it lies in one where none of the three is
    negative: `across * x + down * y` of its left edge and of its right edge, and the sum of these two less `behind`.
    """

    across: Floats  # (2, k)
    down: Floats  # (2, k)
    behind: Floats  # (k,)
    limited: Mask  # (k,) the walls of which it takes two to stop light

    @property
    def size(self) -> int:
        return len(self.behind)

    def dark(self, x: Floats, y: Floats) -> Mask:
        """(n,) which of the points (x, y), as seen from the light, it does not come to."""
        found, hedges = np.zeros(len(x), bool), None
        for start in range(0, self.size, AT_ONCE):
            some = slice(start, start + AT_ONCE)
            left, right = self.across[:, some, None] * x + self.down[:, some, None] * y
            within = (left >= 0) & (right >= 0) & (left + right >= self.behind[some, None])
            limited = self.limited[some]
            if limited.any():
                hedges = within[limited].sum(axis=0) + (0 if hedges is None else hedges)
                within = within[~limited]
            found |= within.any(axis=0)
        return found if hedges is None else np.asarray(found | (hedges >= 2))


def shadows_on(
    scene: Scene, space: Space, lights: Sequence[Light], level: str | None
) -> tuple[list[Shadows | None], int]:
    """For each light the shadows whose edges may run through a space, none where it is open to the light; None where it
    is dark. And how many pairs of light and wall were looked at.
    """
    walls, (x0, y0, x1, y1) = scene.walls, space.box
    xs, ys = at = np.array([[light.x for light in lights], [light.y for light in lights]])
    boxes = np.minimum(xs, x0), np.minimum(ys, y0), np.maximum(xs, x1), np.maximum(ys, y1)
    which, rows = walls.near_each(*boxes, level)
    ends = walls.lines.take(rows, axis=0).T - np.concatenate([at, at]).take(which, axis=1)  # as seen from the light
    turn = ends[0] * ends[3] - ends[1] * ends[2]  # its sign: on which side of the wall the light is
    ax, ay, bx, by = ends * _sides(walls, rows, turn, [light.through_walls for light in lights], which)
    across, down = np.array([-ay, by, by - ay]), np.array([ax, -bx, ax - bx])
    behind = np.abs(turn)
    # How far inside of the three half-planes the middle of the space lies, and how much farther in or out a corner may.
    middle = across * ((x0 + x1) / 2 - xs).take(which) + down * ((y0 + y1) / 2 - ys).take(which)
    middle[2] -= behind
    corner = np.abs(across) * ((x1 - x0) / 2) + np.abs(down) * ((y1 - y0) / 2)
    (found,) = (middle > -corner).all(axis=0).nonzero()
    which, kinds = which[found], walls.light[rows[found]]
    wholly = (middle.take(found, axis=1) >= corner.take(found, axis=1)).all(axis=0) & (kinds == SOLID)
    shut = set(which[wholly].tolist())
    across, down = across[:2].take(found, axis=1), down[:2].take(found, axis=1)
    behind, limited = behind[found], kinds == LIMITED
    shadows: list[Shadows | None] = []
    for n, (start, stop) in enumerate(pairwise(np.searchsorted(which, np.arange(len(lights) + 1)).tolist())):
        if n in shut:
            shadows.append(None)
            continue
        some = slice(start, stop)
        shadows.append(Shadows(across[:, some], down[:, some], behind[some], limited[some]))
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
