"""The polygon of a region, made from Foundry's shapes.

Foundry's own polygons (`polygons`: flat point lists, even-odd) are used if they were sent. Otherwise the shapes are
drawn here: rectangles, circles, ellipses and polygons of v13; cones, rings, lines, emanations, tokens and grid shapes
of v14.

Anybody can send anything as a region, so the work is bounded: points are counted before anything is drawn
(`count_points`), and regions in which too many lines may cross are skipped, since the work grows with the square of
their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as shown  # short and shallow, whatever it is
from typing import Any

import numpy as np
import shapely

from coign.geometry.lines import Mask, Points
from coign.grid.grid import Grid
from coign.grid.space import QUANTA
from coign.protocol.document_reader import Report
from coign.protocol.documents import MOST_COORDINATE, RegionDoc

ROUND = 16  # segments of a quarter circle
MOST_POINTS = 1_000  # of one region
MOST_CELLS = 1_000  # grid spaces of one region
MOST_SHAPES = 200  # of one region
MOST_BASE = 100  # points of the base of an emanation
MOST_CROSSINGS = 2_000  # pairs of lines of one region whose boxes may meet, beyond eight for each line
MOST_CROSSINGS_OF_SHAPES = 8_000  # the same for overlapping shapes, which are quicker to join
MOST_COUNTED = 100_000  # pairs of lines up to which crossings are counted exactly
MOST_CELL = 1e6  # rows and columns from the map's corner


class CannotDraw(Exception):
    """A shape cannot be drawn; the message tells why, for the list of what was skipped."""


def count_points(document: RegionDoc) -> int:
    """Estimate how many points a region's polygon will have, from its document alone, without drawing it."""
    if isinstance(document.polygons, list | tuple):
        return sum(len(_flat(ring)) // 2 for ring in document.polygons)
    return sum(_points_of(shape) for shape in (document.shapes or ())[: MOST_SHAPES + 1])


def _points_of(shape: dict[str, Any]) -> int:
    match shape.get("type"):
        case "polygon":
            return len(_flat(shape.get("points"))) // 2
        case "grid":
            return len(_flat(shape.get("offsets")))  # joined, they have fewer corners
        case "emanation":
            base = shape.get("base")
            return 4 * ROUND + (_points_of(base) if isinstance(base, dict) and base.get("type") != "emanation" else 0)
        case "ring":
            return 8 * ROUND
        case "token":
            return 2 * ROUND
        case "circle" | "ellipse" | "cone":
            return 4 * ROUND
    return 4


def _flat(points: Any) -> Sequence[Any]:
    """Return a point list, bare or under `points`; empty if there is none."""
    flat = points.get("points") if isinstance(points, dict) else points
    return flat if isinstance(flat, list | tuple) else ()


def outline(document: RegionDoc, where: str, grid: Grid, report: Report) -> shapely.Geometry | None:
    """Draw a region's polygon, in quanta. If nothing of it can be drawn, report why and return None."""
    try:
        if document.polygons:
            if not isinstance(document.polygons, list | tuple):
                raise CannotDraw(f"polygons are a list of point lists, not {shown(document.polygons)}")
            _check_points(count_points(document))
            return _even_odd(list(map(_ring, document.polygons)))
        return _from_shapes(document, where, grid, report)
    except CannotDraw as problem:
        report(where, f"{problem}: skipped")
        return None


def _from_shapes(document: RegionDoc, where: str, grid: Grid, report: Report) -> shapely.Geometry | None:
    solid: list[shapely.Geometry] = []
    holes: list[shapely.Geometry] = []
    drawn_points = 0
    if len(document.shapes or ()) > MOST_SHAPES:
        raise CannotDraw(f"more than {MOST_SHAPES} shapes")
    _check_points(count_points(document))
    for shape in document.shapes or ():
        try:
            drawn = _shape(shape, grid)
        except CannotDraw as problem:
            report(where, f"a shape of type {str(shape.get('type'))[:40]!r} cannot be drawn, {problem}: skipped")
            continue
        (holes if shape.get("hole") else solid).append(drawn)
        drawn_points += int(shapely.get_num_coordinates(drawn))
        _check_points(drawn_points // 2)  # crossing lines make points that were not counted
    if not solid:
        return None
    sides = _sides_of([*solid, *holes])
    _check_crossings(sides, min(_overlaps(sides[..., axis]) for axis in (0, 1)), MOST_CROSSINGS_OF_SHAPES)
    whole = shapely.union_all(solid) if len(solid) > 1 else solid[0]
    area = whole.difference(shapely.union_all(holes)) if holes else whole
    _check_points(int(shapely.get_num_coordinates(area)) // 2)
    return area


def _check_points(count: int) -> None:
    if count > MOST_POINTS:
        raise CannotDraw(f"more than {MOST_POINTS} points")


# --- polygons ---------------------------------------------------------------------------------------------------------


def _ring(points: Any) -> Points:
    """(n, 2) quanta from a flat list of pixels."""
    flat = points.get("points") if isinstance(points, dict) else points
    if len(_flat(points)) > 2 * MOST_POINTS:
        raise CannotDraw(f"more than {MOST_POINTS} points")
    try:
        pairs = np.array(flat, dtype=float).reshape(-1, 2)
    except (TypeError, ValueError, OverflowError):
        raise CannotDraw("its points are not a flat list of numbers [x, y, x, y, ...]") from None
    if len(pairs) < 3:
        raise CannotDraw(f"{len(pairs)} points do not make a polygon")
    if not (np.abs(pairs) <= MOST_COORDINATE).all():  # false for what is not a number, too
        raise CannotDraw(f"a point is more than {MOST_COORDINATE:.0f} px from the origin")
    return np.floor(pairs * QUANTA + 0.5)


def _even_odd(rings: Sequence[Points]) -> shapely.Geometry:
    """Make a polygon by the even-odd rule: a ring inside a ring is a hole."""
    sides = np.concatenate([np.stack([ring, np.roll(ring, -1, axis=0)], axis=1) for ring in rings])
    overlaps = [_overlaps(sides[..., axis]) for axis in (0, 1)]
    _check_crossings(sides, min(overlaps))
    if len(rings) == 1 and (polygon := shapely.Polygon(rings[0])).is_valid:
        return polygon
    pieces = shapely.get_parts(shapely.unary_union(shapely.linestrings(sides)))
    faces = shapely.get_parts(shapely.polygonize(pieces))
    spots = shapely.get_coordinates(shapely.point_on_surface(faces))
    along = int(overlaps[0] < overlaps[1])  # rays down or across, whichever meet fewer sides
    return shapely.coverage_union_all(faces[_odd(spots[:, (along, 1 - along)], sides[..., (along, 1 - along)])])


def _sides_of(areas: Sequence[shapely.Geometry]) -> Points:
    """Return (n, 2, 2) all sides of the areas."""
    points, ring = shapely.get_coordinates(shapely.get_rings(areas), return_index=True)
    same = np.flatnonzero(ring[1:] == ring[:-1])
    return np.stack([points[same], points[same + 1]], axis=1)


def _check_crossings(sides: Points, meet: int, most: int = MOST_CROSSINGS) -> None:
    """Raise CannotDraw if the boxes of too many sides meet, since they decide the cost. `meet` is an upper bound."""
    allowed = 8 * len(sides) + most
    if allowed < meet < MOST_COUNTED:
        boxes = shapely.box(*sides.min(axis=1).T, *sides.max(axis=1).T)
        meet = len(shapely.STRtree(boxes).query(boxes)[0]) - len(sides)
    if meet > allowed:
        raise CannotDraw("too many of its lines cross each other")


def _overlaps(spans: Points) -> int:
    """Return how many ordered pairs of spans (n, 2) overlap."""
    n = len(spans)
    apart = np.searchsorted(np.sort(spans.max(axis=1)), np.sort(spans.min(axis=1)), side="left").sum()
    return int(n * (n - 1) - 2 * apart)


def _odd(spots: Points, sides: Points) -> Mask:
    """Return (n,) whether a ray from each spot towards greater x meets an odd number of sides."""
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
    """Draw one shape of a region, in quanta. `base`: it is the base of an emanation, and not one itself."""

    def number(name: str, default: float = 0.0, most: float = MOST_COORDINATE) -> float:
        value = shape.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= most:
            raise CannotDraw(f"{name} is not a number up to {most:.0f}")
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
            if _points_of(inner) > MOST_BASE:
                raise CannotDraw(f"its base has more than {MOST_BASE} points")
            drawn = _shape(inner, grid, base=True)
            if shapely.get_num_coordinates(drawn) > 2 * MOST_BASE:
                raise CannotDraw("the lines of its base cross each other")
            return drawn.buffer(length("radius"), quad_segs=ROUND)
        case "token":
            side = {name: number(name, 1, most=100) for name in ("width", "height")}
            space = grid.space(x / QUANTA, y / QUANTA, side["width"], side["height"])
            return shapely.union_all([shapely.Polygon(corners) for corners in space.corners])
        case "grid" if not base:
            return _grid_cells(shape.get("offsets"), grid)
    raise CannotDraw("the type is unknown")


def _cone(x: float, y: float, radius: float, angle: float, rotation: float) -> shapely.Geometry:
    """Draw a cone from (x, y). `rotation` is the direction of its middle in degrees, 0 = east, clockwise."""
    turns = np.radians(np.linspace(rotation - angle / 2, rotation + angle / 2, max(3, int(angle / 4))))
    rim = np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns)], axis=1)
    return shapely.Polygon(np.vstack([[x, y], rim]))


def _grid_cells(offsets: Any, grid: Grid) -> shapely.Geometry:
    if not isinstance(offsets, list):
        raise CannotDraw("it has no list of offsets")
    if len(offsets) > MOST_CELLS:
        raise CannotDraw(f"more than {MOST_CELLS} grid spaces")
    places = list({(_cell(offset, "i"), _cell(offset, "j")) for offset in offsets})
    if grid.is_hex:
        corners = grid.held(grid.hexes.from_offset(row, column) for row, column in places).corners
        return shapely.coverage_union_all(shapely.polygons(corners))
    east, south = np.array(places, float).reshape(-1, 2).T[::-1] * grid.size * QUANTA
    side = grid.size * QUANTA
    return shapely.coverage_union_all(shapely.box(east, south, east + side, south + side))


def _cell(offset: Any, name: str) -> int:
    value = offset.get(name) if isinstance(offset, dict) else None
    if not isinstance(value, int | float) or not abs(value) <= MOST_CELL:
        raise CannotDraw('an offset is not a cell {"i": row, "j": column}')
    return int(value)
