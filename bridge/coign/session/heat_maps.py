"""The surveys of one connection: run in slices of a few milliseconds, in turn.

A survey is dropped if it is cancelled or requested again under the same id. A survey that has begun continues on the
scene as it was then, whatever changes. For a map of the changed scene the client sends a new request.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coign.errors import Overloaded
from coign.protocol import messages as wire
from coign.session.scenes import Scenes
from coign.session.services import Services

if TYPE_CHECKING:
    from coign.rules import Setup

SURVEYS_AT_ONCE = 4


@dataclass
class _Survey:
    message: wire.Survey
    setup: Setup
    parts: Iterator[wire.Surveyed | None] | None = None  # None: not begun yet


class Surveys:
    """The surveys in progress; the first is the next to run."""

    def __init__(self, services: Services, scenes: Scenes) -> None:
        self._services = services
        self._scenes = scenes
        self._running: dict[str, _Survey] = {}

    def __len__(self) -> int:
        return len(self._running)

    def start(self, message: wire.Survey, setup: Setup) -> None:
        """Begin a survey. Raises UnknownScene; Overloaded if too many are in progress."""
        self._scenes.find(message.request.scene)
        self._running.pop(message.id, None)
        if len(self._running) >= SURVEYS_AT_ONCE:
            raise Overloaded(
                f"{SURVEYS_AT_ONCE} surveys are in progress; cancel one first", running=list(self._running)
            )
        self._running[message.id] = _Survey(message, setup)

    def cancel(self, request: str) -> None:
        """Drop a survey. Do nothing if there is none of that id."""
        self._running.pop(request, None)

    def clear(self) -> None:
        """Drop all surveys."""
        self._running.clear()

    def step(self) -> tuple[str, wire.Surveyed | Exception] | None:
        """Run the next survey for a slice. Return its id with a part or the error that ended it, or None.

        There must be one.
        """
        request, survey = next(iter(self._running.items()))
        del self._running[request]
        try:
            if survey.parts is None:
                scene = self._scenes.find(survey.message.request.scene).scene
                survey.parts = self._services.engine.survey(scene, survey.message, survey.setup)
            part = next(survey.parts)
        except StopIteration:  # for an engine that never says `done`
            return request, wire.Surveyed(request, 0, 0, done=True)
        except Exception as problem:  # the handlers separate mistakes of the peer from bugs of the bridge
            return request, problem
        if part is None or not part.done:
            self._running[request] = survey
        return (request, part) if part is not None else None
