"""The corner lines between two bodies, and what each obstacle hides of the posts at their ends.

Lines run from every corner of every held square of the source to the posts of the target: its corners, from feet to
head. A wall hides the heights of a post at which the line meets it between the wall's bottom and its top, a floor those
at which the line passes its elevation inside its outline. An obstacle that is the attacker's own hides only what it
hides on the line from his head as well (see `obstacles`).

Arrays are indexed [corner, post, wall]: the source's corners in reading order, the target's likewise. Points are those
corners, then the centres of the source's squares: every point from which the attacker may look.
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
from coign.geometry.lines import Crossings, Floats, Mask, Points, cross_walls, over, through_boxes
from coign.grid.space import Box, Space
from coign.scene.regions import Area
from coign.scene.scene import Scene
from coign.scene.wall_kinds import LIMITED, SOLID
from coign.util.lazy import lazy
from coign.util.tasks import Task

NUDGE = 1 / 32  # quanta: how far beside a line its copies pass a floor
HAIR = 1e-3  # quanta: so far a line may reach into a space and still count as touching it
WHOLE = 1 - 1e-9  # of a post: as good as all of it
SOME = 1e-9  # of a post: less is nothing
HALF = 0.5 - 1e-9  # of a post


class Spans(NamedTuple):
    """The heights of posts that obstacles hide, as shares from feet to head: (n, m, c) twice on the lines themselves,
    and twice on the lines from the attacker's head, which differ where an obstacle is his own."""

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


