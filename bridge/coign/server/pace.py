"""Share the passes of the event loop among all connections of a process.

In one pass the loop runs everything that is ready: without a limit, fifty frames that came at the same time would be
handled one after another, and nothing else in between. So connections spend at most some milliseconds of a pass, and
one step more; who comes later waits for the next pass. Between two of them the loop reads and writes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Pace:
    """The time that is spent in the present pass. `most`: seconds, after which the pass is over for new work."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._spent = 0.0
        self._room = asyncio.Event()  # the present pass has time left
        self._room.set()

    async def turn(self) -> None:
        """Wait for a pass that has time left."""
        while not self._room.is_set():
            await self._room.wait()

    def spend(self, work: Callable[[], T]) -> T:
        """Do some work and count its time."""
        if not self._spent:
            asyncio.get_running_loop().call_soon(self._begin)  # runs in the next pass
        started = time.perf_counter()
        try:
            return work()
        finally:
            self._spent += time.perf_counter() - started
            if self._spent >= self._most:
                self._room.clear()

    def _begin(self) -> None:
        self._spent = 0.0
        self._room.set()
