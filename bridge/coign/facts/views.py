"""How much of a shape points see past walls, on the level or where the way to it is a slope."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from coign.facts.effort import STRIPS, VIEW
from coign.facts.sightlines import Sightlines
from coign.facts.strips import strips
from coign.geometry.bulk import Ints
from coign.geometry.exposure import sampled_areas, visible_areas
from coign.geometry.lines import Floats, Mask, Points
from coign.scene.walls import LIMITED

Fog = tuple[Floats, Mask]  # the borders of an area that nobody looks through (b, 4), and who looks that way (p,)
NOWHERE = np.zeros((1, 1), bool)


class Stops(NamedTuple):
    """Which of k walls stop what comes from each of p points: (p, k) on the way to all of the target, and (p, k), or
    NOWHERE, on the way to a part of it only."""

    wholly: Mask
    in_part: Mask

    @property
    def at_all(self) -> Mask:
        """(p, k) either way."""
        return self.wholly | self.in_part

    def strips(self, sight: Sightlines, point: int, shapes: Sequence[Points], most: int) -> list[tuple[Points, Mask]]:
        """The convex shapes, as one point sees them, in strips; beside each the walls (k,) on the way to it."""
        if self.in_part is NOWHERE or not self.in_part[point].any():
            return [(shape, self.wholly[point]) for shape in shapes]
        either = self.wholly[point] | self.in_part[point]
        return [(strip, either & covers) for strip, covers in strips(sight, point, self.in_part[point], shapes, most)]


def areas_seen(
    sight: Sightlines, points: Ints, shapes: Sequence[Points], stops: Stops, *, part: int = 1, fog: Sequence[Fog] = ()
) -> Floats:
    """(v,) area of convex shapes of the target that some of the points (v,) of `sight` see past walls, and past fog.
    It may cost that part of the effort of an answer."""
    effort = VIEW // part // len(shapes)  # a body of fifty hexes is one view, not fifty
    whole = stops.wholly
    sloping = np.broadcast_to(stops.in_part.any(axis=1), len(whole))[points]
    most = STRIPS // part // max(1, int(np.count_nonzero(sloping)))
    if most <= len(shapes):
        middle = np.concatenate(shapes).mean(axis=0)
        whole = whole | (stops.in_part & sight.walls.covers_at(sight.points, middle))
        sloping = np.zeros_like(sloping)
    seen, level = np.zeros(len(points)), points[~sloping]
    if level.size:
        seen[~sloping] = sum(_past(sight, level, shape, whole[level], effort, fog) for shape in shapes)
    for n in np.flatnonzero(sloping).tolist():
        one = points[n : n + 1]
        cut = stops.strips(sight, int(one[0]), shapes, most)
        seen[n] = sum(_past(sight, one, strip, walls[None], effort // len(cut), fog)[0] for strip, walls in cut)
    return seen


def _past(sight: Sightlines, points: Ints, shape: Points, stops: Mask, effort: int, fog: Sequence[Fog]) -> Floats:
    """(v,) area of one convex shape that some points see past walls that stop what comes from them (v, k)."""
    shown = stops.any(axis=0)
    walls = np.concatenate([sight.walls.lines[shown], *(rim for rim, _ in fog)])
    limited = np.concatenate([sight.walls.kinds[shown] == LIMITED, np.zeros(len(walls) - shown.sum(), bool)])
    hides = [np.repeat(looks[points, None], len(rim), axis=1) for rim, looks in fog]
    return _area_seen(sight.points[points], shape, walls, np.hstack([stops[:, shown], *hides]), limited, effort)


def _area_seen(points: Floats, shape: Floats, walls: Floats, stops: Mask, limited: Mask, effort: int) -> Floats:
    """(p,) area of a convex shape that each point sees; exact where that is not too much effort."""
    if len(points) * len(walls) * (len(walls) + len(shape)) <= effort:
        areas = visible_areas(points, shape, walls, stops, limited, most=effort)
        if areas is not None:
            return areas
    return sampled_areas(points, shape, walls, stops, limited, effort // (len(points) * len(walls)))
