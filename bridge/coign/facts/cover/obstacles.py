"""The obstacles between two bodies: upright ones, which are walls, and flat ones, which are floors.

Each obstacle has a place on the map and reaches from a bottom to a top. A thing, such as a barrel, is made of walls
round its space, with a floor at its top and another at its bottom. Creatures give only soft cover, and are kept apart.

**Attackers look over their own walls, and out of their own windows.** An obstacle that is nearer to the attacker's
space than to the target's is the attacker's *own*. For a wall, the place where a line meets it decides; a thing is own
as a whole. A part of a body is hidden only if it is hidden twice: on the line past all obstacles, and when the own ones
are measured on the line from the attacker's head instead. Hence walls are cut into pieces with one owner each
(`Pieces`), and so are floors.
"""

from __future__ import annotations

from copy import copy

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.conventions import Conventions
from coign.facts.cover.body import Standing
from coign.facts.cover.floors import Floor, split
from coign.facts.cover.heights import Storeys
from coign.facts.cover.owners import Owners, Pieces
from coign.facts.cover.pieced_walls import over, runs, wholes
from coign.facts.cover.surroundings import Surroundings
from coign.geometry import areas
from coign.geometry.lines import Floats, Mask, Points, boxes_of, distances, moments_of, sides_of, stopped_by
from coign.grid.space import Box
from coign.scene.wall_kinds import GIVING, LIMITED, MOVE_ONLY, NOTHING, SOLID, WINDOW
from coign.scene.walls import named
from coign.util.lazy import lazy
from coign.util.tasks import Made, Task

# Properties that depend on the direction of the lines.
BY_DIRECTION = ("owners", "floors")

Ints = NDArray[np.intp]


