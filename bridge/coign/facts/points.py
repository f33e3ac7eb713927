"""Points that lines run from and to, and which of them a wall cuts off from the middle of their own square."""

from __future__ import annotations

import numpy as np

from coign.facts.many.places import Places
from coign.geometry.bulk import Ints, Rows, cross_each
from coign.geometry.lines import Floats, Mask, blocked, cross_walls
from coign.grid.space import Space


def parted(space: Space, lines: Floats) -> Mask:
    """(m,) corners of a space that one of the walls `lines` (k, 4) parts from the centre of their own square."""
    each = space.inset.shape[1]
    cut = np.zeros(len(space.ends), bool)
    low, high = np.minimum(lines[:, :2], lines[:, 2:]), np.maximum(lines[:, :2], lines[:, 2:])
    first, last = space.inset.min(axis=1)[:, None], space.inset.max(axis=1)[:, None]
    across = ((high > first) & (low < last)).all(axis=2)  # (squares, walls)
    for n in np.flatnonzero(across.any(axis=1)).tolist():
        found = cross_walls(space.inset[n], space.centres[n : n + 1], lines[across[n]])
        cut[n * each : (n + 1) * each] = blocked(found)[:, 0]
    return cut


def parted_each(places: Places, place: Ints, lines: Floats) -> Mask:
    """(n, squares * c) the same for many places; each row of walls `lines` (4, r) is near one `place` (r,) of them."""
    count, squares, each = places.inset.shape[:3]
    square = (place[:, None] * squares + np.arange(squares)).ravel()
    order = square.argsort(kind="stable")
    square, lines = square[order], np.repeat(lines, squares, axis=1)[:, order]
    inset, centres = places.inset.reshape(-1, each, 2), places.centres.reshape(-1, 1, 2)
    met = cross_each(inset[square].transpose(2, 1, 0), centres[square].transpose(2, 1, 0), lines)
    rows = Rows(square, count * squares)
    cut = rows.any(met.left[:, 0]) & rows.any(met.right[:, 0])
    return cut.T.reshape(count, squares * each)
