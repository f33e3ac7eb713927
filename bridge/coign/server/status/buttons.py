"""Act on the buttons of the bridge's own page. `http.py` has checked who pressed them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from coign.errors import CoignError
from coign.server.module_install import find_modules, install
from coign.server.origin_check import Refused
from coign.session.services import Services

Button = Literal["approve", "refuse", "open", "code", "install", "practice", "stop"]
NOTICE_SECONDS = 20.0  # how long the page shows the result of a button
NEAR_ONLY = ("install", "practice", "stop")  # refused on other machines, even with the key


class Notice(msgspec.Struct, frozen=True):
    """The result of a button: one of the page's texts, and the folder or the problem that it is about."""

    text: Literal["installed", "not-installed"]
    about: str


@dataclass
class Program:
    """The process that serves, as its page sees it. `log` is its log file."""

    stop: Callable[[], None] = lambda: None
    log: Path | None = None
    is_demo: bool = False  # `coign demo`, which forgets its pairings
    origins: Callable[[], frozenset[str]] = frozenset  # the origins of its own pages
    clock: Callable[[], float] = time.monotonic
    _notice: Notice | None = None
    _until: float = 0.0

    @property
    def notice(self) -> Notice | None:
        """The result of the last button; None after some seconds."""
        return self._notice if self.clock() < self._until else None

    def note(self, notice: Notice) -> None:
        """Show the result of a button on the page."""
        self._notice, self._until = notice, self.clock() + NOTICE_SECONDS


def press(services: Services, program: Program, action: str, value: str) -> str:
    """Perform a button's action. Return the page to show next, empty if the status page stays. Raises Refused."""
    desk = services.desk
    match action:
        case "approve":
            desk.approve(value)
        case "refuse":
            desk.refuse(value)
        case "open":
            desk.open()
        case "code":
            desk.issue()
        case "install":
            _install(program)
        case "practice":
            desk.trusted = program.origins()
            return "/tabletop/"  # `http.py` adds the key, for the way back
        case "stop":
            program.stop()
            return "/stopped"
        case _:
            raise Refused("the bridge's page has no such button")
    return ""


def _install(program: Program) -> None:
    try:
        target, _ = install(find_modules())
    except CoignError as problem:
        program.note(Notice("not-installed", str(problem)))
    else:
        program.note(Notice("installed", str(target)))
