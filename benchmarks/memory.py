"""Measure the memory of one more world: a new process reads the same scene repeatedly and reports its growth."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.attack import answering
from benchmarks.maps import grow
from benchmarks.pairs import choose, read
from benchmarks.table import Line

WORLDS = 20


def measure(quick: bool) -> Iterator[Line]:
    """Yield the memory that a world takes."""
    for walls in (2_000,) if quick else (300, 2_000, 20_000):
        worlds = 5 if quick or walls == 20_000 else WORLDS
        what = f"memory per world, {walls:,} walls"
        if resident() is None:
            yield Line(what, 0, None, "MB", needs="there is no /proc to read it from")
            continue
        command = [sys.executable, "-m", "benchmarks.memory", str(walls), str(worlds)]
        grown = float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        yield Line(what, grown / worlds, None, "MB", f"{worlds} scenes, each attacked in")


def resident(pid: int | str = "self") -> float | None:
    """Return the memory of a process in MB; None if the system does not report it."""
    try:
        text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return None
    line = next(line for line in text.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main(walls: int, worlds: int) -> None:
    """Print by how many MB this process grows when it reads a scene `worlds` times."""
    made, answer = grow(walls), answering()
    pairs = choose(read(made), 20)
    answer(pairs[0])  # so that shared caches do not count
    before = resident() or 0.0
    scenes = []
    for _ in range(worlds):
        scene = read(made)
        scenes.append(scene)
        for pair in choose(scene, 20):
            answer(pair)
    print((resident() or 0.0) - before)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
