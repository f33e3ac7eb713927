"""The walls that may come between two spaces: which they are, and where along a line and on which side each stops.

A wall that covers the whole passage (feet to feet up to head to head) where a line meets it stops the line, one that
contains the middle but not the whole is low there, any other is nothing.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from coign.facts.heights import Levels, Passage, Storeys, narrow, storeys
from coign.facts.hull import Hull
from coign.facts.points import parted
from coign.geometry.lines import Floats, Mask, Points, stopped_by
from coign.geometry.one_by_one import FEW, met_by, reaches, stands_across
from coign.grid.space import Space, corners_of
from coign.scene.scene import Scene
from coign.scene.walls import MOVE_ONLY, NOTHING, SOLID, THREE_QUARTERS, named

_STANDS = np.ones(THREE_QUARTERS + 1, bool)
_STANDS[[NOTHING, MOVE_ONLY]] = False


class Between:
    """The walls near two spaces, k of them.

    rows   (k,) of the scene's walls
    lines  (k, 4) from where to where they go, quanta
    kinds  (k,) as `coign.scene.walls` has them; an invisible wall is SOLID where it is to count
    solid  (k,) the SOLID ones, on most maps all
    """

    def __init__(self, scene: Scene, source: Space, target: Space, levels: Levels, *, invisible_walls: bool) -> None:
        self._scene, self._walls, self._levels = scene, scene.walls, levels
        self._spaces = source, target
        self.hull = Hull(source, target)
        rows = scene.wall_rows(*self.hull.inside, frozenset(filter(None, levels)))
        lines, kinds = self._walls.lines.take(rows, axis=0), self._walls.kind.take(rows)
        if invisible_walls:
            kinds[kinds == MOVE_ONLY] = SOLID
        stands = _STANDS.take(kinds)
        if len(rows) > FEW:  # else they are looked at sooner than sifted
            stands &= self.hull.crossed_by(lines)
        (near,) = stands.nonzero()
        self.rows, self.lines, self.kinds = rows.take(near), lines.take(near, axis=0), kinds.take(near)
        self.solid: Mask = self.kinds == SOLID

    def __len__(self) -> int:
        return len(self.rows)

    def of_kind(self, *kinds: int) -> Mask:
        """(k,) walls of these kinds."""
        if kinds == (SOLID,):
            return self.solid
        mask = np.asarray(self.kinds == kinds[0])
        for kind in kinds[1:]:
            mask |= self.kinds == kind
        return mask

    @property
    def all_solid(self) -> bool:
        """Whether every one is."""
        return bool(np.count_nonzero(self.solid) == len(self))

    def names(self, mask: Mask | list[int]) -> list[str]:
        """Ids of the walls of a mask (k,), or of their numbers."""
        return [self._walls.ids[n] for n in self.rows[mask].tolist()]

    @cached_property
    def between_centres(self) -> list[int]:
        """Which solid walls stand on the line from centre to centre."""
        source, target = self._spaces
        return [n for n in met_by(source.centre, target.centre, self.lines) if self.solid[n]]

    @cached_property
    def one_hides(self) -> bool:
        """Whether one wall stands across all the ground between the two, as most that hide anybody do. False may be
        wrong; for larger creatures it is not worth the asking."""
        source, target = self._spaces
        if len(source.inset) > 1 or self.facing is not None or self.has_heights:
            return False
        corners, starts = corners_of(target.box), source.ends.tolist()
        return any(stands_across(wall, starts, corners) for wall in self.lines[self.between_centres].tolist())

    @cached_property
    def moments(self) -> Floats:
        """(k,) for `geometry.lie`."""
        return np.asarray(self._walls.moments.take(self.rows))

    @cached_property
    def facing(self) -> NDArray[np.int8] | None:
        """(k,) Foundry's `dir` of each wall, None where all of them stop both ways."""
        facing = self._walls.facing[self.rows] if self._walls.has_one_way else None
        return facing if facing is not None and facing.any() else None

    def parted(self, space: Space) -> Mask | None:
        """(m,) corners of one of the two spaces that a solid wall parts from the centre of their own square; None where
        none of them is near enough."""
        if not len(self) or space.is_point:
            return None
        near = [reaches(wall, space.box) for wall in self.lines.tolist()]
        if not any(near):
            return None
        inside = np.array(near) & self.solid
        if self._walls.has_levels:
            inside &= named(self._names, self._levels[space is self._spaces[1]])
        if self._walls.has_heights:
            bottom, top = self._heights
            inside &= (bottom <= space.bottom) & (top >= space.top)
        return parted(space, self.lines[inside])

    # --- heights ---

    @cached_property
    def passage(self) -> Passage:
        """The way from the one space to the other."""
        return Passage(*self._spaces)

    @cached_property
    def has_heights(self) -> bool:
        """Whether it depends on the height of a line what some wall does to it."""
        if self._storeys is not None:
            return True
        return self._walls.has_heights and bool(np.isfinite(self._heights).any())

    @cached_property
    def _heights(self) -> tuple[Floats, Floats]:
        return self._walls.bottom[self.rows], self._walls.top[self.rows]

    @cached_property
    def _storeys(self) -> Storeys | None:
        """The storeys between which the lines run, where some walls stand on one of them only."""
        return storeys(self._levels, self._scene.levels) if self._walls.has_levels else None

    @cached_property
    def _names(self) -> list[frozenset[str]]:
        """The levels that each wall names."""
        return [self._walls.levels[n] for n in self.rows]

    def covers(self, along: Floats) -> tuple[Mask, Mask]:
        """Whether each wall covers the whole passage, and whether it contains the middle, where it is met so far
        `along` a line (..., k)."""
        whole, middle = self.passage.covered(*self._heights, along)
        if self._storeys is not None:
            there = self._storeys.there(self._names, self.passage.middle(along))
            whole, middle = whole & there, middle & there
        return whole, middle

    def in_force(self, points: Points) -> tuple[Mask, Mask | None]:
        """(p, k) twice: walls of any kind that stop what comes from a point's side of them, to any spot of the target,
        and those that do so to a part of it only: what lies farther or nearer is above or below them. None for these
        where no height makes a difference."""
        force = np.ones((len(points), len(self)), bool)
        if self.facing is not None:
            force &= stopped_by(self.facing, self._sides(points))
        if not self.has_heights:
            return force, None
        along, (first, last) = self._along(points, self._spaces[1].corners.reshape(-1, 2)), self._covering
        nearest, farthest = along.min(axis=1), along.max(axis=1)
        wholly = (first <= nearest) & (farthest <= last)
        return force & wholly, force & (first < farthest) & (nearest < last) & ~wholly

    def borders(self, point: Points, wall: int) -> list[list[float]]:
        """Lines (x0, y0, x1, y1), beyond the wall and along it, where it begins or ceases to cover the passage from a
        point (1, 2)."""
        ax, ay, bx, by = self.lines[wall].tolist()
        start, dx, dy = self._sides(point)[0, wall], bx - ax, by - ay
        lines = []
        for along in (self._covering[0][wall], self._covering[1][wall]):
            if 0 < along < 1:
                aside = start * (1 - 1 / along) / (dx * dx + dy * dy)
                lines.append([ax - dy * aside, ay + dx * aside, bx - dy * aside, by + dx * aside])
        return lines

    def covers_at(self, points: Points, spot: Points) -> Mask:
        """(p, k) walls that cover the whole passage where the lines from the points to a spot (2,) meet them."""
        along, (first, last) = self._along(points, spot[None])[:, 0], self._covering
        return np.asarray((first <= along) & (along <= last))

    @cached_property
    def _covering(self) -> tuple[Floats, Floats]:
        """(k,) twice: from where to where along the way each wall covers the whole passage."""
        first, last = self.passage.covering(*self._heights)
        if self._storeys is not None:
            low, high = self._storeys.extents(self._names)
            start, end = self.passage.start.middle, self.passage.end.middle
            narrow(first, last, start - low, end - low)
            narrow(first, last, high - start, high - end)
        return first, last

    def _along(self, points: Points, spots: Points) -> Floats:
        """(p, m, k) how far along the line to each spot each wall's own line is met; 1 for a spot not beyond it."""
        start, end = self._sides(points)[:, None], self._sides(spots)[None]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(start * end < 0, start / (start - end), 1.0)

    def _sides(self, points: Points) -> Floats:
        """(p, k) on which side of each wall's own line each point lies."""
        ax, ay, bx, by = self.lines.T
        return np.asarray((bx - ax) * (points[:, 1:] - ay) - (by - ay) * (points[:, :1] - ax))
