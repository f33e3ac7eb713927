"""One attack from the request to the bytes of its annotation: every fact, a ruleset, sentences and figure.

By day every space is simply bright; by night the light on attacker and target is measured against 100 lights. Both move
before each attack. In the dungeon most attacks are decided by signs, so targets which are partly hidden, torches that
move, low walls, and each pair of every real scene are timed by themselves.
"""

from __future__ import annotations

import itertools
import random
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from benchmarks.maps import Map, cave, grow, low
from benchmarks.pairs import Pair, choose, judged_by, read, stir
from benchmarks.table import Line, against
from benchmarks.timing import Times, alone, slowdown
from coign.annotations.annotate import annotate
from coign.facts.cover.exposure import Exposure, best
from coign.protocol.documents import LightConfig
from coign.protocol.evaluate import Evaluate
from coign.protocol.messages import Change
from coign.rules import Setup
from coign.scene.scene import Scene
from coign.util.tasks import finish

MEDIAN_BARS = {"dungeon": 550.0, "dungeon by night": 650.0, "cave": 600.0, "cave by night": 800.0, "low": 1_000.0}  # us
P95_BAR = 2_000.0
PARTLY_BAR = 1_000.0  # on average, where 30 of 100 targets are partly hidden
TORCH_BAR = 1_500.0  # a torch moves one square, then the next attack
REAL = Path(__file__).parents[1] / "tests" / "data" / "scenes"
MEAN_BAR, REAL_P95_BAR, LONGEST_BAR = 1_000.0, 3_000.0, 8_000.0
REAL_PAIRS, RANDOM_TOKENS = 132, 12  # of one scene at most; for a scene with fewer than two tokens

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Evaluate)


def answering() -> Callable[[Pair], bytes]:
    """Return a function that does the work of an attack: request bytes in, annotation bytes out."""
    setup = judged_by()
    return lambda pair: _encoder.encode(annotate(pair.scene, _decoder.decode(pair.frame), setup))


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of attacks on maps of three sizes, by day and by night, and in real scenes."""
    rounds, count, answer = 2 if quick else 10, 10 if quick else 60, answering()
    for night in (False, True):
        maps = [grow(walls, night=night) for walls in (300, 2_000, 20_000)] + [cave(2_000, night=night)]
        cases = [choose(read(made), count) for made in [*maps, *([] if night else [low(300)])]]
        turns = [pair for pairs in zip(*cases, strict=False) for pair in pairs]  # the scenes alternate
        times = alone(answer, turns, rounds, stir)
        for n, made in enumerate([*maps, *([] if night else [low(300)])]):
            own = Times(times.samples[n :: len(cases)], times.slowdown)
            yield Line(f"an attack: {made.title}", own.fair, MEDIAN_BARS[made.kind], "us", against(own))
            yield Line("  95 of 100 within", own.percentile(95) / own.slowdown, P95_BAR, "us")
    yield _partly_hidden(rounds, count)
    for made in (grow(2_000, night=True), cave(2_000, night=True)):
        yield _torch(made, rounds, count)
    yield from _real(quick)


def _partly_hidden(rounds: int, count: int) -> Line:
    """Time attacks on a map of which 30 in 100 have a target that is partly hidden from the best point."""
    pairs = choose(read(cave(2_000)), 1_000)
    partly = [0 < best(Exposure(pair.sightlines()).shares) < 1 for pair in pairs]
    some = list(itertools.compress(pairs, partly))[: count * 3 // 10]
    others = [pair for pair, hidden in zip(pairs, partly, strict=True) if not hidden][: count - len(some)]
    times = alone(answering(), [*some, *others], rounds, stir)
    mean, beside = statistics.fmean(times.samples), f"{len(some)} of {len(some) + len(others)} pairs"
    what = "attacks with 30 of 100 targets partly hidden, on average"
    return Line(what, mean / times.slowdown, PARTLY_BAR, "us", beside)


def _torch(made: Map, rounds: int, count: int) -> Line:
    """Time a step of an attacker who carries a torch, and the attack after it."""
    answer, pairs, moves = answering(), choose(read(made), count), itertools.count()

    def step(pair: Pair) -> bytes:
        x = pair.attacker.doc.x + (next(moves) % 2) * pair.scene.grid.size
        torch = LightConfig(bright=20.0, dim=40.0, angle=360.0)
        doc = msgspec.structs.replace(pair.attacker.doc, x=x, light=torch)
        finish(pair.scene.change([Change("Token", "update", doc.id, msgspec.Raw(_encoder.encode(doc)))]))
        return answer(pair)

    times = alone(step, pairs, rounds)
    what = f"a torch carried one square, then an attack: {made.title}"
    return Line(what, times.fair, TORCH_BAR, "us", against(times))


# --- real scenes ------------------------------------------------------------------------------------------------------


def _real(quick: bool) -> Iterator[Line]:
    """Time attacks in the scenes that Foundry wrote."""
    means: dict[str, float] = {}
    setup, every = judged_by(), list[float]()  # the fair times of all scenes
    for path in sorted(REAL.glob("*.json")):
        scene = _with_tokens(path)
        pairs = list(itertools.permutations(scene.tokens, 2))
        chosen = random.Random(path.stem).sample(pairs, min(len(pairs), 10 if quick else REAL_PAIRS))
        before = slowdown()
        times = [_time(scene, pair, setup) for pair in chosen]
        slow = (before + slowdown()) / 2
        every += [taken / slow for taken in times]
        means[path.stem] = statistics.fmean(times) / slow
    every.sort()
    slowest = max(means, key=lambda name: means[name])
    beside = f"{len(every):,} pairs of {len(means)} scenes"
    yield Line("a pair of any real scene, on average", statistics.fmean(every), MEAN_BAR, "us", beside)
    yield Line("  in the slowest of them", means[slowest], MEAN_BAR, "us", slowest)
    yield Line("  95 of 100 within", every[int(0.95 * (len(every) - 1))], REAL_P95_BAR, "us")
    yield Line("  the longest", every[-1], LONGEST_BAR, "us")


def _with_tokens(path: Path) -> Scene:
    """Return a scene with at least two tokens: its own, else some on random squares."""
    data = path.read_bytes()
    scene = finish(Scene.read(data))
    if len(scene.tokens) >= 2:
        return scene
    document, dice, size = msgspec.json.decode(data), random.Random(path.stem), scene.grid.size
    columns, rows = (int((document.get(side) or 2000) / size) for side in ("width", "height"))
    places = [(dice.randrange(columns) * size, dice.randrange(rows) * size) for _ in range(RANDOM_TOKENS)]
    document["tokens"] = [
        {"_id": f"t{n}", "x": x, "y": y, "disposition": n % 2 * 2 - 1} for n, (x, y) in enumerate(places)
    ]
    return finish(Scene.read(msgspec.json.encode(document)))


def _time(scene: Scene, pair: tuple[str, str], setup: Setup) -> float:
    """Return the microseconds of one attack: every fact, and the ruling."""
    actor, target = pair
    request = Evaluate(id="q", scene=scene.id, occasion="attack", actor=actor, targets=(target,))
    started = time.thread_time()
    annotate(scene, request, setup)
    return (time.thread_time() - started) * 1e6
