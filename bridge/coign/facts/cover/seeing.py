"""Measure the part of a body that points see past obstacles: the one measure for effect, sight and light.

On each layer of the body, walls that every line meets, lower walls, and flat obstacles take their shadows from the
part that a point reaches (`shadows`).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.cover import shadows
from coign.facts.cover.body import Body
from coign.facts.cover.floors import Floor
from coign.facts.cover.heights import SHARES, Rise, part_within
from coign.facts.cover.layers import EVERY, Layers
from coign.facts.cover.looks import NOWHERE, Barriers, Flat, Looks, looks
from coign.facts.cover.owners import Pieces
from coign.facts.cover.shadows import Haze
from coign.geometry import areas
from coign.geometry.areas import Geometries
from coign.geometry.lines import Floats, Mask, Points, met_between
from coign.grid.space import Box
from coign.util.lazy import lazy
from coign.util.tasks import Made, Task, batches

AT_ONCE = 100_000  # points times looks times walls and sides of haze that one step compares
PARTS = 256  # of a body that one step draws
Ints = NDArray[np.intp]


class Seen(NamedTuple):
    """The view of points (p,) of a body: (p,) the share they see, and (p, g) the part of each run of layers."""

    shares: Floats
    parts: Geometries

    @classmethod
    def joined(cls, several: Sequence[Seen]) -> Seen:
        """Join the views of several lots of points."""
        return several[0] if len(several) == 1 else cls(*map(np.concatenate, zip(*several, strict=True)))


class Walls(NamedTuple):
    """Walls in pieces, q of them: their bottoms and tops (q,) in units, and (p, q) whether each stops what comes from
    each point; None: all do. `bounded` tells whether any has a bottom or a top."""

    pieces: Pieces
    bottom: Floats
    top: Floats
    faces: Mask | None
    bounded: bool


class Seeing:
    """The view of a body from points, past walls, floors and haze.

    Attributes:
        points: (p, 2) the points, quanta.
        body: the body they look at.
        walls: the walls near them, of any kind; the caller of each method names those that count.
        floors: the flat obstacles that may lie between them.
        exact: whether every wall has counted so far; among very many, the narrowest do not count.
    """

    def __init__(
        self,
        points: Points,
        body: Body,
        rise: Rise,
        walls: Walls,
        floors: Sequence[Floor] = (),
        hazes: Sequence[Haze] = (),
        *,
        between: Box | None = None,
    ) -> None:
        """`rise` has the heights of the lines, `hazes` are those that may be asked about, and `between` is the box in
        which lines may pass a floor."""
        self.points, self.body, self.rise, self.walls, self.floors = points, body, rise, walls, floors
        self._hazes, self._between, self.exact = hazes, between, True

    def only(self, pieces: Ints) -> Seeing:
        """Return the same view past some of the pieces of walls alone."""
        few, walls = copy(self), self.walls
        for name in ("casts", "low", "_met"):
            few.__dict__.pop(name, None)
        faces = None if walls.faces is None else walls.faces[:, pieces]
        few.walls = Walls(walls.pieces.only(pieces), walls.bottom[pieces], walls.top[pieces], faces, walls.bounded)
        few.__dict__["_bands"] = tuple(band[:, pieces] for band in self._bands)
        return few

    # --- looks --------------------------------------------------------------------------------------------------------

    @lazy
    def own(self) -> Layers:
        """The body's own parts, in runs of layers that look alike."""
        return self.body.own.at(self.looks.ends)

    @lazy
    def area(self) -> float:
        """The area of all layers' own parts together, in square quanta."""
        return self.own.area

    @Made
    def looks(self) -> Task[Looks]:
        """The looks at the runs of layers of the body."""
        walls = self.walls
        hazes = [haze for haze in self._hazes if np.isfinite((haze.bottom, haze.top)).any()]
        if not (walls.bounded or self.floors or hazes):
            return Looks(EVERY, np.zeros(1, np.intp), np.array([self.rise.start.head]), *[np.empty((1, 0))] * 3)
        nearest, farthest = self._met
        # Treat haze as an upright obstacle, so that layers inside it and outside it are separate runs.
        more = np.array([(haze.bottom, haze.top) for haze in hazes]).reshape(-1, 2).T
        upright = Barriers(
            np.concatenate([walls.bottom, more[0]]),
            np.concatenate([walls.top, more[1]]),
            np.concatenate([walls.pieces.own, np.zeros(len(hazes), bool)]),
            np.concatenate([nearest.min(axis=0, initial=1.0), np.zeros(len(hazes))]),
            np.concatenate([farthest.max(axis=0, initial=0.0), np.ones(len(hazes))]),
        )
        # Find the floors that cover the whole box between the two.
        outlines = np.array([floor.outline for floor in self.floors])
        between = areas.about(self._between or self.body.held.box)
        flat = Flat(
            np.array([floor.elevation for floor in self.floors]),
            shapely.covers(outlines, shapely.box(*between)) if self.floors else np.empty(0, bool),
            *(np.array([floor.asked == asked for floor in self.floors], bool) for asked in ("on-line", "from-head")),
        )
        return (yield from looks(self.rise, self.body.ends, upright, flat))

    @lazy
    def _met(self) -> tuple[Floats, Floats]:
        """(p, q) twice: the nearest and the farthest place, from 0 to 1, at which lines to the body meet each piece.

        A line to a spot that is not beyond the piece counts as meeting it at the line's end.
        """
        return met_between(self.points, self.body.held.hull, self.walls.pieces.lines)

    @lazy
    def _bands(self) -> tuple[Floats, Floats]:
        """(v, q) twice: the start and end of the part of the way on which each piece of a wall blocks each look."""
        views, count = self.looks, len(self.walls.pieces.wall)
        if views.first.shape[1]:
            return views.first[:, :count], views.last[:, :count]
        shape = len(views.run), count
        return np.zeros(shape), np.ones(shape)

    # --- which walls matter -------------------------------------------------------------------------------------------

    @lazy
    def casts(self) -> tuple[Mask, Mask]:
        """(p, q) twice: the pieces of walls that may hide a part of the body from a point, and those that hide all.

        Heights are ignored here.
        """
        partly, wholly = areas.cast(self.points, self.walls.pieces.lines, self.body.held.box)
        faces = self.walls.faces
        return (partly, wholly) if faces is None else (partly & faces, wholly & faces)

    @lazy
    def low(self) -> Mask:
        """(p, q) the pieces of walls in the way over or under which a part of the body can be seen."""
        nearest, farthest = (met[:, None] for met in self._met)
        first, last = self._bands
        return ~np.asarray(((first <= nearest) & (farthest <= last)).all(axis=1))

    def _taking_part(self, points: Ints, counts: Mask) -> tuple[Mask, Mask]:
        """(p, v, q) twice: the pieces of walls that may hide a part of the body from each point in each look, and those
        that hide all of it. Only pieces that count, (q,) or (p, q), are among them."""
        partly, wholly = (casts[points] & counts for casts in self.casts)
        if not self.walls.bounded:
            looks = len(self.looks.run)
            return partly[:, None].repeat(looks, axis=1), wholly[:, None].repeat(looks, axis=1)
        nearest, farthest = (met[points] for met in self._met)
        return _on_the_way((partly, wholly), (nearest, farthest), self._bands)

    # --- what is seen -------------------------------------------------------------------------------------------------

    def past(
        self,
        points: Ints,
        counts: Mask,
        limited: Mask | None = None,
        floors: Sequence[int] = (),
        hazes: Sequence[Haze] = (),
        shut: Mask | None = None,
    ) -> Task[Seen]:
        """Measure the view of points (p,) past some obstacles, as a cooperative task: some points at a time.

        Most points are decided by the signs of lines: no wall hides anything of the body, or one hides all of it.

        Args:
            points: the numbers of the points.
            counts: (q,) or (p, q) the pieces of walls that count.
            limited: (q,) terrain walls, of which two together hide as much as one other wall.
            floors: the numbers of the floors that count.
            hazes: the haze that counts.
            shut: (p,) points that see nothing in any case.
        """
        found, looks = [], len(self.looks.run)
        rims = [shadows.borders(haze.polygon) for haze in hazes]
        obstacles = counts.shape[-1] + sum(map(len, rims))
        for some in batches(len(points), min(PARTS, AT_ONCE // max(1, obstacles)) // looks):
            mine = counts if counts.ndim == 1 else counts[some]
            dark = None if shut is None else shut[some]
            seen = yield from self._past(points[some], mine, limited, floors, hazes, rims, dark)
            found.append(self._together(seen))
            yield
        return Seen.joined(found)

    def _past(
        self,
        points: Ints,
        counts: Mask,
        limited: Mask | None,
        floors: Sequence[int],
        hazes: Sequence[Haze],
        rims: Sequence[Floats],
        shut: Mask | None,
    ) -> Task[Geometries]:
        """(p, v) the part of the body that points see in each look; `rims` are the sides of the hazes."""
        views, (partly, wholly) = self.looks, self._taking_part(points, counts)
        # Find the looks that one wall alone blocks.
        dark = np.asarray((wholly if limited is None else wholly & ~limited).any(axis=2))
        if shut is not None:
            dark |= shut[:, None]
        flat = [(self.floors[n].outline, views.passed[:, n]) for n in floors]
        lines, first, last = [self.walls.pieces.lines], [], []
        for haze, rim in zip(hazes, rims, strict=True):
            # Let a point inside the haze see nothing, and let the rim of the haze hide what is behind it.
            start, end = self._heights_within(haze)
            dark |= shapely.contains_xy(haze.polygon, self.points[points])[:, None] & (start <= 0) & (end >= 0)
            casts = areas.cast(self.points[points], rim, self.body.held.box)
            met = met_between(self.points[points], self.body.held.hull, rim)
            some, whole = _on_the_way(casts, met, (start[:, None], end[:, None]))
            partly, dark = np.concatenate([partly, some], axis=2), dark | whole.any(axis=2)
            lines.append(rim)
            first.append(np.repeat(start[:, None], len(rim), axis=1))
            last.append(np.repeat(end[:, None], len(rim), axis=1))
            # Add its top and its bottom as flat obstacles.
            flat += [(haze.polygon, np.where((at > 0) & (at < 1), at, NOWHERE)) for at in (start, end)]
            yield
        # Begin with the whole own part in each look, and with nothing in the blocked ones.
        parts = np.full(dark.shape, areas.NOTHING)
        if np.count_nonzero(dark) == dark.size:
            return parts
        parts[~dark] = self.own.shapes[views.run[(~dark).nonzero()[1]]]
        # Take away what walls hide.
        point, look = (~dark & partly.any(axis=2)).nonzero()
        if len(point):
            view, line = partly[point, look].nonzero()
            bands = zip(self._bands, (first, last), strict=True)
            start, end = (np.concatenate([part, *more], axis=1)[look[view], line] for part, more in bands)
            weak = None if limited is None else np.append(limited, np.zeros(partly.shape[2] - len(limited), bool))[line]
            before = shadows.Before(view, np.concatenate(lines)[line], start, end, weak)
            some = parts[point, look]
            self.exact &= yield from shadows.past_walls(some, self.points[points[point]], self.body.held.box, before)
            parts[point, look] = some
        # Take away the shadows of flat obstacles.
        for outline, passed in flat:
            yield from shadows.take_away(parts, self.points[points], self.body.held.box, outline, passed)
        return parts

    def _together(self, parts: Geometries) -> Seen:
        """Return the view of each run of layers, given the parts seen in each look (p, v).

        A part counts as seen if either look at its run shows it.
        """
        runs = len(self.looks.ends)
        seen = parts[:, :runs]
        for n, run in enumerate(self.looks.run[runs:].tolist()):
            seen[:, run] = areas.together(seen[:, run], parts[:, runs + n])
        found = shapely.area(seen) @ self.looks.counts
        return Seen((found / self.area).round(areas.DIGITS) if np.count_nonzero(found) else found, seen)

    def _heights_within(self, haze: Haze) -> tuple[Floats, Floats]:
        """(v,) twice: the start and end of the part of the way on which the lines of each look are as high as haze."""
        heights = self.rise.end.at(SHARES)[self.looks.ends - 1]
        return part_within(self.looks.eye, heights[self.looks.run], np.array(haze.bottom), np.array(haze.top))


def _on_the_way(
    casts: tuple[Mask, Mask], met: tuple[Floats, Floats], blocked: tuple[Floats, Floats]
) -> tuple[Mask, Mask]:
    """(p, v, q) twice: the walls that may hide a part of the body from each point in each look, and those that hide all
    of it.

    Compare where lines meet each wall, (p, q) twice, with the part of the way on which it blocks them, (v, q) twice.
    """
    (partly, wholly), (nearest, farthest), (first, last) = casts, met, blocked
    nearest, farthest = nearest[:, None], farthest[:, None]
    whole = (first <= nearest) & (farthest <= last)
    some = (first < last) & (first < farthest) & (nearest < last)
    return partly[:, None] & (some | whole), wholly[:, None] & whole
