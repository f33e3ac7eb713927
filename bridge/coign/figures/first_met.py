"""Find the point where a drawn line first meets an outline, and gets its cross."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

Spot = tuple[float, float]


def first_met(start: Spot, end: Spot, outlines: Iterable[Sequence[Spot]]) -> float | None:
    """Return how far along the line from `start` (0) to `end` (1) it first meets an outline; None if it meets none.

    An outline of three spots or more is a filled polygon, one of two a line. A start inside a polygon is 0.
    """
    met = [0.0 for outline in outlines if len(outline) > 2 and _holds(outline, start)]
    for outline in outlines:
        closed = [*outline, outline[0]] if len(outline) > 2 else outline
        met += [
            along
            for corner, next_corner in pairwise(closed)
            if (along := _crossing(start, end, corner, next_corner)) is not None
        ]
    return min(met, default=None)


def _crossing(start: Spot, end: Spot, corner: Spot, next_corner: Spot) -> float | None:
    """Return how far along a line it crosses a segment, whose ends belong to it; None for parallel ones."""
    dx, dy, wx, wy = end[0] - start[0], end[1] - start[1], next_corner[0] - corner[0], next_corner[1] - corner[1]
    across = dx * wy - dy * wx
    if not across:
        return None
    to_x, to_y = corner[0] - start[0], corner[1] - start[1]
    along, part = (to_x * wy - to_y * wx) / across, (to_x * dy - to_y * dx) / across
    return along if 0 <= along <= 1 and 0 <= part <= 1 else None


def _holds(polygon: Sequence[Spot], spot: Spot) -> bool:
    """Tell whether a spot is inside a polygon, by the number of its sides to the spot's right."""
    x, y = spot
    inside = False
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside
