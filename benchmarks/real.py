"""The time of an attack for every pair of tokens of every real scene; scenes without tokens get random ones."""

from __future__ import annotations

import random
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
BAR = 1_500.0  # us
RANDOM_TOKENS = 12  # for a scene with fewer than two tokens
QUICK_PAIRS = 20


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of attacks in scenes that Foundry wrote."""
    setup = configure(["partial-advantage"], {})
    for path in sorted(SCENES.glob("*.json")):
        scene = _with_tokens(path)
        names = list(scene.tokens)
        pairs = [(one, other) for one in names for other in names if one != other]
        slow = slowdown()
        times = sorted(_time(scene, pair, setup) for pair in (pairs[:QUICK_PAIRS] if quick else pairs))
        slow = (slow + slowdown()) / 2
        low, middle, high = (times[int(share * (len(times) - 1))] for share in (0.05, 0.5, 0.95))
        beside = (
            f"{middle:.0f} us here, x {slow:.1f} slow; {len(times):,} pairs; 5 of 100 within {low:.0f}, "
            f"95 within {high:.0f}, the longest {times[-1]:.0f} us"
        )
        yield Line(f"a pair of {path.stem}", middle / slow, BAR, "us", beside)


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
