"""Exact plane geometry: the lines that cross walls and bodies.

Everything is in quanta (see `coign.grid.space`): integers held in float64, so that each orientation sign is exact.

A line is *blocked* when no parallel line infinitely close to it is clear: the copy shifted infinitely little to its
left meets something, and so does the copy to its right. With the orientation signs of a wall's two ends against the
line, the left copy reads a zero as minus and the right copy as plus; a copy meets the wall when the two signs differ
and the line's own two ends lie strictly on opposite sides of the wall. So a line that grazes the end of a wall or runs
along its face is clear, and one through the joint of two walls is not.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]  # (..., 2) quanta
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Numbers = TypeVar("Numbers", NDArray[np.float64], NDArray[np.intp])


_QUARTER_TURN = np.array([(0.0, 1.0), (-1.0, 0.0)])


class Sides(NamedTuple):
    """The positions of lines from n points to m points relative to k walls, as signs of twice an area.

    start, end      (n, k) and (m, k): on which side of the wall the line's ends lie
    ends_a, ends_b  (n, m, k): on which side of the line the wall's ends lie
    """

    start: Floats
    end: Floats
    ends_a: Floats
    ends_b: Floats

    def along(self) -> Floats:
        """(n, m, k) how far along each line it meets each wall's own line: 0 at its start, 1 at its end."""
        start, end = self.start[:, None, :], self.end[None, :, :]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(start == end, 0.5, start / (start - end))


class Crossings(NamedTuple):
    """(n, m, k) whether the left and whether the right copy of each line meets each wall, and what that rests on."""

    left: Mask
    right: Mask
    sides: Sides

    @property
    def either(self) -> Mask:
        """(n, m, k) whether at least one of the two copies meets each wall."""
        return self.left if self.right is self.left else self.left | self.right


def cross(first: Points, second: Points) -> Floats:
    """Return the cross products of vectors (..., 2)."""
    return np.asarray(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0])


def sides_of(points: Points, lines: Floats) -> Floats:
    """(p, k) the side of each wall's line on which each of the points (p, 2) lies."""
    ax, ay, bx, by = lines.T
    return np.asarray((bx - ax) * (points[:, 1:] - ay) - (by - ay) * (points[:, :1] - ax))


def met_between(points: Points, spots: Points, lines: Floats) -> tuple[Floats, Floats]:
    """(p, k) twice: how far along the lines from each point to some spots the nearest and the farthest of them meets
    each wall's own line; a spot that is not beyond it counts as met at its end."""
    start, end = sides_of(points, lines)[:, None], sides_of(spots, lines)[None]
    with np.errstate(divide="ignore", invalid="ignore"):
        along = np.where(start * end < 0, start / (start - end), 1.0)
    return along.min(axis=1), along.max(axis=1)


def moments_of(lines: Floats) -> Floats:
    """(k,) of the walls (k, 4) about the origin: twice the area between it and each wall, signed."""
    ax, ay, bx, by = lines.T
    return np.asarray(ax * by - ay * bx)


def boxes_of(lines: Floats) -> Floats:
    """(k, 4) the boxes about the walls (k, 4): west and north, then east and south, negated.

    Two boxes meet if each begins before the other ends; so one comparison tests all four sides.
    """
    return np.concatenate([np.minimum(lines[:, :2], lines[:, 2:]), -np.maximum(lines[:, :2], lines[:, 2:])], axis=1)


def lie(starts: Points, ends: Points, lines: Floats, moments: Floats) -> Sides:
    """Every line from `starts` (n, 2) to `ends` (m, 2) beside the walls `lines` (k, 4), whose `moments_of` (k,) are
    given. Exact for points in whole quanta."""
    n = len(starts)
    turned = np.concatenate([starts, ends]).dot(_QUARTER_TURN)  # (x, y) . turned: what lies between it and the other
    to = turned.dot(lines.reshape(-1, 2).T)
    side = to[:, ::2] - to[:, 1::2]
    side += moments
    over = turned[:n].dot(ends.T)[:, :, None] + to[n:]
    over -= to[:n, None]
    return Sides(side[:n], side[n:], over[:, :, ::2], over[:, :, 1::2])


def cross_walls(
    starts: Points,
    ends: Points,
    lines: Floats,
    stops_from: NDArray[np.int8] | None = None,
    moments: Floats | None = None,
) -> Crossings:
    """Every line from `starts` (n, 2) to `ends` (m, 2) against the walls `lines` (k, 4: x0 y0 x1 y1).

    `stops_from` (k,) is Foundry's `dir`: 0 both sides, 1 and 2 of one-way walls, which stop what comes from one side
    only. `moments` are the walls' own where they are known already.
    """
    return crossings(lie(starts, ends, lines, moments_of(lines) if moments is None else moments), stops_from)


