"""Measure the parts of the time of an attack: `python -m benchmarks.breakdown [--night] [--kind cave]`.

First it counts the functions and files of Coign that an attack passes through. Then it times the facts one by one, each
on a new sheet, and prints the profiler's list of functions by time. The profiler slows small functions more than large
ones, so its shares are only a hint; the table above them is measured.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks import maps
from benchmarks.attack import answering
from benchmarks.pairs import Pair, choose, judged_by, read, stir
from benchmarks.timing import pin, race
from coign import __file__ as package
from coign.annotations.annotate import annotate
from coign.facts import FactSheet, Query
from coign.rules import Setup

PACKAGE = str(Path(package).parent)


def main() -> int:
    """Print where the time of an attack goes."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.breakdown", description=__doc__)
    parser.add_argument("--kind", choices=("grow", "cave", "dense"), default="grow")
    parser.add_argument("--walls", type=int, choices=sorted(maps.TOKENS), default=2_000)
    parser.add_argument("--night", action="store_true")
    parser.add_argument("--lines", type=int, default=40, help="of the profiler's list")
    asked = parser.parse_args()
    made = getattr(maps, asked.kind)(asked.walls, night=asked.night)
    pairs = choose(read(made), 60)
    print(f"{made.title}; {pin()}")
    calls, functions, files = hops(answering(), pairs[0])
    print(f"{calls:,} calls of {functions} functions in {files} files for one attack")
    times = race(parts(judged_by()), pairs, 10, stir)
    print(f"the machine is x {next(iter(times.values())).slowdown:.2f} slow; times as if it were not")
    for name, taken in times.items():
        print(f"  {name:<48} {taken.fair:7.0f} us   p95 {taken.percentile(95) / taken.slowdown:7.0f}")
    answer = answering()
    profile = cProfile.Profile()
    for _ in range(20):
        for pair in pairs:
            stir(pair)
            profile.enable()
            answer(pair)
            profile.disable()
    pstats.Stats(profile, stream=sys.stdout).strip_dirs().sort_stats("tottime").print_stats(asked.lines)
    return 0


def hops(answer: Callable[[Pair], object], pair: Pair) -> tuple[int, int, int]:
    """Count the calls of Coign's functions in an attack, the functions, and the files that they are in."""
    stir(pair)
    profile = cProfile.Profile()
    profile.runcall(answer, pair)
    found = {
        place: calls
        for place, (_, calls, *_) in pstats.Stats(profile).stats.items()  # type: ignore[attr-defined]
        if place[0].startswith(PACKAGE)
    }
    return sum(found.values()), len(found), len({file for file, *_ in found})


def parts(setup: Setup) -> dict[str, Callable[[Pair], object]]:
    """Return the parts of an attack, each computed without caches."""

    def sheet(pair: Pair) -> FactSheet:
        request, conventions = pair.request, setup.conventions
        query = Query(pair.scene, pair.attacker, pair.target, pair.attacker.space, request.attack, conventions)
        return FactSheet(query, setup.readings)

    def exposures(pair: Pair) -> object:
        exposure = sheet(pair).query.exposure
        return exposure.shares, exposure.sights

    def judged(pair: Pair) -> object:
        return annotate(pair.scene, pair.request, setup)

    return {
        "an attack, request bytes to annotation bytes": answering(),
        "facts, ruling and figure (annotate)": judged,
        "all facts": lambda pair: sheet(pair).all(),
        "cover": lambda pair: sheet(pair).cover,
        "  corner lines against walls (solid)": lambda pair: pair.sightlines().solid,
        "  exposure": exposures,
        "cover and obscurement": lambda pair: sheet(pair).obscurement,
        "range": lambda pair: sheet(pair).range,
        "elevation": lambda pair: sheet(pair).elevation,
        "flanking": lambda pair: sheet(pair).flanking,
        "facing": lambda pair: sheet(pair).facing,
        "terrain": lambda pair: sheet(pair).terrain,
    }


if __name__ == "__main__":
    sys.exit(main())
