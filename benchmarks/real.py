"""The time of an attack for every pair of tokens of every real scene; scenes without tokens get random ones."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchmarks.table import Line
from benchmarks.timing import slowdown
from coign.annotations.annotate import annotate
from coign.catalogue.registry import configure
from coign.protocol.evaluate import Evaluate
from coign.rules import Setup
from coign.scene.scene import Scene
from coign.util.tasks import finish

SCENES = Path(__file__).parent.parent / "tests" / "data" / "scenes"
MEAN_BAR, P95_BAR, LONGEST_BAR = 1_000.0, 3_000.0, 8_000.0  # us
RANDOM_TOKENS = 12  # for a scene with fewer than two tokens
QUICK_PAIRS = 20


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of attacks in scenes that Foundry wrote."""
    setup = configure(["partial-advantage"], {})
    every: list[float] = []  # the fair times of all scenes
    for path in sorted(SCENES.glob("*.json")):
        scene = _with_tokens(path)
        names = list(scene.tokens)
        pairs = [(one, other) for one in names for other in names if one != other]
        slow = slowdown()
        times = sorted(_time(scene, pair, setup) for pair in (pairs[:QUICK_PAIRS] if quick else pairs))
        slow = (slow + slowdown()) / 2
        every += [taken / slow for taken in times]
        mean, late, longest = statistics.fmean(times), times[int(0.95 * (len(times) - 1))], times[-1]
        beside = f"{mean:.0f} us here, x {slow:.1f} slow; {len(times):,} pairs"
        yield Line(f"a pair of {path.stem}, on average", mean / slow, MEAN_BAR, "us", beside)
        yield Line("  95 of 100 within", late / slow, P95_BAR, "us", f"{late:.0f} us here")
        yield Line("  the longest", longest / slow, LONGEST_BAR, "us", f"{longest:.0f} us here")
    every.sort()
    beside = f"{len(every):,} pairs, each as often as it is in its scene"
    yield Line("a pair of any real scene, on average", statistics.fmean(every), MEAN_BAR, "us", beside)
    yield Line("  95 of 100 within", every[int(0.95 * (len(every) - 1))], P95_BAR, "us")
    yield Line("  the longest", every[-1], LONGEST_BAR, "us")


def _with_tokens(path: Path) -> Scene:
    """Return a scene with at least two tokens: its own, else some on random squares."""
    data = path.read_bytes()
    scene = finish(Scene.read(data))
    if len(scene.tokens) >= 2:
        return scene
    document, dice, size = msgspec.json.decode(data), random.Random(path.stem), scene.grid.size
    columns, rows = (int((document.get(side) or 2000) / size) for side in ("width", "height"))
    document["tokens"] = [
        {
            "_id": f"t{n}",
            "x": dice.randrange(columns) * size,
            "y": dice.randrange(rows) * size,
            "disposition": n % 2 * 2 - 1,
        }
        for n in range(RANDOM_TOKENS)
    ]
    return finish(Scene.read(msgspec.json.encode(document)))


def _time(scene: Scene, pair: tuple[str, str], setup: Setup) -> float:
    """Return the microseconds of one attack: every fact, and the ruling."""
    actor, target = pair
    request = Evaluate(id="q", scene=scene.id, occasion="attack", actor=actor, targets=(target,))
    started = time.thread_time()
    annotate(scene, request, setup)
    return (time.thread_time() - started) * 1e6
