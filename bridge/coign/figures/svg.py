"""Draw a result's figure as an SVG that is readable on light and dark backgrounds, in print and without colour.

Marks differ by shape and not only by colour. A clear line is solid; a blocked line is dashed and has a cross; hidden
areas are hatched; fog and ground are dotted; arcs and heights are labelled. Light is painted below everything else, in
layers: the less light, the darker. The picture includes the grid, the walls and the creatures near the marks. One grid
space is always 100 units of the picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import escape

import shapely

from coign.figures.marks import with_creatures
from coign.figures.styles import LIGHT, ON_TOP, PATTERNS, ROLES, STYLE, UNDER
from coign.grid.grid import Grid
from coign.grid.space import QUANTA, Box
from coign.protocol import Figure, Mark, Result
from coign.rules import sentence
from coign.scene.scene import Scene
from coign.scene.tokens import Token
from coign.scene.wall_kinds import LIMITED, SOLID, WINDOW

Spot = tuple[float, float]
Label = tuple[str, list[Spot]]  # a text and its possible places, best first

SPACE = 100.0  # units of the picture to one grid space
MARGIN = 0.6  # grid spaces around the marks
LETTER, LINE = 12.0, 26.0  # units: the width of a label's letter, and the height of its line
MOST_CELLS = 4_000  # a bigger picture has no grid: its lines would cover everything else


def draw_result(result: Result, scene: Scene, actor: Token) -> str:
    """Draw the figure of a result as an SVG document, with attacker and target."""
    target = scene.tokens.get(result.target or "")
    figure = with_creatures(result.figure, actor.space, target.space if target else None)
    return draw(figure, scene, [actor, *([target] if target else [])], sentence(result))


def draw(figure: Figure, scene: Scene, tokens: Iterable[Token] = (), title: str = "") -> str:
    """Draw `figure` as an SVG document. `tokens` are shown even without marks; `title` is for screen readers."""
    shown = list(tokens)
    place = _Place(figure, scene, shown)
    side = _Side(figure, scene.grid.distance, place)
    body = [
        f'<rect class="paper" width="{place.width:g}" height="{place.height + side.height:g}"/>',
        *(_polygon(mark, place) for mark in figure.polygons if mark.role in LIGHT),
        *_grid(scene.grid, place),
        *(_polygon(mark, place) for mark in _sorted(figure.polygons, UNDER)),
        *_walls(scene, place, shown),
        *_tokens(scene, place),
        *(_polygon(mark, place) for mark in _sorted(figure.polygons, ON_TOP)),
        *_lines(figure, scene, place),
        *(_point(spot, mark) for mark in figure.points for spot in place.all(mark.points)),
        *_labels(figure, scene, place, shown),
        *side.drawn(),
    ]
    height = place.height + side.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {place.width:g} {height:g}" role="img">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n<defs>{PATTERNS}</defs>\n"
        + "\n".join(body)
        + "\n</svg>\n"
    )


class _Place:
    """The conversion from scene pixels to the picture, and the part of the scene in it."""

    def __init__(self, figure: Figure, scene: Scene, tokens: Iterable[Token]) -> None:
        spots = [spot for mark in (*figure.points, *figure.lines, *figure.polygons) for spot in mark.points]
        for token in tokens:
            spots += [(token.space.box[0] / QUANTA, token.space.box[1] / QUANTA)]
            spots += [(token.space.box[2] / QUANTA, token.space.box[3] / QUANTA)]
        spots = [spot for spot in spots if all(map(math.isfinite, spot))] or [(0.0, 0.0)]
        self.size = scene.grid.size
        margin = MARGIN * self.size
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        left, right = min(xs) - margin, max(xs) + margin
        # Show more of the map on both sides where the view from the side is wider.
        along = [x for mark in figure.side for x, _ in mark.points] or [0.0]
        wide = ((max(along) - min(along)) / scene.grid.distance + 1) * self.size
        more = max(0.0, wide - (right - left)) / 2
        self.box = (left - more, min(ys) - margin, right + more, max(ys) + margin)
        self.width, self.height = self.all([self.box[2:]])[0]

    def all(self, spots: Iterable[Spot]) -> list[Spot]:
        scale = SPACE / self.size
        return [(round((x - self.box[0]) * scale, 1), round((y - self.box[1]) * scale, 1)) for x, y in spots]

    def inside(self, line: Sequence[Spot]) -> list[Spot]:
        """Return the part of a straight line that is in the picture, in its units; nothing if it misses the picture."""
        (x0, y0), (x1, y1) = line
        if not self.holds(x0, y0, x1, y1):
            return []  # most walls of a map: to cut each would take long
        part = shapely.get_coordinates(shapely.intersection(shapely.linestrings([line]), shapely.box(*self.box)))
        return self.all(part.tolist()) if len(part) > 1 else []

    def holds(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Return whether a box overlaps the picture."""
        left, top, right, bottom = self.box
        return min(x0, x1) <= right and max(x0, x1) >= left and min(y0, y1) <= bottom and max(y0, y1) >= top


