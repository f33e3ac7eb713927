"""How well the attacker sees the target: light, fog, and what its senses make of them.

The raw level is the worse of the light on the target (the brightest level that, with brighter ones, covers more than
half of its space) and of the obscuring areas that its space overlaps or a line from the best corner passes through;
in adjacent melee only those that its space overlaps. Senses then turn it into the observer's own: in fifth edition
darkvision reads darkness as dim and dim as bright, in the d20 reading it ignores both; blindsight and tremorsense need
line of effect; truesight and see invisibility find the invisible.
"""

from __future__ import annotations

from functools import cached_property

import shapely

from coign.facts import cover, light
from coign.facts.cover import Weighed
from coign.facts.query import Query
from coign.facts.sightlines import Sightlines
from coign.grid.space import Space
from coign.protocol.documents import Senses
from coign.protocol.facts import Level, ObscurementFact, Shares
from coign.scene.regions import Area
from coign.scene.scene import Scene
from coign.scene.tokens import ALOFT, Token

TOUCHED = 0.02  # of the space: what covers less does not touch it
LEVELS: tuple[Level, ...] = ("none", "lightly", "heavily")
_COMMON = Senses()
_RANGED = ("darkvision", "blindsight", "blindsense", "tremorsense", "truesight", "seeInvisible")


def measure(query: Query, weighed: Weighed) -> ObscurementFact:
    """What the attacker sees of the target, and whether the target sees it. `weighed` is the target's cover."""
    mine = View(query, query.actor, Way(query, weighed, weighed))
    theirs_see = True
    if query.actor is not None:
        back = query.backward()
        mutual = query.overlapping or not (query.scene.walls.has_one_way and query.sightlines.walls.facing is not None)
        theirs = View(back, query.target, Way(back, weighed if mutual else None, None))
        mine.light_with(theirs)
        theirs_see = theirs.sees
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


def sees(query: Query, observer: Token, weighed: Weighed) -> bool:
    """Whether the attacker sees the target."""
    return View(query, observer, Way(query, weighed, weighed)).sees


class Way:
    """What gets through from an observer to a subject, and the obscuring areas it passes: those on the lines of the
    best corner, in adjacent melee none.

    `through` is the cover that says what gets through, measured from either side: where one sees a part of the other,
    that part sees it. None has it measured from here, as walls that stop one way only ask for. `weighed` is the cover
    measured from here, if it is known.
    """

    def __init__(self, query: Query, through: Weighed | None, weighed: Weighed | None) -> None:
        self._query, self._through, self._weighed = query, through, weighed

    @cached_property
    def _close(self) -> bool:
        return self._query.melee and self._query.adjacent

    @cached_property
    def effect(self) -> bool:
        return self._query.exposure.reach if self._through is None else self._through.fact.effect

    @cached_property
    def sight(self) -> bool:
        return self._query.exposure.sees(past_fog=self._close) if self.told is None else self.told

    @property
    def told(self) -> bool | None:
        """Line of sight as far as the cover tells; None where it has to be measured."""
        if self._through is None:
            return None
        fact = self._through.fact
        tells = fact.sight or not fact.effect or not self._close or not self._query.scene.areas
        return fact.sight if tells else None

    @cached_property
    def passed(self) -> list[Area]:
        query = self._query
        if self._close or not any(area.obscuring for area in query.scene.areas_in(*query.hull)):
            return []
        choice = (self._weighed or cover.measure(query)).choice
        return [] if choice is None else _passed(query.sightlines, choice.corner, choice.square)


