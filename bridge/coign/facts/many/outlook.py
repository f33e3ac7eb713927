"""Some of the places that a target is looked at from, and what lies between each of them and the target."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from coign.facts.effort import LINES, SQUARE, SQUARES, VIEW, of_lines
from coign.facts.many.aim import Aim
from coign.facts.many.barriers import LOW, ODD
from coign.facts.many.glimpses import MOST_PIECES
from coign.facts.many.near import Way, walls_between
from coign.facts.many.places import Places
from coign.facts.obstacles import Obstacles
from coign.facts.points import parted_each
from coign.geometry.bulk import Rows, between_each, cross_each
from coign.geometry.lines import Floats, Mask, polygon_area, stopped_by
from coign.geometry.openings import seen_areas
from coign.scene.walls import HALF, LIMITED, SOLID, THREE_QUARTERS, WINDOW


class Outlook:
    """Masks have one value for each place, last: (n,), (s, n) for the places' corners, (s, m, n) for their lines."""

    def __init__(self, aim: Aim, places: Places) -> None:
        self.aim, self.places, self.count = aim, places, len(places)
        self._way = Way(places, aim.target)
        self.walled = walls_between(aim.walls, aim.kinds, places, aim.target, self._way)
        self.rows, self.kind = self.walled.rows, self.walled.kind
        self.starts = places.inset.reshape(len(places), -1, 2).transpose(2, 1, 0).copy()
        self._met = cross_each(
            self.rows.spread(self.starts), aim.ends[..., None], self.walled.lines, self.walled.facing
        )

    @cached_property
    def special(self) -> Mask:
        """(n,) places from which more is to be looked at than can be in bulk."""
        aim, boxes = self.aim, self.places.boxes
        found = ((boxes[:, :2] < aim.around[2:]) & (aim.around[:2] < boxes[:, 2:])).all(axis=1)
        found |= self.rows.any(self.kind == ODD)
        if aim.by_distance:
            found[self.rows.place] = True
        if len(aim.areas):
            found |= self._way.meets(aim.areas).any(axis=1)
        points = self.places.inset.shape[1] * (self.places.inset.shape[2] + 1)
        bodies, hexes = len(aim.crowd.tokens), aim.query.scene.grid.is_hex
        return np.asarray(found | (of_lines(points, aim.target, self.walled.near, bodies, hexes=hexes) > LINES))

    @cached_property
    def usable(self) -> Mask:
        """(s, n) corners that no solid wall separates from the centre of their own square."""
        x0, y0, x1, y1 = self.rows.spread(self.places.boxes.T)
        ax, ay, bx, by = self.walled.lines
        inside = self.aim.cuts.take(self.walled.wall)
        inside &= (np.maximum(ax, bx) > x0) & (np.minimum(ax, bx) < x1)
        inside &= (np.maximum(ay, by) > y0) & (np.minimum(ay, by) < y1)
        some = np.flatnonzero(inside)
        return ~parted_each(self.places, self.rows.place[some], self.walled.lines[:, some]).T

    @cached_property
    def _solid_copies(self) -> tuple[Mask, Mask]:
        """(s, m, n) twice: whether the left and the right copy of each line is stopped."""
        left, right = self._copies(self.kind == SOLID)
        limited = self.kind == LIMITED
        if limited.any():
            left = left | self.rows.two(self._met.left & limited)
            right = right | self.rows.two(self._met.right & limited)
        return left, right

    def _copies(self, mask: Mask) -> tuple[Mask, Mask]:
        left = self.rows.any(self._met.left & mask)
        return left, left if self._met.right is self._met.left else self.rows.any(self._met.right & mask)

    @cached_property
    def solid(self) -> Mask:
        """(s, m, n) lines that something solid stops; a corner of the target cut off from its centre counts."""
        left, right = self._solid_copies
        return np.asarray((left & right) | self.aim.parted[:, None])

    def _meets(self, kind: int) -> Mask | None:
        """(s, m, n) lines every close copy of which meets a wall of a kind, or a solid one; None where none is near."""
        mask = self.kind == kind
        if not mask.any():
            return None
        (left, right), (solid_left, solid_right) = self._copies(mask), self._solid_copies
        return np.asarray((left | solid_left) & (right | solid_right) & ~self.solid)

    @cached_property
    def dark(self) -> Mask:
        """(n,) places from which no corner line is clear."""
        return np.asarray((self.solid | ~self.usable[:, None]).all(axis=(0, 1)))

    @cached_property
    def effect(self) -> tuple[Mask, Mask]:
        """(n,) twice: places that certainly have line of effect, and that certainly have none."""
        seen, hidden = ~self.dark, self.walled.hidden.copy()
        some = self.dark & ~hidden & ~self.special
        if some.any():
            points, usable = self._points[..., some], np.ones((self._points.shape[1], some.sum()), bool)
            usable[: len(self.usable)] = self.usable[:, some]  # the centres all are
            seen[some], hidden[some] = self.aim.glimpses.look(points, usable, *self._solid_walls(some, points))
            seen[some] &= ~self.rows.any(self.kind == LIMITED)[some]  # two of them might hide what one leaves open
        return seen & ~hidden, hidden

    @cached_property
    def _points(self) -> Floats:
        """(2, p, n) the places' corners, then the centres of their squares."""
        return np.concatenate([self.starts, self.places.centres.T], axis=1)

    def _solid_walls(self, some: Mask, points: Floats) -> tuple[Floats, Mask, Rows]:
        """The solid walls (4, r) that some places have in the way, which stop what comes from their `points` (2, p, v),
        and which of those places each is a row of."""
        kept, rows = self.rows.of(self.kind == SOLID, some)
        walls = self.walled.lines[:, kept]
        if self.walled.facing is None:
            return walls, np.ones((1, len(kept)), bool), rows
        (ax, ay, bx, by), (x, y) = walls, rows.spread(points)
        return walls, stopped_by(self.walled.facing[kept], (bx - ax) * (y - ay) - (by - ay) * (x - ax)), rows

    @cached_property
    def met(self) -> Obstacles:
        """What each line of the places that are looked at meets, in the order of `cover`'s own masks: (n * s, m)."""
        seen, _ = self.effect
        soft = self.aim.crowd.stands_on(self.places, self._way, self.starts, self.aim.ends, seen & ~self.special)
        masks = (*map(self._meets, (LOW, WINDOW, HALF, THREE_QUARTERS)), soft)
        low, window, half, three_quarters, soft = (None if mask is None else _in_turn(mask) for mask in masks)
        return Obstacles(
            _in_turn(self.solid),
            low=low,
            window=window,
            soft=soft,
            half=half,
            three_quarters=three_quarters,
        )

    def between(self, square: int) -> Mask:
        """(s, n) whether a solid wall stands between the lines from a corner to one square of the target."""
        solid = np.flatnonzero(self.kind == SOLID)
        starts, walls = self.starts.take(self.rows.place[solid], axis=-1), self.walled.lines[:, solid]
        found = np.zeros((self.starts.shape[1], len(self.rows)), bool)
        found[:, solid] = between_each(starts, self.aim.target.inset[square], walls)
        if self.walled.facing is not None:
            found &= stopped_by(self.walled.facing, self._met.sides.start)
        return self.rows.any(found)

    def exposed(self, some: Mask, square: int) -> Floats:
        """(s, v) the share of one square of the target that the corners of some places see; NaN where it is too much
        to work out here."""
        pieces, starts = self.aim.squares[square], self.starts[..., some]
        walls = self._solid_walls(some, starts)
        seen = sum(seen_areas(starts, piece, *walls) for piece in pieces)
        shares = seen / polygon_area(self.aim.target.corners[square])
        near, pairs = self.walled.near[some], self.starts.shape[1] * len(self.aim.squares)
        much = (pairs * (SQUARE + near**2) > SQUARES * SQUARE) | (near * (near + len(pieces)) > VIEW // 16)
        much |= self.rows.any(self.kind == LIMITED)[some]
        return np.where(much | (len(pieces) > MOST_PIECES), np.nan, shares)


def _in_turn(mask: Mask) -> Mask:
    """(s, m, n) as (n * s, m): one place's corners after the other's."""
    return mask.transpose(2, 0, 1).reshape(-1, mask.shape[1])
