"""Find the obstacles on lines that give cover: solid ones, arrow slits, creatures, areas, and those that a GM marked.

`coign.rules.readings.counting` decides which walls count.
"""

from __future__ import annotations

import msgspec
import numpy as np

from coign.facts.cover.measurement import CoverMeasurement
from coign.facts.cover.posts import blocked
from coign.geometry.lines import Mask
from coign.protocol.vocabulary import DEGREES
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.counting import Counting
from coign.scene.wall_kinds import HALF, LIMITED, SOLID, THREE_QUARTERS, WINDOW
from coign.util.lazy import lazy
from coign.util.tasks import Task

AREA_RANK: dict[str, int] = {degree: rank for rank, degree in enumerate(DEGREES["dmg"])}


class Met(msgspec.Struct, frozen=True, dict=True, eq=False):
    """The lines (n, m) that meet each kind of thing that counts; None where there is nothing of the kind.

    Attributes:
        solid: lines that are blocked: solid obstacles together hide the whole post.
        low: lines of which they hide as much of the post as the reading asks for, and not the whole.
    """

    solid: Mask
    low: Mask | None = None
    window: Mask | None = None
    creature: Mask | None = None
    half: Mask | None = None
    three_quarters: Mask | None = None
    total: Mask | None = None

    @lazy
    def anything(self) -> Mask:
        """Lines that meet any of them."""
        return union(self.solid, self.low, self.window, self.creature, self.half, self.three_quarters, self.total)


def union(first: Mask, *others: Mask | None) -> Mask:
    """Return the lines that meet any of these; the first itself if there are no others."""
    for mask in others:
        if mask is not None:
            first = first | mask
    return first


def met_by(measured: CoverMeasurement, by: CoverConventions, counted: Counting) -> Task[Met]:
    """Find the obstacles on the lines of a measurement, among those that count, as a cooperative task."""
    lines = measured.lines
    walls, counts = lines.walls, counted.walls
    low = half = three_quarters = total = window = None
    posts, least = lines.posts, by.least_hidden
    if counts is None:
        left, right = stopped = posts.hidden
    else:
        aside = () if counted.bound is None else counted.bound.things
        solids = counts & walls.of_kind(SOLID, LIMITED)
        left, right = stopped = yield from posts.hidden_by(solids, counted.there, without=aside)
    solid = blocked(stopped)
    if least is not None and (len(posts.low) or walls.floors):
        low = np.asarray((left > least) & (right > least) & ~solid)

    def beside(some: Mask) -> Task[Mask]:
        return posts.beside(some if counts is None else some & counts, solid, stopped)

    if WINDOW in walls.found:
        window = yield from beside(posts.not_near_own(walls.of_kind(WINDOW)))
    if HALF in walls.found:
        half = yield from beside(walls.of_kind(HALF))
    if THREE_QUARTERS in walls.found:
        three_quarters = yield from beside(walls.of_kind(THREE_QUARTERS))
    for area in lines.areas("cover"):
        rank = AREA_RANK[area.cover or "none"]
        if not rank:
            continue
        through = lines.through(area, middle=True)[: len(lines.corners)]
        half = union(through, half) if rank == 1 else half
        three_quarters = union(through, three_quarters) if rank == 2 else three_quarters
        total = union(through, total) if rank == 3 else total
    for area in lines.areas("obscuring") if by.degrees == "hard" else ():
        half = union(lines.through(area)[: len(lines.corners)], half)
    creatures = walls.creatures if not by.in_adjacent_melee(measured) else []
    creature = np.asarray(lines.through_creatures.any(axis=2)) if creatures else None
    return Met(solid, low, window, creature, half, three_quarters, total)
