"""Count the instructions of an attack with callgrind: a figure that is the same on a busy machine.

A program of its own makes a few attacks under valgrind, and another one more of them; the difference is divided by the
attacks more. Without valgrind (`apt install valgrind`) nothing is measured.
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
        few, many = (_count(valgrind, kind, rounds) for rounds in ROUNDS)
        each = (many - few) / (ROUNDS[1] - ROUNDS[0]) / PAIRS / 1e6
        yield Line(what, each, BARS.get(kind), "M", f"{many / 1e9:.1f} G in all")


def _count(valgrind: str, kind: str, rounds: int) -> int:
    """Return the instructions of a program that makes some rounds of attacks."""
    program = [sys.executable, "-m", "benchmarks.instructions", kind, str(rounds)]
    command = [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", *program]
    fixed = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    told = subprocess.run(command, env=fixed, check=True, capture_output=True, text=True).stderr
    found = re.search(r"Collected : (\d+)", told)
    assert found, told
    return int(found[1])


def attack(made: Map, rounds: int) -> None:
    """Make rounds of attacks, after one that fills the caches."""
    answer, pairs = answering(), choose(read(made), PAIRS)
    for _ in range(1 + rounds):
        for pair in pairs:
            stir(pair)
            answer(pair)


if __name__ == "__main__":
    attack(MAPS[sys.argv[1]](), int(sys.argv[2]))