class Sightlines:
    """All lines from `source` to `target`. The tokens in `ignore` are no obstacles: the two themselves."""

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
        """`rise` has the heights of the two bodies; None: as high as their spaces."""
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
        """Return the lines between two bodies, with walls of these lines or of those back."""
        other = Sightlines.__new__(Sightlines)
        other.scene, other.rise, other.walls = scene or self.scene, walls.rise, walls
        other.source, other.target, other._through = source, target, {}
        return other

    def turned(self, scene: Scene) -> Sightlines | None:
        """Return the lines from the target to the source, with the obstacles and bodies that both ways have in common.

        The scene is the same one, perhaps under other lights. None: see `Obstacles.turned`.
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
        """Return points times ends times obstacles, an upper bound."""
        points, hexes = len(self.points), self.scene.grid.is_hex
        target = self.target.held
        most = of_lines(points, target, len(self.walls), len(self.scene.tokens), hexes=hexes)
        if not self.scene.areas and most <= LINES:
            return most
        near = self.scene.areas_in(*self.box)
        areas = sum(AREA + area.points // 40 for area in near if area.bars)
        return of_lines(points, target, len(self.walls) + areas, len(self.walls.creatures), hexes=hexes)

    def measuring(self) -> Task[None]:
        """Measure the crossings and what they hide, as a cooperative task."""
        _ = self.crossings
        yield
        _ = self.solid
        yield
        _ = self.seeing.looks
        yield
        _ = self.seeing.casts
        yield

    @lazy
    def seeing(self) -> Seeing:
        """How the points see the target."""
        walls, pieces = self.walls, self.walls.pieces
        bottom, top = (pieces.each(heights) for heights in walls.heights)
        faces = walls.faces(self.points)
        about = Walls(pieces, bottom, top, None if faces is None else pieces.each(faces), walls.has_heights)
        hazes = [Haze(area.polygon, area.bottom, area.top) for area in self.thick]
        return Seeing(self.points, self.target, self.rise, about, walls.floors, hazes, between=self.box)

    @property
    def are_mutual(self) -> bool:
        """Return whether what one of the two sees of the other by geometry, the other sees of it."""
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
        """How many squares of the target the lines end at."""
        return len(self.target.held.inset)

    def ends_of(self, square: int) -> slice:
        """Return where the posts of a square are among the ends."""
        each = self.corners_each
        return slice(square * each, (square + 1) * each)

    @lazy
    def usable(self) -> Mask:
        """(p,) points that nothing which can give cover separates from the centre of their own square."""
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
        """(n, m, k', 2) where each line meets each of some walls (k,)."""
        start, end = self.corners[:, None, None], self.ends[None, :, None]
        return np.asarray(start + self.along[:, :, walls, None] * (end - start))

    # --- what they hide of the posts ---

    @lazy
    def spans(self) -> Spans | None:
        """The heights of each post that each wall hides where the line meets it; None if no height matters."""
        walls = self.walls
        if not walls.has_heights:
            return None
        low, high = self.rise.behind(*walls.heights, self.along)
        # Only of walls with a bottom or a top, and on lines that meet them, it matters whose they are.
        asked = walls.bounded & self.crossings.either.any(axis=(0, 1))
        head_low, head_high = low.copy(), high.copy()
        if asked.any():
            own = walls.own_at(self._places(asked), asked.nonzero()[0])
            bottom, top = (heights[asked] for heights in walls.heights)
            from_head = self.rise.behind(bottom, top, self.along[:, :, asked], from_head=True)
            head_low[:, :, asked] = np.where(own, from_head[0], low[:, :, asked])
            head_high[:, :, asked] = np.where(own, from_head[1], high[:, :, asked])
        return Spans(low, high, head_low, head_high)

    @lazy
    def _by_floors(self) -> tuple[Copies, Spans] | None:
        """The heights of posts that floors hide that stop effect; None without such floors."""
        found = [column for floor in self.walls.floors if floor.effect for column in self._past_floor(floor)]
        if not found:
            return None
        met, spans = zip(*found, strict=True)
        return Copies(*map(_side_by_side, zip(*met, strict=True))), Spans(*map(_side_by_side, zip(*spans, strict=True)))

    def _past_floor(self, floor: Floor) -> Iterator[tuple[Copies, Spans]]:
        """Yield columns (n, m, 1): each is a part of the lines that lies over a floor, on either copy of a line."""
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
        self, walls: Mask | None = None, floors: Mask | None = None, *, alone: bool = False
    ) -> tuple[Floats, Floats]:
        """(n, m) twice: the share of each post that obstacles hide from the left and the right copy of its line.

        Args:
            walls: (k,) or (n, m, k) those that count; None: all solid and terrain walls.
            floors: (n, m) lines on which floors count; None: all.
            alone: A terrain wall, or a window, hides by itself what a wall would, and floors do not count.
        """
        found = self.walls
        crossed = self.crossings
        if walls is not None:
            left, right = crossed.left & walls, crossed.right & walls
        elif found.all_solid:
            left, right = crossed.left, crossed.right
        else:
            every = found.of_kind(SOLID, LIMITED)
            left, right = crossed.left & every, crossed.right & every
        by_floors = None if alone else self._by_floors
        if self.spans is None and by_floors is None and (alone or LIMITED not in found.found):
            # Whatever a line meets hides the whole post.
            met = left.any(axis=2).astype(float)
            return met, met if crossed.right is crossed.left else right.any(axis=2).astype(float)
        first = self._share(left, 0, by_floors, floors, alone=alone)
        if crossed.right is crossed.left and by_floors is None:
            return first, first
        return first, self._share(right, 1, by_floors, floors, alone=alone)

    def _share(
        self, met: Mask, copy: int, by_floors: tuple[Copies, Spans] | None, floors: Mask | None, *, alone: bool
    ) -> Floats:
        """(n, m) the share of each post that the walls which a copy of its line meets (n, m, k), and floors, hide."""
        walls = self.walls
        weight = np.full(len(walls), 2) if alone else np.where(walls.of_kind(LIMITED), 1, 2)
        # A solid wall without heights hides everything.
        whole = weight == 2 if self.spans is None else (weight == 2) & ~walls.bounded
        wholly = (met & whole).any(axis=2)
        (columns,) = (met.any(axis=(0, 1)) & ~whole).nonzero()
        mets, weights, spans = [met[:, :, columns]], [weight[columns]], []
        if self.spans is None:
            none = np.full((*met.shape[:2], len(columns)), -np.inf)
            spans.append(Spans(none, -none, none, -none))
        else:
            spans.append(self.spans.of(columns))
        if by_floors is not None:
            over_floor = by_floors[0][copy]
            mets.append(over_floor if floors is None else over_floor & floors[..., None])
            weights.append(np.full(over_floor.shape[2], 2))
            spans.append(by_floors[1])
        if not sum(one.shape[2] for one in mets):
            return np.asarray(wholly, float)
        every = Spans(*map(_side_by_side, zip(*spans, strict=True)))
        shares = _covered(_side_by_side(mets), np.concatenate(weights), every)
        return np.asarray(np.where(wholly, 1.0, shares))

    @lazy
    def solid(self) -> Mask:
        """(n, m) lines that are blocked: solid obstacles together hide the whole post."""
        return np.asarray(self.hidden() >= WHOLE)

    def hidden_parts(self, corner: int, end: int) -> list[tuple[float, float]]:
        """Return the parts of one post that obstacles hide, as shares of its height, from the lowest up."""
        walls = self.walls
        (met,) = (self.crossings.either[corner, end] & walls.of_kind(SOLID, LIMITED)).nonzero()
        weight = np.where(walls.kinds[met] == LIMITED, 1, 2)
        if self.spans is None:
            spans = np.tile([[0.0], [1.0], [0.0], [1.0]], len(met))
        else:
            spans = np.stack([span[corner, end, met] for span in self.spans])
        if self._by_floors is not None:
            copies, by_floors = self._by_floors
            (over_it,) = (copies.left | copies.right)[corner, end].nonzero()
            spans = np.concatenate([spans, [span[corner, end, over_it] for span in by_floors]], axis=1)
            weight = np.append(weight, np.full(len(over_it), 2))
        heights = np.unique(np.concatenate([[0.0, 1.0], spans.ravel().clip(0.0, 1.0)]))
        middles = ((heights[1:] + heights[:-1]) / 2)[:, None]
        counts = [((low <= middles) & (middles <= high)) @ weight for low, high in (spans[:2], spans[2:])]
        # Join what is hidden above and below one height.
        parts: list[tuple[float, float]] = []
        for n in (np.minimum(*counts) >= 2).nonzero()[0].tolist():
            low = parts.pop()[0] if parts and parts[-1][1] == heights[n] else heights[n]
            parts.append((float(low), float(heights[n + 1])))
        return parts

    def hides_some(self) -> Mask:
        """(n, m, k) or (): where each wall, met by a line, hides some of the post by itself."""
        spans = self.spans
        if spans is None:
            return np.array(True)
        low, high = np.maximum(spans.low, spans.head_low), np.minimum(spans.high, spans.head_high)
        return np.asarray(np.minimum(high, 1.0) - np.maximum(low, 0.0) > SOME)

    def beside(self, walls: Mask, solid: Mask, stopped: tuple[Floats, Floats]) -> Mask:
        """(n, m) lines that are not `solid`, and of which each copy is stopped or meets one of some walls (k,) or
        (n, m, k), which would hide some of the post if it were solid."""
        left, right = self.copies(walls, alone=True)
        return np.asarray(((left > SOME) | (stopped[0] >= WHOLE)) & ((right > SOME) | (stopped[1] >= WHOLE)) & ~solid)

    def not_near_own(self, walls: Mask) -> Mask:
        """(n, m, k) the walls (k,), less those of the attacker's own that a line meets within a grid space of him."""
        found = np.broadcast_to(walls, self.along.shape).copy()
        asked = walls & self.crossings.either.any(axis=(0, 1))
        if asked.any():
            found[:, :, asked] = ~self.walls.near_own(self._places(asked), asked.nonzero()[0])
        return found

    def parts(self, wanted: Mask, reach: float) -> Task[Parts]:
        """Find the parts of the `wanted` walls (k,) between the outermost lines to a square, and tell whether they come
        within `reach` units of both spaces; a thing does so as a whole."""
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
        """Return the point, in quanta, where the named walls stop each line from a corner to those of a square; None
        for a line that meets none of them.

        A terrain wall stops it as the second one on the way.
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
        """(n, m, b) lines that pass the open inside of each creature that may be in the way, where it hides at least
        half of the post."""
        spaces = [token.space for token in self.walls.creatures]
        if not spaces:
            return np.zeros((len(self.corners), len(self.ends), 0), bool)
        if self.scene.grid.is_hex:
            found = [self._through_hexes(space) for space in spaces]
            enter, leave = (np.stack(columns, axis=2) for columns in zip(*found, strict=True))
        else:
            boxes = np.array([inner_box(space, self.scene.grid.inset) for space in spaces])
            enter, leave = through_boxes(self.corners, self.ends, boxes)
        hit = np.asarray(enter < leave)
        if not hit.any():
            return hit
        bottom, top = np.array([(space.bottom, space.top) for space in spaces]).T
        # Between its bottom and its top anywhere on the way through.
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
        """(p, m) lines, those from the centres too, that pass through the inside of an area, at one of its heights.

        With `middle`, as for cover, only lines whose middle is within its heights there.
        """
        found = self._through.get((area.id, middle))
        if found is None:
            part = (self.rise.middle_part if middle else self.rise.any_part)(area.bottom, area.top)
            if part is None:
                found = np.zeros((len(self.points), len(self.ends)), bool)
            else:
                way = self.ends[None] - self.points[:, None]
                pairs = np.stack([self.points[:, None] + along * way for along in part], axis=2)
                found = np.asarray(shapely.intersects(area.inside, shapely.linestrings(pairs)))
            self._through[area.id, middle] = found
        return found

    def areas(self, wanted: str) -> list[Area]:
        """Return the areas near the lines that give cover or obscure (`wanted` is the field)."""
        return self.walls.areas(wanted) if self.scene.areas else []


def _covered(met: Mask, weight: Floats, spans: Spans) -> Floats:
    """(n, m) the share of each post at which what hides it has a weight of 2, on the line and on the one from the head.

    The heights at which the count of what hides changes are put in order; each adds or takes away a weight.
    """
    low, high, head_low, head_high = (np.where(met, span, 0.0).clip(0.0, 1.0) for span in spans)
    # What ends before it begins hides nothing.
    high, head_high = np.maximum(high, low), np.maximum(head_high, head_low)
    heights = np.concatenate([low, high, head_low, head_high], axis=2)
    weights, zero = np.broadcast_to(weight, met.shape), np.zeros(met.shape, int)
    on_line = np.concatenate([weights, -weights, zero, zero], axis=2)
    from_head = np.concatenate([zero, zero, weights, -weights], axis=2)
    order = heights.argsort(axis=2)
    heights, on_line, from_head = (np.take_along_axis(one, order, axis=2) for one in (heights, on_line, from_head))
    hides = (on_line.cumsum(axis=2) >= 2) & (from_head.cumsum(axis=2) >= 2)
    return np.asarray((np.diff(heights, axis=2) * hides[..., :-1]).sum(axis=2))


def _side_by_side(columns: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Return arrays (n, m, c) as one."""
    return np.concatenate(columns, axis=2)


