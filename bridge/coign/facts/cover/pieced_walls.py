"""Walls that are drawn in pieces, end to end or on top of one another, and count as one wall."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import combinations
from math import hypot

import numpy as np
from numpy.typing import NDArray

from coign.geometry.lines import Floats

PIXEL = 16  # quanta: a joint may lie so far beside the line between the far ends of its two pieces
MOST = 16  # pieces at one joint: a star of more is no wall in pieces

End = tuple[float, float]


def runs(lines: Floats, alike: Sequence[Hashable]) -> NDArray[np.intp]:
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


def stacked(lines: Floats, run: NDArray[np.intp], foot: Floats, top: Floats) -> Floats:
    """Return (k,) the heights of walls (k, 4), each measured over the whole pile of walls at its place."""
    # Group walls with heights by the place of their runs, in either direction.
    tall, piles = top - foot, dict[tuple[End, End], list[int]]()
    bounded = (np.isfinite(foot) | np.isfinite(top)).nonzero()[0].tolist()
    ends: dict[int, list[End]] = {}
    for n in bounded:
        x0, y0, x1, y1 = lines[n].tolist()
        ends.setdefault(int(run[n]), []).extend([(x0, y0), (x1, y1)])
    for n in bounded:
        places = ends[int(run[n])]
        piles.setdefault((min(places), max(places)), []).append(n)
    # Join walls at one place, from the lowest up, while they touch or overlap.
    for here in piles.values():
        here.sort(key=lambda n: float(foot[n]))
        while here:
            pile = [here.pop(0)]
            while here and foot[here[0]] <= top[pile].max():
                pile.append(here.pop(0))
            tall[pile] = top[pile].max() - foot[pile[0]]
    return tall


def _first(run: list[int], n: int) -> int:
    while run[n] != n:
        n = run[n]
    return n


def _is_straight(one: End, joint: End, other: End) -> bool:
    """Tell whether a joint lies between two ends, within a pixel of the line between them."""
    x0, y0, x1, y1 = one[0] - joint[0], one[1] - joint[1], other[0] - joint[0], other[1] - joint[1]
    return x0 * x1 + y0 * y1 < 0 and abs(x0 * y1 - y0 * x1) <= PIXEL * hypot(x1 - x0, y1 - y0)
