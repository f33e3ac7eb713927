"""A result's figure as a picture: SVG that reads in the light and in the dark, in print, and without colour.

Everything is told apart by shape first. A clear line is solid; a blocked one is dashed and has a cross on it; what is
hidden is hatched; fog and ground are dotted; arcs and heights carry their word. Around the marks stand the grid, the
walls and the creatures near them. One grid space is 100 units of the picture, whatever it is in the scene.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import escape

import shapely

from coign.grid import Grid
from coign.protocol import Figure, Mark
from coign.scene import Scene
from coign.space import QUANTA
from coign.tokens import Token
from coign.walls import LIMITED, SOLID, WINDOW

Spot = tuple[float, float]

SPACE = 100.0  # units of the picture to one grid space
MARGIN = 0.6  # grid spaces around what must be seen
MOST_CELLS = 4_000  # a bigger picture shows no grid: its lines would be all that one sees

STYLE = """
  :root { color-scheme: light dark; --ink: #1c1b19; --paper: #fbf8f1; --soft: #8d877b; --good: #1b6e3c; --bad: #a3261f }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #f0ece2; --paper: #23211e; --soft: #8f897d; --good: #6fd08f; --bad: #ff8d80 }
  }
  .paper { fill: var(--paper) }
  .grid { stroke: var(--soft); stroke-width: 1; opacity: .4; fill: none }
  .wall { stroke: var(--ink); stroke-width: 7; stroke-linecap: round; fill: none }
  .wall-limited { stroke-width: 5; stroke-dasharray: 1 10 }
  .wall-window { stroke-width: 4; stroke-dasharray: 14 8 }
  .wall-other { stroke-width: 2; stroke-dasharray: 4 6 }
  .wall-named { stroke: var(--bad); stroke-width: 11; stroke-linecap: butt }
  .token { fill: none; stroke: var(--soft); stroke-width: 2 }
  .attacker, .target, .helper, .creature { fill: var(--paper); fill-opacity: .5; stroke: var(--ink); stroke-width: 4 }
  .target { stroke-width: 7 }
  .helper, .creature { stroke-dasharray: 10 6 }
  .line-clear { stroke: var(--good); stroke-width: 4; fill: none }
  .line-blocked, .line-covered { stroke: var(--bad); stroke-width: 4; stroke-dasharray: 12 8; fill: none }
  .line-covered { stroke-dasharray: 16 6 3 6 }
  .flanking { stroke: var(--ink); stroke-width: 5; stroke-dasharray: 2 9; stroke-linecap: round; fill: none }
  .cross { stroke: var(--bad); stroke-width: 5; fill: none }
  .halo { stroke: var(--paper); stroke-width: 11; stroke-linecap: square; fill: none }
  .corner { fill: var(--ink) }
  .centre, .elevation { fill: none; stroke: var(--ink); stroke-width: 3 }
  .hidden { fill: url(#hatch); stroke: var(--ink); stroke-width: 1 }
  .area { fill: url(#dots); stroke: var(--soft); stroke-width: 2; stroke-dasharray: 3 5 }
  .arc-front, .arc-flank, .arc-rear { fill: none; stroke: var(--soft); stroke-width: 2 }
  .arc-flank { stroke-dasharray: 8 6 }
  .arc-rear { stroke-dasharray: 2 6 }
  .lit-bright { fill: var(--soft); fill-opacity: .1; stroke: var(--soft); stroke-width: 2 }
  .lit-dim { fill: none; stroke: var(--soft); stroke-width: 2; stroke-dasharray: 8 8 }
  .plain { fill: none; stroke: var(--soft); stroke-width: 2 }
  text { font: 22px system-ui, sans-serif; fill: var(--ink); text-anchor: middle; paint-order: stroke;
         stroke: var(--paper); stroke-width: 5 }
"""
PATTERNS = (
    '<pattern id="hatch" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0V14" style="stroke: var(--ink); stroke-width: 5"/></pattern>'
    '<pattern id="dots" width="14" height="14" patternUnits="userSpaceOnUse">'
    '<circle cx="7" cy="7" r="2" style="fill: var(--soft)"/></pattern>'
)
# Polygons from the bottom up; what is hidden and the creatures themselves lie above fog and light.
UNDER = ("lit-dim", "lit-bright", "area", "arc-rear", "arc-flank", "arc-front", "creature", "helper", "attacker")
ON_TOP = ("target", "hidden")
ROLES = frozenset(
    (*UNDER, *ON_TOP, "corner", "centre", "elevation", "wall", "flanking", "line-clear", "line-blocked", "line-covered")
)


def draw(figure: Figure, scene: Scene, tokens: Iterable[Token] = (), title: str = "") -> str:
    """An SVG document of `figure`. `tokens` are shown even where no mark is; `title` is what a screen reader says."""
    place = _Place(figure, scene, tokens)
    body = [
        f'<rect class="paper" width="{place.width:g}" height="{place.height:g}"/>',
        *_grid(scene.grid, place),
        *(_polygon(mark, place) for mark in _sorted(figure.polygons, UNDER)),
        *_walls(scene, place),
        *_tokens(scene, place),
        *(_polygon(mark, place) for mark in _sorted(figure.polygons, ON_TOP)),
        *_lines(figure, scene, place),
        *(_point(spot, mark) for mark in figure.points for spot in place.all(mark.points)),
        *_labels(figure, scene, place),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {place.width:g} {place.height:g}" role="img">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n<defs>{PATTERNS}</defs>\n"
        + "\n".join(body)
        + "\n</svg>\n"
    )


class _Place:
    """Scene pixels to the picture, and what of the scene is in it."""

    def __init__(self, figure: Figure, scene: Scene, tokens: Iterable[Token]) -> None:
        marks = (*figure.points, *figure.lines, *figure.polygons)
        spots = [spot for mark in marks for spot in mark.points]
        for token in tokens:
            spots += [(token.space.box[0] / QUANTA, token.space.box[1] / QUANTA)]
            spots += [(token.space.box[2] / QUANTA, token.space.box[3] / QUANTA)]
        spots = [spot for spot in spots if all(map(math.isfinite, spot))] or [(0.0, 0.0)]
        self.size = scene.grid.size
        margin = MARGIN * self.size
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        self.box = (min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)
        self.width, self.height = self.all([self.box[2:]])[0]

    def all(self, spots: Iterable[Spot]) -> list[Spot]:
        scale = SPACE / self.size
        return [(round((x - self.box[0]) * scale, 1), round((y - self.box[1]) * scale, 1)) for x, y in spots]

    def holds(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Whether the box of something meets the picture."""
        left, top, right, bottom = self.box
        return min(x0, x1) <= right and max(x0, x1) >= left and min(y0, y1) <= bottom and max(y0, y1) >= top


# --- the scene around -------------------------------------------------------------------------------------------------


def _grid(grid: Grid, place: _Place) -> Iterator[str]:
    left, top, right, bottom = place.box
    columns, rows = (right - left) / grid.size, (bottom - top) / grid.size
    if grid.is_gridless or columns * rows > MOST_CELLS:
        return
    if grid.is_hex:
        yield from (
            f'<polygon class="grid" points="{_points(place.all(hexagon))}"/>' for hexagon in _hexes(grid, place)
        )
        return
    first_column, first_row = math.ceil(left / grid.size), math.ceil(top / grid.size)
    for n in range(math.floor(right / grid.size) - first_column + 1):
        x = (first_column + n) * grid.size
        yield _path("grid", place.all([(x, top), (x, bottom)]))
    for n in range(math.floor(bottom / grid.size) - first_row + 1):
        y = (first_row + n) * grid.size
        yield _path("grid", place.all([(left, y), (right, y)]))


def _hexes(grid: Grid, place: _Place) -> Iterator[list[Spot]]:
    left, top, right, bottom = (side * QUANTA for side in place.box)
    ends = [grid.hexes.cell(x, y) for x in (left, right) for y in (top, bottom)]
    for q in range(min(q for q, _ in ends) - 1, max(q for q, _ in ends) + 2):
        for r in range(min(r for _, r in ends) - 1, max(r for _, r in ends) + 2):
            x, y = grid.hexes.centre((q, r))
            if left <= x <= right and top <= y <= bottom:
                space = grid.space(x, y, cells=((q, r),))
                yield [(float(a) / QUANTA, float(b) / QUANTA) for a, b in space.corners[0]]


def _walls(scene: Scene, place: _Place) -> Iterator[str]:
    for row in scene.walls.row.values():
        x0, y0, x1, y1 = (float(value) / QUANTA for value in scene.walls.lines[row])
        if place.holds(x0, y0, x1, y1):
            yield _path(_wall(scene, row), place.all([(x0, y0), (x1, y1)]))


def _wall(scene: Scene, row: int) -> str:
    looks = {SOLID: "wall", LIMITED: "wall wall-limited", WINDOW: "wall wall-window"}
    return looks.get(int(scene.walls.kind[row]), "wall wall-other")


def _tokens(scene: Scene, place: _Place) -> Iterator[str]:
    for token in _seen(scene, place):
        x0, y0, x1, y1 = (side / QUANTA for side in token.space.box)
        (left, top), (right, bottom) = place.all([(x0, y0), (x1, y1)])
        across, down = (right - left) / 2, (bottom - top) / 2
        centre = f'cx="{left + across:g}" cy="{top + down:g}"'
        yield f'<ellipse class="token" {centre} rx="{across * 0.8:g}" ry="{down * 0.8:g}"/>'


# --- the marks --------------------------------------------------------------------------------------------------------


def _sorted(marks: Sequence[Mark], order: Sequence[str]) -> list[Mark]:
    """The marks of the roles in `order`, in that order; a role nobody knows lies at the very bottom."""
    unknown = [mark for mark in marks if mark.role not in ROLES] if order is UNDER else []
    return [*unknown, *(mark for role in order for mark in marks if mark.role == role)]


def _polygon(mark: Mark, place: _Place) -> str:
    return f'<polygon class="{_look(mark)}" points="{_points(place.all(mark.points))}"/>'


def _lines(figure: Figure, scene: Scene, place: _Place) -> Iterator[str]:
    """Named walls keep the dashes of their kind; a blocked line has its cross where it meets what blocks it."""
    bodies = [mark for mark in figure.polygons if mark.fact == "cover" and mark.role in ("creature", "area")]
    named = [shapely.Polygon(place.all(mark.points)) for mark in bodies]
    named += [shapely.LineString(place.all(mark.points)) for mark in figure.lines if mark.role == "wall"]
    for mark in figure.lines:
        spots, row = place.all(mark.points), scene.walls.row.get(mark.label.removeprefix("wall:"))
        wall = "wall" if row is None else _wall(scene, row)
        yield _path(f"{wall} wall-named" if mark.role == "wall" else _look(mark), spots)
        if mark.role == "line-blocked" and len(spots) > 1:
            x, y = _stopped(spots, named)
            for look in ("halo", "cross"):
                yield f'<path class="{look}" d="M{x - 10:g} {y - 10:g}l20 20m0 -20l-20 20"/>'


def _stopped(spots: Sequence[Spot], named: Sequence[shapely.Geometry]) -> Spot:
    """Where a line first meets one of what is named; else nearer its end, where the lines of a corner are apart."""
    way = shapely.LineString([spots[0], spots[-1]])
    met = [one for one in (way.intersection(other) for other in named) if not one.is_empty]
    along = min((shapely.Point(spots[0]).distance(one) for one in met), default=way.length * 2 / 3)
    at = way.interpolate(along)
    return round(at.x, 1), round(at.y, 1)


def _point(spot: Spot, mark: Mark) -> str:
    return f'<circle class="{_look(mark)}" cx="{spot[0]:g}" cy="{spot[1]:g}" r="{9 if mark.role == "corner" else 5}"/>'


def _labels(figure: Figure, scene: Scene, place: _Place) -> Iterator[str]:
    """Names, and the words of arcs and heights; other labels are ids, or say what the shape already does."""
    for mark in figure.polygons:
        if mark.role.startswith("arc-"):
            middle = place.all(mark.points)[len(mark.points) // 2]
            yield _text(mark.label or mark.role.removeprefix("arc-"), *middle)
    for mark in figure.points:
        if mark.role == "elevation":
            yield from (_text(mark.label, x, y - 16) for x, y in place.all(mark.points))
    for token in _seen(scene, place):
        x0, _, x1, y1 = (side / QUANTA for side in token.space.box)
        ((x, y),) = place.all([((x0 + x1) / 2, y1)])
        yield _text(token.name, x, y - 12)


def _seen(scene: Scene, place: _Place) -> Iterator[Token]:
    """The tokens in the picture, hidden ones left out."""
    for token in scene.tokens.values():
        x0, y0, x1, y1 = (side / QUANTA for side in token.space.box)
        if not token.hidden and place.holds(x0, y0, x1, y1):
            yield token


def _look(mark: Mark) -> str:
    return mark.role if mark.role in ROLES else "plain"


def _path(look: str, spots: Sequence[Spot]) -> str:
    return f'<polyline class="{look}" points="{_points(spots)}"/>'


def _points(spots: Sequence[Spot]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in spots)


def _text(words: str, x: float, y: float) -> str:
    return f'<text x="{x:g}" y="{y:g}">{escape(words)}</text>'
