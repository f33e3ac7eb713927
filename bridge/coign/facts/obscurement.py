"""How well the attacker sees the target: light, fog, and what its senses make of them.

The raw level is the worse of the light on the target (the brightest level that, with brighter ones, covers more than
half of its space) and of the obscuring areas that its space overlaps or a line from the best corner passes through;
in adjacent melee only those that its space overlaps. Senses then turn it into the observer's own: in fifth edition
darkvision reads darkness as dim and dim as bright, in the d20 reading it ignores both; blindsight and tremorsense need
line of effect; truesight and see invisibility find the invisible.
"""

from __future__ import annotations

from dataclasses import dataclass

import shapely

from coign.areas import Area
from coign.facts import light
from coign.facts.query import Query
from coign.facts.sightlines import Sightlines
from coign.protocol.documents import Senses
from coign.protocol.facts import Level, ObscurementFact, Shares
from coign.scene import Scene
from coign.space import Space
from coign.tokens import ALOFT, Token

TOUCHED = 0.02  # of the space: what covers less does not touch it
LEVELS: tuple[Level, ...] = ("none", "lightly", "heavily")


@dataclass(frozen=True)
class View:
    """One observer's view of one subject: levels as ranks 0 to 2."""

    raw: int
    level: int
    touched: int
    sees: bool
    shares: Shares
    because: tuple[str, ...]


def measure(query: Query, best: tuple[int, int] | None, line_of_effect: bool, line_of_sight: bool) -> ObscurementFact:
    """What the attacker sees of the target, and whether the target sees it. `best` is cover's corner and square."""
    scene, close = query.scene, query.melee and query.adjacent
    passed = _passed(query.sightlines, *best) if scene.areas and not close and best is not None else []
    mine = view(query, query.actor, query.source, query.target, query.space, passed, line_of_effect, line_of_sight)
    if query.actor is None:
        theirs_see = True
    else:
        if scene.walls.has_one_way and not query.overlapping and query.sightlines.one_way:
            line_of_effect, line_of_sight = query.sightlines.backward().clear()
        back = view(query, query.target, query.space, query.actor, query.source, passed, line_of_effect, line_of_sight)
        theirs_see = back.sees
    return ObscurementFact(
        raw=LEVELS[mine.raw],
        level=LEVELS[mine.level],
        touched=LEVELS[mine.touched],
        sight=mine.sees,
        seen_by_target=theirs_see,
        shares=mine.shares,
        because=mine.because,
    )


def view(
    query: Query,
    observer: Token | None,
    source: Space,
    subject: Token,
    space: Space,
    passed: list[Area],
    line_of_effect: bool,
    line_of_sight: bool,
) -> View:
    """What `observer` (None: a point, with common eyes) sees of `subject`."""
    senses = observer.coign.senses if observer else Senses()
    distance = query.distance
    d20 = query.conventions.senses == "d20"
    shares = light.shares(query.scene, space, subject.doc.level, bool(senses.lowLight))
    lit, touched = _light_rank(shares)
    areas = [*passed, *(a for a in _under(query.scene, space, subject.doc.level) if a not in passed)]
    fog = max((2 if area.obscuring == "heavy" else 1 for area in areas), default=0)
    raw = max(lit, fog)
    because: list[str] = []
    units = query.scene.grid.units or "units"

    def within(reach: float | None) -> bool:
        return reach is not None and reach > 0 and distance <= reach + 1e-9

    seen_lit, seen_touched = lit, touched
    if touched and (within(senses.darkvision) or within(senses.truesight)):
        name, reach = ("truesight", senses.truesight) if within(senses.truesight) else ("darkvision", senses.darkvision)
        ignores = d20 or name == "truesight"
        seen_lit, seen_touched = (0, 0) if ignores else (max(0, lit - 1), max(0, touched - 1))
        because.append(f"{name} {reach:g} {units}")
    level, worst = max(seen_lit, fog), max(seen_touched, fog)
    invisible = "invisible" in subject.statuses
    finds_invisible = within(senses.seeInvisible) or within(senses.truesight)
    sees = line_of_sight and level < 2 and not (invisible and not finds_invisible)
    if observer is not None and "blinded" in observer.statuses:
        sees = False
        because.append("blinded")
    if invisible:
        because.append("invisible, but found" if finds_invisible else "invisible")
    if not line_of_sight:
        because.append("no line of sight")
    if within(senses.blindsight) and line_of_effect:
        level = worst = 0
        sees = True
        because.append(f"blindsight {senses.blindsight:g} {units}")
    elif within(senses.tremorsense) and line_of_effect and subject.locomotion not in ALOFT and not sees:
        level = worst = 0
        sees = True
        because.append(f"tremorsense {senses.tremorsense:g} {units}")
    elif within(senses.blindsense) and not sees:
        because.append(f"blindsense {senses.blindsense:g} {units}: its square is known")
    return View(raw, level, worst, sees, shares, tuple(because))


def _light_rank(shares: Shares) -> tuple[int, int]:
    """The level of most of the space, and the worst that touches it, as ranks."""
    if shares.none > 0.5:
        rank = 0
    elif shares.none + shares.lightly > 0.5:
        rank = 1
    else:
        rank = 2
    touched = 2 if shares.heavily > TOUCHED else 1 if shares.lightly > TOUCHED else 0
    return rank, max(rank, touched)


def _under(scene: Scene, space: Space, level: str | None) -> list[Area]:
    """Obscuring areas that a space overlaps."""
    if not scene.areas:
        return []
    squares = shapely.polygons(space.corners) if not space.is_point else shapely.points(space.centres)
    return [
        area
        for area in scene.areas_in(*space.box)
        if area.obscuring and area.on(level) and area.meets(space.bottom, space.top) and _any_inside(area, squares)
    ]


def _any_inside(area: Area, squares: object) -> bool:
    return bool(shapely.intersects(area.inside, squares).any())


def _passed(lines: Sightlines, corner: int, square: int) -> list[Area]:
    """Obscuring areas through whose inside a line from one corner to one square passes."""
    if not lines.scene.areas:
        return []
    each = lines.corners_each
    ends = slice(square * each, (square + 1) * each)
    return [area for area in lines.areas("obscuring") if lines.through(area, [corner])[:, ends].any()]
