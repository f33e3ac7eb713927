"""Measure corner lines by other methods: a naive loop over every wall, and shapely's index.

The naive loop uses shapely's `intersects`, which also counts a line that touches the end of a wall. The index uses
`crosses`, which is nearer to the rule, but wrong at joints of walls.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import shapely
from numpy.typing import NDArray

from benchmarks.pairs import Pair
from coign.scene.scene import Scene
from coign.scene.wall_kinds import SOLID

Mask = NDArray[np.bool_]
Lines = Callable[[Pair], Mask]  # which of the 16 lines of a pair are blocked (4, 4)


def naive(scene: Scene) -> Lines:
    """Test `line.intersects(wall)` for each line and wall. The method is much faster than the function, because it
    tests the boxes first. There is no early stop, which would make the time depend on the order of the walls."""
    walls = [shapely.LineString(line.reshape(2, 2)) for line in _solid(scene)]

    def lines(pair: Pair) -> Mask:
        found = np.zeros((4, 4), bool)
        corners, ends = pair.attacker.space.inset[0], pair.target.space.inset[0]
        for i, corner in enumerate(corners):
            for j, end in enumerate(ends):
                line = shapely.LineString((corner, end))
                for wall in walls:
                    if line.intersects(wall):
                        found[i, j] = True
        return found

    return lines


def indexed(scene: Scene) -> Lines:
    """Test all lines at once by shapely's index of the walls: the fairest comparison."""
    tree = shapely.STRtree(shapely.linestrings(_solid(scene).reshape(-1, 2, 2)))

    def lines(pair: Pair) -> Mask:
        corners, ends = pair.attacker.space.inset[0], pair.target.space.inset[0]
        both = np.stack(np.broadcast_arrays(corners[:, None], ends[None]), axis=2).reshape(-1, 2, 2)
        found = np.zeros(16, bool)
        found[tree.query(shapely.linestrings(both), predicate="crosses")[0]] = True
        return found.reshape(4, 4)

    return lines


def _solid(scene: Scene) -> NDArray[np.float64]:
    return np.asarray(scene.walls.lines[scene.walls.kind == SOLID])
