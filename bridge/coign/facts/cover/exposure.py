"""Exposure: the share of the target's space that each of the attacker's points reaches, and the hidden part.

What a point reaches is one polygon, by an angular sweep (`coign.geometry.sweep`). A figure draws what it leaves over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.cover.sightlines import Sightlines
from coign.facts.effort import HIDING
from coign.geometry import areas, sweep
from coign.geometry.lines import Floats, Mask, Points
from coign.grid.space import Box
from coign.scene.regions import Area
from coign.scene.wall_kinds import LIMITED, SIGHT_ONLY, SOLID
from coign.util.lazy import lazy
from coign.util.tasks import Made, Task, finish

NO_EFFECT = 1e-6  # of the target's space: a smaller share counts as nothing
Ints = NDArray[np.intp]


class Exposed(NamedTuple):
    """The share (p,) of the target that each point reaches, and the part (p,) of the plane that it sees there."""

    shares: Floats
    parts: areas.Geometries


class Exposure:
    """The shares (p,) of the target's whole space that the points of `sight` reach.

    Attributes:
        exact: whether every wall and every corner counted so far; beside very many shadows, or for very many squares,
            the shares are about right.
    """

    def __init__(self, sight: Sightlines, *, exact: bool = True) -> None:
        self.sight, self.exact = sight, exact

    def measuring(self) -> Task[None]:
        """Measure the shares as a cooperative task, after the crossings and areas that they depend on."""
        for area in self.sight.areas("cover") if self.sight.scene.areas else ():
            self.sight.through(area, middle=True)
            yield
        _ = self.sight.solid
        yield
        _ = self._casts
        yield
        yield from Exposure._effect.making(self)
        yield from self.measuring_sight()

    def measuring_sight(self) -> Task[None]:
        """Measure what each point sees past walls, floors and fog alone."""
        for area in self.sight.areas("obscuring") if self.sight.scene.areas else ():
            self.sight.through(area)
            yield
        yield from Exposure._sight.making(self)
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
        return best(finish(self._seen_past([])).shares if past_fog else self.sights)

    def visible(self, obscured: shapely.Geometry, *, past_fog: bool) -> float:
        """Return the share of the target that is not `obscured` and that the best point sees."""
        seen = finish(self._seen_past([])) if past_fog else self._sight
        outline = self.sight.target.outline
        clear = outline.difference(obscured)
        return best(areas.share(areas.common(seen.parts, clear), outline)[seen.shares > 0])

    def in_or_behind_fog(self) -> shapely.Geometry:
        """Return the part of the target in or behind thick fog, from the point that sees most."""
        point = int(self.sights.argmax())
        return self.in_or_behind([area.polygon for area in self._thick if self._looks_through(area)[point]])

    def in_or_behind(self, polygons: Sequence[shapely.Geometry]) -> shapely.Geometry:
        """Return the part of the target in or behind areas that nobody sees into, from the point that sees most."""
        sight, outline, point = self.sight, self.sight.target.outline, int(self.sights.argmax())
        if any(shapely.contains_xy(polygon, *sight.points[point]) for polygon in polygons):
            return outline
        rims = np.concatenate([np.empty((0, 4)), *(borders(polygon) for polygon in polygons)])
        rims = rims[areas.cast(sight.points[point], rims, sight.target.box)[0]]
        if not len(rims):
            return areas.NOTHING
        box = np.array(areas.about(sight.target.box))
        (seen,) = sweep.seen(sight.points[[point]], box, np.zeros(len(rims), np.intp), rims).parts
        return shapely.union_all([outline - seen, *(areas.common(polygon, outline) for polygon in polygons)])

    def hidden_from(self, point: int) -> shapely.Geometry:
        """Return the part of the target's space that solid walls hide from a point."""
        return self.sight.target.outline.difference(self._effect.parts[point])

    def hiding(self, point: int) -> Task[Mask]:
        """(k,) solid and terrain walls that hide a part of the target from a point."""
        sight = self.sight
        (wall,) = (self._casts[0][point] & sight.stops(SOLID, LIMITED)[point]).nonzero()
        wall = wall[:HIDING]
        source = np.broadcast_to(sight.points[point], (len(wall), 2))
        hiding = np.zeros(len(sight.walls), bool)
        hiding[wall] = yield from self._hides(source, wall, sight.target.outline)
        return hiding

    @Made
    def _effect(self) -> Task[Exposed]:
        floors = yield from Exposure._floors.making(self)
        return (yield from self._past((SOLID,), [], floors))

    @Made
    def _sight(self) -> Task[Exposed]:
        return (yield from self._seen_past(self._thick))

    @lazy
    def _thick(self) -> list[Area]:
        """Return the heavily obscuring areas that lines pass."""
        sight = self.sight
        thick = [area for area in sight.areas("obscuring") if area.obscuring == "heavy"] if sight.scene.areas else []
        return [area for area in thick if sight.through(area).any()]

    def _seen_past(self, heavy: list[Area]) -> Task[Exposed]:
        sight = self.sight
        if not heavy and SIGHT_ONLY not in sight.walls.found and not sight.has_floors_for_one:
            return (yield from Exposure._effect.making(self))
        if sight.has_floors_for_one:
            floors = yield from sight.floor_shadows(sight=True)
        else:
            floors = yield from Exposure._floors.making(self)
        return (yield from self._past((SOLID, SIGHT_ONLY), heavy, floors))

    @Made
    def _floors(self) -> Task[areas.Geometries]:
        """(p,) the parts of the target that floors hide from each point, for effect; None where they do not."""
        return (yield from self.sight.floor_shadows(sight=False))

    @property
    def floored(self) -> Mask:
        """(p,) points from which a floor hides a part of the target."""
        return np.array([shadow is not None for shadow in self._floors], bool)

    @lazy
    def _casts(self) -> tuple[Mask, Mask]:
        """(p, k) twice: walls that may hide a part of the target from a point, and those that hide all of it."""
        return areas.cast(self.sight.points[:, None], self.sight.walls.lines, self.sight.target.box)

    def _past(self, kinds: tuple[int, ...], heavy: list[Area], floors: areas.Geometries) -> Task[Exposed]:
        """Measure what is seen past walls of these kinds, the second limited wall, and `heavy` areas.

        `floors` (p,) are shadows to take away. Most points are decided by the signs of lines: no wall hides anything of
        the target, or one hides all of it.
        """
        sight = self.sight
        shares = sight.usable.astype(float)
        partly, wholly = self._casts
        partly = partly & sight.stops(*kinds, LIMITED)
        dark = (wholly & sight.stops_wholly(*kinds)).any(axis=1)
        rims = [np.empty((0, 4))]
        for area in heavy:
            looks, rim = self._looks_through(area), borders(area.polygon)
            dark |= looks & shapely.contains_xy(area.polygon, sight.points)
            through = areas.cast(sight.points[:, None], rim, sight.target.box)[0] & looks[:, None]
            partly, rims = np.hstack([partly, through]), [*rims, rim]
            yield
        shares[dark] = 0.0
        seen = np.full(len(shares), sight.target.outline)
        seen[dark] = areas.NOTHING
        (undecided,) = ((shares > 0) & partly.any(axis=1)).nonzero()
        if undecided.size:
            seen[undecided] = yield from self._parts(undecided, partly[undecided], np.concatenate(rims))
            shares[undecided] = areas.share(seen[undecided], sight.target.outline)
        for n, shadow in enumerate(floors):
            if shadow is not None and shares[n] > 0:
                seen[n] = _less(seen[n], shadow)
                shares[n] = areas.share(seen[n], sight.target.outline)
                yield
        return Exposed(shares, seen)

    @property
    def casts(self) -> Mask:
        """(p, k) walls of any kind that may hide a part of the target from each point."""
        return self._casts[0]

    @lazy
    def obstacles(self) -> Mask:
        """(p, k) solid and terrain walls that may hide a part of the target from each point."""
        return np.asarray(self._casts[0] & self.sight.stops(SOLID, LIMITED))

    def of_squares(self, points: Ints, squares: Ints) -> Floats:
        """(v,) the share of each square of the target that is exposed to its point past solid obstacles."""
        if len(self.sight.target.corners) == 1:
            return self.shares[points]
        shares = areas.share(self._effect.parts[points], self._squares[squares])
        return np.where(self.shares[points] > 0, shares, 0.0)

    def of_squares_past(self, counts: Mask, points: Ints, squares: Ints) -> Task[Floats]:
        """(v,) the share of each square of the target that is exposed to its point past floors and, of solid obstacles,
        those that count (v, k)."""
        seen = yield from self._parts(points, self.obstacles[points] & counts)
        seen = np.array([_less(part, shadow) for part, shadow in zip(seen, self._floors[points], strict=True)], object)
        return areas.share(seen, self._squares[squares])

    def best_of_squares(self) -> Floats:
        """(s,) the share of each square of the target that the best of all points reaches past solid obstacles."""
        count = len(self.sight.target.corners)
        if count == 1:
            return np.array([best(self.shares)])
        (points,) = (self.shares > 0).nonzero()
        shares = self.of_squares(np.repeat(points, count), np.tile(np.arange(count), len(points)))
        return np.asarray(shares.reshape(len(points), count).max(axis=0, initial=0.0))

    def behind(self, points: Ints, squares: Ints, walls: Mask) -> Task[Floats]:
        """(v,) the share of each square of the target that walls (v, k) hide from its point, as if they hid all that is
        behind them, where they contain the middle of the passage."""
        sight = self.sight
        hides = self._casts[0][points] & walls & sight.walls.faces(sight.points)[points]
        view, wall = hides.nonzero()
        seen = yield from self._swept(sight.points[points], view, wall, sight.target.box, alone=True, middle=True)
        return np.asarray(1 - areas.share(seen, self._squares[squares]))

    @lazy
    def _squares(self) -> areas.Geometries:
        return np.asarray(shapely.polygons(self.sight.target.corners))

    def _parts(self, points: Ints, casts: Mask, rims: Floats | None = None) -> Task[areas.Geometries]:
        """(v,) the part of the target that each point (v,) sees, and what lies before it.

        `casts` (v, k) selects the walls of each point, and the borders of fog, `rims`, behind them.
        """
        view, wall = casts.nonzero()
        return (yield from self._swept(self.sight.points[points], view, wall, self.sight.target.box, rims))

    def _swept(
        self,
        points: Points,
        view: Ints,
        wall: Ints,
        box: Box,
        rims: Floats | None = None,
        *,
        alone: bool = False,
        middle: bool = False,
    ) -> Task[areas.Geometries]:
        """(v,) the part of a box that each point (v, 2) sees; `view` (n,) is the point that each `wall` stands before.

        `alone`: a terrain wall hides by itself what the second one would. `middle`: a wall counts where it contains the
        middle of the passage, and not only where it covers the whole.
        """
        walls = self.sight.walls
        lines = walls.lines if rims is None else np.concatenate([walls.lines, rims])
        limited = bands = None
        if not (walls.all_solid or alone):
            limited = np.append(walls.of_kind(LIMITED), np.zeros(len(lines) - len(walls), bool))[wall]
        if walls.has_heights:
            first, last = np.zeros(len(lines)), np.ones(len(lines))
            first[: len(walls)], last[: len(walls)] = walls.containing if middle else walls.covering
            bands = first[wall], last[wall]
        found = yield from sweep.seeing(points, np.array(areas.about(box)), view, lines[wall], limited, bands)
        self.exact &= found.exact
        return found.parts

    def _hides(self, points: Points, wall: Ints, shape: shapely.Geometry) -> Task[Mask]:
        """(w,) whether each wall by itself hides some of a shape from its point (w, 2)."""
        seen = yield from self._swept(points, np.arange(len(wall)), wall, shape.bounds, alone=True)
        return np.asarray(areas.share(seen, shape) < 1)

    def _looks_through(self, area: Area) -> Mask:
        """(p,) points whose lines pass an area; a centre's if those of any corner do."""
        corners = np.asarray(self.sight.through(area).any(axis=1))
        return np.concatenate([corners, np.full(len(self.sight.points) - len(corners), corners.any())])


def best(shares: Floats) -> float:
    """Return the largest share."""
    return max(shares.tolist(), default=0.0)


def _less(seen: shapely.Geometry, shadow: shapely.Geometry | None) -> shapely.Geometry:
    """Return what is seen less a shadow, if there is one."""
    return seen if shadow is None else seen.difference(shadow)


def borders(polygon: shapely.Geometry) -> Floats:
    """Return the borders of a polygon as walls (k, 4)."""
    parts = shapely.get_parts(shapely.get_parts(polygon.boundary))
    rings = [shapely.get_coordinates(part) for part in parts]
    return np.vstack([np.hstack([ring[:-1], ring[1:]]) for ring in rings]) if rings else np.empty((0, 4))
