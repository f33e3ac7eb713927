"""When Python looks for garbage that refers to itself in a circle; all other garbage goes by itself, at once.

Answering a question leaves no circles, and closing a connection a few. Python's full look goes over every object that
there is: with the scenes of two hundred tables it takes sixty milliseconds, and where tokens move it comes every few
seconds, in the middle of anybody's attack. A process that serves has it come once a minute instead.
"""

from __future__ import annotations

import gc

_NEVER = 1_000_000_000


def settle() -> None:
    """Leave what is there now out of every later look, and leave the full look to `sweep`. For the whole process."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)


def sweep() -> None:
    """Look at everything that has come since."""
    gc.collect()
