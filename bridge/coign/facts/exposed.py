"""How much of the target the points of an attacker reach along sightlines, and what hides the rest."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import shapely

from coign.facts.effort import STRIPS
from coign.facts.sightlines import Sightlines
from coign.facts.strips import strips
from coign.facts.views import NOWHERE, Stops, areas_seen
from coign.geometry.bulk import Ints
from coign.geometry.lines import Floats, Mask, Points, Sides, lie, moments_of, polygon_area, stands_between
from coign.geometry.one_by_one import shadow
from coign.geometry.openings import screened
from coign.scene.regions import Area
from coign.scene.walls import LIMITED, SIGHT_ONLY, SOLID

NO_EFFECT = 1e-6  # of the target's space: an exposure up to this is none


class Exposure:
    """What each point of the source reaches of the target's whole space, (p,) values for the points of `sight`."""

    def __init__(self, sight: Sightlines) -> None:
        self.sight = sight

    @cached_property
    def shares(self) -> Floats:
        """(p,) share of the target's space that each point reaches past solid obstacles; 0 for unusable points, NaN
        where it need not be known because another point reaches all of it."""
        return self._past((SOLID,), [], self._floors)

    @cached_property
    def sights(self) -> Floats:
        """(p,) the same for what stops sight: curtains and heavily obscuring areas as well."""
        sight = self.sight
        thick = [area for area in sight.areas("obscuring") if area.obscuring == "heavy"] if sight.scene.areas else []
        return self._sights([area for area in thick if sight.through(area).any()])

    @property
    def reach(self) -> bool:
        """Line of effect."""
        return best(self.shares) > NO_EFFECT

    def sees(self, *, past_fog: bool) -> bool:
        """Line of sight by geometry alone; `past_fog`: were there no obscuring area."""
        return best(self._sights([]) if past_fog else self.sights) > NO_EFFECT

    def _sights(self, heavy: list[Area]) -> Floats:
        sight = self.sight
        floors = sight.floors(sight=True) if sight.scene.areas else self._floors
        if not heavy and not (sight.walls.kinds == SIGHT_ONLY).any() and (floors == self._floors).all():
            return self.shares
        return self._past((SOLID, SIGHT_ONLY), heavy, floors)

    @cached_property
    def cut_off(self) -> bool:
        """Whether solid walls hide the target from every point that can be used: no line of effect, for certain."""
        return bool(self._screened.all() or (self._screened | ~self.sight.usable).all())

    @cached_property
    def in_way(self) -> Mask:
        """(p, k) walls that pass through the hull of a point and the target's space, true footprint."""
        points, walls = self.sight.points, self.sight.walls
        found = np.zeros((len(points), len(walls)), bool)
        for piece, sides in self._views if len(walls) else ():
            found |= stands_between(points, piece, walls.lines, sides)
        return found

    @cached_property
    def _views(self) -> list[tuple[Points, Sides]]:
        """The convex pieces of the target's space, and how the lines to their corners lie to the walls."""
        points, walls = self.sight.points, self.sight.walls
        return [(piece, lie(points, piece, walls.lines, walls.moments)) for piece in self.sight.target.pieces]

    @cached_property
    def _floors(self) -> Mask:
        return self.sight.floors(sight=False)

    @cached_property
    def _area(self) -> float:
        """Of the target's space, square quanta."""
        return sum(polygon_area(piece) for piece in self.sight.target.pieces)

    @cached_property
    def _screened(self) -> Mask:
        return self._hidden((SOLID,))

    def _hidden(self, kinds: tuple[int, ...]) -> Mask:
        """(p,) points from which walls of these kinds in front of it hide the whole target."""
        sight = self.sight
        if not len(sight.walls):
            return np.zeros(len(sight.points), bool)
        stops = sight.stops(*kinds)
        found, *others = (_hidden(sight, piece, stops, met) for piece, met in self._views)
        for other in others:
            found &= other
        return found

    def _looks_through(self, area: Area) -> Mask:
        """(p,) points with an area in their way: corners by their own lines, centres if a corner has."""
        corners = np.asarray(self.sight.through(area).any(axis=1))
        return np.concatenate([corners, np.full(len(self.sight.points) - len(corners), corners.any())])

    def _past(self, kinds: tuple[int, ...], heavy: list[Area], floors: Mask) -> Floats:
        """(p,) shares reached past walls of these kinds, limited ones from the second on, `heavy` areas and `floors`
        (p, m)."""
        sight = self.sight
        reaches = sight.usable & ~floors.all(axis=1)
        shares = reaches.astype(float)
        thick = [self._looks_through(area) for area in heavy]
        for area, looks in zip(heavy, thick, strict=True):
            shares[looks & shapely.contains_xy(area.polygon, sight.points)] = 0.0
        stops = self._stops(*kinds, LIMITED)
        free = ~stops.at_all.any(axis=1)
        if not heavy and (free & (shares > 0)).any():
            shares[~free & (shares > 0)] = np.nan
            return shares
        shares[self._screened if kinds == (SOLID,) else self._hidden(kinds)] = 0.0
        rest = np.flatnonzero(shares > 0)
        if rest.size:
            fog = [(borders(area.polygon), looks) for area, looks in zip(heavy, thick, strict=True)]
            seen = areas_seen(sight, rest, sight.target.pieces, stops, fog=fog)
            shares[rest] = np.clip(seen / self._area, 0.0, 1.0)
        return shares

    def of_square(self, square: int, points: Ints) -> Floats:
        """(v,) shares of one square of the target that some of the points (v,) reach past solid obstacles."""
        shape, stops = self.sight.target.corners[square], self._stops(SOLID, LIMITED)
        if not stops.at_all[points].any():
            return np.ones(len(points))
        return areas_seen(self.sight, points, [shape], stops, part=4) / polygon_area(shape)

    def between(self, square: int) -> Mask:
        """(n, k) solid walls that stand between the lines from a corner to one square of the target."""
        sight, each = self.sight, self.sight.corners_each
        corners, shape, lines = sight.corners, sight.target.inset[square], sight.walls.lines
        sides = sight.crossings.sides.to(slice(square * each, (square + 1) * each))
        mask = stands_between(corners, shape, lines, sides)
        found, in_part = mask & sight.stops(SOLID)[: len(corners)], sight.stops_in_part(SOLID)
        if in_part is None:
            return found
        sloping = mask & in_part[: len(corners)]
        pairs = np.argwhere(sloping).tolist()
        if len(pairs) > STRIPS:
            return found | sloping
        for point, wall in pairs:
            one, line = corners[point : point + 1], lines[wall : wall + 1]
            found[point, wall] = any(
                covers[wall] and stands_between(one, strip, line, lie(one, strip, line, moments_of(line)))[0, 0]
                for strip, covers in strips(sight, point, in_part[point], [shape], STRIPS // len(pairs))
            )
        return found

    def _stops(self, *kinds: int) -> Stops:
        """Walls of these kinds that are in the way."""
        whole, in_part = self.sight.stops(*kinds), self.sight.stops_in_part(*kinds)
        return Stops(self.in_way & whole, NOWHERE if in_part is None else self.in_way & in_part)

    def shadows(self, point: int) -> list[list[tuple[float, float]]]:
        """What each solid wall hides of the target from a point, as polygons that may overlap; for figures."""
        sight = self.sight
        source = tuple(sight.points[point].tolist())
        found: list[list[tuple[float, float]]] = []
        for strip, stops in self._stops(SOLID).strips(sight, point, sight.target.pieces, STRIPS // 10):
            outline = [(x, y) for x, y in strip.tolist()]
            found += [part for wall in sight.walls.lines[stops].tolist() if (part := shadow(source, wall, outline))]
        return found


def best(shares: Floats) -> float:
    """What the point reaches that reaches most."""
    return float(np.nanmax(shares, initial=0.0))


def _hidden(sight: Sightlines, piece: Points, stops: Mask, sides: Sides) -> Mask:
    """(p,) points from which walls hide a convex piece. Most are decided by its corners alone: one wall may lie across
    the lines to all of them, or none at all touch one of these lines."""
    touched: Mask = sides.start[:, None] * sides.end <= 0
    touched &= sides.ends_a * sides.ends_b <= 0
    touched &= stops[:, None]
    across = touched.all(axis=1)
    across &= sides.start != 0
    found = across.any(axis=1)
    if np.count_nonzero(found) == len(found):
        return np.asarray(found)
    undecided = ~found & np.logical_and.reduce(touched.any(axis=2), axis=1)
    if undecided.any():
        found[undecided] = screened(sight.points[undecided], piece, sight.walls.lines, stops[undecided])
    return np.asarray(found)


def borders(polygon: shapely.Geometry) -> Floats:
    """The borders of a polygon as walls (k, 4)."""
    parts = shapely.get_parts(shapely.get_parts(polygon.boundary))
    rings = [shapely.get_coordinates(part) for part in parts]
    return np.vstack([np.hstack([ring[:-1], ring[1:]]) for ring in rings]) if rings else np.empty((0, 4))
