"""Time alternatives so that the ratios between them are reliable.

Alternatives alternate on the same cases, so that a busy second on the machine slows them equally. The figures are
medians, because a mean would include the machine's interruptions. Work that waits for nothing is timed by the
processor's clock, which stops while other programs have the core.

Bars in microseconds come from one machine, and even that one has different speeds when its neighbours are busy. So a
fixed piece of work, the *yardstick*, is timed in turn with everything else. `Times.fair` is the median scaled to the
yardstick's time on that machine.
"""

from __future__ import annotations

import contextlib
import math
import os
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

Case = TypeVar("Case")

YARDSTICK = 12.5  # us of the work below on the machine of the bars: 2 idle cores of an AMD EPYC
_A = np.arange(160.0).reshape(8, 20)
_B = _A[::-1].copy()
_EVERY_OTHER = np.arange(0, 20, 2)


@dataclass(frozen=True)
class Times:
    """Times of one alternative, in microseconds, in the order they were taken; `slowdown` is the machine's during them,
    compared with the machine of the bars."""

    samples: tuple[float, ...]
    slowdown: float

    @property
    def median(self) -> float:
        """The median, in the samples' unit."""
        return statistics.median(self.samples)

    @property
    def fair(self) -> float:
        """The median, scaled to the machine of the bars."""
        return self.median / self.slowdown

    def percentile(self, percent: float) -> float:
        """Return the time that this percentage of the samples does not exceed."""
        ordered = sorted(self.samples)
        return ordered[min(len(ordered) - 1, math.ceil(len(ordered) * percent / 100) - 1)]


def race(
    alternatives: Mapping[str, Callable[[Case], Any]],
    cases: Sequence[Case],
    rounds: int,
    before: Callable[[Case], Any] = lambda case: None,
    warm: bool = False,
) -> dict[str, Times]:
    """Time every alternative on every case in turn, for some rounds, with an untimed call of `before` ahead of each.
    One more round at the start warms up. `warm`: an untimed call precedes each timed one, for alternatives so slow that
    they empty the caches of the others."""
    samples: dict[str, list[float]] = {name: [] for name in alternatives}
    yardsticks: list[float] = []
    clock = _clock()
    for turn in range(rounds + 1):
        for case in cases:
            yardsticks.append(_yardstick(clock))
            for name, work in alternatives.items():
                if warm:
                    work(case)
                before(case)
                started = clock()
                work(case)
                took = clock() - started
                if turn:
                    samples[name].append(took / 1000)
    slowdown = statistics.median(yardsticks) / YARDSTICK
    return {name: Times(tuple(taken), slowdown) for name, taken in samples.items()}


def alone(
    work: Callable[[Case], Any], cases: Sequence[Case], rounds: int, before: Callable[[Case], Any] = lambda case: None
) -> Times:
    """Time one piece of work repeatedly, with warm caches."""
    return race({"": work}, cases, rounds, before)[""]


def slowdown() -> float:
    """Return the machine's present slowdown compared with the machine of the bars."""
    clock = _clock()
    return statistics.median(_yardstick(clock) for _ in range(3)) / YARDSTICK


def slope(sizes: Sequence[int], times: Sequence[float]) -> float:
    """Return the exponent of growth: least squares of log time on log size."""
    xs, ys = [math.log(n) for n in sizes], [math.log(t) for t in times]
    return statistics.linear_regression(xs, ys).slope


def pin() -> str:
    """Keep this process on one core; return a description."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else []
    if not cores:
        return "not pinned to a core: this system cannot"
    os.sched_setaffinity(0, cores[:1])
    return f"pinned to core {cores[0]} of {len(cores)}"


def pin_elsewhere() -> None:
    """Keep this process off the core of the pinned process that started it, if the machine has more cores."""
    if hasattr(os, "sched_setaffinity"):
        others = set(range(os.cpu_count() or 1)) - os.sched_getaffinity(0)
        with contextlib.suppress(OSError):  # a container may own fewer cores than the machine has
            os.sched_setaffinity(0, others)


def _yardstick(clock: Callable[[], int]) -> float:
    """Return the microseconds of small numpy calls and a little Python, mixed about as in an annotation. It is the
    median of a few, because the first finds other data in the caches."""
    taken = []
    for _ in range(5):
        started = clock()
        for _ in range(4):
            mask = (_A * _B - _B > 0) & (_A < _B)
            mask.any(axis=1)
            _A.take(_EVERY_OTHER, axis=1)
        assert len([str(n) for n in range(60)]) == 60
        taken.append((clock() - started) / 1000)
    return statistics.median(taken)


def _clock() -> Callable[[], int]:
    """Return nanoseconds of this thread's own work if the system counts them finely enough, else of the wall clock."""
    fine = time.get_clock_info("thread_time").resolution < 1e-6
    return time.thread_time_ns if fine else time.perf_counter_ns
