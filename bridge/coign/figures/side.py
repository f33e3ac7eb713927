"""The view from the side of one corner line, drawn where a height matters to it.

It runs along a line, from the attacker's corner (0) to the post at the target's: x is the distance from the corner and
y the elevation, both in units. Of the lines on which something is hidden, it is the straightest. The view shows the
lines from head to head and from feet to feet, the obstacles in their way, and what they hide of the body where the
line, drawn on, passes it. A wall that rises past both creatures is no reason for a view, for the plan shows what it
hides. Nor is a creature in the way, unless one of the two is above the other.

Roles are those of `figures.marks`: the bodies of creatures are polygons, and so is what is `hidden`; a `wall` runs from
its foot to its top, a `floor` lies flat over the part of the line where it is. The first thing that stops a line is its
middle point. The view ends a grid space above the higher of the two; what is higher is cut there.

A roof that keeps the light from the target is drawn as a floor too, for it has nothing else to show it on the map.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts import FactSheet
from coign.facts.cover import creatures
from coign.facts.cover.body import Body
from coign.facts.cover.heights import LAYERS
from coign.facts.cover.sightlines import Sightlines
from coign.facts.lamplight import roofs_over
from coign.facts.light import matters
from coign.facts.query import Query
from coign.geometry import areas
from coign.geometry.lines import Floats, Points
from coign.protocol.messages import Mark
from coign.scene.roofs import Roof
from coign.scene.wall_kinds import LIMITED, SOLID
from coign.util.tasks import Task

MOST = 20  # obstacles that are drawn
LEAST = 0.01  # of a body's height: less that is hidden is not looked at
HAIR = 2.0  # quanta beside the line, where what is hidden is looked at

Ints = NDArray[np.intp]
Spot = tuple[float, float]


class Way(NamedTuple):
    """One corner line: the numbers of its ends, where it runs in quanta, and how many units long it is."""

    corner: int
    end: int
    start: Points
    along: Points
    length: float


class Met(NamedTuple):
    """An obstacle on the line: its mark, between which heights it stands, and on which part of the line, 0 to 1.

    Attributes:
        stops: whether it stops a line that passes it at one of its heights.
        alone: whether it stops a line by itself, as a creature does. Walls and floors do so together.
    """

    mark: Mark
    bottom: float
    top: float
    first: float
    last: float
    stops: bool = True
    alone: bool = False


def side_view(sheet: FactSheet) -> Task[tuple[Mark, ...]]:
    """Return the marks of the view from the side; none if no height decided anything. It is a cooperative task."""
    cover, query, sight = sheet.read_cover, sheet.query, sheet.query.sightlines
    roofs = roofs_over(query.scene, query.space, query.target.level) if matters(query.scene) else []
    named = _creatures_above_or_below(sight, cover.fact.by)
    if cover.choice is None or not (roofs or named or sight.walls.has_heights or sight.walls.every_floor):
        return ()
    corner = cover.choice.corner
    hidden = np.minimum(*sight.posts.hidden)[corner]
    if named:
        hidden = hidden + sight.through_creatures[corner][:, named].any(axis=1)
    for end in _in_order(sight, corner, range(len(sight.ends))[sight.ends_of(cover.choice.square)], hidden):
        way = _way(sight, corner, end)
        if not way.length:
            continue
        walls, floors = _crossed(sight, way), (yield from _floors(sight, way))
        above = list(_roofs(sight, way, roofs))
        bodies = list(_creatures(sight, way, named))
        yield
        decided = bool(floors or bodies) or _end_between(sight, walls)
        if decided or above:
            met = [*_walls(sight, way, walls[:MOST]), *bodies, *floors, *above][:MOST]
            return _drawn(query, way, met, "cover" if decided else "obscurement")
    return ()


def _in_order(sight: Sightlines, corner: int, ends: Iterable[int], hidden: Floats) -> list[int]:
    """Sort the ends of lines from a corner by how well the view along them shows what is hidden, the best one first.

    First come the lines on which something is hidden: `hidden` (m,) is the share of each post. Of these, first the ones
    that pass the body's middle within half a side, and of these the ones most nearly parallel to the way from middle to
    middle. Where these differ by less than ten quanta, the one on which most is hidden comes first.
    """
    space, start, along = sight.target.space, sight.corners[corner], sight.ends - sight.corners[corner]
    length = np.maximum(np.hypot(*along.T), 1.0)
    ahead, middle = np.subtract(space.centre, sight.source.space.centre), np.subtract(space.centre, start)
    straight = (along @ ahead / length).round(-1)
    x0, y0, x1, y1 = space.box
    past = np.abs(along[:, 0] * middle[1] - along[:, 1] * middle[0]) / length > min(x1 - x0, y1 - y0) / 2
    return sorted(ends, key=lambda end: (hidden[end] <= LEAST, bool(past[end]), -straight[end], -hidden[end]))


def _creatures_above_or_below(sight: Sightlines, names: Collection[str]) -> list[int]:
    """Return the numbers of the creatures among these names; none where the two stand at one height."""
    if len({step.feet for step in sight.rise}) == 1:
        return []
    return [n for n, creature in enumerate(sight.walls.creatures) if f"token:{creature.id}" in names]


def _creatures(sight: Sightlines, way: Way, numbers: Sequence[int]) -> Iterator[Met]:
    """Yield those of these creatures that the line passes."""
    for n in numbers:
        if sight.through_creatures[way.corner, way.end, n]:
            token, ends = sight.walls.creatures[n], (way.start + way.along)[None]
            (enters,), (leaves,) = creatures.ways_within([token.space], way.start[None], ends, sight.scene.grid.inset)
            first, last = float(enters[0, 0]), float(leaves[0, 0])
            bottom, top = token.space.bottom, token.space.top
            corners = [(first, bottom), (last, bottom), (last, top), (first, top)]
            outline = tuple(_spot(at * way.length, height) for at, height in corners)
            yield Met(Mark("creature", "cover", outline, f"token:{token.id}"), bottom, top, first, last, alone=True)


def _end_between(sight: Sightlines, walls: Ints) -> bool:
    """Tell whether a wall has its foot or its top where the two are, so that it could hide a part of a body."""
    bottom, top = (ends[walls] for ends in sight.walls.heights)
    low, high = sight.rise.ends
    return bool(((bottom > low) | (top <= high)).any())


def _way(sight: Sightlines, corner: int, end: int) -> Way:
    start, along = sight.corners[corner], sight.ends[end] - sight.corners[corner]
    length = float(np.hypot(*along)) * sight.scene.grid.units_per_quantum
    return Way(corner, end, start, along, length)


def _crossed(sight: Sightlines, way: Way) -> Ints:
    """Return the numbers of the walls that the line crosses on the map, and that are within the view's heights."""
    (bottom, top), (low, high) = sight.walls.heights, _heights(sight)
    in_view = np.maximum(bottom, low) < np.minimum(top, high)
    return np.flatnonzero(sight.posts.crossings.either[way.corner, way.end] & in_view)


