"""What is true in the scene, free of any rule. One file a fact: `measure(query)` gives the richest plain truth.

`FactSheet` is the bundle for one attacker and one target: each fact is measured on first use and kept.
"""

from __future__ import annotations

from functools import cached_property

from msgspec.structs import replace

from coign.facts import elevation, facing, flanking, obscurement, range, terrain
from coign.facts.cover import fact as cover
from coign.facts.query import Query, reach_of
from coign.protocol.evaluate import Attack
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
from coign.scene.tokens import Token

FACTS = (range, cover, obscurement, elevation, flanking, facing, terrain)


class FactSheet:
    """The facts of one query, shaped like `protocol.Facts`, each measured on first use."""

    def __init__(self, query: Query) -> None:
        self.query = query

    @cached_property
    def range(self) -> RangeFact:
        return range.measure(self.query, sees)

    @cached_property
    def weighed_cover(self) -> cover.Weighed:
        """Cover with what it rests on, for the figure."""
        return cover.measure(self.query)

    @property
    def cover(self) -> CoverFact:
        return self.weighed_cover.fact

    @cached_property
    def obscurement(self) -> ObscurementFact:
        return obscurement.measure(self.query, self.weighed_cover)

    @cached_property
    def elevation(self) -> ElevationFact:
        return elevation.measure(self.query)

    @cached_property
    def flanking(self) -> FlankingFact:
        return flanking.measure(self.query, threatens)

    @cached_property
    def facing(self) -> FacingFact:
        return facing.measure(self.query)

    @cached_property
    def terrain(self) -> TerrainFact:
        return terrain.measure(self.query)

    def all(self) -> Facts:
        """Every fact, measured now."""
        return Facts(self.range, self.cover, self.obscurement, self.elevation, self.flanking, self.facing, self.terrain)

    def assumptions(self) -> list[str]:
        """What had to be taken for granted."""
        return range.assumptions(self.query)


def sees(query: Query) -> bool:
    """Return whether the attacker of a query sees its target."""
    return obscurement.View(query, query.actor, None).sees


def threatens(query: Query, helper: Token) -> bool:
    """Whether a token threatens the target of a query (C18): armed, able to act, within reach, and the target has no
    cover from it (soft cover is none). Concealment bars an opportunity attack, not the threat."""
    scene, target = query.scene, query.target
    if helper.coign.armed is False or not helper.able:
        return False
    reach = reach_of(helper, scene)
    conventions = replace(query.conventions, cover="d20", degrees="d20")
    attack = Attack(kind="melee", reach=reach)
    mine = Query(scene, helper, target, helper.space, attack, conventions, query.enemies)
    if mine.distance > reach + 1e-9:
        return False
    return cover.measure(mine).fact.degree in ("none", "soft")
