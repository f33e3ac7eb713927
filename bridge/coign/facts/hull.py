"""The ground between two spaces: what does not reach into it is neither on a line from one to the other nor hides
anything of the one from the other, and need not be looked at any further."""

from __future__ import annotations

import numpy as np

from coign.geometry.lines import Floats, Mask
from coign.grid.space import Box, Space, box_about


class Hull:
    """The convex hull of two boxes, or a little more where one is larger: a box less what lies beside the band along
    the line of their centres that is as wide as the wider of the two. Its borders are not part of it, for lines run
    inside, and what they touch does not stop them.

    box     about both spaces, quanta
    inside  what meets this box reaches into the other: all sides are whole quanta
    """

    def __init__(self, source: Space, target: Space) -> None:
        self.box = x0, y0, x1, y1 = box_about(source, target)
        is_flat = x0 == x1 or y0 == y1  # between two points; then it has borders only
        self.inside = self.box if is_flat else (x0 + 0.5, y0 + 0.5, x1 - 0.5, y1 - 0.5)
        (self._x, self._y), (x, y) = source.centre, target.centre
        self._dx, self._dy = dx, dy = x - self._x, y - self._y
        # Half as wide as the band, times the length of (dx, dy).
        self._half = max(_half_width(source.box, dx, dy), _half_width(target.box, dx, dy))
        self._has_sides = bool(self._half)

    def holds(self, box: Box) -> bool:
        """Whether a box comes between the edges of the band."""
        if not self._has_sides:
            return True
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        aside = abs(self._dx * (y - self._y) - self._dy * (x - self._x))
        return aside < self._half + _half_width(box, self._dx, self._dy)

    def crossed_by(self, lines: Floats) -> Mask:
        """(k,) which walls (k, 4) come between the edges of the band."""
        if not self._has_sides:
            return np.ones(len(lines), bool)
        aside = self._dx * (lines[:, 1::2] - self._y) - self._dy * (lines[:, ::2] - self._x)
        one, other = aside.T
        return np.asarray((np.minimum(one, other) < self._half) & (np.maximum(one, other) > -self._half))


def _half_width(box: Box, dx: float, dy: float) -> float:
    """Half the width of a box across the direction (dx, dy), times its length."""
    return (abs(dx) * (box[3] - box[1]) + abs(dy) * (box[2] - box[0])) / 2
