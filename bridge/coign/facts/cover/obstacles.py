"""What corner lines meet that gives cover: walls at full height and low ones, slits, creatures, areas, a GM's word."""

from __future__ import annotations

from functools import cached_property

import msgspec
import numpy as np

from coign.facts.cover.sightlines import Sightlines
from coign.facts.query import Query
from coign.geometry.lines import Floats, Mask
from coign.grid.space import Space
from coign.scene.walls import HALF, THREE_QUARTERS, WINDOW

OBSTACLE_REACH = 30.0  # ft: an obstacle further from either creature gives nothing (C4)
AREA_RANK = {"none": 0, "half": 1, "three-quarters": 2, "total": 3}


class Obstacles(msgspec.Struct, frozen=True, dict=True, eq=False):
    """What each line meets, (n, m); None where there is nothing of the kind. `low` are those that count."""

    solid: Mask
    low: Mask | None = None
    window: Mask | None = None
    soft: Mask | None = None
    half: Mask | None = None
    three_quarters: Mask | None = None
    total: Mask | None = None
    mostly: Mask | None = None  # something solid, or a low wall that covers three-quarters of the passage there

    @cached_property
    def anything(self) -> Mask:
        return union(self.solid, self.low, self.window, self.soft, self.half, self.three_quarters, self.total)


def union(first: Mask, *others: Mask | None) -> Mask:
    """Lines that meet any of these; the first itself where there are no others."""
    for other in others:
        if other is not None:
            first = first | other
    return first


def obstacles(query: Query, sight: Sightlines, *, creatures: bool = True) -> Obstacles:
    """What the lines of `sight` meet, as the query's conventions count it."""
    d20 = query.conventions.degrees == "d20"
    solid, low, half, three_quarters, total = sight.solid, None, None, None, None
    window = mostly = None
    if len(sight.walls):
        counts = counting(query, sight) if d20 and query.conventions.obstacle_rule == "all" else None
        if counts is not None:
            solid = sight.solid_where(counts)
        if sight.low is not None:
            tall_enough = counting(query, sight) if d20 else _half_as_tall(sight, query.space.height)
            low = sight.meets(sight.low & tall_enough, counts)
            if d20 and sight.mostly is not None:
                mostly = solid | sight.meets(sight.mostly & tall_enough, counts)
        window, half, three_quarters = (sight.walls_on(kind, counts) for kind in (WINDOW, HALF, THREE_QUARTERS))
    for area in sight.areas("cover") if query.scene.areas else ():
        rank = AREA_RANK[area.cover or "none"]
        if not rank:
            continue
        through = sight.through(area)[: len(sight.corners)]
        half = union(through, half) if rank == 1 else half
        three_quarters = union(through, three_quarters) if rank == 2 else three_quarters
        total = union(through, total) if rank == 3 else total
    soft = np.asarray(sight.soft.any(axis=2)) if creatures and sight.bodies else None
    return Obstacles(solid, low, window, soft, half, three_quarters, total, mostly)


def _half_as_tall(sight: Sightlines, height: float) -> Mask:
    """(k,) walls at least half as tall as a creature."""
    return np.asarray(sight.walls.tall >= height / 2)


def counting(query: Query, sight: Sightlines) -> Mask:
    """(n, m, k) obstacles that C4 and C5 let count where a line meets them: at least half as tall as both creatures,
    both within 30 ft, and the attacker not nearer than the target; in adjacent melee by their height alone."""
    tall = _half_as_tall(sight, max(query.source.height, query.space.height))
    if query.melee and query.adjacent:
        return np.broadcast_to(tall, (len(sight.corners), len(sight.ends), len(tall)))
    to_source, to_target = _nearer(sight)
    reach = OBSTACLE_REACH * query.scene.grid.foot + 1e-9
    return np.asarray(tall & (to_source <= reach) & (to_target <= reach) & (to_target <= to_source + 1e-9))


def _nearer(sight: Sightlines) -> tuple[Floats, Floats]:
    """(n, m, k) twice: units from the source's and from the target's space to where a line meets a wall."""
    at = sight.corners[:, None, None] + sight.along[..., None] * (sight.ends[:, None] - sight.corners[:, None, None])
    scale = sight.scene.grid.units_per_quantum
    return _gap(sight.source, at) * scale, _gap(sight.target, at) * scale


def _gap(space: Space, at: Floats) -> Floats:
    """Quanta from points to the nearest point of a space's box."""
    x0, y0, x1, y1 = space.box
    dx = np.maximum(np.maximum(x0 - at[..., 0], at[..., 0] - x1), 0.0)
    dy = np.maximum(np.maximum(y0 - at[..., 1], at[..., 1] - y1), 0.0)
    return np.hypot(dx, dy)