class Obstacles:
    """The obstacles near two spaces, k walls among them.

    Attributes:
        rows: rows of the scene's walls; they are followed by the sides of things.
        lines: (k, 4) start and end of each, quanta.
        kinds: (k,) kinds of `coign.scene.walls`; an invisible wall is SOLID if it counts.
        solid: (k,) the SOLID walls, on most maps all of them.
        found: the kinds that occur.
        creatures: the creatures that may give soft cover.
        rise: the heights of the lines.
    """

    def __init__(self, around: Surroundings, ignore: frozenset[str], conventions: Conventions) -> None:
        self.scene, self._walls = around.scene, around.scene.walls
        self._invisible_walls = conventions.invisible_walls == "solid"
        self._face(around)
        near = around.tokens(ignore)
        self._things = around.things(near)
        lying_count = conventions.lying_creatures == "cover"
        low, high = around.rise.ends
        self.creatures = [
            token
            for token in near
            if token.is_soft and (lying_count or not token.lies) and token.space.top > low and token.space.bottom < high
        ]
        # Collect the walls near the lines, and decide which windows and invisible walls are solid.
        rows = self.scene.wall_rows(*around.inside, around.known)
        kinds = self._walls.kind.take(rows)
        if self._invisible_walls:
            kinds[kinds == MOVE_ONLY] = SOLID
        self._thresholds = conventions.windows == "threshold" and bool(
            (np.isfinite(self._walls.opaque.take(rows)) & (kinds == WINDOW)).any()
        )
        if self._thresholds:
            kinds[(kinds == WINDOW) & self._is_opaque(rows)] = SOLID
        # Keep the walls that stop anything, and add the sides of things.
        (stands,) = ((kinds != NOTHING) & (kinds != MOVE_ONLY)).nonzero()
        self.rows, self.kinds = rows.take(stands), kinds.take(stands)
        self.lines = self._walls.lines.take(self.rows, axis=0)
        self._thing = np.empty(0, np.intp)
        if self._things:
            outlines = [thing.sides for thing in self._things]
            self._thing = np.repeat(np.arange(len(outlines)), list(map(len, outlines)))
            self.lines = np.concatenate([self.lines, *outlines])
            of_things = np.array([thing.kind for thing in self._things], self.kinds.dtype)
            self.kinds = np.concatenate([self.kinds, of_things[self._thing]])
        self.solid: Mask = self.kinds == SOLID
        self.found = frozenset(self.kinds.tolist())

    def turned(self) -> Obstacles | None:
        """Return the same obstacles for lines the other way, sharing the properties of both directions.

        Return None if a window has a threshold: whether it is solid depends on the viewer.
        """
        if self._thresholds:
            return None
        other = copy(self)
        for name in BY_DIRECTION:
            other.__dict__.pop(name, None)
        other._face(self.around.turned())
        return other

    def _face(self, around: Surroundings) -> None:
        """Take the direction of the lines."""
        self.around, self.spaces, self.rise, self.box = around, around.spaces, around.rise, around.box

    def _is_opaque(self, rows: Ints) -> Mask:
        """(k,) windows that the attacker cannot see through, because it is too far away or too near.

        As in Foundry, the distance runs from the middle of the space. Half the space's width is subtracted to test
        whether it is near enough, and added to test whether it is far enough. At the exact threshold it cannot see.
        """
        unit, source, opaque = self.scene.grid.units_per_quantum, self.spaces[0], self._walls.opaque.take(rows)
        x0, y0, x1, y1 = source.box
        middle, rim = distances(*source.centre, self._walls.lines.take(rows, axis=0)), max(x1 - x0, y1 - y0) / 2
        near, far = np.maximum(middle - rim, 0.0) * unit, (middle + rim) * unit
        return np.asarray(np.where(opaque < 0, far <= -opaque, near >= opaque))

    def __len__(self) -> int:
        return len(self.lines)

    # --- what they are ------------------------------------------------------------------------------------------------

    def of_kind(self, *kinds: int) -> Mask:
        """(k,) walls of these kinds."""
        first, *others = [kind for kind in kinds if kind in self.found] or kinds
        mask = self.solid if first == SOLID else np.asarray(self.kinds == first)
        for kind in others:
            mask = mask | (self.kinds == kind)
        return mask

    @lazy
    def is_set(self) -> Mask:
        """(k,) walls whose cover a GM set."""
        things = np.array([thing.kind != SOLID for thing in self._things], bool)
        return np.concatenate([self._walls.is_set[self.rows], things[self._thing]])

    def names(self, mask: Mask) -> list[str]:
        """Name the walls of a mask (k,): "wall:ID", or "token:ID" and "tile:ID" for those round a thing."""
        return list(dict.fromkeys(map(self.name, mask.nonzero()[0].tolist())))

    def name(self, n: int) -> str:
        """Name one of the walls."""
        walls = len(self.rows)
        if n < walls:
            return f"wall:{self._walls.ids[self.rows[n]]}"
        return self._things[int(self._thing[n - walls])].name

    # --- sides --------------------------------------------------------------------------------------------------------

    @lazy
    def moments(self) -> Floats:
        """(k,) the moments of the walls, for `geometry.lines`."""
        return moments_of(self.lines) if self._things else np.asarray(self._walls.moments.take(self.rows))

    @lazy
    def stops_from(self) -> NDArray[np.int8] | None:
        """(k,) Foundry's `dir` of each wall; None if all walls stop both ways."""
        stops_from = self._walls.stops_from[self.rows] if self._walls.has_one_way else None
        if stops_from is None or not stops_from.any():
            return None
        return np.concatenate([stops_from, np.zeros(len(self._thing), stops_from.dtype)])

    @lazy
    def has_one_way(self) -> bool:
        """Return whether a wall between the two spaces may stop one way and not the other."""
        if self._thresholds:
            return True
        if self.stops_from is None:
            return False
        source, target = self.spaces
        # Find one-way walls that cross the hull of the two spaces.
        ground = shapely.MultiPoint(np.concatenate([source.hull, target.hull])).convex_hull
        lines = shapely.linestrings(self.lines[self.stops_from != 0].reshape(-1, 2, 2))
        return bool((shapely.intersects(ground, lines) & ~shapely.touches(ground, lines)).any())

    def faces(self, points: Points) -> Mask | None:
        """(p, k) walls that stop lines from each point: one-way walls from one side only. None if all walls do."""
        if self.stops_from is None:
            return None
        return stopped_by(self.stops_from, sides_of(points, self.lines))

    # --- heights ------------------------------------------------------------------------------------------------------

    @lazy
    def has_heights(self) -> bool:
        """Return whether any wall may have a bottom or a top."""
        if self._storeys is not None or self._things:
            return True
        return self._walls.has_heights and bool(np.isfinite(self.heights).any())

    @lazy
    def heights(self) -> tuple[Floats, Floats]:
        """(k,) twice: the bottom and the top of each wall, in units; infinite for a wall without heights.

        For lines between two levels, a wall on only one of them ends at the floor.
        """
        bottom, top, things = self._walls.bottom[self.rows], self._walls.top[self.rows], self._things
        if things:
            bottom = np.concatenate([bottom, np.array([one.bottom for one in things])[self._thing]])
            top = np.concatenate([top, np.array([one.top for one in things])[self._thing]])
        return (bottom, top) if self._storeys is None else self._storeys.cut(self._names, bottom, top)

    @lazy
    def bounded(self) -> Mask:
        """(k,) walls with a bottom or a top that some line may pass."""
        (bottom, top), (lowest, highest) = self.heights, self.rise.ends
        return np.asarray((bottom > lowest) | (top < highest))

    @lazy
    def has_bounded(self) -> bool:
        """Return whether there may be such walls."""
        return self.has_heights and bool(self.bounded.any())

    @lazy
    def tall(self) -> Floats:
        """(k,) the height of each wall from foot to top, in units. Walls on top of one another count as one."""
        foot, top = self._walls.bottom[self.rows], self._walls.top[self.rows]
        ends = np.isfinite(top)
        foot[ends] = top[ends] - self._walls.tall[self.rows][ends]
        of_walls = over(self._pile, np.maximum, top) - over(self._pile, np.minimum, foot)
        of_things = np.array([one.top - one.bottom for one in self._things], float)[self._thing]
        return np.concatenate([of_walls, of_things])

    @Made
    def wholes(self) -> Task[tuple[Ints, Ints]]:
        """(k,) the number of the whole, a wall in pieces or a thing, that each wall is of; the piles of walls alone."""
        walls = len(self.rows)
        bottom, top = (column[:walls] for column in self.heights)
        run, pile = yield from wholes(self.lines[:walls], self.kinds[:walls], bottom, top)
        return np.concatenate([run, walls + self._thing]), pile

    @property
    def run(self) -> Ints:
        """(k,) the number of the whole that each wall belongs to."""
        return self.wholes[0]

    @property
    def _pile(self) -> Ints:
        return self.wholes[1]

    def run_of(self, some: Ints) -> Ints:
        """(v,) the number of the whole that each of some walls belongs to, if there were only these."""
        walls, drawn = len(self.rows), some < len(self.rows)
        pieces, found = some[drawn], np.empty(len(some), np.intp)
        bottom, top = (column[:walls] for column in self.heights)
        ends = over(self._pile, np.minimum, bottom), over(self._pile, np.maximum, top)
        alike = list(zip(*(column[pieces].tolist() for column in (self.kinds, *ends)), strict=True))
        found[drawn] = pieces[runs(self.lines[pieces], alike)]
        found[~drawn] = walls + self._thing[some[~drawn] - walls]
        return found

    @lazy
    def _storeys(self) -> Storeys | None:
        """Return the storeys between which the lines run, if some walls are on only one of them."""
        return self.around.storeys if self._walls.has_levels else None

    @lazy
    def _names(self) -> list[frozenset[str]]:
        """Return the levels that each wall names."""
        things = self._things
        return [*(self._walls.levels[n] for n in self.rows), *(things[n].levels for n in self._thing)]

    # --- whose they are -----------------------------------------------------------------------------------------------

    @lazy
    def owners(self) -> Owners:
        """The owner of each wall."""
        thing = np.concatenate([np.full(len(self.rows), -1), self._thing])
        return Owners(*self.spaces, self.lines, thing, self._things)

    def pieces(self, points: Points, box: Box) -> Task[Pieces]:
        """Return the walls in pieces, if they may hide a part of a box from some of the points.

        Walls that no line passes above or below stay whole, because their owner does not matter.
        """
        if not self.has_bounded:
            return Pieces(np.arange(len(self)), self.lines, np.zeros(len(self), bool), whole=True)
        (bottom, top), (lowest, highest) = self.heights, self.rise.ends
        casts = areas.cast(points, self.lines, box)[0].any(axis=0) & (bottom <= highest) & (top >= lowest)
        return (yield from self.owners.pieces(casts, self.bounded))

    # --- what stands about a body -------------------------------------------------------------------------------------

    def about(self) -> list[Standing | None]:
        """Return the obstacles near each of the two spaces that can give cover, or None."""
        # Select the walls whose box overlaps that of each space.
        boxes = boxes_of(self.lines) if self._things else self._walls.boxes.take(self.rows, axis=0)
        ends = np.array([(x1, y1, -x0, -y0) for x0, y0, x1, y1 in (space.box for space in self.spaces)])
        near = (boxes < ends[:, None]).all(axis=2) & self.of_kind(*GIVING)
        if self._walls.has_levels:
            near &= np.array([named(self._names, level) for level in self.around.levels])
        if not np.count_nonzero(near):
            return [None, None]
        every = Standing(self.lines, *self.heights, self.of_kind(LIMITED))
        stands = [not space.is_point and some.any() for space, some in zip(self.spaces, near, strict=True)]
        return [every.those(some) if is_some else None for is_some, some in zip(stands, near, strict=True)]

    # --- floors -------------------------------------------------------------------------------------------------------

    @Made
    def floors(self) -> Task[list[Floor]]:
        """The floors and ceilings that a line may pass, split where a part is the attacker's own."""
        passed = [floor for floor in self.every_floor if self.rise.passes(floor.elevation)]
        if not passed or self.spaces[0].is_point:
            return passed
        return (yield from split(passed, *self.spaces, self.box, self.owners.own_things))

    @lazy
    def every_floor(self) -> list[Floor]:
        """The floors and ceilings near the lines, whole."""
        return self.around.floors(self._things, invisible_walls=self._invisible_walls)
