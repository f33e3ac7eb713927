"""The engine for the browser, under Node, against the same Python here: by turns, in one run.

Memory, frames and what a page adds are measured in Chromium (`tests/browser/bench-page.mjs`).
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from benchmarks.maps import Map, cave, grow
from benchmarks.pairs import choose, read, steps
from benchmarks.table import Line
from benchmarks.timing import pin_elsewhere
from embedded import speed

ROOT = Path(__file__).parents[1]
RATIO_BAR, CALL_BAR = 2.0, 3.0
FIRST_BARS = {2_000: 20.0, 20_000: 40.0}  # ms
CALLS_BARS = {"dungeon": 8.0, "cave by night": 20.0}  # of GEOS, on flat maps


class Engine:
    """The engine in a process of its own."""

    def __init__(self) -> None:
        subprocess.run([sys.executable, ROOT / "tools" / "engine.py"], check=True, stdout=subprocess.DEVNULL)
        command = ["node", str(ROOT / "tests" / "embedded" / "speed.mjs")]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, preexec_fn=pin_elsewhere
        )
        self.seconds: float = self._answer()

    def ask(self, *line: Any) -> Any:
        """Return the answer to one line."""
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(line).decode() + "\n")
        self._process.stdin.flush()
        return self._answer()

    def open(self, name: str, told: bytes) -> None:
        """Read a scene with its attacks."""
        with tempfile.NamedTemporaryFile() as file:
            Path(file.name).write_bytes(told)
            self.ask("open", name, file.name)

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        return msgspec.json.decode(self._process.stdout.readline())

    def end(self) -> None:
        """End the process."""
        self._process.communicate()


def measure(quick: bool) -> Iterator[Line]:
    """Yield attacks in the engine against native ones."""
    engine = Engine()
    try:
        yield Line("the engine starts, under Node: processor", engine.seconds, 3.5, "s")
        yield from _calls(engine)
        sizes = (300,) if quick else (300, 2_000, 20_000)
        made = [make(size, night=night) for make, night in ((grow, False), (grow, True)) for size in sizes]
        for each in [*made, cave(2_000, night=True)]:
            yield from _attacks(engine, each, 1 if quick else 4)
    finally:
        engine.end()


def _calls(engine: Engine) -> Iterator[Line]:
    turns = [(speed.calls(), engine.ask("calls")) for _ in range(3)]
    ours = {name: statistics.median(page[name] for _, page in turns) for name in turns[0][0]}
    native = {name: statistics.median(here[name] for here, _ in turns) for name in turns[0][0]}
    ratios = {name: ours[name] / native[name] for name in ours}
    beside = ", ".join(f"{name} x {ratio:.1f}" for name, ratio in ratios.items())
    yield Line(
        "a call of the drop-in for shapely against native", statistics.median(ratios.values()), CALL_BAR, "of", beside
    )


def attacks_in(made: Map) -> bytes:
    """Return a map with forty attacks in it, as `speed.Attacks` reads them."""
    pairs = choose(read(made), 40)
    requests, moves = [pair.request for pair in pairs], [steps(pair) for pair in pairs]
    return msgspec.json.encode({"scene": msgspec.Raw(made.data), "requests": requests, "moves": moves})


def _attacks(engine: Engine, made: Map, turns: int) -> Iterator[Line]:
    told = attacks_in(made)
    native = speed.Attacks(told)
    engine.open(made.title, told)
    # By turns, of which the first warms up. The least of each attack counts: other programs only add to it.
    taken = np.array([(native.times(), engine.ask("times", made.title)) for _ in range(turns + 1)])[1:].min(axis=0)
    middle, p50, p95 = (float(np.percentile(*one)) for one in ((taken[0], 50), (taken[1], 50), (taken[1], 95)))
    beside = f"{p50:.2f} ms, 95 of 100 within {p95:.2f}, against {middle:.2f}"
    yield Line(f"an attack in the engine against native: {made.title}", p50 / middle, RATIO_BAR, "of", beside)
    opened = [engine.ask("opened", made.title) for _ in range(3)]
    read_in, first = (statistics.median(some) for some in zip(*opened, strict=True))
    bar = FIRST_BARS.get(made.walls) if made.kind == "dungeon" else None
    yield Line("  the first attack of a scene", first, bar, "ms", f"the scene in: {read_in:.0f} ms")
    yield Line("  calls of GEOS", engine.ask("geos_calls", made.title), CALLS_BARS.get(made.kind))
