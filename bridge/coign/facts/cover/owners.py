"""The owner of each obstacle between two creatures: the attacker, if it is nearer to his space than to the target's.

Attackers look over their own walls, and out of their own windows. For a wall, the place where a line meets it decides,
so walls are cut into pieces with one owner each. A thing is own as a whole. Equal distances make it the target's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.cover.nearness import EQUAL, gap, nearer, pieces
from coign.geometry.lines import Floats, Mask, Points
from coign.grid.space import Space
from coign.scene.things import Thing
from coign.util.lazy import lazy
from coign.util.tasks import Task, batches

AT_ONCE = 4_000  # walls that one step cuts

Ints = NDArray[np.intp]
Value = TypeVar("Value", bound=np.generic)


class Pieces(NamedTuple):
    """Pieces (q,) of walls, each with one owner, in the walls' order.

    wall   (q,) the index of the wall of each piece
    lines  (q, 4) the ends of the piece, quanta
    own    (q,) whether the piece is nearer to the attacker
    whole  whether each wall is one piece
    """

    wall: Ints
    lines: Floats
    own: Mask
    whole: bool = False

    def each(self, column: NDArray[Value]) -> NDArray[Value]:
        """(..., q) the values of a column of walls (..., k), repeated for each piece."""
        return column if self.whole else np.asarray(column[..., self.wall])

    def only(self, rows: Ints) -> Pieces:
        """Select some of the pieces."""
        return Pieces(self.wall[rows], self.lines[rows], self.own[rows])

    def of_walls(self, mask: Mask, count: int) -> Mask:
        """(p, k) whether the mask (p, q) holds for any piece of each of `count` walls."""
        if self.whole:
            return mask
        return np.array([np.bincount(self.wall, row, count) for row in mask]).reshape(-1, count) > 0


class Owners:
    """The owners of walls (k, 4) for lines from one space to another. `thing` (k,) is the thing that each is a side of,
    or -1."""

    def __init__(self, source: Space, target: Space, lines: Floats, thing: Ints, things: Sequence[Thing]) -> None:
        self._spaces, self._lines, self.thing, self._things = (source, target), lines, thing, things

    def pieces(self, some: Mask, bounded: Mask) -> Task[Pieces]:
        """Cut some walls (k,) where their owner changes, if they have a bottom or a top; else it does not matter.

        This is a cooperative task: some walls at a time.
        """
        (rows,), (source, target) = some.nonzero(), self._spaces
        if source.is_point:
            return Pieces(rows, self._lines[rows], np.zeros(len(rows), bool))
        # Let each side of a thing have the thing's owner.
        thing = self.thing[rows]
        cut, own = bounded[rows] & (thing < 0), np.zeros(len(rows), bool)
        if self._things:
            own[thing >= 0] = self._own_things[thing[thing >= 0]]
        found, rest = [Pieces(rows[~cut], self._lines[rows[~cut]], own[~cut])], rows[cut]
        for part in batches(len(rest), AT_ONCE) if len(rest) else ():
            wall, lines, mine = pieces(source, target, self._lines[rest[part]])
            found.append(Pieces(rest[part][wall], lines, mine))
            yield
        # Put all pieces in the order of the walls.
        wall, lines, own = (np.concatenate([one[n] for one in found]) for n in range(3))
        order = wall.argsort(kind="stable")
        return Pieces(wall[order], lines[order], own[order])

    @lazy
    def _own_things(self) -> Mask:
        """(t,) the things that are nearer to the attacker."""
        mine, theirs = self._away.T
        return np.asarray(mine < theirs - EQUAL)

    @property
    def own_things(self) -> dict[str, bool]:
        """By the name of each thing, whether it is nearer to the attacker."""
        return {thing.name: own for thing, own in zip(self._things, self._own_things.tolist(), strict=True)}

    @lazy
    def _away(self) -> Floats:
        """(t, 2) the quanta from each thing to the attacker's space, and to the target's."""
        away = [[shapely.distance(thing.outline, space.outline) for space in self._spaces] for thing in self._things]
        return np.array(away, float).reshape(-1, 2)

    def things_within(self, reach: float) -> tuple[Mask, Mask]:
        """(t,) twice: whether each thing is within `reach` quanta of both spaces, and not nearer to the attacker."""
        within = np.asarray((self._away <= reach + EQUAL).all(axis=1))
        return within, within & (self._away[:, 1] <= self._away[:, 0] + EQUAL)

    def things_but(self, counts: Mask) -> frozenset[str]:
        """Return the names of the things of which no side counts, in a mask (..., k)."""
        counting = set(self.thing[counts.reshape(-1, len(self.thing)).any(axis=0)].tolist()) if self._things else ()
        return frozenset(thing.name for n, thing in enumerate(self._things) if n not in counting)

    def own_at(self, places: Points, walls: Ints) -> Mask:
        """Tell whether walls (k',) are the attacker's own at the places (n, m, k', 2) where lines meet them."""
        source, target = self._spaces
        own, thing = nearer(source, target, places) & (not source.is_point), self.thing[walls]
        if self._things:
            own[..., thing >= 0] = self._own_things[thing[thing >= 0]]
        return own

    def near_own(self, places: Points, walls: Ints, reach: float) -> Mask:
        """Tell whether lines meet the attacker's own walls within `reach` quanta of the attacker."""
        return self.own_at(places, walls) & (gap(self._spaces[0], places) <= reach)
