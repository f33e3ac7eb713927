"""Cover by the straight line between the centres of two spaces.

Source: Pathfinder Player Core, "Cover". A line that meets something solid gives standard cover. One that meets
creatures alone gives lesser cover, or standard cover if a creature is two sizes larger than both. An arrow slit, and
what a GM has marked as three-quarters cover, give greater cover.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from coign.facts.cover.measurement import CoverMeasurement
from coign.geometry.lines import Mask
from coign.protocol.facts import CentreLine, Degree
from coign.rules.readings.best_corner import Kind
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.counting import counting
from coign.rules.readings.obstacles import met_by, union
from coign.util.tasks import Task

MUCH_LARGER = 2  # size categories
GIVES: dict[str, Degree] = {
    "none": "none",
    "creature": "lesser",
    "low": "standard",
    "area": "standard",
    "solid": "standard",
    "window": "greater",
}


class Centre(NamedTuple):
    """The line between the two centres with its obstacles, and the names of those that give cover, creatures apart."""

    line: CentreLine
    by: list[str]


def read_centre(measured: CoverMeasurement, by: CoverConventions) -> Task[Centre]:
    """Find the obstacles on the line between the two centres, as a cooperative task."""
    line = measured.lines.between_centres()
    between = replace(measured, lines=line, melee=False)
    counted = yield from counting(between, by, by_share=False)
    met = yield from met_by(between, by, counted)
    creatures = [token for n, token in enumerate(line.walls.creatures) if line.through_creatures[0, 0, n]]
    largest = max((token.category for token in creatures), default=0)
    kinds: tuple[tuple[Kind, tuple[Mask | None, ...]], ...] = (
        ("window", (met.window, met.three_quarters)),
        ("solid", (met.solid,)),
        ("area", (met.half, met.total)),
        ("low", (met.low,)),
        ("creature", (met.creature,)),
    )
    reading = CentreLine(
        met=next((kind for kind, masks in kinds if any(map(_is_met, masks))), "none"),
        creatures=tuple(token.id for token in creatures),
        larger=largest - max(token.category for token in measured.parties) if creatures else 0,
    )
    by_walls = union(met.solid, met.low, met.window, met.half, met.three_quarters)
    names = line.wall_names(by_walls, counted.walls) if len(line.walls) else []
    if not names and reading.met in ("solid", "low"):
        names = line.floors_met()
    return Centre(reading, names + line.cover_areas(np.ones((1, 1), bool)))


def degree(line: CentreLine) -> Degree:
    """Return the degree of cover that a line between centres gives."""
    if line.met == "creature" and line.larger >= MUCH_LARGER:
        return "standard"
    return GIVES[line.met]


def _is_met(mask: Mask | None) -> bool:
    return mask is not None and bool(mask[0, 0])
