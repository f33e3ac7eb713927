"""Convex shapes, as views of them need them, and cut up along the walls that pass through their inside."""

from __future__ import annotations

import numpy as np

from coign.geometry.lines import Floats, Mask, Points, ahead, polygon_area
from coign.geometry.one_by_one import clip

TOUCH = 1e-4  # quanta: so far a wall may seem to enter a shape that has been cut along it
CRUMB = 1e-9  # of a shape: a smaller piece of it is rounding


class Shape:
    """A convex shape, clockwise or not, with what every view of it needs: its middle, its area, and the line of each
    side, as a unit vector across it into the shape and how far along that the line lies."""

    def __init__(self, corners: Points) -> None:
        self.corners = corners
        x, y = corners.T
        beyond = ahead(len(corners))
        turns = x * y[beyond] - y * x[beyond]
        self.area = float(abs(turns.sum()) / 2)
        self.middle = x.mean(), y.mean()
        dx, dy = x[beyond] - x, y[beyond] - y
        long = np.hypot(dx, dy) * np.sign(turns.sum())
        self.inward = -dy / long, dx / long
        self._at = self.inward[0] * x + self.inward[1] * y

    def depths(self, spots: Floats) -> Floats:
        """(c, ...) how far inside the line of each side each spot (2, ...) lies, in quanta."""
        side = (slice(None), *(None for _ in spots.shape[1:]))
        x, y = self.inward
        return np.asarray(x[side] * spots[0] + y[side] * spots[1] - self._at[side])

    def about(self, walls: Floats) -> tuple[Floats, Floats]:
        """(r,) twice: on which side of each wall's line (4, r) the shape lies, from its one corner to its other; less
        than a touch is neither."""
        ax, ay, bx, by = walls
        dx, dy = bx - ax, by - ay
        sides = dx * (self.corners[:, 1:] - ay) - dy * (self.corners[:, :1] - ax)
        touch = TOUCH * (np.abs(dx) + np.abs(dy))
        return np.asarray(sides.min(axis=0) + touch), np.asarray(sides.max(axis=0) - touch)

    def shuts_out(self, walls: Floats) -> Mask:
        """(c, r) whether each wall (4, r) lies wholly on the outer side of the line of each side."""
        return np.asarray(np.maximum(self.depths(walls[:2]), self.depths(walls[2:])) <= TOUCH)


def cut_along(shape: Points, walls: Floats, most: int) -> list[Points]:
    """Pieces of a convex shape, cut along each of `walls` (k, 4) that passes through its inside, so that none passes
    through the inside of a piece. Once there are more than `most` it is left at that."""
    pieces = [shape]
    for wall in walls:
        whole, pieces = pieces, []
        for piece in whole:
            pieces += halves(piece, wall) if _enters(piece, wall) else [piece]
        if len(pieces) > most:
            break
    return [piece for piece in pieces if polygon_area(piece) > CRUMB * polygon_area(shape)]


def halves(shape: Points, wall: Floats) -> list[Points]:
    """The parts of a shape on either side of the line of a wall (4,)."""
    ax, ay, bx, by = wall.tolist()
    outline = [(float(x), float(y)) for x, y in shape]
    parts = clip(outline, ax, ay, bx, by), clip(outline, bx, by, ax, ay)
    apart = [
        [spot for n, spot in enumerate(part) if np.hypot(*np.subtract(spot, part[n - 1])) > TOUCH] for part in parts
    ]
    return [np.array(part) for part in apart if len(part) > 2]


def _enters(piece: Points, wall: Floats) -> bool:
    """Whether a wall (4,) passes through the inside of a convex piece."""
    shape, lines = Shape(piece), wall[:, None]
    low, high = shape.about(lines)
    return bool(low[0] < 0 < high[0]) and not shape.shuts_out(lines).any()
