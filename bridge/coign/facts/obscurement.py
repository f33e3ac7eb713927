"""Sight of the target: light and fog, and the observer's senses.

Light and areas count by shares of the target's space. A part is heavily obscured if it lies in darkness, or in a heavy
area or behind one, seen from the attacker's best point. It is lightly obscured in dim light or a light area. Light
areas in between count by the lines of the best corner that pass them before they come to the space. In adjacent melee
only areas that the space overlaps count. The level is that of more than half of the space; a level touches it from 2 %
on, and sight is lost where no more than that can be seen.

Senses turn the raw level into the observer's own: in fifth edition darkvision reads darkness as dim and dim as bright,
in the d20 reading it ignores both; blindsight needs line of effect; truesight and see invisibility find the invisible.
Tremorsense and blindsense reveal the square, which does not count as seeing.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import shapely

from coign.facts import light
from coign.facts.cover import measurement
from coign.facts.cover.measurement import Cover
from coign.facts.light_between import unlit_between
from coign.facts.query import Query
from coign.protocol.documents import Senses
from coign.protocol.facts import Level, ObscurementFact, Shares
from coign.scene.regions import Area
from coign.scene.tokens import ALOFT, Token
from coign.util.tasks import Task, finish

TOUCHED = 0.02  # of the space: smaller obscured shares are ignored, and a smaller visible share is not seen
UNLIT_BETWEEN = "dim light or darkness in between"
LEVELS: tuple[Level, ...] = ("none", "lightly", "heavily")
_COMMON = Senses()
_RANGED = ("darkvision", "blindsight", "blindsense", "tremorsense", "truesight", "seeInvisible")
_NOTHING = shapely.Polygon()


class Fog(NamedTuple):
    """The obscured parts of a space: the part in or behind heavy areas, the part in light ones, and the share of the
    best corner's lines that pass light ones on the way to it."""

    thick: shapely.Geometry
    thin: shapely.Geometry
    lines: float


_CLEAR = Fog(_NOTHING, _NOTHING, 0.0)


def measure(query: Query, cover: Cover) -> ObscurementFact:
    """Measure the attacker's view of the target, and whether the target sees it. `cover` is the target's cover."""
    return finish(measuring(query, cover))


def measuring(query: Query, cover: Cover) -> Task[ObscurementFact]:
    """Measure the same as `measure`, as a cooperative task."""
    mine = View(query, query.actor, cover)
    yield from mine.measuring()
    theirs_see = True
    if query.actor is not None:
        mutual = query.overlapping or not query.sightlines.walls.has_one_way
        theirs = View(query.backward(), query.target, None, mine if mutual else None)
        if not mutual:
            yield from theirs.query.measuring()
        if theirs.may_look:
            yield from theirs.measuring()
        theirs_see = theirs.sees
    level, touched = mine.levels
    yield
    return ObscurementFact(
        raw=LEVELS[mine.raw],
        level=LEVELS[level],
        touched=LEVELS[touched],
        sight=mine.sees,
        seen_by_target=theirs_see,
        shares=mine.shares,
        because=mine.because,
    )


