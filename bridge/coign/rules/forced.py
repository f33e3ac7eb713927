"""Facts with the GM's word in place of the measurement; what the GM left alone is still measured only when touched.

| fact | value | what it decides |
| --- | --- | --- |
| cover | a degree of either table | the degree; line of effect with it |
| obscurement | `none`, `lightly`, `heavily` | the level, and with it whether the target is seen |
| flanking (or flanked) | true, false | whether the pair flanks |
| standing | true, false | whether the actor stands on something |
| difficult, attacker-difficult | true, false | the terrain under the target, under the actor |
| target-arc (or arcs), attacker-arc | an arc | where each stands around the other |

`enemy` is a word on a pair of tokens and steers the measurement itself: `overrides.enmities`.
"""

from __future__ import annotations

from typing import Any, cast, get_args

from msgspec.structs import replace

from coign.errors import BadMessage
from coign.protocol import CoverFact, ElevationFact, FacingFact, FlankingFact, ObscurementFact, RangeFact, TerrainFact
from coign.protocol.facts import Arc, Degree, Level

from .case import Measured
from .overrides import Word

# A fact that may be forced -> the bundle's fact that it is part of.
PART_OF = {
    "cover": "cover",
    "obscurement": "obscurement",
    "flanking": "flanking",
    "flanked": "flanking",
    "standing": "elevation",
    "difficult": "terrain",
    "target-difficult": "terrain",
    "attacker-difficult": "terrain",
    "arcs": "facing",
    "target-arc": "facing",
    "attacker-arc": "facing",
    "enemy": "flanking",
}
# One table's degree in the words of the other.
_AS_D20: dict[str, Degree] = {"half": "cover", "three-quarters": "improved"}
_AS_DMG: dict[str, Degree] = {"soft": "half", "cover": "half", "improved": "three-quarters"}


class Forced:
    """A Facts-like view. `decided` maps a fact of the bundle to the word that decided it."""

    def __init__(self, facts: Measured, words: dict[str, Word], d20_degrees: bool = False) -> None:
        self._facts = facts
        self._d20 = d20_degrees
        self._said = {name: word for name, word in words.items() if word.override.state != "measured"}
        unknown = next((name for name in self._said if name not in PART_OF), None)
        if unknown is not None:
            raise _refused(self._said[unknown], f"no fact {unknown}", tuple(PART_OF))
        self.decided = {PART_OF[name]: word for name, word in self._said.items()}

    @property
    def range(self) -> RangeFact:
        return self._facts.range

    @property
    def cover(self) -> CoverFact:
        measured = self._facts.cover
        degree = self._one_of("cover", get_args(Degree), "none")
        if degree is None:
            return measured
        degree = (_AS_D20 if self._d20 else _AS_DMG).get(degree, degree)
        effect = degree != "total"
        sight = measured.sight or (effect and not measured.effect)  # what hid it is what the GM spoke of
        return replace(
            measured,
            degree=cast(Degree, degree),
            effect=effect,
            sight=sight,
            lines=(),
            blocked=0,
            soft=(),
            by=(),
            against="none",
        )

    @property
    def obscurement(self) -> ObscurementFact:
        level = self._one_of("obscurement", get_args(Level), "none")
        if level is None:
            return self._facts.obscurement
        level = cast(Level, level)
        return replace(self._facts.obscurement, level=level, touched=level, sight=level != "heavily", because=())

    @property
    def elevation(self) -> ElevationFact:
        standing = self._yes_or_no("standing")
        return self._facts.elevation if standing is None else replace(self._facts.elevation, standing=standing)

    @property
    def flanking(self) -> FlankingFact:
        flanked = self._yes_or_no("flanking", "flanked")
        if flanked is None:
            return self._facts.flanking
        return replace(self._facts.flanking, flanked=flanked, with_=self._facts.flanking.with_ if flanked else ())

    @property
    def facing(self) -> FacingFact:
        around_target = self._one_of("target-arc", get_args(Arc), "none") or self._one_of("arcs", get_args(Arc), "none")
        around_actor = self._one_of("attacker-arc", get_args(Arc), "none")
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
        target = self._yes_or_no("difficult", "target-difficult")
        actor = self._yes_or_no("attacker-difficult")
        measured = self._facts.terrain
        if target is None and actor is None:
            return measured
        return TerrainFact(
            target_difficult=measured.target_difficult if target is None else target,
            attacker_difficult=measured.attacker_difficult if actor is None else actor,
        )

    def _one_of(self, name: str, values: tuple[str, ...], nothing: str) -> str | None:
        word = self._said.get(name)
        if word is None:
            return None
        value: Any = nothing if word.override.state == "off" else word.override.value
        if value not in values:
            raise _refused(word, f"{name} cannot be {value!r}", values)
        return str(value)

    def _yes_or_no(self, *names: str) -> bool | None:
        word = next((self._said[name] for name in names if name in self._said), None)
        if word is None:
            return None
        value: Any = word.override.value
        if word.override.state == "off":
            return False
        if value is None:
            return True
        if not isinstance(value, bool):
            raise _refused(word, f"{names[0]} cannot be {value!r}", ("true", "false"))
        return value


def _refused(word: Word, what: str, allowed: tuple[str, ...]) -> BadMessage:
    where = f"overrides[{word.number}]"
    return BadMessage(f"{where}: {what}; there are {', '.join(allowed)}", path=where, allowed=list(allowed))
