"""Count instructions with callgrind: figures that are the same on a busy machine.

A program of its own does a piece of work some times under valgrind, which counts while it works and not while it
starts; garbage is collected as in a bridge. `attack` alone, as in `benchmarks.attack`, has nothing of the session
around it. `view` is an attack through the session, from the bytes of its request to those of its answer, and `patch`
tells of two tokens that moved. Without valgrind (`apt install valgrind`) nothing is measured.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count

import msgspec

from benchmarks.attack import answering
from benchmarks.maps import Map, grow
from benchmarks.pairs import RULESET, Pair, choose, read, steps, stir
from benchmarks.table import Line
from coign.embedded.page_session import PageSession
from coign.protocol.messages import Configure, Hello, ScenePatch, ScenePut
from coign.util.garbage_collection import settle

MAPS: dict[str, Callable[[], Map]] = {"day": lambda: grow(2_000), "night": lambda: grow(2_000, night=True)}
# What is counted: work, the part of it that is taken away again, and the bar in millions.
COUNTED = {
    "an attack by day": ("day", "attack", "stir", 3.7),
    "an attack by night": ("night", "attack", "stir", 4.2),
    "a view through the session by day": ("day", "view", "patch", 4.2),
    "a patch of two tokens through the session": ("day", "patch", "nothing", 1.4),
}
PAIRS, ROUNDS = 20, 4


def measure(quick: bool) -> Iterator[Line]:
    """Yield the instructions of each piece of work, in millions."""
    valgrind = shutil.which("valgrind")
    found: dict[tuple[str, str], float] = {}
    for what, (where, whole, part, bar) in COUNTED.items():
        if valgrind is None or quick:
            needs = "valgrind" if valgrind is None else "a full run"
            yield Line(f"instructions of {what}", 0.0, bar, "M", needs=needs)
            continue
        for work in {whole, part} - {"nothing"}:
            found[where, work] = found.get((where, work)) or _of_pair(valgrind, where, work) / 1e6
        yield Line(f"instructions of {what}", found[where, whole] - found.get((where, part), 0.0), bar, "M")


def _of_pair(valgrind: str, where: str, work: str) -> float:
    """Return the instructions of one piece of work on one pair."""
    program = [sys.executable, "-m", "benchmarks.instructions", where, work]
    command = [valgrind, "--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=/dev/null", *program]
    fixed = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    pipe = subprocess.PIPE
    child = subprocess.Popen(command, env=fixed, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    assert child.stdout is not None
    assert child.stdin is not None
    child.stdout.readline()  # it is ready, and waits
    subprocess.run(["callgrind_control", "-i", "on", str(child.pid)], check=True, capture_output=True)
    _, told = child.communicate("\n")
    found = re.search(r"Collected : (\d+)", told)
    assert found, told
    return int(found[1]) / (ROUNDS * PAIRS)


def work_on(made: Map, work: str) -> Callable[[Pair], object]:
    """Return the work on one pair."""
    if work == "stir":
        return stir
    if work == "attack":
        answer = answering()

        def attack(pair: Pair) -> None:
            stir(pair)
            answer(pair)

        return attack
    said: list[str] = []
    session, revisions = PageSession("http://a.test", "w", said.append, lambda code, reason: None), count(1)

    def tell(message: object) -> None:
        more = session.receive(msgspec.json.encode(message).decode())
        while more:
            more = session.step()
        assert '"type":"error"' not in said.pop()[:20]

    def patch(pair: Pair) -> None:
        revision = next(revisions)
        tell(ScenePatch("bench", revision, revision + 1, steps(pair)))
        if work == "view":
            tell(pair.request)

    tell(Hello((1,), "w", "gm", "bench", ""))
    tell(Configure((RULESET,)))
    tell(ScenePut("bench", 1, "", msgspec.Raw(made.data)))
    return patch


def main(where: str, work: str) -> None:
    """Do the work on each pair, once to fill caches, and some times when told to."""
    made = MAPS[where]()
    do, pairs = work_on(made, work), choose(read(made), PAIRS)
    for turn in range(1 + ROUNDS):
        if turn == 1:
            settle()
            print("ready", flush=True)
            sys.stdin.readline()
        for each in pairs:
            do(each)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
