"""The geometry of the line kernel, slowly and in whole numbers and fractions, for comparison with the fast one.

It shares no formula with `coign.geometry.lines`: a line is actually moved a little to either side, and a segment
through a shape is found by cutting it with the shape's half-planes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

Spot = tuple[Fraction, Fraction]
Whole = tuple[int, int]


def _turn(a: Sequence[Fraction | int], b: Sequence[Fraction | int], c: Sequence[Fraction | int]) -> Fraction | int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: Fraction | int, b: Fraction | int) -> bool:
    return (a < 0 < b) or (b < 0 < a)


def copies_meet(start: Whole, end: Whole, wall: tuple[int, int, int, int]) -> tuple[bool, bool]:
    """Return whether the line meets the wall when it is moved a little to one side, and to the other. The shift is so
    small that no corner of a whole-number map beside the line comes to be on it or beyond.
    """
    a, b = wall[:2], wall[2:]
    if not _between(_turn(a, b, start), _turn(a, b, end)):
        return False, False
    dx, dy = end[0] - start[0], end[1] - start[1]
    hair = Fraction(1, 2 * (dx * dx + dy * dy) + 1)
    met = []
    for way in (hair, -hair):
        moved = (start[0] - way * dy, start[1] + way * dx), (end[0] - way * dy, end[1] + way * dx)
        met.append(_between(_turn(*moved, a), _turn(*moved, b)))
    return met[0], met[1]


def is_blocked(start: Whole, end: Whole, walls: Iterable[tuple[int, int, int, int]], needed: int = 1) -> bool:
    """Return whether both copies of the line meet at least `needed` of the walls."""
    met = [copies_meet(start, end, wall) for wall in walls]
    return sum(one for one, _ in met) >= needed and sum(other for _, other in met) >= needed


def hull(points: Iterable[Whole]) -> list[Whole]:
    """Return the convex hull, counter-clockwise in a plane whose y grows upwards, without corners on its sides."""
    ordered = sorted(set(points))

    def chain(some: Iterable[Whole]) -> list[Whole]:
        kept: list[Whole] = []
        for point in some:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return chain(ordered) + chain(reversed(ordered))


def passes_inside(a: Whole, b: Whole, shape: Sequence[Whole]) -> bool:
    """Return whether the segment from `a` to `b`, ends included, has a point strictly inside a convex `hull`."""
    low, high = Fraction(0), Fraction(1)
    open_low = open_high = False
    for one, other in zip(shape, [*shape[1:], shape[0]], strict=True):
        first, last = _turn(one, other, a), _turn(one, other, b)
        if first <= 0 and last <= 0:
            return False
        if first <= 0:
            cut = Fraction(-first, last - first)
            if cut >= low:
                low, open_low = cut, True
        elif last <= 0:
            cut = Fraction(first, first - last)
            if cut <= high:
                high, open_high = cut, True
    return low < high or (low == high and not open_low and not open_high)