class _Side:
    """The view from the side, below the map and to the same scale."""

    def __init__(self, figure: Figure, distance: float, place: _Place) -> None:
        spots = [spot for mark in figure.side for spot in mark.points]
        self._marks, self._top = figure.side, place.height + SPACE * MARGIN
        named = (*figure.lines, *figure.polygons)
        self._named = {mark.label for mark in named if mark.fact == "cover" and mark.label}
        self.height = 0.0
        if spots:
            self._left, self._high = min(x for x, _ in spots), max(y for _, y in spots)
            self._scale = SPACE / distance
            self.height = (self._high - min(y for _, y in spots)) * self._scale + 2 * SPACE * MARGIN

    def drawn(self) -> Iterator[str]:
        for mark in self._marks:
            spots = [self._spot(*spot) for spot in mark.points]
            if mark.role in ("attacker", "target", "creature"):
                yield f'<polygon class="{_look(mark)}" points="{_points(spots)}"/>'
                continue
            yield _path(f"{mark.role} wall-named" if mark.label in self._named else _look(mark), spots)
            if mark.role == "line-blocked" and len(spots) > 2:
                yield from _cross(*spots[1])

    def _spot(self, along: float, height: float) -> Spot:
        x, y = SPACE / 2 + (along - self._left) * self._scale, self._top + (self._high - height) * self._scale
        return round(x, 1), round(y, 1)


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


def _walls(scene: Scene, place: _Place, shown: Sequence[Token]) -> Iterator[str]:
    """Yield the walls in the picture at the levels and heights of the tokens shown; all walls without tokens."""
    spaces = [token.space for token in shown]
    foot = min((space.bottom for space in spaces), default=-math.inf)
    head = max((space.top for space in spaces), default=math.inf)
    levels = {token.level for token in shown if token.level}
    walls = scene.walls
    for row in walls.row.values():
        x0, y0, x1, y1 = (float(value) / QUANTA for value in walls.lines[row])
        elsewhere = levels and walls.levels[row] and not levels & walls.levels[row]
        if elsewhere or walls.bottom[row] > head or walls.top[row] < foot:
            continue
        if part := place.inside([(x0, y0), (x1, y1)]):
            yield _path(_wall(scene, row), part)


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
    """Return the marks in the order of their roles in `order`; an unknown role is painted first."""
    unknown = [mark for mark in marks if mark.role not in ROLES] if order is UNDER else []
    return [*unknown, *(mark for role in order for mark in marks if mark.role == role)]


def _polygon(mark: Mark, place: _Place) -> str:
    return f'<polygon class="{_look(mark)}" points="{_points(place.all(mark.points))}"/>'


