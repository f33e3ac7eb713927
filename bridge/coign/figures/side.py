"""The view from the side along one line of cover, where heights decided: the bodies, the walls and floors, the line.

It is drawn too where a roof keeps the light of a lamp from the target, although a roof stops no line. Points are
(distance from the attacker's corner, elevation), both in scene units. Roles: polygons `attacker`, `target`; lines
`wall`, `floor` (a roof too), `line-clear`, `line-blocked`. A line that something stops has the place in its middle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts import FactSheet
from coign.facts.cover.sightlines import Sightlines
from coign.facts.cover.walls_between import WallsBetween
from coign.facts.light import roofs_over
from coign.geometry.lines import Mask, Points
from coign.grid.space import Space
from coign.protocol.messages import Mark
from coign.scene.roofs import Roof
from coign.util.tasks import Task

MOST = 20  # obstacles that are drawn
NOWHERE = 2.0  # beyond the end of a line, which is 1

Spot = tuple[float, float]


class Way(NamedTuple):
    """One corner line: the numbers of its ends, where it runs in quanta, and how many units long it is."""

    corner: int
    end: int
    start: Points
    along: Points
    length: float


class Met(NamedTuple):
    """An obstacle on the line: its mark, where the line is there, 0 to 1, and whether its height mattered."""

    mark: Mark
    at: float
    matters: bool


def side_view(sheet: FactSheet) -> Task[tuple[Mark, ...]]:
    """Return the marks of the view from the side; none if no height decided anything. It is a cooperative task."""
    cover, query, sight = sheet.read_cover, sheet.query, sheet.query.sightlines
    roofs = roofs_over(query.scene, query.space, query.target.level)
    if cover.choice is None or not (roofs or sight.walls.has_heights or sight.implied_floors or sight.surfaces()):
        return ()
    numbered = list(zip(cover.fact.lines, range(len(sight.ends))[sight.ends_of(cover.choice.square)], strict=True))
    for clear, end in sorted(numbered):  # a line that is stopped comes first
        way = _way(sight, cover.choice.corner, end)
        if not way.length:
            continue
        crossed, floors = _crossed(sight, way), (yield from _floors(sight, way))
        above = list(_roofs(sight, way, roofs))
        yield
        decided = _bounded(sight.walls)[crossed].any() or any(one.matters for one in floors)
        if decided or above:
            flat = [*floors, *above]
            stop = None if clear else _stop(sight, way, crossed[sight.walls.named(cover.fact.by)[crossed]], flat)
            met = [*(_wall(sight, way, n) for n in crossed[:MOST].tolist()), *flat]
            return _drawn(sight, way, met[:MOST], stop, "cover" if decided else "obscurement")
    return ()


def _way(sight: Sightlines, corner: int, end: int) -> Way:
    start, along = sight.corners[corner], sight.ends[end] - sight.corners[corner]
    length = float(np.hypot(*along)) * sight.scene.grid.units_per_quantum
    return Way(corner, end, start, along, length)


def _bounded(walls: WallsBetween) -> Mask:
    """(k,) walls with a top or a foot."""
    bottom, top = walls.heights
    return np.asarray(np.isfinite(bottom) | np.isfinite(top))


def _crossed(sight: Sightlines, way: Way) -> NDArray[np.intp]:
    """Return the walls in view that the line crosses on the map: those with a top or a foot, and those that stop it."""
    walls = sight.walls
    low, high = _heights(sight)
    bottom, top = walls.heights
    in_view = np.maximum(bottom, low) < np.minimum(top, high)
    crossed = (sight.crossings.left[way.corner, way.end] | sight.crossings.right[way.corner, way.end]) & in_view
    whole, middle = walls.covers(sight.along[way.corner, way.end])
    return np.asarray((crossed & (_bounded(walls) | whole | middle)).nonzero()[0])


def _wall(sight: Sightlines, way: Way, n: int) -> Met:
    low, high = _heights(sight)
    bottom, top = (float(heights[n]) for heights in sight.walls.heights)
    at = float(sight.along[way.corner, way.end, n])
    ends = _spot(at * way.length, max(bottom, low)), _spot(at * way.length, min(top, high))
    return Met(Mark("wall", "cover", ends, sight.walls.name(n)), at, math.isfinite(bottom) or math.isfinite(top))


def _floors(sight: Sightlines, way: Way) -> Task[list[Met]]:
    """Return the floors over or under the line, and where its middle passes through one."""
    low, high = _heights(sight)
    found = []
    for area, surface in sight.surfaces():
        if not low < surface.elevation < high:
            continue
        reached = sight.passage.reaches(surface.elevation)
        for near, far in _over(way, area.polygon):
            through = reached is not None and near <= reached <= far
            mark = Mark("floor", "cover", _level(way, near, far, surface.elevation), f"region:{area.id}")
            found.append(Met(mark, reached if through and reached is not None else NOWHERE, through))
        yield
    for elevation in sight.implied_floors:
        reached = sight.passage.reaches(elevation)
        if reached is not None:
            found.append(Met(Mark("floor", "cover", _level(way, 0.0, 1.0, elevation)), reached, True))
    return found


def _roofs(sight: Sightlines, way: Way, roofs: Iterable[Roof]) -> Iterator[Met]:
    """Yield the roofs over the line, which stop it nowhere."""
    low, high = _heights(sight)
    for roof in roofs:
        if roof.outline is not None and low < roof.elevation < high:
            for near, far in _over(way, roof.outline):
                yield Met(Mark("floor", "obscurement", _level(way, near, far, roof.elevation)), NOWHERE, True)


def _over(way: Way, outline: shapely.Geometry) -> Iterator[tuple[float, float]]:
    """Yield each part of the way, from 0 to 1, that lies over an outline."""
    line = shapely.linestrings([way.start, way.start + way.along])
    for part in shapely.get_parts(shapely.intersection(line, outline)):
        spots = shapely.get_coordinates(part)
        if not len(spots):
            continue  # the line misses the outline
        shares = np.clip((spots[[0, -1]] - way.start) @ way.along / (way.along @ way.along), 0, 1)
        near, far = sorted(shares.tolist())
        if near < far:
            yield near, far


def _level(way: Way, near: float, far: float, elevation: float) -> tuple[Spot, ...]:
    """Return the ends of what lies flat over a part of the way."""
    return _spot(near * way.length, elevation), _spot(far * way.length, elevation)


def _stop(sight: Sightlines, way: Way, walls: NDArray[np.intp], floors: list[Met]) -> float | None:
    """Return where along the line it is stopped: at the first of these walls, or at a floor."""
    stops = [*sight.along[way.corner, way.end, walls].tolist(), *(one.at for one in floors if one.at <= 1)]
    return min(stops, default=None)


def _drawn(
    sight: Sightlines, way: Way, met: list[Met], stop: float | None, fact: Literal["cover", "obscurement"]
) -> tuple[Mark, ...]:
    """Return the marks of the view, which shows a fact: it is drawn where that fact matters."""
    shares = [0.0, *([] if stop is None else [stop]), 1.0]
    heights = sight.passage.middle(np.array(shares)).tolist()
    line = tuple(_spot(share * way.length, height) for share, height in zip(shares, heights, strict=True))
    bodies = [
        Mark(role, fact, _body(space, way)) for role, space in (("target", sight.target), ("attacker", sight.source))
    ]
    return (*bodies, *(one.mark for one in met), Mark("line-clear" if stop is None else "line-blocked", fact, line))


def _body(space: Space, way: Way) -> tuple[Spot, ...]:
    """Return a space as it is seen across the line."""
    across = (space.hull - way.start) @ way.along / (way.along @ way.along) * way.length
    x0, x1 = float(across.min()), float(across.max())
    return _spot(x0, space.bottom), _spot(x1, space.bottom), _spot(x1, space.top), _spot(x0, space.top)


def _heights(sight: Sightlines) -> tuple[float, float]:
    """Return the lowest and the highest elevation of the view, in units: a grid space above the higher creature."""
    low = min(sight.source.bottom, sight.target.bottom)
    return low, max(sight.source.top, sight.target.top) + sight.scene.grid.distance


def _spot(along: float, height: float) -> Spot:
    return round(along, 2), round(height, 2)
