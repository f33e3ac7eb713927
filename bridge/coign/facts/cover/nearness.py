"""Compare the distances of walls to the spaces of two creatures: the nearer space of each part, and its reach.

Along a wall, the distance to a space is the root of a quadratic. The quadratic changes where the wall passes a
*crease*: a side of the space, or the line across a side at its end. So the answer can change only at a crease,
where a quadratic has a given value, or where the quadratics of the two spaces are equal. (In a body of several hexes,
the quadratics of two hexes may meet between creases. There a place may be a hair off.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.geometry import areas
from coign.geometry.lines import Floats, Mask, Points, ahead, cross, over
from coign.grid.space import Box, Space
from coign.util.tasks import Task, batches

Ints = NDArray[np.intp]


EQUAL = 1e-3  # quanta: closer distances are equal
AT_ONCE = 8_000  # lines times walls
RAYS = 256  # that draw the part of the plane that is nearer to one space
HALVINGS = 26  # of each ray
MOST_HEXES = 19  # of a space that is measured hex by hex: five hexes wide

# --- distances --------------------------------------------------------------------------------------------------------


def _is_box(space: Space) -> bool:
    """Tell whether a space is measured as its bounding box: on squares, and if it has very many hexes."""
    return space.corners.shape[1] == 4 or space.is_point or len(space.corners) > MOST_HEXES


def gap(space: Space, at: Points) -> Floats:
    """Return the quanta from each point (..., 2) to the nearest point of a space."""
    if _is_box(space):
        x0, y0, x1, y1 = space.box
        dx = np.maximum(np.maximum(x0 - at[..., 0], at[..., 0] - x1), 0.0)
        dy = np.maximum(np.maximum(y0 - at[..., 1], at[..., 1] - y1), 0.0)
        return np.hypot(dx, dy)
    # Measure from hexes: 0 inside one of them, else the distance to the nearest side.
    start, side = space.corners, space.corners[:, ahead(space.corners.shape[1])] - space.corners
    offset = at[..., None, None, :] - start
    along = ((offset * side).sum(axis=-1) / (side**2).sum(axis=-1)).clip(0.0, 1.0)
    away = np.hypot(*np.moveaxis(offset - along[..., None] * side, -1, 0)).min(axis=(-2, -1))
    inside = (cross(np.broadcast_to(side, offset.shape), offset) >= 0).all(axis=-1).any(axis=-1)
    return np.where(inside, 0.0, away)


def nearer(source: Space, target: Space, at: Points) -> Mask:
    """Tell whether each point (..., 2) is nearer to the source than to the target. Equal distances are not nearer."""
    return np.asarray(gap(source, at) < gap(target, at) - EQUAL)


def nearer_part(source: Space, target: Space, box: Box) -> shapely.Polygon:
    """Return the part of a box that is nearer to the source than to the target, by rays from the source's middle."""
    x0, y0, x1, y1 = box
    # Draw rays long enough to leave the box.
    turns = np.arange(RAYS) * (2 * np.pi / RAYS)
    reach = float(np.hypot(x1 - x0, y1 - y0))
    ways, middle = np.stack([np.cos(turns), np.sin(turns)], axis=1), np.array(source.centre)
    first, last = np.zeros(RAYS), np.full(RAYS, reach)
    first[nearer(source, target, middle + ways * reach)] = reach
    # Halve each ray until both of its parts are shorter than a quantum.
    for _ in range(HALVINGS):
        half = (first + last) / 2
        own = nearer(source, target, middle + ways * half[:, None])
        first, last = np.where(own, half, first), np.where(own, last, half)
    whole = shapely.make_valid(shapely.Polygon(middle + ways * first[:, None]))
    return areas.common(areas.only_areas(whole), shapely.box(*box))


# --- a wall in pieces -------------------------------------------------------------------------------------------------


