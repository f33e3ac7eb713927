"""Cooperative tasks: generators that yield at safe points and return a result.

The caller decides how long a turn lasts: a test or a command runs a task to its end, the bridge gives each task a few
milliseconds at a time. A task must not leave half-done changes where others can see them when it yields.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Generic, TypeVar

T = TypeVar("T")
Task = Generator[None, None, T]


def finish(task: Task[T]) -> T:
    """Run a task to its end and return its result."""
    while True:
        try:
            next(task)
        except StopIteration as end:
            value: T = end.value
            return value


class Work(Generic[T]):
    """A task that is run a turn at a time. `result` is set once `turn` has returned True."""

    result: T

    def __init__(self, task: Task[T]) -> None:
        self._task = task

    def turn(self, seconds: float) -> bool:
        """Run at least one step, for about that many seconds. Return True when done; raise what the task raises."""
        until = time.perf_counter() + seconds
        try:
            next(self._task)
            while time.perf_counter() < until:
                next(self._task)
        except StopIteration as end:
            self.result = end.value
            return True
        return False
