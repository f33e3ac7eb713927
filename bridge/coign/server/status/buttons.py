"""Act on the buttons of the bridge's own page. `http.py` has checked who pressed them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from coign.server.origin_check import Refused
from coign.session.services import Services

Button = Literal["approve", "refuse", "open", "code", "practice", "stop"]
NEAR_ONLY = ("practice", "stop")  # refused on other machines, even with the key


@dataclass
class Program:
    """The process that serves, as its page sees it. `log` is its log file."""

    stop: Callable[[], None] = lambda: None
    log: Path | None = None
    is_demo: bool = False  # `coign demo`, which forgets its pairings
    origins: Callable[[], frozenset[str]] = frozenset  # the origins of its own pages


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
        case "practice":
            desk.trusted = program.origins()
            return "/tabletop/"  # `http.py` adds the key, for the way back
        case "stop":
            program.stop()
            return "/stopped"
        case _:
            raise Refused("the bridge's page has no such button")
    return ""
