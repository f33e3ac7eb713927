"""The corner lines between two bodies, and the parts of posts at their ends that each obstacle hides.

Lines run from every corner of every held square of the source to the posts of the target, which are its corners from
feet to head. A wall hides the heights of a post whose lines meet it between its bottom and its top. A floor hides the
heights whose lines pass its elevation inside its outline. An obstacle that is the attacker's own hides only the heights
that it hides on the line from the attacker's head as well (see `obstacles`).

Arrays are indexed [corner, post, wall]. The corners of source and target are in reading order. Points are the source's
corners, followed by the centres of its squares: all points from which the attacker may look.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.cover.body import Body
from coign.facts.cover.heights import Levels, Rise, Upright
from coign.facts.cover.nearness import Parts, parts
from coign.facts.cover.obstacles import Floor, Obstacles
from coign.facts.cover.seeing import Haze, Seeing, Walls
from coign.facts.effort import AREA, LINES, of_lines
from coign.geometry.lines import Crossings, Floats, Mask, Points, cross_walls, distinct, over, through_boxes
from coign.grid.space import Box, Space
from coign.scene.regions import Area
from coign.scene.scene import Scene
from coign.scene.wall_kinds import LIMITED, SOLID
from coign.util.lazy import lazy
from coign.util.tasks import Made, Task

NUDGE = 1 / 32  # quanta: the distance from a line to its copies, where they pass a floor
HAIR = 1e-3  # quanta: the depth to which a line may enter a space and still only touch it
WHOLE = 1 - 1e-9  # of a post: this much counts as all of it
SOME = 1e-9  # of a post: this much or less counts as nothing
HALF = 0.5 - 1e-9  # of a post


class Spans(NamedTuple):
    """The heights of posts (n, m, c) that obstacles hide, as shares from feet to head: the lowest and highest on the
    lines themselves, and on the lines from the attacker's head. Both are equal unless an obstacle is his own."""

    low: Floats
    high: Floats
    head_low: Floats
    head_high: Floats

    def of(self, columns: Mask) -> Spans:
        """Select some of the obstacles."""
        return Spans(*(column[:, :, columns] for column in self))


class Copies(NamedTuple):
    """(n, m, c) twice: whether the left and the right copy of each line meet each of some obstacles."""

    left: Mask
    right: Mask


class Flats(NamedTuple):
    """What floors hide, in columns: which copies of each line meet one, which heights it hides, and (c,) its name."""

    met: Copies
    spans: Spans
    names: list[str]

    def but(self, names: Collection[str]) -> Flats | None:
        """Leave out the floors with some names; None if no other is left."""
        kept = np.array([name not in names for name in self.names])
        if kept.all():
            return self
        met = Copies(*(copy[:, :, kept] for copy in self.met))
        return Flats(met, self.spans.of(kept), [one for one in self.names if one not in names]) if kept.any() else None


