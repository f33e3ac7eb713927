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

from collections.abc import Collection
from copy import copy
from typing import Literal, NamedTuple, TypeVar

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.cover.body import Standing
from coign.facts.cover.heights import Levels, Rise, Storeys, storeys
from coign.facts.cover.nearness import EQUAL, gap, nearer, nearer_part, pieces
from coign.facts.cover.pieced_walls import runs, stacked
from coign.geometry import areas
from coign.geometry.lines import Floats, Mask, Points, distances, moments_of, sides_of, stopped_by
from coign.grid.space import Space, box_about
from coign.scene.levels import extent
from coign.scene.regions import Area, Surface
from coign.scene.scene import Scene
from coign.scene.things import Thing, of_token
from coign.scene.tokens import Token
from coign.scene.wall_kinds import GIVING, LIMITED, MOVE_ONLY, NOTHING, SOLID, WINDOW
from coign.scene.walls import named
from coign.util.lazy import lazy

# Properties that depend on the direction of the lines.
BY_DIRECTION = ("has_one_way", "pieces", "floors", "_own_things", "_away")

Ints = NDArray[np.intp]
Value = TypeVar("Value", bound=np.generic)


class Pieces(NamedTuple):
    """Pieces (q,) of walls, each with one owner, in the walls' order.

    wall   (q,) the index of the wall of each piece
    lines  (q, 4) the ends of the piece, quanta
    own    (q,) whether the piece is nearer to the attacker
    """

    wall: Ints
    lines: Floats
    own: Mask

    def each(self, column: NDArray[Value]) -> NDArray[Value]:
        """(..., q) the values of a column of walls (..., k), repeated for each piece."""
        return column if len(self.wall) == column.shape[-1] else np.asarray(column[..., self.wall])

    def of_walls(self, mask: Mask, count: int) -> Mask:
        """(p, k) whether the mask (p, q) holds for any piece of each of `count` walls."""
        if len(self.wall) == count:
            return mask
        return np.array([np.bincount(self.wall, row, count) for row in mask]).reshape(-1, count) > 0