class View:
    """One observer's view of the subject of a query; levels are ranks, 0 to 2. What is costly is measured only where
    something depends on it: an observer with darkvision sees by any light, one behind a wall by none.
    """

    def __init__(self, query: Query, observer: Token | None, cover: Cover | None, opposite: View | None = None) -> None:
        """`query` goes from the observer to the subject. No `observer` is a point, with common eyes. `cover` is the
        subject's cover, where it is known. `opposite` is the view the other way, where walls stop both ways alike: what
        one sees of the other by geometry is then measured once."""
        self.query, self.subject = query, query.target
        self._cover, self._opposite = cover, opposite
        self._senses = senses = observer.coign.senses if observer else _COMMON
        self._near = _near_enough(senses, query)
        self._is_blinded = observer is not None and "blinded" in observer.statuses
        found = "seeInvisible" in self._near or "truesight" in self._near
        self._is_invisible = "invisible" in self.subject.statuses and not found  # to this observer
        self._sees_in_the_dark = "darkvision" in self._near or "truesight" in self._near

    def measuring(self) -> Task[None]:
        """Measure the light, the fog, and the part of the subject that is seen, as a cooperative task."""
        self._lit = yield from self._lighting()
        if self._senses.lowLight and self.shares.none < 1:
            self._own_lit = yield from self._lighting(low_light=True)
        yield
        for part in (lambda: self._behind_fog, lambda: self._fog, lambda: self.levels, lambda: self.sees):
            part()
            yield

    def _lighting(self, *, low_light: bool = False) -> Task[light.Reached]:
        return light.lighting(self.query.scene, self.query.space, self.subject.doc.level, low_light)

    # --- measurements -------------------------------------------------------------------------------------------------

    @cached_property
    def _close(self) -> bool:
        """Tell whether it is adjacent melee, in which no fog is in between."""
        return self.query.melee and self.query.adjacent

    @cached_property
    def _seen(self) -> float:
        """The share of the subject's space that is seen by geometry alone."""
        if self._opposite is not None:
            return self._opposite._seen
        return 1.0 if self.query.overlapping else self.query.exposure.seen(past_fog=self._close)

    @cached_property
    def _effect(self) -> bool:
        if self._opposite is not None:
            return self._opposite._effect
        return self._cover.fact.effect if self._cover is not None else self.query.exposure.reach

    @cached_property
    def shares(self) -> Shares:
        """The light on the subject, for common eyes."""
        return light.shares_of(self._lit, self.query.space)

    @cached_property
    def _lit(self) -> light.Reached:
        """The lit parts of the subject's space, for common eyes."""
        return finish(self._lighting())

    @cached_property
    def _own_lit(self) -> light.Reached:
        """The lit parts of the subject's space, for this observer's eyes."""
        if not self._senses.lowLight:
            return self._lit
        return finish(self._lighting(low_light=True))

    @cached_property
    def _own_shares(self) -> Shares:
        """The light on the subject, for this observer's eyes: low-light vision, darkvision, truesight."""
        found = self.shares
        if self._senses.lowLight and found.none < 1:
            found = light.shares_of(self._own_lit, self.query.space)
        return self._by_sense(found)

    @cached_property
    def _unlit_between(self) -> bool:
        """Tell whether the lines to the subject pass dim light or darkness, for tables that count it (C13)."""
        if not self.query.conventions.concealment_lines or self._close or self.query.overlapping:
            return False
        between = unlit_between(self.query, self._cover, bool(self._senses.lowLight))
        return any(self._by_sense(found).none < 1 - TOUCHED for found in between)

    def _by_sense(self, found: Shares) -> Shares:
        """Return the light after darkvision and truesight."""
        if not self._sees_in_the_dark:
            return found
        if self.query.conventions.senses == "d20" or "truesight" in self._near:
            return Shares()
        return Shares(found.none + found.lightly, found.heavily, 0.0)

    def _unlit(self, *, own: bool) -> tuple[shapely.Geometry, shapely.Geometry]:
        """The parts of the space that are dark, and at most dim, for common eyes or for the observer's own."""
        space, shares = self.query.space, self._own_shares if own else self.shares
        if shares.none >= 1:
            return _NOTHING, _NOTHING
        lit = self._own_lit if own else self._lit
        dark, dim = space.outline.difference(lit.dim), space.outline.difference(lit.bright)
        return (_NOTHING, dark) if own and self._sees_in_the_dark else (dark, dim)

    @cached_property
    def _fog(self) -> Fog:
        query, level = self.query, self.subject.doc.level
        space = query.space
        found = [area for area in query.scene.areas_in(*query.hull) if area.obscuring] if query.scene.areas else []
        if not found:
            return _CLEAR
        here = [area for area in found if area.on(level) and area.meets(space.bottom, space.top)]
        thick, thin = (
            [area.polygon & space.outline for area in here if area.obscuring == kind] for kind in ("heavy", "light")
        )
        lines = 0.0
        if not self._close and not query.overlapping:
            thick.append(self._behind_fog)
            lines = self._lines_through([area for area in found if area.obscuring == "light"])
        return Fog(shapely.union_all(thick), shapely.union_all(thin), lines)

    @cached_property
    def _behind_fog(self) -> shapely.Geometry:
        """The part of the space that is in or behind thick fog; nothing if no fog counts in between."""
        if not self.query.scene.areas or self._close or self.query.overlapping:
            return _NOTHING
        return self.query.exposure.in_or_behind_fog()

    def _lines_through(self, found: list[Area]) -> float:
        """The share of the best corner's lines that pass through the inside of some areas before they come to the
        space."""
        if not found:
            return 0.0
        choice = (self._cover or measurement.read(self.query)).choice
        if choice is None:
            return 0.0
        sight = self.query.sightlines
        ends = slice(choice.square * sight.corners_each, (choice.square + 1) * sight.corners_each)
        lines = shapely.linestrings([[sight.corners[choice.corner], end] for end in sight.ends[ends]])
        outside = shapely.difference(lines, self.query.space.outline)
        passes = [
            sight.through(area)[choice.corner, ends] & shapely.intersects(area.inside, outside)
            for area in sight.areas("obscuring")
            if area in found
        ]
        return float(sum(passes).astype(bool).mean()) if passes else 0.0

    # --- results ------------------------------------------------------------------------------------------------------

    @property
    def raw(self) -> int:
        """The level of most of the space to normal eyes."""
        return self._level(self.shares, own=False)[0]

    @property
    def levels(self) -> tuple[int, int]:
        """The level of most of the space to the observer's senses, and the worst level that touches it."""
        return (0, 0) if self._blindsight else self._level(self._own_shares, own=True)

    def _level(self, shares: Shares, *, own: bool) -> tuple[int, int]:
        """The level of most of the space, and the worst that touches it, by light and areas."""
        fog, heavily, obscured = self._fog, shares.heavily, shares.lightly + shares.heavily
        if not (fog.thick.is_empty and fog.thin.is_empty):
            (dark, dim), outline = self._unlit(own=own), self.query.space.outline
            heavily = shapely.union(dark, fog.thick).area / outline.area
            obscured = shapely.union_all([dim, fog.thick, fog.thin]).area / outline.area
        level = 2 if heavily > 0.5 else 1 if obscured > 0.5 or fog.lines > 0.5 else 0
        unlit_between = own and obscured <= TOUCHED and self._unlit_between
        touched = 2 if heavily > TOUCHED else 1 if obscured > TOUCHED or fog.lines or unlit_between else 0
        return level, max(level, touched)

    @property
    def sees(self) -> bool:
        """Tell whether the observer sees the target, by its eyes or by blindsight."""
        return self._blindsight or self._looks

    @property
    def may_look(self) -> bool:
        """Return whether the observer's eyes may see the subject, by whatever light."""
        return not (self._is_invisible or self._is_blinded or self._seen <= TOUCHED)

    @cached_property
    def _looks(self) -> bool:
        """Return whether the observer sees with its eyes."""
        if not self.may_look:
            return False
        dark, fog = self._own_shares.heavily, self._fog.thick
        if dark >= 1 - TOUCHED:
            return False
        if fog.is_empty and (not dark or self._seen >= 1 or self.query.overlapping):
            return True
        obscured = shapely.union(self._unlit(own=True)[0], fog)
        if self.query.overlapping:
            return bool(obscured.area < (1 - TOUCHED) * self.query.space.outline.area)
        return self.query.exposure.visible(obscured, past_fog=self._close) > TOUCHED

    @property
    def because(self) -> tuple[str, ...]:
        """Return the reason for the observer's sight, if it is not the light alone."""
        because: list[str] = []
        senses, units = self._senses, self.query.scene.grid.units or "units"
        is_dim = self.shares.lightly + self.shares.heavily > TOUCHED
        if is_dim and "truesight" in self._near:
            because.append(f"truesight {senses.truesight:g} {units}")
        elif is_dim and "darkvision" in self._near:
            because.append(f"darkvision {senses.darkvision:g} {units}")
        elif senses.lowLight and self._own_shares != self.shares:
            because.append("low-light vision")
        if self._is_blinded:
            because.append("blinded")
        if "invisible" in self.subject.statuses:
            because.append("invisible" if self._is_invisible else "invisible, but found")
        if self._seen <= TOUCHED:
            because.append("no line of sight")
        if not is_dim and self._unlit_between:
            because.append(UNLIT_BETWEEN)
        if self._blindsight:
            because.append(f"blindsight {senses.blindsight:g} {units}")
        elif not self._looks:
            because += [
                f"{sense} {getattr(senses, sense):g} {units}: its square is known"
                for sense in ("tremorsense", "blindsense")
                if self._feels(sense)
            ]
        return tuple(because)

    def _feels(self, sense: str) -> bool:
        aloft = sense == "tremorsense" and self.subject.locomotion in ALOFT
        return sense in self._near and not aloft and (sense == "blindsense" or self._effect)

    @cached_property
    def _blindsight(self) -> bool:
        return "blindsight" in self._near and self._effect


def _near_enough(senses: Senses, query: Query) -> frozenset[str]:
    """Return the observer's special senses whose range includes the subject of a query."""
    if senses == _COMMON:
        return frozenset()
    distance = query.distance - 1e-9  # a sense of range 0 finds nothing, even at distance 0
    return frozenset([name for name in _RANGED if (getattr(senses, name) or -1.0) >= distance])