class Sightlines:
    """All lines from `source` to `target`. `ignore` names tokens that are no obstacles, such as the two themselves."""

    def __init__(
        self,
        scene: Scene,
        source: Space,
        target: Space,
        rise: Rise | None = None,
        ignore: frozenset[str] = frozenset(),
        levels: Levels = (None, None),
        *,
        invisible_walls: bool = False,
        thresholds: bool = False,
        lying_count: bool = False,
    ) -> None:
        """Collect the obstacles. `rise` has the heights of the two bodies, by default those of their spaces."""
        self.scene = scene
        self.rise = rise or Rise(Upright(source.bottom, source.top), Upright(target.bottom, target.top))
        self.walls = Obstacles(
            scene,
            source,
            target,
            self.rise,
            ignore,
            levels,
            invisible_walls=invisible_walls,
            thresholds=thresholds,
            lying_count=lying_count,
        )
        about, inset = self.walls.about, scene.grid.inset
        self.source = Body(source, self.rise.start, about(0), inset)
        self.target = Body(target, self.rise.end, about(1), inset)
        self._through: dict[tuple[str, bool], Mask] = {}

    def between(self, walls: Obstacles, source: Body, target: Body, scene: Scene | None = None) -> Sightlines:
        """Return the lines between two bodies, with the walls of these lines or of the lines back."""
        other = Sightlines.__new__(Sightlines)
        other.scene, other.rise, other.walls = scene or self.scene, walls.rise, walls
        other.source, other.target, other._through = source, target, {}
        return other

    def turned(self, scene: Scene) -> Sightlines | None:
        """Return the lines from the target to the source, sharing the obstacles and bodies of both directions.

        The scene is the same one, perhaps under other lights. Return None if `Obstacles.turned` does.
        """
        walls = self.walls.turned()
        return None if walls is None else self.between(walls, self.target, self.source, scene)

    def between_centres(self) -> Sightlines:
        """Return the single line between the centres of the two spaces."""
        inset = self.scene.grid.inset
        source, target = (Body(_centre(body.space), body.upright, None, inset) for body in (self.source, self.target))
        return self.between(self.walls, source, target)

    @property
    def effort(self) -> int:
        """Return an upper bound of the work: points times ends times obstacles."""
        points, hexes = len(self.points), self.scene.grid.is_hex
        target = self.target.held
        most = of_lines(points, target, len(self.walls), len(self.scene.tokens), hexes=hexes)
        if not self.scene.areas and most <= LINES:
            return most
        near = self.scene.areas_in(*self.box)
        areas = sum(AREA + area.points // 40 for area in near if area.bars)
        return of_lines(points, target, len(self.walls) + areas, len(self.walls.creatures), hexes=hexes)

    def measuring(self) -> Task[None]:
        """Measure the crossings and the hidden parts of posts, as a cooperative task."""
        _ = self.crossings
        yield
        yield from Sightlines._by_floors.making(self)
        _ = self.solid
        yield
        _ = self.seeing.looks
        yield
        _ = self.seeing.casts
        yield

    @lazy
    def seeing(self) -> Seeing:
        """The view of the target from the points."""
        walls, pieces = self.walls, self.walls.pieces
        bottom, top = (pieces.each(heights) for heights in walls.heights)
        faces = walls.faces(self.points)
        about = Walls(pieces, bottom, top, None if faces is None else pieces.each(faces), walls.has_heights)
        hazes = [Haze(area.polygon, area.bottom, area.top) for area in self.thick]
        return Seeing(self.points, self.target, self.rise, about, walls.floors, hazes, between=self.box)

    @property
    def are_mutual(self) -> bool:
        """Return whether each of the two sees as much of the other as the other sees of it, by geometry."""
        near = self.scene.areas_in(*self.box) if self.scene.areas else []
        return not self.walls.has_one_way and not any(area.seen_out_of for area in near)

    @lazy
    def thick(self) -> list[Area]:
        """The heavily obscuring areas that may lie between the two."""
        return [area for area in self.areas("obscuring") if area.obscuring == "heavy"]

    # --- the points ---

    @property
    def box(self) -> Box:
        """The box about both spaces, quanta."""
        return self.walls.box

    @property
    def corners(self) -> Points:
        """(n, 2) the source's corners."""
        return self.source.held.ends

    @property
    def points(self) -> Points:
        """(p, 2) the source's corners, then the centres of its squares."""
        return self.source.held.points

    @property
    def ends(self) -> Points:
        """(m, 2) the target's posts."""
        return self.target.posts

    @property
    def corners_each(self) -> int:
        """Corners of one square of the target."""
        return int(self.target.held.inset.shape[1])

    @property
    def squares(self) -> int:
        """The number of squares of the target at which lines end."""
        return len(self.target.held.inset)

    def ends_of(self, square: int) -> slice:
        """Return the positions of a square's posts among the ends."""
        each = self.corners_each
        return slice(square * each, (square + 1) * each)

    @lazy
    def usable(self) -> Mask:
        """(p,) points that no obstacle which gives cover separates from the centre of their own square."""
        usable = self.source.usable
        return np.ones(len(self.points), bool) if usable is None else usable

    # --- where lines meet walls ---

    @lazy
    def crossings(self) -> Crossings:
        """Crossings of the corner lines with the walls."""
        walls = self.walls
        return cross_walls(self.corners, self.ends, walls.lines, walls.stops_from, walls.moments)

    @lazy
    def along(self) -> Floats:
        """(n, m, k) how far along each line it meets each wall's own line, 0 to 1."""
        return self.crossings.sides.along().clip(0.0, 1.0)

    def _places(self, walls: Mask) -> Points:
        """(n, m, k', 2) the places where each line meets each of some walls (k,)."""
        start, end = self.corners[:, None, None], self.ends[None, :, None]
        return np.asarray(start + self.along[:, :, walls, None] * (end - start))

    # --- what they hide of the posts ---

    @lazy
    def spans(self) -> Spans | None:
        """The heights of each post that each wall hides where its line meets it; None if no wall has heights."""
        walls = self.walls
        if not walls.has_heights:
            return None
        low, high = self.rise.behind(*walls.heights, self.along)
        # Find the owner of each wall with heights that a line meets: own walls hide less on the line from the head.
        met = walls.bounded & self.crossings.either.any(axis=(0, 1))
        head_low, head_high = low.copy(), high.copy()
        if met.any():
            own = walls.own_at(self._places(met), met.nonzero()[0])
            bottom, top = (heights[met] for heights in walls.heights)
            from_head = self.rise.behind(bottom, top, self.along[:, :, met], from_head=True)
            head_low[:, :, met] = np.where(own, from_head[0], low[:, :, met])
            head_high[:, :, met] = np.where(own, from_head[1], high[:, :, met])
        return Spans(low, high, head_low, head_high)

    @Made
    def _by_floors(self) -> Task[Flats | None]:
        """The heights of posts that floors hide, if they stop effect; None without such floors."""
        columns, names = [], list[str]()
        for floor in self.walls.floors:
            if floor.effect:
                for column in self._past_floor(floor):
                    columns.append(column)
                    names.append(floor.name)
                    yield
        if not columns:
            return None
        met, spans = zip(*columns, strict=True)
        copies = Copies(*map(_side_by_side, zip(*met, strict=True)))
        return Flats(copies, Spans(*map(_side_by_side, zip(*spans, strict=True))), names)

    def _past_floor(self, floor: Floor) -> Iterator[tuple[Copies, Spans]]:
        """Yield columns (n, m, 1): each is a part of the lines over a floor, for one of the two copies of each line."""
        # Move the copies of each line a little to its left and right.
        way = self.ends - self.corners[:, None]
        length = np.hypot(way[..., 0], way[..., 1])[..., None]
        aside = NUDGE * np.stack([-way[..., 1], way[..., 0]], axis=-1) / np.maximum(length, 1.0)
        height = np.array([floor.elevation])
        for n, nudge in enumerate((aside, -aside)):
            for enter, leave in _over_outline(self.corners[:, None] + nudge, way, length[..., 0], floor.outline):
                spans = list[Floats]()
                for from_head in (False, True):
                    if floor.asked == ("on-line" if from_head else "from-head"):
                        spans += [np.ones(enter.shape), np.zeros(enter.shape)]
                        continue
                    by_head = from_head and floor.asked == "from-head"
                    one, other = (
                        self.rise.behind(height, height, along, from_head=by_head)[0] for along in (enter, leave)
                    )
                    spans += [np.fmin(one, other), np.fmax(one, other)]
                met = enter <= leave
                yield Copies(met & (n == 0), met & (n == 1)), Spans(*spans)

    def hidden(self, walls: Mask | None = None, floors: Mask | None = None, *, alone: bool = False) -> Floats:
        """(n, m) the share of each post that obstacles hide from both copies of the line; see `copies`."""
        left, right = self.copies(walls, floors, alone=alone)
        return left if right is left else np.asarray(np.minimum(left, right))

    def copies(
        self,
        walls: Mask | None = None,
        floors: Mask | None = None,
        *,
        without: Collection[str] = (),
        alone: bool = False,
    ) -> tuple[Floats, Floats]:
        """(n, m) twice: the share of each post that obstacles hide from the left and the right copy of its line.

        Args:
            walls: (k,) or (n, m, k) the walls that count; by default all solid and terrain walls.
            floors: (n, m) the lines on which floors count; by default all.
            without: the names of floors that do not count.
            alone: whether one terrain wall or window hides as much as a solid wall, and floors do not count.
        """
        obstacles = self.walls
        crossed = self.crossings
        if walls is not None:
            left, right = crossed.left & walls, crossed.right & walls
        elif obstacles.all_solid:
            left, right = crossed.left, crossed.right
        else:
            every = obstacles.of_kind(SOLID, LIMITED)
            left, right = crossed.left & every, crossed.right & every
        by_floors = None if alone or self._by_floors is None else self._by_floors.but(without)
        if self.spans is None and by_floors is None and (alone or LIMITED not in obstacles.found):
            # Without heights, let any wall that a line meets hide the whole post.
            met = left.any(axis=2).astype(float)
            return met, met if crossed.right is crossed.left else right.any(axis=2).astype(float)
        first = self._share(left, 0, by_floors, floors, alone=alone)
        if crossed.right is crossed.left and by_floors is None:
            return first, first
        return first, self._share(right, 1, by_floors, floors, alone=alone)

    def _share(self, met: Mask, copy: int, by_floors: Flats | None, floors: Mask | None, *, alone: bool) -> Floats:
        """(n, m) the share of each post that floors hide, with the walls that a copy of its line meets (n, m, k)."""
        walls = self.walls
        weight = np.full(len(walls), 2) if alone else np.where(walls.of_kind(LIMITED), 1, 2)
        # Find posts that a solid wall without heights hides whole.
        whole = weight == 2 if self.spans is None else (weight == 2) & ~walls.bounded
        wholly = (met & whole).any(axis=2)
        # Collect the spans of the other walls, and of floors.
        (columns,) = (met.any(axis=(0, 1)) & ~whole).nonzero()
        mets, weights, spans = [met[:, :, columns]], [weight[columns]], []
        if self.spans is None:
            none = np.full((*met.shape[:2], len(columns)), -np.inf)
            spans.append(Spans(none, -none, none, -none))
        else:
            spans.append(self.spans.of(columns))
        if by_floors is not None:
            over_floor = by_floors.met[copy]
            mets.append(over_floor if floors is None else over_floor & floors[..., None])
            weights.append(np.full(over_floor.shape[2], 2))
            spans.append(by_floors.spans)
        if not sum(one.shape[2] for one in mets):
            return np.asarray(wholly, float)
        every = Spans(*map(_side_by_side, zip(*spans, strict=True)))
        shares = _covered(_side_by_side(mets), np.concatenate(weights), every)
        return np.asarray(np.where(wholly, 1.0, shares))

    @lazy
    def solid(self) -> Mask:
        """(n, m) blocked lines: solid obstacles together hide the whole post."""
        return np.asarray(self.hidden() >= WHOLE)

    def hidden_parts(self, corner: int, end: int) -> list[tuple[float, float]]:
        """Return the parts of one post that obstacles hide, as shares of its height, from the lowest up."""
        walls = self.walls
        # Collect the spans of the walls and floors on this line; two terrain walls weigh as much as one other obstacle.
        (met,) = (self.crossings.either[corner, end] & walls.of_kind(SOLID, LIMITED)).nonzero()
        weight = np.where(walls.kinds[met] == LIMITED, 1, 2)
        if self.spans is None:
            spans = np.tile([[0.0], [1.0], [0.0], [1.0]], len(met))
        else:
            spans = np.stack([span[corner, end, met] for span in self.spans])
        if self._by_floors is not None:
            copies, by_floors, _ = self._by_floors
            (over_it,) = (copies.left | copies.right)[corner, end].nonzero()
            spans = np.concatenate([spans, [span[corner, end, over_it] for span in by_floors]], axis=1)
            weight = np.append(weight, np.full(len(over_it), 2))
        # Count the weights in the middle between each two heights at which something begins or ends.
        heights = distinct(np.concatenate([[0.0, 1.0], spans.ravel().clip(0.0, 1.0)]))
        middles = ((heights[1:] + heights[:-1]) / 2)[:, None]
        counts = [((low <= middles) & (middles <= high)) @ weight for low, high in (spans[:2], spans[2:])]
        # Join hidden parts that touch.
        parts: list[tuple[float, float]] = []
        for n in (np.minimum(*counts) >= 2).nonzero()[0].tolist():
            low = parts.pop()[0] if parts and parts[-1][1] == heights[n] else heights[n]
            parts.append((float(low), float(heights[n + 1])))
        return parts

    def hides_some(self) -> Mask:
        """(n, m, k) or (): whether each wall that a line meets hides some of the post by itself."""
        spans = self.spans
        if spans is None:
            return np.array(True)
        low, high = np.maximum(spans.low, spans.head_low), np.minimum(spans.high, spans.head_high)
        return np.asarray(np.minimum(high, 1.0) - np.maximum(low, 0.0) > SOME)

    def beside(self, walls: Mask, solid: Mask, stopped: tuple[Floats, Floats]) -> Mask:
        """(n, m) lines that are not `solid`, but that some walls (k,) or (n, m, k) would affect if they were solid.

        Each copy of such a line is stopped, or one of these walls would hide some of its post.
        """
        left, right = self.copies(walls, alone=True)
        return np.asarray(((left > SOME) | (stopped[0] >= WHOLE)) & ((right > SOME) | (stopped[1] >= WHOLE)) & ~solid)

    def not_near_own(self, walls: Mask) -> Mask:
        """(n, m, k) the walls (k,), without the attacker's own that a line meets within a grid space of him."""
        counts = np.broadcast_to(walls, self.along.shape).copy()
        met = walls & self.crossings.either.any(axis=(0, 1))
        if met.any():
            counts[:, :, met] = ~self.walls.near_own(self._places(met), met.nonzero()[0])
        return counts

    def parts(self, wanted: Mask, reach: float) -> Task[Parts]:
        """Find the parts of the `wanted` walls (k,) between the outermost lines from a corner to a square.

        Tell whether they come within `reach` units of both spaces. A thing is measured as a whole.
        """
        quanta = reach / self.scene.grid.units_per_quantum
        source, target = self.source.space, self.target.space
        squares = self.target.held.inset
        found = yield from parts(source, target, self.corners, squares, self.walls.lines, wanted.nonzero()[0], quanta)
        thing, within, farther = self.walls.things_within(quanta)
        if not len(within):
            return found
        of = thing[found.wall]
        return found._replace(
            within=np.where(of < 0, found.within, within[of]), farther=np.where(of < 0, found.farther, farther[of])
        )

    def wall_names(self, mask: Mask, counts: Mask | None = None) -> list[str]:
        """Return the names of the walls that hide some of the post on a line of the mask (n, m).

        With `counts` (n, m, k), only the walls that count on a line are named.
        """
        met = self.crossings.either & mask[:, :, None] & self.hides_some()
        if counts is not None:
            met &= counts
        return self.walls.names(np.asarray(met.any(axis=(0, 1))))

    def floors_met(self) -> list[str]:
        """Return the names of the floors that stop effect and that a line passes over or under."""
        ways = shapely.linestrings([[start, end] for start in self.corners for end in self.ends])
        floors = [floor for floor in self.walls.floors if floor.effect]
        return list(dict.fromkeys(one.name for one in floors if shapely.intersects(one.outline, ways).any()))

    def cover_areas(self, mask: Mask) -> list[str]:
        """Return the names of the areas that give cover on a line of the mask (n, m)."""
        areas = [area for area in self.areas("cover") if area.cover != "none"]
        through = (self.through(area, middle=True)[: len(mask)] for area in areas)
        return [f"region:{area.id}" for area, met in zip(areas, through, strict=True) if (met & mask).any()]

    def stopped_at(self, corner: int, square: int, named: Collection[str]) -> list[tuple[float, float] | None]:
        """Return the point, in quanta, where the named walls stop each line from a corner to a square's posts.

        A line that meets no named wall has no point. Terrain walls stop a line at the second one on the way.
        """
        if not named:
            return [None] * self.corners_each
        ends = self.ends_of(square)
        line, wall = (self.crossings.either[corner, ends] & self.walls.named(named)).nonzero()
        start, end = self.crossings.sides.start[corner, wall], self.crossings.sides.end[ends][line, wall]
        along, limited = start / (start - end), self.walls.kinds[wall] == LIMITED  # a line meets what lies across it
        met = list(zip(line.tolist(), along.tolist(), limited.tolist(), strict=True))
        (x, y), places = self.corners[corner].tolist(), list[tuple[float, float] | None]()
        for n, (end_x, end_y) in enumerate(self.ends[ends].tolist()):
            wholes = [at for number, at, is_limited in met if number == n and not is_limited]
            halves = sorted(at for number, at, is_limited in met if number == n and is_limited)
            at = min([*wholes, *(halves[1:] or (halves if not wholes else []))], default=None)
            places.append(None if at is None else (x + at * (end_x - x), y + at * (end_y - y)))
        return places

    # --- creatures and areas ---

    @lazy
    def through_creatures(self) -> Mask:
        """(n, m, b) lines that pass the open inside of a creature in the way, which hides at least half of the post."""
        spaces = [token.space for token in self.walls.creatures]
        if not spaces:
            return np.zeros((len(self.corners), len(self.ends), 0), bool)
        if self.scene.grid.is_hex:
            crossings = [self._through_hexes(space) for space in spaces]
            enter, leave = (np.stack(columns, axis=2) for columns in zip(*crossings, strict=True))
        else:
            boxes = np.array([inner_box(space, self.scene.grid.inset) for space in spaces])
            enter, leave = through_boxes(self.corners, self.ends, boxes)
        hit = np.asarray(enter < leave)
        if not hit.any():
            return hit
        bottom, top = np.array([(space.bottom, space.top) for space in spaces]).T
        # Measure the heights that are hidden anywhere on the way through the space.
        spans = [self.rise.behind(bottom, top, along) for along in (enter, leave)]
        low, high = np.fmin(spans[0][0], spans[1][0]), np.fmax(spans[0][1], spans[1][1])
        return np.asarray(hit & (np.minimum(high, 1.0) - np.maximum(low, 0.0) >= HALF))

    def _through_hexes(self, space: Space) -> tuple[Floats, Floats]:
        """(n, m) twice: where each line enters and leaves a space of hexes; it enters later if it misses the inside."""
        shape = len(self.corners), len(self.ends)
        lines = np.stack(np.broadcast_arrays(self.corners[:, None], self.ends[None]), axis=2)
        hit = shapely.intersects(inner_outline(space, self.scene.grid.inset), shapely.linestrings(lines))
        first, last = np.ones(shape), np.zeros(shape)
        for piece in space.corners if hit.any() else ():
            enter, leave = over(self.corners, self.ends, piece)
            first = np.where(enter < leave, np.minimum(first, enter), first)
            last = np.where(enter < leave, np.maximum(last, leave), last)
        return np.where(hit, first, 1.0), np.where(hit, last, 0.0)

    def through(self, area: Area, *, middle: bool = False) -> Mask:
        """(p, m) lines, also those from centres, that pass through the inside of an area at one of its heights.

        With `middle`, as for cover, the middle line has to be within these heights.
        """
        passes = self._through.get((area.id, middle))
        if passes is None:
            part = (self.rise.middle_part if middle else self.rise.any_part)(area.bottom, area.top)
            if part is None:
                passes = np.zeros((len(self.points), len(self.ends)), bool)
            else:
                way = self.ends[None] - self.points[:, None]
                pairs = np.stack([self.points[:, None] + along * way for along in part], axis=2)
                passes = np.asarray(shapely.intersects(area.inside, shapely.linestrings(pairs)))
            self._through[area.id, middle] = passes
        return passes

    def areas(self, wanted: str) -> list[Area]:
        """Return the areas near the lines that give cover or obscure (`wanted` is the field)."""
        return self.walls.areas(wanted) if self.scene.areas else []


def _covered(met: Mask, weight: Floats, spans: Spans) -> Floats:
    """(n, m) the share of each post that obstacles of weight 2 or more hide, on its line and on that from the head.

    Each obstacle adds its weight at the height where it begins to hide, and takes it away where it ends. The heights
    are sorted, so that running sums give the weight between each two of them.
    """
    low, high, head_low, head_high = (np.where(met, span, 0.0).clip(0.0, 1.0) for span in spans)
    # Let spans that end before they begin hide nothing.
    high, head_high = np.maximum(high, low), np.maximum(head_high, head_low)
    heights = np.concatenate([low, high, head_low, head_high], axis=2)
    weights, zero = np.broadcast_to(weight, met.shape), np.zeros(met.shape, int)
    on_line = np.concatenate([weights, -weights, zero, zero], axis=2)
    from_head = np.concatenate([zero, zero, weights, -weights], axis=2)
    # Sort the heights, then add up the parts where both sums reach 2.
    order = heights.argsort(axis=2)
    heights, on_line, from_head = (np.take_along_axis(one, order, axis=2) for one in (heights, on_line, from_head))
    hides = (on_line.cumsum(axis=2) >= 2) & (from_head.cumsum(axis=2) >= 2)
    return np.asarray((np.diff(heights, axis=2) * hides[..., :-1]).sum(axis=2))


def _side_by_side(columns: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Join arrays (n, m, c) along their last axis."""
    return np.concatenate(columns, axis=2)


def _over_outline(
    points: Points, way: Points, length: Floats, outline: shapely.Geometry
) -> Iterator[tuple[Floats, Floats]]:
    """Yield (n, m, 1) twice: where lines enter and leave an outline for the first time, the second time and so on.

    A line without length inside the outline is there on its whole way.
    """
    shape = length.shape
    spots = shapely.intersects_xy(outline, points[..., 0], points[..., 1]) & (length == 0)
    # Cut the lines by the outline, and find how far along its line each piece begins and ends.
    lines = shapely.linestrings(np.stack([points, points + way], axis=2))
    pieces, line = shapely.get_parts(shapely.intersection(lines, outline).ravel(), return_index=True)
    ends, piece = shapely.get_coordinates(pieces, return_index=True)
    starts, start_ways, squared = points.reshape(-1, 2), way.reshape(-1, 2), np.maximum(length.ravel() ** 2, 1e-9)
    along = ((ends - starts[line[piece]]) * start_ways[line[piece]]).sum(axis=1) / squared[line[piece]]
    enter, leave = np.full(len(pieces), np.inf), np.full(len(pieces), -np.inf)
    np.minimum.at(enter, piece, along)
    np.maximum.at(leave, piece, along)
    # Drop pieces without length, and number the others along each line.
    long = leave > enter
    line, enter, leave = line[long], enter[long], leave[long]
    rank = np.arange(len(line)) - np.searchsorted(line, line)
    if spots.any():
        yield np.where(spots, 0.0, 1.0)[..., None], np.where(spots, 1.0, 0.0)[..., None]
    for n in range(int(rank.max(initial=-1)) + 1):
        first, last = np.ones(length.size), np.zeros(length.size)
        first[line[rank == n]], last[line[rank == n]] = enter[rank == n], leave[rank == n]
        yield first.reshape(*shape, 1), last.reshape(*shape, 1)


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


def _centre(space: Space) -> Space:
    """Return the centre of all squares or hexes of a space, as a space with the heights of the whole."""
    at = np.floor(space.centres.mean(axis=0, keepdims=True) + 0.5)
    x, y = at[0].tolist()
    return Space(at[None], at[None], at, space.cells[:1], (x, y, x, y), space.bottom, space.top, is_point=True)
