"""Facts with the GM's overrides applied; every other fact is still measured only on first use.

`overrides` says which facts may be forced, and to what.
"""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from coign.protocol import CoverFact, ElevationFact, FacingFact, FlankingFact, ObscurementFact, RangeFact, TerrainFact
from coign.protocol.facts import Arc, Degree, Level
from coign.rules.case import Measured
from coign.rules.overrides import FittingOverride

# Forcible property -> the fact that contains it. (Enmity changes the measurement itself.)
PART_OF = {
    "cover": "cover",
    "obscurement": "obscurement",
    "flanking": "flanking",
    "flanked": "flanking",
    "standing": "elevation",
    "difficult": "terrain",
    "attacker-difficult": "terrain",
    "arcs": "facing",
    "target-arc": "facing",
    "attacker-arc": "facing",
}
# Degrees of one table -> their names in the other.
_AS_D20: dict[str, Degree] = {
    "half": "cover",
    "three-quarters": "improved",
    "lesser": "soft",
    "standard": "cover",
    "greater": "improved",
}
_AS_DMG: dict[str, Degree] = {
    "soft": "half",
    "cover": "half",
    "improved": "three-quarters",
    "lesser": "half",
    "standard": "half",
    "greater": "three-quarters",
}
_AS_CENTRE: dict[str, Degree] = {
    "half": "standard",
    "three-quarters": "greater",
    "soft": "lesser",
    "cover": "standard",
    "improved": "greater",
}


class Forced:
    """A Facts-like view. `decided` maps a fact of the bundle to the override that decided it."""

    def __init__(self, facts: Measured, overrides: dict[str, FittingOverride], d20_degrees: bool = False) -> None:
        self._facts = facts
        self._d20 = d20_degrees
        self._forced = {name: fitting for name, fitting in overrides.items() if fitting.override.state != "measured"}
        self.decided = {PART_OF[name]: fitting for name, fitting in self._forced.items() if name in PART_OF}

    @property
    def range(self) -> RangeFact:
        """The range, as measured: no override changes it."""
        return self._facts.range

    @property
    def cover(self) -> CoverFact:
        """The measured cover, or one of the degree that the GM set, which has no lines."""
        measured = self._facts.cover
        degree = self._value("cover")
        if degree is None:
            return measured
        table = _AS_CENTRE if measured.reading == "centre" else _AS_D20 if self._d20 else _AS_DMG
        degree = table.get(degree, degree)
        return replace(
            measured,
            degree=cast(Degree, degree),
            effect=degree != "total",
            sight=measured.sight or self._opened(),
            lines=(),
            blocked=0,
            soft=(),
            by=(),
            against="none",
            centre=None,
        )

    @property
    def obscurement(self) -> ObscurementFact:
        """The measured obscurement, or the level that the GM set."""
        measured = self._facts.obscurement
        level = self._value("obscurement")
        if level is not None:
            level = cast(Level, level)
            return replace(measured, level=level, touched=level, sight=level != "heavily", because=())
        if self._opened():  # no wall keeps the two from seeing each other
            return replace(measured, sight=measured.level != "heavily", seen_by_target=True, because=())
        return measured

    @property
    def elevation(self) -> ElevationFact:
        """The measured elevation, with `standing` as the GM set it."""
        standing = self._yes_or_no("standing")
        return self._facts.elevation if standing is None else replace(self._facts.elevation, standing=standing)

    @property
    def flanking(self) -> FlankingFact:
        """The measured flanking, with `flanked` as the GM set it."""
        flanked = self._yes_or_no("flanking", "flanked")
        if flanked is None:
            return self._facts.flanking
        return replace(self._facts.flanking, flanked=flanked, with_=self._facts.flanking.with_ if flanked else ())

    @property
    def facing(self) -> FacingFact:
        """The measured facing, with the arcs that the GM set."""
        around_target = self._value("target-arc") or self._value("arcs")
        around_actor = self._value("attacker-arc")
        measured = self._facts.facing
        if around_target is None and around_actor is None:
            return measured
        return replace(
            measured,
            target_arc=cast(Arc, around_target or measured.target_arc),
            attacker_arc=cast(Arc, around_actor or measured.attacker_arc),
        )

    @property
    def terrain(self) -> TerrainFact:
        """The measured terrain, with what the GM set for either of the two."""
        target = self._yes_or_no("difficult")
        actor = self._yes_or_no("attacker-difficult")
        measured = self._facts.terrain
        if target is None and actor is None:
            return measured
        return TerrainFact(
            target_difficult=measured.target_difficult if target is None else target,
            attacker_difficult=measured.attacker_difficult if actor is None else actor,
        )

    def _opened(self) -> bool:
        """Return whether the GM's override gives line of effect that the measurement denies."""
        degree = self._value("cover")
        return degree is not None and degree != "total" and not self._facts.cover.effect

    def _value(self, name: str) -> str | None:
        fitting = self._forced.get(name)
        if fitting is None:
            return None
        return "none" if fitting.override.state == "off" else str(fitting.override.value)

    def _yes_or_no(self, *names: str) -> bool | None:
        fitting = next((self._forced[name] for name in names if name in self._forced), None)
        return None if fitting is None else fitting.override.state == "on" and fitting.override.value is not False
