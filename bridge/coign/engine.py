"""The real engine: scenes measured by `coign.scene`, judged by `coign.rules`, annotated and surveyed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from .annotate import annotating
from .installed import catalogue, configure
from .protocol.messages import Annotation, Survey, Surveyed
from .protocol.questions import Evaluate
from .protocol.rulings import Override, RulesetInfo
from .rules import Setup
from .scene import Scene
from .steps import Steps
from .survey import survey


class MeasuringEngine:
    """What `coign.house.Engine` asks for, done by the modules whose work it is."""

    def catalogue(self) -> tuple[RulesetInfo, ...]:
        return catalogue()

    def configure(
        self, rulesets: Sequence[str], options: dict[str, Any], overrides: Sequence[Override], facing_offset: float
    ) -> Setup:
        return configure(rulesets, options, overrides, facing_offset)

    def reading(self, data: bytes | msgspec.Raw, said: Callable[[str, str], None]) -> Steps[Scene]:
        return Scene.reading(data, said)

    def annotating(self, scene: Scene, request: Evaluate, setup: Setup, revision: int) -> Steps[Annotation]:
        return annotating(scene, request, setup, revision)

    def survey(self, scene: Scene, message: Survey, setup: Setup) -> Iterator[Surveyed]:
        return survey(scene, message, setup)
