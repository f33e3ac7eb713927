"""The corner lines of one pair against all walls, beside a naive loop and shapely's index, and how that grows.

The naive loop uses shapely's `intersects`, which also counts a line that touches the end of a wall. The index uses
`crosses`, which is nearer to the rule, but wrong at joints of walls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import shapely
from numpy.typing import NDArray

from benchmarks.maps import grow
from benchmarks.pairs import Pair, choose, read
from benchmarks.table import Line
from benchmarks.timing import alone, race, slope
from coign.facts.cover.posts import blocked
from coign.scene.scene import Scene
from coign.scene.wall_kinds import SOLID

SIZES = (300, 2_000, 20_000)
NAIVE_BARS = {300: 1 / 10, 2_000: 1 / 40, 20_000: 1 / 350}
INDEX_BAR, GROWTH_BAR = 1.0, 0.10

Lines = Callable[[Pair], NDArray[np.bool_]]  # which of the 16 lines of a pair are blocked (16,)


def corner_lines(pair: Pair) -> NDArray[np.bool_]:
    """Return which lines are blocked by walls: the basis of every reading of cover."""
    return blocked(pair.sightlines().posts.hidden)


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of cover beside those of plain implementations."""
    pairs, rounds, alike = 8 if quick else 40, 2 if quick else 8, list[float]()
    for size in SIZES:
        scene = read(grow(size))
        cases, walls = choose(scene, pairs), _solid(scene)
        naive, indexed = _naive(walls), _indexed(walls)
        times = race({"naive": naive, "coign": corner_lines}, cases[:12], 1, warm=True)
        ours, theirs = times["coign"].median, times["naive"].median
        same = sum(int((naive(pair) == corner_lines(pair).ravel()).sum()) for pair in cases[:8])
        beside = f"{ours:.0f} against {theirs:,.0f} us; {same} of {16 * len(cases[:8])} lines judged alike"
        what = f"corner lines of a pair, {size:,} walls: against a naive shapely loop"
        yield Line(what, ours / theirs, NAIVE_BARS[size], "of", beside)
        times = race({"index": indexed, "coign": corner_lines}, cases, rounds, warm=True)
        ours, theirs = times["coign"].median, times["index"].median
        beside = f"{ours:.0f} against {theirs:.1f} us"
        yield Line("  against STRtree.query(lines, predicate='crosses')", ours / theirs, INDEX_BAR, "of", beside)
        alike.append(alone(corner_lines, cases, rounds).fair)
    spread = ", ".join(f"{time:.0f}" for time in alike)
    yield Line("  growth with the number of walls, exponent", slope(SIZES, alike), GROWTH_BAR, "", f"{spread} us")


def _naive(walls: NDArray[np.float64]) -> Lines:
    """Test `line.intersects(wall)` for each line and wall. The method is much faster than the function, because it
    tests the boxes first. There is no early stop, which would make the time depend on the order of the walls."""
    solid = [shapely.LineString(line) for line in walls]
    return lambda pair: np.array(
        [sum([line.intersects(wall) for wall in solid]) > 0 for line in map(shapely.LineString, _lines(pair))]
    )


def _indexed(walls: NDArray[np.float64]) -> Lines:
    """Test all lines at once by shapely's index of the walls: the fairest comparison."""
    tree = shapely.STRtree(shapely.linestrings(walls))

    def lines(pair: Pair) -> NDArray[np.bool_]:
        found = np.zeros(16, bool)
        found[tree.query(shapely.linestrings(_lines(pair)), predicate="crosses")[0]] = True
        return found

    return lines


def _lines(pair: Pair) -> NDArray[np.float64]:
    """Return the lines (16, 2, 2) from each corner of the attacker to each of the target."""
    corners, ends = pair.attacker.space.inset[0], pair.target.space.inset[0]
    return np.stack(np.broadcast_arrays(corners[:, None], ends[None]), axis=2).reshape(-1, 2, 2)


def _solid(scene: Scene) -> NDArray[np.float64]:
    return np.asarray(scene.walls.lines[scene.walls.kind == SOLID]).reshape(-1, 2, 2)