def pieces(source: Space, target: Space, walls: Floats) -> tuple[Ints, Floats, Mask]:
    """Cut walls (k, 4) where the nearer one of the two spaces changes.

    Return (q,) the wall of each piece, (q, 4) its ends, and (q,) whether it is nearer to the source. Two pieces that
    touch have the same end, to the bit.
    """
    # Cut at every spot where the nearer space may change, and decide each part by its middle.
    a, b = walls[:, :2], walls[:, 2:]
    whole = np.zeros(len(walls)), np.ones(len(walls))
    cuts = np.sort(_spots(source, target, a, b, _creased(a, b, *whole, (source, target)), None).clip(0.0, 1.0), axis=1)
    own = nearer(source, target, _at(a, b, (cuts[:, 1:] + cuts[:, :-1]) / 2))
    # Keep the cuts at which the nearer space does change. Ignore parts without length.
    long = cuts[:, 1:] - cuts[:, :-1] > 1e-12
    wall, part = long.nonzero()
    mine = own[wall, part]
    new = np.ones(len(wall), bool)
    new[1:] = (wall[1:] != wall[:-1]) | (mine[1:] != mine[:-1])
    (begin,) = new.nonzero()
    row = wall[begin]
    # End each piece where the next one of its wall begins, and the last one at the wall's end.
    start = _at(a[row], b[row], cuts[row, part[begin]][:, None])[:, 0]
    first, last = np.diff(row, prepend=-1) > 0, np.diff(row, append=len(walls)) > 0
    start[first] = a[row[first]]
    stop = np.concatenate([start[1:], start[:1]])
    stop[last] = b[row[last]]
    return row, np.concatenate([start, stop], axis=1), mine[begin]


# --- the parts between outermost lines --------------------------------------------------------------------------------


class Parts(NamedTuple):
    """The parts (v,) of walls between the outermost lines from a corner to a square.

    The outermost lines bound the hull of the corner and the square: triangles from the corner to each of its sides.

    corner, square, wall   (v,) the lines' corner and square, and the wall
    within                 (v,) whether a spot of the part is within reach of both spaces
    farther                (v,) whether such a spot is not nearer to the source than to the target
    """

    corner: Ints
    square: Ints
    wall: Ints
    within: Mask
    farther: Mask


