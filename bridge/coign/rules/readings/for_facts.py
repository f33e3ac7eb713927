"""The decisions that facts need from the rules: cover, obscurement, threat, and creatures without a facing.

Facts may not import rules: whoever makes a fact sheet hands it this record.

Sources for threat: Combat Modifiers, Flanking (C17, C18). A creature threatens a target if it is armed, able to act and
within reach, and the target has no cover from it. Soft cover stops a threat only by the option `soft-cover-bars`.
Concealment stops none, and only bars the opportunity attack. System Reference Document 3.5 and Pathfinder Roleplaying
Game, "Shooting or Throwing into a Melee": two enemies are engaged if either threatens the other. Here reach alone
decides, whatever cover is between.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from coign.facts.cover import measurement
from coign.facts.cover.measurement import Cover, CoverMeasurement
from coign.facts.query import Conventions, Query, can_strike, reach_of
from coign.facts.view import View
from coign.protocol.evaluate import Attack
from coign.protocol.facts import ObscurementFact
from coign.rules.facing.monsters import is_faceless
from coign.rules.readings import obscurement
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.cover import read_cover
from coign.rules.traits import facts_of
from coign.scene.tokens import Token
from coign.util.tasks import Task, finish


class BookReadings(msgspec.Struct, frozen=True):
    """`coign.facts.readings.Readings`, by the conventions of the rulesets in use."""

    by: CoverConventions = CoverConventions()

    def cover(self, measured: CoverMeasurement) -> Task[Cover]:
        """Grade a measurement of cover by these conventions."""
        return read_cover(measured, self.by)

    def obscurement(self, mine: View, theirs: View | None) -> ObscurementFact:
        """Grade the views that attacker and target have of each other; None if the attacker is a point."""
        return obscurement.read_obscurement(mine, theirs)

    def sees(self, view: View) -> bool:
        """Tell whether an observer sees its subject."""
        return obscurement.sees(view)

    def may_look(self, view: View) -> bool:
        """Tell whether an observer's eyes may see its subject, by whatever light."""
        return obscurement.may_look(view)

    def threatens(self, query: Query, helper: Token) -> bool:
        """Return whether a helper threatens the target of a query (C18), with cover graded as in the d20 family."""
        scene = query.scene
        attack = Attack(kind="melee", reach=reach_of(helper, scene))
        mine = query.between(helper, query.target, attack)
        if not can_strike(helper, mine.distance, scene, query.conventions.traits):
            return False
        cover = finish(read_cover(measurement.measure(mine), replace(self.by, cover="d20", degrees="d20")))
        return cover.fact.degree == "none" or (cover.fact.degree == "soft" and not self.by.soft_cover_bars)

    def engaged(self, query: Query, friend: Token) -> bool:
        """Return whether a friend of the attacker and the target of a query, its enemy, are engaged: one can strike the
        other."""
        distance, traits = query.scene.grid.distance_between(friend.space, query.space), query.conventions.traits
        return any(can_strike(token, distance, query.scene, traits) for token in (friend, query.target))

    def is_faceless(self, token: Token) -> bool:
        """Return whether a creature has neither front nor rear."""
        return is_faceless(token)


# Every name that a ruleset's `conventions` and `measured_by` may use.
NAMES = (*CoverConventions.__struct_fields__, *Conventions.__struct_fields__, "senses")


def conventions(**named: Any) -> tuple[Conventions, BookReadings]:
    """Sort names and values into what facts apply and what grades them. Raises TypeError for a name not in `NAMES`.

    `senses` is an edition, as `coign.rules.traits` names it: whose conditions and senses count.
    """
    named["traits"] = facts_of(named.pop("senses", "fifth"))
    of_cover = {name: value for name, value in named.items() if name in CoverConventions.__struct_fields__}
    measuring = {name: value for name, value in named.items() if name not in of_cover}
    return Conventions(**measuring), BookReadings(CoverConventions(**of_cover))