def _walls(sight: Sightlines, way: Way, numbers: Ints) -> Iterator[Met]:
    """Yield these walls, as far as they are within the view's heights."""
    walls, (low, high) = sight.walls, _heights(sight)
    bottom, top = walls.heights
    for n in numbers.tolist():
        at, foot, head = (float(value) for value in (sight.posts.along[way.corner, way.end, n], bottom[n], top[n]))
        ends = _spot(at * way.length, max(foot, low)), _spot(at * way.length, min(head, high))
        yield Met(
            Mark("wall", "cover", ends, walls.name(n)), foot, head, at, at, stops=walls.kinds[n] in (SOLID, LIMITED)
        )


def _floors(sight: Sightlines, way: Way) -> Task[list[Met]]:
    """Return the floors over or under the line."""
    low, high = _heights(sight)
    floors = []
    for name, outline, elevation, *_ in sight.walls.every_floor:
        for near, far in _over(way, outline) if low < elevation < high else ():
            mark = Mark("floor", "cover", _level(way, near, far, elevation), name)
            floors.append(Met(mark, elevation, elevation, near, far))
        yield
    return floors


def _roofs(sight: Sightlines, way: Way, roofs: Iterable[Roof]) -> Iterator[Met]:
    """Yield the roofs over the line, which stop it nowhere."""
    low, high = _heights(sight)
    for roof in roofs:
        if roof.outline is not None and low < roof.elevation < high:
            for near, far in _over(way, roof.outline):
                mark = Mark("floor", "obscurement", _level(way, near, far, roof.elevation))
                yield Met(mark, roof.elevation, roof.elevation, near, far, stops=False)


def _over(way: Way, outline: shapely.Geometry) -> Iterator[tuple[float, float]]:
    """Yield each part of the way, from 0 to 1, that lies over an outline, and not along its edge."""
    line = shapely.linestrings([way.start, way.start + way.along])
    for part in shapely.get_parts(shapely.intersection(line, outline)):
        spots = shapely.get_coordinates(part)
        if not len(spots):
            continue  # the line misses the outline
        shares = np.clip((spots[[0, -1]] - way.start) @ way.along / (way.along @ way.along), 0, 1)
        near, far = sorted(shares.tolist())
        if near < far and shapely.contains_xy(outline, *(way.start + way.along * (near + far) / 2)):
            yield near, far


def _level(way: Way, near: float, far: float, elevation: float) -> tuple[Spot, ...]:
    """Return the ends of a flat obstacle over a part of the way."""
    return _spot(near * way.length, elevation), _spot(far * way.length, elevation)


def _drawn(query: Query, way: Way, met: list[Met], fact: Literal["cover", "obscurement"]) -> tuple[Mark, ...]:
    """Return the marks of the view, which shows a fact: it is drawn where that fact matters."""
    sight = query.sightlines
    bodies = [
        Mark(role, fact, _outline(body, way)) for role, body in (("target", sight.target), ("attacker", sight.source))
    ]
    parts = sight.posts.hidden_parts(way.corner, way.end)
    hidden = [Mark("hidden", fact, outline) for outline in _hidden(query, way)]
    return (
        *bodies,
        *hidden,
        *(body.mark for body in met),
        *(_line(sight, way, met, parts, share, fact) for share in (1.0, 0.0)),
    )


def _line(
    sight: Sightlines,
    way: Way,
    met: list[Met],
    parts: Sequence[tuple[float, float]],
    share: float,
    fact: Literal["cover", "obscurement"],
) -> Mark:
    """Return the line at a share of both bodies' heights: 1 from head to head, 0 from feet to feet.

    `parts` are the hidden parts of the post at its end.
    """
    start, end = (float(upright.at(share)) for upright in sight.rise)
    is_hidden = any(low <= share <= high for low, high in parts)
    stopping = [body for body in met if body.stops and (is_hidden or body.alone)]
    stops = [at for body in stopping if (at := _first_within(start, end, body)) is not None]
    shares = [0.0, *([min(stops)] if stops else []), 1.0]
    spots = tuple(_spot(at * way.length, start + at * (end - start)) for at in shares)
    return Mark("line-blocked" if stops else "line-clear", fact, spots)


def _first_within(start: float, end: float, body: Met) -> float | None:
    """Return where a line that rises from `start` to `end` first is within an obstacle; None if it passes it."""
    for at in (body.first, body.last):
        if body.bottom <= start + at * (end - start) <= body.top:
            return at
    if start == end:
        return None
    inside = [
        at for height in (body.bottom, body.top) if body.first <= (at := (height - start) / (end - start)) <= body.last
    ]
    return min(inside, default=None)


def _outline(body: Body, way: Way) -> tuple[Spot, ...]:
    """Return a body as it is seen across the line."""
    across = (body.held.hull - way.start) @ way.along / (way.along @ way.along) * way.length
    x0, x1 = float(across.min()), float(across.max())
    bottom, top = map(float, body.upright)
    return _spot(x0, bottom), _spot(x1, bottom), _spot(x1, top), _spot(x0, top)


def _hidden(query: Query, way: Way) -> Iterator[tuple[Spot, ...]]:
    """Yield the outlines of what is hidden of the body from the corner, where the line, drawn on, passes it."""
    body, exposure = query.sightlines.target, query.exposure
    if (share := exposure.shares[way.corner]) in (0, 1):
        yield from [] if share else [_outline(body, way)]
        return
    layers = exposure.hidden_from(way.corner)
    square = way.along @ way.along
    # Shadows may end on the line itself: look a hair beside it, on the side of the middle.
    across = np.array([-way.along[1], way.along[0]]) / np.sqrt(square)
    start = way.start + across * np.copysign(HAIR, (body.space.centre - way.start) @ across)
    end = start + way.along * ((body.held.hull - way.start) @ way.along).max() / square
    # Find where the line is over the hidden shapes, and on which run of layers.
    met, run = shapely.get_parts(
        shapely.intersection(layers.shapes, shapely.linestrings([start, end])), return_index=True
    )
    spots, part = shapely.get_coordinates(met, return_index=True)
    if not len(spots):
        return
    along, first = (spots - start) @ way.along / square * way.length, np.flatnonzero(np.diff(part, prepend=-1))
    near, far, run = np.minimum.reduceat(along, first), np.maximum.reduceat(along, first), run[part[first]]
    heights = body.upright.at(np.append(0, layers.ends) / LAYERS)
    low, high = heights[run], heights[run + 1]
    if len(near) == 1:  # most bodies are hidden alike at all heights
        yield tuple(
            [_spot(x.item(), y.item()) for x, y in zip((near, far, far, near), (low, low, high, high), strict=True)]
        )
        return
    hidden = shapely.union_all(shapely.box(near, low, far, high))
    # The layers are steps, and what they hide is a slope.
    step = float(heights[-1] - heights[0]) / LAYERS
    parts = [part for part in areas.without_holes(hidden) if part.area > step * step]
    for ring in areas.in_order([shapely.get_coordinates(part)[:-1] for part in parts]):
        slope = areas.simple(ring, step)
        yield tuple([_spot(x, y) for x, y in (slope if len(slope) > 2 else ring)])


def _heights(sight: Sightlines) -> tuple[float, float]:
    """Return the lowest and the highest elevation of the view, in units: a grid space above the higher creature."""
    low, high = sight.rise.ends
    return low, high + sight.scene.grid.distance


def _spot(along: float, height: float) -> Spot:
    return round(along, 2), round(height, 2)
