"""Act on the buttons of the bridge's own page. `http.py` has checked who pressed them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from coign.errors import CoignError
from coign.server.autostart import Switch
from coign.server.module_install import find_modules, install
from coign.server.origin_check import Refused
from coign.session.services import Services

NOTICE_SECONDS = 20.0  # how long the page shows the result of a button
NEAR_ONLY = ("install", "startup", "practice", "stop")  # refused on other machines, even with the key


@dataclass
class Program:
    """The process that serves, as its page sees it. `log` is its log file; `startup` starts it with the computer."""

    stop: Callable[[], None] = lambda: None
    log: Path | None = None
    startup: Switch | None = None
    is_demo: bool = False  # `coign demo`, which forgets its pairings
    origins: Callable[[], frozenset[str]] = frozenset  # the origins of its own pages
    clock: Callable[[], float] = time.monotonic
    _notice: tuple[str, dict[str, object]] = field(default_factory=lambda: ("", {}))
    _until: float = 0.0

    @property
    def notice(self) -> tuple[str, dict[str, object]] | None:
        """The result of the last button, a text and its values; None after some seconds."""
        return self._notice if self.clock() < self._until else None

    def note(self, text: str, **values: object) -> None:
        """Show the result of a button on the page."""
        self._notice, self._until = (text, values), self.clock() + NOTICE_SECONDS


def press(services: Services, program: Program, action: str, value: str) -> str:
    """Perform a button's action. Return the page to show next, empty for the status page. Raises Refused."""
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
        case "startup":
            _switch(program, on=value == "on")
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
        program.note("The module was not installed: {why}.", why=problem)
    else:
        program.note("The module is installed in {target}. Restart Foundry if it does not list it yet.", target=target)


def _switch(program: Program, on: bool) -> None:
    if program.startup is None:
        raise Refused("this program cannot start with the computer")
    try:
        if on:
            program.startup.turn_on()
        else:
            program.startup.turn_off()
    except OSError as problem:
        program.note("That could not be changed: {why}.", why=problem.strerror or problem)
