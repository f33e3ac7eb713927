"""One pass of the event loop takes so much work and no more, however many connections have some."""

from __future__ import annotations

import asyncio
import contextlib
import time

import pytest

from coign.server.connection import Passes


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still but for the seconds that work adds to it."""
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    return now


async def work_of_each_pass(
    shared: Passes, now: list[float], workers: int, seconds: float, fails: bool = False
) -> list[float]:
    """Let so many tasks work at the same time; return the seconds worked in each pass of the loop."""
    passes = [0.0]

    def work() -> None:
        now[0] += seconds
        passes[-1] += seconds
        if fails:
            raise ValueError

    async def worker() -> None:
        await shared.turn()
        with contextlib.suppress(ValueError):
            shared.spend(work)

    working = [asyncio.create_task(worker()) for _ in range(workers)]
    while not all(task.done() for task in working):
        passes.append(0.0)
        await asyncio.sleep(0)
    return [each for each in passes if each]


async def test_work_that_comes_at_once_is_spread_over_passes(passed: list[float]) -> None:
    shared = Passes(0.004)
    found = await work_of_each_pass(shared, passed, workers=40, seconds=0.001)
    assert sum(found) == pytest.approx(0.040)
    assert max(found) < 0.0051, "four, and one more that was begun in time"


async def test_short_work_is_done_in_the_pass_in_which_it_comes(passed: list[float]) -> None:
    assert await work_of_each_pass(Passes(0.004), passed, workers=10, seconds=0.0001) == [pytest.approx(0.001)]


async def test_work_that_fails_counts_too(passed: list[float]) -> None:
    found = await work_of_each_pass(Passes(0.004), passed, workers=8, seconds=0.004, fails=True)
    assert found == [pytest.approx(0.004)] * 8
