"""Range: the distance between the nearest squares by the scene's diagonal rule, and what lies within it."""

from __future__ import annotations

import math
from typing import Literal

from coign.facts.company import company
from coign.facts.query import Query
from coign.facts.readings import Readings
from coign.protocol.facts import RangeFact


def measure(query: Query, readings: Readings) -> RangeFact:
    """Measure the distance. `in_reach` is set only in melee, `in_short_range` only with a known range."""
    ranged = None if query.melee else query.attack.range
    normal = ranged.normal if ranged else None
    whole = query.attack.spell and ranged is not None and ranged.long is None  # a spell has but one range
    longest = normal if whole else ranged.long if ranged else None
    return RangeFact(
        distance=query.distance,
        adjacent=query.adjacent,
        in_reach=query.in_reach if query.melee else None,
        in_short_range=None if normal is None else query.distance <= normal + 1e-9,
        overlapping=query.overlapping,
        in_long_range=None if longest is None else query.distance <= longest + 1e-9,
        increment=max(1, math.ceil(query.distance / normal - 1e-9)) if normal and not whole else None,
        company=company(query, readings),
        hindrance=readings.hindrance(query, "opportunity") if query.melee and query.actor is not None else None,
    )


def missing(query: Query) -> Literal["reach", "range"] | None:
    """Return the parts of the attack's range that the request leaves out, so that they were assumed."""
    if query.melee and query.attack.reach is None and (query.actor is None or query.actor.coign.reach is None):
        return "reach"
    if not query.melee and (query.attack.range is None or query.attack.range.normal is None):
        return "range"
    return None
