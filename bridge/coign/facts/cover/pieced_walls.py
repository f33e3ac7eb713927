"""Walls that are drawn in pieces, end to end or on top of one another, and count as one wall.

A piece of a wall may itself be drawn in layers, and a layer in pieces. So walls are joined along and across by turns.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import combinations
from math import hypot

import numpy as np
from numpy.typing import NDArray

from coign.geometry.lines import Floats
from coign.util.tasks import Task

PIXEL = 16  # quanta: a joint may lie so far beside the line between the far ends of its two pieces
MOST = 16  # pieces at one joint: a star of more is no wall in pieces
TURNS = 4  # at most: nobody draws a wall in pieces of layers of pieces of layers

End = tuple[float, float]
Ints = NDArray[np.intp]


def wholes(lines: Floats, kinds: Ints, bottom: Floats, top: Floats) -> Task[tuple[Ints, Ints]]:
    """(k,) twice: the run and the pile of each wall (k, 4).

    Walls of one kind in a straight line are a run, if their piles reach from the same bottom to the same top (k,).
    """
    for _ in range(TURNS):
        run = runs(lines, list(zip(kinds.tolist(), bottom.tolist(), top.tolist(), strict=True)))
        yield
        pile = piles(lines, run, bottom, top)
        yield
        low, high = over(pile, np.minimum, bottom), over(pile, np.maximum, top)
        if (low == bottom).all() and (high == top).all():
            break
        bottom, top = low, high
    return run, pile


def over(pile: Ints, least_or_most: np.ufunc, column: Floats) -> Floats:
    """(k,) the least or the most of a column of walls (k,), over the pile of each."""
    found = column.copy()
    least_or_most.at(found, pile, column)
    return np.asarray(found[pile])


def runs(lines: Floats, alike: Sequence[Hashable]) -> Ints:
    """(k,) the run of each wall (k, 4): walls that continue each other in a straight line are one run.

    A run has the number of its first wall. Only walls with the same value in `alike` are joined.
    """
    # Collect the pieces that begin or end at each point, with the far end of each.
    meeting: dict[Hashable, list[tuple[int, End, End]]] = {}
    for n, (x0, y0, x1, y1) in enumerate(lines.tolist()):
        one, other = (x0, y0), (x1, y1)
        meeting.setdefault((one, alike[n]), []).append((n, one, other))
        meeting.setdefault((other, alike[n]), []).append((n, other, one))
    # Join each two pieces that meet there in a straight line.
    run = list(range(len(lines)))
    for pieces in meeting.values():
        if len(pieces) > MOST:
            continue
        for (n, joint, one), (m, _, other) in combinations(pieces, 2):
            if _is_straight(one, joint, other):
                first, last = sorted((_first(run, n), _first(run, m)))
                run[last] = first
    return np.array([_first(run, n) for n in range(len(run))], np.intp)


def piles(lines: Floats, run: Ints, bottom: Floats, top: Floats) -> Ints:
    """(k,) the pile of each wall (k, 4), by the number of its lowest wall: walls at one place that touch or overlap.

    The place of a wall is that of its whole run.
    """
    # Group walls with heights by the place of their runs, in either direction.
    pile = np.arange(len(lines))
    places: dict[tuple[End, End], list[int]] = {}
    bounded = (np.isfinite(bottom) | np.isfinite(top)).nonzero()[0].tolist()
    ends: dict[int, list[End]] = {}
    for n in bounded:
        x0, y0, x1, y1 = lines[n].tolist()
        ends.setdefault(int(run[n]), []).extend([(x0, y0), (x1, y1)])
    for n in bounded:
        place = ends[int(run[n])]
        places.setdefault((min(place), max(place)), []).append(n)
    # Join walls at one place, from the lowest up, while they touch or overlap.
    for here in places.values():
        here.sort(key=lambda n: float(bottom[n]))
        lowest, highest = here[0], -np.inf
        for n in here:
            if bottom[n] > highest:
                lowest = n
            pile[n], highest = lowest, max(highest, float(top[n]))
    return pile


def _first(run: list[int], n: int) -> int:
    while run[n] != n:
        n = run[n]
    return n


def _is_straight(one: End, joint: End, other: End) -> bool:
    """Tell whether a joint lies between two ends, within a pixel of the line between them."""
    x0, y0, x1, y1 = one[0] - joint[0], one[1] - joint[1], other[0] - joint[0], other[1] - joint[1]
    return x0 * x1 + y0 * y1 < 0 and abs(x0 * y1 - y0 * x1) <= PIXEL * hypot(x1 - x0, y1 - y0)
