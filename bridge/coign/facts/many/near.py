"""The walls and creatures between one target and each of many places: a row for each that may matter there.

All walls whose boxes meet those of place and target are asked of the index at once, and most are told apart by two
numbers: how far aside of the line of centres their ends lie, and on which side of their own line the two spaces do.
That also finds the walls that cross the whole way from place to target, so that nothing of it is seen from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from coign.facts.many.barriers import Kinds
from coign.facts.many.places import Places
from coign.geometry.bulk import Ints, Rows
from coign.geometry.lines import Floats, Mask, stopped_by
from coign.grid.space import Space
from coign.scene.tokens import Token
from coign.scene.walls import NOTHING, SOLID, Walls


class Walled(NamedTuple):
    """Rows of walls that come between: which wall, its kind, its line (4, r), and its `dir` (None: all stop both ways).
    `hidden` (n,) places from which one wall hides the whole target: they have no rows. `near` (n,): how many walls'
    boxes meet that about place and target.
    """

    rows: Rows
    wall: Ints
    kind: Kinds
    lines: Floats
    facing: Kinds | None
    hidden: Mask
    near: Ints


class Way:
    """From the middle of each place to the middle of the target; the band along it that is as wide as the wider of the
    two; and the box about both: x0 y0 x1 y1, (n,) each."""

    def __init__(self, places: Places, target: Space) -> None:
        x0, y0, x1, y1 = places.boxes.T
        self.x, self.y, self.sides = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0, y1 - y0)
        x, y = target.centre
        self.dx, self.dy = x - self.x, y - self.y
        left, top, right, low = target.box
        here, there = _width(self.sides, self.dx, self.dy), _width((right - left, low - top), self.dx, self.dy)
        self.edge = np.where((self.dx == 0) & (self.dy == 0), np.inf, np.maximum(here, there))  # times its length
        self.box = np.minimum(x0, left), np.minimum(y0, top), np.maximum(x1, right), np.maximum(y1, low)

    def meets(self, boxes: Floats) -> Mask:
        """(n, b) which boxes (b, 4) meet that about each place and the target."""
        x0, y0, x1, y1 = (side[:, None] for side in self.box)
        left, top, right, low = boxes.T
        return np.asarray((x0 <= right) & (x1 >= left) & (y0 <= low) & (y1 >= top))


def _width(sides: tuple[Floats | float, Floats | float], dx: Floats, dy: Floats) -> Floats:
    """Half the width of boxes across the directions (dx, dy), times their length."""
    return np.asarray((np.abs(dx) * sides[1] + np.abs(dy) * sides[0]) / 2)


def walls_between(walls: Walls, kinds: Kinds, places: Places, target: Space, way: Way) -> Walled:
    """The walls between each place and the target; `kinds` (w,) is what each wall of the scene counts as."""
    place, wall = walls.near_each(*way.box, None)
    kind = kinds.take(wall)
    some = np.flatnonzero(kind != NOTHING)
    place, wall, kind = place.take(some), wall.take(some), kind.take(some)
    count = np.bincount(place, minlength=len(places))
    ax, ay, bx, by = lines = walls.lines.take(wall, axis=0).T.copy()
    x, y, dx, dy, edge = (values.take(place) for values in (way.x, way.y, way.dx, way.dy, way.edge))
    # Where the wall's ends lie, across the line of centres, and where the spaces do, across the wall's.
    one, other = dx * (ay - y) - dy * (ax - x), dx * (by - y) - dy * (bx - x)
    low, high = np.minimum(one, other), np.maximum(one, other)
    along, down = bx - ax, by - ay
    here = along * (y - ay) - down * (x - ax)
    there = here + along * dy - down * dx
    x0, y0, x1, y1 = target.box
    near = _width((way.sides[0].take(place), way.sides[1].take(place)), along, down)
    far = _width((x1 - x0, y1 - y0), along, down)
    facing = walls.facing.take(wall) if walls.has_one_way else None
    across = ((here > near) & (there <= -far)) | ((here < -near) & (there >= far))
    across &= (low <= -edge) & (high >= edge) & (kind == SOLID)
    if facing is not None:
        across &= stopped_by(facing, here)
    hidden = np.zeros(len(places), bool)
    hidden[place[across]] = True
    keep = (low < edge) & (high > -edge) & ~hidden.take(place)
    keep &= (np.minimum(here - near, there - far) < 0) & (np.maximum(here + near, there + far) > 0)
    some = np.flatnonzero(keep)
    return Walled(
        Rows(place.take(some), len(places)),
        wall.take(some),
        kind.take(some),
        lines.take(some, axis=1),
        None if facing is None else facing.take(some),
        hidden,
        count,
    )


def bodies_between(bodies: Sequence[Token], way: Way, wanted: Mask) -> tuple[Ints, Ints]:
    """Rows of place and body: the bodies beside the way from each of the `wanted` (n,) places to the target."""
    boxes = np.array([token.space.box for token in bodies]).reshape(-1, 4)
    middle = (boxes[:, :2] + boxes[:, 2:]) / 2
    sides = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    dx, dy = way.dx[:, None], way.dy[:, None]
    aside = np.abs(dx * (middle[:, 1] - way.y[:, None]) - dy * (middle[:, 0] - way.x[:, None]))
    beside = wanted[:, None] & (aside <= _width(sides, dx, dy) + way.edge[:, None])
    place, body = np.nonzero(beside & way.meets(boxes))
    return place, body