class View:
    """One observer's view of the subject of a query; levels are ranks, 0 to 2. What is costly is measured only where
    something hangs on it: an observer with darkvision sees by any light, one behind a wall by none.
    """

    def __init__(self, query: Query, observer: Token | None, way: Way) -> None:
        """`query` goes from the observer to the subject. No `observer` is a point, with common eyes."""
        self.query, self.subject, self.way = query, query.target, way
        self._together: Shares | None = None  # the light on the subject, where it was measured with another's
        self._senses = senses = observer.coign.senses if observer else _COMMON
        self._near = _near_enough(senses, query)
        self._is_blinded = observer is not None and "blinded" in observer.statuses
        found = "seeInvisible" in self._near or "truesight" in self._near
        self._is_invisible = "invisible" in self.subject.statuses and not found  # to this observer
        self._sees_in_the_dark = "darkvision" in self._near or "truesight" in self._near

    def light_with(self, other: View) -> None:
        """Measure the light on both subjects at once, if the other view hangs on it too."""
        scene, level = self.query.scene, self.subject.doc.level
        by_light = other.way.told is not False and not (other._sees_in_the_dark or other._senses.lowLight)
        if by_light and other.subject.doc.level == level and light.counts(scene):
            self._together, other._together = light.measured(scene, [self.query.space, other.query.space], level)

    @cached_property
    def shares(self) -> Shares:
        """For common eyes."""
        return self._together or light.shares(self.query.scene, self.query.space, self.subject.doc.level)

    @property
    def raw(self) -> int:
        return max(_light_rank(self.shares)[0], self._fog)

    @property
    def levels(self) -> tuple[int, int]:
        """What the observer's senses make of the level of most of the space, and of the worst that touches it."""
        if self._blindsight or (self._tremorsense and not self._looks):
            return 0, 0
        level, touched = self._lit
        if self._sees_in_the_dark:
            brighter = 2 if self.query.conventions.senses == "d20" or "truesight" in self._near else 1
            level, touched = max(0, level - brighter), max(0, touched - brighter)
        return max(level, self._fog), max(touched, self._fog)

    @property
    def sees(self) -> bool:
        return self._blindsight or self._tremorsense or self._looks

    @property
    def because(self) -> tuple[str, ...]:
        """Why it sees what it sees, where it is not for the light alone."""
        because: list[str] = []
        senses, units = self._senses, self.query.scene.grid.units or "units"
        if self._lit[1] and "truesight" in self._near:
            because.append(f"truesight {senses.truesight:g} {units}")
        elif self._lit[1] and "darkvision" in self._near:
            because.append(f"darkvision {senses.darkvision:g} {units}")
        if senses.lowLight and self._lit < _light_rank(self.shares):
            because.append("low-light vision")
        if self._is_blinded:
            because.append("blinded")
        if "invisible" in self.subject.statuses:
            because.append("invisible" if self._is_invisible else "invisible, but found")
        if not self.way.sight:
            because.append("no line of sight")
        if self._blindsight:
            because.append(f"blindsight {senses.blindsight:g} {units}")
        elif self._tremorsense and not self._looks:
            because.append(f"tremorsense {senses.tremorsense:g} {units}")
        elif "blindsense" in self._near and not self._looks:
            because.append(f"blindsense {senses.blindsense:g} {units}: its square is known")
        return tuple(because)

    @cached_property
    def _looks(self) -> bool:
        """Whether it sees with its eyes."""
        if self._is_invisible or self._is_blinded or self.way.told is False:
            return False
        return (self._sees_in_the_dark or self._lit[0] < 2) and self.way.sight and self._fog < 2

    @cached_property
    def _lit(self) -> tuple[int, int]:
        """The level that the light leaves on most of the space, and the worst that touches it."""
        if not self._senses.lowLight:
            return _light_rank(self.shares)
        return _light_rank(light.shares(self.query.scene, self.query.space, self.subject.doc.level, low_light=True))

    @cached_property
    def _fog(self) -> int:
        if not self.query.scene.areas:
            return 0
        areas = [*self.way.passed, *_under(self.query.scene, self.query.space, self.subject.doc.level)]
        return max((2 if area.obscuring == "heavy" else 1 for area in areas), default=0)

    @cached_property
    def _blindsight(self) -> bool:
        return "blindsight" in self._near and self.way.effect

    @cached_property
    def _tremorsense(self) -> bool:
        return "tremorsense" in self._near and self.subject.locomotion not in ALOFT and self.way.effect


def _near_enough(senses: Senses, query: Query) -> frozenset[str]:
    """The senses beyond common eyes that reach as far as the subject of a query."""
    if senses == _COMMON:
        return frozenset()
    distance = query.distance - 1e-9  # a sense of no range is none, not even at no distance
    return frozenset([name for name in _RANGED if (getattr(senses, name) or -1.0) >= distance])


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
    each = lines.corners_each
    ends = slice(square * each, (square + 1) * each)
    return [area for area in lines.areas("obscuring") if lines.through(area)[corner, ends].any()]
