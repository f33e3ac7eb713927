"""Time a survey both ways: what the attacker and six foes would have against each other from each of 113 squares."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from benchmarks.heat import about
from benchmarks.maps import cave, grow
from benchmarks.pairs import Pair, choose, judged_by, read
from benchmarks.table import Line
from benchmarks.timing import alone, slowdown
from coign.annotations.heat_map import survey
from coign.protocol.evaluate import Attack, Defence, Reach
from coign.protocol.messages import Opponent, Survey, Surveyed

FOES = 6
SWORD = Attack(kind="melee", reach=5.0, name="Longsword", bonus=5.0)
BOW = Attack(kind="ranged", range=Reach(80.0, 320.0), name="Longbow", bonus=7.0)
FIRST_BAR = 100.0  # ms
BAR = 1000.0  # ms
STEP_BAR = 5.0  # ms: a roll that comes meanwhile waits so long


def asked(pair: Pair) -> Survey:
    """Return the question about the six foes that are nearest to the attacker, each with an attack of its own."""
    scene, attacker = pair.scene, pair.attacker
    foes = sorted(
        (token for token in scene.tokens.values() if attacker.enemy_of(token)),
        key=lambda token: abs(token.doc.x - attacker.doc.x) + abs(token.doc.y - attacker.doc.y),
    )[:FOES]
    return Survey(
        id="t1",
        request=replace(
            pair.request,
            roll=None,
            targets=tuple(foe.id for foe in foes),
            defence={token.id: Defence(ac=15.0) for token in (attacker, *foes)},
        ),
        places=about(pair),
        of=tuple(Opponent(foe.id, BOW, SWORD if nth % 2 else BOW) for nth, foe in enumerate(foes)),
        both=True,
    )


def whole(pair: Pair) -> Sequence[Surveyed]:
    """Survey all squares."""
    return [part for part in survey(pair.scene, asked(pair), judged_by()) if part is not None]


def first(pair: Pair) -> Surveyed:
    """Survey until the first part of the answer."""
    return next(part for part in survey(pair.scene, asked(pair), judged_by()) if part is not None)


def steps(pair: Pair) -> list[float]:
    """Return the milliseconds of processor time of each step."""
    found: list[float] = []
    parts = survey(pair.scene, asked(pair), judged_by())
    while True:
        began = time.thread_time()
        if next(parts, parts) is parts:  # None is a step without a part
            return found
        found.append(1000 * (time.thread_time() - began))


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of surveys both ways."""
    maps = [grow(2_000)] if quick else [grow(2_000), grow(20_000), cave(2_000)]
    for made in maps:
        pairs = [one for one in choose(read(made), 60) if not one.adjacent][: 1 if quick else 3]
        rounds = 1 if quick else 3
        times = alone(whole, pairs, rounds)
        count = sum(len(part.mine) + len(part.theirs) for part in whole(pairs[0]))
        what = f"both ways, {len(about(pairs[0]))} squares, {FOES} foes: {made.title}"
        beside = f"{times.median / 1000:.0f} ms here, x {times.slowdown:.1f} slow; {count:,} attacks"
        yield Line(what, times.fair / 1000, BAR, "ms", beside)
        begun = alone(first, pairs, rounds)
        yield Line("  its first squares", begun.fair / 1000, FIRST_BAR, "ms", f"{begun.median / 1000:.1f} ms here")
        slow = slowdown()
        longest = sorted(steps(pairs[0]))
        least = longest[int(0.99 * len(longest))]
        beside = f"the longest {longest[-1]:.1f} ms here"
        yield Line("  a step of it, 99 of 100 within", least / slow, STEP_BAR, "ms", beside)
