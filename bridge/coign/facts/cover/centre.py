"""Cover by the straight line between the centres of two spaces.

Source: Pathfinder Player Core, "Cover". A line that meets something solid gives standard cover. One that meets
creatures alone gives lesser cover, or standard cover if a creature is two sizes larger than both. An arrow slit, and
what a GM has marked as three-quarters cover, give greater cover.
"""

from __future__ import annotations

import numpy as np

from coign.facts.cover.choice import Kind
from coign.facts.cover.obstacles import obstacles
from coign.facts.cover.sightlines import Sightlines
from coign.facts.query import Query
from coign.facts.sizes import category
from coign.geometry.lines import Mask
from coign.grid.space import Space
from coign.protocol.facts import CentreLine, Degree

MUCH_LARGER = 2  # size categories
DEGREES: dict[str, Degree] = {
    "none": "none",
    "creature": "lesser",
    "low": "standard",
    "area": "standard",
    "solid": "standard",
    "window": "greater",
}


def measure_centre(query: Query) -> CentreLine:
    """Measure what the line between the two centres meets."""
    solid = query.conventions.invisible_walls == "solid"
    ends = _centre(query.source), _centre(query.space)
    lying = query.conventions.lying_creatures == "cover"
    line = Sightlines(query.scene, *ends, query.ignore, query.levels, invisible_walls=solid, lying_count=lying)
    met = obstacles(query, line)
    creatures = [token for n, token in enumerate(line.bodies) if line.soft[0, 0, n]]
    parties = [category(token) for token in (query.actor, query.target) if token is not None]
    largest = max((category(token) for token in creatures), default=0)
    kinds: tuple[tuple[Kind, tuple[Mask | None, ...]], ...] = (
        ("window", (met.window, met.three_quarters)),
        ("solid", (met.solid,)),
        ("area", (met.half, met.total)),
        ("low", (met.low,)),
        ("creature", (met.soft,)),
    )
    return CentreLine(
        met=next((kind for kind, masks in kinds if any(map(_is_met, masks))), "none"),
        creatures=tuple(token.id for token in creatures),
        larger=largest - max(parties) if creatures else 0,
    )


def degree(line: CentreLine) -> Degree:
    """Return the degree of cover that a line between centres gives."""
    if line.met == "creature" and line.larger >= MUCH_LARGER:
        return "standard"
    return DEGREES[line.met]


def _is_met(mask: Mask | None) -> bool:
    return mask is not None and bool(mask[0, 0])


def _centre(space: Space) -> Space:
    """The centre of a space, at the heights of the whole space."""
    at = np.array([space.centre], float)
    x, y = space.centre
    return Space(at[None], at[None], at, space.cells[:1], (x, y, x, y), space.bottom, space.top, is_point=True)
