"""Taking times so that ratios between them are sound.

Alternatives take turns on the same cases, so that a busy second on the machine slows them alike. The figures are
medians: a mean would tell of the machine's interruptions. Work that waits for nothing is timed by the processor's
clock, which stands still while other programs have the core.

Bars in microseconds come from one machine, and even that runs at different speeds when its neighbours are busy. So a
fixed piece of work, the *yardstick*, is timed turn by turn with everything else, and `Times.fair` says what the median
would be where the yardstick takes as long as it did there.
"""

from __future__ import annotations

import contextlib
import math
import os
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

Case = TypeVar("Case")

YARDSTICK = 12.5  # us of the work below where the bars were set: 2 cores of an AMD EPYC, idle
_A = np.arange(160.0).reshape(8, 20)
_B = _A[::-1].copy()
_EVERY_OTHER = np.arange(0, 20, 2)


@dataclass(frozen=True)
class Times:
    """Times of one alternative, in microseconds, in the order they were taken; `slowdown` is the machine's, meanwhile,
    against the one that the bars were set on."""

    samples: tuple[float, ...]
    slowdown: float

    @property
    def median(self) -> float:
        """The median, in the samples' unit."""
        return statistics.median(self.samples)

    @property
    def fair(self) -> float:
        """The median, as if the machine were the one that the bars were set on."""
        return self.median / self.slowdown

    def percentile(self, percent: float) -> float:
        """The time that so many percent of the samples do not exceed."""
        ordered = sorted(self.samples)
        return ordered[min(len(ordered) - 1, math.ceil(len(ordered) * percent / 100) - 1)]


def race(
    alternatives: Mapping[str, Callable[[Case], Any]],
    cases: Sequence[Case],
    rounds: int,
    before: Callable[[Case], Any] = lambda case: None,
    warm: bool = False,
) -> dict[str, Times]:
    """Time every alternative on every case, so many rounds, turn by turn, with a call of `before` ahead of each that is
    not timed. One round more, at the start, warms up. `warm`: an untimed call precedes each timed one, where one
    alternative takes so long that it would leave nothing of another's in the caches."""
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
    """Time one piece of work, with little in between: caches are warm."""
    return race({"": work}, cases, rounds, before)[""]


def slowdown() -> float:
    """The machine's, at this moment, against the one that the bars were set on."""
    clock = _clock()
    return statistics.median(_yardstick(clock) for _ in range(3)) / YARDSTICK


def slope(sizes: Sequence[int], times: Sequence[float]) -> float:
    """The exponent of growth: least squares of log time on log size."""
    xs, ys = [math.log(n) for n in sizes], [math.log(t) for t in times]
    return statistics.linear_regression(xs, ys).slope


def pin() -> str:
    """Keep this process on one core, the one that has least to do; what was done, in words."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned to a core: this system cannot"
    cores = sorted(os.sched_getaffinity(0))
    with contextlib.suppress(OSError):
        core = max(cores, key=_idle())
        os.sched_setaffinity(0, {core})
        return f"pinned to core {core} of {len(cores)}"
    return "not pinned to a core: not allowed"


def pin_elsewhere() -> None:
    """Keep this process off the core of the pinned process that started it, if there is another core."""
    if hasattr(os, "sched_setaffinity"):
        mine, every = os.sched_getaffinity(0), set(range(os.cpu_count() or 1))
        others = every - mine if len(mine) == 1 else every
        with contextlib.suppress(OSError):  # a container may own fewer cores than the machine has
            os.sched_setaffinity(0, others or mine)


def _yardstick(clock: Callable[[], int]) -> float:
    """Microseconds for small numpy calls and a little Python, mixed about as in an annotation. The median
    of a few, since the first finds the caches full of something else."""
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
    """Nanoseconds of this thread's own work where the system counts them finely enough, else of the wall's clock."""
    fine = time.get_clock_info("thread_time").resolution < 1e-6
    return time.thread_time_ns if fine else time.perf_counter_ns


def _idle() -> Callable[[int], float]:
    """Measure how long each core is idle in a tenth of a second."""
    before = _idle_times()
    time.sleep(0.1)
    after = _idle_times()
    return lambda core: after.get(core, 0.0) - before.get(core, 0.0)


def _idle_times() -> dict[int, float]:
    try:
        lines = Path("/proc/stat").read_text(encoding="ascii").splitlines()
    except OSError:
        return {}
    rows = [line.split() for line in lines if line.startswith("cpu")]
    return {int(row[0][3:]): float(row[4]) for row in rows if row[0] != "cpu"}
