"""One attack from the request to the bytes of its annotation: every fact, a ruleset, sentences and figure.

By day every space is simply bright; by night the light on attacker and target is measured against 100 lights. Both move
before each attack, except in "asked again".
"""

from __future__ import annotations

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
from coign.facts.cover.exposure import Exposure
from coign.geometry import areas
from coign.geometry.lines import Floats, Mask, Points
from coign.protocol.evaluate import Evaluate

MEDIAN_BARS = {"day": 600.0, "night": 800.0, "cave": 1_500.0}  # us
P95_BAR = 3_000.0
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
    yield from _parts(quick)


def _lines(made: Map, times: Times, size: int) -> Iterator[Line]:
    kind = "cave" if made.kind.startswith("cave") else "night" if made.kind.endswith("night") else "day"
    barred = made.walls in BARRED and not made.kind.startswith("dense")
    beside = f"{against(times)}; {size:,} bytes"
    yield Line(f"an attack: {made.title}", times.fair, MEDIAN_BARS[kind] if barred else None, "us", beside)
    late = times.percentile(95) / times.slowdown
    yield Line("  95 of 100 within", late, P95_BAR if barred else None, "us", f"{times.percentile(95):,.0f} us here")


def _shortcut(pairs: list[Pair], title: str, rounds: int) -> Line:
    """Time attacks with and without `areas.cast`, which avoids most walls' shadows."""
    answer = answering()

    def whole(pair: Pair) -> bytes:
        with patch.object(areas, "cast", _cast_all):
            return answer(pair)

    times = race({"with": answer, "without": whole}, pairs, rounds, stir)
    own, other = times["with"].fair, times["without"].fair
    beside = f"{own:.0f} against {other:.0f} us"
    return Line(
        f"an attack with the shortcut for shadows against without: {title}", own / other, SHORTCUT_BAR, "of", beside
    )


def _cast_all(points: Points, walls: Floats, box: areas.Box) -> tuple[Mask, Mask]:
    """Replace `areas.cast`: every wall that is not seen from its end casts its shadow."""
    a, b = walls[..., :2] - points, walls[..., 2:] - points
    seen = np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0] != 0)
    return seen, np.zeros_like(seen)


def _parts(quick: bool) -> Iterator[Line]:
    """Time the two expensive facts by themselves."""
    scene = read(grow(2_000, night=True))
    pairs = choose(scene, 20 if quick else 200)
    rounds = 2 if quick else 8
    behind = [pair for pair in pairs if pair.sightlines().solid.any()]
    exposure = alone(lambda pair: Exposure(pair.sightlines()).shares, behind, rounds)
    beside = f"{against(exposure)}; {len(behind)} pairs with blocked lines"
    yield Line("exposure where lines are blocked, 2,000 walls", exposure.fair, None, "us", beside)
    lit = alone(lambda pair: light.shares(scene, scene.tokens[pair.target.id].space), pairs, rounds, stir)
    near = sum(len(scene.lamps.near([pair.target.space.box])[0]) for pair in pairs) / len(pairs)
    beside = f"{against(lit)}; 100 lights, {near:.1f} near"
    yield Line("light on a creature, 2,000 walls", lit.fair, None, "us", beside)