def parts(
    source: Space, target: Space, corners: Points, squares: Floats, walls: Floats, wanted: Ints, reach: float
) -> Task[Parts]:
    """Find the parts of the `wanted` walls between the outermost lines from corners (n, 2) to squares (s, c, 2).

    Tell whether they come within `reach` quanta of both spaces. This is a cooperative task: some walls at a time.
    """
    found = []
    for some in batches(len(wanted), AT_ONCE // (len(corners) * squares[..., 0].size)):
        found.append((yield from _parts(source, target, corners, squares, walls, wanted[some], reach)))
        yield
    return Parts(*map(np.concatenate, zip(*found, strict=True)))


def _parts(
    source: Space, target: Space, corners: Points, squares: Floats, walls: Floats, wanted: Ints, reach: float
) -> Task[Parts]:
    # Clip each wall to the hull of each corner and square.
    start, end = _clipped(corners, squares, walls[wanted])
    corner, square, number = (start < end).nonzero()
    first, last = start[corner, square, number], end[corner, square, number]
    yield
    # Take each wall that enters a hull once, over the whole length inside hulls.
    (met,) = np.bincount(number).nonzero()
    row = np.searchsorted(met, number)
    low, high = start.min(axis=(0, 1))[met], end.max(axis=(0, 1))[met]
    a, b = walls[wanted[met], :2], walls[wanted[met], 2:]
    # Decide by the spots of the wall inside each part, and by the part's own ends.
    spots = _spots(source, target, a, b, _creased(a, b, low, high, (source, target)), reach)
    yield
    inside = (spots[row] >= first[:, None]) & (spots[row] <= last[:, None])
    by_spots = _decided(source, target, a, b, spots, reach)
    by_ends = _decided(source, target, a[row], b[row], np.stack([first, last], axis=1), reach)
    within, farther = (
        np.asarray((inside & wall[row]).any(axis=1) | own.any(axis=1))
        for wall, own in zip(by_spots, by_ends, strict=True)
    )
    return Parts(corner, square, wanted[number], within, farther)


def _decided(source: Space, target: Space, a: Points, b: Points, along: Floats, reach: float) -> tuple[Mask, Mask]:
    """Return (v, q) twice: whether each spot is within reach of both spaces, and if so, not nearer to the source."""
    at = _at(a, b, along)
    to_source, to_target = gap(source, at), gap(target, at)
    within = (to_source <= reach + EQUAL) & (to_target <= reach + EQUAL)
    return np.asarray(within), np.asarray(within & (to_target <= to_source + EQUAL))


def _spots(source: Space, target: Space, a: Points, b: Points, ends: Floats, reach: float | None) -> Floats:
    """(v, q) the spots of walls at which an answer may change.

    They are the `ends` of the parts between creases and, inside these parts, the places where the two distances are
    equal or one of them is `reach`.
    """
    # Sample both squared distances at the ends and in the middle of each part: they are quadratics.
    near, far, count = ends[:, :-1], ends[:, 1:], ends.shape[1]
    at = _at(a, b, np.concatenate([ends, (near + far) / 2], axis=1))
    one, other = (gap(space, at) ** 2 for space in (source, target))
    wanted = [one - other] if reach is None else [one - other, one - reach**2, other - reach**2]
    # Add the roots of each quadratic inside its part.
    spots = [ends]
    for values in wanted:
        roots = _roots(values[:, : count - 1], values[:, count:], values[:, 1:count])
        spots += [near + root * (far - near) for root in roots]
    return np.concatenate(spots, axis=1)


def _clipped(corners: Points, squares: Floats, walls: Floats) -> tuple[Floats, Floats]:
    """(n, s, k) twice: the places along each wall where it enters and leaves the hull of a corner and a square.

    A wall that misses the hull, or only touches it, does not enter before it leaves.
    """
    # Make a triangle of the corner and each side of the square, all with the same orientation.
    each = squares.shape[1]
    one, other = squares, squares[:, ahead(each)]
    apex = np.broadcast_to(corners[:, None, None], (len(corners), *one.shape))
    turn = cross(other - one, apex - one)  # positive where the corner is on the side's inner side
    swap = (turn < 0)[..., None]
    triangles = np.stack([np.where(swap, other, one), np.where(swap, one, other), apex], axis=-2)
    # Clip the walls to the triangles, and take the first entry and the last exit.
    starts, ends = (walls[:, None, None, None, None, part] for part in (slice(0, 2), slice(2, 4)))
    enter, leave = (found[..., 0, 0] for found in over(starts, ends, triangles))  # (k, n, s, c)
    missed = (enter >= leave) | (turn == 0)
    first, last = np.where(missed, np.inf, enter).min(axis=3), np.where(missed, -np.inf, leave).max(axis=3)
    return first.transpose(1, 2, 0), last.transpose(1, 2, 0)


def _creased(a: Points, b: Points, first: Floats, last: Floats, spaces: tuple[Space, Space]) -> Floats:
    """(v, q) the ends of each part from `first` to `last` and the places where it passes a crease, in order."""
    across, offset = (np.concatenate(columns) for columns in zip(*map(_creases, spaces), strict=True))
    with np.errstate(divide="ignore", invalid="ignore"):
        passes = (offset - a @ across.T) / ((b - a) @ across.T)
    passes = np.nan_to_num(passes, nan=0.0, posinf=np.inf, neginf=-np.inf)
    inner = np.clip(passes, first[:, None], last[:, None])
    return np.sort(np.concatenate([first[:, None], inner, last[:, None]], axis=1), axis=1)


def _creases(space: Space) -> tuple[Points, Floats]:
    """Return the creases of a space: (j, 2) the direction across each, and (j,) its offset in that direction."""
    if _is_box(space):
        return np.array([(1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, 1.0)]), np.array(space.box)
    one, other = space.corners.reshape(-1, 2), space.corners[:, ahead(space.corners.shape[1])].reshape(-1, 2)
    side = other - one
    across = np.concatenate([side, side, np.stack([-side[:, 1], side[:, 0]], axis=1)])
    return across, (across * np.concatenate([one, other, one])).sum(axis=1)


def _roots(start: Floats, middle: Floats, end: Floats) -> tuple[Floats, Floats]:
    """Return the roots from 0 to 1 of the quadratic with these values at 0, 1/2 and 1; 0 for a missing root."""
    square, slope = 2 * (start + end) - 4 * middle, 4 * middle - 3 * start - end
    with np.errstate(divide="ignore", invalid="ignore"):
        # Avoid cancellation: compute the root of larger size first, and the other one from it.
        half = -(slope + np.copysign(np.sqrt(slope**2 - 4 * square * start), slope)) / 2
        one, other = half / square, start / half
    return np.where((one >= 0) & (one <= 1), one, 0.0), np.where((other >= 0) & (other <= 1), other, 0.0)


def _at(a: Points, b: Points, along: Floats) -> Points:
    """(v, q, 2) the points along each wall."""
    return np.asarray(a[:, None] + along[..., None] * (b - a)[:, None])
