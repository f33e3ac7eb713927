"""What is true in the scene, free of any rule. One file a fact: `measure(query)` gives the richest plain truth.

`FactSheet` is the bundle for one attacker and one target: each fact is measured on first use and kept.
"""

from __future__ import annotations

from coign.facts import cover, elevation, facing, flanking, obscurement, range, terrain
from coign.facts.conventions import Conventions
from coign.facts.query import Query, reach_of, sightlines
from coign.once import once
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
from coign.protocol.messages import Attack
from coign.tokens import Token

FACTS = (range, cover, obscurement, elevation, flanking, facing, terrain)


class FactSheet:
    """The facts of one query, shaped like `protocol.Facts`, each measured on first use."""

    def __init__(self, query: Query) -> None:
        self.query = query

    @once
    def range(self) -> RangeFact:
        return range.measure(self.query)

    @once
    def weighed_cover(self) -> cover.Weighed:
        """Cover with what it rests on, for the figure."""
        return cover.measure(self.query)

    @property
    def cover(self) -> CoverFact:
        return self.weighed_cover.fact

    @once
    def obscurement(self) -> ObscurementFact:
        return obscurement.measure(self.query, *self._line)

    @property
    def sees(self) -> bool:
        """Whether the attacker sees the target, and nothing else of what there is to be seen."""
        return obscurement.look(self.query, *self._line).sees

    @property
    def _line(self) -> tuple[tuple[int, int] | None, bool, bool]:
        """The corner and the square that cover was weighed by, line of effect, and line of sight."""
        weighed = self.weighed_cover
        best = (weighed.choice.corner, weighed.choice.square) if weighed.choice else None
        return best, weighed.fact.effect, weighed.fact.sight

    @once
    def elevation(self) -> ElevationFact:
        return elevation.measure(self.query)

    @once
    def flanking(self) -> FlankingFact:
        return flanking.measure(self.query, threatens)

    @once
    def facing(self) -> FacingFact:
        return facing.measure(self.query)

    @once
    def terrain(self) -> TerrainFact:
        return terrain.measure(self.query)

    def all(self) -> Facts:
        """Every fact, measured now."""
        return Facts(self.range, self.cover, self.obscurement, self.elevation, self.flanking, self.facing, self.terrain)

    def assumptions(self) -> list[str]:
        """What had to be taken for granted."""
        return range.assumptions(self.query)


def threatens(query: Query, helper: Token) -> bool:
    """Whether a token threatens the target of a query (C18): armed, able to act, within reach, and the target has
    neither cover (soft cover is none) nor total concealment from it."""
    scene, target = query.scene, query.target
    if helper.coign.armed is False or not helper.able:
        return False
    reach = reach_of(helper, scene)
    mine = Query(
        scene,
        helper,
        target,
        helper.space,
        Attack(kind="melee", reach=reach),
        Conventions(cover="d20", degrees="d20", senses="d20", obstacle_rule=query.conventions.obstacle_rule),
        query.enemies,
    )
    if mine.distance > reach + 1e-9:
        return False
    sheet = FactSheet(mine)
    return sheet.cover.degree in ("none", "soft") and sheet.sees


__all__ = ["FACTS", "Conventions", "FactSheet", "Query", "reach_of", "sightlines", "threatens"]
