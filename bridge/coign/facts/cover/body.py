"""The body of a creature: the parts of it that can be hit, from feet to head.

Nearby obstacles that can give cover may cut parts of a space off from the rest. So a body has:

    held squares   the largest group of squares of its space that are joined from neighbour to neighbour: obstacles
                   do not separate their centres at every height of the body; of equally large groups, all
    own part       the part of a held square on a layer that the square's centre sees past obstacles at that height
    posts          at the corners of a held square, from feet to head; where something cuts a corner off from the
                   square's centre, the post stands just before it

So an obstacle at a creature's back gives it no cover, and a creature that looks out of a house through the rim of its
square counts as inside the house. A wall within 1 % of a grid space of a centre cuts nothing off. Distance and
adjacency use every square of the space.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import shapely
from msgspec.structs import replace
from numpy.typing import NDArray

from coign.facts.cover.heights import SHARES, Upright
from coign.facts.cover.layers import EVERY, Layers, on_all, runs
from coign.geometry import areas, sweep
from coign.geometry.lines import Floats, Mask, Points, cross_pairs, cross_walls, distances, distinct, stopped
from coign.grid.space import Space
from coign.util.lazy import lazy

Ints = NDArray[np.intp]

JOINED = 1.5  # quanta: corners of neighbours that are no farther apart are one

NEAR = 1.6  # widths of a square: the centres of neighbours are no farther apart


class Standing(NamedTuple):
    """Obstacles near a body that can give cover: (k, 4) their lines, (k,) their bottoms and tops in units, and whether
    they are terrain walls, of which two count as one."""

    lines: Floats
    bottom: Floats
    top: Floats
    limited: Mask

    def those(self, which: Mask) -> Standing:
        """Select some of the obstacles."""
        return Standing(self.lines[which], self.bottom[which], self.top[which], self.limited[which])

    @property
    def key(self) -> tuple[bytes, ...]:
        """Bytes that are equal for equal obstacles."""
        return tuple(column.tobytes() for column in self)


def body_of(space: Space, upright: Upright, about: Standing | None, inset: float) -> Body:
    """Return the body in a space. The space keeps the last one, which most questions about it share."""
    key = upright, inset, about and about.key
    kept: tuple[Any, Body] | None = space.__dict__.get("body")
    if kept is None or kept[0] != key:
        kept = space.__dict__["body"] = key, Body(space, upright, about, inset)
    return kept[1]


class Body:
    """The body of one creature.

    Attributes:
        space: the whole space, for distances.
        held: the held squares, as a space.
        upright: the heights of feet and head.
        is_whole: whether all held squares are measured.
    """

    def __init__(self, space: Space, upright: Upright, about: Standing | None, inset: float) -> None:
        """Hold a space against the obstacles `about` it, or none; `inset` is 1 % of a grid space, in quanta."""
        self.space, self.upright, self._about, self._inset = space, upright, about, inset
        self.held, self.is_whole = space, True
        if about is not None and len(space.centres) > 1:
            self.held = _held(space, upright, about)

    def thinned(self, squares: list[int]) -> Body:
        """Return the same body with some of its held squares alone."""
        fewer = Body(self.space, self.upright, None, self._inset)
        fewer.held, fewer._about, fewer.is_whole = _some(self.held, squares), self._about, False
        return fewer

    # --- corners ---

    @lazy
    def _cut(self) -> Floats | None:
        """(s, c) how far along the way from its square's centre each corner is cut off; infinite for a free corner."""
        if self._about is None or self.space.is_point:
            return None
        # Keep the obstacles at heights of the body.
        about, (feet, head) = self._about, self.upright
        near = self._off_centre & (about.bottom < head) & (about.top > feet)
        cut = np.full(self.held.inset.shape[:2], np.inf)
        for n in np.asarray(near.any(axis=1)).nonzero()[0].tolist():
            cut[n] = _cut_at(self.held.centres[n], self.held.inset[n], about.those(near[n]))
        return None if np.isinf(cut).all() else cut

    @lazy
    def _off_centre(self) -> Mask:
        """(s, k) obstacles about it, but those that pass so close to a square's centre that they cut nothing off."""
        assert self._about is not None
        lines = self._about.lines
        return np.array([distances(x, y, lines) > self._inset for x, y in self.held.centres.tolist()])

    @lazy
    def posts(self) -> Points:
        """(m, 2) the places of the posts, square by square."""
        cut = self._cut
        if cut is None:
            return self.held.ends
        centre = self.held.centres[:, None]
        way = self.held.inset - centre
        length = np.hypot(way[..., 0], way[..., 1])
        # Place the post of a cut corner one inset before the obstacle, in whole quanta.
        whole = np.isinf(cut)
        along = np.maximum(np.where(whole, 1.0, cut) * length - self._inset, 0.0) / length
        short = np.floor(centre + way * along[..., None] + 0.5)
        return np.asarray(np.where(whole[..., None], self.held.inset, short).reshape(-1, 2))

    @lazy
    def usable(self) -> Mask | None:
        """(p,) the corners and centres that it attacks from, because nothing cuts them off; None for all."""
        if self._cut is None:
            return None
        return np.concatenate([np.isinf(self._cut).ravel(), np.ones(len(self.held.centres), bool)])

    # --- what can be hit ---

    @property
    def ends(self) -> Ints:
        """(g,) the ends of the runs of layers that have the same own parts."""
        return EVERY if self._about is None else self.squares.ends

    @lazy
    def squares(self) -> Layers:
        """The own part of each held square (g, s)."""
        whole = np.asarray(shapely.polygons(self.held.corners))
        uncut = Layers(whole[None], EVERY)
        if self._about is None:
            return uncut
        # Find the obstacles that may cut off a part of each square from its centre, then those that do on each layer.
        boxes = _boxes(self.held.corners)
        casts = areas.cast(self.held.centres, self._about.lines, boxes.T[..., None])[0] & self._off_centre
        if not casts.any():
            return uncut
        about, heights = self._about, self.upright.at(SHARES)[:, None]
        at_height = (about.bottom <= heights) & (heights <= about.top) & casts.any(axis=0)
        if not at_height.any():
            return uncut
        ends = runs(at_height)
        # Make a view for each run of layers and each square that something is cut off from.
        run, square = np.divmod(np.arange(len(ends) * len(whole)), len(whole))
        walls = at_height[ends - 1][run] & casts[square]
        cut = walls.any(axis=1)
        view, wall = walls[cut].nonzero()
        points, windows = self.held.centres[square[cut]], boxes[square[cut]]
        limited = about.limited[wall] if about.limited.any() else None
        # Reduce these squares to the part that their centres see.
        shapes = whole[square]
        seen = sweep.seen(points, windows, view, about.lines[wall], limited).parts
        shapes[cut] = areas.common(shapes[cut], seen)
        return Layers(shapes.reshape(len(ends), len(whole)), ends)

    @lazy
    def own(self) -> Layers:
        """The own parts of all held squares together (g,)."""
        if self._about is None and self.held is self.space:
            return on_all(self.space.outline)
        shapes, ends = self.squares
        is_single = shapes.shape[1] == 1
        return Layers(shapes[:, 0] if is_single else np.array([shapely.union_all(layer) for layer in shapes]), ends)


