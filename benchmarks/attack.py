"""One attack from the request to the bytes of its annotation: every fact, a ruleset, sentences and figure.

By day every space is simply bright; by night the light on attacker and target is measured against 100 lights. Both move
before each attack, except in "asked again". In the dungeon most attacks are decided by signs, so targets which are
partly hidden, and torches that move, are timed by themselves.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable, Iterator
from unittest.mock import patch

import msgspec
import numpy as np

from benchmarks.maps import Map, cave, dense, grow
from benchmarks.pairs import Pair, choose, judged_by, read, stir
from benchmarks.table import Line, against
from benchmarks.timing import Times, alone, race
from coign.annotations.annotate import annotate
from coign.facts import light
from coign.facts.cover.exposure import Exposure, best
from coign.facts.cover.posts import blocked
from coign.geometry import areas
from coign.geometry.lines import Floats, Mask, Points
from coign.grid.space import Box
from coign.protocol.documents import LightConfig
from coign.protocol.evaluate import Evaluate
from coign.protocol.messages import Change
from coign.util.tasks import finish

MEDIAN_BARS = {"dungeon": 550.0, "dungeon by night": 650.0, "cave": 600.0, "cave by night": 800.0}  # us
P95_BAR = 2_000.0
PARTLY_BAR = 1_000.0  # on average, where 30 of 100 targets are partly hidden
TORCH_BAR = 1_500.0  # a torch moves one square, then the next attack
BARRED = (2_000, 20_000)  # walls of the scenes that have a bar; the others are for orientation
SHORTCUT_BAR = 0.8  # of an attack without it; a shortcut has to save a quarter of the time

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Evaluate)


def answering() -> Callable[[Pair], bytes]:
    """Return a function that does the work of an attack: request bytes in, annotation bytes out."""
    setup = judged_by()

    def answer(pair: Pair) -> bytes:
        return _encoder.encode(annotate(pair.scene, _decoder.decode(pair.frame), setup))

    return answer


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of attacks on maps of three sizes, by day and by night."""
    answer = answering()
    rounds = 2 if quick else 12
    for night in (False, True):
        maps = [grow(300, night=night), grow(2_000, night=night), grow(20_000, night=night)]
        if not quick:
            maps += [cave(2_000, night=night), dense(20_000, night=night)]
        cases = [choose(read(made), 10 if quick else 60) for made in maps]
        turns = [pair for pairs in zip(*cases, strict=False) for pair in pairs]  # the scenes alternate
        times = alone(answer, turns, rounds, stir)
        for n, (made, pairs) in enumerate(zip(maps, cases, strict=True)):
            own = Times(times.samples[n :: len(maps)], times.slowdown)
            yield from _lines(made, own, len(answer(pairs[0])))
        again = alone(answer, cases[1], rounds)
        yield Line(f"  asked again: {maps[1].title}", again.fair, None, "us", against(again))
    for made in (grow(2_000), grow(2_000, night=True)):
        yield _shortcut(choose(read(made), 10 if quick else 60), made.title, rounds)
    yield _partly_hidden(rounds, quick)
    for made in (grow(2_000, night=True), cave(2_000, night=True)):
        yield _torch(made, rounds, quick)
    yield from _parts(quick)


def _lines(made: Map, times: Times, size: int) -> Iterator[Line]:
    barred = made.walls in BARRED and made.kind in MEDIAN_BARS
    beside = f"{against(times)}; {size:,} bytes"
    yield Line(f"an attack: {made.title}", times.fair, MEDIAN_BARS[made.kind] if barred else None, "us", beside)
    late = times.percentile(95) / times.slowdown
    yield Line("  95 of 100 within", late, P95_BAR if barred else None, "us", f"{times.percentile(95):,.0f} us here")


def _partly_hidden(rounds: int, quick: bool) -> Line:
    """Time attacks on a map of which 30 in 100 have a target that is partly hidden from the best point."""
    scene = read(cave(2_000))
    pairs = choose(scene, 1_000)
    partly = [0 < best(Exposure(pair.sightlines()).shares) < 1 for pair in pairs]
    count = 10 if quick else 60
    some = [pair for pair, hidden in zip(pairs, partly, strict=True) if hidden][: count * 3 // 10]
    others = [pair for pair, hidden in zip(pairs, partly, strict=True) if not hidden][: count - len(some)]
    times = alone(answering(), [*some, *others], rounds, stir)
    mean = statistics.fmean(times.samples)
    beside = (
        f"{mean:.0f} us here; {len(some)} of {len(some) + len(others)} pairs; {sum(partly) / len(pairs):.0%} of all"
    )
    return Line(
        "attacks with 30 of 100 targets partly hidden, on average", mean / times.slowdown, PARTLY_BAR, "us", beside
    )


def _torch(made: Map, rounds: int, quick: bool) -> Line:
    """Time a step of an attacker who carries a torch, and the attack after it."""
    answer, pairs = answering(), choose(read(made), 10 if quick else 60)
    steps = itertools.count()

    def step(pair: Pair) -> bytes:
        x = pair.attacker.doc.x + (next(steps) % 2) * pair.scene.grid.size
        torch = LightConfig(bright=20.0, dim=40.0, angle=360.0)
        doc = msgspec.structs.replace(pair.attacker.doc, x=x, light=torch)
        finish(pair.scene.change([Change("Token", "update", doc.id, msgspec.Raw(_encoder.encode(doc)))]))
        return answer(pair)

    times = alone(step, pairs, rounds)
    return Line(
        f"a torch carried one square, then an attack: {made.title}", times.fair, TORCH_BAR, "us", against(times)
    )


def _shortcut(pairs: list[Pair], title: str, rounds: int) -> Line:
    """Time attacks with and without `areas.cast`, which keeps most walls out of the sweep."""
    answer = answering()

    def whole(pair: Pair) -> bytes:
        with patch.object(areas, "cast", _cast_all):
            return answer(pair)

    times = race({"with": answer, "without": whole}, pairs, rounds, stir)
    own, other = times["with"].fair, times["without"].fair
    beside = f"{own:.0f} against {other:.0f} us"
    return Line(
        f"an attack with the shortcut by signs against without: {title}", own / other, SHORTCUT_BAR, "of", beside
    )


def _cast_all(points: Points, walls: Floats, box: Box) -> tuple[Mask, Mask]:
    """Replace `areas.cast`: every wall that is not seen from its end takes part."""
    a, b = walls[..., :2] - points, walls[..., 2:] - points
    seen = np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0] != 0)
    return seen, np.zeros_like(seen)


def _parts(quick: bool) -> Iterator[Line]:
    """Time the two expensive facts by themselves."""
    scene = read(grow(2_000, night=True))
    pairs = choose(scene, 20 if quick else 200)
    rounds = 2 if quick else 8
    behind = [pair for pair in pairs if blocked(pair.sightlines().posts.hidden).any()]
    exposure = alone(lambda pair: Exposure(pair.sightlines()).shares, behind, rounds)
    beside = f"{against(exposure)}; {len(behind)} pairs with blocked lines"
    yield Line("exposure where lines are blocked, 2,000 walls", exposure.fair, None, "us", beside)
    lit = alone(lambda pair: light.shares(scene, scene.tokens[pair.target.id].space), pairs, rounds, stir)
    near = sum(len(scene.lamps.near(pair.target.space.box)) for pair in pairs) / len(pairs)
    beside = f"{against(lit)}; 100 lights, {near:.1f} near"
    yield Line("light on a creature, 2,000 walls", lit.fair, None, "us", beside)
