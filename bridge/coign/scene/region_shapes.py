"""The polygon of a region, made from Foundry's shapes.

Foundry's own polygons (`polygons`: flat point lists, even-odd) are used if they were sent. Otherwise the shapes are
drawn (`coign.scene.shapes`) as the version that wrote them means them. They count in their order: a hole is cut out of
what is drawn before it, not after it.

Anybody can send anything as a region, so the work is bounded: points are counted before anything is drawn
(`count_points`), and regions in which too many lines may cross are skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from reprlib import repr as shown  # short and shallow, whatever it is

import shapely

from coign.grid.grid import Grid
from coign.protocol.document_reader import Report
from coign.protocol.documents import RegionDoc
from coign.scene.rings import MOST_POINTS, CannotDraw, check_shapes, even_odd, flat, ring
from coign.scene.shapes import draw, points_of

MOST_SHAPES = 200  # of one region
_SINCE_14 = {"anchorX", "anchorY", "gridBased"}  # fields of a shape


def count_points(document: RegionDoc) -> int:
    """Estimate how many points a region's polygon will have, from its document alone, without drawing it."""
    if document.polygons and isinstance(document.polygons, list | tuple):
        return sum(len(flat(points)) // 2 for points in document.polygons)
    return sum(points_of(shape) for shape in (document.shapes or ())[: MOST_SHAPES + 1])


def outline(document: RegionDoc, where: str, grid: Grid, report: Report) -> shapely.Geometry | None:
    """Draw a region's polygon, in quanta. If nothing of it can be drawn, report why and return None."""
    try:
        if document.polygons:
            if not isinstance(document.polygons, list | tuple):
                raise CannotDraw(f"polygons are a list of point lists, not {shown(document.polygons)}")
            _check_points(count_points(document))
            return even_odd(list(map(ring, document.polygons)))
        return _from_shapes(document, where, grid, report)
    except CannotDraw as problem:
        report(where, f"{problem}: skipped")
        return None


def _from_shapes(document: RegionDoc, where: str, grid: Grid, report: Report) -> shapely.Geometry | None:
    shapes: list[tuple[bool, shapely.Geometry]] = []  # whether it is a hole, and the hole or the part
    is_14, drawn_points = _is_14(document), 0
    if len(document.shapes or ()) > MOST_SHAPES:
        raise CannotDraw(f"more than {MOST_SHAPES} shapes")
    _check_points(count_points(document))
    for shape in document.shapes or ():
        try:
            drawn = draw(shape, grid, is_14=is_14)
        except CannotDraw as problem:
            report(where, f"a shape of type {str(shape.get('type'))[:40]!r} cannot be drawn, {problem}: skipped")
            continue
        shapes.append((bool(shape.get("hole")), drawn))
        drawn_points += int(shapely.get_num_coordinates(drawn))
        _check_points(drawn_points // 2)  # crossing lines make points that were not counted
    if all(is_hole for is_hole, _ in shapes):
        return None
    check_shapes([drawn for _, drawn in shapes])
    area = _in_order(shapes)
    _check_points(int(shapely.get_num_coordinates(area)) // 2)
    return area


def _is_14(document: RegionDoc) -> bool:
    """Return whether Foundry 14 or later wrote a region: it has fields that came with it."""
    heights, shapes = document.elevation, document.shapes or ()
    return (
        document.levels is not None
        or (heights is not None and heights.topInclusive is not None)
        or any(not _SINCE_14.isdisjoint(shape) for shape in shapes)
    )


def _in_order(shapes: Sequence[tuple[bool, shapely.Geometry]]) -> shapely.Geometry:
    """Return the area of parts and holes in their order; each run of parts or of holes is joined at once."""
    area: shapely.Geometry = shapely.Polygon()
    for is_hole, run in groupby(shapes, key=itemgetter(0)):
        drawn = [shape for _, shape in run]
        whole = shapely.union_all(drawn) if len(drawn) > 1 else drawn[0]
        area = area.difference(whole) if is_hole else whole if area.is_empty else area.union(whole)
    return area


def _check_points(count: int) -> None:
    if count > MOST_POINTS:
        raise CannotDraw(f"more than {MOST_POINTS} points")
