"""Count the instructions of an attack with callgrind: a figure that is the same on a busy machine.

A program of its own makes a few attacks under valgrind, and another one more of them. Before each attack both creatures
move, which is no part of it: two more programs do only that. Without valgrind (`apt install valgrind`) nothing is
measured.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator

from benchmarks.attack import answering
from benchmarks.maps import Map, cave, grow
from benchmarks.pairs import choose, read, stir
from benchmarks.table import Line

MAPS: dict[str, Callable[[], Map]] = {
    "day": lambda: grow(2_000),
    "night": lambda: grow(2_000, night=True),
    "cave": lambda: cave(2_000, night=True),
}
BARS = {"day": 3.7, "night": 4.2}  # millions
PAIRS = 20
ROUNDS = 1, 4


def measure(quick: bool) -> Iterator[Line]:
    """Yield the instructions of an attack, in millions."""
    valgrind = shutil.which("valgrind")
    for kind, make in MAPS.items():
        what = f"instructions of an attack: {make().title}"
        if valgrind is None or quick:
            needs = "valgrind" if valgrind is None else "a full run"
            yield Line(what, 0.0, BARS.get(kind), "M", needs=needs)
            continue
        both, moves = (_of_pair(valgrind, kind, work) / 1e6 for work in ("attack", "stir"))
        yield Line(what, both - moves, BARS.get(kind), "M", f"{moves:.2f} M more to move the two before it")


def _of_pair(valgrind: str, kind: str, work: str) -> float:
    """Return the instructions of one piece of work on one pair."""
    few, many = (_count(valgrind, kind, work, rounds) for rounds in ROUNDS)
    return (many - few) / ((ROUNDS[1] - ROUNDS[0]) * PAIRS)


def _count(valgrind: str, kind: str, work: str, rounds: int) -> int:
    """Return the instructions of a program that does some rounds of the work."""
    program = [sys.executable, "-m", "benchmarks.instructions", kind, work, str(rounds)]
    command = [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", *program]
    fixed = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    told = subprocess.run(command, env=fixed, check=True, capture_output=True, text=True).stderr
    found = re.search(r"Collected : (\d+)", told)
    assert found, told
    return int(found[1])


def rounds_of(made: Map, work: str, rounds: int) -> None:
    """Stir all pairs some times and, if `work` is "attack", make an attack on each, after a round that fills caches."""
    answer, pairs = answering(), choose(read(made), PAIRS)
    for _ in range(1 + rounds):
        for pair in pairs:
            stir(pair)
            if work == "attack":
                answer(pair)


if __name__ == "__main__":
    rounds_of(MAPS[sys.argv[1]](), sys.argv[2], int(sys.argv[3]))
