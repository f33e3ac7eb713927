"""What each wall of a scene is to lines between two heights, wherever on the map they run.

The height of a line where it meets a wall depends on the place; but most walls cover the whole passage between two
heights or none of it all the way, and a low one is low all the way. The few others are ODD: what they do has to be
found line by line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from coign.geometry.lines import Mask
from coign.grid.space import Space
from coign.scene.walls import LIMITED, MOVE_ONLY, NOTHING, SIGHT_ONLY, SOLID, THREE_QUARTERS, named

if TYPE_CHECKING:
    from coign.facts.query import Query

LOW, ODD = THREE_QUARTERS + 1, THREE_QUARTERS + 2  # beside the kinds of `coign.scene.walls`
Kinds = NDArray[np.int8]


class Barriers:
    """One value for each of the scene's walls.

    kinds  (w,) its kind, NOTHING where it takes no part; LOW: counts as a low wall; ODD: measure by itself
    cuts   two of (w,): whether it can part a corner from its centre in the source's and in the target's space
    """

    def __init__(self, query: Query) -> None:
        walls, source, target = query.scene.walls, query.source, query.space
        levels = query.levels
        kinds = walls.kind.copy()
        kinds[kinds == MOVE_ONLY] = SOLID if query.conventions.invisible_walls == "solid" else NOTHING
        if walls.has_levels:
            ours = frozenset(level for level in levels if level)
            kinds[[bool(ours and of and not of & ours) for of in walls.levels]] = NOTHING
        self.cuts = tuple(
            _cuts(query, kinds, space, level) for space, level in zip((source, target), levels, strict=True)
        )
        kinds[kinds == SIGHT_ONLY] = ODD  # sight is measured line by line
        self.kinds = _at_heights(query, kinds) if walls.has_heights else kinds


def _cuts(query: Query, kinds: Kinds, space: Space, level: str | None) -> Mask:
    walls = query.scene.walls
    found = kinds == SOLID
    if walls.has_levels:
        found &= named(walls.levels, level)
    if walls.has_heights:
        found &= (walls.bottom <= space.bottom) & (walls.top >= space.top)
    return np.asarray(found)


def _at_heights(query: Query, kinds: Kinds) -> Kinds:
    """The kinds as heights make them."""
    walls, ends = query.scene.walls, (query.source, query.space)
    feet, middles, heads = ([getattr(end, name) for end in ends] for name in ("bottom", "middle", "top"))
    full = (walls.bottom <= min(feet)) & (walls.top >= max(heads))
    gone = (walls.bottom > max(middles)) | (walls.top < min(middles))
    never_full = (walls.bottom > max(feet)) | (walls.top < min(heads))
    low = never_full & (walls.bottom <= min(middles)) & (walls.top >= max(middles))
    found = kinds.copy()
    found[~(full | gone | low) & (kinds != NOTHING)] = ODD
    found[gone | (low & ((kinds == LIMITED) | (kinds == ODD)))] = NOTHING
    if query.conventions.degrees == "d20":
        found[low & (kinds == SOLID)] = ODD  # it counts by its distance (C4, C5)
    else:
        found[low & (kinds == SOLID)] = np.where(
            walls.tall[low & (kinds == SOLID)] >= query.space.height / 2, LOW, NOTHING
        )
    return np.asarray(found)