def _held(space: Space, upright: Upright, about: Standing) -> Space:
    """Return the squares of the largest groups that obstacles leave joined at some height of the body."""
    count, (one, other) = len(space.centres), _neighbours(space)
    crossed = cross_pairs(space.centres[one], space.centres[other], about.lines)
    # Check the feet, the head and a height between each two ends of obstacles: elsewhere nothing changes.
    ends = distinct(np.concatenate([upright, about.bottom, about.top]).clip(*upright))
    shut = np.ones((len(one), 1), bool)
    for height in [*upright, *(ends[1:] + ends[:-1]) / 2]:
        stands = (about.bottom <= height) & (height <= about.top)
        left, right = stopped(crossed, stands & ~about.limited, stands & about.limited)
        shut &= left & right
    # Give each square the least number among its own and those of the neighbours it is joined with, until none changes.
    one, other = one[~shut[:, 0]], other[~shut[:, 0]]
    group, before = np.arange(count), np.full(count, -1)
    while (group != before).any():
        before = group.copy()
        np.minimum.at(group, one, before[other])
        np.minimum.at(group, other, before[one])
    # Keep the squares of the largest groups.
    size = np.bincount(group)[group]
    (largest,) = (size == size.max()).nonzero()
    return space if len(largest) == count else _some(space, largest.tolist())


def _neighbours(space: Space) -> tuple[Ints, Ints]:
    """Return (j,) twice: the pairs of squares of a space that have two corners in common."""
    centres, corners = space.centres, space.corners
    width = float((corners[0].max(axis=0) - corners[0].min(axis=0)).max())
    # Collect the later squares that are near each square, then compare their corners.
    near = [
        (np.abs(centres[n + 1 :] - centres[n]).max(axis=1) < NEAR * width).nonzero()[0] + n + 1
        for n in range(len(centres))
    ]
    one, other = np.arange(len(near)).repeat([len(some) for some in near]), np.concatenate(near)
    apart = np.abs(corners[one][:, :, None] - corners[other][:, None]).max(axis=-1)
    joined = (apart <= JOINED).sum(axis=(1, 2)) >= 2
    return one[joined], other[joined]


def _some(space: Space, squares: list[int]) -> Space:
    """Return a space with some of its squares alone."""
    corners = space.corners[squares]
    (x0, y0), (x1, y1) = corners.min(axis=(0, 1)).tolist(), corners.max(axis=(0, 1)).tolist()
    cells = tuple(space.cells[n] for n in squares) if len(space.cells) == len(space.corners) else space.cells
    centres = np.ascontiguousarray(space.centres[squares])
    return replace(
        space, corners=corners, inset=space.inset[squares], centres=centres, cells=cells, box=(x0, y0, x1, y1)
    )


def _cut_at(centre: Points, corners: Points, about: Standing) -> Floats:
    """(c,) how far along the way from a centre each corner is cut off.

    Of the two copies of a line, the one that gets farther counts.
    """
    crossed = cross_walls(centre[None], corners, about.lines)
    along = crossed.sides.along()[0]
    copies = []
    for met in (crossed.left[0], crossed.right[0]):
        # Stop at the first solid obstacle, or at the second terrain wall.
        first = np.where(met & ~about.limited, along, np.inf).min(axis=1)
        if about.limited.any():
            terrain = np.sort(np.where(met & about.limited, along, np.inf), axis=1)
            first = np.minimum(first, terrain[:, 1]) if terrain.shape[1] > 1 else first
        copies.append(first)
    return np.asarray(np.maximum(*copies))


def _boxes(corners: Floats) -> Floats:
    """Return the boxes (n, 4) of some squares, a quantum larger on each side."""
    return np.concatenate([np.floor(corners.min(axis=1)) - 1.0, np.ceil(corners.max(axis=1)) + 1.0], axis=1)
