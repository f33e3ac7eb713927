"""The services that all connections of a process share: the engine, pairing, and the worlds with their scenes."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from coign.protocol import messages as wire
from coign.protocol.rulings import Occasion, Override, RulesetInfo
from coign.session.pairing import Desk
from coign.session.worlds import Worlds
from coign.util.tasks import Task

if TYPE_CHECKING:
    from coign.rules import Setup
    from coign.scene.scene import Scene


class Engine(Protocol):
    """Measure and judge. Long work is a cooperative task. The module `coign.annotations.engine` is the real engine."""

    def catalogue(self) -> tuple[RulesetInfo, ...]:
        """Return the description of each installed rule system, for `welcome`."""

    def configure(
        self,
        rulesets: Sequence[str],
        options: dict[str, Any],
        overrides: Sequence[Override],
        facing_offset: float,
        shows: wire.Shows,
    ) -> Setup:
        """Choose rule systems and options, and what players may read. Raises UnknownRuleset, BadOption, BadMessage."""

    def lines(self, setup: Setup) -> dict[str, str]:
        """Return the line of text in which a table shares each of its rulesets that can be shared, by its id."""

    def shared(self, line: str) -> wire.Shared:
        """Read a line of shared house rules. Raises UnknownRuleset, BadOption."""

    def read(self, data: bytes | msgspec.Raw, report: Callable[[str, str], None]) -> Task[Scene]:
        """Read a scene. `report` gets the place and the problem of each document that is skipped."""

    def bearings(self, scene: Scene, setup: Setup, tokens: Iterable[str] | None) -> Task[dict[str, wire.Bearing]]:
        """Return which way tokens face and what their next steps cost: of these, or of all if None."""

    def annotating(self, scene: Scene, request: wire.Evaluate, setup: Setup, revision: int) -> Task[wire.Annotation]:
        """Judge one request. Raises UnknownToken, BadMessage."""

    def annotating_views(
        self, scene: Scene, request: wire.Evaluate, setup: Setup, revision: int
    ) -> Task[tuple[wire.Annotation, ...]]:
        """Measure one request once and judge it for each of its `viewers`. Raises UnknownToken, BadMessage."""

    def pressing(self, scene: Scene, press: wire.Press, setup: Setup, revision: int) -> Task[wire.Pressed]:
        """Decide what a press changes, and judge its request with that. Raises UnknownToken, BadMessage."""

    def offers(self, setup: Setup) -> dict[Occasion, wire.Offers]:
        """Return for each occasion what a GM may add to its roll by hand, and the facts to set."""

    def survey(self, scene: Scene, message: wire.Survey, setup: Setup) -> Iterator[wire.Surveyed | None]:
        """Judge one request from many squares or against many targets.

        Yield the answer in parts, and None after a step of work without one.
        """


@dataclass(frozen=True)
class Services:
    """The services of one process.

    clock   monotonic seconds
    server  the version of the bridge
    epoch   a random name of this process
    """

    engine: Engine
    desk: Desk
    worlds: Worlds
    clock: Callable[[], float]
    server: str
    epoch: str = field(default_factory=lambda: secrets.token_hex(8))
    limits: wire.Limits = field(default_factory=wire.Limits)
    turn: float = 0.002  # seconds of work for one connection before the next gets its turn

    def welcome(self) -> wire.Welcome:
        """Return the answer to an accepted `hello`."""
        return wire.Welcome(wire.PROTOCOL, self.epoch, self.server, self.limits, self.engine.catalogue())
