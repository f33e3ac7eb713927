"""Limits on the work of one answer, and coarser answers for inputs beyond them.

A map that somebody drew stays far below all of these, and its answers are exact. Beyond them an answer is a coarser
one, for whoever asks would else keep everybody waiting, or the bridge out of memory:

    LINES    points times ends times obstacles of one pair: fewer squares of a large creature are looked from and at
    VIEW     sample points times walls, where what is exposed is counted at sample points
    MOST_SHADOWS  shadows of walls on a space, seen from one point: with more, what is exposed is counted
    LIGHT    shadows that all lights together cast on a space: the farthest lights are left out
    LIGHTS   that are looked at for one space, the nearest first
    HELPERS  creatures that may flank with the attacker, the nearest first
    NAMES    obstacles that an answer names, and shows in its figure
    POINTS   of one outline in a figure
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from coign.grid.space import Space

LINES = 1_000_000
VIEW = 1_000_000
MOST_SHADOWS = 300
LIGHT = 1_000
LIGHTS = 48
HELPERS = 32
NAMES = 50
POINTS = 200
CREATURE, HEXES, AREA = 3, 30, 30  # walls that a creature costs as much as, one of hexes, and an area
PIECE = 20_000  # of LINES that each hex of a target costs, as it is looked at by itself
FEWER = 12  # squares that so large a creature is looked from and at first: as many as a dragon has hexes


def of_lines(points: int, target: Space, walls: int, creatures: int, *, hexes: bool) -> int:
    """Return the cost of lines from a number of points to a target, in LINES; an area counts as AREA walls."""
    each = points * (len(target.ends) + 4)
    return each * (walls + (HEXES if hexes else CREATURE) * creatures) + PIECE * (len(target.pieces) - 1)


def thinner(source: Space, target: Space) -> tuple[Space, Space] | None:
    """The two with fewer squares, the larger one first: its outermost four and others between them, the outermost
    alone, then one. None where each has one."""
    if len(source.inset) >= len(target.inset):
        return (_thinned(source), target) if len(source.inset) > 1 else None
    return source, _thinned(target)


def _thinned(space: Space) -> Space:
    x, y = space.centres.T
    if len(space.inset) > 4:
        outermost = {int((sx * x + sy * y).argmax()) for sx in (-1, 1) for sy in (-1, 1)}
        more = FEWER - len(outermost) if len(space.inset) > FEWER else 0
        others = [n for n in range(len(space.inset)) if n not in outermost]
        kept = sorted([*outermost, *(others[(2 * n + 1) * len(others) // (2 * more)] for n in range(more))])
    else:
        middle = space.centres.mean(axis=0)
        kept = [int(((space.centres - middle) ** 2).sum(axis=1).argmin())]
    return replace(
        space, corners=space.corners[kept], inset=space.inset[kept], centres=np.ascontiguousarray(space.centres[kept])
    )
