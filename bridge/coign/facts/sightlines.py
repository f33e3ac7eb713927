"""The corner lines between two spaces, and everything that is in their way.

Lines run from every corner of every square of the source to every corner of every square of the target, each corner
taken 1 % of a grid space inside its square. What a wall does on a line depends on the line: Three heights run along it
(feet to feet, middle to middle, head to head); a wall that covers the whole passage where they meet stops it, one that
contains the middle but not the whole is low there, any other is nothing. Creatures are in the way with the open inside
of their spaces, areas with theirs.

Arrays are indexed [point, end, wall]: points are the source's corners in reading order, then the centres of its
squares; ends are the target's corners in reading order.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.areas import Area
from coign.facts import bodies, exposed
from coign.facts.effort import AREA, BODY, LINES
from coign.facts.heights import Passage, Storeys, named, storeys
from coign.geometry import (
    Crossings,
    Mask,
    blocked,
    cross_walls,
    in_band,
    polygon_area,
    stands_between,
)
from coign.once import once
from coign.scene import Scene
from coign.space import Space
from coign.tokens import Token
from coign.walls import HALF, LIMITED, MOVE_ONLY, NOTHING, SIGHT_ONLY, SOLID, THREE_QUARTERS, WINDOW

Floats = NDArray[np.float64]
NO_EFFECT = 1e-6  # of the target's space: an exposure up to this is none


class Sightlines:
    """All lines from `source` to `target`. `ignore` are the tokens that are no obstacle: the two themselves."""

    def __init__(
        self,
        scene: Scene,
        source: Space,
        target: Space,
        ignore: frozenset[str] = frozenset(),
        levels: tuple[str | None, str | None] = (None, None),
        *,
        invisible_walls: bool = False,
    ) -> None:
        self.scene, self.source, self.target = scene, source, target
        self.ignore, self.levels = ignore, levels
        self.passage, self._invisible_walls = Passage(source, target), invisible_walls
        (a, b, c, d), (e, f, g, h) = source.box, target.box
        self.box = (min(a, e), min(b, f), max(c, g), max(d, h))
        walls = scene.walls
        rows = scene.wall_rows(*self.box, frozenset(level for level in levels if level))
        kinds = walls.kind[rows]
        keep = (kinds != NOTHING) & self._in_band(walls.lines.take(rows, axis=0))
        if not invisible_walls:
            keep &= kinds != MOVE_ONLY
        self.rows = rows[keep]
        self.kinds = kinds[keep]
        if invisible_walls:
            self.kinds[self.kinds == MOVE_ONLY] = SOLID
        self.lines = walls.lines.take(self.rows, axis=0)
        self._through: dict[str, Mask] = {}

    def _in_band(self, lines: Floats) -> Mask:
        """(k,) walls that come between the two edges of the band from one space to the other; no other can matter."""
        (ax, ay), (bx, by) = self.source.centre, self.target.centre
        widest = max(bodies.width(space, bx - ax, by - ay) for space in (self.source, self.target))
        return in_band(lines, (ax, ay), (bx, by), widest)

    @property
    def effort(self) -> int:
        """Points times ends times obstacles, counted generously where that makes no difference."""
        each = len(self.points) * (len(self.ends) + 4)
        if not self.scene.areas and (most := each * (len(self.rows) + BODY * len(self.scene.tokens))) <= LINES:
            return most
        areas = sum(AREA + area.points // 40 for area in self.scene.areas_in(*self.box))
        return each * (len(self.rows) + BODY * len(self.bodies) + areas)

    @property
    def one_way(self) -> bool:
        """Whether some wall among them stops one way only."""
        return self._facing is not None

    def backward(self) -> Sightlines:
        """The lines from the target back."""
        one, other = self.levels
        return Sightlines(
            self.scene, self.target, self.source, self.ignore, (other, one), invisible_walls=self._invisible_walls
        )

    def clear(self) -> tuple[bool, bool]:
        """Line of effect, and line of sight by geometry alone."""
        exposures, sights = (float(np.nanmax(shares, initial=0.0)) for shares in (self.exposures, self.sights))
        return exposures > NO_EFFECT, sights > NO_EFFECT

    # --- the points ---

    @once
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

    @once
    def usable(self) -> Mask:
        """(p,) points that no solid wall separates from the centre of their own square."""
        return ~self._separated(self.source, len(self.points))

    # --- walls ---

    @once
    def _all(self) -> Crossings:
        """Crossings of the lines to the target's inset corners, then to the true corners of its `pieces`."""
        walls = self.scene.walls
        ends = np.concatenate([self.ends, *self.target.pieces])
        return cross_walls(self.points, ends, self.lines, self._facing, walls.forms.take(self.rows, axis=0))

    @once
    def _facing(self) -> NDArray[np.int8] | None:
        """Foundry's `dir` of each wall, None where all of them stop both ways."""
        walls = self.scene.walls
        facing = walls.facing[self.rows] if walls.has_one_way else None
        return facing if facing is not None and facing.any() else None

    def _slice(self, start: int, stop: int) -> Crossings:
        full = self._all
        span = slice(start, stop)
        return Crossings(
            full.left[:, span],
            full.right[:, span],
            full.start,
            full.end[span],
            full.ends_a[:, span],
            full.ends_b[:, span],
        )

    @once
    def crossings(self) -> Crossings:
        return self._slice(0, len(self.ends))

    @once
    def _has_heights(self) -> bool:
        walls = self.scene.walls
        if self._storeys is not None:
            return True
        if not walls.has_heights:
            return False
        return bool(np.isfinite(walls.bottom[self.rows]).any() or np.isfinite(walls.top[self.rows]).any())

    @once
    def along(self) -> Floats:
        """(p, m, k) how far along each line it meets each wall's own line, 0 to 1."""
        return np.clip(self.crossings.along(), 0.0, 1.0)

    @once
    def _storeys(self) -> Storeys | None:
        """The storeys between which the lines run, where some walls stand on one of them only."""
        return storeys(self.levels, self.scene.levels) if self.scene.walls.has_levels else None

    @once
    def _names(self) -> list[frozenset[str]]:
        """The levels that each wall names."""
        return [self.scene.walls.levels[n] for n in self.rows]

    def _covers(self, along: Floats) -> tuple[Mask, Mask]:
        """Whether each wall covers the whole passage, and whether it contains the middle, at a place along the line."""
        walls = self.scene.walls
        whole, middle = self.passage.covered(walls.bottom[self.rows], walls.top[self.rows], along)
        if self._storeys is not None:
            there = self._storeys.there(self._names, self.passage.middle(along))
            whole, middle = whole & there, middle & there
        return whole, middle

    @once
    def _stand(self) -> tuple[Mask, Mask]:
        """(p, m, k) or (k,): walls at full height on a line, and low ones."""
        if not self._has_heights:
            everywhere = np.ones(len(self.rows), bool)
            return everywhere, ~everywhere
        whole, middle = self._covers(self.along)
        return whole, middle & ~whole

    def _of_kind(self, *kinds: int) -> Mask:
        mask = np.asarray(self.kinds == kinds[0])
        for kind in kinds[1:]:
            mask = mask | (self.kinds == kind)
        return np.asarray(mask)

    def _copies(self, mask: Mask, limited: bool = False) -> tuple[Mask, Mask]:
        """(p, m) twice: whether the left and the right copy of each line meet a wall of the mask."""
        left, right = (copy & mask for copy in (self.crossings.left, self.crossings.right))
        if limited:
            return np.asarray(left.sum(axis=2) >= 2), np.asarray(right.sum(axis=2) >= 2)
        return np.asarray(left.any(axis=2)), np.asarray(right.any(axis=2))

    @once
    def _solid_copies(self) -> tuple[Mask, Mask]:
        return self._stopped_by(self._stand[0])

    def _stopped_by(self, walls: Mask) -> tuple[Mask, Mask]:
        solid = self._of_kind(SOLID)
        left, right = self._copies(solid & walls)
        if (self.kinds == LIMITED).any():
            two_left, two_right = self._copies(self._of_kind(LIMITED) & walls, limited=True)
            left, right = left | two_left, right | two_right
        return left, right

    @once
    def solid(self) -> Mask:
        """(p, m) lines that something solid stops: walls, doors, floors. A corner cut off from its centre counts."""
        if not len(self.rows):
            return self._floors.copy()
        left, right = self._solid_copies
        return np.asarray((left & right) | self._floors | self._separated(self.target, len(self.ends))[None])

    def solid_where(self, counts: Mask) -> Mask:
        """(p, m) the same, by those walls only that count where a line meets them (p, m, k)."""
        left, right = self._stopped_by(self._stand[0] & counts)
        return np.asarray((left & right) | self._floors | self._separated(self.target, len(self.ends))[None])

    def meets(self, mask: Mask, counts: Mask | None = None) -> Mask:
        """(p, m) lines every close copy of which meets a wall of the mask, or a solid one. Of all of them only those
        where `counts` (p, m, k), if given."""
        left, right = self._copies(mask if counts is None else mask & counts)
        stopped = self._solid_copies if counts is None else self._stopped_by(self._stand[0] & counts)
        solid = self.solid if counts is None else self.solid_where(counts)
        return np.asarray((left | stopped[0]) & (right | stopped[1]) & ~solid)

    def walls_on(self, kind: int, counts: Mask | None = None) -> Mask | None:
        """(p, m) lines that meet a wall of one kind where it contains their middle; None where there is none."""
        of_kind = self.kinds == kind
        if not of_kind.any():
            return None
        full, low = self._stand
        return self.meets(of_kind & (full | low), counts)

    @once
    def low(self) -> Mask | None:
        """(p, m, k) solid walls that are low where a line meets them; None where there are none."""
        if not self._has_heights:
            return None
        _, low = self._stand
        found = low & self._of_kind(SOLID)
        return found if found.any() else None

    def nearer(self) -> tuple[Floats, Floats]:
        """(p, m, k) twice: units from each creature's space to where a line meets a wall."""
        at = self.points[:, None, None] + self.along[..., None] * (self.ends[:, None] - self.points[:, None, None])
        scale = self.scene.grid.units_per_quantum
        return tuple(_gap(space, at) * scale for space in (self.source, self.target))  # type: ignore[return-value]

    def between(self, square: int) -> Mask:
        """(p, k) solid walls that stand between the lines from a point to one square of the target."""
        first = square * self.corners_each
        mask = stands_between(
            self.points, self.target.inset[square], self.lines, self._slice(first, first + self.corners_each)
        )
        return mask & self.stops(SOLID)

    @once
    def _floors(self) -> Mask:
        """(p, m) lines whose middle passes through a floor or ceiling that stops effect."""
        return self._through_surfaces(sight=False)

    def _through_surfaces(self, *, sight: bool) -> Mask:
        """(p, m) lines whose middle passes through a surface that a region defines and that stops effect, or sight."""
        stopped = np.zeros((len(self.points), len(self.ends)), bool)
        if self.source.middle == self.target.middle:
            return stopped
        for area in self.scene.areas_in(*self.box):
            for surface in area.surfaces if self._takes_part(area) else ():
                stops = surface.sight if sight else surface.move and (surface.sight or self._invisible_walls)
                along = self.passage.reaches(surface.elevation)
                if stops and along is not None:
                    at = self.points[:, None] + along * (self.ends - self.points[:, None])
                    stopped |= shapely.intersects_xy(area.polygon, at[..., 0], at[..., 1])
        return stopped

    def stops(self, *kinds: int) -> Mask:
        """(p, k) walls of these kinds that stop what comes from a point: whole passage, right side of one-way walls."""
        return np.asarray(self._in_force & self._of_kind(*kinds))

    @once
    def _in_force(self) -> Mask:
        """(p, k) walls that cover the whole passage and stop what comes from the point's side, whatever their kind."""
        facing = self._facing
        force = np.ones((len(self.points), len(self.rows)), bool)
        if facing is not None:
            start = self._all.start
            force &= (facing == 0) | ((facing == 1) & (start < 0)) | ((facing == 2) & (start > 0))
        if self._has_heights:
            force &= self._covers(self._along_to_centre())[0]
        return force

    def _along_to_centre(self) -> Floats:
        """(p, k) how far along the line to the target's centre each wall's own line is met."""
        x, y = self.target.centre
        ax, ay, bx, by = self.lines.T
        end = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        start = self._all.start
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.clip(np.where(start == end, 0.5, start / (start - end)), 0.0, 1.0)

    @once
    def _boxes(self) -> Floats:
        return np.asarray(self.scene.walls.boxes.take(self.rows, axis=0))

    def _separated(self, space: Space, count: int) -> Mask:
        """(count,) corners of a space that a solid wall separates from the centre of their own square."""
        cut = np.zeros(count, bool)
        if not len(self.rows) or space.is_point:
            return cut
        x0, y0, x1, y1 = space.box
        left, top, right, low = self._boxes.T
        inside = (right > x0) & (left < x1) & (low > y0) & (top < y1) & (self.kinds == SOLID)
        walls = self.scene.walls
        if walls.has_levels:
            inside &= named(self._names, self.levels[space is self.target])
        if walls.has_heights:
            inside &= (walls.bottom[self.rows] <= space.bottom) & (walls.top[self.rows] >= space.top)
        if not inside.any():
            return cut
        each, lines = space.inset.shape[1], self.lines[inside]
        lowest, highest = space.inset.min(axis=1)[:, None], space.inset.max(axis=1)[:, None]
        boxes = self._boxes[inside]
        across = ((boxes[:, 2:] > lowest) & (boxes[:, :2] < highest)).all(axis=2)  # (squares, walls)
        for n in np.flatnonzero(across.any(axis=1)).tolist():
            found = cross_walls(space.inset[n], space.centres[n : n + 1], lines[across[n]])
            cut[n * each : (n + 1) * each] = blocked(found)[:, 0]
        return cut

    # --- creatures and areas ---

    @once
    def bodies(self) -> list[Token]:
        """Creatures that may be in the way."""
        return bodies.bodies(self)

    @once
    def soft(self) -> Mask:
        """(p, m, b) lines that pass the open inside of each of `bodies`, at one of its heights."""
        return bodies.soft(self)

    def through(self, area: Area, points: Sequence[int] | None = None) -> Mask:
        """(p, m) lines that pass through the inside of an area, at one of its heights."""
        found = self._through.get(area.id)
        if found is None:
            found = self._through[area.id] = self._passes(area)
        return found if points is None else found[list(points)]

    def _passes(self, area: Area) -> Mask:
        span = self.passage.span(area.bottom, area.top)
        if span is None:
            return np.zeros((len(self.points), len(self.ends)), bool)
        way = self.ends[None] - self.points[:, None]
        pairs = np.stack([self.points[:, None] + along * way for along in span], axis=2)
        return np.asarray(shapely.intersects(area.inside, shapely.linestrings(pairs)))

    def areas(self, wanted: str) -> list[Area]:
        """Areas near the lines that give cover, or obscure (`wanted` is the field), at a height that the lines pass."""
        low = min(self.source.bottom, self.target.bottom)
        high = max(self.source.top, self.target.top)
        return [
            area
            for area in self.scene.areas_in(*self.box)
            if getattr(area, wanted) is not None and area.meets(low, high) and self._takes_part(area)
        ]

    def _takes_part(self, area: Area) -> bool:
        """Whether an area names no level, or that of one of the two."""
        levels = [level for level in self.levels if level]
        return not levels or any(map(area.on, levels))

    # --- exposure ---

    @once
    def exposures(self) -> Floats:
        """(p,) share of the target's space that each point reaches past solid obstacles; 0 for unusable points, NaN
        where it need not be known because another point reaches all of it."""
        return exposed.shares(self, (SOLID,), [], self._floors)

    @once
    def sights(self) -> Floats:
        """(p,) the same for what stops sight: curtains and heavily obscuring areas as well."""
        floors, heavy = self._floors, []
        if self.scene.areas:
            floors = self._through_surfaces(sight=True)
            thick = (area for area in self.areas("obscuring") if area.obscuring == "heavy")
            heavy = [area for area in thick if self.through(area).any()]
        if not heavy and not (self.kinds == SIGHT_ONLY).any() and (floors == self._floors).all():
            return self.exposures
        return exposed.shares(self, (SOLID, SIGHT_ONLY), heavy, floors)

    @once
    def in_way(self) -> Mask:
        """(p, k) walls that pass through the hull of a point and the target's space, true footprint."""
        found = np.zeros((len(self.points), len(self.rows)), bool)
        first = len(self.ends)
        for piece in self.target.pieces if len(self.rows) else ():
            crossings = self._slice(first, first + len(piece))
            found |= stands_between(self.points, piece, self.lines, crossings)
            first += len(piece)
        return found

    @once
    def area(self) -> float:
        """Of the target's space, square quanta."""
        return sum(polygon_area(piece) for piece in self.target.pieces) or 1.0

    @once
    def screened(self) -> Mask:
        """(p,) points from which solid walls in front of it hide the whole target."""
        return exposed.hidden_from(self, (SOLID,))

    @once
    def cut_off(self) -> bool:
        """Whether solid walls hide the target from every point that can be used: no line of effect, for certain."""
        return bool((self.screened | ~self.usable).all())

    # --- names ---

    def walls_between_centres(self) -> list[str]:
        """Ids of the walls on the line from centre to centre."""
        centres = np.array([self.source.centre]), np.array([self.target.centre])
        met = cross_walls(*centres, self.lines)
        return [self.scene.walls.ids[n] for n in self.rows[(met.left | met.right)[0, 0] & (self.kinds == SOLID)]]

    def wall_ids(self, mask: Mask) -> list[str]:
        """Ids of the walls that some line of the mask (p, m) meets, one copy of it at least."""
        if not len(self.rows):
            return []
        full, low = self._stand
        met = (self.crossings.left | self.crossings.right) & (full | low) & mask[:, :, None]
        return [self.scene.walls.ids[n] for n in self.rows[met.any(axis=(0, 1))]]

    def half_walls(self, counts: Mask | None = None) -> tuple[Mask | None, Mask | None, Mask | None]:
        """(p, m) lines that meet an arrow slit, a wall of a GM's half, and one of a GM's three-quarters cover; only
        where they count (p, m, k), if that is given."""
        half, most = self.walls_on(HALF, counts), self.walls_on(THREE_QUARTERS, counts)
        return self.walls_on(WINDOW, counts), half, most


def _gap(space: Space, at: Floats) -> Floats:
    """Quanta from points to the nearest point of a space's box."""
    x0, y0, x1, y1 = space.box
    dx = np.maximum(np.maximum(x0 - at[..., 0], at[..., 0] - x1), 0.0)
    dy = np.maximum(np.maximum(y0 - at[..., 1], at[..., 1] - y1), 0.0)
    return np.hypot(dx, dy)
