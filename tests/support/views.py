"""Random views of a shape past walls, and what a fine sampling says of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from hypothesis import assume
from hypothesis import strategies as st

from support.exact_lines import hull

COORDINATE = st.integers(0, 40) | st.integers(0, 4).map(lambda n: 10 * n)


def array(values: Any) -> Any:
    return np.array(values, dtype=float)


@st.composite
def views(draw: st.DrawFn) -> tuple[Any, Any, Any, Any]:
    """Draw a few points, a convex shape, walls among them, and which of the walls are limited."""
    spot = st.tuples(COORDINATE, COORDINATE)
    shape = hull(draw(st.lists(spot, min_size=3, max_size=6)))
    assume(len(shape) >= 3)
    walls = draw(st.lists(st.tuples(spot, spot).filter(lambda ends: ends[0] != ends[1]), max_size=5))
    limited = draw(st.lists(st.booleans(), min_size=len(walls), max_size=len(walls)))
    return draw(st.lists(spot, min_size=1, max_size=4)), shape, [(*a, *b) for a, b in walls], limited


def on_a_wall(point: tuple[int, int], lines: Any) -> bool:
    """Return whether a point is on a wall, which then hides either side. Creatures' points are inset and never are."""
    return any(shapely.LineString(line.reshape(2, 2)).distance(shapely.Point(point)) == 0 for line in lines)


def sampled(points: Any, shape: Any, lines: Any, limited: Any, bands: Any = None) -> Any:
    """Return (p,) the share of very many spots of a shape that each point sees. For each spot and wall, the point where
    they meet is solved for.
    """
    steps = (np.arange(80) + 0.5) / 80 * 41
    xs, ys = np.stack(np.meshgrid(steps, steps)).reshape(2, -1)
    inside = shapely.contains_xy(shapely.Polygon(shape), xs, ys)
    assume(inside.sum() > 200)
    shares = []
    for x, y in points:
        dx, dy = xs[inside] - x, ys[inside] - y
        solid, hedges = np.zeros(len(dx), bool), np.zeros(len(dx), int)
        parts = [(0.0, 1.0)] * len(lines) if bands is None else bands
        for (ax, ay, bx, by), half, (first, last) in zip(lines, limited, parts, strict=True):
            wx, wy = bx - ax, by - ay
            with np.errstate(divide="ignore", invalid="ignore"):
                along = ((ax - x) * wy - (ay - y) * wx) / (dx * wy - dy * wx)
                over = ((ax - x) * dy - (ay - y) * dx) / (dx * wy - dy * wx)
            met = (along > max(0, first)) & (along < min(1, last)) & (over > 0) & (over < 1)
            solid, hedges = solid | (met & (not half)), hedges + (met & half)
        shares.append(1.0 - (solid | (hedges >= 2)).mean())
    return np.array(shares)


def share(parts: Any, whole: shapely.Geometry) -> Any:
    """Return the share (n,) of a shape that each of its parts covers."""
    return shapely.area(shapely.intersection(parts, whole)) / shapely.area(whole)
