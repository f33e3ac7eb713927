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
from coign.once import once
from coign.protocol.documents import Senses
from coign.protocol.facts import Level, ObscurementFact, Shares
from coign.scene import Scene
from coign.space import Space
from coign.tokens import ALOFT, Token

TOUCHED = 0.02  # of the space: what covers less does not touch it
LEVELS: tuple[Level, ...] = ("none", "lightly", "heavily")
_COMMON = Senses()


def measure(query: Query, best: tuple[int, int] | None, line_of_effect: bool, line_of_sight: bool) -> ObscurementFact:
    """What the attacker sees of the target, and whether the target sees it. `best` is cover's corner and square."""
    mine, theirs_see = look(query, best, line_of_effect, line_of_sight), True
    if query.actor is not None:
        if query.scene.walls.has_one_way and not query.overlapping and query.sightlines.walls.facing is not None:
            line_of_effect, line_of_sight = query.sightlines.backward().exposure.clear()
        back = View(query, query.target, query.actor, query.source, mine.passed, line_of_effect, line_of_sight)
        theirs_see = back.sees
    level, touched = mine.levels
    return ObscurementFact(
        raw=LEVELS[mine.raw],
        level=LEVELS[level],
        touched=LEVELS[touched],
        sight=mine.sees,
        seen_by_target=theirs_see,
        shares=mine.shares,
        because=mine.because,
    )


def look(query: Query, best: tuple[int, int] | None, line_of_effect: bool, line_of_sight: bool) -> View:
    """The attacker's view of the target."""
    close = query.melee and query.adjacent
    passed = _passed(query.sightlines, *best) if query.scene.areas and not close and best is not None else []
    return View(query, query.actor, query.target, query.space, passed, line_of_effect, line_of_sight)


@dataclass(frozen=True)
class View:
    """One observer's view of one subject in its space; levels are ranks, 0 to 2. What is costly is measured only where
    something hangs on it: an observer with darkvision sees by any light. No `observer` is a point, with common eyes.
    """

    query: Query
    observer: Token | None
    subject: Token
    space: Space
    passed: list[Area]  # obscuring areas on the way
    line_of_effect: bool
    line_of_sight: bool

    @once
    def shares(self) -> Shares:
        return light.shares(self.query.scene, self.space, self.subject.doc.level, bool(self._senses.lowLight))

    @once
    def raw(self) -> int:
        return max(self._lit[0], self._fog)

    @once
    def levels(self) -> tuple[int, int]:
        """What the observer's senses make of the level of most of the space, and of the worst that touches it."""
        if self._blindsight or (self._tremorsense and not self._looks):
            return 0, 0
        level, touched = self._lit
        if self._sees_in_the_dark:
            brighter = 2 if self.query.conventions.senses == "d20" or self._within(self._senses.truesight) else 1
            level, touched = max(0, level - brighter), max(0, touched - brighter)
        return max(level, self._fog), max(touched, self._fog)

    @once
    def sees(self) -> bool:
        return self._blindsight or self._tremorsense or self._looks

    @once
    def because(self) -> tuple[str, ...]:
        """Why it sees what it sees, where it is not for the light alone."""
        because: list[str] = []
        senses, units = self._senses, self.query.scene.grid.units or "units"
        if self._lit[1] and self._within(senses.truesight):
            because.append(f"truesight {senses.truesight:g} {units}")
        elif self._lit[1] and self._within(senses.darkvision):
            because.append(f"darkvision {senses.darkvision:g} {units}")
        if self.observer is not None and "blinded" in self.observer.statuses:
            because.append("blinded")
        if "invisible" in self.subject.statuses:
            because.append("invisible" if self._is_invisible else "invisible, but found")
        if not self.line_of_sight:
            because.append("no line of sight")
        if self._blindsight:
            because.append(f"blindsight {senses.blindsight:g} {units}")
        elif self._tremorsense and not self._looks:
            because.append(f"tremorsense {senses.tremorsense:g} {units}")
        elif self._within(senses.blindsense) and not self._looks:
            because.append(f"blindsense {senses.blindsense:g} {units}: its square is known")
        return tuple(because)

    @once
    def _looks(self) -> bool:
        """Whether it sees with its eyes."""
        if not self.line_of_sight or self._is_invisible or self._fog == 2:
            return False
        if self.observer is not None and "blinded" in self.observer.statuses:
            return False
        return self._sees_in_the_dark or self._lit[0] < 2

    @once
    def _lit(self) -> tuple[int, int]:
        """The level that the light leaves on most of the space, and the worst that touches it."""
        return _light_rank(self.shares)

    @once
    def _fog(self) -> int:
        areas = [*self.passed, *_under(self.query.scene, self.space, self.subject.doc.level)]
        return max((2 if area.obscuring == "heavy" else 1 for area in areas), default=0)

    @once
    def _senses(self) -> Senses:
        return self.observer.coign.senses if self.observer else _COMMON

    def _within(self, reach: float | None) -> bool:
        return reach is not None and reach > 0 and self.query.distance <= reach + 1e-9

    @once
    def _sees_in_the_dark(self) -> bool:
        return self._within(self._senses.darkvision) or self._within(self._senses.truesight)

    @once
    def _is_invisible(self) -> bool:
        """To this observer."""
        found = self._within(self._senses.seeInvisible) or self._within(self._senses.truesight)
        return "invisible" in self.subject.statuses and not found

    @once
    def _blindsight(self) -> bool:
        return self.line_of_effect and self._within(self._senses.blindsight)

    @once
    def _tremorsense(self) -> bool:
        aloft = self.subject.locomotion in ALOFT
        return self.line_of_effect and not aloft and self._within(self._senses.tremorsense)


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
    return [area for area in lines.areas("obscuring") if lines.through(area)[corner, ends].any()]
