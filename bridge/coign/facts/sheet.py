"""The fact sheet: everything measured in a scene for one attacker and one target."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, Self, TypeVar

from msgspec.structs import asdict

from coign.facts import elevation, facing, flanking, obscurement, range, terrain
from coign.facts.cover import measurement
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
from coign.util.tasks import Task, finish

Fact = TypeVar("Fact")


class _Measured(Generic[Fact]):
    """A fact of a sheet. On first use it is measured, or corrected by a GM's override, and the sheet keeps it."""

    def __init__(self, measure: Callable[[Any], Fact]) -> None:
        self._measure, self._name, self.__doc__ = measure, measure.__name__, measure.__doc__

    def __get__(self, sheet: FactSheet, owner: type) -> Fact:
        found: Fact
        if sheet.measured is None:
            found = self._measure(sheet)
        elif self._name in sheet.corrections:
            found = sheet.corrections[self._name](sheet.measured)
        else:
            found = getattr(sheet.measured, self._name)
        sheet.__dict__[self._name] = found  # found there first from now on
        return found


class FactSheet:
    """The facts of one query, by the names in `protocol.Facts`. Each is measured on first use.

    Attributes:
        query, readings: the query that is measured, and the rules that grade it.
        measured: the sheet that this one corrects; None if this one measures.
        corrections: the facts that the GM corrects, each computed from the sheet that measures.
    """

    def __init__(self, query: Query, readings: Readings) -> None:
        self.query, self.readings = query, readings
        self.measured: FactSheet | None = None
        self.corrections: Mapping[str, Correction] = {}

    @classmethod
    def of(cls, facts: Facts) -> Self:
        """Make a sheet of facts that are known already, without a query."""
        sheet = cls.__new__(cls)
        sheet.__dict__ |= {"measured": None, "corrections": {}, **asdict(facts)}
        return sheet

    def corrected(self, corrections: Mapping[str, Correction]) -> FactSheet:
        """Return a sheet in which some facts are as the GM says. All others are those of this sheet."""
        sheet = FactSheet.__new__(FactSheet)
        sheet.__dict__ |= {"measured": self, "corrections": corrections}
        return sheet

    def all(self) -> Facts:
        """Return every fact, measured now."""
        return Facts(*[getattr(self, name) for name in Facts.__struct_fields__])

    # --- the facts ---

    @_Measured
    def range(self) -> RangeFact:
        """The distance, and whether it is within reach and short range."""
        return range.measure(self.query, self.readings)

    @_Measured
    def cover(self) -> CoverFact:
        """The target's cover, graded."""
        return self.read_cover.fact

    @_Measured
    def obscurement(self) -> ObscurementFact:
        """The obscurement of the target to the attacker."""
        return finish(obscurement.measure(self.query, self.read_cover, self.readings))

    @_Measured
    def elevation(self) -> ElevationFact:
        """The elevations of attacker and target."""
        return elevation.measure(self.query)

    @_Measured
    def flanking(self) -> FlankingFact:
        """The flanking of the target: whether it is flanked, and by whom."""
        return flanking.measure(self.query, self.readings)

    @_Measured
    def facing(self) -> FacingFact:
        """The arcs in which the two are to each other."""
        return facing.measure(self.query, self.readings)

    @_Measured
    def terrain(self) -> TerrainFact:
        """The difficult terrain under the two."""
        return terrain.measure(self.query)

    # --- what belongs to them ---

    @_Measured
    def read_cover(self) -> measurement.Cover:
        """Cover as the rulebook reads it, with the corner and square that it rests on, for the figure."""
        return finish(self.readings.cover(measurement.measure(self.query)))

    def measuring_cover(self) -> Task[None]:
        """Measure cover as a cooperative task, because it may take long on an odd map."""
        if not self.query.overlapping:
            yield from self.query.measuring()
        if "read_cover" not in self.__dict__:
            self.__dict__["read_cover"] = yield from self.readings.cover(measurement.measure(self.query))

    def measuring_obscurement(self) -> Task[None]:
        """Measure obscurement as a cooperative task, unless it is measured already."""
        if "obscurement" not in self.__dict__:
            found = yield from obscurement.measure(self.query, self.read_cover, self.readings)
            self.__dict__["obscurement"] = found

    def missing_range(self) -> Literal["reach", "range"] | None:
        """Return which part of the attack's range is missing in the request and had to be assumed."""
        return range.missing(self.query)


Correction = Callable[[FactSheet], Any]  # returns the corrected fact
