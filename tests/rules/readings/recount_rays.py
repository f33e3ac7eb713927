"""Count by rays in three dimensions what of a body can be reached, and by fractions what of a post is hidden."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from rules.readings.recount_bodies import (
    QUANTA,
    SHARES,
    Body,
    Floor,
    Point,
    Square,
    Thing,
    Wall,
    body_of,
    floors_of,
    inside,
    overlap,
    sides,
    spots_of,
    walls_of,
)
from support.maps import Document

EQUAL = 1e-3  # 1/16 px: closer distances are equal
FINE = 2000  # heights of a post at which a line is held against floors
SOLID = ("solid", "limited")
GIVING = ("solid", "limited", "window")

Counts = Callable[[str], bool]  # whether an obstacle of this name counts


class Part(NamedTuple):
    """The heights of a post that an obstacle hides, as shares of it: on the line, and on the line from the head."""

    low: Any
    high: Any
    head_low: Any
    head_high: Any
    limited: bool = False


class Pair:
    """Attacker and target of one scene, and what is between them."""

    def __init__(self, scene: Document) -> None:
        grid, (first, second, *others) = scene["grid"], scene["tokens"]
        self.scene, self.grid = scene, grid
        self.one, self.other = body_of(first, grid), body_of(second, grid)
        levels = [first.get("level"), second.get("level")]
        self.walls = [wall for wall in walls_of(scene, levels) if wall.kind != "nothing"]
        self.floors = list(floors_of(scene, levels))
        self.things: list[Thing] = []
        self.creatures: list[Body] = []
        for token in others:
            body, says = body_of(token, grid), token.get("coign") or {}
            if overlap(body, self.one) or overlap(body, self.other) or "dead" in says.get("statuses", ()):
                continue
            if says.get("creature") is False:
                (square,) = body.squares
                self.things.append(Thing(f"token:{token['_id']}", square.corners, body.bottom, body.top))
            elif not set(says.get("statuses", ())) & {"prone", "unconscious"}:
                self.creatures.append(body)
        for body in (self.one, self.other):
            body.held = self._held(body)
        self.own_parts = {n: self._own_part(self.other.squares[n]) for n in self.other.held}
        self.whole = sum(int(part.sum()) for part in self.own_parts.values())

    # --- bodies ---

    def _about(self, body: Body) -> Iterator[Wall]:
        """Yield what can give cover and is as high as some of a body: walls, and the sides of things."""
        yield from (wall for wall in self.walls if wall.kind in GIVING)
        for thing in self.things:
            for (ax, ay), (bx, by) in sides(thing.outline):
                yield Wall(thing.name, "solid", (ax, ay, bx, by), 0, thing.bottom, thing.top)

    def _held(self, body: Body) -> list[int]:
        """Return the squares of the largest group that is joined past what stands through the whole body."""
        through = [one for one in self._about(body) if one.bottom <= body.feet and one.top >= body.head]
        group = list(range(len(body.squares)))
        for n, one in enumerate(body.squares):
            for m, other in enumerate(body.squares):
                apart = sum(abs(a - b) for a, b in zip(one.place, other.place, strict=True))
                if apart == 1 and not _parted(one.centre, other.centre, through):
                    old, new = group[m], group[n]
                    group = [new if number == old else number for number in group]
        most = max(map(group.count, group))
        return [n for n, number in enumerate(group) if group.count(number) == most]

    def _near(self, body: Body, square: Square) -> list[Wall]:
        """Return what is about a body and does not pass the very centre of a square."""
        return [one for one in self._about(body) if _distance(square.centre, one.ends) > body.inset]

    def _own_part(self, square: Square) -> Any:
        """(20, p) which spots of a square its centre sees at their height."""
        spots, heights = spots_of(square), self.other.at(SHARES)
        count = np.zeros(spots.shape[:2], int)
        for one in self._near(self.other, square):
            stands = (one.bottom <= heights) & (heights <= one.top)
            met, _ = _crossed(square.centre, spots, one.ends)
            count += met * stands[:, None] * (1 if one.kind == "limited" else 2)
        return (count < 2) & inside(square, spots)

    def usable(self, corner: Point, square: Square) -> bool:
        """Tell whether an attacker's corner is joined to the centre of its square."""
        body = self.one
        near = [one for one in self._near(body, square) if one.bottom < body.head and one.top > body.feet]
        return not _parted(square.centre, corner, near)

    def post(self, corner: Point, square: Square) -> Point:
        """Return where the post of a target's corner stands."""
        body, (x, y) = self.other, square.centre
        near = [one for one in self._near(body, square) if one.bottom < body.head and one.top > body.feet]
        cuts = list[float]()
        for copy in (-1, 1):
            met = [
                (_along(square.centre, corner, one.ends), one.kind)
                for one in near
                if _crosses(square.centre, corner, one.ends, copy)
            ]
            wholes = [at for at, kind in met if kind != "limited"]
            halves = sorted(at for at, kind in met if kind == "limited")
            cuts.append(float(min([*wholes, *halves[1:2]], default=math.inf)))
        if math.inf in cuts:
            return corner
        length = math.dist(square.centre, corner)
        part = max(0.0, max(cuts) * length - body.inset) / length
        return (math.floor(x + part * (corner[0] - x) + 0.5), math.floor(y + part * (corner[1] - y) + 0.5))

    @cached_property
    def eyes(self) -> list[tuple[Point, int, bool]]:
        """The points from which the attacker looks: each with its square, and whether it is a corner."""
        found = []
        for n in self.one.held:
            square = self.one.squares[n]
            found += [(corner, n, True) for corner in square.inset if self.usable(corner, square)]
        return found + [(self.one.squares[n].centre, n, False) for n in self.one.held]

    # --- shares ---

    def seen(self, eye: Point, n: int, kinds: Iterable[str] = SOLID, counts: Counts = lambda name: True) -> Any:
        """(20, p) which spots of a square's own part an eye reaches past obstacles of some kinds that count."""
        spots, start, end = (
            spots_of(self.other.squares[n]),
            self.one.at(SHARES)[:, None],
            self.other.at(SHARES)[:, None],
        )
        clear = []
        met = list(self._met(eye, spots, kinds, counts))
        flat = "solid" in kinds
        for from_head in (False, True):
            weight = np.zeros(spots.shape[:2], int)
            for wall, crossed, along, own in met:
                begin = np.where(own & from_head, self.one.head, start)
                height = begin + along * (end - begin)
                hides = crossed & (wall.bottom <= height) & (height <= wall.top)
                weight += hides * (1 if wall.kind == "limited" else 2)
            for thing in self.things if flat else ():
                if counts(thing.name):
                    by_head = from_head and self._owns(thing)
                    weight += 2 * _through_box(thing, eye, spots, self.one.head if by_head else start, end)
            for floor in self.floors if flat else ():
                if counts(floor.name):
                    weight += 2 * self._under(floor, np.array(eye), spots, start, end, from_head=from_head)
            clear.append(weight < 2)
        return self.own_parts[n] & (clear[0] | clear[1])

    def _met(
        self, eye: Point, spots: Any, kinds: Iterable[str], counts: Counts
    ) -> Iterator[tuple[Wall, Any, Any, Any]]:
        for wall in self.walls:
            if wall.kind in kinds and counts(wall.name) and _stops(wall, eye):
                crossed, along = _crossed(eye, spots, wall.ends)
                at = np.array(eye) + along[..., None] * (spots - np.array(eye))
                yield wall, crossed, along, self._mine(at)

    def _mine(self, at: Any) -> Any:
        return self.one.gap(at) < self.other.gap(at) - EQUAL

    def _owns(self, thing: Thing) -> bool:
        """Tell whether a thing is nearer to the attacker, as a whole."""
        rim = np.array(
            [
                [ax + s * (bx - ax), ay + s * (by - ay)]
                for (ax, ay), (bx, by) in sides(thing.outline)
                for s in np.linspace(0, 1, 401)
            ]
        )
        gaps = []
        for body in (self.one, self.other):
            away = [body.gap(rim).min()]
            for square in body.squares:
                corners = np.array(square.corners, float)
                as_body = Body({}, [Square(thing.outline, thing.outline, (0, 0), (0, 0))], 0, 0, 0, 0, 0)
                away.append(as_body.gap(corners).min())
            gaps.append(min(away))
        return bool(gaps[0] < gaps[1] - EQUAL)

    def _under(self, floor: Floor, eye: Any, ends: Any, start: Any, end: Any, *, from_head: bool) -> Any:
        """Tell on which lines a floor is in the way; of one that is partly the attacker's own, the whole is asked about
        on the lines from his head."""
        on_line, at = _passed(floor, eye, ends, start, end)
        if not from_head or floor.name not in self._partly_own:
            return on_line
        again, _ = _passed(floor, eye, ends, np.full_like(start, self.one.head), end)
        return (on_line & ~self._mine(at)) | again

    @cached_property
    def _partly_own(self) -> set[str]:
        """The names of the floors of which some part between the two is nearer to the attacker."""
        corners = np.array(
            [corner for body in (self.one, self.other) for square in body.squares for corner in square.corners]
        )
        axes = [np.linspace(low, high, 121) for low, high in zip(corners.min(axis=0), corners.max(axis=0), strict=True)]
        spots = np.stack(np.meshgrid(*axes), axis=-1)
        mine = self._mine(spots)
        return {floor.name for floor in self.floors if (floor.holds(spots) & mine).any()}

    @cached_property
    def shares(self) -> dict[Point, tuple[float, dict[int, float]]]:
        """For each eye the share of the whole body that it reaches, and of each square."""
        found = {}
        for eye, *_ in self.eyes:
            counts = {n: int(self.seen(eye, n).sum()) for n in self.other.held}
            each = {n: count / max(1, int(self.own_parts[n].sum())) for n, count in counts.items()}
            found[eye] = (sum(counts.values()) / max(1, self.whole), each)
        return found

    # --- lines ---

    def hidden(
        self, eye: Point, post: Point, kinds: Iterable[str] = SOLID, counts: Counts = lambda name: True
    ) -> float:
        """Return the share of a post that obstacles hide from both copies of a line, exactly past walls."""
        return min(self._hidden(eye, post, kinds, counts, copy) for copy in (-1, 1))

    def _hidden(self, eye: Point, post: Point, kinds: Iterable[str], counts: Counts, copy: int) -> float:
        parts = [
            part
            for wall in self.walls
            if wall.kind in kinds and counts(wall.name) and (part := self._part(wall, eye, post, copy))
        ]
        if "solid" in kinds:
            parts += [self._box_part(thing, eye, post) for thing in self.things if counts(thing.name)]
        floors = [floor for floor in self.floors if "solid" in kinds and counts(floor.name)]
        if floors:
            return self._hidden_by_floors(floors, parts, eye, post)
        heights = sorted({Fraction(0), Fraction(1), *(Fraction(at) for part in parts for at in part[:4] if 0 < at < 1)})
        total = Fraction(0)
        for low, high in pairwise(heights):
            middle = (low + high) / 2
            on_line = sum(part.limited or 2 for part in parts if part.low <= middle <= part.high)
            from_head = sum(part.limited or 2 for part in parts if part.head_low <= middle <= part.head_high)
            if min(on_line, from_head) >= 2:
                total += high - low
        return float(total)

    def _hidden_by_floors(self, floors: list[Floor], parts: list[Part], eye: Point, post: Point) -> float:
        """Return the share of a post that parts and floors hide. Floats are enough at `FINE` heights."""
        spans = np.array([[float(at) for at in part[:4]] for part in parts]).reshape(-1, 4, 1)
        weights = np.array([part.limited or 2 for part in parts], int)
        heights = np.unique(np.concatenate([np.arange(FINE + 1) / FINE, spans.ravel().clip(0, 1)]))
        middles = (heights[1:] + heights[:-1]) / 2
        under = self._floored(floors, eye, post, middles.tolist())
        both = [((spans[:, n] <= middles) & (middles <= spans[:, n + 1])).T @ weights + under[n // 2] for n in (0, 2)]
        return float((heights[1:] - heights[:-1])[np.minimum(*both) >= 2].sum())

    def _floored(self, floors: list[Floor], eye: Point, post: Point, shares: list[float]) -> tuple[Any, Any]:
        """Return twice, for each height of a post, the weight of the floors in the way: on the line, from the head."""
        at = np.array(shares)[:, None]
        ends, start, end = (
            np.broadcast_to(np.array(post, float), (len(shares), 1, 2)),
            self.one.at(at),
            self.other.at(at),
        )
        found = []
        for from_head in (False, True):
            under = [
                self._under(floor, np.array(eye, float), ends, start, end, from_head=from_head) for floor in floors
            ]
            found.append(2 * np.sum(under or [np.zeros((len(shares), 1))], axis=0)[:, 0].astype(int))
        return found[0], found[1]

    def _part(self, wall: Wall, eye: Point, post: Point, copy: int) -> Part | None:
        if not _stops(wall, eye) or not _crosses(eye, post, wall.ends, copy):
            return None
        along = _along(eye, post, wall.ends)
        place = np.array([float(a + along * (Fraction(b) - Fraction(a))) for a, b in zip(eye, post, strict=True)])
        low, high = head_low, head_high = self._span(wall.bottom, wall.top, along)
        if self._mine(place):
            head_low, head_high = self._span(wall.bottom, wall.top, along, from_head=True)
        return Part(low, high, head_low, head_high, wall.kind == "limited")

    def _box_part(self, thing: Thing, eye: Point, post: Point) -> Part:
        enter, leave = _way_through(thing.outline, eye, post)
        if enter >= leave:
            return Part(1, 0, 1, 0)
        spans: list[Any] = []
        for from_head in (False, self._owns(thing)):
            both = [self._span(thing.bottom, thing.top, along, from_head=from_head) for along in (enter, leave)]
            spans += [min(low for low, _ in both), max(high for _, high in both)]
        return Part(*spans)

    def _span(self, bottom: float, top: float, along: Any, *, from_head: bool = False) -> tuple[Any, Any]:
        """Return between which shares of the post a line is within heights, where it is `along` its way."""
        (feet, head), (low, high) = (self.one.feet, self.one.head), (self.other.feet, self.other.head)
        begin, rise = (head, 0) if from_head else (feet, head - feet)
        base = Fraction(begin) * (1 - along) + Fraction(low) * along
        slope = Fraction(rise) * (1 - along) + Fraction(high - low) * along
        if not slope:  # all of the post is seen through one height there
            return tuple(math.inf if at > base else -math.inf for at in (bottom, top))  # type: ignore[return-value]
        return tuple(at if math.isinf(at) else (Fraction(at) - base) / slope for at in (bottom, top))  # type: ignore[return-value]

    def soft(self, eye: Point, post: Point) -> bool:
        """Tell whether a creature hides at least half of a post."""
        for body in self.creatures:
            xs, ys = zip(*(corner for square in body.squares for corner in square.corners), strict=True)
            e = body.inset
            box: tuple[Point, ...] = (
                (min(xs) + e, min(ys) + e),
                (max(xs) - e, min(ys) + e),
                (max(xs) - e, max(ys) - e),
                (min(xs) + e, max(ys) - e),
            )
            enter, leave = _way_through(box if self.grid["type"] < 2 else body.squares[0].inset, eye, post)
            if enter < leave:
                both = [self._span(body.bottom, body.top, along) for along in (enter, leave)]
                low, high = min(one for one, _ in both), max(other for _, other in both)
                if min(high, 1) - max(low, 0) >= Fraction(1, 2):
                    return True
        return False

    def slit(self, eye: Point, post: Point, counts: Counts) -> bool:
        """Tell whether a line meets a window that counts on it: not his own within a grid space of him."""
        reach = self.grid["size"] * QUANTA * (1 + 1e-6)

        def on_line(name: str) -> bool:
            wall = next(one for one in self.walls if one.name == name)
            place = np.array(eye) + float(_along(eye, post, wall.ends)) * (np.array(post) - np.array(eye))
            return counts(name) and not (self._mine(place) and self.one.gap(place) <= reach)

        return self.hidden(eye, post, ("window",), on_line) > 0


# --- plane geometry ---------------------------------------------------------------------------------------------------


def _side(ends: tuple[Any, ...], at: Any) -> Any:
    ax, ay, bx, by = ends
    return (bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax)


def _stops(wall: Wall, eye: Point) -> bool:
    """Tell whether a wall stops what comes from a point: a one-way wall does from its left (1) or its right (2)."""
    return not wall.way or (_side(wall.ends, eye) > 0) is (wall.way == 2)


def _crosses(start: Point, end: Point, ends: tuple[float, ...], copy: int) -> bool:
    """Tell whether a copy of a line, moved infinitely little to one side, crosses a wall."""
    if _side(ends, start) * _side(ends, end) >= 0:
        return False
    one, other = (_side((*start, *end), at) or copy for at in (ends[:2], ends[2:]))
    return bool((one > 0) != (other > 0))


def _along(start: Point, end: Point, ends: tuple[float, ...]) -> Fraction:
    """Return how far along a line it meets a wall's own line; 0 if it is parallel."""
    one, other = (Fraction(_side(ends, at)) for at in (start, end))
    return one / (one - other) if one != other else Fraction(0)


def _parted(start: Point, end: Point, walls: list[Wall]) -> bool:
    """Tell whether both copies of a line meet a wall, or two terrain walls."""
    return all(
        sum(1 if one.kind == "limited" else 2 for one in walls if _crosses(start, end, one.ends, copy)) >= 2
        for copy in (-1, 1)
    )


def _distance(at: Point, ends: tuple[float, ...]) -> float:
    (x, y), (ax, ay, bx, by) = at, ends
    dx, dy = bx - ax, by - ay
    along = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    return math.hypot(x - ax - along * dx, y - ay - along * dy)


def _crossed(eye: Point, spots: Any, ends: tuple[float, ...]) -> tuple[Any, Any]:
    """(20, p) twice: which rays from a point to spots cross a wall, and how far along."""
    (ax, ay, bx, by), (x, y) = ends, eye
    here, there = _side(ends, eye), _side(ends, (spots[..., 0], spots[..., 1]))
    way_x, way_y = spots[..., 0] - x, spots[..., 1] - y
    left, right = (way_x * (v - y) - way_y * (u - x) for u, v in ((ax, ay), (bx, by)))
    crossed = (here * there < 0) & (left * right < 0)
    return crossed, np.where(crossed, here, 0.0) / np.where(crossed, here - there, 1.0)


def _way_through(outline: tuple[Point, ...], start: Point, end: Point) -> tuple[Fraction, Fraction]:
    """Return how far along a line it enters and leaves the open inside of a convex outline, clockwise."""
    enter, leave = Fraction(0), Fraction(1)
    for one, other in sides(outline):
        here, there = (Fraction(_side((*one, *other), at)) for at in (start, end))
        if here <= 0 and there <= 0:
            return Fraction(1), Fraction(0)
        if here < 0:
            enter = max(enter, here / (here - there))
        elif there < 0:
            leave = min(leave, here / (here - there))
    return enter, leave


def _through_box(thing: Thing, eye: Point, spots: Any, start: Any, end: Any) -> Any:
    """(20, p) which rays pass a box between its bottom and its top."""
    enter, leave = np.zeros(spots.shape[:2]), np.ones(spots.shape[:2])
    for one, other in sides(thing.outline):
        here, there = _side((*one, *other), eye), _side((*one, *other), (spots[..., 0], spots[..., 1]))
        with np.errstate(divide="ignore", invalid="ignore"):
            at = here / (here - there)
        enter = np.where(there > here, np.maximum(enter, at), np.where((there == here) & (here < 0), 2.0, enter))
        leave = np.where(there < here, np.minimum(leave, at), leave)
    first, last = (start + at * (end - start) for at in (enter, leave))
    return (enter < leave) & (np.maximum(first, last) >= thing.bottom) & (np.minimum(first, last) <= thing.top)


def _passed(floor: Floor, eye: Any, ends: Any, start: Any, end: Any) -> tuple[Any, Any]:
    """Tell which lines pass a floor strictly between their ends, and where."""
    shape = ends.shape[:2]
    start, end = np.broadcast_to(start, shape), np.broadcast_to(end, shape)
    rises = start != end
    along = np.where(rises, floor.elevation - start, 0.0) / np.where(rises, end - start, 1.0)
    at = eye + along[..., None] * (ends - eye)
    return (along > 0) & (along < 1) & floor.holds(at), at
