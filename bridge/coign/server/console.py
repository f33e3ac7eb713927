"""The terminal of a running bridge: what to do next, who asks to be paired, and the person's yes or no."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import TextIO

from coign.session.pairing import Ask, Desk

YES, NO = ("y", "yes"), ("n", "no")


class Console:
    """Shows requests to pair, and takes answers where somebody sits at the terminal: `y`, `n`, or `y 4821`."""

    def __init__(self, desk: Desk, out: TextIO | None = None) -> None:
        self._desk = desk
        self._out = out or sys.stdout
        desk.noticed = self._show

    def listen(self) -> None:
        """Read answers from standard input, in a thread of its own, for it cannot be waited for on every platform."""
        if not sys.stdin or not sys.stdin.isatty():
            return
        loop = asyncio.get_running_loop()

        def read() -> None:
            for line in sys.stdin:
                loop.call_soon_threadsafe(self.answer, line)

        threading.Thread(target=read, name="console", daemon=True).start()

    def answer(self, line: str) -> None:
        """A line that the person typed."""
        word, _, code = line.strip().lower().partition(" ")
        waiting = self._desk.waiting()
        if word not in (*YES, *NO) or not waiting:
            return
        if not code and len(waiting) > 1:
            self._print(f"{len(waiting)} browsers wait; say which: {word} {waiting[0].code}")
            return
        settle = self._desk.approve if word in YES else self._desk.refuse
        ask = settle(code or waiting[0].code)
        if ask is None:
            self._print(f"no browser that waits shows {code}")
        else:
            self._print(f"{'paired' if word in YES else 'refused'}: {_who(ask)}")

    def _show(self, ask: Ask) -> None:
        self._print(f"{_who(ask)} asks to be paired, and shows {ask.code}. Pair it? [y/N]")

    def _print(self, text: str) -> None:
        print(text, file=self._out, flush=True)


def _who(ask: Ask) -> str:
    """A peer's words, without anything that a terminal would obey."""
    words = f"{ask.label or 'a browser'} (user {ask.key.user}, world {ask.key.world}, {ask.key.origin})"
    return "".join(sign if sign.isprintable() else "?" for sign in words)[:300]
