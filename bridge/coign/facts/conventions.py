"""Conventions: how the rule systems in use measure. Rulesets set them; facts apply them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

if TYPE_CHECKING:
    from coign.facts.cover.measurement import Cover, CoverMeasurement
    from coign.facts.obscurement import View
    from coign.facts.query import Query
    from coign.protocol.facts import ObscurementFact
    from coign.scene.tokens import Token


class Readings(Protocol):
    """The grades that some facts depend on. `coign.rules.readings.for_facts` implements them."""

    def cover(self, measured: CoverMeasurement) -> Cover:
        """Grade a measurement of cover."""

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


class Conventions(msgspec.Struct, frozen=True):
    """Settings of measurement that do not come from the scene."""

    readings: Readings
    flanking: Literal["edge", "opposite"] = "edge"
    corners: Literal["strict", "shared"] = "strict"  # P23's `flanking-corners`
    senses: Literal["fifth", "d20"] = "fifth"  # the effect of darkvision in dim light and darkness
    hex_arcs: Literal["3-2-1", "1-4-1"] = "3-2-1"
    invisible_walls: Literal["clear", "solid"] = "clear"  # walls that stop movement only
    lying_creatures: Literal["none", "cover"] = "none"  # whether the prone and unconscious give cover
    concealment_lines: bool = False  # whether lines through dim or dark squares in between conceal (C13)
    flankers: Literal["reach", "adjacent", "able"] = "reach"  # `opposite`: see facts/flanking.py
    company: bool = False  # whether to measure who is near the two
    facing_offset: float = 0.0  # degrees, added to every token's rotation
