"""What all connections of a process have in common: what measures and judges, who may come in, who holds what."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from coign.protocol import messages as wire
from coign.protocol.rulings import Override, RulesetInfo
from coign.session.pairing import Desk
from coign.session.worlds import Worlds
from coign.util.tasks import Task

if TYPE_CHECKING:
    from coign.rules import Setup
    from coign.scene.scene import Scene


class Engine(Protocol):
    """What measures and judges, in steps where it may take long. `coign.annotations.engine` has the real one."""

    def catalogue(self) -> tuple[RulesetInfo, ...]:
        """Return what `welcome` tells of each installed rule system."""

    def configure(
        self, rulesets: Sequence[str], options: dict[str, Any], overrides: Sequence[Override], facing_offset: float
    ) -> Setup:
        """Choose rule systems and options. Raises UnknownRuleset, BadOption, BadMessage."""

    def reading(self, data: bytes | msgspec.Raw, said: Callable[[str, str], None]) -> Task[Scene]:
        """Read a scene in steps; `said` takes the place and the problem of each document skipped."""

    def annotating(self, scene: Scene, request: wire.Evaluate, setup: Setup, revision: int) -> Task[wire.Annotation]:
        """Judge one request in steps. Raises UnknownToken, BadMessage."""

    def annotating_views(
        self, scene: Scene, request: wire.Evaluate, setup: Setup, revision: int
    ) -> Task[tuple[wire.Annotation, ...]]:
        """Judge one request for each of its `viewers`, measured once, in steps. Raises UnknownToken, BadMessage."""

    def survey(self, scene: Scene, message: wire.Survey, setup: Setup) -> Iterator[wire.Surveyed]:
        """Judge one request from many squares, or against many targets, part by part."""


@dataclass(frozen=True)
class House:
    """`clock` gives seconds and does not go back; `server` is the bridge's version; `epoch` names this very process."""

    engine: Engine
    desk: Desk
    worlds: Worlds
    clock: Callable[[], float]
    server: str
    epoch: str = field(default_factory=lambda: secrets.token_hex(8))
    limits: wire.Limits = field(default_factory=wire.Limits)
    turn: float = 0.004  # seconds that one connection is worked for, before others are let in

    def welcome(self) -> wire.Welcome:
        """What is said to whoever is let in."""
        return wire.Welcome(wire.PROTOCOL, self.epoch, self.server, self.limits, self.engine.catalogue())
