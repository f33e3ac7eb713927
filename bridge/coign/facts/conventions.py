"""How the rule systems in use want things measured. Rulesets name conventions; facts obey them and judge nothing."""

from __future__ import annotations

from typing import Literal

import msgspec

from coign.protocol.facts import CoverReading


class Conventions(msgspec.Struct, frozen=True):
    cover: CoverReading = "dmg"
    degrees: Literal["dmg", "d20"] = "dmg"  # whose degrees the `area` reading uses
    area_thresholds: tuple[float, float] = (0.5, 0.25)  # half (or cover) down to the first, three-quarters below
    flanking: Literal["edge", "opposite"] = "edge"
    corners: Literal["strict", "shared"] = "strict"  # P23's `flanking-corners`
    senses: Literal["fifth", "d20"] = "fifth"  # what darkvision makes of dim light and darkness
    hex_arcs: Literal["3-2-1", "1-4-1"] = "3-2-1"
    obstacle_rule: Literal["low", "all"] = "low"  # which obstacles C4 and C5 bind
    invisible_walls: Literal["clear", "solid"] = "clear"  # walls that stop movement only
    lying_creatures: Literal["none", "cover"] = "none"  # whether the prone and unconscious give cover
    creature_lines: Literal["half", "counted"] = "half"  # `dmg`: creatures give half cover, or count as walls do
    concealment_lines: bool = False  # whether lines through dim or dark squares in between conceal (C13)
    flankers: Literal["reach", "adjacent"] = "reach"  # `opposite`: who threatens the target, or is beside it
    company: bool = False  # whether to measure who is near the two
    facing_offset: float = 0.0  # degrees, added to every token's rotation
