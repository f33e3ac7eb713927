"""Whether anything of a target can be seen from places, by the gaps that walls leave in the view of it."""

from __future__ import annotations

import numpy as np

from coign.geometry.bulk import Rows
from coign.geometry.lines import Floats, Mask
from coign.geometry.openings import SLIVER, openings
from coign.geometry.shapes import Shape, cut_along
from coign.grid.space import Space

MOST_PIECES = 12  # that walls through a target may cut it into; beyond, each place is measured by itself


class Glimpses:
    """Views of one target past walls."""

    def __init__(self, target: Space, walls: Floats, least: float) -> None:
        """`walls` (k, 4) are those about the target; a share of it up to `least` counts as nothing."""
        self._cut = [
            (Shape(piece), [Shape(part) for part in cut_along(piece, walls, MOST_PIECES)]) for piece in target.pieces
        ]
        self._least = least * sum(piece.area for piece, _ in self._cut)

    def look(self, points: Floats, usable: Mask, walls: Floats, stops: Mask, rows: Rows) -> tuple[Mask, Mask]:
        """(n,) twice: from which places something of the target is seen for certain, and from which nothing is.

        `points` (2, p, n), `usable` (p, n); `rows` say which place each of the walls (4, r) is near, `stops` (p or 1,
        r) which of them stop what comes from a point.
        """
        seen, hidden = np.zeros(rows.count, bool), np.ones(rows.count, bool)
        for piece, parts in self._cut:
            blind, shown = self._view(points, usable, walls, stops, rows, piece)
            if len(parts) == 1:
                seen |= shown
            open_still = ~blind & ~seen
            if 1 < len(parts) <= MOST_PIECES and open_still.any():
                kept, fewer = rows.of(np.ones(len(rows), bool), open_still)
                some = points[..., open_still], usable[:, open_still], walls[:, kept], stops[:, kept], fewer
                views = [self._view(*some, part) for part in parts]
                blind[open_still] = np.logical_and.reduce([none for none, _ in views])
                seen[open_still] = np.logical_or.reduce([shown for _, shown in views])
            hidden &= blind
        return seen, hidden

    def _view(
        self, points: Floats, usable: Mask, walls: Floats, stops: Mask, rows: Rows, shape: Shape
    ) -> tuple[Mask, Mask]:
        """(n,) twice: from which places nothing of a shape is seen, and from which enough of it to count."""
        found = openings(points, shape, walls, stops, rows)
        blind = ~(usable & (found.widest > SLIVER)).any(axis=0)
        return np.asarray(blind), np.asarray((usable & (found.shown > self._least)).any(axis=0))
