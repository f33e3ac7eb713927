"""When Python looks for garbage that refers to itself in a circle; all other garbage goes by itself, at once.

Answering a question leaves no circles, and closing a connection a few. Python's full look goes over every object that
there is: with the scenes of two hundred tables it takes fifty milliseconds, and where tokens move it comes every few
seconds, in the middle of anybody's attack. A process that serves looks once a minute at what has come since, and every
ten minutes at everything.
"""

from __future__ import annotations

import gc

_NEVER = 1_000_000_000
EVERYTHING = 10  # sweeps from one over everything to the next


def settle() -> None:
    """Leave what is there now out of every later look, and leave the looking to `sweep`. For the whole process."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)


def sweep(turn: int) -> None:
    """The look number `turn`: in a process that has settled at what has come since the last one, or at everything."""
    settled = gc.get_freeze_count() > 0
    if turn % EVERYTHING == 0:
        gc.unfreeze()
    gc.collect()
    if settled:
        gc.freeze()
