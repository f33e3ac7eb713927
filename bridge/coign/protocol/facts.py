"""What was measured, as it stands on the wire. A fact knows no rule.

Lengths are scene units, shares run from 0 to 1, angles are Foundry's (0 = south, clockwise). `None` is "unknown".
`coign.facts` fills these in; `coign.rulesets` judges them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Level = Literal["none", "lightly", "heavily"]
Arc = Literal["front", "flank", "rear", "none"]
Degree = Literal[
    "none", "half", "three-quarters", "soft", "cover", "improved", "total", "lesser", "standard", "greater"
]
CoverReading = Literal["dmg", "d20", "area", "centre"]
FlankingReading = Literal["edge", "opposite", "facing"]


class Company(msgspec.Struct, frozen=True):
    """Who is near the two. Measured only where a ruleset asks for it (`Conventions.company`)."""

    foes_beside: tuple[str, ...] = ()  # enemies beside the attacker that can act and see it, token ids
    engaged: tuple[str, ...] = ()  # friends of the attacker who fight the target hand to hand, token ids
    larger: int = 0  # by how many size categories the target exceeds the largest of those friends
    apart: float | None = None  # from the nearest friend of the attacker to the farthest part of the target, units


class RangeFact(msgspec.Struct, frozen=True):
    """How far apart the two are."""

    distance: float
    adjacent: bool
    in_reach: bool | None = None  # melee only
    in_short_range: bool | None = None  # ranged only
    overlapping: bool = False
    in_long_range: bool | None = None  # ranged only: within the greatest range; None where that is unknown
    increment: int | None = None  # ranged only: 1 up to the normal range, 2 up to twice that, and so on
    company: Company | None = None


class CentreLine(msgspec.Struct, frozen=True):
    """What the straight line between the centres of the two spaces meets (Pathfinder 2)."""

    met: Literal["none", "solid", "low", "window", "creature", "area"] = "none"  # what covers most of it
    creatures: tuple[str, ...] = ()  # token ids
    larger: int = 0  # by how many size categories the largest of them exceeds the larger of the two


class CoverFact(msgspec.Struct, frozen=True):
    """What is in the way between the two."""

    reading: CoverReading
    degree: Degree
    lines: tuple[bool, ...] = ()  # by the best corner, clockwise from the target square's north-west; True is clear
    blocked: int = 0  # how many of `lines` are not clear
    exposure: float = 1.0  # share of the target's space that the attacker's best point reaches
    effect: bool = True  # line of effect
    sight: bool = True  # line of sight, by geometry alone
    soft: tuple[str, ...] = ()  # creatures in the way, token ids
    by: tuple[str, ...] = ()  # what gives it: "wall:ID", "token:ID", "region:ID"
    corner: str | None = None  # the attacker's corner that was used: "north-west" ...
    against: Literal["solid", "low", "window", "creature", "area", "none"] = "none"  # the kind of thing that gives it
    adjacent_melee: bool = False  # judged by any line of sixteen, not by the best corner
    centre: CentreLine | None = None  # by the `centre` reading only


class Shares(msgspec.Struct, frozen=True):
    """The shares of a space that are obscured to each level; they add up to 1."""

    none: float = 1.0
    lightly: float = 0.0
    heavily: float = 0.0


class ObscurementFact(msgspec.Struct, frozen=True):
    """How well the attacker sees the target."""

    raw: Level = "none"  # by light and areas
    level: Level = "none"  # after the attacker's senses
    touched: Level = "none"  # the worst level that more than 2 % of the space, or a line, has, after senses
    sight: bool = True  # the attacker sees the target
    seen_by_target: bool = True
    shares: Shares = Shares()
    because: tuple[str, ...] = ()


class ElevationFact(msgspec.Struct, frozen=True):
    """How high the two stand."""

    attacker: float
    standing: bool  # the attacker stands on something
    target: float  # a swimmer's is its surface
    difference: float  # attacker - target
    target_standing: bool = True
    target_height: float = 0.0  # height of the target's space
    attacker_from: Literal["elevation", "ground", "surface"] = "elevation"
    target_from: Literal["elevation", "ground", "surface"] = "elevation"
    steed_back: float | None = None  # the elevation of the back of what the attacker rides


class FlankingFact(msgspec.Struct, frozen=True):
    """Whether the target is flanked, and with whose help."""

    reading: FlankingReading
    flanked: bool = False
    with_: tuple[str, ...] = msgspec.field(name="with", default=())  # token ids, the best first
    attacker_edges: tuple[str, ...] = ()  # the sides of the target's base that the attacker lies along
    helper_edges: tuple[str, ...] = ()  # and those of the best helper


class FacingFact(msgspec.Struct, frozen=True):
    """In which arcs the two lie around each other."""

    attacker_arc: Arc = "none"  # where the target lies around the attacker
    target_arc: Arc = "none"  # where the attacker lies around the target
    attacker_facing: float | None = None  # degrees, after snapping
    target_facing: float | None = None
    attacker_side: Literal["left", "right"] | None = None
    target_side: Literal["left", "right"] | None = None  # which of the target's flanks


class TerrainFact(msgspec.Struct, frozen=True):
    """Whether the two stand in difficult terrain."""

    target_difficult: bool = False
    attacker_difficult: bool = False
    because: tuple[str, ...] = ()


class Facts(msgspec.Struct, frozen=True):
    """Everything measured for one attacker and one target."""

    range: RangeFact
    cover: CoverFact
    obscurement: ObscurementFact
    elevation: ElevationFact
    flanking: FlankingFact
    facing: FacingFact
    terrain: TerrainFact
