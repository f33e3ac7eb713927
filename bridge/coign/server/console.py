"""The terminal of a running bridge: it shows requests to pair and reads the person's answers.

Any page may ask as often as it likes, so at most one request a second is shown, the newest.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable
from typing import TextIO

from coign.session.pairing import Ask, Desk
from coign.util.text import harmless

YES, NO = ("y", "yes"), ("n", "no")
QUIET_SECONDS = 1.0  # between two lines about requests


class Console:
    """Show requests to pair, and read answers from a terminal: `y`, `n`, or `y 4821`.

    `clock` gives seconds and does not go back.
    """

    def __init__(self, desk: Desk, out: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._desk = desk
        self._out = out or sys.stdout
        self._clock = clock
        self._quiet_until = 0.0
        self._unshown = 0
        self._shown: Ask | None = None  # the request on the last line
        desk.noticed = self._show

    def listen(self) -> None:
        """Read answers from standard input in a thread, because not every event loop can wait for it."""
        if not sys.stdin or not sys.stdin.isatty():
            return
        loop = asyncio.get_running_loop()

        def read() -> None:
            for line in sys.stdin:
                loop.call_soon_threadsafe(self.answer, line)

        threading.Thread(target=read, name="console", daemon=True).start()

    async def show(self) -> None:
        """Show each second the requests that came too soon after another. Runs until it is cancelled."""
        while True:
            await asyncio.sleep(QUIET_SECONDS)
            self.show_late()

    def show_late(self) -> None:
        """Show the newest request that was not shown yet, and how many wait."""
        waiting = self._desk.waiting()
        if not self._unshown or not waiting or self._clock() < self._quiet_until:
            return
        more = f"; {len(waiting)} wait, see the bridge's page" if len(waiting) > 1 else ""
        self._unshown, self._shown = 0, waiting[-1]
        self._quiet_until = self._clock() + QUIET_SECONDS
        self._print(f"{_who(self._shown)} asks to be paired, and shows {self._shown.code}. Pair it? [y/N]{more}")

    def answer(self, line: str) -> None:
        """Act on a line that the person typed. A bare `y` or `n` answers the request that was shown, where it is the
        only one: another may have taken its place meanwhile."""
        word, _, code = line.strip().lower().partition(" ")
        waiting = self._desk.waiting()
        if word not in (*YES, *NO) or not waiting:
            return
        if not code and (len(waiting) > 1 or waiting[0] is not self._shown):
            browsers = f"{len(waiting)} browsers wait" if len(waiting) > 1 else f"{_who(waiting[0])} waits"
            self._print(f"{browsers}; say which: {word} {waiting[0].code}")
            return
        settle = self._desk.approve if word in YES else self._desk.refuse
        ask = settle(code or waiting[0].code)
        if ask is None:
            self._print(f"no browser that waits shows {code}")
        else:
            self._print(f"{'paired' if word in YES else 'refused'}: {_who(ask)}")

    def _show(self, ask: Ask) -> None:
        self._unshown += 1
        self.show_late()

    def _print(self, text: str) -> None:
        print(text, file=self._out, flush=True)


def _who(ask: Ask) -> str:
    """Describe the browser that asks, without characters that control a terminal."""
    words = f"{ask.label or 'a browser'} (user {ask.key.user}, world {ask.key.world}, {ask.key.origin})"
    return harmless(words)[:300]
