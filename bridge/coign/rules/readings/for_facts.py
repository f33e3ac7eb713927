"""The decisions that facts need from the rules: cover, obscurement, threat, and creatures without a facing.

Facts may not import rules, so the maker of a fact sheet passes this record in.
"""

from __future__ import annotations

from typing import Any

import msgspec

from coign.facts.conventions import Conventions
from coign.facts.cover.measurement import Cover, CoverMeasurement
from coign.facts.query import Query
from coign.facts.readings import Use
from coign.facts.view import View
from coign.protocol.facts import Hindrance, ObscurementFact
from coign.rules import threat
from coign.rules.facing.monsters import is_faceless
from coign.rules.readings import obscurement
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.cover import read_cover
from coign.rules.traits import EDITIONS, facts_of
from coign.scene.tokens import Token
from coign.util.tasks import Task


class BookReadings(msgspec.Struct, frozen=True):
    """`coign.facts.readings.Readings`, by the conventions of the rulesets in use.

    `game` is the table of `coign.rules.threat` that counts; without one, that of the edition.
    """

    by: CoverConventions = CoverConventions()
    game: str = ""

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

    def hindrance(self, pair: Query, use: Use) -> Hindrance | None:
        """Return the reason why the attacker of a query does not threaten the target in this sense; None if it does."""
        edition = pair.conventions.traits.edition
        game = self.game or edition
        return threat.hindrance(pair, use, threat.Grounds(game, game if game in EDITIONS else edition, self.by))

    def threatens(self, pair: Query, use: Use) -> bool:
        """Tell whether the attacker of a query threatens the target in this sense of the rules."""
        return self.hindrance(pair, use) is None

    def is_faceless(self, token: Token) -> bool:
        """Return whether a creature has neither front nor rear."""
        return is_faceless(token)


# Every name that a ruleset's `conventions` and `measured_by` may use.
NAMES = (*CoverConventions.__struct_fields__, *Conventions.__struct_fields__, "senses", "threat")


def conventions(**named: Any) -> tuple[Conventions, BookReadings]:
    """Sort names and values into what facts apply and what grades them. Raises TypeError for a name not in `NAMES`.

    `senses` is an edition, as `coign.rules.traits` names it: whose conditions and senses count. `threat` is a game, as
    `coign.rules.threat` names it, whose table says who threatens whom.
    """
    named["traits"] = facts_of(named.pop("senses", "fifth"))
    game = str(named.pop("threat", ""))
    of_cover = {name: value for name, value in named.items() if name in CoverConventions.__struct_fields__}
    measuring = {name: value for name, value in named.items() if name not in of_cover}
    return Conventions(**measuring), BookReadings(CoverConventions(**of_cover), game)
