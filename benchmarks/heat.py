"""Surveys: of the squares that a creature may walk to, and both ways.

Both ways: what the attacker and six foes would have against each other from each of 113 squares.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
from msgspec.structs import replace

from benchmarks.maps import CELL, Map, cave, grow
from benchmarks.pairs import Pair, choose, judged_by, read
from benchmarks.table import Line, against
from benchmarks.timing import alone, slowdown
from coign.annotations.heat_map import survey
from coign.protocol.evaluate import Attack, Candidate, Defence, Reach
from coign.protocol.messages import Opponent, Survey, Surveyed

FOES, SPEED = 6, 6  # speed in squares
SWORD = Attack(kind="melee", reach=5.0, name="Longsword", bonus=5.0)
BOW = Attack(kind="ranged", range=Reach(80.0, 320.0), name="Longbow", bonus=7.0)
BARS = {"dungeon": 60.0, "cave by night": 120.0}  # ms
FIRST_BAR, FIRST_BOTH_WAYS_BAR, BOTH_WAYS_BAR = 50.0, 100.0, 1000.0  # ms
STEP_BAR = 5.0  # ms: a roll that comes meanwhile waits so long
PARTS_BAR = 100  # messages


def one_way(pair: Pair) -> Survey:
    """Return the question about the attack on the target from each square within 30 ft of the attacker."""
    x0, y0 = pair.attacker.doc.x, pair.attacker.doc.y
    steps = [(x, y) for x in range(-SPEED, SPEED + 1) for y in range(-SPEED, SPEED + 1) if np.hypot(x, y) <= SPEED]
    near = sorted(steps, key=lambda step: float(np.hypot(*step)))
    return Survey(id="h1", request=pair.request, places=tuple((x0 + x * CELL, y0 + y * CELL) for x, y in near))


def both_ways(pair: Pair) -> Survey:
    """Return the question about the six foes that are nearest to the attacker, each with an attack of its own."""
    scene, attacker = pair.scene, pair.attacker
    enemies = (token for token in scene.tokens.values() if attacker.enemy_of(token))
    x0, y0 = attacker.doc.x, attacker.doc.y
    foes = sorted(enemies, key=lambda token: abs(token.doc.x - x0) + abs(token.doc.y - y0))[:FOES]
    defence = {token.id: Defence(ac=15.0) for token in (attacker, *foes)}
    request = replace(pair.request, roll=None, attack=BOW, targets=tuple(foe.id for foe in foes), defence=defence)
    opponents = tuple(Opponent(foe.id, (Candidate(SWORD if nth % 2 else BOW),)) for nth, foe in enumerate(foes))
    return Survey(id="t1", request=request, places=one_way(pair).places, of=opponents, both=True)


def steps(pair: Pair, asked: Survey) -> list[tuple[float, Surveyed | None]]:
    """Return the milliseconds of processor time of each step of a survey, and its part of the answer, if any."""
    found: list[tuple[float, Surveyed | None]] = []
    taken, end = survey(pair.scene, asked, judged_by()), object()
    while True:
        began = time.thread_time()
        part = next(taken, end)
        if part is end:
            return found
        found.append((1000 * (time.thread_time() - began), part))  # type: ignore[arg-type]


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of surveys."""
    for made in (grow(2_000), cave(2_000, night=True)):
        yield from _survey("heat map of 113 squares", made, one_way, (BARS[made.kind], FIRST_BAR), quick)
    for made in (grow(2_000), *(() if quick else (grow(20_000), cave(2_000)))):
        bars = BOTH_WAYS_BAR, FIRST_BOTH_WAYS_BAR
        yield from _survey(f"both ways, 113 squares, {FOES} foes", made, both_ways, bars, quick)


def _survey(
    what: str, made: Map, ask: Callable[[Pair], Survey], bars: tuple[float, float], quick: bool
) -> Iterator[Line]:
    pairs = [one for one in choose(read(made), 60) if not one.adjacent][: 1 if quick else 3]
    times = alone(lambda pair: steps(pair, ask(pair)), pairs, 1 if quick else 3)
    yield Line(f"{what}: {made.title}", times.fair / 1000, bars[0], "ms", against(times))

    def first(pair: Pair) -> Surveyed:
        return next(part for part in survey(pair.scene, ask(pair), judged_by()) if part is not None)

    times = alone(first, pairs, 1 if quick else 3)
    yield Line("  its first squares", times.fair / 1000, bars[1], "ms", against(times))
    slow, every = slowdown(), steps(pairs[0], ask(pairs[0]))
    longest = sorted(took for took, _ in every)
    beside = f"the longest {longest[-1]:.1f} ms here"
    yield Line("  a step of it, 99 of 100 within", longest[int(0.99 * len(longest))] / slow, STEP_BAR, "ms", beside)
    yield Line("  its messages", sum(part is not None for _, part in every) / slow, PARTS_BAR)
