r"""Areas in quanta, as shapely polygons: the shadows of walls, seen from a point, and what they leave of a shape.

Whether a line passes a wall is for `coign.geometry.lines`, which is exact. How much of a shape can be seen past walls
is an area, and measured here. The shadow of the wall from a to b, as seen from a point, is what lies behind the wall
between the rays through its two ends:

          shadow
      \           /
       a---------b
         \     /
          point

A wall that is too low, or too high up, for a part of the way hides only what lies in a band along it. How far along the
line to a spot the wall is met is the same for all spots equally far behind the wall, so the borders of the band are
parallel to it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.geometry.lines import Floats, Mask, Points

Box = tuple[float, float, float, float]  # x0 y0 x1 y1
Geometries = NDArray[Any]  # of shapely geometries, or None

LEAST_ALONG = 1e-6  # of the way to a spot: what is met nearer to the point counts as met there
ROUNDING = 9  # digits of a share: what is less is rounding
_NOTHING = shapely.Polygon()


def cast(points: Points, walls: Floats, box: Box) -> tuple[Mask, Mask]:
    """Tell (...) which walls (..., 4) may hide a part of a box from points (..., 2), and which hide all of it.

    No shadow falls on the box if it lies on the near side of the wall, or outside one of the two rays; all of it is in
    the shadow if it lies on the inner side of all three. A wall seen from its end hides nothing. Exact in whole quanta.

    This is a shortcut: most walls are decided here, and no polygon is made of them. The answer without it is the same
    (`tests/annotations/test_shortcut.py`), and an attack takes two thirds longer (`benchmarks/attack.py`).
    """
    ax, ay = walls[..., 0] - points[..., 0], walls[..., 1] - points[..., 1]
    bx, by = walls[..., 2] - points[..., 0], walls[..., 3] - points[..., 1]
    turn = ax * by - ay * bx
    side = np.sign(turn)
    # How far inside each of the three borders the middle of the box lies, and how much farther in or out a corner may.
    x0, y0, x1, y1 = box
    x, y = (x0 + x1) / 2 - points[..., 0], (y0 + y1) / 2 - points[..., 1]
    to_x, to_y = (
        np.stack([ax * side, -bx * side, (ax - bx) * side]),
        np.stack([ay * side, -by * side, (ay - by) * side]),
    )
    middle = to_x * y - to_y * x
    middle[2] -= np.abs(turn)
    corner = np.abs(to_x) * (y1 - y0) / 2 + np.abs(to_y) * (x1 - x0) / 2
    partly = (middle > -corner).all(axis=0) & (side != 0)
    return np.asarray(partly), np.asarray(partly & (middle >= corner).all(axis=0))


def shadows(
    points: Points, walls: Floats, box: Box, first: Floats | None = None, last: Floats | None = None
) -> Geometries:
    """The shadows (n,) of walls (n, 4), each seen from its own point (n, 2), as far as they reach into a box.

    `first` and `last` (n,) say, from 0 at the point to 1, where along the line to a spot the wall has to be met to hide
    the spot; without them it hides all that is behind it. No point may lie on the line of its wall.
    """
    a, b = walls[:, :2] - points, walls[:, 2:] - points
    near_a, near_b = a, b
    if last is not None:
        nearest = 1.0 / np.clip(last, LEAST_ALONG, 1.0)[:, None]
        near_a, near_b = a * nearest, b * nearest
    a_length, b_length = np.hypot(*near_a.T)[:, None], np.hypot(*near_b.T)[:, None]
    # Beyond the box and the wall in every direction: half a shadow spans less than a quarter turn, so that its chord is
    # nearer by 0.7 at most.
    x0, y0, x1, y1 = box
    wide, high = np.maximum(np.abs(points - (x0, y0)), np.abs(points - (x1, y1))).T
    far = 2.0 * np.maximum(np.hypot(wide, high)[:, None], np.maximum(a_length, b_length))
    a_unit, b_unit = near_a / a_length, near_b / b_length
    middle = a_unit + b_unit
    far_a, far_b, far_middle = a_unit * far, b_unit * far, middle * (far / np.hypot(*middle.T)[:, None])
    if first is not None:
        farthest = 1.0 / np.maximum(first, LEAST_ALONG)[:, None]
        ends = np.broadcast_to(farthest * LEAST_ALONG < 1.0, a.shape)
        far_a, far_b = np.where(ends, a * farthest, far_a), np.where(ends, b * farthest, far_b)
        far_middle = np.where(ends, (far_a + far_b) / 2, far_middle)
    rings = np.stack([near_a, far_a, far_middle, far_b, near_b, near_a], axis=1) + points[:, None]
    return _clipped(shapely.polygons(rings), box)


def _clipped(polygons: Geometries, box: Box) -> Geometries:
    """Clip convex polygons to a box. The fast way fails on some polygons that only just reach into the box."""
    try:
        return np.asarray(shapely.clip_by_rect(polygons, *box))
    except shapely.errors.GEOSException:
        return np.asarray(shapely.intersection(polygons, shapely.box(*box)))


def union_by(group: NDArray[np.intp], polygons: Geometries, count: int) -> Geometries:
    """The unions (count,) of polygons (n,), each of which belongs to one group."""
    unions = np.full(count, _NOTHING)
    kept = ~shapely.is_empty(polygons)
    group, polygons = group[kept], polygons[kept]
    if len(group):
        order = group.argsort(kind="stable")
        group, polygons = group[order], polygons[order]
        place = np.arange(len(group)) - group.searchsorted(group)
        table = np.full((count, int(place.max()) + 1), None)
        table[group, place] = polygons
        (held,) = np.bincount(group, minlength=count).nonzero()
        unions[held] = shapely.union_all(table[held], axis=1)
    return unions


def twice(group: NDArray[np.intp], polygons: Geometries) -> tuple[NDArray[np.intp], Geometries]:
    """Find the parts that pairs of polygons (n,) of one group have in common, beside their groups."""
    one, other = np.triu_indices(len(group), 1)
    alike = group[one] == group[other]
    one, other = one[alike], other[alike]
    return group[one], np.asarray(shapely.intersection(polygons[one], polygons[other]))


def share(part: Geometries, whole: shapely.Geometry) -> Floats:
    """(n,) what share of a shape each of the parts of it covers, rounded; NaN of a shape without area."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.round(shapely.area(shapely.intersection(part, whole)) / shapely.area(whole), ROUNDING))
