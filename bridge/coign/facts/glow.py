"""How far a light comes, as polygons: its circle or cone less the shadows of walls.

A ray is swept around the light. Between two neighbouring directions in which something begins or ends (a wall, its part
within the light's radii, the crossing of two walls) a ray is always stopped by the same wall, or by none, so that what
is lit there is a triangle. Which walls stop which light is read as `shadows` reads it; a test holds the two together.

That takes as long as a whole attack does otherwise. So the polygons of a light are made once and kept in the scene
(`glows`) until a wall is another.
"""

from __future__ import annotations

import math
from itertools import islice
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.effort import GLOW, KEPT
from coign.facts.shadows import sides_of
from coign.geometry import Floats
from coign.lights import Light
from coign.scene import Scene
from coign.walls import LIMITED

Rows = NDArray[np.intp]

STEP = math.radians(7.5)  # of a circle's edge: what its chords cut off is 0.2 % of the radius
SLIVER = 1e-12  # radians: a narrower wedge is rounding
NOBODY = -1  # of a wedge: no wall stops the light there
TURN = 2 * math.pi


class Glow(NamedTuple):
    """The polygons of one light, quanta. `dim` holds the bright part too; None where there is no such part. `effort`
    is what they took, in `effort.GLOW`."""

    dim: shapely.Polygon | None
    bright: shapely.Polygon | None
    effort: int


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
        """(n,) how far along each ray (n, 2) each wall is met."""
        along = self.along[wall]
        return np.asarray(self.turn[wall] / (rays[:, 0] * along[:, 1] - rays[:, 1] * along[:, 0]))


