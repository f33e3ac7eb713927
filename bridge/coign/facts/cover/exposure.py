"""Exposure: the share of the target's space that each of the attacker's points reaches, and the hidden part.

The hidden part is the union of the shadows that walls cast on the target's space: the same polygon that a figure draws.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.cover.sightlines import Sightlines
from coign.facts.effort import FOG, HIDING, SHADOWS, VIEW
from coign.geometry import areas
from coign.geometry.lines import Floats, Mask, blocked, cross_walls, stands_between
from coign.scene.regions import Area
from coign.scene.walls import LIMITED, SIGHT_ONLY, SOLID
from coign.util.tasks import Task

NO_EFFECT = 1e-6  # of the target's space: a smaller share counts as nothing
Ints = NDArray[np.intp]
_NOTHING = shapely.Polygon()


class View(NamedTuple):
    """The share (p,) of the target that each point reaches, and the hidden part (p,), None where it was sampled."""

    shares: Floats
    hidden: areas.Geometries


class Exposure:
    """The shares (p,) of the target's whole space that the points of `sight` reach."""

    def __init__(self, sight: Sightlines) -> None:
        self.sight = sight

    def measuring(self) -> Task[None]:
        """Measure the shares as a cooperative task, after the crossings and areas that they depend on."""
        for area in (*self.sight.areas("obscuring"), *self.sight.areas("cover")) if self.sight.scene.areas else ():
            self.sight.through(area)
            yield
        for part in (lambda: self.sight.solid, lambda: self._casts, lambda: self._effect, lambda: self._sight):
            part()
            yield

    @property
    def shares(self) -> Floats:
        """(p,) share of the target's space that each point reaches past solid obstacles; 0 for unusable points."""
        return self._effect.shares

    @property
    def sights(self) -> Floats:
        """(p,) share of the target's space that each point sees: curtains and heavily obscuring areas block too."""
        return self._sight.shares

    @property
    def reach(self) -> bool:
        """Return whether there is line of effect."""
        return best(self.shares) > NO_EFFECT

    def seen(self, *, past_fog: bool) -> float:
        """Return the share of the target that the best point sees, by geometry alone; `past_fog` ignores thick fog."""
        return best(self._view_past([]).shares if past_fog else self.sights)

    def visible(self, obscured: shapely.Geometry, *, past_fog: bool) -> float:
        """Return the share of the target that is not `obscured` and that the best point sees."""
        view = self._view_past([]) if past_fog else self._sight
        outline = self.sight.target.outline
        clear = outline.difference(obscured)
        shares = np.minimum(view.shares, areas.share(np.array([clear]), outline))
        (partial,) = ((shares > 0) & ~shapely.is_missing(view.hidden)).nonzero()
        shares[partial] = areas.share(shapely.difference(clear, view.hidden[partial]), outline)
        return best(shares)

    def in_or_behind_fog(self) -> shapely.Geometry:
        """Return the part of the target in or behind thick fog, from the point that sees most."""
        sight, outline = self.sight, self.sight.target.outline
        point = int(self.sights.argmax())
        hidden: list[shapely.Geometry] = []
        for area in self._thick:
            if not self._looks_through(area)[point]:
                continue
            if shapely.contains_xy(area.polygon, *sight.points[point]):
                return outline
            rim = borders(area.polygon)
            casts = areas.cast(sight.points[point], rim, sight.target.box)[0]
            if len(hidden) + casts.sum() > FOG:
                hidden.append(area.polygon & outline)
                continue
            source = np.broadcast_to(sight.points[point], (int(casts.sum()), 2))
            hidden += list(areas.shadows(source, rim[casts], sight.target.box))
        return shapely.union_all(hidden) & outline if hidden else _NOTHING

    def hidden_from(self, point: int) -> shapely.Geometry:
        """Return the part of the target's space that solid walls hide from a point; empty if it was only sampled."""
        hidden = self._effect.hidden[point]
        return _NOTHING if hidden is None else hidden.intersection(self.sight.target.outline)

    def hiding(self, point: int) -> Mask:
        """(k,) solid walls that hide a part of the target from a point."""
        sight, lines = self.sight, self.sight.walls.lines
        (wall,) = (self._casts[0][point] & sight.stops(SOLID)[point]).nonzero()
        wall = wall[:HIDING]
        source = np.broadcast_to(sight.points[point], (len(wall), 2))
        hidden = areas.shadows(source, lines[wall], sight.target.box, *self._bands(wall, len(lines)))
        hiding = np.zeros(len(lines), bool)
        hiding[wall] = areas.share(hidden, sight.target.outline) > 0
        return hiding

    @cached_property
    def _effect(self) -> View:
        return self._past((SOLID,), [], self._floors)

    @cached_property
    def _sight(self) -> View:
        return self._view_past(self._thick)

    @cached_property
    def _thick(self) -> list[Area]:
        """Return the heavily obscuring areas that lines pass."""
        sight = self.sight
        thick = [area for area in sight.areas("obscuring") if area.obscuring == "heavy"] if sight.scene.areas else []
        return [area for area in thick if sight.through(area).any()]

    def _view_past(self, heavy: list[Area]) -> View:
        sight = self.sight
        floors = sight.floors(sight=True) if sight.scene.areas else self._floors
        if not heavy and not sight.walls.of_kind(SIGHT_ONLY).any() and (floors == self._floors).all():
            return self._effect
        return self._past((SOLID, SIGHT_ONLY), heavy, floors)

    @cached_property
    def _floors(self) -> Mask:
        return self.sight.floors(sight=False)

    @cached_property
    def _casts(self) -> tuple[Mask, Mask]:
        """(p, k) twice: walls that may hide a part of the target from a point, and those that hide all of it."""
        return areas.cast(self.sight.points[:, None], self.sight.walls.lines, self.sight.target.box)

    def _past(self, kinds: tuple[int, ...], heavy: list[Area], floors: Mask) -> View:
        """Measure the view past walls of these kinds, the second limited wall, `heavy` areas and `floors` (p, m).

        Most points are decided by the signs of lines: no wall hides anything of the target, or one hides all of it.
        """
        sight = self.sight
        count = len(sight.points)
        shares = (sight.usable & ~floors.all(axis=1)).astype(float)
        hidden = np.full(count, _NOTHING)
        if len(sight.walls):
            partly, wholly = self._casts
            partly = partly & sight.stops(*kinds, LIMITED)
            dark = (wholly & sight.stops_wholly(*kinds)).any(axis=1)
        else:
            partly, dark = np.zeros((count, 0), bool), np.zeros(count, bool)
        fog = [(borders(area.polygon), self._looks_through(area)) for area in heavy]
        for area, (_, looks) in zip(heavy, fog, strict=True):
            dark |= looks & shapely.contains_xy(area.polygon, sight.points)
        shares[dark] = 0.0
        hidden[dark] = sight.target.outline
        looks_at_fog = np.any([looks for _, looks in fog], axis=0) if fog else np.zeros(count, bool)
        (undecided,) = ((shares > 0) & (partly.any(axis=1) | looks_at_fog)).nonzero()
        if undecided.size:
            shares[undecided], hidden[undecided] = self._behind(undecided, partly, fog)
        return View(shares, hidden)

    def _behind(self, chosen: Ints, partly: Mask, fog: list[tuple[Floats, Mask]]) -> View:
        """Measure the view of the chosen points (s,) past walls and fog.

        `partly` (p, k) are the walls that may hide a part; `fog` has borders (b, 4) and the points (p,) that look
        through them.
        """
        sight, walls = self.sight, self.sight.walls
        lines = np.concatenate([walls.lines, *(rim for rim, _ in fog)])
        casts = np.hstack([partly[chosen], *(np.repeat(looks[chosen, None], len(rim), axis=1) for rim, looks in fog)])
        limited = np.zeros(len(lines), bool)
        limited[: len(walls)] = walls.of_kind(LIMITED)
        if fog:
            rims = slice(len(walls), None)
            casts[:, rims] &= areas.cast(sight.points[chosen][:, None], lines[rims], sight.target.box)[0]
        if _are_many(casts) or (casts & limited).sum() > SHADOWS[0]:
            return View(self._sampled(chosen, lines, casts, limited), np.full(len(chosen), None))
        hidden = self._hidden(chosen, lines, casts, limited)
        return View(1.0 - areas.share(hidden, sight.target.outline), hidden)

    def _bands(self, wall: Ints, count: int) -> tuple[Floats, Floats] | tuple[()]:
        """Return the part of a line on which each wall hides the space behind it; empty if all hide all of it."""
        walls = self.sight.walls
        if not walls.has_heights:
            return ()
        first, last = np.zeros(count), np.ones(count)
        first[: len(walls)], last[: len(walls)] = walls.covering
        return first[wall], last[wall]

    def _sampled(self, chosen: Ints, lines: Floats, casts: Mask, limited: Mask) -> Floats:
        """(s,) shares counted at 4 to 400 sample points, for too many walls to use polygons.

        A wall that covers the way to a part of the target counts for all of it.
        """
        sight = self.sight
        samples = VIEW // (len(chosen) * len(lines))
        side = int(min(400, max(4, samples)) ** 0.5)
        x0, y0, x1, y1 = sight.target.box
        steps = (np.arange(side) + 0.5) / side
        spots = np.stack(np.meshgrid(x0 + steps * (x1 - x0), y0 + steps * (y1 - y0)), axis=2).reshape(-1, 2)
        spots = np.floor(spots[shapely.intersects_xy(sight.target.outline, spots)] + 0.5)
        if not len(spots):
            spots = sight.target.centres
        met = cross_walls(sight.points[chosen], spots, lines)
        return np.asarray(1.0 - blocked(met, (casts & ~limited)[:, None], (casts & limited)[:, None]).mean(axis=1))

    def of_squares(self, corners: Ints, squares: Ints, counts: Mask | None = None) -> Floats:
        """(v,) the share of each square of the target that is exposed to its corner past solid obstacles.

        With `counts` (n, m, k), only obstacles that count on a line to the square are used.
        """
        sight, each = self.sight, self.sight.corners_each
        outlines = shapely.polygons(sight.target.corners)[squares]
        shares = self._effect.shares[corners]
        hidden = self._effect.hidden[corners]
        if counts is not None:
            lines = counts.reshape(len(counts), -1, each, counts.shape[2])[corners, squares].any(axis=1)
            casts = (self._casts[0] & sight.stops(SOLID, LIMITED))[corners] & lines
            if not _are_many(casts):
                hidden = self._hidden(corners, sight.walls.lines, casts, sight.walls.of_kind(LIMITED))
        known = ~shapely.is_missing(hidden)  # elsewhere use the share of the whole space
        shares[known] = 1.0 - areas.share(hidden[known], outlines[known])
        return shares

    def _hidden(self, points: Ints, lines: Floats, casts: Mask, limited: Mask) -> areas.Geometries:
        """(v,) the part of the target that walls (k, 4) hide from each point (v,).

        `casts` (v, k) selects the walls of each point; limited walls hide from the second on.
        """
        view, wall = casts.nonzero()
        sources, bands = self.sight.points[points][view], self._bands(wall, len(lines))
        found, halves = areas.shadows(sources, lines[wall], self.sight.target.box, *bands), limited[wall]
        again, both = areas.twice(view[halves], found[halves])
        parts = np.concatenate([found[~halves], both])
        return areas.union_by(np.concatenate([view[~halves], again]), parts, len(points))

    def between(self, square: int) -> tuple[Mask, Mask]:
        """Find the solid and the limited walls (n, k) between the lines from a corner to one square."""
        sight, each = self.sight, self.sight.corners_each
        corners, shape, lines = sight.corners, sight.target.inset[square], sight.walls.lines
        sides = sight.crossings.sides.to(slice(square * each, (square + 1) * each))
        found = stands_between(corners, shape, lines, sides) & sight.stops(SOLID, LIMITED)[: len(corners)]
        sloping = found & ~sight.stops_wholly(SOLID, LIMITED)[: len(corners)]
        point, wall = sloping.nonzero()
        if point.size:  # a wall that covers part of the way counts if it hides some of the square
            box = (*shape.min(axis=0).tolist(), *shape.max(axis=0).tolist())
            hidden = areas.shadows(corners[point], lines[wall], box, *self._bands(wall, len(lines)))
            found[point, wall] = areas.share(hidden, shapely.Polygon(shape)) > 0
        return found & sight.walls.solid, found & sight.walls.of_kind(LIMITED)

    def _looks_through(self, area: Area) -> Mask:
        """(p,) points whose lines pass an area; a centre's if those of any corner do."""
        corners = np.asarray(self.sight.through(area).any(axis=1))
        return np.concatenate([corners, np.full(len(self.sight.points) - len(corners), corners.any())])


def _are_many(casts: Mask) -> bool:
    """Return whether walls cast too many shadows (points, walls) to draw them."""
    counts = casts.sum(axis=1)
    return bool(counts.max(initial=0) > SHADOWS[0] or counts.sum() > SHADOWS[1])


def best(shares: Floats) -> float:
    """Return the largest share."""
    return float(shares.max(initial=0.0))


def borders(polygon: shapely.Geometry) -> Floats:
    """Return the borders of a polygon as walls (k, 4)."""
    parts = shapely.get_parts(shapely.get_parts(polygon.boundary))
    rings = [shapely.get_coordinates(part) for part in parts]
    return np.vstack([np.hstack([ring[:-1], ring[1:]]) for ring in rings]) if rings else np.empty((0, 4))
