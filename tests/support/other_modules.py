"""Compute the cover that two other modules would give in a scene, by their published rules as we read them.

Both are computed from a scene's documents, in our own words and code, with the modules' usual settings, on squares:

- *Simple Cover 5e* (https://github.com/Kapuzenjoe/simplecover5e, read in March 2026): from each corner of each of the
  attacker's squares, 1 px inside, to the four corners, 3 px inside, of each of the target's squares. A line is stopped
  by a wall that stops sight, or by a creature in between, a box 3 px inside its space with a height by its size. The
  attacker has the corner and the square with the most open lines: one or two stopped are half cover, three or four
  three-quarters. If its line of sight, from the attacker's middle to nine points about the target's middle, meets a
  wall at every point, cover is total.
- *PF2e Visioner* (https://github.com/roi007leaf/pf2e-visioner, read in August 2026): lines from the attacker's middle
  to the target's middle and 28 points of its edge. If walls that stop sight meet at least 70 % of them, cover is
  greater, from 50 % on standard. Where walls do nothing, a creature between them gives lesser cover if the line between
  the middles passes through a tenth of its space, and standard cover if it is two sizes larger than both.

What a module reads of a game system (feats, effects, the GM's own choice) is not in it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Document = dict[str, Any]
Point = tuple[float, float]

HEIGHTS = {"tiny": 1, "small": 3, "medium": 6, "large": 12, "huge": 24, "gargantuan": 48}  # ft, Simple Cover 5e's
TALL = {"tiny": 2.5, "small": 5, "medium": 5, "large": 10, "huge": 15, "gargantuan": 20}  # ft, Visioner's
SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan")
PARTS = 5  # of each side of the target, for Visioner
ATTACKERS_INSET, TARGETS_INSET, BODYS_INSET = 1, 3, 3  # px, along the diagonal
ENOUGH_INSIDE = 0.1  # Visioner: of a square's diagonal, for each square of a creature between
STANDARD, GREATER = 50, 70  # Visioner: per cent of the lines
TWO_SIZES = 2
ONE_PIXEL = 1  # so near the line's end a wall does not count, for Visioner
HARDLY = 2e-3  # of a line: so short a way through a body does not count, for Simple Cover 5e
OPEN_DOOR, LIMITED, NORMAL = 1, 10, 20  # as Foundry's documents have them
NEITHER = ("dead", "ethereal")  # who stops no line, for Simple Cover 5e


class Wall(NamedTuple):
    """A wall that stops sight, in pixels."""

    x0: float
    y0: float
    x1: float
    y1: float
    limited: bool


class Body(NamedTuple):
    """A token's square on the map, in pixels, and its height from bottom to top, in feet."""

    x0: float
    y0: float
    x1: float
    y1: float
    bottom: float
    top: float
    size: str

    @property
    def middle(self) -> Point:
        """The middle of the square."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2


def simple_cover(scene: Document, attacker: str, target: str) -> str:
    """Return the degree that Simple Cover 5e gives: none, half, three-quarters or total."""
    grid, distance = _grid(scene)
    one, other = (_body(_token(scene, name), scene, HEIGHTS) for name in (attacker, target))
    walls = list(_walls(scene, one.middle))
    goals = list(_squares(other, grid))
    if not any(_sees(one.middle, point, walls) for goal in goals for point in _about(goal.middle, grid / 4)):
        return "total"
    between = [
        _smaller(_body(token, scene, HEIGHTS), BODYS_INSET)
        for token in scene["tokens"]
        if token["_id"] not in (attacker, target) and not token.get("hidden") and not _out(token)
    ]
    ratio = grid / distance
    heights = ((one.bottom + one.top) / 2 * ratio, (other.bottom + other.top) / 2 * ratio)
    best = min(
        sum(
            not _sees(start, end, walls) or any(_meets(start, end, heights, body, ratio) for body in between)
            for end in _corners(_smaller(goal, TARGETS_INSET))
        )
        for square in _squares(one, grid)
        for start in _corners(_smaller(square, ATTACKERS_INSET))
        for goal in goals
    )
    return "none" if best == 0 else "half" if best < 3 else "three-quarters"


def visioner(scene: Document, attacker: str, target: str) -> str:
    """Return the degree that PF2e Visioner gives: none, lesser, standard or greater."""
    one, other = (_body(_token(scene, name), scene, TALL) for name in (attacker, target))
    walls = list(_walls(scene, one.middle))
    points = [other.middle, *_corners(other), *_edge(other)]
    met = 100 * sum(bool(_met(one.middle, point, walls, ONE_PIXEL)) for point in points) / len(points)
    if met >= GREATER:
        return "greater"
    if met >= STANDARD:
        return "standard"
    sizes = [SIZES.index(body.size) for body in _between(scene, one, other, (attacker, target))]
    larger = max(SIZES.index(one.size), SIZES.index(other.size)) + TWO_SIZES
    return "none" if not sizes else "standard" if max(sizes) >= larger else "lesser"


# --- documents --------------------------------------------------------------------------------------------------------


def _grid(scene: Document) -> tuple[float, float]:
    """Return the pixels and the feet of a grid space; Foundry's usual ones where the scene has none of its own."""
    grid = scene.get("grid") or {}
    return float(grid.get("size") or 100), float(grid.get("distance") or 5)


