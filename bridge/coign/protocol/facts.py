"""The measured facts, as sent on the wire. A fact contains no judgement by a rule.

Lengths are scene units, shares run from 0 to 1, angles are Foundry's (0 = south, clockwise). `None` means unknown.
`coign.facts` measures them; `coign.rulesets` judges them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

FactName = Literal["range", "cover", "obscurement", "elevation", "flanking", "facing", "terrain"]
Level = Literal["none", "lightly", "heavily"]
Arc = Literal["front", "flank", "rear", "none"]
Degree = Literal[
    "none",
    "half",
    "three-quarters",
    "soft",
    "cover",
    "improved",
    "hard",
    "total",
    "lesser",
    "standard",
    "greater",
    "partial-cover",
    "light-cover",
    "medium-cover",
    "heavy-cover",
    "near-total",
]  # the last line: words of the games for what a GM sets
CoverReading = Literal["dmg", "d20", "area", "centre"]
FlankingReading = Literal["edge", "opposite", "beside", "facing"]
Way = Literal["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
# The cause of difficult ground: a status, a way to move for which the creature has no speed, an area marked as
# difficult terrain, or one in which movement costs more.
Slowed = Literal["status", "climb", "swim", "burrow", "terrain", "cost"]
# Why the attacker sees the target as it does, if not by the light alone: a sense that makes up for the light; what is
# on the target or on the way to it; or a sense that tells where an unseen target is, and no more (the last three).
Sight = Literal[
    "truesight",
    "darkvision",
    "low-light",
    "magical-darkness",
    "blinded",
    "invisible",
    "invisible-but-found",
    "no-line-of-sight",
    "unlit-between",
    "blindsight",
    "tremorsense",
    "blindsense",
    "scent",
]
# Why one creature does not threaten another: they are no enemies; it cannot act, react or see; it is unarmed; the other
# one is too far off, behind something solid or covered; or one of the two cannot move.
Hindrance = Literal[
    "no-enemy", "unable", "no-reaction", "unseen", "unarmed", "out-of-reach", "no-line-of-effect", "cover", "immobile"
]


class Company(msgspec.Struct, frozen=True):
    """The creatures near attacker and target. Measured only if a ruleset needs it (`Conventions.company`)."""

    foes_beside: tuple[str, ...] = ()  # enemies beside the attacker that can act and see it, token ids
    engaged: tuple[str, ...] = ()  # friends of the attacker who fight the target hand to hand, token ids
    larger: int = 0  # by how many size categories the target exceeds the largest of those friends
    apart: float | None = None  # from the nearest friend of the attacker to the farthest part of the target, units
    # Measured only where a feature of the attack or the attacker needs it (`Conventions.company_for`):
    beside_target: tuple[str, ...] = ()  # other enemies of the target beside it that can act, token ids
    friends_beside: tuple[str, ...] = ()  # those of them that are friends of the attacker, token ids


class RangeFact(msgspec.Struct, frozen=True):
    """The distance between attacker and target."""

    distance: float = 0.0
    adjacent: bool = False
    in_reach: bool | None = None  # melee only
    in_short_range: bool | None = None  # ranged only
    overlapping: bool = False
    in_long_range: bool | None = None  # ranged only: within the long range; None if that is unknown
    increment: int | None = None  # ranged only: 1 up to the normal range, 2 up to twice that, and so on
    company: Company | None = None
    hindrance: Hindrance | None = None  # melee only: why the attacker makes no attack of opportunity on the target


class CentreLine(msgspec.Struct, frozen=True):
    """The obstacles on the straight line between the centres of the two spaces (Pathfinder 2)."""

    met: Literal["none", "solid", "low", "window", "creature", "area"] = "none"  # the kind that gives the most cover
    creatures: tuple[str, ...] = ()  # token ids
    larger: int = 0  # by how many size categories the largest of them exceeds the larger of attacker and target


class Uncounted(msgspec.Struct, frozen=True):
    """Obstacles that hide a part of the target, and that the rules set aside by their height or place (C4, C5)."""

    by: tuple[str, ...]  # "wall:ID", "token:ID", "tile:ID"
    why: Literal["low", "far", "nearer"]  # too low, too far from one of the two, nearer to the attacker
    hides: float  # the share of the target's square that they hide from the best corner
    degree: Degree  # the degree of cover if they counted


class CoverFact(msgspec.Struct, frozen=True):
    """The cover of the target from the attacker."""

    reading: CoverReading = "dmg"
    degree: Degree = "none"
    lines: tuple[bool, ...] = ()  # from the best corner, clockwise from the target square's north-west; True: clear
    blocked: int = 0  # how many of `lines` are not clear
    exposure: float = 1.0  # share of the target's body that the attacker's best point reaches
    effect: bool = True  # line of effect
    sight: bool = True  # line of sight, by geometry only
    soft: tuple[str, ...] = ()  # creatures in the way, token ids
    by: tuple[str, ...] = ()  # the obstacles that give cover: "wall:ID", "floor:ID", "token:ID", "tile:ID", "region:ID"
    corner: Way | None = None  # the attacker's corner that was used
    against: Literal["solid", "low", "window", "creature", "area", "none"] = "none"  # the kind of obstacle
    adjacent_melee: bool = False  # measured by all sixteen lines, not by the best corner
    centre: CentreLine | None = None  # in the `centre` reading only
    share: float | None = None  # the exposed share that gives the degree; None if lines give it
    uncounted: Uncounted | None = None  # what would give more cover, if the rules let it count


class Shares(msgspec.Struct, frozen=True):
    """The shares of a space that are at each level of obscurement; they add up to 1."""

    none: float = 1.0
    lightly: float = 0.0
    heavily: float = 0.0


class ObscurementFact(msgspec.Struct, frozen=True):
    """The attacker's view of the target."""

    raw: Level = "none"  # from light and areas, before senses
    level: Level = "none"  # after the attacker's senses
    touched: Level = "none"  # after senses, the worst level of more than 2 % of the space or of a line to it
    sight: bool = True  # the attacker sees the target
    seen_by_target: bool = True
    level_to_target: Level = "none"  # the level of the attacker to the target, after the target's senses
    wholly: Level = "none"  # after senses, the level of all of the space
    shares: Shares = Shares()
    because: tuple[Sight, ...] = ()


