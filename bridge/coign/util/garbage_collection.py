"""Schedule Python's cyclic garbage collection, which frees objects that refer to each other in a circle.

Answering a request creates no cycles, a scene that is dropped is in none, and closing a connection creates a few. A
full collection visits every object: with the scenes of two hundred tables it takes fifty milliseconds, and while tokens
move it would run every few seconds, in the middle of attacks. So a process that serves, at a bridge or in a page,
collects new objects every five seconds, and all objects every ten minutes. After five seconds new objects are few.
After a minute of hostile scenes a collection of them took sixty milliseconds.
"""

from __future__ import annotations

import gc

_NEVER = 1_000_000_000
SECONDS = 5.0  # between two sweeps
EVERYTHING = 120  # every 120th sweep is over all objects: one in ten minutes


def settle() -> None:
    """Exclude all present objects from later collections, and leave full collections to `sweep`, process-wide."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)


def sweep(turn: int) -> None:
    """Run collection number `turn`: over all objects, or in a settled process only over those since the last one."""
    settled = gc.get_threshold()[2] == _NEVER  # `gc.get_freeze_count` visits every excluded object
    if turn % EVERYTHING == 0:
        gc.unfreeze()
    gc.collect()
    if settled:
        gc.freeze()
