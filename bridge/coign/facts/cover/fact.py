"""Cover: which of the attacker's corner lines reach the target, and what stops the others.

Three readings. **dmg** (fifth edition): the attacker picks the corner and the target's square of least degree, then of
fewest lines that meet anything. Solid obstacles give by their own count of lines: none, up to half of them half, more
three-quarters; a creature, or a low wall of at least half the target's height, half; an arrow slit three-quarters; an
area its degree. The most protective counts. **d20** (v3.5 and Pathfinder): a corner and a square without cover are ones
whose lines are all clear and between whose lines nothing solid stands; in adjacent melee any of the sixteen lines of a
pair of squares. Soft cover by a creature, never in adjacent melee; improved by an arrow slit, or where at most a
quarter of the chosen square is exposed. **area**: by exposure alone. **centre**
(Pathfinder 2): by the line between the two centres. Without line of effect cover is total in each.
"""

from __future__ import annotations

import msgspec
import numpy as np

from coign.facts.cover.centre import degree as degree_of
from coign.facts.cover.centre import measure_centre
from coign.facts.cover.choice import D20, DMG, Choice, by_sixteen, choose, in_adjacent_melee
from coign.facts.cover.exposure import NO_EFFECT, best
from coign.facts.cover.obstacles import Obstacles, obstacles, union
from coign.facts.effort import NAMES
from coign.facts.query import Query
from coign.geometry.lines import Mask
from coign.protocol.facts import CentreLine, CoverFact, Degree


class Weighed(msgspec.Struct, frozen=True, eq=False):
    """The fact, and what it rests on; None where the two overlap and no line was drawn."""

    fact: CoverFact
    choice: Choice | None = None
    met: Obstacles | None = None


def measure(query: Query) -> Weighed:
    """The cover of the target from the attacker, by the reading that the conventions name."""
    reading = query.conventions.cover
    sight = query.sightlines
    if query.overlapping:
        line = CentreLine() if reading == "centre" else None
        return Weighed(CoverFact(reading, "none", lines=(True,) * sight.corners_each, centre=line))
    exposure = best(query.exposure.shares)
    effect = exposure > NO_EFFECT
    met = obstacles(query, sight, creatures=not in_adjacent_melee(query))
    choice = choose(query, met)
    degrees = D20 if query.conventions.degrees == "d20" else DMG
    degree = degrees[choice.rank]
    centre = measure_centre(query) if reading == "centre" else None
    if centre is not None:
        degree = degree_of(centre)
    if reading == "area":
        degree = _by_area(exposure, query.conventions.area_thresholds, degrees)
    if not effect:
        degree = "total"
    clear = choice.clear & effect
    fact = CoverFact(
        reading=reading,
        degree=degree,
        lines=tuple(clear.tolist()),
        blocked=int((~clear).sum()),
        exposure=exposure,
        effect=effect,
        sight=best(query.exposure.sights) > NO_EFFECT,
        soft=tuple(body_ids(query, choice)[:NAMES]),
        by=tuple(blockers(query, choice, met, effect)[:NAMES]),
        corner=corner_name(query, choice.corner),
        against="solid" if not effect else choice.kind,
        adjacent_melee=by_sixteen(query),
        centre=centre,
    )
    return Weighed(fact, choice, met)


def _by_area(exposure: float, thresholds: tuple[float, float], degrees: tuple[Degree, ...]) -> Degree:
    half, most = thresholds
    if exposure >= 1.0:
        return "none"
    if exposure <= most:
        return degrees[-2]
    return degrees[-3] if exposure <= half or degrees is D20 else "none"


def corner_name(query: Query, corner: int) -> str | None:
    """The attacker's corner in words: "north-east"."""
    if query.source.is_point:
        return None
    names = query.scene.grid.corner_names
    return names[corner % len(names)]


def chosen_lines(query: Query, choice: Choice) -> Mask:
    """(n, m) True on the lines that the answer rests on."""
    sight = query.sightlines
    each, own = sight.corners_each, len(sight.corners) // len(sight.source.inset)
    mask = np.zeros((len(sight.corners), len(sight.ends)), bool)
    first, count = choice.corner, 1
    if in_adjacent_melee(query):
        first, count = choice.corner // own * own, own
    mask[first : first + count, choice.square * each : (choice.square + 1) * each] = True
    return mask


def body_ids(query: Query, choice: Choice) -> list[str]:
    """Creatures on the lines that the answer rests on."""
    if in_adjacent_melee(query) or not query.sightlines.bodies:
        return []
    lines = chosen_lines(query, choice)
    hit = np.asarray((query.sightlines.soft & lines[:, :, None]).any(axis=(0, 1)))
    return [token.id for token, met in zip(query.sightlines.bodies, hit, strict=True) if met]


def blockers(query: Query, choice: Choice, met: Obstacles, effect: bool) -> list[str]:
    """What gives the cover: "wall:ID", "region:ID", "token:ID"."""
    sight = query.sightlines
    lines = chosen_lines(query, choice)
    by_walls = union(met.solid, met.low, met.window, met.half, met.three_quarters)
    names = sight.wall_names(lines & by_walls) if len(sight.walls) else []
    if choice.rank and not names and len(sight.walls) and choice.kind == "solid":
        names = sight.walls.names(query.exposure.between(choice.square)[0][choice.corner])
    if not effect and not names:  # all lines pass, and yet nothing of the space is exposed
        names = sight.walls.names(query.exposure.hiding(choice.corner))
    for area in sight.areas("cover") if query.scene.areas else ():
        if area.cover != "none" and (sight.through(area)[: len(lines)] & lines).any():
            names.append(f"region:{area.id}")
    return names + [f"token:{key}" for key in body_ids(query, choice)]