def _lines(figure: Figure, scene: Scene, place: _Place) -> Iterator[str]:
    """Draw the lines. Named walls keep the dashes of their kind; a blocked line has a cross where it is stopped.

    If that is not known, the cross is at the line's end.
    """
    for mark in figure.lines:
        if mark.role == "wall":
            row = scene.walls.row.get(mark.label.removeprefix("wall:"))
            wall = "wall" if row is None else _wall(scene, row)
            if part := place.inside(mark.points):
                yield _path(f"{wall} wall-named", part)
            continue
        spots = place.all(mark.points)
        yield _path(_look(mark), spots)
        if mark.role == "line-blocked":
            yield from _cross(*spots[1])


def _cross(x: float, y: float) -> Iterator[str]:
    for look in ("halo", "cross"):
        yield f'<path class="{look}" d="M{x - 10:g} {y - 10:g}l20 20m0 -20l-20 20"/>'


def _point(spot: Spot, mark: Mark) -> str:
    return f'<circle class="{_look(mark)}" cx="{spot[0]:g}" cy="{spot[1]:g}" r="{9 if mark.role == "corner" else 5}"/>'


def _labels(figure: Figure, scene: Scene, place: _Place, shown: Sequence[Token]) -> Iterator[str]:
    """Draw the names of the tokens shown, the heights, the arcs, and such names of bystanders as hide none of these.

    Other labels are not drawn: they are ids, or repeat what the shape shows.
    """
    taken: list[Box] = []
    own, others = ([one for one in _seen(scene, place) if (one in shown) is wanted] for wanted in (True, False))
    first = (*_names(own, place), *_heights(figure, place), *_arcs(figure, place))
    for number, (words, spots) in enumerate((*first, *_names(others, place))):
        spots = [_inside(words, x, y, place) for x, y in spots]
        boxes = [_around(words, x, y) for x, y in spots]
        free = (n for n, box in enumerate(boxes) if not any(_meet(box, other) for other in taken))
        n = next(free, 0 if number < len(first) else None)
        if n is not None:
            taken.append(boxes[n])
            yield _text(words, *spots[n])


def _names(tokens: Iterable[Token], place: _Place) -> Iterator[Label]:
    """Yield each token's name with its places: at its foot, else at its top."""
    for token in tokens:
        x0, y0, x1, y1 = (side / QUANTA for side in token.space.box)
        (x, top), (_, foot) = place.all([((x0 + x1) / 2, y0), (x0, y1)])
        yield token.name, [(x, foot - 12), (x, top + LINE)]


def _heights(figure: Figure, place: _Place) -> Iterator[Label]:
    for mark in figure.points:
        if mark.role in ("elevation", "about"):
            yield from ((mark.label, [(x, y - 16)]) for x, y in place.all(mark.points))


def _arcs(figure: Figure, place: _Place) -> Iterator[Label]:
    """Yield each arc's label with its places: the middle of its rim, else beside it or farther in."""
    for mark in figure.polygons:
        if mark.role.startswith("arc-"):
            (x, y), *rim = place.all(mark.points)
            rim = rim or [(x, y)]
            middle = len(rim) // 2
            spots = [rim[n % len(rim)] for n in (middle, middle - 1, middle + 1, middle - 2, middle + 2)]
            spots = [(x + part * (u - x), y + part * (v - y)) for part in (1.0, 0.8, 0.6) for u, v in spots]
            yield mark.label or mark.role.removeprefix("arc-"), spots


def _inside(words: str, x: float, y: float, place: _Place) -> Spot:
    """Return a place for a text as near as possible, where all of it is in the picture."""
    half = LETTER * len(words) / 2
    x = place.width / 2 if 2 * half > place.width else min(max(x, half), place.width - half)
    return round(x, 1), round(min(max(y, 0.8 * LINE), place.height - 0.2 * LINE), 1)


def _around(words: str, x: float, y: float) -> Box:
    """Return the approximate box of a text from the middle of its base line."""
    half = LETTER * len(words) / 2
    return x - half, y - 0.8 * LINE, x + half, y + 0.2 * LINE


def _meet(first: Box, second: Box) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _seen(scene: Scene, place: _Place) -> Iterator[Token]:
    """Yield the tokens in the picture except hidden ones."""
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
