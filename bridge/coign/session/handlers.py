"""What a connection that was let in is answered: each message by itself, errors by name, nothing half changed."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from coign.errors import CoignError, Internal
from coign.protocol import messages as wire
from coign.session.heat_maps import Surveys
from coign.session.scenes import Scenes
from coign.session.services import House
from coign.session.worlds import World
from coign.util.tasks import Task

if TYPE_CHECKING:
    from coign.rules import Setup

log = logging.getLogger("coign.session.session")

Edit = wire.ScenePut | wire.ScenePatch | wire.SceneDrop
EDITS = get_args(Edit)
Request = wire.Configure | wire.Evaluate | wire.Survey


@dataclass(frozen=True)
class Judged:
    """A roll that was judged, as the GM may see it."""

    request: wire.Evaluate
    annotation: wire.Annotation


class Answers:
    """The scenes, the setup and the surveys of one connection. `last` is the last roll that was judged."""

    def __init__(self, house: House, world: World) -> None:
        self._house = house
        self._setup: Setup | None = None
        self.last: Judged | None = None
        self.rulesets: tuple[str, ...] = ()  # the ids of the rule systems that were chosen last
        self.scenes = Scenes(house, world)
        self.surveys = Surveys(house, self.scenes)

    def to(self, message: wire.ClientMessage) -> Task[list[wire.ServerMessage]]:
        """The answers to one message, in steps. Raises CoignError, whose detail names the request or the scene."""
        match message:
            case wire.ScenePut() | wire.ScenePatch() | wire.SceneDrop():
                return (yield from self._edit(message))
            case wire.Configure() | wire.Evaluate() | wire.Survey():
                return (yield from self._request(message))
            case wire.Cancel():
                self.surveys.cancel(message.id)
                return []
            case _:
                raise AssertionError(f"{message} is for the session itself")

    def part(self) -> wire.ServerMessage | None:
        """A few milliseconds of work on the surveys: a part, or the error that ended one. None: there is no work."""
        step = self.surveys.step()
        if step is None:
            return None
        request, part = step
        match part:
            case CoignError():
                return told(part, request)
            case Exception():
                return told(_failure(part, "survey"), request)
            case _:
                return part

    def stop(self) -> None:
        """Nobody is there to be answered any more."""
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
            # Who knows how far it got: what may be half a scene is worth less than none.
            self.scenes.drop(wire.SceneDrop(message.scene))
            internal = _failure(problem, type(message).__name__, scene=message.scene)
            why = "the bridge failed on the last change and dropped the scene"
            return [told(internal), wire.Resync(message.scene, None, why)]
        return [answer]

    def _request(self, message: Request) -> Task[list[wire.ServerMessage]]:
        try:
            match message:
                case wire.Configure():
                    self._setup = self._configure(message)
                    self.rulesets = message.rulesets
                    return [wire.Configured(message.rulesets, message.options, message.id)]
                case wire.Evaluate():
                    held, setup = self.scenes.find(message.scene), self._setup_now()
                    engine = self._house.engine
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
        configure = self._house.engine.configure
        return configure(message.rulesets, message.options, message.overrides, message.facingOffset)

    def _setup_now(self) -> Setup:
        if self._setup is None:  # asked before anything was configured
            self._setup = self._configure(wire.Configure(()))
        return self._setup


def told(problem: CoignError, request: str | None = None) -> wire.ErrorMessage:
    """An error as the peer is told it; `id` of its detail names the request, where the caller does not."""
    detail = {name: value for name, value in problem.detail.items() if name != "id"}
    return wire.ErrorMessage(request or problem.detail.get("id"), problem.code, str(problem), detail)


def _failure(problem: Exception, doing: str, **detail: str | None) -> Internal:
    """Our own fault: the trace goes to the log, its reference to the peer."""
    reference = secrets.token_hex(4)
    log.error("%s: failed on %s", reference, doing, exc_info=problem)
    internal = Internal(reference)
    internal.detail.update(detail)
    return internal
