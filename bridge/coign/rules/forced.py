"""The facts that a GM forces, with their corrected values.

`overrides` says which facts may be forced, and to what. A fact sheet applies the corrections on first use.
"""

from __future__ import annotations

from typing import Literal, cast

import msgspec
from msgspec.structs import replace

from coign.facts import Correction, FactSheet
from coign.protocol import CoverFact, ElevationFact, FacingFact, FlankingFact, ObscurementFact, TerrainFact
from coign.protocol.facts import Arc, Degree, Level
from coign.protocol.vocabulary import PART_OF
from coign.rules.overrides import FittingOverride

# What a degree of one table is called in each of the others.
_TABLES = ("dmg", "d20", "hard", "centre")
_ROWS: dict[tuple[Degree, ...], tuple[Degree, Degree, Degree, Degree]] = {
    ("soft", "lesser", "light-cover"): ("half", "soft", "soft", "lesser"),
    ("half", "cover", "standard", "medium-cover", "partial-cover"): ("half", "cover", "soft", "standard"),
    ("three-quarters", "improved", "hard", "greater", "heavy-cover", "near-total"): (
        *("three-quarters", "improved", "hard", "greater"),
    ),
}
_CALLED: dict[str, tuple[Degree, ...]] = {degree: called for degrees, called in _ROWS.items() for degree in degrees}
# The share of a body in view that a degree says, for the reading by that share.
_IN_VIEW = {"none": 1.0, "half": 0.5, "three-quarters": 0.25, "cover": 0.5, "improved": 0.25, "total": 0.0}
_IN_VIEW |= {"light-cover": 0.75, "medium-cover": 0.5, "heavy-cover": 0.25, "near-total": 0.1}
_PARTIAL = 0.75  # of a body that a GM says is partly covered


def decided(overrides: dict[str, FittingOverride]) -> dict[str, FittingOverride]:
    """Return the facts that overrides of their properties force, and the override that decided each."""
    return {PART_OF[name]: override for name, override in overrides.items() if name in PART_OF}


def measured_value(facts: FactSheet, name: str) -> bool | str | None:
    """Return the measured value of a property that may be forced; None if it is unknown."""
    match name:
        case "cover":
            return facts.cover.degree
        case "obscurement":
            return facts.obscurement.level
        case "flanking" | "flanked":
            return facts.flanking.flanked
        case "standing":
            return facts.elevation.standing
        case "difficult":
            return facts.terrain.target_difficult
        case "attacker-difficult":
            return facts.terrain.attacker_difficult
        case "attacker-arc":
            return facts.facing.attacker_arc
    return facts.facing.target_arc


class Forced(msgspec.Struct, frozen=True):
    """The overrides of facts that count in a case, by forcible property, and whose degrees of cover there are.

    `own` are the words of games that grade cover otherwise than their reading does.
    """

    overrides: dict[str, FittingOverride]
    degrees: Literal["dmg", "d20", "hard"] = "dmg"
    own: frozenset[str] = frozenset()

    def corrections(self) -> dict[str, Correction]:
        """Return a correction for each fact that may differ from the measured one."""
        by_fact: dict[str, Correction] = {name: getattr(self, name) for name in decided(self.overrides)}
        return by_fact | ({"obscurement": self.obscurement} if "cover" in by_fact else {})

    # --- corrections ---

    def cover(self, measured: FactSheet) -> CoverFact:
        """Return cover of the degree that the GM set, which has no lines."""
        fact, degree = measured.cover, self._value("cover")
        assert degree is not None
        partial = _PARTIAL if degree == "partial-cover" and "partial-cover" in self.own else None
        table = "centre" if fact.reading == "centre" else self.degrees
        is_kept = degree not in _CALLED or (degree in self.own and not partial)
        degree = degree if is_kept else _CALLED[degree][_TABLES.index(table)]
        by_area = fact.reading == "area"
        return replace(
            fact,
            degree=cast(Degree, degree),
            exposure=partial or (_IN_VIEW.get(degree, fact.exposure) if by_area else fact.exposure),
            effect=degree != "total",
            sight=fact.sight or self._opened(measured),
            lines=(),
            blocked=0,
            soft=(),
            by=(),
            against="none",
            centre=None,
            share=partial,
            uncounted=None,
        )

    def obscurement(self, measured: FactSheet) -> ObscurementFact:
        """Return the obscurement of the level that the GM set, or of two whom no wall parts any more."""
        fact, level = measured.obscurement, self._value("obscurement")
        if level is not None:
            level = cast(Level, level)
            return replace(fact, level=level, touched=level, sight=level != "heavily", because=())
        if self._opened(measured):
            return replace(fact, sight=fact.level != "heavily", seen_by_target=True, because=())
        return fact

    def elevation(self, measured: FactSheet) -> ElevationFact:
        """Return the measured elevation, with `standing` as the GM set it."""
        return replace(measured.elevation, standing=self._yes_or_no("standing"))

    def flanking(self, measured: FactSheet) -> FlankingFact:
        """Return the measured flanking, with `flanked` as the GM set it."""
        fact, flanked = measured.flanking, self._yes_or_no("flanking", "flanked")
        return replace(fact, flanked=flanked, with_=fact.with_ if flanked else ())

    def facing(self, measured: FactSheet) -> FacingFact:
        """Return the measured facing, with the arcs that the GM set."""
        fact = measured.facing
        around_target = self._value("target-arc") or self._value("arcs")
        around_actor = self._value("attacker-arc")
        return replace(
            fact,
            target_arc=cast(Arc, around_target or fact.target_arc),
            attacker_arc=cast(Arc, around_actor or fact.attacker_arc),
        )

    def terrain(self, measured: FactSheet) -> TerrainFact:
        """Return the terrain with what the GM set for either of the two."""
        target, actor = self._yes_or_no("difficult"), self._yes_or_no("attacker-difficult")
        fact = measured.terrain
        if target is not None and target is not fact.target_difficult:
            fact = replace(fact, target_difficult=target, target_slowed=None)
        return fact if actor is None else replace(fact, attacker_difficult=actor)

    # --- what the GM said ---

    def _opened(self, measured: FactSheet) -> bool:
        """Return whether the GM's override gives line of effect that the measurement denies."""
        degree = self._value("cover")
        return degree is not None and degree != "total" and not measured.cover.effect

    def _value(self, name: str) -> str | None:
        fitting = self.overrides.get(name)
        if fitting is None:
            return None
        return "none" if fitting.override.state == "off" else str(fitting.override.value)

    def _yes_or_no(self, *names: str) -> bool | None:
        fitting = next((self.overrides[name] for name in names if name in self.overrides), None)
        return None if fitting is None else fitting.override.state == "on" and fitting.override.value is not False
