"""Limits on the work of one answer, and coarser answers for inputs beyond them.

A map drawn by a person stays far below these limits, and its answers are exact. Beyond a limit the answer is coarser,
so that one request neither delays all others nor exhausts the memory:

    LINES    points times ends times obstacles of one pair; beyond it, fewer squares of a large creature are used
    HIDING   walls that are looked at to name those that hide a part of a space from one point; an answer names fewer
    WALLS    walls round one light, the nearest
    LIGHTS   lights considered for one space, the nearest first
    HELPERS  creatures that may flank with the attacker, the nearest first
    FIGURES  points of all figures of one answer; beyond it the other targets have no figure
    NAMES    obstacles that an answer names and shows in its figure
    POINTS   points of one outline in a figure

`coign.geometry.sweep.ROWS` and `cover.shadows.BANDS` limit the number of walls in the views of points, and
`cover.nearness.MOST_HEXES` the hexes of a body by which the owners of obstacles are found. `docs/benchmarks.md` lists
these limits for readers.
"""

from __future__ import annotations

from coign.facts.cover.body import Body
from coign.grid.space import Space

LINES = 500_000
HIDING = 250
WALLS = 800
LIGHTS = 48
HELPERS = 32
NAMES = 50
POINTS = 200
FIGURES = 50_000
CREATURE, HEXES, AREA = 3, 30, 30  # the cost, in walls, of a creature, of one on hexes, and of an area
PIECE = 20_000  # the cost, in LINES, of each hex of a target, which is measured separately
FEWER = 12  # squares used first for so large a creature: as many as a dragon has hexes


def of_lines(points: int, target: Space, walls: int, creatures: int, *, hexes: bool) -> int:
    """Return the cost of lines from a number of points to a target, in LINES; an area counts as AREA walls."""
    each = points * (len(target.ends) + 4)
    if not hexes:
        return each * (walls + CREATURE * creatures)
    return each * (walls + HEXES * creatures) + PIECE * (len(target.corners) - 1)


def thinner(source: Body, target: Body) -> tuple[Body, Body] | None:
    """Return the two bodies with fewer squares, reducing the larger one first; None if each has one square.

    A body is reduced to its outermost four squares and some between them, then to the outermost alone, then to one.
    """
    if len(source.held.inset) >= len(target.held.inset):
        return (source.thinned(_fewer(source.held)), target) if len(source.held.inset) > 1 else None
    return source, target.thinned(_fewer(target.held))


def _fewer(space: Space) -> list[int]:
    x, y = space.centres.T
    if len(space.inset) > 4:
        outermost = {int((sx * x + sy * y).argmax()) for sx in (-1, 1) for sy in (-1, 1)}
        more = FEWER - len(outermost) if len(space.inset) > FEWER else 0
        others = [n for n in range(len(space.inset)) if n not in outermost]
        return sorted([*outermost, *(others[(2 * n + 1) * len(others) // (2 * more)] for n in range(more))])
    middle = space.centres.mean(axis=0)
    return [int(((space.centres - middle) ** 2).sum(axis=1).argmin())]
