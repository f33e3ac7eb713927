"""Time surveys: of the squares that a creature may walk to, of 1,600 squares, and both ways.

Both ways: what the attacker and six foes would have against each other from each of 113 squares.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec.structs import replace

from benchmarks.maps import CELL, Map, cave, dense, grow
from benchmarks.pairs import Pair, choose, judged_by, read
from benchmarks.table import Line
from benchmarks.timing import Times, alone, slowdown
from coign.annotations.heat_map import survey
from coign.protocol.evaluate import Attack, Defence, Reach
from coign.protocol.messages import Opponent, Survey, Surveyed

SIDE = 40
WITHIN = 30 / 5 * CELL  # px: the squares that a creature may walk to
BARS = {"dungeon": 60.0, "cave by night": 120.0}  # ms; the other maps are for orientation
FIRST_BAR = 50.0  # ms

FOES = 6
SWORD = Attack(kind="melee", reach=5.0, name="Longsword", bonus=5.0)
BOW = Attack(kind="ranged", range=Reach(80.0, 320.0), name="Longbow", bonus=7.0)
FIRST_BOTH_WAYS_BAR = 100.0  # ms
BOTH_WAYS_BAR = 1000.0  # ms
STEP_BAR = 5.0  # ms: a roll that comes meanwhile waits so long

Squares = tuple[tuple[float, float], ...]


def squares(pair: Pair) -> Squares:
    """Return 40 x 40 squares around the target, inside the map."""
    column, row = pair.target.space.cells[0]
    side = SIDE * CELL
    width, height = pair.scene.doc.width or side, pair.scene.doc.height or side
    left = min(max(0.0, column * CELL - side / 2), max(0.0, width - side))
    top = min(max(0.0, row * CELL - side / 2), max(0.0, height - side))
    return tuple((left + x * CELL, top + y * CELL) for y in range(SIDE) for x in range(SIDE))


def near(pair: Pair) -> Squares:
    """Return the 113 squares within 30 ft of the attacker, the nearest first."""
    x0, y0 = pair.attacker.doc.x, pair.attacker.doc.y
    ways = [(x * CELL, y * CELL) for x in range(-6, 7) for y in range(-6, 7)]
    within = sorted((way for way in ways if np.hypot(*way) <= WITHIN), key=lambda way: float(np.hypot(*way)))
    return tuple((x0 + x, y0 + y) for x, y in within)


def one_way(pair: Pair, places: Squares) -> Survey:
    """Return the question about the attack on the target from each square."""
    return Survey(id="h1", request=pair.request, places=places)


def both_ways(pair: Pair) -> Survey:
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
        places=near(pair),
        of=tuple(Opponent(foe.id, BOW, SWORD if nth % 2 else BOW) for nth, foe in enumerate(foes)),
        both=True,
    )


def parts(pair: Pair, asked: Survey) -> Iterator[Surveyed]:
    """Yield the parts of a survey's answer."""
    return (part for part in survey(pair.scene, asked, judged_by()) if part is not None)


def whole(pair: Pair, asked: Survey) -> Sequence[Surveyed]:
    """Return all parts."""
    return list(parts(pair, asked))


def first(pair: Pair, asked: Survey) -> Surveyed:
    """Return the first part."""
    return next(parts(pair, asked))


def steps(pair: Pair, asked: Survey) -> list[float]:
    """Return the milliseconds of processor time of each step."""
    found: list[float] = []
    taken = survey(pair.scene, asked, judged_by())
    while True:
        began = time.thread_time()
        if next(taken, taken) is taken:  # None is a step without a part
            return found
        found.append(1000 * (time.thread_time() - began))


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of surveys."""
    for made in [grow(2_000), cave(2_000, night=True), *([] if quick else [grow(20_000), cave(2_000), dense(20_000)])]:
        yield from _one_way(made, quick)
    for made in [grow(2_000), *([] if quick else [grow(20_000), cave(2_000)])]:
        yield from _both_ways(made, quick)


def _one_way(made: Map, quick: bool) -> Iterator[Line]:
    pairs, rounds = _apart(made, quick), 1 if quick else 4
    times = alone(lambda pair: whole(pair, one_way(pair, near(pair))), pairs, rounds)
    yield _line(f"heat map of {len(near(pairs[0]))} squares: {made.title}", times, BARS.get(made.kind))
    times = alone(lambda pair: first(pair, one_way(pair, near(pair))), pairs, rounds)
    yield _line("  its first squares", times, FIRST_BAR)
    times = alone(lambda pair: whole(pair, one_way(pair, squares(pair))), pairs, rounds)
    yield _line("  1,600 squares", times, None)


def _both_ways(made: Map, quick: bool) -> Iterator[Line]:
    pairs, rounds = _apart(made, quick), 1 if quick else 3
    times = alone(lambda pair: whole(pair, both_ways(pair)), pairs, rounds)
    yield _line(f"both ways, {len(near(pairs[0]))} squares, {FOES} foes: {made.title}", times, BOTH_WAYS_BAR)
    times = alone(lambda pair: first(pair, both_ways(pair)), pairs, rounds)
    yield _line("  its first squares", times, FIRST_BOTH_WAYS_BAR)
    slow, longest = slowdown(), sorted(steps(pairs[0], both_ways(pairs[0])))
    least, beside = longest[int(0.99 * len(longest))], f"the longest {longest[-1]:.1f} ms here"
    yield Line("  a step of it, 99 of 100 within", least / slow, STEP_BAR, "ms", beside)


def _apart(made: Map, quick: bool) -> list[Pair]:
    """Choose pairs that do not stand side by side."""
    return [one for one in choose(read(made), 60) if not one.adjacent][: 1 if quick else 3]


def _line(what: str, times: Times, bar: float | None) -> Line:
    return Line(what, times.fair / 1000, bar, "ms", f"{times.median / 1000:.0f} ms here, x {times.slowdown:.1f} slow")
