"""What a region covers, drawn from what Foundry says of it.

Foundry streams a region's own polygons (`polygons`: flat point lists, even-odd), which are used where they are given;
otherwise the shapes are drawn here: rectangles, circles, ellipses and polygons of v13, cones, rings, lines, emanations,
tokens and grid shapes of v14.

What can be drawn has bounds, for anything may be called a region: so many points, and lines that do not cross each
other all over the map, since the pieces of what they enclose grow with the square of their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.grid.grid import Grid
from coign.grid.space import QUANTA
from coign.protocol.document_reader import Said
from coign.protocol.documents import RegionDoc

ROUND = 16  # segments of a quarter circle
MOST_POINTS = 5_000  # of one region
MOST_CROSSINGS = 2_000  # places where lines of one region may cross or touch, beyond a few for each
MOST_COUNTED = 5_000_000  # pairs of lines that are counted exactly, before they are too many to count
MOST_COORDINATE = 1e7  # px
MOST_CELL = 1e6  # rows and columns from the map's corner

Points = NDArray[np.float64]


class CannotDraw(Exception):
    """A shape cannot be drawn; the message says why, for the list of what was skipped."""


def outline(document: RegionDoc, where: str, grid: Grid, said: Said) -> shapely.Geometry | None:
    """The region's area in quanta, or None where nothing of it can be drawn; `said` is told why."""
    try:
        if document.polygons:
            if not isinstance(document.polygons, list | tuple):
                raise CannotDraw(f"polygons are a list of point lists, not {str(document.polygons)[:40]}")
            rings = list(map(_ring, document.polygons))
            _check_points(sum(map(len, rings)))
            return _even_odd(rings)
        return _from_shapes(document, where, grid, said)
    except CannotDraw as problem:
        said(where, f"{problem}: skipped")
        return None


def _from_shapes(document: RegionDoc, where: str, grid: Grid, said: Said) -> shapely.Geometry | None:
    solid: list[shapely.Geometry] = []
    holes: list[shapely.Geometry] = []
    points = 0
    for shape in document.shapes or ():
        try:
            drawn = _shape(shape, grid)
        except CannotDraw as problem:
            said(where, f"a shape of type {str(shape.get('type'))[:40]!r} cannot be drawn, {problem}: skipped")
            continue
        points += int(shapely.get_num_coordinates(drawn))
        _check_points(points)
        (holes if shape.get("hole") else solid).append(drawn)
    if not solid:
        return None
    whole = shapely.union_all(solid)
    return whole.difference(shapely.union_all(holes)) if holes else whole


def _check_points(count: int) -> None:
    if count > MOST_POINTS:
        raise CannotDraw(f"more than {MOST_POINTS} points")


# --- polygons ---------------------------------------------------------------------------------------------------------


def _ring(points: Any) -> Points:
    """(n, 2) quanta from a flat list of pixels."""
    flat = points.get("points") if isinstance(points, dict) else points
    if isinstance(flat, list) and len(flat) > 2 * MOST_POINTS:
        raise CannotDraw(f"more than {MOST_POINTS} points")
    try:
        pairs = np.array(flat, dtype=float).reshape(-1, 2)
    except (TypeError, ValueError, OverflowError):
        raise CannotDraw("its points are no flat list of numbers [x, y, x, y, ...]") from None
    if len(pairs) < 3:
        raise CannotDraw(f"{len(pairs)} points are no polygon")
    if not (np.abs(pairs) <= MOST_COORDINATE).all():  # false for what is not a number, too
        raise CannotDraw(f"a point is further out than {MOST_COORDINATE:.0f} px")
    return np.floor(pairs * QUANTA + 0.5)


def _even_odd(rings: Sequence[Points]) -> shapely.Geometry:
    """What an odd number of turns encloses: a ring inside a ring is a hole, a crossing changes sides."""
    if len(rings) == 1 and (polygon := shapely.Polygon(rings[0])).is_valid:
        return polygon
    sides = np.concatenate([np.stack([ring, np.roll(ring, -1, axis=0)], axis=1) for ring in rings])
    overlaps = [_overlaps(sides[..., axis]) for axis in (0, 1)]
    _check_crossings(sides, min(overlaps))
    pieces = shapely.get_parts(shapely.unary_union(shapely.linestrings(sides)))
    faces = shapely.get_parts(shapely.polygonize(pieces))
    spots = shapely.get_coordinates(shapely.point_on_surface(faces))
    along = int(overlaps[0] < overlaps[1])  # rays down or across, whichever meet fewer sides
    return shapely.coverage_union_all(faces[_odd(spots[:, (along, 1 - along)], sides[..., (along, 1 - along)])])


def _check_crossings(sides: Points, meet: int) -> None:
    """Raise CannotDraw where the boxes of too many sides meet, by which the cost of drawing goes. `meet` is no less."""
    allowed = 8 * len(sides) + MOST_CROSSINGS
    if allowed < meet < MOST_COUNTED:
        boxes = shapely.box(*sides.min(axis=1).T, *sides.max(axis=1).T)
        meet = len(shapely.STRtree(boxes).query(boxes)[0]) - len(sides)
    if meet > allowed:
        raise CannotDraw("its lines cross each other too often")


