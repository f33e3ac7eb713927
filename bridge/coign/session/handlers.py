"""Handle the messages of an accepted connection. Each is answered, an error has a code, and no change is partial."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

import msgspec

from coign.errors import CoignError, Internal
from coign.protocol import messages as wire
from coign.session.heat_maps import Surveys
from coign.session.scenes import Scenes
from coign.session.services import Services
from coign.session.worlds import World
from coign.util.tasks import Task

if TYPE_CHECKING:
    from coign.rules import Setup

log = logging.getLogger("coign.session.session")

Edit = wire.ScenePut | wire.ScenePatch | wire.SceneDrop
EDITS = get_args(Edit)
Request = wire.Configure | wire.Share | wire.Evaluate | wire.Survey


@dataclass(frozen=True)
class Judged:
    """A roll that was judged, as the GM may see it."""

    request: wire.Evaluate
    annotation: wire.Annotation


class Handlers:
    """The scenes, the setup and the surveys of one connection. `last` is the last roll that was judged."""

    def __init__(self, services: Services, world: World) -> None:
        self._services = services
        self._setup: Setup | None = None
        self.last: Judged | None = None
        self.rulesets: tuple[str, ...] = ()  # the ids of the rule systems that were chosen last
        self.scenes = Scenes(services, world)
        self.surveys = Surveys(services, self.scenes)

    def handle(self, message: wire.ClientMessage) -> Task[list[wire.ServerMessage]]:
        """Handle one message and return the answers. Raises CoignError, whose detail names the request or the scene."""
        match message:
            case wire.ScenePut() | wire.ScenePatch() | wire.SceneDrop():
                return (yield from self._edit(message))
            case wire.Configure() | wire.Share() | wire.Evaluate() | wire.Survey():
                return (yield from self._request(message))
            case wire.Cancel():
                self.surveys.cancel(message.id)
                return []
            case _:
                raise AssertionError(f"{message} is handled by the session")

    def survey_part(self) -> wire.ServerMessage | None:
        """Work on the surveys for a few milliseconds.

        Return a part of a survey, or the error that ended it; None if no part is ready.
        """
        step = self.surveys.step()
        if step is None:
            return None
        request, part = step
        match part:
            case CoignError():
                return error_message(part, request)
            case Exception():
                return error_message(_failure(part, "survey"), request)
            case _:
                return part

    def stop(self) -> None:
        """Drop all surveys: the connection has ended."""
        self.surveys.clear()

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
        return [answer]

    def _request(self, message: Request) -> Task[list[wire.ServerMessage]]:
        try:
            match message:
                case wire.Configure():
                    self._setup = self._configure(message)
                    self.rulesets = message.rulesets
                    lines = self._services.engine.lines(self._setup)
                    return [wire.Configured(message.rulesets, message.options, message.id, lines)]
                case wire.Share():
                    return [msgspec.structs.replace(self._services.engine.shared(message.line), id=message.id)]
                case wire.Evaluate():
                    held, setup = self.scenes.find(message.scene), self._setup_now()
                    engine = self._services.engine
                    if message.viewers:
                        views = yield from engine.annotating_views(held.scene, message, setup, held.revision)
                    else:
                        views = ((yield from engine.annotating(held.scene, message, setup, held.revision)),)
                    self._note(message, views)
                    return [*views]
                case wire.Survey():
                    self.surveys.start(message, self._setup_now())
                    return []
        except CoignError as problem:
            problem.detail.setdefault("id", message.id)
            raise
        except Exception as problem:
            raise _failure(problem, type(message).__name__, id=message.id) from None

    def _note(self, request: wire.Evaluate, views: Sequence[wire.Annotation]) -> None:
        """Keep a roll for the bridge's own page. A request without a roll is a look at the map, and is not kept."""
        if request.roll is not None:
            self.last = next((Judged(request, view) for view in views if view.viewer == "gm"), self.last)

    def _configure(self, message: wire.Configure) -> Setup:
        configure = self._services.engine.configure
        return configure(message.rulesets, message.options, message.overrides, message.facingOffset)

    def _setup_now(self) -> Setup:
        if self._setup is None:  # no `configure` yet
            self._setup = self._configure(wire.Configure(()))
        return self._setup


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
