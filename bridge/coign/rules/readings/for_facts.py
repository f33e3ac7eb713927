"""The decisions that facts need from the rules: cover, obscurement, threat, and creatures without a facing.

Facts may not import rules: whoever makes a fact sheet hands it this record.
"""

from __future__ import annotations

from typing import Any

import msgspec

from coign.facts.cover.measurement import Cover, CoverMeasurement
from coign.facts.query import Conventions, Query
from coign.facts.view import View
from coign.protocol.facts import ObscurementFact
from coign.rules.facing.monsters import is_faceless
from coign.rules.readings import obscurement
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.cover import read_cover
from coign.rules.readings.threat import engaged, threatens
from coign.rules.traits import facts_of
from coign.scene.tokens import Token
from coign.util.tasks import Task


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
        """Return whether a helper threatens the target of a query."""
        return threatens(query, helper, self.by)

    def engaged(self, query: Query, friend: Token) -> bool:
        """Return whether a friend of the attacker and the target of a query fight each other hand to hand."""
        return engaged(query, friend)

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
