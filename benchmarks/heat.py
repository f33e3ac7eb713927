"""Heat maps: what an attack would be like from each of 1,600 squares.

Cover alone is measured as a survey measures it, in larger slices; every square's cover is held to what one attack from
there says. The whole survey judges each square by a rule system on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from benchmarks.maps import CELL, Map, cave, dense, grow
from benchmarks.pairs import Pair, choose, judged_by, read
from benchmarks.table import Line
from benchmarks.timing import Times, alone
from coign.annotations.heat_map import survey
from coign.facts import Conventions, FactSheet, Query
from coign.facts.many.cover import CoverMap
from coign.facts.many.places import Places
from coign.grid.space import QUANTA
from coign.protocol.messages import Survey, Surveyed

SIDE = 40
SLICE = 160  # squares whose cover is measured at once: more than a survey takes, which others may have to wait for
COVER_BARS = {"dungeon": 15.0, "cave": 35.0, "dense": 35.0}  # ms
SURVEY_BAR = 120.0  # ms


def squares(pair: Pair) -> tuple[tuple[float, float], ...]:
    """40 x 40 squares around the target, as far as the map goes that way."""
    column, row = pair.target.space.cells[0]
    side = SIDE * CELL
    width, height = pair.scene.doc.width or side, pair.scene.doc.height or side
    left = min(max(0.0, column * CELL - side / 2), max(0.0, width - side))
    top = min(max(0.0, row * CELL - side / 2), max(0.0, height - side))
    return tuple((left + x * CELL, top + y * CELL) for y in range(SIDE) for x in range(SIDE))


def query(pair: Pair, square: tuple[float, float]) -> Query:
    """The attack from one square."""
    at = pair.attacker.space_at(pair.scene.grid, *square, pair.attacker.elevation)
    return Query(pair.scene, pair.attacker, pair.target, at, pair.request.attack, Conventions())


def cover_map(pair: Pair) -> list[str]:
    """The degree of cover from every square."""
    asked = squares(pair)
    first = query(pair, asked[0])
    places = Places.moved(first.source, (np.array(asked) - asked[0]) * QUANTA)
    measured = CoverMap(first)
    found: list[str] = []
    for start in range(0, len(asked), SLICE):
        facts = measured.facts(places.part(start, start + SLICE))
        for square, fact in zip(asked[start : start + SLICE], facts, strict=True):
            found.append((fact or FactSheet(query(pair, square)).cover).degree)
    return found


def whole_survey(pair: Pair) -> Sequence[Surveyed]:
    """Every part of a survey's answer."""
    return list(survey(pair.scene, Survey(id="h1", request=pair.request, squares=squares(pair)), judged_by()))


def measure(quick: bool) -> Iterator[Line]:
    maps = [grow(2_000), cave(2_000)] if quick else [grow(2_000), grow(20_000), cave(2_000), dense(20_000)]
    for made in maps:
        pairs = [one for one in choose(read(made), 60) if not one.adjacent][: 1 if quick else 3]
        rounds = 1 if quick else 4
        differ = _differing(pairs[0], 7 if quick else 1)
        times = alone(cover_map, pairs, rounds)
        beside = f"{differ} squares differ from an attack there"
        yield _line(f"heat map of 1,600 squares, cover alone: {made.title}", made, times, COVER_BARS[made.kind], beside)
        times = alone(whole_survey, pairs, rounds)
        yield _line("  with all that the rule system asks", made, times, SURVEY_BAR)


def _line(what: str, made: Map, times: Times, bar: float, beside: str = "") -> Line:
    here = f"{times.median / 1000:.0f} ms here, x {times.slowdown:.1f} slow"
    return Line(what, times.fair / 1000, bar, "ms", f"{here}; {beside}" if beside else here)


def _differing(pair: Pair, step: int) -> int:
    """On how many squares the map says another thing than a single measurement."""
    together = cover_map(pair)[::step]
    alone_each = [FactSheet(query(pair, square)).cover.degree for square in squares(pair)[::step]]
    return sum(one != other for one, other in zip(together, alone_each, strict=True))
