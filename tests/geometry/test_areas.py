"""Shares of areas, and the shortcut that tells by signs which walls hide nothing of a box, or all of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from hypothesis import given

from coign.geometry.areas import about, cast, common, inside, without_hairs
from coign.geometry.sweep import seen
from support.scenes import examples
from support.views import array, share, views


@given(views())
@examples(3)
def test_the_shortcut_agrees_with_the_sweep(view: tuple[Any, Any, Any, Any]) -> None:
    """A shape is seen whole past a wall that hides nothing by the shortcut, and not at all past one that hides all."""
    points, shape, walls, _ = view
    points, shape, lines = array(points), array(shape), array(walls).reshape(-1, 4)
    outline = shapely.Polygon(shape)
    partly, wholly = cast(points, lines, outline.bounds)
    for point, wall in np.argwhere(np.ones(partly.shape, bool)).tolist():
        (ax, ay, bx, by), (x, y) = lines[wall], points[point]
        if (bx - ax) * (y - ay) == (by - ay) * (x - ax):
            assert not partly[point, wall]
            continue
        found = seen(points[[point]], array(about(outline.bounds)), np.zeros(1, int), lines[[wall]]).parts
        (clear,) = share(found, outline)
        assert partly[point, wall] or clear == 1.0
        assert not wholly[point, wall] or clear == 0.0


def test_what_areas_have_in_common_are_areas_only() -> None:
    """Two boxes that share a side and overlap elsewhere meet in a polygon and a line, of which GEOS can cut nothing."""
    comb = shapely.Polygon([(0, 0), (9, 0), (9, 5), (6, 5), (6, 2), (3, 2), (3, 5), (0, 5)])
    above = shapely.Polygon([(2, 1), (8, 1), (8, 2), (2, 2)]) | shapely.box(-1, 5, 9, 6)
    both = shapely.box(0, 5, 9, 6) | shapely.box(1, 3, 2, 6)
    assert shapely.intersection(comb, both).geom_type == "GeometryCollection"
    found = common(np.array([comb, above, shapely.box(20, 20, 30, 30)]), both)
    assert [one.geom_type for one in found] == ["Polygon", "Polygon", "Polygon"]
    assert found[0].area == 2
    assert common(comb, both).area == 2
    assert common(comb, shapely.box(0, 5, 9, 6)).is_empty
    corner = common(np.array([shapely.box(0, 0, 1, 1)]), shapely.box(1, 1, 2, 2))
    assert corner[0].is_empty, "two boxes have one point in common"
    assert shapely.difference(shapely.box(0, 0, 9, 9), found[0]).area == 79


def test_whole_quanta_on_the_border_of_a_box_are_neither_inside_nor_left_out_about_it() -> None:
    assert inside((0, -0.5, 10, 9.5)) == (1, 0, 9, 9)
    assert about((0, -0.5, 10, 9.5)) == (-1, -2, 11, 11)


def test_pieces_that_are_only_rounding_are_taken_away() -> None:
    square, other = shapely.box(0, 0, 10, 10), shapely.box(20, 0, 30, 10)
    hair = shapely.Polygon([(40, 0), (50, 1e-6), (60, 0)])
    shapes = np.array([square, shapely.MultiPolygon([square, hair]), shapely.MultiPolygon([square, other, hair]), hair])
    cleaned = without_hairs(shapes)
    assert [shape.equals(whole) for shape, whole in zip(cleaned, [square, square, square | other, hair], strict=True)]
    assert shapely.get_num_geometries(shapes).tolist() == [1, 2, 3, 1], "the given shapes are left alone"
    assert without_hairs(np.array([shapely.MultiPolygon([hair, hair])]))[0].is_empty
