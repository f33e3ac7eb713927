"""The obstacles on corner lines that give cover: walls, low walls, arrow slits, creatures, areas, and a GM's override.

Source: Combat Modifiers, Cover (C4, C5) for the d20 family: an obstacle counts if it is at least half as tall as both
creatures, both are within 30 ft of it, and the attacker is not nearer to it than the target. In fifth edition a low
wall counts if it is at least half as tall as the target.
"""

from __future__ import annotations

from functools import cached_property

import msgspec
import numpy as np

from coign.facts.cover.measurement import CoverMeasurement
from coign.facts.cover.sightlines import Sightlines
from coign.geometry.lines import Mask
from coign.rules.readings.conventions import CoverConventions
from coign.scene.walls import HALF, THREE_QUARTERS, WINDOW

OBSTACLE_REACH = 30.0  # ft: an obstacle further from either creature gives nothing (C4)
MOSTLY = 0.75  # of the passage: a low wall that covers so much hides most of a creature (C11)
AREA_RANK = {"none": 0, "half": 1, "three-quarters": 2, "total": 3}


class Obstacles(msgspec.Struct, frozen=True, dict=True, eq=False):
    """The lines (n, m) that meet each kind of thing that counts; None where there is nothing of the kind.

    Attributes:
        counts: (n, m, k) the walls that count where a line meets them; None if all do.
        mostly: lines that meet something solid, or a low wall that covers three-quarters of the passage there.
    """

    solid: Mask
    low: Mask | None = None
    window: Mask | None = None
    creature: Mask | None = None
    half: Mask | None = None
    three_quarters: Mask | None = None
    total: Mask | None = None
    mostly: Mask | None = None
    counts: Mask | None = None

    @cached_property
    def anything(self) -> Mask:
        """Lines that meet any obstacle at all."""
        return union(self.solid, self.low, self.window, self.creature, self.half, self.three_quarters, self.total)


def union(first: Mask, *others: Mask | None) -> Mask:
    """Return the lines that meet any of these; the first itself if there are no others."""
    for mask in others:
        if mask is not None:
            first = first | mask
    return first


def obstacles(measured: CoverMeasurement, by: CoverConventions) -> Obstacles:
    """Find the obstacles on the lines that count."""
    lines = measured.lines
    solid, low, half, three_quarters, total = lines.solid, None, None, None, None
    window = mostly = counts = None
    if len(lines.walls):
        if by.d20 and by.obstacle_rule == "all":
            counts = counting(measured)
            solid = lines.solid_where(counts)
        if lines.low is not None:
            tall_enough = counting(measured) if by.d20 else _half_as_tall(lines, lines.target.height)
            low = lines.meets(lines.low & tall_enough, counts)
            if by.d20:
                covers_most = lines.low & (lines.covered_share >= MOSTLY - 1e-9)
                mostly = solid | lines.meets(covers_most & tall_enough, counts)
        window, half, three_quarters = (lines.walls_on(kind, counts) for kind in (WINDOW, HALF, THREE_QUARTERS))
    for area in lines.areas("cover") if lines.scene.areas else ():
        rank = AREA_RANK[area.cover or "none"]
        if not rank:
            continue
        through = lines.through(area)[: len(lines.corners)]
        half = union(through, half) if rank == 1 else half
        three_quarters = union(through, three_quarters) if rank == 2 else three_quarters
        total = union(through, total) if rank == 3 else total
    creatures = lines.creatures if not by.in_adjacent_melee(measured) else []
    creature = np.asarray(lines.through_creatures.any(axis=2)) if creatures else None
    return Obstacles(solid, low, window, creature, half, three_quarters, total, mostly, counts)


def counting(measured: CoverMeasurement) -> Mask:
    """(n, m, k) obstacles that C4 and C5 let count where a line meets them: at least half as tall as both creatures,
    both within 30 ft, and the attacker not nearer than the target; in adjacent melee by their height alone."""
    lines = measured.lines
    tall = _half_as_tall(lines, max(lines.source.height, lines.target.height))
    if measured.melee and measured.adjacent:
        return np.broadcast_to(tall, (len(lines.corners), len(lines.ends), len(tall)))
    to_source, to_target = lines.distances
    reach = OBSTACLE_REACH * lines.scene.grid.foot + 1e-9
    return np.asarray(tall & (to_source <= reach) & (to_target <= reach) & (to_target <= to_source + 1e-9))


def _half_as_tall(lines: Sightlines, height: float) -> Mask:
    """(k,) walls at least half as tall as a creature."""
    return np.asarray(lines.walls.tall >= height / 2)