class ElevationFact(msgspec.Struct, frozen=True):
    """The elevations of attacker and target, and what each was taken from; "steed" is the steed's back."""

    attacker: float = 0.0
    standing: bool = False  # the attacker stands on something
    target: float = 0.0  # of a swimmer: the elevation of the water's surface
    difference: float = 0.0  # attacker - target
    target_standing: bool = True
    target_height: float = 0.0  # height of the target's space
    attacker_from: Literal["elevation", "ground", "surface", "steed"] = "elevation"
    target_from: Literal["elevation", "ground", "surface", "steed"] = "elevation"


class FlankingFact(msgspec.Struct, frozen=True):
    """The flanking of the target, and the attacker's helpers."""

    reading: FlankingReading = "edge"
    flanked: bool = False
    with_: tuple[str, ...] = msgspec.field(name="with", default=())  # token ids, the best first
    attacker_edges: tuple[Way, ...] = ()  # the sides of the target's space that the attacker is at
    helper_edges: tuple[Way, ...] = ()  # the sides that the best helper is at
    guards: tuple[str, ...] = ()  # `beside` only: friends of the target beside it and beside the attacker, token ids


class FacingFact(msgspec.Struct, frozen=True):
    """The arc of each creature in which the other stands."""

    attacker_arc: Arc = "none"  # the attacker's arc that the target is in
    target_arc: Arc = "none"  # the target's arc that the attacker is in
    attacker_facing: float | None = None  # degrees, after snapping
    target_facing: float | None = None
    attacker_side: Literal["left", "right"] | None = None
    target_side: Literal["left", "right"] | None = None  # the target's flank that the attacker is on


class TerrainFact(msgspec.Struct, frozen=True):
    """The difficult terrain under attacker and target, and the water that they are in."""

    target_difficult: bool = False
    attacker_difficult: bool = False
    target_slowed: Slowed | None = None  # what makes it difficult; None where it is not, or where a GM says that it is
    target_cost: float = 1.0  # of a step, in the area that slows it
    target_immersed: float = 0.0  # the share of its height that is under water
    attacker_immersed: float = 0.0


class Facts(msgspec.Struct, frozen=True):
    """All facts measured for one attacker and one target. By default nothing is measured, as in an empty room."""

    range: RangeFact = RangeFact()
    cover: CoverFact = CoverFact()
    obscurement: ObscurementFact = ObscurementFact()
    elevation: ElevationFact = ElevationFact()
    flanking: FlankingFact = FlankingFact()
    facing: FacingFact = FacingFact()
    terrain: TerrainFact = TerrainFact()
