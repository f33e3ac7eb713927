"""What hides a part of the target, and does not count by its height or its place (C4, C5)."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from coign.facts.cover.measurement import CoverMeasurement
from coign.facts.effort import HIDING, NAMES
from coign.geometry.lines import Floats, Mask
from coign.protocol.facts import Uncounted
from coign.rules.readings.best_corner import D20, BestCorner, best_corner
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.counting import NEXT_TO_NOTHING, REASONS, ROUNDING, Binding, Counting, counting
from coign.rules.readings.obstacles import obstacles
from coign.scene.walls import HALF, LIMITED, SOLID, THREE_QUARTERS, WINDOW
from coign.util.tasks import Task


def uncounted(
    measured: CoverMeasurement, chosen: BestCorner, counted: Counting, by: CoverConventions
) -> Task[Uncounted | None]:
    """Return the obstacles that would give more cover if C4 and C5 let them count; None if there are none."""
    lines, bound = measured.lines, counted.bound
    if bound is None:
        return None
    aside = ~bound.counts[chosen.corner, chosen.square]
    if by.obstacle_rule == "all":
        aside &= lines.walls.of_kind(SOLID, LIMITED, WINDOW, HALF, THREE_QUARTERS)
    else:
        aside &= lines.walls.solid & ~lines.stops_wholly(SOLID)[chosen.corner]
    yield
    limited = lines.walls.of_kind(LIMITED) & aside
    past = (yield from _past_what_counts(measured, chosen, bound)) if limited.any() else 0.0
    if past < NEXT_TO_NOTHING - ROUNDING:
        aside &= ~limited
    hides = yield from _hides(measured, chosen, aside)
    together = max(past, (yield from _share(measured, chosen, (hides > ROUNDING) & ~limited)))
    if together < NEXT_TO_NOTHING - ROUNDING:
        return None
    every = replace(by, obstacle_rule="none")
    all_counted = yield from counting(measured, every)
    yield
    met = obstacles(measured, every, all_counted)
    yield
    rank = best_corner(measured, met, all_counted, every).rank
    yield
    if rank <= chosen.rank:
        return None
    most = int(hides.argmax())
    return Uncounted(
        by=tuple(lines.walls.names(hides > ROUNDING)[:NAMES]),
        why=REASONS[bound.reasons[chosen.corner, chosen.square, most]],
        hides=together,
        degree=D20[rank],
    )


def _past_what_counts(measured: CoverMeasurement, chosen: BestCorner, bound: Binding) -> Task[float]:
    """Return the share of the chosen square that the obstacles which count leave exposed, and all of them do not.

    A terrain wall hides only beside a second one, so that each by itself tells nothing.
    """
    corner, square = np.array([chosen.corner]), np.array([chosen.square])
    every = measured.exposure.of_squares(corner, square)
    counting = yield from measured.exposure.of_squares_past(bound.counts[corner, square], corner, square)
    return float(counting[0] - every[0])


def _hides(measured: CoverMeasurement, chosen: BestCorner, walls: Mask) -> Task[Floats]:
    """(k,) the share of the chosen square that each of the walls hides by itself from the chosen corner."""
    (rows,) = (walls & measured.exposure.casts[chosen.corner]).nonzero()
    rows = rows[:HIDING]
    each = np.zeros((len(rows), len(walls)), bool)
    each[np.arange(len(rows)), rows] = True
    found = np.zeros(len(walls))
    if len(rows):
        found[rows] = yield from measured.exposure.behind(
            np.full(len(rows), chosen.corner), np.full(len(rows), chosen.square), each
        )
    return found


def _share(measured: CoverMeasurement, chosen: BestCorner, walls: Mask) -> Task[float]:
    """Return the share of the chosen square that walls (k,) hide together from the chosen corner."""
    if not walls.any():
        return 0.0
    (found,) = yield from measured.exposure.behind(np.array([chosen.corner]), np.array([chosen.square]), walls[None])
    return float(found)
