"""Cover, before anybody grades it: every corner line, what it meets and where, and what walls leave exposed.

Which of it counts, and for how much, is a book's matter: a reading (see `coign.facts.conventions`) takes a measurement
and returns the fact.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from coign.facts.cover.exposure import Exposure
from coign.facts.cover.sightlines import Sightlines
from coign.facts.query import Query
from coign.protocol.facts import CoverFact
from coign.scene.tokens import Token


class CoverMeasurement(msgspec.Struct, frozen=True, eq=False):
    """The lines and the exposure between an attacker and a target; each part is measured on first use.

    Attributes:
        lines: the lines from each of the attacker's corners to each corner of the target's squares. For each line and
            wall: the kind of wall, how tall it is, what share of the passage it covers, how far from both spaces it is
            met. For each line and creature: whether the line passes the creature.
        exposure: the share of the whole target, and of each of its squares, that each corner reaches.
        parties: the attacker, if it is a creature, and the target.
        melee, adjacent, overlapping: how the two stand to each other.
    """

    lines: Sightlines
    exposure: Exposure
    parties: tuple[Token, ...]
    melee: bool
    adjacent: bool
    overlapping: bool


class Choice(NamedTuple):
    """The attacker's corner and the target's square that a reading chose, as numbers in reading order."""

    corner: int
    square: int


class Cover(msgspec.Struct, frozen=True, eq=False):
    """The fact as it was read, and the choice that it rests on; no choice where the two spaces overlap."""

    fact: CoverFact
    choice: Choice | None = None


def measure(query: Query) -> CoverMeasurement:
    """Measure what is between the two creatures of a query."""
    parties = (query.target,) if query.actor is None else (query.actor, query.target)
    close = query.melee, query.adjacent, query.overlapping
    return CoverMeasurement(query.sightlines, query.exposure, parties, *close)


def read(query: Query) -> Cover:
    """Measure cover and have it read as the query's conventions say."""
    return query.conventions.readings.cover(measure(query))
