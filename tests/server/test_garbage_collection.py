"""When garbage in circles goes: at the next look if it is new, at the look at everything if it was seen alive."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from coign.server.garbage_collection import EVERYTHING, settle, sweep


class Knot:
    """It holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    thresholds = gc.get_threshold()
    gc.disable()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    gc.enable()


def test_what_is_new_goes_at_the_next_look() -> None:
    settle()
    left = weakref.ref(Knot())
    sweep(1)
    assert left() is None


def test_what_was_seen_alive_goes_at_the_look_at_everything() -> None:
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


def test_a_process_that_has_not_settled_looks_at_everything_every_time() -> None:
    knot = Knot()
    left = weakref.ref(knot)
    sweep(1)
    assert gc.get_freeze_count() == 0
    del knot
    sweep(2)
    assert left() is None


def test_python_itself_looks_no_more_at_what_is_old() -> None:
    young, middle, _ = gc.get_threshold()
    settle()
    assert gc.get_threshold()[:2] == (young, middle)
    assert gc.get_threshold()[2] > 1_000_000
