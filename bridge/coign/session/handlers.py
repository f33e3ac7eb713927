"""Handle the messages of an accepted connection. Each is answered, an error has a code, and no change is partial.

Surveys run in slices of a few milliseconds, in turn. A survey is dropped if it is cancelled or requested again under
the same id. A survey that has begun continues on the scene as it was then, whatever changes. For a map of the changed
scene the client sends a new request.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from coign.errors import CoignError, Internal, Overloaded
from coign.protocol import messages as wire
from coign.session.scenes import Scenes
from coign.session.services import Services
from coign.session.worlds import World
from coign.util.tasks import Task

if TYPE_CHECKING:
    from coign.rules import Setup

log = logging.getLogger("coign.session.session")

Edit = wire.ScenePut | wire.ScenePatch | wire.SceneDrop
Request = wire.Configure | wire.Share | wire.Evaluate | wire.Survey | wire.Press
SURVEYS_AT_ONCE = 4


@dataclass
class _Survey:
    message: wire.Survey
    setup: Setup
    parts: Iterator[wire.Surveyed | None] | None = None  # None: not begun yet


class Handlers:
    """The scenes, the setup and the surveys of one connection."""

    def __init__(self, services: Services, world: World) -> None:
        self._services = services
        self._setup: Setup | None = None
        self.rulesets: tuple[str, ...] = ()  # the ids of the rule systems that were chosen last
        self.scenes = Scenes(services, world)
        self.surveys: dict[str, _Survey] = {}  # in progress, by id; the first is the next to run

    def handle(self, message: wire.ClientMessage) -> Task[list[wire.ServerMessage]]:
        """Handle one message and return the answers. Raises CoignError, whose detail names the request or the scene."""
        if isinstance(message, Edit):
            return (yield from self._edit(message))
        if isinstance(message, Request):
            return (yield from self._request(message))
        assert isinstance(message, wire.Cancel), f"{message} is handled by the session"
        self.surveys.pop(message.id, None)
        return []

    def survey_part(self) -> wire.ServerMessage | None:
        """Work on the next survey for a few milliseconds; there must be one.

        Return a part of it, or the error that ended it; None if no part is ready.
        """
        request, survey = next(iter(self.surveys.items()))
        del self.surveys[request]
        try:
            if survey.parts is None:
                scene = self.scenes.find(survey.message.request.scene).scene
                survey.parts = self._services.engine.survey(scene, survey.message, survey.setup)
            part = next(survey.parts)
        except StopIteration:  # for an engine that never says `done`
            return wire.Surveyed(request, 0, 0, done=True)
        except CoignError as problem:
            return error_message(problem, request)
        except Exception as problem:
            return error_message(_failure(problem, "survey"), request)
        if part is None or not part.done:
            self.surveys[request] = survey
        return part

    def _begin(self, message: wire.Survey) -> None:
        """Begin a survey. Raises UnknownScene; Overloaded if too many are in progress."""
        setup = self._setup_now()
        self.scenes.find(message.request.scene)
        self.surveys.pop(message.id, None)
        if len(self.surveys) >= SURVEYS_AT_ONCE:
            raise Overloaded(f"{SURVEYS_AT_ONCE} surveys are in progress; cancel one first", running=list(self.surveys))
        self.surveys[message.id] = _Survey(message, setup)

    def _edit(self, message: Edit) -> Task[list[wire.ServerMessage]]:
        answer: wire.Synced | wire.Resync
        try:
            match message:
                case wire.ScenePut():
                    answer = yield from self.scenes.put(message)
                case wire.ScenePatch():
                    answer = yield from self.scenes.patch(message)
                case wire.SceneDrop():
                    answer = self.scenes.drop(message)
        except CoignError as problem:
            problem.detail.setdefault("scene", message.scene)
            raise
        except Exception as problem:
            # The change may have been applied in part, so the scene cannot be kept.
            self.scenes.drop(wire.SceneDrop(message.scene))
            internal = _failure(problem, type(message).__name__, scene=message.scene)
            why = "the bridge failed on the last change and has dropped the scene"
            return [error_message(internal), wire.Resync(message.scene, None, why)]
        if isinstance(answer, wire.Synced) and not isinstance(message, wire.SceneDrop):
            answer = yield from self._with_bearings(answer, _tokens_in(message))
        return [answer]

    def _bearings_anew(self) -> Task[list[wire.ServerMessage]]:
        """Send the bearings of each scene again, because steps have other costs under other rules."""
        messages: list[wire.ServerMessage] = []
        for synced in self.scenes.synced():
            messages += [(yield from self._with_bearings(synced))]
        return messages

    def _with_bearings(self, synced: wire.Synced, tokens: Sequence[str] | None = None) -> Task[wire.Synced]:
        """Add the bearings of these tokens, or of all; without rules nothing is added, for `configure` sends them."""
        if self._setup is None:
            return synced
        scene = self.scenes.held[synced.scene].scene
        try:
            bearings = yield from self._services.engine.bearings(scene, self._setup, tokens)
        except Exception as problem:  # the scene itself is right
            _failure(problem, "bearings", scene=synced.scene)
            return synced
        return msgspec.structs.replace(synced, bearings=bearings)

    def _request(self, message: Request) -> Task[list[wire.ServerMessage]]:
        try:
            match message:
                case wire.Configure():
                    self._setup = self._configure(message)
                    self.rulesets = message.rulesets
                    lines, offers = self._services.engine.lines(self._setup), self._services.engine.offers(self._setup)
                    configured = wire.Configured(message.rulesets, message.options, message.id, lines, offers)
                    return [configured, *(yield from self._bearings_anew())]
                case wire.Share():
                    return [msgspec.structs.replace(self._services.engine.shared(message.line), id=message.id)]
                case wire.Evaluate():
                    held, setup = self.scenes.find(message.scene), self._setup_now()
                    engine = self._services.engine
                    if message.viewers:
                        views = yield from engine.annotating_views(held.scene, message, setup, held.revision)
                    else:
                        views = ((yield from engine.annotating(held.scene, message, setup, held.revision)),)
                    return [*views]
                case wire.Press():
                    held, setup = self.scenes.find(message.request.scene), self._setup_now()
                    engine = self._services.engine
                    return [(yield from engine.pressing(held.scene, message, setup, held.revision))]
                case wire.Survey():
                    self._begin(message)
                    return []
        except CoignError as problem:
            problem.detail.setdefault("id", message.id)
            raise
        except Exception as problem:
            raise _failure(problem, type(message).__name__, id=message.id) from None

    def _configure(self, message: wire.Configure) -> Setup:
        configure = self._services.engine.configure
        return configure(message.rulesets, message.options, message.overrides, message.facingOffset, message.shows)

    def _setup_now(self) -> Setup:
        if self._setup is None:  # no `configure` yet
            self._setup = self._configure(wire.Configure(()))
        return self._setup


def _tokens_in(edit: wire.ScenePut | wire.ScenePatch) -> list[str] | None:
    """Return the tokens that an edit changes; None if it may change which way all of them face."""
    if isinstance(edit, wire.ScenePut) or any(change.document == "Scene" for change in edit.changes):
        return None
    return [change.id for change in edit.changes if change.document == "Token"]


def error_message(problem: CoignError, request: str | None = None) -> wire.ErrorMessage:
    """Return the message for an error. Without `request`, the `id` in the error's detail names the request."""
    detail = {name: value for name, value in problem.detail.items() if name != "id"}
    return wire.ErrorMessage(request or problem.detail.get("id"), problem.code, str(problem), detail)


def _failure(problem: Exception, task: str, **detail: str | None) -> Internal:
    """Log the trace of a bug of the bridge, and return the error that gives its reference to the peer."""
    reference = secrets.token_hex(4)
    log.error("%s: failed on %s", reference, task, exc_info=problem)
    internal = Internal(reference)
    internal.detail.update(detail)
    return internal
