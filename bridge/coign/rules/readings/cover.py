"""Readings of cover: the degree of cover that a rulebook gives to a measurement.

**dmg** (fifth edition): the attacker picks the corner and the target's square of least degree, then of fewest lines
that are blocked. Solid obstacles give by their own count of blocked lines: none, up to half of them half, more
three-quarters; and by the share of the body: at most half of it exposed is at least half, at most a quarter at least
three-quarters. A creature gives half; an arrow slit three-quarters; an area its degree. The most protective counts.
**d20** (v3.5 and Pathfinder): a corner and a square without cover are ones on whose lines nothing hides any of the
target and from which at least 98 % of the square is exposed; in adjacent melee any of the sixteen lines of a pair of
squares. Soft cover by a creature, never in adjacent melee; improved by an arrow slit, or where the attacker's best
point reaches at most a quarter of the chosen square, or of the body, whatever obstacle hides the rest. **area**: by the
exposed share of the target, and at least by the degree of what the GM has marked on the way. **centre** (Pathfinder 2):
by the line between the two centres. With the degrees **hard** (Lancer): soft cover by what is on the lines, hard cover
by the terrain next to the target (`bordering`). Without line of effect cover is total in each.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from coign.facts.cover.exposure import NO_EFFECT, Exposure
from coign.facts.cover.measurement import CornerChoice, Cover, CoverMeasurement
from coign.facts.effort import HIDING, NAMES
from coign.geometry.lines import Floats, Mask
from coign.protocol.facts import CentreLine, CoverFact, Uncounted, Way
from coign.rules.readings import centre_line as centre_reading
from coign.rules.readings.best_corner import D20, DEGREES, BestCorner, best_corner, lines_that_count
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.counting import NEXT_TO_NOTHING, REASONS, ROUNDING, Binding, Counting, counting
from coign.rules.readings.obstacles import Met, met_by, union
from coign.scene.wall_kinds import HALF, LIMITED, SOLID, THREE_QUARTERS, WINDOW
from coign.util.tasks import Task


def read_cover(measured: CoverMeasurement, by: CoverConventions) -> Task[Cover]:
    """Grade a measurement of cover by the conventions, as a cooperative task."""
    if measured.overlapping:
        line = CentreLine() if by.cover == "centre" else None
        return Cover(CoverFact(by.cover, "none", lines=(True,) * measured.lines.corners_each, centre=line))
    exposure = yield from measured.reached()
    counted = yield from counting(measured, by)
    if counted.beside is not None:
        exposure = max(exposure, counted.beside.exposed)
    effect = exposure > NO_EFFECT
    yield
    met = yield from met_by(measured, by, counted)
    yield
    if by.cover == "d20":
        yield from Exposure.best_of_squares.making(measured.exposure)
    chosen = best_corner(measured, met, counted, by, exposure)
    clear = chosen.clear.tolist() if effect else [False] * len(chosen.clear)
    lines = _lines_that_count(measured, chosen, by)
    centre = (yield from centre_reading.read_centre(measured, by)) if by.cover == "centre" else None
    if centre is not None and effect:
        creatures, blockers = [*centre.line.creatures], centre.by
    else:
        creatures = [] if by.in_adjacent_melee(measured) else _creatures(measured, lines)
        blockers = yield from _blockers(measured, chosen, met, counted, lines, effect)
    degree = DEGREES[by.degrees][chosen.rank] if centre is None else centre_reading.degree(centre.line)
    aside = (yield from _uncounted(measured, chosen, counted, by, exposure)) if by.cover == "d20" and effect else None
    yield
    fact = CoverFact(
        reading=by.cover,
        degree=degree if effect else "total",
        lines=tuple(clear),
        blocked=clear.count(False),
        exposure=exposure,
        effect=effect,
        sight=measured.seen() > NO_EFFECT,
        soft=tuple(creatures[:NAMES]),
        by=tuple([*blockers, *map("token:{}".format, creatures)][:NAMES]),
        corner=_corner_name(measured, chosen.corner),
        against="solid" if not effect else chosen.kind,
        adjacent_melee=by.cover == "d20" and by.in_adjacent_melee(measured),
        centre=centre and centre.line,
        share=chosen.share if centre is None and effect else None,
        uncounted=aside,
    )
    return Cover(fact, CornerChoice(chosen.corner, chosen.square))


def _corner_name(measured: CoverMeasurement, corner: int) -> Way | None:
    """Return the attacker's corner in words: "north-east"."""
    if measured.lines.source.space.is_point:
        return None
    names = measured.lines.scene.grid.corner_names
    return names[corner % len(names)]


