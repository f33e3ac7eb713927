"""The posts of a target, and the part of each that obstacles hide on each line.

A post stands at a corner of the target from feet to head. A wall hides the heights of a post whose lines meet it
between its bottom and its top. A floor hides the heights whose lines pass its elevation inside its outline. An obstacle
that is the attacker's own hides only the heights that it hides on the line from the attacker's head as well (see
`obstacles`).

Arrays are indexed [corner, post, obstacle]. Each line counts as two copies, infinitely little to its left and right
(`geometry.lines`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coign.facts.cover.floors import Floor, over_outline
from coign.facts.cover.obstacles import Obstacles
from coign.geometry.lines import Crossings, Floats, Mask, Points, cross_walls, distinct
from coign.scene.wall_kinds import LIMITED, SOLID
from coign.util.lazy import lazy
from coign.util.tasks import Made, Task, batches

NUDGE = 1 / 32  # quanta: the distance from a line to its copies, where they pass a floor
WHOLE = 1 - 1e-9  # of a post: this much counts as all of it
SOME = 1e-9  # of a post: this much or less counts as nothing
HALF = 0.5 - 1e-9  # of a post
AT_ONCE = 40_000  # lines times walls that one step measures
SORTED_AT_ONCE = 30_000  # lines times obstacles of which one step sorts the heights

Ints = NDArray[np.intp]
Shares = tuple[Floats, Floats]  # (n, m) twice: of each post, hidden from the left and from the right copy of its line


class Spans(NamedTuple):
    """The heights of posts (n, m, c) that obstacles hide, as shares from feet to head: the lowest and highest on the
    lines themselves, and on the lines from the attacker's head. Both are equal unless an obstacle is his own."""

    low: Floats
    high: Floats
    head_low: Floats
    head_high: Floats


class Copies(NamedTuple):
    """(n, m, c) twice: whether the left and the right copy of each line meet each of some obstacles."""

    left: Mask
    right: Mask


class Flats(NamedTuple):
    """The columns of what floors hide: the copies of lines that meet a floor, the heights it hides, its (c,) names."""

    met: Copies
    spans: Spans
    names: list[str]

    def but(self, names: Collection[str]) -> Flats | None:
        """Leave out the floors with some names; None if no other is left."""
        kept = np.array([name not in names for name in self.names])
        if kept.all():
            return self
        met, spans = Copies(*(one[:, :, kept] for one in self.met)), Spans(*(one[:, :, kept] for one in self.spans))
        return Flats(met, spans, [one for one in self.names if one not in names]) if kept.any() else None


