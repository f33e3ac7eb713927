"""Exposure: the share of the target's body that each of the attacker's points reaches, and the hidden part.

A figure draws the hidden part.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.cover.layers import NOWHERE, Layers, together
from coign.facts.cover.seeing import Seeing, Seen
from coign.facts.cover.shadows import Haze
from coign.facts.cover.sightlines import Sightlines
from coign.facts.effort import HIDING
from coign.geometry import areas
from coign.geometry.areas import Geometries
from coign.geometry.lines import Floats, Mask
from coign.scene.wall_kinds import LIMITED, SIGHT_ONLY, SOLID
from coign.util.lazy import lazy
from coign.util.tasks import Made, Task, batches

CUT = 64  # views that one step cuts to a square or to a part of the body
NO_EFFECT = 1e-6  # of the target's body: a smaller share counts as nothing
Ints = NDArray[np.intp]


class Exposure:
    """The shares (p,) of the target's body that the points of `sight` reach."""

    def __init__(self, sight: Sightlines) -> None:
        self.sight = sight

    @lazy
    def seeing(self) -> Seeing:
        """The view of the target."""
        return self.sight.seeing

    @property
    def exact(self) -> bool:
        """Return whether every wall and every square counted so far. If not, the shares are estimates."""
        return self.seeing.exact and self.sight.source.is_whole and self.sight.target.is_whole

    def measuring(self) -> Task[None]:
        """Measure the shares as a cooperative task, after the crossings and areas that cover depends on."""
        for wanted in ("cover", "obscuring"):
            for area in self.sight.areas(wanted):
                self.sight.through(area, middle=wanted == "cover")
                yield
        yield from self.sight.measuring()
        yield from Exposure.reached.making(self)
        yield from Exposure.in_sight.making(self)

    # --- what is reached and seen -------------------------------------------------------------------------------------

    @property
    def shares(self) -> Floats:
        """(p,) share of the target's body that each point reaches past solid obstacles; 0 for unusable points."""
        return self.reached.shares

    @property
    def sights(self) -> Floats:
        """(p,) share of the target's body that each point sees: curtains and heavily obscuring areas block too."""
        return self.in_sight.shares

    @property
    def reach(self) -> bool:
        """Return whether there is line of effect."""
        return best(self.shares) > NO_EFFECT

    def seen(self, *, past_fog: bool) -> float:
        """Return the share of the target that the best point sees, by geometry alone; `past_fog` ignores thick fog."""
        return best((self._past_fog if past_fog else self.in_sight).shares)

    def visible(self, obscured: Layers, *, past_fog: bool) -> Task[float]:
        """Return the share of the target that is not `obscured` and that the best point sees."""
        seen = yield from (Exposure._past_fog if past_fog else Exposure.in_sight).making(self)
        # Bring the body's own parts and the obscured parts into the same runs of layers.
        own, hidden = together([self.seeing.own, obscured])
        run = np.searchsorted(self.seeing.own.ends, own.ends)
        clear = areas.outside(own.shapes, hidden.shapes)
        parts = areas.without_hairs(seen.parts[seen.shares > 0])[:, run]
        # Weigh the clear part that each point sees on each run of layers by the number of its layers.
        most = 0.0
        for some in batches(len(parts), CUT // len(run)):
            yield
            most = max(most, best(shapely.area(shapely.intersection(parts[some], clear)) @ own.counts))
        return round(most / self.seeing.area, areas.DIGITS)

    @lazy
    def is_shut(self) -> bool:
        """Return whether nothing of the attacker is reached from the target either: one wall each hides him."""
        return self._separates(SOLID)

    @lazy
    def is_shut_to_sight(self) -> bool:
        """Return whether nothing of the attacker is seen by the target: one wall each hides him."""
        return self._separates(SOLID, SIGHT_ONLY) if SIGHT_ONLY in self.sight.walls.found else self.is_shut

    def _separates(self, *kinds: int) -> bool:
        """Tell whether from each point of the target one wall without heights hides all of the attacker's space."""
        walls, target = self.sight.walls, self.sight.target
        between = walls.of_kind(*kinds) if not walls.has_bounded else walls.of_kind(*kinds) & ~walls.bounded
        hides = areas.cast(target.held.points, walls.lines[between], self.sight.source.held.box)[1]
        return bool(np.count_nonzero(hides.any(axis=1)) == len(hides))

    def in_or_behind_fog(self) -> Task[Layers]:
        """Return the part of the target in or behind thick fog, from the point that sees most."""
        if not self._fog:
            return NOWHERE
        return (yield from self._in_or_behind(self._fog, self.sights))

    def in_or_behind(self, dark: Sequence[Haze]) -> Task[Layers]:
        """Return the part of the target in or behind `dark` areas, from the point that sees most past them and fog."""
        seen = yield from self._seen_past([*self._fog, *dark])
        return (yield from self._in_or_behind(dark, seen.shares))

    def _in_or_behind(self, hazes: Sequence[Haze], sights: Floats) -> Task[Layers]:
        """Return the part of the target in or behind hazes, from the point that sees most by `sights`.

        Among equal points the one counts that sees most past the hazes alone.
        """
        own, (points,) = self.seeing.own, (sights >= best(sights)).nonzero()
        none = np.zeros(len(self.sight.pieces.wall), bool)
        seen = yield from self.seeing.past(points, none, hazes=hazes)
        return Layers(areas.outside(own.shapes, seen.parts[int(seen.shares.argmax())]), own.ends)

    def hidden_from(self, point: int) -> Layers:
        """Return the part of the target's body that solid obstacles hide from a point."""
        own = self.seeing.own
        return Layers(areas.outside(own.shapes, self.reached.parts[point]), own.ends)

    def hiding(self, point: int) -> Task[list[str]]:
        """Name the solid obstacles that hide a part of the target from a point."""
        walls, floors = self.sight.walls, self.sight.walls.floors
        (wall,) = self.obstacles[point].nonzero()
        wall = wall[:HIDING]
        found = yield from self._one_by_one(point, wall)
        hiding = np.zeros(len(walls), bool)
        hiding[wall] = found.shares < 1
        names, none = walls.names(hiding), np.zeros(len(self.sight.pieces.wall), bool)
        for n in self._stopping(sight=False)[:HIDING]:
            under = yield from self.seeing.past(np.array([point]), none, floors=[n])
            if under.shares[0] < 1:
                names.append(floors[n].name)
        return list(dict.fromkeys(names))

    @Made
    def reached(self) -> Task[Seen]:
        """The part that each point reaches past solid obstacles."""
        yield from self.sight.viewing()
        return (yield from self._past(self.every, self.sight.walls.of_kind(SOLID, LIMITED)))

    @Made
    def in_sight(self) -> Task[Seen]:
        """The part that each point sees past walls, floors and fog."""
        yield from self.sight.viewing()
        return (yield from self._seen_past(self._fog))

    @Made
    def _past_fog(self) -> Task[Seen]:
        if not self._fog:
            return (yield from Exposure.in_sight.making(self))
        return (yield from self._seen_past([]))

    @lazy
    def _fog(self) -> list[Haze]:
        """Return the thick fog near the lines."""
        return list(map(Haze.of, self.sight.thick))

    def _seen_past(self, thick: Sequence[Haze]) -> Task[Seen]:
        walls, floors = self.sight.walls, self._stopping(sight=True)
        if not thick and SIGHT_ONLY not in walls.found and floors == self._stopping(sight=False):
            return (yield from Exposure.reached.making(self))
        return (yield from self._past(self.every, walls.of_kind(SOLID, SIGHT_ONLY, LIMITED), floors, thick))

    def _past(
        self, points: Ints, counts: Mask, floors: Sequence[int] | None = None, thick: Sequence[Haze] = ()
    ) -> Task[Seen]:
        """Measure the view of points past walls that count (k,) or (p, k), and past floors.

        If `floors` is not given, those that stop effect count.
        """
        walls = self.sight.walls
        limited = self.sight.pieces.each(walls.of_kind(LIMITED)) if LIMITED in walls.found else None
        floors = self._stopping(sight=False) if floors is None else floors
        usable = self.sight.source.usable
        shut = None if usable is None else ~usable[points]
        return (yield from self.seeing.past(points, self.sight.pieces.each(counts), limited, floors, thick, shut))

    @property
    def every(self) -> Ints:
        """(p,) the numbers of all points."""
        return np.arange(len(self.sight.points))

    def _stopping(self, *, sight: bool, without: Collection[str] = ()) -> list[int]:
        """Return the numbers of the floors that stop sight, or effect, but for those with some names."""
        floors = self.seeing.floors
        return [n for n, one in enumerate(floors) if (one.sight if sight else one.effect) and one.name not in without]

    # --- by squares ---------------------------------------------------------------------------------------------------

    @lazy
    def obstacles(self) -> Mask:
        """(p, k) solid and terrain walls that may hide a part of the target from each point."""
        return np.asarray(self.casts & self.sight.walls.of_kind(SOLID, LIMITED))

    @property
    def casts(self) -> Mask:
        """(p, k) walls of any kind that may hide a part of the target from each point."""
        walls = self.sight.walls
        return self.sight.pieces.of_walls(self.seeing.casts[0], len(walls))

    @lazy
    def low(self) -> Mask:
        """(p, k) the walls in the way over or under which a part of the target can be reached."""
        walls = self.sight.walls
        if not walls.has_bounded:
            return np.zeros((len(self.sight.points), len(walls)), bool)
        return self.sight.pieces.of_walls(self.seeing.low, len(walls))

    def of_squares(self, points: Ints, squares: Ints) -> Task[Floats]:
        """(v,) the share of each square of the target that is exposed to its point past solid obstacles."""
        if self.sight.squares == 1:
            return self.shares[points]
        return (yield from self._in_squares(self.reached.parts[points], squares))

    def of_squares_past(self, counts: Mask, points: Ints, squares: Ints, without: Collection[str]) -> Task[Floats]:
        """(v,) the share of each square of the target that is exposed to its point past floors and some walls.

        Of the solid obstacles, only those in `counts` (v, k) count, and floors whose names are in `without` do not.
        """
        counts = counts & self.sight.walls.of_kind(SOLID, LIMITED)
        seen = yield from self._past(points, counts, self._stopping(sight=False, without=without))
        return (yield from self._in_squares(seen.parts, squares))

    def reached_past(self, walls: Mask, without: Collection[str]) -> Task[float]:
        """Return the share of the body that the best point reaches past `walls` (k,) and floors not in `without`."""
        floors = self._stopping(sight=False, without=without)
        seen = yield from self._past(self.every, walls & self.sight.walls.of_kind(SOLID, LIMITED), floors)
        return best(seen.shares)

    @Made
    def best_of_squares(self) -> Task[Floats]:
        """(s,) the share of each square of the target that the best of all points reaches past solid obstacles."""
        count, most = self.sight.squares, best(self.shares)
        if count == 1 or most >= 1:
            return np.full(count, most)
        # Measure every square from every point that reaches something.
        (points,) = (self.shares > 0).nonzero()
        shares = yield from self.of_squares(np.repeat(points, count), np.tile(np.arange(count), len(points)))
        return np.asarray(shares.reshape(len(points), count).max(axis=0, initial=0.0))

    def behind(self, points: Ints, squares: Ints, walls: Mask) -> Task[Floats]:
        """(v,) the share of each square of the target that walls (v, k) hide from its point, as if each were solid."""
        seen = yield from self.seeing.past(points, self.sight.pieces.each(walls))
        return 1 - (yield from self._in_squares(seen.parts, squares))

    def behind_each(self, point: int, square: int, walls: Ints) -> Task[Floats]:
        """(v,) the share of a square of the target that each wall hides from a point by itself, as if it were solid."""
        seen = yield from self._one_by_one(point, walls)
        return 1 - (yield from self._in_squares(seen.parts, np.full(len(walls), square)))

    def _one_by_one(self, point: int, walls: Ints) -> Task[Seen]:
        pieces = self.sight.pieces
        (some,) = np.isin(pieces.wall, walls).nonzero()
        only, counts = self.seeing.only(some), pieces.wall[some] == walls[:, None]
        return (yield from only.past(np.full(len(walls), point), counts))

    @lazy
    def _squares(self) -> Geometries:
        """(g, s) the own part of each square of the target."""
        return self.sight.target.squares.at(self.seeing.looks.ends).shapes

    def _in_squares(self, parts: Geometries, squares: Ints) -> Task[Floats]:
        """(v,) the share of each square of the target that lies in the parts (v, g) seen of the whole body."""
        own, counts, seen, parts = self._squares.T, self.seeing.own.counts, [], areas.without_hairs(parts)
        # Add up the areas on all layers, then divide by the square's own area.
        for some in batches(len(squares), CUT // len(counts)):
            seen.append(shapely.area(shapely.intersection(parts[some], own[squares[some]])) @ counts)
            yield
        return np.asarray(np.round(np.concatenate(seen) / (shapely.area(own) @ counts)[squares], areas.DIGITS))


def best(shares: Floats) -> float:
    """Return the largest share."""
    return max(shares.tolist(), default=0.0)
