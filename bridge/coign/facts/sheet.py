"""The fact sheet: everything measured in a scene for one attacker and one target, free of any rule.

`FactSheet` is the bundle for one attacker and one target: each fact is measured on first use and kept.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from coign.facts import elevation, facing, flanking, obscurement, range, terrain
from coign.facts.cover import measurement as cover
from coign.facts.query import Query
from coign.facts.readings import Readings
from coign.protocol.facts import (
    CoverFact,
    ElevationFact,
    FacingFact,
    Facts,
    FlankingFact,
    ObscurementFact,
    RangeFact,
    TerrainFact,
)
from coign.util.tasks import Task

FACTS = (range, cover, obscurement, elevation, flanking, facing, terrain)


class FactSheet:
    """The facts of one query, shaped like `protocol.Facts`, each measured on first use."""

    def __init__(self, query: Query, readings: Readings) -> None:
        self.query, self.readings = query, readings

    def measuring_cover(self) -> Task[None]:
        """Measure cover as a cooperative task, because it may take long on an odd map."""
        if not self.query.overlapping:
            yield from self.query.measuring()
        _ = self.read_cover
        yield

    def measuring_obscurement(self) -> Task[None]:
        """Measure obscurement as a cooperative task, unless it is measured already."""
        if "obscurement" not in self.__dict__:
            self.obscurement = yield from obscurement.measuring(self.query, self.read_cover, self.readings)
        yield

    @cached_property
    def range(self) -> RangeFact:
        """The distance, and whether it is within reach and short range."""
        return range.measure(self.query, self.readings)

    @cached_property
    def read_cover(self) -> cover.Cover:
        """Cover as the rulebook reads it, with the corner and square that it rests on, for the figure."""
        return self.readings.cover(cover.measure(self.query))

    @property
    def cover(self) -> CoverFact:
        """The target's cover, graded."""
        return self.read_cover.fact

    @cached_property
    def obscurement(self) -> ObscurementFact:
        """The obscurement of the target to the attacker."""
        return obscurement.measure(self.query, self.read_cover, self.readings)

    @cached_property
    def elevation(self) -> ElevationFact:
        """The elevations of attacker and target."""
        return elevation.measure(self.query)

    @cached_property
    def flanking(self) -> FlankingFact:
        """The flanking of the target: whether it is flanked, and by whom."""
        return flanking.measure(self.query, self.readings)

    @cached_property
    def facing(self) -> FacingFact:
        """The arcs in which the two are to each other."""
        return facing.measure(self.query, self.readings)

    @cached_property
    def terrain(self) -> TerrainFact:
        """The difficult terrain under the two."""
        return terrain.measure(self.query)

    def all(self) -> Facts:
        """Every fact, measured now."""
        return Facts(self.range, self.cover, self.obscurement, self.elevation, self.flanking, self.facing, self.terrain)

    def missing_range(self) -> Literal["reach", "range"] | None:
        """Return which part of the attack's range is missing in the request and had to be assumed."""
        return range.missing(self.query)
