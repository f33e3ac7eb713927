"""Many places where one creature might stand, as arrays: what `Space` says of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coign.geometry.lines import Floats
from coign.grid.space import Space


@dataclass(frozen=True, eq=False)
class Places:
    """Spaces of one height and as many squares each; quanta, and units for heights.

    corners, inset  (n, squares, c, 2)
    centres         (n, squares, 2)
    boxes           (n, 4)
    """

    corners: NDArray[np.float64]
    inset: NDArray[np.float64]
    centres: NDArray[np.float64]
    boxes: Floats
    bottom: float
    top: float

    @classmethod
    def of(cls, spaces: Sequence[Space]) -> Places:
        """The spaces as arrays; all have the same height and number of squares."""
        return cls(
            np.array([space.corners for space in spaces]),
            np.array([space.inset for space in spaces]),
            np.array([space.centres for space in spaces]),
            np.array([space.box for space in spaces], dtype=float),
            spaces[0].bottom,
            spaces[0].top,
        )

    @classmethod
    def moved(cls, space: Space, by: Floats) -> Places:
        """A space as it would be (n, 2) quanta further on, at its own height. Not for hexes, which round each time."""
        return cls(
            space.corners + by[:, None, None],
            space.inset + by[:, None, None],
            space.centres + by[:, None],
            np.array(space.box) + np.concatenate([by, by], axis=1),
            space.bottom,
            space.top,
        )

    def __len__(self) -> int:
        return len(self.boxes)

    def part(self, start: int, stop: int) -> Places:
        """Those from `start` up to `stop`."""
        span = slice(start, stop)
        return Places(self.corners[span], self.inset[span], self.centres[span], self.boxes[span], self.bottom, self.top)

    def space(self, n: int) -> Space:
        """One of them, for lines and areas: the cells that it counts as are left out."""
        x0, y0, x1, y1 = self.boxes[n].tolist()
        return Space(self.corners[n], self.inset[n], self.centres[n], (), (x0, y0, x1, y1), self.bottom, self.top)
