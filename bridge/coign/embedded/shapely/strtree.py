"""An index of boxes, which is all that a query without a predicate needs."""

from __future__ import annotations

from typing import Any

import numpy as np
from shapely.geometry import Array, as_array, boxes

BLOCK = 1 << 20  # pairs of boxes compared at a time: bounds the memory


class STRtree:
    """Geometries in an order that does not change; `query` finds those whose boxes meet another's box.

    It compares all pairs of boxes. For the twenty thousand walls of the largest map and one query that is a fifth of a
    millisecond, so a tree would save nothing.
    """

    def __init__(self, geoms: Any) -> None:
        self._boxes = boxes(geoms)

    def query(self, geometry: Any) -> Any:
        """Return (2, n): positions in `geometry` and in the tree, ascending; for a single geometry only the latter."""
        array = as_array(geometry)
        asked = boxes(array.reshape(-1))
        step = max(1, BLOCK // max(1, len(self._boxes)))
        blocks = [self._meeting(asked, start, start + step) for start in range(0, len(asked), step)]
        both = np.concatenate(blocks, axis=1) if blocks else np.empty((2, 0), np.intp)
        return both if array.shape else both[1]

    def _meeting(self, asked: Array, start: int, end: int) -> Array:
        x0, y0, x1, y1 = asked[start:end].T[:, :, None]
        west, north, east, south = self._boxes.T[:, None]
        which, rows = ((x0 <= east) & (x1 >= west) & (y0 <= south) & (y1 >= north)).nonzero()
        return np.stack([which + start, rows])
