"""Work in steps: a generator that yields wherever others may be let in between, and returns what came of it.

Whoever drives it decides how long a turn lasts: a test or a command goes right through, the bridge takes a few
milliseconds at a time. What is half done is nobody's to see: a step-wise change is made to something that nobody else
holds meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Generic, TypeVar

T = TypeVar("T")
Task = Generator[None, None, T]


def finish(steps: Task[T]) -> T:
    """Go right through."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: T = end.value
            return value


class Work(Generic[T]):
    """Task that are driven a turn at a time. `result` is there once `turn` has said so."""

    result: T

    def __init__(self, steps: Task[T]) -> None:
        self._steps = steps

    def turn(self, seconds: float) -> bool:
        """Work for about that long, for one step at least. True when it is done. Raises what the work raises."""
        until = time.perf_counter() + seconds
        try:
            next(self._steps)
            while time.perf_counter() < until:
                next(self._steps)
        except StopIteration as end:
            self.result = end.value
            return True
        return False