def glow(scene: Scene, light: Light, level: str | None) -> Glow | None:
    """How far a light comes on a level. None where there are too many walls to say (`effort.GLOW`)."""
    kept, key = scene.glows, (light, level if scene.walls.has_levels else None)
    try:
        return kept[key]  # type: ignore[no-any-return]
    except KeyError:
        made = kept[key] = _glow(scene, light, level)
    if len(kept) > KEPT:
        for old in list(islice(kept, KEPT // 2)):
            del kept[old]
    return made


def _glow(scene: Scene, light: Light, level: str | None) -> Glow | None:
    screens = _screens(scene, light, level)
    base, width = math.radians(90.0 + light.rotation - light.angle / 2), math.radians(light.angle)
    if light.angle >= 360:
        base, width = 0.0, TURN
    swept = _sweep(screens, light, base, width)
    if swept is None:
        return None
    bright = 0.0 if light.darkness else light.bright
    return Glow(
        swept.polygon(light, light.reach) if light.reach > bright else None,
        swept.polygon(light, bright) if bright > 0 else None,
        swept.effort,
    )


def _screens(scene: Scene, light: Light, level: str | None) -> Screens:
    reach, walls = light.reach, scene.walls
    x0, y0, x1, y1 = (np.array([at]) for at in (light.x - reach, light.y - reach, light.x + reach, light.y + reach))
    which, rows = walls.near_each(x0, y0, x1, y1, level)
    starts, ends = (walls.lines[rows].reshape(-1, 2, 2) - (light.x, light.y)).transpose(1, 0, 2)
    turn = starts[:, 0] * ends[:, 1] - starts[:, 1] * ends[:, 0]
    side = sides_of(walls, rows, turn, [light.through_walls], which)
    limited = walls.light[rows] == LIMITED
    along = ends - starts
    # How far along the wall is nearest to the light, and how near that is.
    share = np.clip(-(starts * along).sum(axis=1) / (along * along).sum(axis=1), 0.0, 1.0)
    nearest = starts + share[:, None] * along
    near = (side != 0) & ((nearest * nearest).sum(axis=1) < reach * reach)
    backward = (turn < 0)[:, None]
    starts, along = np.where(backward, ends, starts)[near], np.where(backward, -along, along)[near]
    return Screens(starts, along, np.abs(turn)[near], limited[near])


class Sweep(NamedTuple):
    """Wedges of light: the rays (n, 2) where each starts and stops, the wall that stops it or NOBODY, how far along its
    middle, and whether the edge of a circle has a corner where it stops."""

    start: Floats
    stop: Floats
    wall: Rows
    far: Floats
    corner: NDArray[np.bool_]
    screens: Screens
    all_round: bool
    effort: int

    def polygon(self, light: Light, radius: float) -> shapely.Polygon:
        """What a light of that radius reaches."""
        wall = np.where(self.far < radius, self.wall, NOBODY)
        stopped = wall != NOBODY
        ends = []
        for rays in (self.start, self.stop):
            far = np.full(len(wall), radius)
            far[stopped] = np.minimum(self.screens.far(wall[stopped], rays[stopped]), radius)
            ends.append(rays * far[:, None])
        other = wall[1:] != wall[:-1]
        # Along one wall, and between two corners of the circle, one straight line will do.
        kept = np.ones((len(wall), 2), bool)
        kept[1:, 0] = other
        kept[:-1, 1] = other | (~stopped[:-1] & self.corner[:-1])
        ring = np.stack(ends, axis=1)[kept]
        if not self.all_round:
            ring = np.concatenate([ring, [(0.0, 0.0)]])
        ring = np.floor(ring + np.array([light.x + 0.5, light.y + 0.5]))
        ring = ring[(ring != np.roll(ring, 1, axis=0)).any(axis=1)]
        return shapely.Polygon(ring if len(ring) > 2 else None)


def _sweep(screens: Screens, light: Light, base: float, width: float) -> Sweep | None:
    """All wedges, from the direction `base` on and `width` round. None where they would be too many."""
    starts, ends = screens.starts, screens.starts + screens.along
    first = (np.arctan2(starts[:, 1], starts[:, 0]) - base) % TURN
    span = np.arctan2(screens.turn, (starts * ends).sum(axis=1))
    # A wall across `base` is met at the end of the round, and at its beginning.
    begin = np.concatenate([first, first - TURN])
    until = np.clip(begin + np.tile(span, 2), 0.0, width)
    begin = np.clip(begin, 0.0, width)
    (seen,) = (begin < until).nonzero()
    begin, until = begin[seen], until[seen]
    pairs = _beside(screens)
    if pairs is None:
        return None
    spots = [_crossings(screens, *pairs), *(_on_circle(screens, radius) for radius in {light.bright, light.reach})]
    inner = [(np.arctan2(spot[:, 1], spot[:, 0]) - base) % TURN for spot in spots]
    corners = np.linspace(0.0, width, math.ceil(width / STEP) + 1)
    events = np.unique(np.concatenate([begin, until, *(at[at < width] for at in inner), corners]))
    low, high = events.searchsorted(begin), events.searchsorted(until)
    covered = _each(seen % max(1, len(first)), low, high)
    if covered is None:
        return None
    wall, wedge = covered
    middle = (events[1:] + events[:-1]) / 2 + base
    stopper, far = _stopped(screens, wall, wedge, np.stack([np.cos(middle), np.sin(middle)], axis=1))
    is_corner = np.zeros(len(events), bool)
    is_corner[events.searchsorted(corners)] = True
    rays = np.stack([np.cos(events + base), np.sin(events + base)], axis=1)
    (wide,) = (np.diff(events) > SLIVER).nonzero()
    of = stopper[wide], far[wide], is_corner[wide + 1]
    return Sweep(rays[wide], rays[wide + 1], *of, screens, width >= TURN, len(wall) + len(pairs[0]))


def _stopped(screens: Screens, wall: Rows, wedge: Rows, rays: Floats) -> tuple[Rows, Floats]:
    """For each wedge, whose middle is one of `rays`, the wall that stops it, and how far along: the nearest solid one,
    or the second of the limited ones. `wall` and `wedge` are all pairs of which one is in the other."""
    stopper, nearest = np.full(len(rays), NOBODY), np.full(len(rays), np.inf)
    far, limited = screens.far(wall, rays[wedge]), screens.limited[wall]
    counting = ~limited
    if limited.any():
        some = limited.nonzero()[0]
        some = some[np.lexsort((far[some], wedge[some]))]
        place = np.arange(len(some)) - np.searchsorted(wedge[some], wedge[some])
        counting[some[place == 1]] = True
        wall, wedge, far = wall[counting], wedge[counting], far[counting]
    np.minimum.at(nearest, wedge, far)
    first = far == nearest[wedge]
    stopper[wedge[first]] = wall[first]
    return stopper, nearest


def _beside(screens: Screens) -> tuple[Rows, Rows] | None:
    """Pairs of walls above and below one another, which may cross. None where they are too many."""
    west, east = np.sort([screens.starts[:, 0], screens.starts[:, 0] + screens.along[:, 0]], axis=0)
    order, every = west.argsort(), np.arange(len(west))
    pairs = _each(every, every + 1, west[order].searchsorted(east[order], side="right"))
    return None if pairs is None else (order[pairs[0]], order[pairs[1]])


def _crossings(screens: Screens, one: Rows, other: Rows) -> Floats:
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


def _on_circle(screens: Screens, radius: float) -> Floats:
    """(m, 2) where walls cross the circle about the light."""
    starts, along = screens.starts, screens.along
    square = (along * along).sum(axis=1)
    middle = -(starts * along).sum(axis=1) / square
    left = middle * middle - ((starts * starts).sum(axis=1) - radius * radius) / square
    half = np.sqrt(np.maximum(left, 0.0))
    share = np.concatenate([middle - half, middle + half])
    (met,) = ((share > 0) & (share < 1) & np.tile(left > 0, 2)).nonzero()
    wall = met % max(1, len(starts))
    return np.asarray(starts[wall] + share[met, None] * along[wall])


def _each(of: Rows, low: Rows, high: Rows) -> tuple[Rows, Rows] | None:
    """Each of `of` beside each whole number from its `low` on to before its `high`; None where they are too many."""
    counts = high - low
    total = counts.cumsum()
    every = int(counts.sum())
    return None if every > GLOW else (of.repeat(counts), np.arange(every) - (total - counts - low).repeat(counts))