def cross_pairs(starts: Points, ends: Points, lines: Floats) -> Crossings:
    """The line from each of some starts (n, 2) to its own end (n, 2) against walls: as `cross_walls`, with m = 1."""
    way = (ends - starts)[:, None]
    over_a, over_b = (cross(way, end - starts[:, None])[:, None] for end in (lines[:, :2], lines[:, 2:]))
    return crossings(Sides(sides_of(starts, lines), sides_of(ends, lines)[:, None], over_a, over_b))


def stopped_by(stops_from: NDArray[np.int8], side: Floats) -> Mask:
    """Tell whether walls with Foundry's `dir` stop lines that come from that side (`sides_of`)."""
    return np.asarray((stops_from == 0) | ((stops_from == 1) & (side < 0)) | ((stops_from == 2) & (side > 0)))


def crossings(sides: Sides, stops_from: NDArray[np.int8] | None = None) -> Crossings:
    """Which of the lines meet which walls. The same mask twice where no line passes through a wall's end."""
    start, end, ends_a, ends_b = sides
    apart = start[:, None] * end < 0
    if stops_from is not None:
        apart &= stopped_by(stops_from, start)[:, None]
    turn = ends_a * ends_b
    both = (turn < 0) & apart
    through_end = (turn == 0) & apart
    if not np.count_nonzero(through_end):
        return Crossings(both, both, sides)
    left, right = (ends_a > 0) != (ends_b > 0), (ends_a >= 0) != (ends_b >= 0)
    return Crossings(both | (left & through_end), both | (right & through_end), sides)


def stopped(crossings: Crossings, solid: Mask, limited: Mask | None = None) -> tuple[Mask, Mask]:
    """(n, m) twice: whether the left and the right copy of each line are stopped.

    `solid` and `limited` (n, m, k or k) pick the walls that count: one solid crossing stops a copy, limited walls from
    the second on.
    """
    left = np.asarray((crossings.left & solid).any(axis=2))
    right = np.asarray((crossings.right & solid).any(axis=2))
    if limited is not None:
        left |= (crossings.left & limited).sum(axis=2) >= 2
        right |= (crossings.right & limited).sum(axis=2) >= 2
    return left, right


def through_boxes(starts: Points, ends: Points, boxes: Floats) -> Floats:
    """(2, n, m, b) how far along each line it enters and leaves the open inside of each box (b, 4: x0 y0 x1 y1).

    Only a line that passes the inside enters before it leaves. That is exact: different quotients of whole numbers up
    to 2^26 are different floats, too.
    """
    start = starts.T[:, :, None, None]
    way = ends.T[:, None, :, None] - start  # (2, n, m, 1)
    with np.errstate(divide="ignore", invalid="ignore"):  # NaN along a side, which is no way through
        met = (boxes.T.reshape(2, 2, 1, 1, -1) - start) / way  # the two sides in x and in y
    along = np.array([met.min(axis=0).max(axis=0), met.max(axis=0).min(axis=0)]).clip(0.0, 1.0)
    along[1] *= way.any(axis=0)  # a line of no length passes nothing
    return along


def over(points: Points, ends: Points, piece: Points) -> tuple[Floats, Floats]:
    """Return (p, m) twice: where along each line it enters and leaves a convex piece (c, 2), clockwise.

    A line that misses the piece enters after it leaves. All three arrays may have the same extra dimensions in front.
    """
    edge = piece[..., ahead(piece.shape[-2]), :] - piece

    def side(spots: Points) -> Floats:
        offset = spots[..., :, None, :] - piece[..., None, :, :]
        return np.asarray(edge[..., None, :, 0] * offset[..., 1] - edge[..., None, :, 1] * offset[..., 0])

    first, last = side(points)[..., :, None, :], side(ends)[..., None, :, :]  # inner side positive
    with np.errstate(divide="ignore", invalid="ignore"):
        share = first / (first - last)
    # A line beyond a side that it is parallel to enters after its end.
    enter = np.where(last > first, share, np.where((last == first) & (first < 0), 2.0, 0.0)).max(axis=-1)
    leave = np.where(last < first, share, 1.0).min(axis=-1)
    return np.maximum(enter, 0.0), np.minimum(leave, 1.0)


@cache
def ahead(count: int) -> NDArray[np.intp]:
    """Index of each corner's next."""
    return (np.arange(count) + 1) % count


def distances(x: float, y: float, walls: Floats) -> Floats:
    """Return (n,) how far walls (n, 4), none of which is a spot, are from a point."""
    a, along = walls[:, :2] - (x, y), walls[:, 2:] - walls[:, :2]
    nearest = np.clip(-(a * along).sum(axis=1) / (along**2).sum(axis=1), 0.0, 1.0)
    return np.asarray(np.hypot(*(a + along * nearest[:, None]).T))


def distinct(values: Numbers) -> Numbers:
    """Return the different values of an array, in order.

    `np.unique` would load `numpy.ma`, which the page's engine lacks.
    """
    ordered = np.sort(values, axis=None)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered
