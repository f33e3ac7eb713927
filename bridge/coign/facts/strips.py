"""A target in strips, where the way to it is a slope.

From a point above or below, a wall of some height may cover the whole passage to what lies right behind it and not to
what lies farther on, or the other way round. Where on a line it is met is the same for all that lies equally far beyond
it, so where it begins and ceases to cover the passage are lines along the wall: the target is cut there, and every
strip has walls that cover the way to all of it or to none of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from coign.facts.sightlines import Sightlines
from coign.geometry.lines import Mask, Points, polygon_area
from coign.geometry.shapes import halves

CRUMB = 1e-9  # of a shape: less of it is rounding


def strips(
    sight: Sightlines, point: int, walls: Mask, shapes: Sequence[Points], most: int
) -> list[tuple[Points, Mask]]:
    """The convex `shapes` as one of the points of `sight` sees them, cut for the `walls` (k,) that cover the passage to
    a part of them, until there are about so many; beside each strip which of all the walls cover the way to it, (k,).
    """
    at = sight.points[point : point + 1]
    pieces = list(shapes)
    for wall in np.flatnonzero(walls).tolist():
        for border in sight.walls.borders(at, wall):
            if len(pieces) < most:
                pieces = [part for piece in pieces for part in halves(piece, np.array(border))]
    least = CRUMB * sum(map(polygon_area, shapes))
    pieces = [piece for piece in pieces if polygon_area(piece) > least]
    return [(piece, sight.walls.covers_at(at, piece.mean(axis=0))[0]) for piece in pieces]