def _over_outline(
    points: Points, way: Points, length: Floats, outline: shapely.Geometry
) -> Iterator[tuple[Floats, Floats]]:
    """Yield (n, m, 1) where lines enter and leave the parts of an outline, the first part of each line, the second ...

    A line without length that lies inside is there all its way.
    """
    shape = length.shape
    spots = shapely.intersects_xy(outline, points[..., 0], points[..., 1]) & (length == 0)
    lines = shapely.linestrings(np.stack([points, points + way], axis=2))
    pieces, line = shapely.get_parts(shapely.intersection(lines, outline).ravel(), return_index=True)
    ends, piece = shapely.get_coordinates(pieces, return_index=True)
    starts, start_ways, squared = points.reshape(-1, 2), way.reshape(-1, 2), np.maximum(length.ravel() ** 2, 1e-9)
    along = ((ends - starts[line[piece]]) * start_ways[line[piece]]).sum(axis=1) / squared[line[piece]]
    enter, leave = np.full(len(pieces), np.inf), np.full(len(pieces), -np.inf)
    np.minimum.at(enter, piece, along)
    np.maximum.at(leave, piece, along)
    kept = leave > enter
    line, enter, leave = line[kept], enter[kept], leave[kept]
    rank = np.arange(len(line)) - np.searchsorted(line, line)
    if spots.any():
        yield np.where(spots, 0.0, 1.0)[..., None], np.where(spots, 1.0, 0.0)[..., None]
    for n in range(int(rank.max(initial=-1)) + 1):
        first, last = np.ones(length.size), np.zeros(length.size)
        first[line[rank == n]], last[line[rank == n]] = enter[rank == n], leave[rank == n]
        yield first.reshape(*shape, 1), last.reshape(*shape, 1)


def inner_box(space: Space, inset: float) -> Box:
    """The box of a space less the inset, which leaves at least half of it."""
    x0, y0, x1, y1 = space.box
    dx, dy = min(inset, (x1 - x0) // 4), min(inset, (y1 - y0) // 4)
    return x0 + dx, y0 + dy, x1 - dx, y1 - dy


def inner_outline(space: Space, inset: float) -> shapely.Geometry:
    """The outline of a space of hexes, less the inset and a hair: what meets this passes the open inside."""
    outline = shapely.union_all(shapely.polygons(space.corners)).buffer(-inset - HAIR, join_style="mitre")
    shapely.prepare(outline)
    return outline


def _centre(space: Space) -> Space:
    """Return the centre of a space, that of all its squares or hexes, with the heights of the whole space."""
    at = np.floor(space.centres.mean(axis=0, keepdims=True) + 0.5)
    x, y = at[0].tolist()
    return Space(at[None], at[None], at, space.cells[:1], (x, y, x, y), space.bottom, space.top, is_point=True)
