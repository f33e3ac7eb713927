"""The conventions of a rule system that concern the reading of cover."""

from __future__ import annotations

from typing import Literal

import msgspec

from coign.facts.cover.measurement import CoverMeasurement
from coign.facts.cover.posts import HALF, SOME
from coign.protocol.facts import CoverReading


class CoverConventions(msgspec.Struct, frozen=True):
    """The reading, and the options that change it."""

    cover: CoverReading = "dmg"
    degrees: Literal["dmg", "d20", "hard"] = "dmg"  # whose names of degrees; "hard": soft and hard, by `bordering`
    area_thresholds: tuple[float, float] = (0.5, 0.25)  # half (or cover) down to the first, three-quarters below
    creature_lines: Literal["half", "counted"] = "half"  # `dmg`: creatures give half cover, or count as walls do
    # Which obstacles C4 and C5 bind; "printed": low walls, whatever their height.
    obstacle_rule: Literal["low", "all", "printed", "none"] = "low"
    soft_cover_bars: bool = False  # whether soft cover stops a threat, as cover does (C6, C18)
    near: float = 0.5  # `hard`: spaces from a creature within which solid terrain is next to it

    @property
    def d20(self) -> bool:
        """Tell whether degrees are those of the d20 family."""
        return self.degrees == "d20"

    @property
    def least_hidden(self) -> float | None:
        """The share of a post: what hides more of it counts, and not only what hides it all; None: all of it."""
        if self.cover == "centre":
            return HALF
        return SOME if self.degrees in ("d20", "hard") else None

    def in_adjacent_melee(self, measured: CoverMeasurement) -> bool:
        """Tell whether rule C3 applies: any of sixteen lines counts, and no creature gives cover."""
        return self.d20 and measured.melee and measured.adjacent
