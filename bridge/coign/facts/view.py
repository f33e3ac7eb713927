"""One observer's view of a subject: the light and fog on its space, and what the observer's senses make of them.

Light and areas count by shares of the subject's body. A part is heavily obscured if it lies in darkness, or in a heavy
area or behind one, seen from the observer's best point. It is lightly obscured in dim light or a light area. Light
areas in between count by the lines of the best corner that pass them before they come to the space. In adjacent melee
only areas that the space overlaps count.

Senses turn the raw light into the observer's own: in fifth edition darkvision reads darkness as dim and dim as bright,
in the d20 reading it ignores both (`coign.rules.traits`). A darkness source is a wall to eyes that it hinders: as in
Foundry, they see neither in nor out nor through. Blindsight needs line of effect.

Dim light and darkness between the two count as well, if a rule counts them (`coign.facts.between`).
"""

from __future__ import annotations

from typing import NamedTuple

import shapely

from coign.facts import between, light
from coign.facts.conventions import COMMON_SENSES, near_enough
from coign.facts.cover import measurement
from coign.facts.cover.body import Body
from coign.facts.cover.layers import NOWHERE, Layers, on_all
from coign.facts.cover.layers import between as between_heights
from coign.facts.cover.measurement import CornerChoice, Cover, ReadCover
from coign.facts.cover.shadows import Haze
from coign.facts.query import Query
from coign.protocol.facts import Shares
from coign.scene.tokens import Token
from coign.util.lazy import lazy
from coign.util.tasks import Made, Task, finish


class Fog(NamedTuple):
    """The obscured parts of a body: the part in or behind heavy areas, the part in light ones, and the share of the
    best corner's lines that pass light ones on the way to it."""

    thick: Layers
    thin: Layers
    lines: float


class Obscured(NamedTuple):
    """The obscured shares of a body, by light and areas, and the share of the best corner's lines that pass light
    areas on the way to it."""

    heavily: float
    any_level: float  # lightly or heavily
    lines: float


_CLEAR = Fog(NOWHERE, NOWHERE, 0.0)


