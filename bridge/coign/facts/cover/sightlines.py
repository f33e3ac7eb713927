"""The corner lines between two bodies, and the parts of posts at their ends that each obstacle hides.

Lines run from every corner of every held square of the source to the posts of the target, which are its corners from
feet to head. A wall hides the heights of a post whose lines meet it between its bottom and its top. A floor hides the
heights whose lines pass its elevation inside its outline. An obstacle that is the attacker's own hides only the heights
that it hides on the line from the attacker's head as well (see `obstacles`).

Arrays are indexed [corner, post, wall]. The corners of source and target are in reading order. Points are the source's
corners, followed by the centres of its squares: all points from which the attacker may look.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import shapely

from coign.facts.conventions import Conventions
from coign.facts.cover import creatures
from coign.facts.cover.body import Body, body_of
from coign.facts.cover.heights import Levels, Rise, Upright
from coign.facts.cover.nearness import Parts, parts
from coign.facts.cover.obstacles import Obstacles
from coign.facts.cover.owners import Pieces
from coign.facts.cover.posts import Posts
from coign.facts.cover.seeing import Seeing, Walls
from coign.facts.cover.shadows import Haze
from coign.facts.cover.surroundings import Surroundings
from coign.facts.effort import AREA, LINES, of_lines
from coign.geometry.lines import Mask, Points
from coign.grid.space import Box, Space
from coign.scene.regions import Area
from coign.scene.scene import Scene
from coign.scene.wall_kinds import LIMITED
from coign.util.lazy import lazy
from coign.util.tasks import Made, Task

COMMON = Conventions()


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
        conventions: Conventions = COMMON,
    ) -> None:
        """Collect the obstacles. `rise` has the heights of the two bodies, by default those of their spaces."""
        self.scene = scene
        self.rise = rise or Rise(Upright(source.bottom, source.top), Upright(target.bottom, target.top))
        self.walls = Obstacles(Surroundings.of(scene, source, target, self.rise, levels), ignore, conventions)
        mine, theirs = self.walls.about()
        self.source = body_of(source, self.rise.start, mine, scene.grid.inset)
        self.target = body_of(target, self.rise.end, theirs, scene.grid.inset)
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

    @lazy
    def effort(self) -> int:
        """An upper bound of the work: points times ends times obstacles."""
        points, hexes = len(self.points), self.scene.grid.is_hex
        target = self.target.held
        most = of_lines(points, target, len(self.walls), len(self.scene.tokens), hexes=hexes)
        if not self.scene.areas and most <= LINES:
            return most
        # Count the areas near the lines, and of the creatures only those in the way.
        near = self.scene.areas_in(*self.box)
        areas = sum(AREA + area.points // 40 for area in near if area.bars)
        return of_lines(points, target, len(self.walls) + areas, len(self.walls.creatures), hexes=hexes)

    def measuring(self) -> Task[None]:
        """Measure the crossings and the hidden parts of posts, as a cooperative task."""
        _ = self.posts.crossings
        yield
        yield from Posts.hidden.making(self.posts)
        yield

    def viewing(self) -> Task[None]:
        """Prepare the view of the target, as a cooperative task."""
        yield from Obstacles.floors.making(self.walls)
        yield from Sightlines.pieces.making(self)
        yield from Seeing.looks.making(self.seeing)
        yield
        _ = self.seeing.casts
        yield

    @Made
    def pieces(self) -> Task[Pieces]:
        """The walls that may hide a part of the target, in pieces."""
        return (yield from self.walls.pieces(self.points, self.target.held.box))

    @lazy
    def seeing(self) -> Seeing:
        """The view of the target from the points."""
        walls, pieces = self.walls, self.pieces
        bottom, top = (pieces.each(heights) for heights in walls.heights)
        faces = walls.faces(self.points)
        about = Walls(pieces, bottom, top, None if faces is None else pieces.each(faces), walls.has_bounded)
        hazes = [Haze.of(area) for area in self.thick]
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

    # --- what they meet ---

    @lazy
    def posts(self) -> Posts:
        """The posts at the ends of the lines."""
        return Posts(self.walls, self.corners, self.ends)

    def parts(self, wanted: Mask, reach: float) -> Task[Parts]:
        """Find the parts of the `wanted` walls (k,) between the outermost lines from a corner to a square.

        Tell whether they come within `reach` units of both spaces. A thing is measured as a whole.
        """
        quanta = reach / self.scene.grid.units_per_quantum
        source, target = self.source.space, self.target.space
        squares = self.target.held.inset
        found = yield from parts(source, target, self.corners, squares, self.walls.lines, wanted.nonzero()[0], quanta)
        within, farther = self.walls.owners.things_within(quanta)
        if not len(within):
            return found
        # Let the sides of a thing be as near as the whole thing is.
        of = self.walls.owners.thing[found.wall]
        return found._replace(
            within=np.where(of < 0, found.within, within[of]), farther=np.where(of < 0, found.farther, farther[of])
        )

    def wall_names(self, mask: Mask, counts: Mask | None) -> list[str]:
        """Return the names of the walls that hide some of the post on a line of the mask (n, m).

        Given `counts` (n, m, k), only the walls that count on a line are named.
        """
        met = self.posts.hiding & mask[:, :, None]
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
        """Return the point, in quanta, where what is named stops each line from a corner to a square's posts.

        A line that meets no named wall or creature has no point. Terrain walls stop a line at the second on the way.
        """
        if not named:
            return [None] * self.corners_each
        # Find how far along each line it meets each wall.
        ends, walls = self.ends_of(square), self.walls
        crossed = self.posts.crossings
        line, wall = (found.tolist() for found in crossed.either[corner, ends].nonzero())
        start, end = crossed.sides.start[corner].tolist(), crossed.sides.end[ends].tolist()
        meetings = [(start[k] / (start[k] - end[n][k]), n, k) for n, k in zip(line, wall, strict=True)]
        # Stop a line at its first solid wall or its second terrain wall, else at its only terrain wall.
        first: dict[int, float] = {}
        halfway: dict[int, float] = {}
        for at, n, k in sorted(meetings):
            if n in first or walls.name(k) not in named:
                continue
            if walls.kinds[k] == LIMITED and n not in halfway:
                halfway[n] = at
            else:
                first[n] = at
        # Stop it at a creature that comes before.
        bodies = [n for n, creature in enumerate(walls.creatures) if f"token:{creature.id}" in named]
        if bodies:
            spaces, inset = [walls.creatures[n].space for n in bodies], self.scene.grid.inset
            enters, _ = creatures.ways_within(spaces, self.corners[corner, None], self.ends[ends], inset)[:, 0]
            for n, body in np.argwhere(self.through_creatures[corner, ends][:, bodies]).tolist():
                first[n] = min(first.get(n, 1.0), float(enters[n, body]))
        stops, (x, y) = {**halfway, **first}, self.corners[corner].tolist()
        return [
            (x + stops[n] * (end_x - x), y + stops[n] * (end_y - y)) if n in stops else None
            for n, (end_x, end_y) in enumerate(self.ends[ends].tolist())
        ]

    def pass_over(self, corner: int, square: int, named: Collection[str]) -> list[bool]:
        """Return whether a named wall is in the way of each line from a corner to a square's posts, at any height."""
        ends, crossed = self.ends_of(square), self.posts.crossings
        met = np.argwhere(crossed.left[corner, ends] & crossed.right[corner, ends]).tolist()
        covered = {line for line, wall in met if self.walls.name(wall) in named}
        return [line in covered for line in range(self.corners_each)]

    # --- creatures and areas ---

    @lazy
    def through_creatures(self) -> Mask:
        """(n, m, b) lines that pass the open inside of a creature in the way, which hides at least half of the post."""
        spaces = [token.space for token in self.walls.creatures]
        return creatures.through(spaces, self.corners, self.ends, self.rise, self.scene.grid.inset)

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
                # Cut each line to the part that is within the area's heights.
                way = self.ends[None] - self.points[:, None]
                pairs = np.stack([self.points[:, None] + along * way for along in part], axis=2)
                passes = np.asarray(shapely.intersects(area.inside, shapely.linestrings(pairs)))
            self._through[area.id, middle] = passes
        return passes

    def areas(self, wanted: str) -> list[Area]:
        """Return the areas near the lines that give cover or obscure (`wanted` is the field)."""
        return self.walls.around.areas(wanted)


def _centre(space: Space) -> Space:
    """Return the centre of all squares or hexes of a space, as a space with the heights of the whole."""
    at = np.floor(space.centres.mean(axis=0, keepdims=True) + 0.5)
    x, y = at[0].tolist()
    return Space(at[None], at[None], at, space.cells[:1], (x, y, x, y), space.bottom, space.top, is_point=True)
