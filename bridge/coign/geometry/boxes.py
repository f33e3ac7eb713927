"""An index of boxes, which finds those that meet a box.

Boxes near each other share a block, and a query looks only into the blocks that it meets. The order is that of
Leutenegger, Lopez and Edgington, "STR: A Simple and Efficient Algorithm for R-Tree Packing" (1997). A tree over the
blocks would save nothing: for the largest map, one comparison in numpy finds the blocks.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from coign.geometry.lines import Floats, boxes_of

Rows = NDArray[np.intp]

BLOCK = 32  # boxes


class BoxIndex:
    """The boxes of lines (n, 4: x0 y0 x1 y1, from any corner to the opposite one).

    Two boxes meet if each begins before the other ends, in x and in y. East and south are kept negative, so that one
    comparison tests all four.
    """

    def __init__(self, lines: Floats) -> None:
        count, boxes = len(lines), boxes_of(lines)
        self._order = _packed(boxes[:, :2] - boxes[:, 2:])
        # Fill the last block with boxes that meet nothing.
        sides = np.full((4, math.ceil(count / BLOCK) * BLOCK), np.inf)
        sides[:, :count] = boxes[self._order].T
        self._sides = sides.reshape(4, -1, BLOCK)
        self._blocks = self._sides.min(axis=2)

    def meeting(self, x0: float, y0: float, x1: float, y1: float) -> Rows:
        """Return the rows, ascending, of the boxes that meet a box."""
        _, rows = self._meetings(np.array((x1, y1, -x0, -y0)).reshape(4, 1, 1))
        rows.sort()
        return rows

    def meetings(self, boxes: Floats) -> tuple[Rows, Rows]:
        """Return (k,) twice: which of some boxes (m, 4: x0 y0 x1 y1) meets which row. In no order."""
        x0, y0, x1, y1 = boxes.T
        return self._meetings(np.stack([x1, y1, -x0, -y0])[:, :, None])

    def _meetings(self, queries: Floats) -> tuple[Rows, Rows]:
        # Find the blocks that each box meets, then look at every box in them.
        which, block = (self._blocks[:, None] <= queries).all(axis=0).nonzero()
        rows, place = (self._sides.take(block, axis=1) <= queries.take(which, axis=1)).all(axis=0).nonzero()
        return which.take(rows), self._order.take(block.take(rows) * BLOCK + place)


def _packed(centres: Floats) -> Rows:
    """Return an order in which neighbours follow each other: in strips from west to east, each from north to south."""
    count = len(centres)
    strip = np.empty(count, np.intp)
    strip[centres[:, 0].argsort(kind="stable")] = np.arange(count) // (BLOCK * math.isqrt(max(BLOCK, count) // BLOCK))
    return np.lexsort((centres[:, 1], strip))
