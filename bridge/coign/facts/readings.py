"""Readings: the grades of a rulebook that some facts depend on. Whoever asks for facts hands them in."""

from __future__ import annotations

from typing import Protocol

from coign.facts.cover.measurement import Cover, CoverMeasurement
from coign.facts.query import Query
from coign.facts.view import View
from coign.protocol.facts import ObscurementFact
from coign.scene.tokens import Token
from coign.util.tasks import Task


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

    def threatens(self, query: Query, helper: Token) -> bool:
        """Tell whether a creature threatens the target of a query."""

    def engaged(self, query: Query, friend: Token) -> bool:
        """Tell whether a friend of the attacker and the target of a query fight each other hand to hand."""

    def is_faceless(self, token: Token) -> bool:
        """Tell whether a creature has neither front nor rear."""