class Floor(NamedTuple):
    """A flat obstacle, or a part of one: its outline, in quanta, and its elevation, in units.

    `effect` and `sight` tell what it stops. A floor that is partly the attacker's own is split. The part nearer to the
    target hides like other obstacles ("twice"). The own part hides on the line only, and the whole floor hides on the
    line from the attacker's head.
    """

    name: str
    outline: shapely.Geometry
    elevation: float
    effect: bool
    sight: bool
    asked: Literal["twice", "on-line", "from-head"] = "twice"


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

    def __init__(
        self,
        scene: Scene,
        source: Space,
        target: Space,
        rise: Rise,
        ignore: frozenset[str],
        levels: Levels,
        *,
        invisible_walls: bool,
        thresholds: bool,
        lying_count: bool,
    ) -> None:
        self.scene, self._walls, self._levels, self.rise = scene, scene.walls, levels, rise
        self.spaces, self._invisible_walls = (source, target), invisible_walls
        self.box = box_about(source, target)
        near = self._tokens_between(ignore)
        self._things = [*filter(None, map(of_token, near)), *self._tiles_between()]
        self.creatures = [token for token in near if token.is_soft and (lying_count or not token.lies)]
        # Collect the walls near the lines, and decide which windows and invisible walls are solid.
        rows = scene.wall_rows(*self.box, frozenset(filter(None, levels)))
        kinds = self._walls.kind.take(rows)
        if invisible_walls:
            kinds[kinds == MOVE_ONLY] = SOLID
        self._thresholds = thresholds and bool((np.isfinite(self._walls.opaque.take(rows)) & (kinds == WINDOW)).any())
        if self._thresholds:
            opaque = self._walls.opaque.take(rows)
            kinds[(kinds == WINDOW) & self._is_opaque(source, rows, opaque)] = SOLID
        # Keep the walls that stop anything, and add the sides of things.
        (stands,) = ((kinds != NOTHING) & (kinds != MOVE_ONLY)).nonzero()
        self.rows, self.kinds = rows.take(stands), kinds.take(stands)
        self.lines = self._walls.lines.take(self.rows, axis=0)
        outlines = [thing.sides for thing in self._things]
        self._thing = np.repeat(np.arange(len(outlines)), [len(sides) for sides in outlines])
        if outlines:
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
        other.spaces, other._levels, other.rise = self.spaces[::-1], self._levels[::-1], Rise(*self.rise[::-1])
        return other

    def _tokens_between(self, ignore: frozenset[str]) -> list[Token]:
        """Return the tokens near the lines, on one of the two levels (None: any) and on neither of the spaces."""
        known, overlapping = [level for level in self._levels if level], self.scene.grid.overlapping
        source, target = self.spaces
        return [
            token
            for token in self.scene.tokens_in(*self.box)
            if token.id not in ignore
            and (not known or not token.level or token.level in known)
            and not (overlapping(token.space, source) or overlapping(token.space, target))
        ]

    def _tiles_between(self) -> list[Thing]:
        """Return the tiles near the lines that are objects, on one of the two levels and on neither of the spaces."""
        if not self.scene.things:
            return []
        known = frozenset(filter(None, self._levels))
        return [
            thing
            for thing in self.scene.things_in(*self.box)
            if thing.on(known) and not any(map(thing.overlaps, self.spaces))
        ]

    def _is_opaque(self, source: Space, rows: Ints, opaque: Floats) -> Mask:
        """(k,) windows that a creature in a space cannot see through, because it is too far away or too near.

        As in Foundry, the distance runs from the middle of the space. Half the space's width is subtracted to test
        whether it is near enough, and added to test whether it is far enough. At the exact threshold it cannot see.
        """
        unit = self.scene.grid.units_per_quantum
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

    @property
    def all_solid(self) -> bool:
        """Return whether every wall is solid."""
        return self.found <= {SOLID}

    @lazy
    def is_set(self) -> Mask:
        """(k,) walls whose cover a GM set."""
        things = np.array([thing.kind != SOLID for thing in self._things], bool)
        return np.concatenate([self._walls.is_set[self.rows], things[self._thing]])

    def can_stop(self, n: int) -> bool:
        """Return whether one of the walls can stop a line."""
        return self.kinds[n] in (SOLID, LIMITED)

    def names(self, mask: Mask) -> list[str]:
        """Name the walls of a mask (k,): "wall:ID", or "token:ID" and "tile:ID" for those round a thing."""
        return list(dict.fromkeys(map(self.name, mask.nonzero()[0].tolist())))

    def things_but(self, counts: Mask) -> frozenset[str]:
        """Return the names of the things of which no side counts, in a mask (..., k)."""
        if not self._things:
            return frozenset()
        sides = counts[..., len(self.rows) :].reshape(-1, len(self._thing)).any(axis=0)
        counting = set(self._thing[sides].tolist())
        return frozenset(thing.name for n, thing in enumerate(self._things) if n not in counting)

    def named(self, names: Collection[str]) -> Mask:
        """(k,) walls with one of these names."""
        row = self._walls.row
        rows = [row[key] for name in names if (key := name.removeprefix("wall:")) != name and key in row]
        things = np.array([thing.name in names for thing in self._things], bool)
        wanted = np.zeros(len(self._walls.ids), bool)
        wanted[rows] = True
        return np.concatenate([wanted[self.rows], things[self._thing]])

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
        """Return whether the effect of a wall on a line depends on the line's height."""
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
        """(k,) walls with a bottom or a top."""
        bottom, top = self.heights
        return np.asarray(np.isfinite(bottom) | np.isfinite(top))

    @lazy
    def tall(self) -> Floats:
        """(k,) the height of each wall from foot to top, in units. Walls on top of one another count as one."""
        things = np.array([thing.top - thing.bottom for thing in self._things])
        tall, top = self._walls.tall[self.rows], self._walls.top[self.rows]
        with np.errstate(invalid="ignore"):
            foot = np.where(np.isfinite(top), top - tall, self._walls.bottom[self.rows])
        if not (np.isfinite(foot) | np.isfinite(top)).any():
            return np.concatenate([tall, things[self._thing]])
        walls = len(tall)
        return np.concatenate([stacked(self.lines[:walls], self.run[:walls], foot, top), things[self._thing]])

    @lazy
    def run(self) -> Ints:
        """(k,) the number of the whole that each wall belongs to: a wall in straight pieces, or a thing."""
        return self.run_of(np.arange(len(self)))

    def run_of(self, some: Ints) -> Ints:
        """(v,) the number of the whole that each of some walls belongs to, if there were only these."""
        walls, drawn, heights = len(self.rows), some < len(self.rows), self.heights
        pieces, found = some[drawn], np.empty(len(some), np.intp)
        alike = list(zip(*(column[pieces].tolist() for column in (self.kinds, *heights)), strict=True))
        found[drawn] = pieces[runs(self.lines[pieces], alike)]
        found[~drawn] = walls + self._thing[some[~drawn] - walls]
        return found

    @lazy
    def _storeys(self) -> Storeys | None:
        """Return the storeys between which the lines run, if some walls are on only one of them."""
        return storeys(self._levels, self.scene.levels) if self._walls.has_levels else None

    @lazy
    def _names(self) -> list[frozenset[str]]:
        """Return the levels that each wall names."""
        things = self._things
        return [*(self._walls.levels[n] for n in self.rows), *(things[n].levels for n in self._thing)]

    # --- whose they are -----------------------------------------------------------------------------------------------

    @lazy
    def pieces(self) -> Pieces:
        """The walls in pieces. Walls without heights stay whole, because their owner does not matter."""
        every, (source, target) = np.arange(len(self)), self.spaces
        whole = Pieces(every, self.lines, np.zeros(len(self), bool))
        if not self.has_heights or source.is_point:
            return whole
        # Let each side of a thing have the thing's owner.
        own = whole.own.copy()
        own[len(self.rows) :] = self._own_things[self._thing]
        # Cut the walls with heights where their owner changes.
        cut = self.bounded.copy()
        cut[len(self.rows) :] = False
        if not cut.any():
            return whole._replace(own=own)
        wall, lines, mine = pieces(source, target, self.lines[cut])
        wall = np.concatenate([every[~cut], every[cut][wall]])
        # Put all pieces in the order of the walls.
        order = wall.argsort(kind="stable")
        lines, own = np.concatenate([self.lines[~cut], lines]), np.concatenate([own[~cut], mine])
        return Pieces(wall[order], lines[order], own[order])

    @lazy
    def _own_things(self) -> Mask:
        """(t,) the things that are nearer to the attacker."""
        mine, theirs = self._away.T
        return np.asarray(mine < theirs - EQUAL)

    @lazy
    def _away(self) -> Floats:
        """(t, 2) the quanta from each thing to the attacker's space, and to the target's."""
        away = [[shapely.distance(thing.outline, space.outline) for space in self.spaces] for thing in self._things]
        return np.array(away, float).reshape(-1, 2)

    def things_within(self, reach: float) -> tuple[NDArray[np.intp], Mask, Mask]:
        """Return the thing of each wall, and the things within reach.

        They are (k,) the thing that each wall is a side of, or -1; (t,) whether each thing is within `reach` quanta of
        both spaces; and (t,) whether it is within reach and not nearer to the attacker.
        """
        of = np.concatenate([np.full(len(self.rows), -1), self._thing])
        within = np.asarray((self._away <= reach + EQUAL).all(axis=1))
        return of, within, within & (self._away[:, 1] <= self._away[:, 0] + EQUAL)

    def own_at(self, places: Points, walls: Ints) -> Mask:
        """Tell whether walls (k',) are the attacker's own at the places (n, m, k', 2) where lines meet them."""
        (source, target), things = self.spaces, walls >= len(self.rows)
        own = nearer(source, target, places) & (not source.is_point)
        if things.any():
            own[..., things] = self._own_things[self._thing[walls[things] - len(self.rows)]]
        return own

    def near_own(self, places: Points, walls: Ints) -> Mask:
        """Tell whether lines meet the attacker's own walls within a grid space of the attacker."""
        reach = self.scene.grid.distance / self.scene.grid.units_per_quantum * (1 + 1e-6)
        return self.own_at(places, walls) & (gap(self.spaces[0], places) <= reach)

    # --- what stands about a body -------------------------------------------------------------------------------------

    def about(self, place: int) -> Standing | None:
        """Return the obstacles that can give cover near one of the two spaces, 0 or 1, or None."""
        space = self.spaces[place]
        if not len(self) or space.is_point:
            return None
        # Select the walls whose box overlaps that of the space.
        x0, y0, x1, y1 = space.box
        one, other = self.lines[:, :2], self.lines[:, 2:]
        near = ((np.minimum(one, other) < (x1, y1)) & (np.maximum(one, other) > (x0, y0))).all(axis=1)
        if not self.all_solid:
            near &= self.of_kind(*GIVING)
        if self._walls.has_levels:
            near &= named(self._names, self._levels[place])
        if not near.any():
            return None
        bottom, top = self.heights
        return Standing(self.lines, bottom, top, self.of_kind(LIMITED)).those(near)

    # --- floors -------------------------------------------------------------------------------------------------------

    @lazy
    def floors(self) -> list[Floor]:
        """The floors and ceilings that a line may pass, split where a part is the attacker's own."""
        if not (self.scene.areas or self._things or self.implied_floors):
            return []
        passed = [floor for floor in self._every_floor() if self.rise.passes(floor.elevation)]
        source, target = self.spaces
        if not passed or source.is_point:
            return passed
        mine, parts = nearer_part(source, target, areas.about(self.box)), list[Floor]()
        for floor in passed:
            own = areas.common(floor.outline, mine)
            if own.is_empty:
                parts.append(floor)
                continue
            theirs = floor.outline.difference(mine)
            parts += [] if theirs.is_empty else [floor._replace(outline=theirs)]
            parts += [floor._replace(outline=own, asked="on-line"), floor._replace(asked="from-head")]
        return parts

    def _every_floor(self) -> list[Floor]:
        whole = shapely.box(*areas.about(self.box))
        levels = self.scene.levels
        floors = [
            Floor(f"floor:{level}", whole, extent(levels[level])[0], effect=True, sight=True)
            for level in self.implied_floors
        ]
        for area, one in self.surfaces():
            effect = one.move and (one.sight or self._invisible_walls)
            floors.append(Floor(f"floor:{area.id}", area.polygon, one.elevation, effect=effect, sight=one.sight))
        for thing in self._things:
            if thing.kind == SOLID:
                ends = thing.bottom, thing.top
                floors += [Floor(thing.name, thing.outline, at, effect=True, sight=True) for at in ends]
        return [floor for floor in floors if floor.effect or floor.sight]

    def surfaces(self) -> list[tuple[Area, Surface]]:
        """Return the floors and ceilings near the lines that stop something."""
        areas_near = [area for area in self.scene.areas_in(*self.box) if area.surfaces and self.takes_part(area)]
        return [(area, one) for area in areas_near for one in area.surfaces if one.move or one.sight]

    @property
    def surfaces_or_floors(self) -> list[tuple[str, shapely.Geometry, float]]:
        """The name, the outline and the elevation of each flat obstacle near the lines."""
        return [(floor.name, floor.outline, floor.elevation) for floor in self._every_floor()]

    @lazy
    def implied_floors(self) -> list[str]:
        """The levels whose floors count for lines between two levels although no region draws them."""
        one, other = self._levels
        if not self.scene.floors_at_bottom or not one or not other or one == other:
            return []
        return [upper for _, upper in self.scene.open_levels]

    def areas(self, wanted: str) -> list[Area]:
        """Return the areas near the lines, at their heights, that give cover or obscure (`wanted` is the field).

        An area that can be looked out of obscures nothing from an attacker inside it.
        """
        low = min(one.feet for one in self.rise)
        high = max(one.head for one in self.rise)
        return [
            area
            for area in self.scene.areas_in(*self.box)
            if getattr(area, wanted) is not None
            and area.meets(low, high)
            and self.takes_part(area)
            and not (area.seen_out_of and self._is_in(area))
        ]

    def _is_in(self, area: Area) -> bool:
        """Return whether the middle of the attacker's space is in an area, at one of the area's heights."""
        source = self.spaces[0]
        return area.holds(source.bottom, self._levels[0]) and bool(shapely.contains_xy(area.polygon, *source.centre))

    def takes_part(self, area: Area) -> bool:
        """Return whether an area names no level, or the level of one of the two."""
        levels = [level for level in self._levels if level]
        return not levels or any(map(area.on, levels))
