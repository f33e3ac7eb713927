"""Cover before it is graded: every corner line, the obstacles it meets and where, and the exposed share of the target.

The rulebook decides which of these count, and for how much: a reading (see `coign.facts.readings`) takes a measurement
and returns the fact.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import msgspec

from coign.facts.cover.exposure import Exposure
from coign.facts.cover.sightlines import Sightlines
from coign.facts.query import Query
from coign.protocol.facts import CoverFact
from coign.scene.tokens import Token
from coign.util.tasks import Task


class CoverMeasurement(msgspec.Struct, frozen=True, eq=False):
    """The lines and the exposure between an attacker and a target; each part is measured on first use.

    Attributes:
        lines: the lines from each of the attacker's corners to each post of the target. For each line and wall they
            have the kind of the wall, its height, the part of the post that it hides, and the distance of the meeting
            point from both spaces. For each line and creature they tell whether it hides at least half of the post.
        exposure: the share of the target's body, and of each of its squares, that each corner reaches.
        reached: a function that measures the share of the body that the best point reaches, where effect is mutual.
        seen: a function that measures the share of the body that the best point sees.
        parties: the target, after the attacker if that is a creature.
        melee, adjacent, overlapping: whether the attack is in melee, and whether the spaces touch or overlap.
    """

    lines: Sightlines
    exposure: Exposure
    reached: Callable[[], Task[float]]
    seen: Callable[[], float]
    parties: tuple[Token, ...]
    melee: bool
    adjacent: bool
    overlapping: bool


class CornerChoice(NamedTuple):
    """The attacker's corner and the target's square that a reading chose, as numbers in reading order."""

    corner: int
    square: int


class Cover(msgspec.Struct, frozen=True, eq=False):
    """The graded fact and the choice it is based on; no choice if the two spaces overlap."""

    fact: CoverFact
    choice: CornerChoice | None = None


ReadCover = Callable[[CoverMeasurement], Task[Cover]]  # grades a measurement of cover


def measure(query: Query) -> CoverMeasurement:
    """Measure the obstacles between the two creatures of a query."""
    parties = (query.target,) if query.actor is None else (query.actor, query.target)
    close = query.melee, query.adjacent, query.overlapping
    reached, seen = partial(Query.exposed.making, query), partial(query.seen, past_fog=False)
    return CoverMeasurement(query.sightlines, query.exposure, reached, seen, parties, *close)
