"""The number of calls of GEOS in an attack: in the browser each costs up to ten times what it costs at a bridge."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from benchmarks.maps import Map, cave, grow
from benchmarks.page import CALLS_BARS, Engine, attacks_in


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    started = Engine()
    yield started
    started.end()


@pytest.mark.parametrize("made", [grow(300), grow(2_000), cave(2_000, night=True)], ids=lambda made: made.title)
def test_an_attack_calls_geos_seldom(engine: Engine, made: Map) -> None:
    engine.open(made.title, attacks_in(made))
    assert 0 < engine.ask("geos_calls", made.title) <= CALLS_BARS[made.kind]
