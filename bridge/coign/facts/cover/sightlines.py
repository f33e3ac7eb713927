"""The corner lines between two spaces, and the obstacles that they meet.

Lines run from every corner of every square of the source to every corner of every square of the target, each corner
taken 1 % of a grid space inside its square. A wall is an obstacle by its kind and its heights, a creature or an area by
the open inside of its space.

Arrays are indexed [corner, end, wall]: the source's corners in reading order, the target's likewise. Points are those
corners, then the centres of the source's squares: every point from which the attacker may look.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from coign.facts.cover import obstacles_between as between
from coign.facts.cover.heights import Levels, Passage
from coign.facts.cover.wall_parts import Parts, parts
from coign.facts.cover.walls_between import WallsBetween
from coign.facts.effort import AREA, LINES, of_lines
from coign.geometry.areas import Geometries
from coign.geometry.lines import Crossings, Floats, Mask, cross_walls, stopped
from coign.grid.space import Space
from coign.scene.levels import extent
from coign.scene.regions import Area, Surface
from coign.scene.scene import Scene
from coign.scene.wall_kinds import LIMITED
from coign.util.lazy import lazy
from coign.util.tasks import Task


class Sightlines:
    """All lines from `source` to `target`. The tokens in `ignore` are no obstacles: the two themselves.

    `creatures` are those that may block a line.
    """

    def __init__(
        self,
        scene: Scene,
        source: Space,
        target: Space,
        ignore: frozenset[str] = frozenset(),
        levels: Levels = (None, None),
        *,
        invisible_walls: bool = False,
        thresholds: bool = False,
        lying_count: bool = False,
    ) -> None:
        self.scene, self.source, self.target = scene, source, target
        self._ignore, self._levels = ignore, levels
        self._invisible_walls, self._lying_count = invisible_walls, lying_count
        self._thresholds = thresholds
        near = between.in_between(scene, source, target, ignore, levels)
        # Those that may block a line as walls do, and the living ones.
        things = [token for token in near if token.is_obstacle]
        self.creatures = [token for token in near if token.in_the_way and (lying_count or not token.lies)]
        self.walls = WallsBetween(
            scene, source, target, levels, things, invisible_walls=invisible_walls, thresholds=thresholds
        )
        self.box = self.walls.box
        self._through: dict[tuple[str, bool], Mask] = {}

    def turned(self, scene: Scene) -> Sightlines | None:
        """Return the lines from the target to the source, with the walls and creatures that both ways have in common.

        The scene is the same one, perhaps under other lights. None: see `WallsBetween.turned`.
        """
        walls = self.walls.turned()
        if walls is None:
            return None
        other = Sightlines.__new__(Sightlines)
        other.scene, other.source, other.target = scene, self.target, self.source
        other._ignore, other._levels = self._ignore, self._levels[::-1]
        other._invisible_walls, other._lying_count = self._invisible_walls, self._lying_count
        other._thresholds, other._through = self._thresholds, {}
        other.walls, other.box, other.creatures = walls, self.box, self.creatures
        return other

    def between_centres(self) -> Sightlines:
        """Return the single line between the centres of the two spaces. Who shares either space is not in its way."""
        ends = _centre(self.source), _centre(self.target)
        overlapping, spaces = self.scene.grid.overlapping, (self.source, self.target)
        near = self.scene.tokens_in(*self.box)
        sharing = {token.id for token in near if any(overlapping(token.space, space) for space in spaces)}
        return Sightlines(
            self.scene,
            *ends,
            self._ignore | sharing,
            self._levels,
            invisible_walls=self._invisible_walls,
            thresholds=self._thresholds,
            lying_count=self._lying_count,
        )

    @property
    def effort(self) -> int:
        """Return points times ends times obstacles, an upper bound."""
        points, hexes = len(self.corners) + len(self.source.centres), self.scene.grid.is_hex
        most = of_lines(points, self.target, len(self.walls), len(self.scene.tokens), hexes=hexes)
        if not self.scene.areas and most <= LINES:
            return most
        near = self.scene.areas_in(*self.box)
        areas = sum(AREA + area.points // 40 for area in near if area.bars)
        return of_lines(points, self.target, len(self.walls) + areas, len(self.creatures), hexes=hexes)

    @property
    def passage(self) -> Passage:
        """The way from the source to the target, in units of height."""
        return self.walls.passage

    # --- the points ---

    @property
    def corners(self) -> Floats:
        """(n, 2) the source's corners."""
        return self.source.ends

    @property
    def points(self) -> Floats:
        """(p, 2) the source's corners, then the centres of its squares."""
        return self.source.points

    @property
    def ends(self) -> Floats:
        """(m, 2) the target's corners."""
        return self.target.ends

    @property
    def corners_each(self) -> int:
        """Corners of one square of the target."""
        return int(self.target.inset.shape[1])

    @property
    def squares(self) -> int:
        """How many squares of the target the lines end at."""
        return len(self.target.inset)

    def ends_of(self, square: int) -> slice:
        """Return where the corners of a square are among the ends."""
        each = self.corners_each
        return slice(square * each, (square + 1) * each)

    @lazy
    def usable(self) -> Mask:
        """(p,) points that no solid wall separates from the centre of their own square."""
        usable = np.ones(len(self.points), bool)
        if self._parted is not None:
            usable[: len(self._parted)] = ~self._parted
        return usable

    @lazy
    def _parted(self) -> Mask | None:
        return self.walls.parted(self.source)

    # --- walls ---

    @lazy
    def crossings(self) -> Crossings:
        """Crossings of the corner lines with the walls."""
        return cross_walls(self.corners, self.ends, self.walls.lines, self.walls.stops_from, self.walls.moments)

    @lazy
    def along(self) -> Floats:
        """(n, m, k) how far along each line it meets each wall's own line, 0 to 1."""
        return self.crossings.sides.along().clip(0.0, 1.0)

    @lazy
    def stand(self) -> tuple[Mask, Mask]:
        """(n, m, k) or (k,): walls at full height on a line, and low ones, which contain its middle."""
        if not self.walls.has_heights:
            everywhere = np.ones(len(self.walls), bool)
            return everywhere, ~everywhere
        whole, middle = self.walls.covers(self.along)
        return whole, middle & ~whole

    @lazy
    def _solid_copies(self) -> tuple[Mask, Mask]:
        if not self.walls.has_heights and self.walls.all_solid:
            left = np.asarray(self.crossings.left.any(axis=2))
            same = self.crossings.right is self.crossings.left
            return left, left if same else np.asarray(self.crossings.right.any(axis=2))
        return self._stopped_by(self.stand[0])

    def _stopped_by(self, walls: Mask) -> tuple[Mask, Mask]:
        """(n, m) twice: whether walls of the mask stop the two copies; limited walls do from the second on."""
        limited = self.walls.of_kind(LIMITED) & walls if LIMITED in self.walls.found else None
        return stopped(self.crossings, self.walls.solid & walls, limited)

    @lazy
    def solid(self) -> Mask:
        """(n, m) lines stopped by a solid wall, door or floor. The lines of a corner cut off from its centre count."""
        if not len(self.walls):
            return self._stopped(np.zeros((len(self.corners), len(self.ends)), bool))
        left, right = self._solid_copies
        return self._stopped(left & right)

    def solid_where(self, counts: Mask, there: Mask) -> Mask:
        """(n, m) lines stopped by solid obstacles; only walls that count on a line (n, m, k) are used.

        `there` (n, m) are the lines on which solid obstacles cut off a corner of the target.
        """
        left, right = self._stopped_by(self.stand[0] & counts)
        return self._stopped(left & right, there)

    def _stopped(self, by_walls: Mask, there: Mask | None = None) -> Mask:
        """(n, m) lines stopped by walls or a floor, or with an end that is cut off."""
        parted = self.walls.parted(self.target)
        if parted is not None:
            by_walls |= parted if there is None else parted & there
            if there is not None and (by_gm := self.walls.parted(self.target, is_set=True)) is not None:
                by_walls |= by_gm
        if self.has_floors:
            floors = self.floors[: len(self.corners)]
            by_walls |= floors if there is None else floors & there
        return by_walls

    def meets(self, mask: Mask, solid: Mask, counts: Mask | None = None) -> Mask:
        """(n, m) lines of which each close copy meets a solid wall or one of the mask, and that are not `solid`.

        With `counts` (n, m, k), only the walls that count on a line are used.
        """
        left, right = stopped(self.crossings, mask if counts is None else mask & counts)
        walls = self._solid_copies if counts is None else self._stopped_by(self.stand[0] & counts)
        return np.asarray((left | walls[0]) & (right | walls[1]) & ~solid)

    def walls_on(self, kind: int, solid: Mask, counts: Mask | None) -> Mask | None:
        """(n, m) lines that meet a wall of one kind where it contains their middle; None without such walls."""
        if kind not in self.walls.found:
            return None
        full, low = self.stand
        return self.meets(self.walls.of_kind(kind) & (full | low), solid, counts)

    @lazy
    def covered_share(self) -> Floats:
        """(n, m, k) the share of the passage, feet to head, that each wall covers where a line meets it."""
        return self.walls.covered_share(self.along)

    def parts(self, wanted: Mask, reach: float) -> Task[Parts]:
        """Find the parts of the `wanted` walls (k,) between the outermost lines to a square, and tell whether they come
        within `reach` units of both spaces."""
        quanta = reach / self.scene.grid.units_per_quantum
        return parts(self.source, self.target, self.walls.lines, wanted.nonzero()[0], quanta)

    @lazy
    def low(self) -> Mask | None:
        """(n, m, k) solid walls that are low where a line meets them; None without low walls."""
        if not self.walls.has_heights:
            return None
        found = self.stand[1] & self.walls.solid
        return found if found.any() else None

    def stops(self, *kinds: int) -> Mask:
        """(p, k) walls of these kinds that stop lines from a point to at least one spot of the target.

        They cover the whole passage, and a one-way wall stops only lines from its blocking side.
        """
        return np.asarray(self._in_force[0] & self.walls.of_kind(*kinds))

    def stops_wholly(self, *kinds: int) -> Mask:
        """(p, k) walls of these kinds that stop the lines from a point to every spot of the target."""
        return np.asarray(self._in_force[1] & self.walls.of_kind(*kinds))

    @lazy
    def _in_force(self) -> tuple[Mask, Mask]:
        return self.walls.in_force(self.points)

    def wall_names(self, mask: Mask, counts: Mask | None = None) -> list[str]:
        """Return the names of the walls that a line of the mask (n, m) meets with at least one of its copies.

        With `counts` (n, m, k), only the walls that count on a line are named.
        """
        met = self.crossings.either & mask[:, :, None]
        if counts is not None:
            met &= counts
        if self.walls.has_heights:
            full, low = self.stand
            met &= full | low
        return self.walls.names(np.asarray(met.any(axis=(0, 1))))

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
        """(n, m, b) lines that pass the open inside of each of `creatures`, at one of its heights."""
        return between.through_creatures(self.scene.grid, self.passage, self.corners, self.ends, self.creatures)

    def through(self, area: Area, *, middle: bool = False) -> Mask:
        """(p, m) lines, those from the centres too, that pass through the inside of an area, at one of its heights.

        With `middle`, as for cover, only lines whose middle is within its heights there.
        """
        found = self._through.get((area.id, middle))
        if found is None:
            found = between.through_region(self.passage, self.points, self.ends, area, middle=middle)
            self._through[area.id, middle] = found
        return found

    @property
    def floors(self) -> Mask:
        """(p, m) lines, including those from the centres, that a floor or ceiling stops for effect."""
        if self._is_floored:
            return np.ones((len(self.points), len(self.ends)), bool)
        return between.through_floors(self._floors(sight=False), self.points, self.ends)

    def floor_shadows(self, *, sight: bool) -> Task[Geometries]:
        """(p,) the parts of the target that floors hide from each point, and what lies about them; None where they do
        not."""
        if self._is_floored:
            return np.full(len(self.points), self.target.outline)
        return (yield from between.floor_shadows(self._floors(sight=sight), self.points, self.target))

    def _floors(self, *, sight: bool) -> list[between.Floor]:
        if not self.scene.areas:
            return []
        return between.floors_between(self.passage, self._floored, sight=sight, invisible=self._invisible_walls)

    @lazy
    def has_floors(self) -> bool:
        """Return whether floors or ceilings that stop effect lie between the two."""
        return self._is_floored or bool(self._floors(sight=False))

    @lazy
    def has_floors_for_one(self) -> bool:
        """Return whether floors between the two stop effect and not sight, or sight and not effect."""
        effect, seen = ([(id(one.outline), one.along) for one in self._floors(sight=to)] for to in (False, True))
        return not self._is_floored and effect != seen

    @property
    def _is_floored(self) -> bool:
        """Return whether a floor that is not drawn, over the whole map, lies between the two."""
        return any(self.passage.reaches(elevation) is not None for elevation in self.implied_floors)

    @lazy
    def _floored(self) -> list[Area]:
        return [area for area in self.scene.areas_in(*self.box) if area.surfaces and self._takes_part(area)]

    def surfaces(self) -> list[tuple[Area, Surface]]:
        """Return the floors and ceilings near the lines that stop something."""
        return [(area, one) for area in self._floored for one in area.surfaces if one.move or one.sight]

    @lazy
    def implied_floors(self) -> list[float]:
        """Return the elevations of the floors that are not drawn but count, for lines between two levels."""
        one, other = self._levels
        if not self.scene.floors_at_bottom or not one or not other or one == other:
            return []
        return [extent(self.scene.levels[upper])[0] for _, upper in self.scene.open_levels]

    def areas(self, wanted: str) -> list[Area]:
        """Return the areas near the lines, at their heights, that give cover or obscure (`wanted` is the field)."""
        low = min(self.source.bottom, self.target.bottom)
        high = max(self.source.top, self.target.top)
        return [
            area
            for area in self.scene.areas_in(*self.box)
            if getattr(area, wanted) is not None and area.meets(low, high) and self._takes_part(area)
        ]

    def _takes_part(self, area: Area) -> bool:
        """Return whether an area names no level, or the level of one of the two."""
        levels = [level for level in self._levels if level]
        return not levels or any(map(area.on, levels))


def _centre(space: Space) -> Space:
    """Return the centre of a space, that of all its squares or hexes, with the heights of the whole space."""
    at = np.floor(space.centres.mean(axis=0, keepdims=True) + 0.5)
    x, y = at[0].tolist()
    return Space(at[None], at[None], at, space.cells[:1], (x, y, x, y), space.bottom, space.top, is_point=True)