def _token(scene: Document, name: str) -> Document:
    found: Document = next(token for token in scene["tokens"] if token["_id"] == name)
    return found


def _out(token: Document) -> bool:
    return any(status in NEITHER for status in token.get("coign", {}).get("statuses", ()))


def _body(token: Document, scene: Document, heights: Mapping[str, float]) -> Body:
    grid, _ = _grid(scene)
    width, height = float(token.get("width") or 1), float(token.get("height") or 1)
    size = str(token.get("coign", {}).get("size") or _by_width(max(width, height)))
    bottom, x, y = float(token.get("elevation") or 0), float(token["x"]), float(token["y"])
    return Body(x, y, x + width * grid, y + height * grid, bottom, bottom + heights[size], size)


def _by_width(squares: float) -> str:
    widths = ((0.5, "tiny"), (1.0, "medium"), (2.0, "large"), (3.0, "huge"))
    return next((size for most, size in widths if squares <= most), "gargantuan")


def _walls(scene: Document, seen_from: Point) -> Iterator[Wall]:
    """Yield the walls that stop the sight from a point: no open door, and no one-way wall from its open side."""
    for wall in scene.get("walls", ()):
        sight = wall.get("sight", NORMAL)
        if not sight or (wall.get("door") and wall.get("ds") == OPEN_DOOR):
            continue
        x0, y0, x1, y1 = wall["c"]
        side = (x1 - x0) * (seen_from[1] - y0) - (y1 - y0) * (seen_from[0] - x0)
        if (wall.get("dir") == 1 and side >= 0) or (wall.get("dir") == 2 and side <= 0):
            continue
        yield Wall(x0, y0, x1, y1, sight == LIMITED)


# --- places -----------------------------------------------------------------------------------------------------------


def _squares(body: Body, grid: float) -> Iterator[Body]:
    """Yield the grid squares of a body; itself if it is no larger than one."""
    for row in range(max(1, round((body.y1 - body.y0) / grid))):
        for column in range(max(1, round((body.x1 - body.x0) / grid))):
            x, y = body.x0 + column * grid, body.y0 + row * grid
            yield body._replace(x0=x, y0=y, x1=min(x + grid, body.x1), y1=min(y + grid, body.y1))


def _smaller(body: Body, diagonally: float) -> Body:
    """Return a body with each corner moved inside by so many pixels along the diagonal."""
    by = diagonally / math.sqrt(2)
    return body._replace(x0=body.x0 + by, y0=body.y0 + by, x1=body.x1 - by, y1=body.y1 - by)


def _corners(body: Body) -> list[Point]:
    return [(body.x0, body.y0), (body.x1, body.y0), (body.x1, body.y1), (body.x0, body.y1)]


