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

from coign.facts.effort import KEPT
from coign.facts.screens import Screens, beside, crossings, each, on_circles, screens_about
from coign.facts.shadows import Rows
from coign.geometry.lines import Floats
from coign.scene.lights import Light
from coign.scene.scene import Scene

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
    screens = screens_about(scene, light, level)
    base, width = math.radians(90.0 + light.rotation - light.angle / 2), math.radians(max(0.0, light.angle))
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


class Sweep(NamedTuple):
    """Wedges of light.

    rays    (n, 2, 2) where each starts, and where it stops
    wall    (n,) what stops it, or NOBODY
    middle  (n,) how far along its middle ray that is, and `far` (n, 2) how far along those two; infinite for NOBODY
    corner  (n,) whether the edge of a circle has a corner where it stops
    """

    rays: Floats
    wall: Rows
    middle: Floats
    far: Floats
    corner: NDArray[np.bool_]
    all_round: bool
    effort: int

    def polygon(self, light: Light, radius: float) -> shapely.Polygon:
        """What a light of that radius reaches."""
        stopped = self.middle < radius
        far = np.where(stopped[:, None], np.minimum(self.far, radius), radius)
        wall = np.where(stopped, self.wall, NOBODY)
        other = wall[1:] != wall[:-1]
        # Along one wall, and between two corners of the circle, one straight line will do.
        kept = np.ones((len(wall), 2), bool)
        kept[1:, 0] = other
        kept[:-1, 1] = other | (self.corner & ~stopped)[:-1]
        ring = self.rays[kept] * far[kept][:, None]
        if not self.all_round:
            ring = np.concatenate([ring, [(0.0, 0.0)]])
        ring = np.floor(ring + np.array([light.x + 0.5, light.y + 0.5]))
        new = np.ones(len(ring), bool)
        new[1:] = (ring[1:] != ring[:-1]).any(axis=1)
        ring = ring[new]
        return shapely.Polygon(ring if len(ring) > 2 else None)


def _sweep(screens: Screens, light: Light, base: float, width: float) -> Sweep | None:
    """All wedges, from the direction `base` on and `width` round. None where they would be too many."""
    first, span = (np.arctan2(screens.starts[:, 1], screens.starts[:, 0]) - base) % TURN, screens.spans
    # A wall across `base` is met at the end of the round, and at its beginning.
    begin = np.concatenate([first, first - TURN])
    until = np.minimum(np.concatenate([first + span, first - TURN + span]), width)
    begin = np.maximum(begin, 0.0)
    (seen,) = (begin < until).nonzero()
    begin, until = begin[seen], until[seen]
    pairs = beside(screens)
    if pairs is None:
        return None
    spots = np.concatenate([crossings(screens, *pairs), on_circles(screens, light)])
    inner = (np.arctan2(spots[:, 1], spots[:, 0]) - base) % TURN
    corners = np.linspace(0.0, width, math.ceil(width / STEP) + 1)
    events = np.unique(np.concatenate([begin, until, inner[inner < width], corners]))
    low, high = events.searchsorted(begin), events.searchsorted(until)
    covered = each(seen % max(1, len(first)), low, high)
    if covered is None:
        return None
    wall, wedge = covered
    middle = (events[1:] + events[:-1]) / 2 + base
    stopper, nearest = _stopped(screens, wall, wedge, _rays(middle))
    is_corner = np.zeros(len(events), bool)
    is_corner[events.searchsorted(corners)] = True
    (wide,) = (events[1:] - events[:-1] > SLIVER).nonzero()
    ways, stopper, nearest = _rays(events + base), stopper[wide], nearest[wide]
    rays = np.stack([ways[wide], ways[wide + 1]], axis=1)
    (stopped,) = (stopper != NOBODY).nonzero()
    far = np.full((len(wide), 2), np.inf)
    far[stopped] = screens.far(stopper[stopped, None], rays[stopped])
    effort = len(wall) + len(pairs[0])
    return Sweep(rays, stopper, nearest, far, is_corner[wide + 1], width >= TURN, effort)


def _rays(angles: Floats) -> Floats:
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)


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
