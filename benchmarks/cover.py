"""Time the corner lines of one pair against all walls, beside a naive loop and shapely's index, and how that grows."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import baselines
from benchmarks.maps import cave, dense, grow
from benchmarks.pairs import Pair, choose, read
from benchmarks.table import Line
from benchmarks.timing import alone, race, slope
from coign.facts.cover.posts import blocked

SIZES = (300, 2_000, 20_000)
NAIVE_BARS = {300: 1 / 10, 2_000: 1 / 40, 20_000: 1 / 350}
INDEX_BAR = 1.0


def corner_lines(pair: Pair) -> baselines.Mask:
    """Return which of the 16 lines are blocked by walls, the basis of every reading of cover."""
    return blocked(pair.sightlines().posts.hidden)


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of cover beside those of plain implementations."""
    pairs = 8 if quick else 60
    rounds = 2 if quick else 8
    alike: list[float] = []
    for size in SIZES:
        scene = read(grow(size))
        cases = choose(scene, pairs)
        naive = baselines.naive(scene)
        times = race({"naive": naive, "coign": corner_lines}, cases, 1, warm=True)
        ours, theirs = times["coign"].median, times["naive"].median
        yield Line(
            f"corner lines of a pair, {size:,} walls: against a naive shapely loop",
            ours / theirs,
            NAIVE_BARS[size],
            "of",
            f"{ours:.0f} against {theirs:,.0f} us; {_agreement(naive, cases[:8])} lines judged alike",
        )
        times = race({"index": baselines.indexed(scene), "coign": corner_lines}, cases, rounds, warm=True)
        ours, theirs = times["coign"].median, times["index"].median
        beside = f"{ours:.0f} against {theirs:.1f} us"
        yield Line("  against STRtree.query(lines, predicate='crosses')", ours / theirs, INDEX_BAR, "of", beside)
        alike.append(alone(corner_lines, cases, rounds).fair)
    spread = ", ".join(f"{time:.0f}" for time in alike)
    yield Line("  growth with the number of walls, exponent", slope(SIZES, alike), 0.10, "", f"{spread} us")
    for made in (cave(2_000), dense(20_000)):
        taken = alone(corner_lines, choose(read(made), pairs), rounds)
        yield Line(f"corner lines of a pair, {made.title}", taken.fair, None, "us")


def _agreement(naive: baselines.Lines, cases: list[Pair]) -> str:
    """Count the lines that the naive loop judges like Coign, for which a line that only grazes a wall is clear."""
    same = sum(int((naive(pair) == corner_lines(pair)).sum()) for pair in cases)
    return f"{same} of {16 * len(cases)}"