def _overlaps(spans: Points) -> int:
    """How many ordered pairs of spans (n, 2) have something in common."""
    n = len(spans)
    apart = np.searchsorted(np.sort(spans.max(axis=1)), np.sort(spans.min(axis=1)), side="left").sum()
    return int(n * (n - 1) - 2 * apart)


def _odd(spots: Points, sides: Points) -> NDArray[np.bool_]:
    """(n,) spots from which a ray towards greater x meets an odd number of sides."""
    (x, y), (low, high) = spots.T, (sides.min(axis=1), sides.max(axis=1))
    rays = shapely.linestrings(np.stack([spots, np.stack([np.maximum(x, high[:, 0].max()), y], axis=1)], axis=1))
    ray, side = shapely.STRtree(shapely.box(*low.T, *high.T)).query(rays)
    (x0, y0), (x1, y1) = sides[side].transpose(1, 2, 0)
    passed = (y0 > y[ray]) != (y1 > y[ray])
    with np.errstate(divide="ignore", invalid="ignore"):
        passed &= x[ray] < x0 + (y[ray] - y0) * (x1 - x0) / (y1 - y0)
    return np.asarray(np.bincount(ray, weights=passed, minlength=len(spots)) % 2 == 1)


# --- shapes -----------------------------------------------------------------------------------------------------------


def _shape(shape: dict[str, Any], grid: Grid, base: bool = False) -> shapely.Geometry:
    """One shape of a region, in quanta; `base` where it is that of an emanation, which is none itself."""

    def number(name: str, default: float = 0.0, most: float = MOST_COORDINATE) -> float:
        value = shape.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= most:
            raise CannotDraw(f"{name} is no number up to {most:.0f}")
        return float(value)

    def length(name: str, default: float = 0.0) -> float:
        return number(name, default) * QUANTA

    x, y = length("x"), length("y")
    match shape.get("type"):
        case "rectangle":
            width, height = length("width"), length("height")
            left, top = x - width * number("anchorX"), y - height * number("anchorY")
            box = shapely.box(left, top, left + width, top + height)
            return shapely.affinity.rotate(box, number("rotation"), origin=(x + width / 2, y + height / 2))
        case "circle":
            return shapely.Point(x, y).buffer(length("radius"), quad_segs=ROUND)
        case "ellipse":
            unit = shapely.Point(0, 0).buffer(1, quad_segs=ROUND)
            oval = shapely.affinity.scale(unit, length("radiusX"), length("radiusY"))
            return shapely.affinity.translate(shapely.affinity.rotate(oval, number("rotation")), x, y)
        case "polygon":
            return _even_odd([_ring(shape.get("points"))])
        case "cone":
            return _cone(x, y, length("radius"), number("angle", 90, most=360), number("rotation"))
        case "ring":
            radius = length("radius")
            outer = shapely.Point(x, y).buffer(radius + length("outerWidth"), quad_segs=ROUND)
            return outer.difference(shapely.Point(x, y).buffer(radius - length("innerWidth"), quad_segs=ROUND))
        case "line":
            half = length("width") / 2
            box = shapely.box(x, y - half, x + length("length"), y + half)
            return shapely.affinity.rotate(box, number("rotation"), origin=(x, y))
        case "emanation" if not base:
            inner = shape.get("base")
            if not isinstance(inner, dict):
                raise CannotDraw("it has no base")
            return _shape(inner, grid, base=True).buffer(length("radius"), quad_segs=ROUND)
        case "token":
            side = {name: number(name, 1, most=100) for name in ("width", "height")}
            space = grid.space(x / QUANTA, y / QUANTA, side["width"], side["height"])
            return shapely.union_all([shapely.Polygon(corners) for corners in space.corners])
        case "grid" if not base:
            return _grid_cells(shape.get("offsets"), grid)
    raise CannotDraw("there is no such type here")


def _cone(x: float, y: float, radius: float, angle: float, rotation: float) -> shapely.Geometry:
    """A cone from (x, y): `rotation` is its middle's direction, 0 = east, clockwise on the map."""
    turns = np.radians(np.linspace(rotation - angle / 2, rotation + angle / 2, max(3, int(angle / 4))))
    rim = np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns)], axis=1)
    return shapely.Polygon(np.vstack([[x, y], rim]))


def _grid_cells(offsets: Any, grid: Grid) -> shapely.Geometry:
    if not isinstance(offsets, list):
        raise CannotDraw("it has no list of offsets")
    _check_points(4 * len(offsets))
    cells: list[shapely.Geometry] = []
    for offset in offsets:
        row, column = (_cell(offset, name) for name in "ij")
        if grid.is_hex:
            space = grid.space(0, 0, cells=[grid.hexes.from_offset(row, column)])
        else:
            space = grid.space(column * grid.size, row * grid.size)
        cells.append(shapely.Polygon(space.corners[0]))
    return shapely.union_all(cells)


def _cell(offset: Any, name: str) -> int:
    value = offset.get(name) if isinstance(offset, dict) else None
    if not isinstance(value, int | float) or not abs(value) <= MOST_CELL:
        raise CannotDraw('an offset is no cell {"i": row, "j": column}')
    return int(value)
