"""The walls that stop a light, as it sees them, and the spots where what it reaches may begin or end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from coign.facts.effort import GLOW
from coign.facts.shadows import Rows, sides_of
from coign.geometry.lines import Floats
from coign.scene.lights import Light
from coign.scene.scene import Scene
from coign.scene.walls import LIMITED


class Screens(NamedTuple):
    """Walls that stop a light, seen from it, each so that it runs clockwise (as on the map) around the light.

    starts, along  (k, 2) where they begin, and the ways to where they end
    turn           (k,) twice the area between the light and the wall
    limited        (k,) of which it takes two
    """

    starts: Floats
    along: Floats
    turn: Floats
    limited: NDArray[np.bool_]

    def far(self, wall: Rows, rays: Floats) -> Floats:
        """How far along each ray (..., 2) each wall is met."""
        along = self.along[wall]
        return np.asarray(self.turn[wall] / (rays[..., 0] * along[..., 1] - rays[..., 1] * along[..., 0]))

    @property
    def spans(self) -> Floats:
        """(k,) the angle that each of them takes of the round, radians; never half of it."""
        return np.arctan2(self.turn, _dot(self.starts, self.starts + self.along))


def screens_about(scene: Scene, light: Light, level: str | None) -> Screens:
    """The walls that stop a light on a level, as `shadows` reads them, as far as it reaches."""
    reach, walls = light.reach, scene.walls
    x0, y0, x1, y1 = (np.array([at]) for at in (light.x - reach, light.y - reach, light.x + reach, light.y + reach))
    which, rows = walls.near_each(x0, y0, x1, y1, level)
    starts, ends = (walls.lines[rows].reshape(-1, 2, 2) - (light.x, light.y)).transpose(1, 0, 2)
    turn = starts[:, 0] * ends[:, 1] - starts[:, 1] * ends[:, 0]
    side = sides_of(walls, rows, turn, [light.through_walls], which)
    limited = walls.light[rows] == LIMITED
    along = ends - starts
    # How far along the wall is nearest to the light, and how near that is.
    share = np.clip(-_dot(starts, along) / _dot(along, along), 0.0, 1.0)
    nearest = starts + share[:, None] * along
    near = (side != 0) & (_dot(nearest, nearest) < reach * reach)
    backward = (turn < 0)[:, None]
    starts, along = np.where(backward, ends, starts)[near], np.where(backward, -along, along)[near]
    return Screens(starts, along, np.abs(turn)[near], limited[near])


def beside(screens: Screens) -> tuple[Rows, Rows] | None:
    """Pairs of walls above and below one another, which may cross. None where they are too many."""
    west, east = np.sort([screens.starts[:, 0], screens.starts[:, 0] + screens.along[:, 0]], axis=0)
    order, every = west.argsort(), np.arange(len(west))
    pairs = each(every, every + 1, west[order].searchsorted(east[order], side="right"))
    return None if pairs is None else (order[pairs[0]], order[pairs[1]])


def crossings(screens: Screens, one: Rows, other: Rows) -> Floats:
    """(m, 2) where those walls cross."""
    starts, along = screens.starts, screens.along
    north, south = np.sort([starts[:, 1], starts[:, 1] + along[:, 1]], axis=0)
    meet = (north[one] <= south[other]) & (north[other] <= south[one])
    one, other = one[meet], other[meet]
    gap, u, v = starts[other] - starts[one], along[one], along[other]
    turn = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (gap[:, 0] * v[:, 1] - gap[:, 1] * v[:, 0]) / turn
        s = (gap[:, 0] * u[:, 1] - gap[:, 1] * u[:, 0]) / turn
    found = (t > 0) & (t < 1) & (s > 0) & (s < 1)
    return np.asarray(starts[one[found]] + t[found, None] * u[found])


def on_circles(screens: Screens, light: Light) -> Floats:
    """(m, 2) where walls cross the circles about the light."""
    starts, along = screens.starts, screens.along
    square = _dot(along, along)
    middle = -_dot(starts, along) / square
    radii = np.array([[light.bright], [light.dim]])
    left = middle * middle - (_dot(starts, starts) - radii * radii) / square  # (2, k)
    half = np.sqrt(np.maximum(left, 0.0))
    share = np.stack([middle - half, middle + half])
    _, _, wall = met = ((share > 0) & (share < 1) & (left > 0)).nonzero()
    return np.asarray(starts[wall] + share[met][:, None] * along[wall])


def each(of: Rows, low: Rows, high: Rows) -> tuple[Rows, Rows] | None:
    """Each of `of` beside each whole number from its `low` on to before its `high`; None where they are too many."""
    counts = high - low
    total = counts.cumsum()
    every = int(counts.sum())
    return None if every > GLOW else (of.repeat(counts), np.arange(every) - (total - counts - low).repeat(counts))


def _dot(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.einsum("ij,ij->i", one, other))
