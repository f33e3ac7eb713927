"""The surveys of one connection, worked on in slices of a few milliseconds, each taking its turn.

A survey that is cancelled, or asked anew under the same id, is dropped where it stands. A change to the scene does not
reach a survey that has begun: it goes on over the scene as it was, and who wants the new one asks anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coign.errors import Overloaded
from coign.protocol import messages as wire
from coign.session.scenes import Scenes
from coign.session.services import House

if TYPE_CHECKING:
    from coign.rules import Setup

SURVEYS_AT_ONCE = 4


@dataclass
class _Survey:
    message: wire.Survey
    setup: Setup
    parts: Iterator[wire.Surveyed] | None = None  # None: not begun


class Surveys:
    """Those in progress, the one whose turn it is first."""

    def __init__(self, house: House, scenes: Scenes) -> None:
        self._house = house
        self._scenes = scenes
        self._running: dict[str, _Survey] = {}

    def __len__(self) -> int:
        return len(self._running)

    def start(self, message: wire.Survey, setup: Setup) -> None:
        """Begin a survey. Raises UnknownScene; Overloaded where too many are in progress."""
        self._scenes.find(message.request.scene)
        self._running.pop(message.id, None)
        if len(self._running) >= SURVEYS_AT_ONCE:
            raise Overloaded(
                f"{SURVEYS_AT_ONCE} surveys are in progress; cancel one first", running=list(self._running)
            )
        self._running[message.id] = _Survey(message, setup)

    def cancel(self, request: str) -> None:
        """Drop a survey. One that is done already, or never was, needs none."""
        self._running.pop(request, None)

    def clear(self) -> None:
        """Drop them all: nobody is there to be told."""
        self._running.clear()

    def step(self) -> tuple[str, wire.Surveyed | Exception] | None:
        """The next part of the survey whose turn it is, with its id, or the error that ended it. None: all are done."""
        if not self._running:
            return None
        request, survey = next(iter(self._running.items()))
        del self._running[request]
        try:
            if survey.parts is None:
                scene = self._scenes.find(survey.message.request.scene).scene
                survey.parts = self._house.engine.survey(scene, survey.message, survey.setup)
            part = next(survey.parts, None)
        except Exception as problem:  # the session tells a peer's mistake from a failure of ours
            return request, problem
        if part is None:
            return request, wire.Surveyed(request, 0, 0, done=True)
        if not part.done:
            self._running[request] = survey
        return request, part