class View:
    """One observer's view of the subject of a query.

    Costly parts are measured only if an answer depends on them: an observer with darkvision sees in any light, and one
    behind a wall in none.

    Attributes:
        senses: the observer's senses.
        near: the names of its special senses whose range includes the subject.
        is_blinded: whether the observer is blinded.
        is_invisible: whether the subject is invisible to this observer.
    """

    def __init__(
        self,
        query: Query,
        observer: Token | None,
        read: ReadCover,
        cover: Cover | None = None,
        opposite: View | None = None,
    ) -> None:
        """Prepare a view; nothing is measured yet.

        Args:
            query: from the observer to the subject.
            observer: None for a point, with common eyes.
            read: grades the subject's cover if it is not known.
            cover: the subject's cover if it is known.
            opposite: the view in the other direction, if walls stop both directions alike. Sight by geometry is then
                measured only once.
        """
        self.query, self.subject = query, query.target
        self._read, self._cover, self._opposite = read, cover, opposite
        self.senses = senses = observer.coign.senses if observer else COMMON_SENSES
        self.near = near_enough(senses, query.distance)
        traits, grid = query.conventions.traits, query.scene.grid
        self.is_blinded = observer is not None and traits.blinds(observer)
        pierced = traits.shown(self.subject)
        if observer is not None:
            pierced |= traits.pierced(observer, self.near, query.distance, grid.foot)
        if "dark" in pierced and query.conventions.darkness_sources == "plain":
            pierced |= {"magical-darkness"}
        self._pierced = pierced
        self.is_invisible = "invisible" in self.subject.statuses and "invisible" not in pierced  # to this observer
        self._eyes = light.Eyes(2.0 if "farther-lights" in pierced else 1.0, "moonlight" in pierced)

    def measuring(self) -> Task[None]:
        """Measure the light, the fog, and the part of the subject that is seen, as a cooperative task."""
        if self._is_dark_somewhere:
            yield from View._lit.making(self)
        if self.shares.none < 1:
            yield from View._own_lit.making(self)
        yield from View._darkness.making(self)
        yield
        if self._has_fog_between:
            yield from self.query.measuring_sight()
        yield from View._behind_fog.making(self)
        yield from View.in_darkness.making(self)
        _ = self.blindsight or self.own_obscured

    # --- measurements -------------------------------------------------------------------------------------------------

    @lazy
    def _close(self) -> bool:
        """Tell whether it is adjacent melee, in which no fog is in between."""
        return self.query.melee and self.query.adjacent

    @lazy
    def body(self) -> Body:
        """The subject's body."""
        if self._opposite is not None:
            return self._opposite.query.sightlines.source
        return self.query.sightlines.target

    @lazy
    def seen(self) -> float:
        """The share of the subject's body that is seen by geometry alone."""
        if self._opposite is not None:
            return self._opposite.seen
        return 1.0 if self.query.overlapping else self.query.seen(past_fog=self._close)

    @lazy
    def effect(self) -> bool:
        """Tell whether the observer has line of effect to the subject."""
        if self._opposite is not None:
            return self._opposite.effect
        return self._cover.fact.effect if self._cover is not None else self.query.exposure.reach

    @lazy
    def shares(self) -> Shares:
        """The light on the subject, for common eyes."""
        return light.shares_of(self._lit, self.body.own) if self._is_dark_somewhere else light.BRIGHT

    @lazy
    def _is_dark_somewhere(self) -> bool:
        """Tell whether the light has to be measured."""
        return light.matters(self.query.scene)

    @Made
    def _lit(self) -> Task[light.Lit]:
        """The lit parts of the subject's body, for common eyes."""
        return self._lighting(light.COMMON_EYES)

    @Made
    def _own_lit(self) -> Task[light.Lit]:
        """The lit parts of the subject's body, for this observer's eyes."""
        return View._lit.making(self) if self._eyes == light.COMMON_EYES else self._lighting(self._eyes)

    def _lighting(self, eyes: light.Eyes) -> Task[light.Lit]:
        body = self.body
        return light.lighting(self.query.scene, body.own, body.held.box, body.upright, self.subject.level, eyes)

    @Made
    def _darkness(self) -> Task[list[shapely.Geometry]]:
        """The areas of darkness sources that hinder these eyes."""
        if "magical-darkness" in self._pierced:
            return []
        return (yield from light.darkness(self.query.scene, self.query.hull, self.subject.level, self.body.upright))

    @Made
    def in_darkness(self) -> Task[Layers]:
        """The part of the subject's body in or behind darkness sources that these eyes do not pierce."""
        if not self._darkness:
            return NOWHERE
        if self.query.overlapping:
            return self.body.own.within(on_all(shapely.union_all(self._darkness)))
        return (yield from self.query.exposure.in_or_behind([Haze(area) for area in self._darkness]))

    @lazy
    def _own_thick(self) -> Layers:
        """The part of the body that these eyes cannot look into by any light: thick fog and darkness sources."""
        return self._fog.thick.with_(self.in_darkness)

    @lazy
    def own_shares(self) -> Shares:
        """The light on the subject, for this observer's eyes: low-light vision, darkvision, truesight."""
        found = self.shares
        if self._eyes != light.COMMON_EYES and found.none < 1:
            found = light.shares_of(self._own_lit, self.body.own)
        return light.by_sense(found, self._pierced)

    @lazy
    def bright_between(self) -> float:
        """The bright share of the darkest square on the lines to the subject; 1 if the conventions do not ask (C13)."""
        query, scene = self.query, self.query.scene
        counts = query.conventions.concealment_lines and not (self._close or query.overlapping) and light.matters(scene)
        if not counts or self._choice is None:
            return 1.0
        spaces = between.spaces_between(query, self._choice)
        found = (light.shares(scene, space, self.subject.level, self._eyes) for space in spaces)
        return min((light.by_sense(one, self._pierced).none for one in found), default=1.0)

    def _unlit(self, *, own: bool) -> tuple[Layers, Layers]:
        """The parts of the body that are dark, and at most dim, for common eyes or for the observer's own."""
        body, shares = self.body.own, self.own_shares if own else self.shares
        if shares.none >= 1:
            return NOWHERE, NOWHERE
        lit = self._own_lit if own else self._lit
        dark, dim = body.without(lit.dim), body.without(lit.bright)
        if not own:
            return dark, dim
        if "dim" in self._pierced:
            dim = NOWHERE if "dark" in self._pierced else dark
        elif "dark" in self._pierced:
            dim = dim.without(dark)
        return (NOWHERE if self._pierced & {"dark", "dark-as-dim"} else dark), dim

    @lazy
    def _fog(self) -> Fog:
        query, body = self.query, self.body
        found = query.sightlines.areas("obscuring") if query.scene.areas else ()
        if not found:
            return _CLEAR
        here = [area for area in found if area.holds(body.upright.feet, self.subject.level)]
        thick = thin = NOWHERE
        for area in here:
            inside = body.own.within(between_heights(area.polygon, body.upright, area.bottom, area.top))
            thick = thick.with_(inside) if area.obscuring == "heavy" else thick
            thin = thin.with_(inside) if area.obscuring == "light" else thin
        lines = 0.0
        if not self._close and not query.overlapping:
            thick = thick.with_(self._behind_fog)
            light_areas = [area for area in found if area.obscuring == "light"]
            if light_areas and self._choice is not None:
                lines = between.share_through(query, self._choice, light_areas)
        return Fog(thick, thin, lines)

    @Made
    def _behind_fog(self) -> Task[Layers]:
        """The part of the body that is in or behind thick fog; nothing if no fog counts in between."""
        return (yield from self.query.exposure.in_or_behind_fog()) if self._has_fog_between else NOWHERE

    @property
    def _has_fog_between(self) -> bool:
        """Tell whether there may be fog that counts in between."""
        return bool(self.query.scene.areas) and not self._close and not self.query.overlapping

    @lazy
    def _choice(self) -> CornerChoice | None:
        """The corner and the square whose lines cover is read from; None if the two spaces overlap."""
        return (self._cover or finish(self._read(measurement.measure(self.query)))).choice

    # --- what a reading grades ----------------------------------------------------------------------------------------

    @lazy
    def obscured(self) -> Obscured:
        """The obscured shares to normal eyes."""
        return self._obscured(self.shares, own=False)

    @lazy
    def own_obscured(self) -> Obscured:
        """The obscured shares to the observer's own eyes."""
        return self._obscured(self.own_shares, own=True)

    def _obscured(self, shares: Shares, *, own: bool) -> Obscured:
        fog, heavily, any_level = self._fog, shares.heavily, shares.lightly + shares.heavily
        thick = self._own_thick if own else fog.thick
        if not (thick.is_empty and fog.thin.is_empty):
            (dark, dim), whole = self._unlit(own=own), self.body.own.area
            heavily = dark.with_(thick).area / whole
            any_level = dim.with_(thick).with_(fog.thin).area / whole
        return Obscured(heavily, any_level, fog.lines)

    @Made
    def visible(self) -> Task[float]:
        """The share of the subject's space that is in view, and neither dark to the observer nor behind thick fog."""
        dark, fog = self.own_shares.heavily, self._own_thick
        if dark >= 1:
            return 0.0
        if fog.is_empty and not dark:
            return self.seen
        if fog.is_empty and self.seen >= 1:
            return 1 - dark
        hidden = self._unlit(own=True)[0].with_(fog)
        if self.query.overlapping:
            whole = self.body.own.area
            return (whole - hidden.area) / whole
        return (yield from self.query.exposure.visible(hidden, past_fog=self._close))

    @lazy
    def blindsight(self) -> bool:
        """Tell whether the observer's blindsight finds the subject: in range, with line of effect."""
        return "blindsight" in self.near and self.effect
