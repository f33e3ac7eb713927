"""The real engine: reads scenes, measures facts, applies rules, and builds annotations and surveys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from coign.annotations.annotate import annotating, annotating_views
from coign.annotations.heat_map import survey
from coign.catalogue.registry import catalogue, configure, installed
from coign.catalogue.share import from_line, to_line
from coign.protocol.evaluate import Evaluate
from coign.protocol.messages import Annotation, Shared, Survey, Surveyed
from coign.protocol.rulings import Override, RulesetInfo
from coign.rules import Setup
from coign.scene.scene import Scene
from coign.util.tasks import Task


class MeasuringEngine:
    """The real engine: implements `coign.session.services.Engine` with the facts, rules and annotations."""

    def catalogue(self) -> tuple[RulesetInfo, ...]:
        """Return the description of each installed rule system for `welcome`."""
        return catalogue()

    def configure(
        self, rulesets: Sequence[str], options: dict[str, Any], overrides: Sequence[Override], facing_offset: float
    ) -> Setup:
        """Choose rule systems and options. Raises UnknownRuleset, BadOption, BadMessage."""
        return configure(rulesets, options, overrides, facing_offset)

    def lines(self, setup: Setup) -> dict[str, str]:
        """Return the line of text in which a table shares each of its rulesets that can be shared, by its id."""
        shared = [one.id for one in setup.rulesets if one.shared]
        return {name: to_line(name, setup.options[name], setup.installed) for name in shared}

    def shared(self, line: str) -> Shared:
        """Read such a line. Raises UnknownRuleset, BadOption."""
        return from_line(line, installed())

    def read(self, data: bytes | msgspec.Raw, said: Callable[[str, str], None]) -> Task[Scene]:
        """Read a scene in steps; call `said` with the place and the problem of each skipped document."""
        return Scene.read(data, said)

    def annotating(self, scene: Scene, request: Evaluate, setup: Setup, revision: int) -> Task[Annotation]:
        """Judge one request in steps. Raises UnknownToken, BadMessage."""
        return annotating(scene, request, setup, revision)

    def annotating_views(
        self, scene: Scene, request: Evaluate, setup: Setup, revision: int
    ) -> Task[tuple[Annotation, ...]]:
        """Judge one request in steps for each of its `viewers`, measuring once. Raises UnknownToken, BadMessage."""
        return annotating_views(scene, request, setup, revision)

    def survey(self, scene: Scene, message: Survey, setup: Setup) -> Iterator[Surveyed | None]:
        """Judge one request from many squares, or against many targets, part by part; None after a step without one."""
        return survey(scene, message, setup)
