"""When cyclic garbage is freed: new garbage at the next collection, older garbage at a full one."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from coign.util.garbage_collection import EVERYTHING, settle, sweep


class Knot:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def unsettled() -> Iterator[None]:
    """Begin in a process that never settled, whatever tests before this one have run in it."""
    thresholds = gc.get_threshold()
    gc.disable()
    gc.unfreeze()
    gc.set_threshold(700, 10, 10)
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    gc.enable()


def test_new_garbage_is_freed_at_the_next_collection() -> None:
    settle()
    left = weakref.ref(Knot())
    sweep(1)
    assert left() is None


def test_old_garbage_is_freed_at_a_full_collection() -> None:
    settle()
    knot = Knot()
    left = weakref.ref(knot)
    sweep(1)
    del knot
    for turn in range(2, EVERYTHING):
        sweep(turn)
    assert left() is not None, "it was left out, and so took no time"
    sweep(EVERYTHING)
    assert left() is None


def test_before_settling_every_collection_is_full() -> None:
    knot = Knot()
    left = weakref.ref(knot)
    sweep(1)
    assert gc.get_freeze_count() == 0
    del knot
    sweep(2)
    assert left() is None


def test_python_itself_makes_no_full_collections() -> None:
    young, middle, _ = gc.get_threshold()
    settle()
    assert gc.get_threshold()[:2] == (young, middle)
    assert gc.get_threshold()[2] > 1_000_000
