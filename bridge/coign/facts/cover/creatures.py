"""The creatures on lines, which give soft cover."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely

from coign.facts.cover.heights import Rise
from coign.facts.cover.posts import HALF
from coign.geometry.lines import Floats, Mask, Points, over, through_boxes
from coign.grid.space import Box, Space

HAIR = 1e-3  # quanta: the depth to which a line may enter a space and still only touch it


def through(spaces: Sequence[Space], corners: Points, ends: Points, rise: Rise, inset: float) -> Mask:
    """(n, m, b) lines that pass the open inside of a creature's space, which hides at least half of the post."""
    if not spaces:
        return np.zeros((len(corners), len(ends), 0), bool)
    along = ways_within(spaces, corners, ends, inset)
    hit = np.asarray(along[0] < along[1])
    (lowest, highest), heights = rise.ends, [(space.bottom, space.top) for space in spaces]
    if all(bottom <= lowest and top >= highest for bottom, top in heights) or not np.count_nonzero(hit):
        return hit  # no line passes above or below them
    bottom, top = (np.array(ends) for ends in zip(*heights, strict=True))
    # Measure the heights that are hidden anywhere on the way through the space.
    low, high = rise.behind(bottom, top, along)
    return np.asarray(hit & (np.minimum(np.fmax.reduce(high), 1.0) - np.maximum(np.fmin.reduce(low), 0.0) >= HALF))


def ways_within(spaces: Sequence[Space], corners: Points, ends: Points, inset: float) -> Floats:
    """(2, n, m, b) where each line enters and leaves the inside of each space, 0 to 1; it enters later if it misses."""
    if any(space.corners.shape[1] != 4 for space in spaces):
        return np.stack([_through_hexes(space, corners, ends, inset) for space in spaces], axis=-1)
    return np.asarray(through_boxes(corners, ends, np.array([inner_box(space, inset) for space in spaces])))


def _through_hexes(space: Space, corners: Points, ends: Points, inset: float) -> Floats:
    """(2, n, m) where each line enters and leaves a space of hexes; it enters later if it misses the inside."""
    lines = np.stack(np.broadcast_arrays(corners[:, None], ends[None]), axis=2)
    hit = shapely.intersects(inner_outline(space, inset), shapely.linestrings(lines))
    first, last = np.ones(hit.shape), np.zeros(hit.shape)
    for piece in space.corners if hit.any() else ():
        enter, leave = over(corners, ends, piece)
        first = np.where(enter < leave, np.minimum(first, enter), first)
        last = np.where(enter < leave, np.maximum(last, leave), last)
    return np.array([np.where(hit, first, 1.0), np.where(hit, last, 0.0)])


def inner_box(space: Space, inset: float) -> Box:
    """Return the box of a space, reduced by the inset, but to no less than half of it."""
    x0, y0, x1, y1 = space.box
    dx, dy = min(inset, (x1 - x0) // 4), min(inset, (y1 - y0) // 4)
    return x0 + dx, y0 + dy, x1 - dx, y1 - dy


def inner_outline(space: Space, inset: float) -> shapely.Geometry:
    """Return the outline of a space of hexes, reduced by the inset and a hair. Lines that meet it pass the inside."""
    outline = shapely.union_all(shapely.polygons(space.corners)).buffer(-inset - HAIR, join_style="mitre")
    shapely.prepare(outline)
    return outline
