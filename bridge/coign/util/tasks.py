"""Cooperative tasks: generators that yield at safe points and return a result.

The caller decides how long a turn lasts: a test or a command runs a task to its end, the bridge gives each task a few
milliseconds at a time. A task must not leave half-done changes where others can see them when it yields.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from typing import Any, Generic, TypeVar, overload

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


def batches(count: int, most: int) -> Iterator[slice]:
    """Yield slices of at most `most` items that make up `count` of them, one slice at least."""
    for first in range(0, max(1, count), max(1, most)):
        yield slice(first, first + max(1, most))


class Made(Generic[T]):
    """A property whose value a task makes, and its owner keeps. A read before the task has run makes the value at once.

    `yield from Owner.name.making(owner)` makes it step by step.
    """

    def __init__(self, task: Callable[[Any], Task[T]]) -> None:
        self._task, self._name, self.__doc__ = task, task.__name__, task.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> Made[T]: ...

    @overload
    def __get__(self, owner: object, kind: type) -> T: ...

    def __get__(self, owner: object | None, kind: type) -> Made[T] | T:
        return self if owner is None else finish(self.making(owner))

    def making(self, owner: Any) -> Task[T]:
        """Make the value of `owner`, unless it is made already, and return it."""
        if self._name not in owner.__dict__:
            owner.__dict__[self._name] = yield from self._task(owner)
        value: T = owner.__dict__[self._name]  # found there first from now on
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
