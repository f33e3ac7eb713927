"""Lines, walls and polygons one by one, in plain numbers: where they are few, calls of numpy cost more than the walls.

As in `geometry` all is in quanta, and the turn of whole ones has an exact sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from coign.geometry.lines import Floats
from coign.grid.space import Box

Spot = tuple[float, float]

FEW = 16  # walls that it is quicker to look at than to sift first


def met_by(start: Spot, end: Spot, lines: Floats) -> list[int]:
    """Which of the walls (k, 4) one line passes, or touches an end of: one copy of it meets them at least."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    some: Iterable[int] = range(len(lines))
    if len(lines) > FEW:  # those whose ends lie on either side
        over = lines.reshape(-1, 2).dot(np.array((-dy, dx))).reshape(-1, 2) - (dx * y0 - dy * x0)
        (numbers,) = (over[:, 0] * over[:, 1] <= 0).nonzero()
        some, lines = numbers.tolist(), lines[numbers]
    found = []
    for n, (ax, ay, bx, by) in zip(some, lines.tolist(), strict=True):
        wide, high = bx - ax, by - ay
        start_side, end_side = wide * (y0 - ay) - high * (x0 - ax), wide * (y1 - ay) - high * (x1 - ax)
        over_a, over_b = dx * (ay - y0) - dy * (ax - x0), dx * (by - y0) - dy * (bx - x0)
        if start_side * end_side < 0 and over_a * over_b <= 0:
            found.append(n)
    return found


def reaches(wall: Sequence[float], box: Box) -> bool:
    """Whether the box about a wall (4,) reaches into a box, rather than touch it."""
    ax, ay, bx, by = wall
    x0, y0, x1, y1 = box
    return (ax < x1 or bx < x1) and (ax > x0 or bx > x0) and (ay < y1 or by < y1) and (ay > y0 or by > y0)


def stands_across(wall: Sequence[float], starts: Sequence[Spot], polygon: Sequence[Spot]) -> bool:
    """Whether all lines from some points to the corners of a polygon meet a wall (4,), and so those from everywhere
    between the points to everywhere in the polygon. For one wall and few points; `lie` is for many."""
    ax, ay, bx, by = wall
    dx, dy = bx - ax, by - ay
    for x, y in starts:
        side = dx * (y - ay) - dy * (x - ax)
        to_ax, to_ay, to_bx, to_by = ax - x, ay - y, bx - x, by - y
        for end_x, end_y in polygon:
            if side * (dx * (end_y - ay) - dy * (end_x - ax)) > 0:
                return False
            to_x, to_y = end_x - x, end_y - y
            if (to_x * to_ay - to_y * to_ax) * (to_x * to_by - to_y * to_bx) > 0:
                return False
        if not side:
            return False
    return True


def shadow(source: Spot, wall: Sequence[float], polygon: list[Spot]) -> list[Spot]:
    """The part of a convex `polygon` that lies behind `wall` (4,) as seen from `source`; empty where none does."""
    sx, sy = source
    ax, ay, bx, by = wall
    turn = (ax - sx) * (by - sy) - (ay - sy) * (bx - sx)
    if turn == 0:
        return []  # seen from its end, a wall hides nothing
    if turn < 0:
        ax, ay, bx, by = bx, by, ax, ay
    part = clip(polygon, sx, sy, ax, ay)
    part = clip(part, bx, by, sx, sy) if part else part
    return clip(part, bx, by, ax, ay) if part else part


def clip(polygon: list[Spot], x0: float, y0: float, x1: float, y1: float) -> list[Spot]:
    """The part of a convex polygon where the turn from (x0, y0) to (x1, y1) to the point is not negative."""
    dx, dy = x1 - x0, y1 - y0
    kept: list[Spot] = []
    px, py = polygon[-1]
    before = dx * (py - y0) - dy * (px - x0)
    for x, y in polygon:
        here = dx * (y - y0) - dy * (x - x0)
        if (here > 0 > before) or (here < 0 < before):
            t = before / (before - here)
            kept.append((px + t * (x - px), py + t * (y - py)))
        if here >= 0:
            kept.append((x, y))
        px, py, before = x, y, here
    return kept if len(kept) >= 3 else []