def _edge(body: Body) -> Iterator[Point]:
    """Yield six points on each side, both corners among them: a corner counts on both its sides."""
    corners = _corners(body)
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        yield from ((x0 + (x1 - x0) * n / PARTS, y0 + (y1 - y0) * n / PARTS) for n in range(PARTS + 1))


def _about(middle: Point, by: float) -> Iterator[Point]:
    """Yield nine points, three in each direction."""
    yield from ((middle[0] + x, middle[1] + y) for x in (0, -by, by) for y in (0, -by, by))


# --- lines ------------------------------------------------------------------------------------------------------------


def _sees(start: Point, end: Point, walls: Iterable[Wall]) -> bool:
    """Tell whether a line meets no wall, or one limited wall alone."""
    met = _met(start, end, walls)
    return not met or (len(met) == 1 and met[0].limited)


def _met(start: Point, end: Point, walls: Iterable[Wall], short: float = 0) -> list[Wall]:
    """Return the walls that a line meets before its last `short` pixels; the ends of a wall belong to it."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    reach = 1 - short / (math.hypot(dx, dy) or 1)
    met = []
    for wall in walls:
        wx, wy = wall.x1 - wall.x0, wall.y1 - wall.y0
        across = dx * wy - dy * wx
        if not across:
            continue
        along = ((wall.x0 - ax) * wy - (wall.y0 - ay) * wx) / across
        part = ((wall.x0 - ax) * dy - (wall.y0 - ay) * dx) / across
        if 0 <= along <= reach and 0 <= part <= 1:
            met.append(wall)
    return met


def _inside(start: Sequence[float], end: Sequence[float], low: Sequence[float], high: Sequence[float]) -> float:
    """Return which part of a line, from 0 to 1, is in a box of as many dimensions."""
    first, last = 0.0, 1.0
    for a, b, least, most in zip(start, end, low, high, strict=True):
        if a == b:
            if not least <= a <= most:
                return 0.0
            continue
        near, far = sorted(((least - a) / (b - a), (most - a) / (b - a)))
        first, last = max(first, near), min(last, far)
    return max(0.0, last - first)


def _meets(start: Point, end: Point, heights: Point, body: Body, ratio: float) -> bool:
    """Tell whether a line at those heights, in pixels, passes through a body."""
    low = (body.x0, body.y0, body.bottom * ratio)
    high = (body.x1, body.y1, body.top * ratio)
    return _inside((*start, heights[0]), (*end, heights[1]), low, high) > HARDLY


def _between(scene: Document, one: Body, other: Body, ids: Sequence[str]) -> Iterator[Body]:
    """Yield who gives cover between two: on the line between their middles, in their own squares, and not too small."""
    grid, _ = _grid(scene)
    length = math.dist(one.middle, other.middle)
    for token in scene["tokens"]:
        body = _body(token, scene, TALL)
        tiny = body.size == "tiny" and other.size != "tiny"
        if token["_id"] in ids or token.get("hidden") or tiny or any(_overlap(body, end) for end in (one, other)):
            continue
        squares = max(1, round((body.x1 - body.x0) / grid) * round((body.y1 - body.y0) / grid))
        part = _inside(one.middle, other.middle, (body.x0, body.y0), (body.x1, body.y1))
        if part * length / (grid * math.sqrt(2)) / squares >= ENOUGH_INSIDE and _at_their_height(
            one, other, body, length
        ):
            yield body


def _overlap(one: Body, other: Body) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1 and one.y0 < other.y1 and other.y0 < one.y1


def _at_their_height(one: Body, other: Body, body: Body, length: float) -> bool:
    """Tell whether a body reaches into the heights between those of two others, where it stands."""
    along = math.dist(one.middle, body.middle) / length
    top = one.top + along * (other.top - one.top)
    bottom = one.bottom + along * (other.bottom - one.bottom)
    return body.bottom < top and body.top > bottom
