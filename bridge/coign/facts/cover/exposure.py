"""Exposure: the share of the target's body that each of the attacker's points reaches, and the hidden part.

A figure draws the hidden part.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.cover.layers import Layers
from coign.facts.cover.seeing import Haze, Seen
from coign.facts.cover.sightlines import Sightlines
from coign.facts.effort import HIDING
from coign.geometry import areas
from coign.geometry.areas import Geometries
from coign.geometry.lines import Floats, Mask
from coign.scene.regions import Area
from coign.scene.wall_kinds import LIMITED, SIGHT_ONLY, SOLID
from coign.util.lazy import lazy
from coign.util.tasks import Made, Task, finish

NO_EFFECT = 1e-6  # of the target's body: a smaller share counts as nothing
Ints = NDArray[np.intp]


class Exposure:
    """The shares (p,) of the target's body that the points of `sight` reach."""

    def __init__(self, sight: Sightlines) -> None:
        self.sight, self.seeing = sight, sight.seeing

    @property
    def exact(self) -> bool:
        """Return whether every wall and every square counted so far. If not, the shares are estimates."""
        return self.seeing.exact and self.sight.source.is_whole and self.sight.target.is_whole

    def measuring(self) -> Task[None]:
        """Measure the shares as a cooperative task, after the crossings and areas that they depend on."""
        for area in self.sight.areas("cover"):
            self.sight.through(area, middle=True)
            yield
        yield from self.sight.measuring()
        yield from Exposure._effect.making(self)
        yield from self.measuring_sight()

    def measuring_sight(self) -> Task[None]:
        """Measure only the part that each point sees past walls, floors and fog."""
        for area in self.sight.areas("obscuring"):
            self.sight.through(area)
            yield
        yield from Exposure._sight.making(self)
        yield

    # --- what is reached and seen -------------------------------------------------------------------------------------

    @property
    def shares(self) -> Floats:
        """(p,) share of the target's body that each point reaches past solid obstacles; 0 for unusable points."""
        return self._effect.shares

    @property
    def sights(self) -> Floats:
        """(p,) share of the target's body that each point sees: curtains and heavily obscuring areas block too."""
        return self._sight.shares

    @property
    def reach(self) -> bool:
        """Return whether there is line of effect."""
        return best(self.shares) > NO_EFFECT

    def seen(self, *, past_fog: bool) -> float:
        """Return the share of the target that the best point sees, by geometry alone; `past_fog` ignores thick fog."""
        return best(finish(self._seen_past([])).shares if past_fog else self.sights)

    def visible(self, obscured: Layers, *, past_fog: bool) -> float:
        """Return the share of the target that is not `obscured` and that the best point sees."""
        seen = finish(self._seen_past([])) if past_fog else self._sight
        # Bring the body's own parts and the obscured parts into the same runs of layers.
        own, hidden = self.seeing.own.aligned(obscured)
        run = np.searchsorted(self.seeing.own.ends, own.ends)
        clear, points = shapely.difference(own.shapes, hidden.shapes), seen.shares > 0
        # Weigh the clear part that each point sees on each run of layers by the number of its layers.
        shares = shapely.area(areas.common(seen.parts[points][:, run], clear)) @ own.counts / self.seeing.area
        return best(np.round(shares, areas.DIGITS))

    @lazy
    def is_shut(self) -> bool:
        """Return whether one solid wall separates the two spaces, so that neither is reached from the other."""
        return self._separates(SOLID)

    @lazy
    def is_shut_to_sight(self) -> bool:
        """Return whether one wall that stops sight separates the two spaces."""
        return self._separates(SOLID, SIGHT_ONLY) if SIGHT_ONLY in self.sight.walls.found else self.is_shut

    def _separates(self, *kinds: int) -> bool:
        walls, (source, target) = self.sight.walls, self.sight.walls.spaces
        between = walls.of_kind(*kinds) if not walls.has_heights else walls.of_kind(*kinds) & ~walls.bounded
        return bool(areas.cast(source.hull[:, None], walls.lines[between], target.box)[1].all(axis=0).any())

    def in_or_behind_fog(self) -> Layers:
        """Return the part of the target in or behind thick fog, from the point that sees most."""
        point = int(self.sights.argmax())
        return self.in_or_behind([haze_of(area) for area in self._thick if self._looks_through(area)[point]])

    def in_or_behind(self, thick: Sequence[Haze]) -> Layers:
        """Return the part of the target in or behind the `thick` areas, from the point that sees most."""
        own, point = self.seeing.own, np.array([self.sights.argmax()])
        none = np.zeros(len(self.sight.walls.pieces.wall), bool)
        (seen,) = finish(self.seeing.past(point, none, hazes=thick)).parts
        return Layers(shapely.difference(own.shapes, seen), own.ends)

    def hidden_from(self, point: int) -> Layers:
        """Return the part of the target's body that solid obstacles hide from a point."""
        own = self.seeing.own
        return Layers(shapely.difference(own.shapes, self._effect.parts[point]), own.ends)

    def hiding(self, point: int) -> Task[list[str]]:
        """Name the solid obstacles that hide a part of the target from a point."""
        walls, floors = self.sight.walls, self.sight.walls.floors
        (wall,) = self.obstacles[point].nonzero()
        wall = wall[:HIDING]
        found = yield from self.seeing.each(np.full(len(wall), point), wall)
        hiding = np.zeros(len(walls), bool)
        hiding[wall] = found.shares < 1
        names, none = walls.names(hiding), np.zeros(len(walls.pieces.wall), bool)
        for n in self._stopping(sight=False)[:HIDING]:
            under = yield from self.seeing.past(np.array([point]), none, floors=[n])
            if under.shares[0] < 1:
                names.append(floors[n].name)
        return list(dict.fromkeys(names))

    @Made
    def _effect(self) -> Task[Seen]:
        return (yield from self._past(self.every, self.sight.walls.of_kind(SOLID, LIMITED)))

    @Made
    def _sight(self) -> Task[Seen]:
        return (yield from self._seen_past([haze_of(area) for area in self._thick]))

    def _seen_past(self, thick: Sequence[Haze]) -> Task[Seen]:
        walls, floors = self.sight.walls, self._stopping(sight=True)
        if not thick and SIGHT_ONLY not in walls.found and floors == self._stopping(sight=False):
            return (yield from Exposure._effect.making(self))
        return (yield from self._past(self.every, walls.of_kind(SOLID, SIGHT_ONLY, LIMITED), floors, thick))

    def _past(
        self, points: Ints, counts: Mask, floors: Sequence[int] | None = None, thick: Sequence[Haze] = ()
    ) -> Task[Seen]:
        """Measure the view of points past walls that count (k,) or (p, k), and past floors.

        If `floors` is not given, those that stop effect count.
        """
        walls = self.sight.walls
        limited = walls.pieces.each(walls.of_kind(LIMITED)) if LIMITED in walls.found else None
        floors = self._stopping(sight=False) if floors is None else floors
        seen = yield from self.seeing.past(points, walls.pieces.each(counts), limited, floors, thick)
        if self.sight.source.usable is not None:
            # Let corners that are cut off reach nothing.
            unusable = ~self.sight.usable[points]
            seen.shares[unusable] = 0.0
            seen.parts[unusable] = areas.NOTHING
        return seen

    @property
    def every(self) -> Ints:
        """(p,) the numbers of all points."""
        return np.arange(len(self.sight.points))

    def _stopping(self, *, sight: bool, without: Collection[str] = ()) -> list[int]:
        """Return the numbers of the floors that stop sight, or effect, but for those with some names."""
        stopping = [n for n, floor in enumerate(self.seeing.floors) if (floor.sight if sight else floor.effect)]
        return [n for n in stopping if self.seeing.floors[n].name not in without]

    @lazy
    def _thick(self) -> list[Area]:
        """Return the heavily obscuring areas that lines pass."""
        return [area for area in self.sight.thick if self.sight.through(area).any()]

    def _looks_through(self, area: Area) -> Mask:
        """(p,) points whose lines pass an area. Centres count if the lines of any corner pass it."""
        corners = np.asarray(self.sight.through(area).any(axis=1))
        return np.concatenate([corners, np.full(len(self.sight.points) - len(corners), corners.any())])

    # --- by squares ---------------------------------------------------------------------------------------------------

    @lazy
    def obstacles(self) -> Mask:
        """(p, k) solid and terrain walls that may hide a part of the target from each point."""
        return np.asarray(self.casts & self.sight.walls.of_kind(SOLID, LIMITED))

    @property
    def casts(self) -> Mask:
        """(p, k) walls of any kind that may hide a part of the target from each point."""
        walls = self.sight.walls
        return walls.pieces.of_walls(self.seeing.casts[0], len(walls))

    @lazy
    def low(self) -> Mask:
        """(p, k) the walls in the way over or under which a part of the target can be reached."""
        walls = self.sight.walls
        if not walls.has_heights:
            return np.zeros((len(self.sight.points), len(walls)), bool)
        return walls.pieces.of_walls(self.seeing.low, len(walls))

    def of_squares(self, points: Ints, squares: Ints) -> Floats:
        """(v,) the share of each square of the target that is exposed to its point past solid obstacles."""
        if self.sight.squares == 1:
            return self.shares[points]
        return self._in_squares(self._effect.parts[points], squares)

    def of_squares_past(self, counts: Mask, points: Ints, squares: Ints, without: Collection[str] = ()) -> Task[Floats]:
        """(v,) the share of each square of the target that is exposed to its point past floors and some walls.

        Of the solid obstacles, only those in `counts` (v, k) count, and floors whose names are in `without` do not.
        """
        floors = self._stopping(sight=False, without=without)
        seen = yield from self._past(points, counts & self.sight.walls.of_kind(SOLID, LIMITED), floors)
        return self._in_squares(seen.parts, squares)

    def reached_past(self, walls: Mask, without: Collection[str] = ()) -> Task[float]:
        """Return the share of the target's body that the best point reaches past solid `walls` (k,) and past floors.

        Floors whose names are in `without` do not count.
        """
        floors = self._stopping(sight=False, without=without)
        seen = yield from self._past(self.every, walls & self.sight.walls.of_kind(SOLID, LIMITED), floors)
        return best(seen.shares)

    def best_of_squares(self) -> Floats:
        """(s,) the share of each square of the target that the best of all points reaches past solid obstacles."""
        count = self.sight.squares
        if count == 1:
            return np.array([best(self.shares)])
        # Measure every square from every point that reaches something.
        (points,) = (self.shares > 0).nonzero()
        shares = self.of_squares(np.repeat(points, count), np.tile(np.arange(count), len(points)))
        return np.asarray(shares.reshape(len(points), count).max(axis=0, initial=0.0))

    def behind(self, points: Ints, squares: Ints, walls: Mask) -> Task[Floats]:
        """(v,) the share of each square of the target that walls (v, k) hide from its point, as if each were solid."""
        seen = yield from self.seeing.past(points, self.sight.walls.pieces.each(walls))
        return np.asarray(1 - self._in_squares(seen.parts, squares))

    def behind_each(self, points: Ints, squares: Ints, walls: Ints) -> Task[Floats]:
        """(v,) the share of each square of the target that one wall hides from its point, as if it were solid."""
        seen = yield from self.seeing.each(points, walls)
        return np.asarray(1 - self._in_squares(seen.parts, squares))

    @lazy
    def _squares(self) -> Geometries:
        """(g, s) the own part of each square of the target."""
        return self.sight.target.squares.at(self.seeing.looks.ends).shapes

    def _in_squares(self, parts: Geometries, squares: Ints) -> Floats:
        """(v,) the share of each square of the target that lies in the parts (v, g) seen of the whole body."""
        own, counts = self._squares, self.seeing.own.counts
        # Add up the areas on all layers, then divide by the square's own area.
        seen = shapely.area(areas.common(parts, own[:, squares].T)) @ counts
        return np.asarray(np.round(seen / (shapely.area(own[:, squares]).T @ counts), areas.DIGITS))


def haze_of(area: Area) -> Haze:
    """Return an area as haze."""
    return Haze(area.polygon, area.bottom, area.top)


def best(shares: Floats) -> float:
    """Return the largest share."""
    return max(shares.tolist(), default=0.0)
