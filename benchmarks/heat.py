"""Time heat maps: surveys of the squares that a creature may walk to, and of 1,600 squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from benchmarks.maps import CELL, cave, dense, grow
from benchmarks.pairs import Pair, choose, judged_by, read
from benchmarks.table import Line
from benchmarks.timing import Times, alone
from coign.annotations.heat_map import survey
from coign.protocol.messages import Survey, Surveyed

SIDE = 40
WITHIN = 30 / 5 * CELL  # px: the squares that a creature may walk to
BARS = {"dungeon": 60.0, "cave by night": 120.0}  # ms; the other maps are for orientation
FIRST_BAR = 50.0  # ms


def squares(pair: Pair) -> tuple[tuple[float, float], ...]:
    """Return 40 x 40 squares around the target, inside the map."""
    column, row = pair.target.space.cells[0]
    side = SIDE * CELL
    width, height = pair.scene.doc.width or side, pair.scene.doc.height or side
    left = min(max(0.0, column * CELL - side / 2), max(0.0, width - side))
    top = min(max(0.0, row * CELL - side / 2), max(0.0, height - side))
    return tuple((left + x * CELL, top + y * CELL) for y in range(SIDE) for x in range(SIDE))


def about(pair: Pair) -> tuple[tuple[float, float], ...]:
    """Return the 113 squares within 30 ft of the attacker, the nearest first."""
    x0, y0 = pair.attacker.doc.x, pair.attacker.doc.y
    ways = [(x * CELL, y * CELL) for x in range(-6, 7) for y in range(-6, 7)]
    near = sorted((way for way in ways if np.hypot(*way) <= WITHIN), key=lambda way: float(np.hypot(*way)))
    return tuple((x0 + x, y0 + y) for x, y in near)


def parts(pair: Pair, asked: tuple[tuple[float, float], ...]) -> Iterator[Surveyed]:
    """Yield the parts of a survey's answer."""
    found = survey(pair.scene, Survey(id="h1", request=pair.request, places=asked), judged_by())
    return (part for part in found if part is not None)


def whole(pair: Pair) -> Sequence[Surveyed]:
    """Survey 40 x 40 squares around the target."""
    return list(parts(pair, squares(pair)))


def near(pair: Pair) -> Sequence[Surveyed]:
    """Survey the squares around the attacker."""
    return list(parts(pair, about(pair)))


def first(pair: Pair) -> Surveyed:
    """Survey until the first part of the answer."""
    return next(parts(pair, about(pair)))


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of heat maps."""
    maps = [grow(2_000), cave(2_000, night=True)]
    if not quick:
        maps += [grow(20_000), cave(2_000), dense(20_000)]
    for made in maps:
        pairs = [one for one in choose(read(made), 60) if not one.adjacent][: 1 if quick else 3]
        rounds = 1 if quick else 4
        bar = BARS.get(made.kind)
        yield _line(f"heat map of {len(about(pairs[0]))} squares: {made.title}", alone(near, pairs, rounds), bar)
        yield _line("  its first squares", alone(first, pairs, rounds), FIRST_BAR)
        yield _line("  1,600 squares", alone(whole, pairs, rounds), None)


def _line(what: str, times: Times, bar: float | None) -> Line:
    return Line(what, times.fair / 1000, bar, "ms", f"{times.median / 1000:.0f} ms here, x {times.slowdown:.1f} slow")
