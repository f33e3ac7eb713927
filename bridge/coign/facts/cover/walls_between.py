"""The walls that may be between two spaces, and the parts and sides on which each stops a line.

A wall that covers the whole passage (feet to feet up to head to head) where a line meets it stops the line. One that
contains the middle but not the whole is low there. Any other wall has no effect.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.cover.heights import Levels, Passage, Storeys, narrow, storeys
from coign.geometry.lines import Floats, Mask, Points, blocked, cross_walls, distances, moments_of, sides_of, stopped_by
from coign.grid.space import Space, box_about
from coign.scene.scene import Scene
from coign.scene.tokens import Token
from coign.scene.wall_kinds import MOVE_ONLY, NOTHING, SOLID, WINDOW
from coign.scene.walls import named
from coign.util.lazy import lazy

# What holds for lines one way, and not for those back.
BY_DIRECTION = ("has_one_way", "passage", "has_heights", "_storeys", "covering", "containing", "_near")


class WallsBetween:
    """The walls near two spaces, k of them.

    rows   rows of the scene's walls, followed by the sides of things that block
    lines  (k, 4) start and end of each, quanta
    kinds  (k,) kinds of `coign.scene.walls`; an invisible wall is SOLID if it counts
    solid  (k,) the SOLID ones, on most maps all
    found  the kinds that occur
    """

    def __init__(
        self,
        scene: Scene,
        source: Space,
        target: Space,
        levels: Levels,
        things: Sequence[Token] = (),
        *,
        invisible_walls: bool,
        thresholds: bool,
    ) -> None:
        self._scene, self._walls, self._levels = scene, scene.walls, levels
        self._spaces = source, target
        self.box = box_about(source, target)
        rows = scene.wall_rows(*self.box, frozenset(filter(None, levels)))
        kinds = self._walls.kind.take(rows)
        if invisible_walls:
            kinds[kinds == MOVE_ONLY] = SOLID
        self._thresholds = thresholds and bool((np.isfinite(self._walls.opaque.take(rows)) & (kinds == WINDOW)).any())
        if self._thresholds:
            opaque = self._walls.opaque.take(rows)
            kinds[(kinds == WINDOW) & self._is_opaque(source, rows, opaque)] = SOLID
        (stands,) = ((kinds != NOTHING) & (kinds != MOVE_ONLY)).nonzero()
        self.rows, self.kinds = rows.take(stands), kinds.take(stands)
        self.lines = self._walls.lines.take(self.rows, axis=0)
        outlines = [(token, _outline(token)) for token in things]
        self._things = [token for token, sides in outlines for _ in sides]
        if self._things:
            self.lines = np.concatenate([self.lines, *(sides for _, sides in outlines)])
            self.kinds = np.concatenate([self.kinds, np.full(len(self._things), SOLID, self.kinds.dtype)])
        self.solid: Mask = self.kinds == SOLID
        self.found = frozenset(self.kinds.tolist())
        self._kept: dict[tuple[int, bool], Mask | None] = {}

    def turned(self) -> WallsBetween | None:
        """Return the same walls for lines the other way, with what both ways have in common.

        None: a window is solid or not by who looks through it.
        """
        if self._thresholds:
            return None
        other = copy(self)
        for name in BY_DIRECTION:
            other.__dict__.pop(name, None)
        other._spaces, other._levels = self._spaces[::-1], self._levels[::-1]
        other._kept = {(1 - place, is_set): found for (place, is_set), found in self._kept.items()}
        return other

    def _is_opaque(self, source: Space, rows: NDArray[np.intp], opaque: Floats) -> Mask:
        """(k,) windows through which nobody in a space sees: it is too far away, or too near.

        As in Foundry, the distance runs from the middle of the space, and is less by half its width to be near enough,
        and more by as much to be far enough. At the very threshold nobody sees.
        """
        unit = self._scene.grid.units_per_quantum
        x0, y0, x1, y1 = source.box
        middle, rim = distances(*source.centre, self._walls.lines.take(rows, axis=0)), max(x1 - x0, y1 - y0) / 2
        near, far = np.maximum(middle - rim, 0.0) * unit, (middle + rim) * unit
        return np.asarray(np.where(opaque < 0, far <= -opaque, near >= opaque))

    def __len__(self) -> int:
        return len(self.lines)

    def of_kind(self, *kinds: int) -> Mask:
        """(k,) walls of these kinds."""
        first, *others = [kind for kind in kinds if kind in self.found] or kinds
        mask = self.solid if first == SOLID else np.asarray(self.kinds == first)
        for kind in others:
            mask = mask | (self.kinds == kind)
        return mask

    @property
    def all_solid(self) -> bool:
        """Return whether every wall is solid."""
        return self.found <= {SOLID}

    def names(self, mask: Mask) -> list[str]:
        """Name the walls of a mask (k,): "wall:ID", or "token:ID" for those round a thing."""
        return list(dict.fromkeys(map(self.name, mask.nonzero()[0].tolist())))

    def named(self, names: Collection[str]) -> Mask:
        """(k,) walls with one of these names."""
        row = self._walls.row
        rows = [row[key] for name in names if (key := name.removeprefix("wall:")) != name and key in row]
        things = [f"token:{token.id}" in names for token in self._things]
        wanted = np.zeros(len(self._walls.ids), bool)
        wanted[rows] = True
        return np.concatenate([wanted[self.rows], np.array(things, bool)])

    def name(self, n: int) -> str:
        """Name one of the walls."""
        walls = len(self.rows)
        return f"wall:{self._walls.ids[self.rows[n]]}" if n < walls else f"token:{self._things[n - walls].id}"

    @lazy
    def _near(self) -> Mask:
        """(2, k) walls whose box and that of each of the two spaces overlap."""
        boxes, one, other = np.array([[space.box] for space in self._spaces]), self.lines[:, :2], self.lines[:, 2:]
        found = (np.minimum(one, other) < boxes[..., 2:]) & (np.maximum(one, other) > boxes[..., :2])
        return np.asarray(found.all(axis=2))

    @lazy
    def moments(self) -> Floats:
        """(k,) for `geometry.lines`."""
        return moments_of(self.lines) if self._things else np.asarray(self._walls.moments.take(self.rows))

    @lazy
    def stops_from(self) -> NDArray[np.int8] | None:
        """(k,) Foundry's `dir` of each wall, None where all of them stop both ways."""
        stops_from = self._walls.stops_from[self.rows] if self._walls.has_one_way else None
        if stops_from is None or not stops_from.any():
            return None
        return np.concatenate([stops_from, np.zeros(len(self._things), stops_from.dtype)])

    @lazy
    def has_one_way(self) -> bool:
        """Return whether a wall between the two spaces may stop one way and not the other."""
        if self._thresholds:
            return True
        if self.stops_from is None:
            return False
        source, target = self._spaces
        ground = shapely.MultiPoint(np.concatenate([source.hull, target.hull])).convex_hull
        lines = shapely.linestrings(self.lines[self.stops_from != 0].reshape(-1, 2, 2))
        return bool((shapely.intersects(ground, lines) & ~shapely.touches(ground, lines)).any())

    def parted(self, space: Space, *, is_set: bool = False) -> Mask | None:
        """(m,) corners of one of the two spaces that a solid wall separates from their square's centre; None if no wall
        is near.

        With `is_set`, only the walls of which a GM set the cover are used.
        """
        key = int(space is self._spaces[1]), is_set
        if key not in self._kept:
            self._kept[key] = self._parted(space, is_set=is_set)
        return self._kept[key]

    def _parted(self, space: Space, *, is_set: bool) -> Mask | None:
        if not len(self) or space.is_point:
            return None
        place = int(space is self._spaces[1])
        inside = self._near[place] & (self.solid & self.is_set if is_set else self.solid)
        if not inside.any():
            return None
        if self._walls.has_levels:
            inside &= named(self._names, self._levels[place])
        if self.has_heights:
            bottom, top = self.heights
            inside &= (bottom <= space.bottom) & (top >= space.top)
        lines, squares = self.lines[inside], range(len(space.inset))
        cut = [blocked(cross_walls(space.inset[n], space.centres[n : n + 1], lines)) for n in squares]
        return np.concatenate(cut)[:, 0]

    # --- heights ---

    @lazy
    def passage(self) -> Passage:
        """Return the passage from one space to the other."""
        return Passage(*self._spaces)

    @lazy
    def has_heights(self) -> bool:
        """Return whether the effect of a wall on a line depends on the line's height."""
        if self._storeys is not None or self._things:
            return True
        return self._walls.has_heights and bool(np.isfinite(self.heights).any())

    @lazy
    def heights(self) -> tuple[Floats, Floats]:
        """(k,) twice: the bottom and the top of each, in units; infinite for a wall without heights."""
        spaces = [token.space for token in self._things]
        bottom = np.concatenate([self._walls.bottom[self.rows], [space.bottom for space in spaces]])
        return bottom, np.concatenate([self._walls.top[self.rows], [space.top for space in spaces]])

    @lazy
    def is_set(self) -> Mask:
        """(k,) walls of which a GM set the cover."""
        return np.concatenate([self._walls.is_set[self.rows], np.zeros(len(self._things), bool)])

    @lazy
    def tall(self) -> Floats:
        """(k,) how tall each is, from its foot to its top, in units."""
        return np.concatenate([self._walls.tall[self.rows], [token.space.height for token in self._things]])

    @lazy
    def _storeys(self) -> Storeys | None:
        """Return the storeys between which the lines run, if some walls are on only one of them."""
        return storeys(self._levels, self._scene.levels) if self._walls.has_levels else None

    @lazy
    def _names(self) -> list[frozenset[str]]:
        """Return the levels that each wall names."""
        own = [frozenset({token.level} if token.level else ()) for token in self._things]
        return [*(self._walls.levels[n] for n in self.rows), *own]

    def covers(self, along: Floats) -> tuple[Mask, Mask]:
        """Return whether each wall covers the whole passage, and whether it contains the middle, `along` (..., k)."""
        whole, middle = self.passage.covered(*self.heights, along)
        if self._storeys is not None:
            there = self._storeys.there(self._names, self.passage.middle(along))
            whole, middle = whole & there, middle & there
        return whole, middle

    def covered_share(self, along: Floats) -> Floats:
        """(..., k) the share of the passage, feet to head, that each wall covers at `along` a line."""
        return self.passage.covered_share(*self.heights, along)

    def in_force(self, points: Points) -> tuple[Mask, Mask]:
        """(p, k) twice: walls of any kind that stop lines from a point to some spot of the target, and to every spot.

        The two differ because lines to farther or nearer spots may pass above or below a wall.
        """
        force = self.faces(points)
        if not self.has_heights:
            return force, force
        along, (first, last) = self._along(points, self._spaces[1].corners.reshape(-1, 2)), self.covering
        nearest, farthest = along.min(axis=1), along.max(axis=1)
        wholly = (first <= nearest) & (farthest <= last)
        return force & (wholly | ((first < farthest) & (nearest < last) & (first < last))), force & wholly

    def faces(self, points: Points) -> Mask:
        """(p, k) walls that stop what comes from a point; a one-way wall stops it from its blocking side only."""
        if self.stops_from is None:
            return np.ones((len(points), len(self)), bool)
        return stopped_by(self.stops_from, sides_of(points, self.lines))

    @lazy
    def covering(self) -> tuple[Floats, Floats]:
        """(k,) twice: the start and end of the part of the way where each wall covers the whole passage."""
        return self._on_storeys(*self.passage.covering(*self.heights))

    @lazy
    def containing(self) -> tuple[Floats, Floats]:
        """(k,) twice: the start and end of the part of the way where each wall contains the passage's middle."""
        return self._on_storeys(*self.passage.containing(*self.heights))

    def _on_storeys(self, first: Floats, last: Floats) -> tuple[Floats, Floats]:
        """Narrow parts of the way (k,) to each wall's side of the floor between two levels."""
        if self._storeys is not None:
            low, high = self._storeys.extents(self._names)
            start, end = self.passage.start.middle, self.passage.end.middle
            narrow(first, last, start - low, end - low)
            narrow(first, last, high - start, high - end)
        return first, last

    def _along(self, points: Points, spots: Points) -> Floats:
        """(p, m, k) how far along the line to each spot it meets each wall's line; 1 for a spot not beyond it."""
        start, end = sides_of(points, self.lines)[:, None], sides_of(spots, self.lines)[None]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(start * end < 0, start / (start - end), 1.0)


def _outline(thing: Token) -> Floats:
    """Return the sides (s, 4) of a thing's space as walls."""
    ring = shapely.get_coordinates(thing.space.outline)
    return np.floor(np.hstack([ring[:-1], ring[1:]]) + 0.5)
