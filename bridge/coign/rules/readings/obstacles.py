"""The obstacles on lines that give cover: walls, low walls, arrow slits, creatures, areas, and a GM's override.

Which walls count is for `coign.rules.readings.counting`.
"""

from __future__ import annotations

import msgspec
import numpy as np

from coign.facts.cover.measurement import CoverMeasurement
from coign.geometry.lines import Mask
from coign.protocol.vocabulary import DEGREES
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.counting import Counting
from coign.scene.wall_kinds import HALF, THREE_QUARTERS, WINDOW
from coign.util.lazy import lazy

MOSTLY = 0.75  # of the passage: a low wall that covers so much hides most of a creature (C11)
AREA_RANK: dict[str, int] = {degree: rank for rank, degree in enumerate(DEGREES["dmg"])}


class Obstacles(msgspec.Struct, frozen=True, dict=True, eq=False):
    """The lines (n, m) that meet each kind of thing that counts; None where there is nothing of the kind.

    Attributes:
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

    @lazy
    def anything(self) -> Mask:
        """Lines that meet any obstacle at all."""
        return union(self.solid, self.low, self.window, self.creature, self.half, self.three_quarters, self.total)


def union(first: Mask, *others: Mask | None) -> Mask:
    """Return the lines that meet any of these; the first itself if there are no others."""
    for mask in others:
        if mask is not None:
            first = first | mask
    return first


def obstacles(measured: CoverMeasurement, by: CoverConventions, counted: Counting) -> Obstacles:
    """Find the obstacles on the lines, of those that count."""
    lines = measured.lines
    solid = lines.solid
    low = half = three_quarters = total = window = mostly = None
    if len(lines.walls) or lines.has_floors:
        counts = counted.walls
        if counts is not None:
            solid = lines.solid_where(counts, counted.there)
        if lines.low is not None:
            low = lines.meets(lines.low, solid, counts)
            if by.d20:
                covers_most = lines.low & (lines.covered_share >= MOSTLY - 1e-9)
                mostly = solid | lines.meets(covers_most, solid, counts)
        window, half, three_quarters = (lines.walls_on(kind, solid, counts) for kind in (WINDOW, HALF, THREE_QUARTERS))
    for area in lines.areas("cover") if lines.scene.areas else ():
        rank = AREA_RANK[area.cover or "none"]
        if not rank:
            continue
        through = lines.through(area, middle=True)[: len(lines.corners)]
        half = union(through, half) if rank == 1 else half
        three_quarters = union(through, three_quarters) if rank == 2 else three_quarters
        total = union(through, total) if rank == 3 else total
    creatures = lines.creatures if not by.in_adjacent_melee(measured) else []
    creature = np.asarray(lines.through_creatures.any(axis=2)) if creatures else None
    return Obstacles(solid, low, window, creature, half, three_quarters, total, mostly)