class Posts:
    """The posts at the `ends` (m, 2) of lines from corners (n, 2), past some walls and floors."""

    def __init__(self, walls: Obstacles, corners: Points, ends: Points) -> None:
        self.walls, self._rise, self._corners, self._ends = walls, walls.rise, corners, ends

    # --- where lines meet walls ---------------------------------------------------------------------------------------

    @lazy
    def crossings(self) -> Crossings:
        """Crossings of the lines with the walls."""
        walls = self.walls
        return cross_walls(self._corners, self._ends, walls.lines, walls.stops_from, walls.moments)

    @lazy
    def along(self) -> Floats:
        """(n, m, k) how far along each line it meets each wall's own line, 0 to 1."""
        return self.crossings.sides.along().clip(0.0, 1.0)

    def _places(self, walls: Mask | Ints) -> Points:
        """(n, m, k', 2) the places where each line meets each of some walls."""
        start, end = self._corners[:, None, None], self._ends[None, :, None]
        return np.asarray(start + self.along[:, :, walls, None] * (end - start))

    def not_near_own(self, walls: Mask) -> Mask:
        """(n, m, k) the walls (k,), without the attacker's own that a line meets within a grid space of him."""
        grid = self.walls.scene.grid
        reach = grid.distance / grid.units_per_quantum * (1 + 1e-6)
        counts = np.broadcast_to(walls, self.crossings.left.shape).copy()
        met = walls & self.crossings.either.any(axis=(0, 1))
        if met.any():
            counts[:, :, met] = ~self.walls.owners.near_own(self._places(met), met.nonzero()[0], reach)
        return counts

    # --- what each obstacle hides -------------------------------------------------------------------------------------

    @lazy
    def low(self) -> Ints:
        """(c,) the walls that some line meets, and that lines may pass above or below."""
        walls = self.walls
        if not walls.has_bounded:
            return np.empty(0, np.intp)
        return (walls.bounded & self.crossings.either.any(axis=(0, 1))).nonzero()[0]

    @Made
    def by_walls(self) -> Task[Spans]:
        """The heights of each post that each of the walls `low` hides where a line meets it."""
        if not len(self.low):
            return Spans(*[np.empty((len(self._corners), len(self._ends), 0))] * 4)
        (bottom, top), columns = self.walls.heights, []
        for some in batches(len(self.low), AT_ONCE // (len(self._corners) * len(self._ends))):
            walls = self.low[some]
            along = self.along[:, :, walls]
            low, high = self._rise.behind(bottom[walls], top[walls], along)
            # The attacker's own walls hide something else on the line from the head.
            own = self.walls.owners.own_at(self._places(walls), walls)
            head_low, head_high = low, high
            if own.any():
                from_head = self._rise.behind(bottom[walls], top[walls], along, from_head=True)
                head_low, head_high = np.where(own, from_head[0], low), np.where(own, from_head[1], high)
            columns.append(Spans(low, high, head_low, head_high))
            yield
        return columns[0] if len(columns) == 1 else Spans(*map(_side_by_side, zip(*columns, strict=True)))

    @Made
    def by_floors(self) -> Task[Flats | None]:
        """The heights of posts that floors hide, if they stop effect; None without such floors."""
        columns, names = [], []
        for floor in (yield from Obstacles.floors.making(self.walls)):
            if floor.effect:
                past = yield from self._past_floor(floor)
                columns += past
                names += [floor.name] * len(past)
        if not columns:
            return None
        met, spans = zip(*columns, strict=True)
        copies = Copies(*map(_side_by_side, zip(*met, strict=True)))
        return Flats(copies, Spans(*map(_side_by_side, zip(*spans, strict=True))), names)

    def _past_floor(self, floor: Floor) -> Task[list[tuple[Copies, Spans]]]:
        """Return columns (n, m, 1): each is a part of the lines over a floor, for one copy of each line."""
        # Move the copies of each line a little to its left and right.
        way = self._ends - self._corners[:, None]
        length = np.hypot(way[..., 0], way[..., 1])[..., None]
        aside = NUDGE * np.stack([-way[..., 1], way[..., 0]], axis=-1) / np.maximum(length, 1.0)
        height, columns = np.array([floor.elevation]), []
        for n, nudge in enumerate((aside, -aside)):
            parts = yield from over_outline(self._corners[:, None] + nudge, way, length[..., 0], floor.outline)
            for enter, leave in parts:
                spans = []
                for from_head in (False, True):
                    if floor.asked == ("on-line" if from_head else "from-head"):
                        spans += [np.ones(enter.shape), np.zeros(enter.shape)]
                        continue
                    by_head = from_head and floor.asked == "from-head"
                    one, other = (
                        self._rise.behind(height, height, along, from_head=by_head)[0] for along in (enter, leave)
                    )
                    spans += [np.fmin(one, other), np.fmax(one, other)]
                met = enter <= leave
                columns.append((Copies(met & (n == 0), met & (n == 1)), Spans(*spans)))
                yield
        return columns

    @property
    def hiding(self) -> Mask:
        """(n, m, k) whether each line meets each wall, and the wall hides some of the post by itself."""
        met = self.crossings.either
        if len(self.low):
            met, spans = met.copy(), self.by_walls
            low, high = np.maximum(spans.low, spans.head_low), np.minimum(spans.high, spans.head_high)
            met[:, :, self.low] &= np.minimum(high, 1.0) - np.maximum(low, 0.0) > SOME
        return met

    # --- what they hide together --------------------------------------------------------------------------------------

    @Made
    def hidden(self) -> Task[Shares]:
        """The share of each post that all solid obstacles hide from the two copies of its line."""
        yield from Posts.by_floors.making(self)
        if len(self.low):
            yield from Posts.by_walls.making(self)
        return (yield from self.hidden_by(self.walls.of_kind(SOLID, LIMITED)))

    def hidden_by(
        self, walls: Mask, floors: Mask | None = None, *, without: Collection[str] = (), alone: bool = False
    ) -> Task[Shares]:
        """Return the share of each post that some obstacles hide from the two copies of its line.

        Args:
            walls: (k,) or (n, m, k) the walls that count.
            floors: (n, m) the lines on which floors count; by default all.
            without: the names of floors that do not count.
            alone: whether one terrain wall or window hides as much as a solid wall, and floors do not count.
        """
        left, right = self.crossings.left, self.crossings.right
        by_floors = None if alone or self.by_floors is None else self.by_floors.but(without)
        first = yield from self._share(left & walls, 0, by_floors, floors, alone=alone)
        if right is left and by_floors is None:
            return first, first
        return first, (yield from self._share(right & walls, 1, by_floors, floors, alone=alone))

    def _share(
        self, met: Mask, copy: int, by_floors: Flats | None, floors: Mask | None, *, alone: bool
    ) -> Task[Floats]:
        """(n, m) the share of each post that floors hide, with the walls that a copy of its line meets (n, m, k)."""
        walls, is_terrain = self.walls, LIMITED in self.walls.found and not alone
        if not (len(self.low) or is_terrain or by_floors):
            # Without heights, let any wall that a line meets hide the whole post.
            return met.any(axis=2).astype(float)
        # Find posts that a solid wall without heights hides whole.
        weight = np.where(walls.of_kind(LIMITED), 1, 2) if is_terrain else np.full(len(walls), 2)
        bounded = np.zeros(len(walls), bool)
        bounded[self.low] = True
        wholly = (met & ((weight == 2) & ~bounded)).any(axis=2)
        # Collect the spans of the walls with heights and of terrain walls without, then those of floors.
        (terrain,) = (met.any(axis=(0, 1)) & (weight == 1) & ~bounded).nonzero()
        low, high = np.zeros((*met.shape[:2], len(terrain))), np.ones((*met.shape[:2], len(terrain)))
        columns = np.concatenate([terrain, self.low])
        mets, weights = [met[:, :, columns]], [weight[columns]]
        spans = [Spans(low, high, low, high), self.by_walls]
        if by_floors is not None:
            over_floor = by_floors.met[copy]
            mets.append(over_floor if floors is None else over_floor & floors[..., None])
            weights.append(np.full(over_floor.shape[2], 2))
            spans.append(by_floors.spans)
        every = Spans(*map(_side_by_side, zip(*spans, strict=True)))
        shares = yield from _covered(_side_by_side(mets), np.concatenate(weights), every)
        return np.asarray(np.where(wholly, 1.0, shares))

    def beside(self, walls: Mask, solid: Mask, stopped: Shares) -> Task[Mask]:
        """(n, m) lines that are not `solid`, but that some walls (k,) or (n, m, k) would affect if they were solid.

        Each copy of such a line is stopped, or one of these walls would hide some of its post.
        """
        left, right = yield from self.hidden_by(walls, alone=True)
        return np.asarray(((left > SOME) | (stopped[0] >= WHOLE)) & ((right > SOME) | (stopped[1] >= WHOLE)) & ~solid)

    def hidden_parts(self, corner: int, end: int) -> list[tuple[float, float]]:
        """Return the parts of one post that obstacles hide, as shares of its height, from the lowest up."""
        walls = self.walls
        # Collect the spans of the walls and floors on this line; two terrain walls weigh as much as one other obstacle.
        on_line = self.crossings.either[corner, end] & walls.of_kind(SOLID, LIMITED)
        weight = np.where(walls.kinds == LIMITED, 1, 2)
        bounded, on_line[self.low] = on_line[self.low], False
        whole = np.tile([[0.0], [1.0], [0.0], [1.0]], int(on_line.sum()))
        spans = [whole, np.stack([span[corner, end, bounded] for span in self.by_walls])]
        weights = [weight[on_line], weight[self.low][bounded]]
        if self.by_floors is not None:
            copies, by_floors, _ = self.by_floors
            (over_it,) = (copies.left | copies.right)[corner, end].nonzero()
            spans.append(np.stack([span[corner, end, over_it] for span in by_floors]))
            weights.append(np.full(len(over_it), 2))
        every, weight = np.concatenate(spans, axis=1), np.concatenate(weights)
        # Count the weights in the middle between each two heights at which something begins or ends.
        heights = distinct(np.concatenate([[0.0, 1.0], every.ravel().clip(0.0, 1.0)]))
        middles = ((heights[1:] + heights[:-1]) / 2)[:, None]
        counts = [((low <= middles) & (middles <= high)) @ weight for low, high in (every[:2], every[2:])]
        # Join hidden parts that touch.
        parts: list[tuple[float, float]] = []
        for n in (np.minimum(*counts) >= 2).nonzero()[0].tolist():
            lowest = parts.pop()[0] if parts and parts[-1][1] == heights[n] else heights[n]
            parts.append((float(lowest), float(heights[n + 1])))
        return parts


def blocked(hidden: Shares) -> Mask:
    """(n, m) lines of which obstacles hide the whole post from both copies."""
    return np.asarray((hidden[0] >= WHOLE) & (hidden[1] >= WHOLE))


def _covered(met: Mask, weight: Floats, spans: Spans) -> Task[Floats]:
    """(n, m) the share of each post that obstacles of weight 2 or more hide, on its line and on that from the head.

    Each obstacle adds its weight at the height where it begins to hide, and takes it away where it ends. The heights
    are sorted, so that running sums give the weight between each two of them. This is a task: some corners at a time.
    """
    shares = []
    for some in batches(len(met), SORTED_AT_ONCE // max(1, met[0].size)):
        low, high, head_low, head_high = (np.where(met[some], span[some], 0.0).clip(0.0, 1.0) for span in spans)
        # Let spans that end before they begin hide nothing.
        high, head_high = np.maximum(high, low), np.maximum(head_high, head_low)
        heights = np.concatenate([low, high, head_low, head_high], axis=2)
        weights, zero = np.broadcast_to(weight, low.shape), np.zeros(low.shape, int)
        on_line = np.concatenate([weights, -weights, zero, zero], axis=2)
        from_head = np.concatenate([zero, zero, weights, -weights], axis=2)
        # Sort the heights, then add up the parts where both sums reach 2.
        order = heights.argsort(axis=2)
        heights, on_line, from_head = (np.take_along_axis(one, order, axis=2) for one in (heights, on_line, from_head))
        hides = (on_line.cumsum(axis=2) >= 2) & (from_head.cumsum(axis=2) >= 2)
        shares.append((np.diff(heights, axis=2) * hides[..., :-1]).sum(axis=2))
        yield
    return np.concatenate(shares)


def _side_by_side(columns: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Join arrays (n, m, c) along their last axis."""
    return np.concatenate(columns, axis=2)