def _lines_that_count(measured: CoverMeasurement, chosen: BestCorner, by: CoverConventions) -> Mask:
    """(n, m) lines that decide the degree."""
    mask = np.zeros((len(measured.lines.corners), len(measured.lines.ends)), bool)
    mask[lines_that_count(measured, chosen.corner, chosen.square, by)] = True
    return mask


def _creatures(measured: CoverMeasurement, counted: Mask) -> list[str]:
    """Return the ids of the creatures on the lines that count."""
    lines = measured.lines
    creatures = lines.walls.creatures
    if not creatures:
        return []
    hit = np.asarray((lines.through_creatures & counted[:, :, None]).any(axis=(0, 1)))
    return [creatures[n].id for n in hit.nonzero()[0].tolist()]


def _blockers(
    measured: CoverMeasurement, chosen: BestCorner, met: Met, counted: Counting, through: Mask, effect: bool
) -> Task[list[str]]:
    """Name what gives the cover, creatures apart: "wall:ID", "floor:ID", "token:ID", "tile:ID", "region:ID"."""
    lines, exposure = measured.lines, measured.exposure
    by_walls = union(met.solid, met.low, met.window, met.half, met.three_quarters)
    names = lines.wall_names(through & by_walls, counted.walls) if len(lines.walls) else []
    if not names and (not effect or (chosen.rank and chosen.kind in ("solid", "low"))):
        names = yield from exposure.hiding(chosen.corner)  # no line meets what hides the target
    if counted.beside is not None and counted.hard is not None and counted.hard[chosen.corner, chosen.square]:
        beside = lines.walls.names(counted.beside.target & exposure.casts[chosen.corner])
        names = list(dict.fromkeys([*names, *beside]))
    return names + lines.cover_areas(through)


# --- what hides a part of the target, and does not count (C4, C5) -----------------------------------------------------


def _uncounted(
    measured: CoverMeasurement, chosen: BestCorner, counted: Counting, by: CoverConventions, exposed: float
) -> Task[Uncounted | None]:
    """Return the obstacles that would give more cover if C4 and C5 let them count; None if there are none."""
    lines, bound = measured.lines, counted.bound
    if bound is None:
        return None
    aside = ~bound.counts[chosen.corner, chosen.square] & lines.walls.of_kind(
        SOLID, LIMITED, WINDOW, HALF, THREE_QUARTERS
    )
    yield
    limited = lines.walls.of_kind(LIMITED) & aside
    past = (yield from _past_what_counts(measured, chosen, bound)) if limited.any() else 0.0
    if past < NEXT_TO_NOTHING - ROUNDING:
        aside &= ~limited
    hides = yield from _hides(measured, chosen, aside)
    together = max(past, (yield from _share(measured, chosen, (hides > ROUNDING) & ~limited)))
    if together < NEXT_TO_NOTHING - ROUNDING:
        return None
    by_every = replace(by, obstacle_rule="none")
    all_counted = yield from counting(measured, by_every)
    yield
    met = yield from met_by(measured, by_every, all_counted)
    yield
    rank = best_corner(measured, met, all_counted, by_every, exposed).rank
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
    exposures = yield from measured.exposure.of_squares(corner, square)
    counts = bound.counts[corner, square]
    counting = yield from measured.exposure.of_squares_past(counts, corner, square, bound.things)
    return float(counting[0] - exposures[0])


def _hides(measured: CoverMeasurement, chosen: BestCorner, walls: Mask) -> Task[Floats]:
    """(k,) the share of the chosen square that each of the walls hides by itself from the chosen corner."""
    (rows,) = (walls & measured.exposure.casts[chosen.corner]).nonzero()
    rows = rows[:HIDING]
    shares = np.zeros(len(walls))
    if len(rows):
        shares[rows] = yield from measured.exposure.behind_each(chosen.corner, chosen.square, rows)
    return shares


def _share(measured: CoverMeasurement, chosen: BestCorner, walls: Mask) -> Task[float]:
    """Return the share of the chosen square that walls (k,) hide together from the chosen corner."""
    if not walls.any():
        return 0.0
    (exposure,) = yield from measured.exposure.behind(np.array([chosen.corner]), np.array([chosen.square]), walls[None])
    return float(exposure)
