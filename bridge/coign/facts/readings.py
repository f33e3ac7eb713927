"""Readings: the grades of a rulebook that some facts depend on. The caller of the fact sheet passes them in."""

from __future__ import annotations

from typing import Literal, Protocol

from coign.facts.cover.measurement import Cover, CoverMeasurement
from coign.facts.query import Query
from coign.facts.view import View
from coign.protocol.facts import Hindrance, ObscurementFact
from coign.scene.tokens import Token
from coign.util.tasks import Task

# The senses in which one creature threatens another: for an attack of opportunity; for flanking, by the attacker and by
# its helper; as an enemy beside an archer, beside the target, or engaged in melee.
Use = Literal["opportunity", "flanker", "flanking", "archer", "beside", "engaged"]


class Readings(Protocol):
    """The grades that some facts depend on. `coign.rules.readings.for_facts` implements them."""

    def cover(self, measured: CoverMeasurement) -> Task[Cover]:
        """Grade a measurement of cover, as a cooperative task."""

    def obscurement(self, mine: View, theirs: View | None) -> ObscurementFact:
        """Grade the views that attacker and target have of each other; None if the attacker is a point."""

    def sees(self, view: View) -> bool:
        """Tell whether an observer sees its subject."""

    def may_look(self, view: View) -> bool:
        """Tell whether an observer's eyes may see its subject, by whatever light."""

    def hindrance(self, pair: Query, use: Use) -> Hindrance | None:
        """Return the reason why the attacker of a query does not threaten the target in this sense; None if it does."""

    def threatens(self, pair: Query, use: Use) -> bool:
        """Tell whether the attacker of a query threatens the target in this sense of the rules."""

    def is_faceless(self, token: Token) -> bool:
        """Tell whether a creature has neither front nor rear."""
