"""Areas from closed rings of points, by the even-odd rule, and a check of what they would cost.

The work grows with the square of the number of lines that may cross, and anybody can send any ring. So the pairs of
lines whose boxes meet are counted before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely

from coign.geometry.boxes import BoxIndex
from coign.geometry.lines import Mask, Points
from coign.grid.space import QUANTA
from coign.protocol.documents import MOST_COORDINATE

MOST_POINTS = 1_000  # of one region
MOST_CROSSINGS = 2_000  # pairs of lines of one region whose boxes may meet, beyond eight for each line
MOST_CROSSINGS_OF_SHAPES = 8_000  # the same for overlapping shapes, which are quicker to join
MOST_COUNTED = 100_000  # pairs of lines up to which crossings are counted exactly


class CannotDraw(Exception):
    """A shape cannot be drawn; the message tells why, for the list of what was skipped."""


def flat(points: Any) -> Sequence[Any]:
    """Return a list of points, given bare or under `points`. It is empty without points."""
    listed = points.get("points") if isinstance(points, dict) else points
    return listed if isinstance(listed, list | tuple) else ()


def ring(points: Any) -> Points:
    """(n, 2) quanta from a flat list of pixels."""
    listed = points.get("points") if isinstance(points, dict) else points
    try:
        pairs = np.array(listed, dtype=float).reshape(-1, 2)
    except (TypeError, ValueError, OverflowError):
        raise CannotDraw("its points are not a flat list of numbers [x, y, x, y, ...]") from None
    if len(pairs) < 3:
        raise CannotDraw(f"{len(pairs)} points do not make a polygon")
    if not (np.abs(pairs) <= MOST_COORDINATE).all():  # false for what is not a number, too
        raise CannotDraw(f"a point is more than {MOST_COORDINATE:.0f} px from the origin")
    return np.floor(pairs * QUANTA + 0.5)


def even_odd(rings: Sequence[Points]) -> shapely.Geometry:
    """Make a polygon by the even-odd rule: a ring inside a ring is a hole."""
    sides = np.concatenate([np.stack([ring, np.roll(ring, -1, axis=0)], axis=1) for ring in rings])
    overlaps = [_overlaps(sides[..., axis]) for axis in (0, 1)]
    _check_crossings(sides, min(overlaps))
    if len(rings) == 1 and (polygon := shapely.Polygon(rings[0])).is_valid:
        return polygon
    pieces = shapely.get_parts(shapely.unary_union(shapely.linestrings(sides)))
    if len(pieces) > 2 * MOST_POINTS:  # each is a side of the area, and most of the work is still to come
        raise CannotDraw(f"more than {MOST_POINTS} points")
    faces = shapely.get_parts(shapely.polygonize(pieces))
    spots = shapely.get_coordinates(shapely.point_on_surface(faces))
    along = int(overlaps[0] < overlaps[1])  # rays down or across, whichever meet fewer sides
    return shapely.coverage_union_all(faces[_odd(spots[:, (along, 1 - along)], sides[..., (along, 1 - along)])])


def check_shapes(shapes: Sequence[shapely.Geometry]) -> None:
    """Raise CannotDraw if the sides of several shapes cross too often to join the shapes."""
    sides = _sides_of(shapes)
    _check_crossings(sides, min(_overlaps(sides[..., axis]) for axis in (0, 1)), MOST_CROSSINGS_OF_SHAPES)


def _sides_of(areas: Sequence[shapely.Geometry]) -> Points:
    """Return (n, 2, 2) all sides of the areas."""
    points, ring = shapely.get_coordinates(shapely.get_rings(areas), return_index=True)
    same = np.flatnonzero(ring[1:] == ring[:-1])
    return np.stack([points[same], points[same + 1]], axis=1)


def _check_crossings(sides: Points, meet: int, most: int = MOST_CROSSINGS) -> None:
    """Raise CannotDraw if the boxes of too many sides meet, since they decide the cost. `meet` is an upper bound."""
    allowed = 8 * len(sides) + most
    if allowed < meet < MOST_COUNTED:
        boxes = np.hstack([sides.min(axis=1), sides.max(axis=1)])
        meet = len(BoxIndex(boxes).meetings(boxes)[0]) - len(sides)
    if meet > allowed:
        raise CannotDraw("too many of its lines cross each other")


def _overlaps(spans: Points) -> int:
    """Return how many ordered pairs of spans (n, 2) overlap."""
    n = len(spans)
    apart = np.searchsorted(np.sort(spans.max(axis=1)), np.sort(spans.min(axis=1)), side="left").sum()
    return int(n * (n - 1) - 2 * apart)


def _odd(spots: Points, sides: Points) -> Mask:
    """Return (n,) whether a ray from each spot towards greater x meets an odd number of sides."""
    x, y = spots.T
    rays = np.stack([x, y, np.maximum(x, sides[..., 0].max()), y], axis=1)
    ray, side = BoxIndex(sides.reshape(-1, 4)).meetings(rays)
    (x0, y0), (x1, y1) = sides[side].transpose(1, 2, 0)
    passed = (y0 > y[ray]) != (y1 > y[ray])
    with np.errstate(divide="ignore", invalid="ignore"):
        passed &= x[ray] < x0 + (y[ray] - y0) * (x1 - x0) / (y1 - y0)
    return np.asarray(np.bincount(ray, weights=passed, minlength=len(spots)) % 2 == 1)
