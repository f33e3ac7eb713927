"""Helpers for tests of scenes and facts: a drawn scene, and the facts of one attack in it.

Hypothesis takes its number of examples from its profile (see `conftest.py`); `examples` multiplies it for a test.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import HealthCheck, settings

from coign.facts import Conventions, FactSheet, Query, Readings
from coign.figures.marks import Drawing
from coign.grid.space import Space
from coign.protocol import Attack
from coign.protocol.messages import Figure
from coign.rules.readings.for_facts import conventions
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import Document, encode

Book = tuple[Conventions, Readings]  # what measures, and what grades

MELEE = Attack(kind="melee")
BOW = Attack(kind="ranged")
DMG = conventions()
D20 = conventions(cover="d20", degrees="d20", flanking="opposite", senses="d20")


def examples(times: float) -> settings:
    """Return settings with the profile's number of examples multiplied by `times`."""
    profile = settings.default
    assert profile is not None  # conftest.py loads one
    most = max(1, round(profile.max_examples * times))
    return settings(max_examples=most, suppress_health_check=[HealthCheck.too_slow])


def read(document: Document) -> Scene:
    return finish(Scene.read(encode(document)))


def facts(
    drawn: Document | Scene,
    actor: str = "A",
    target: str = "B",
    *,
    attack: Attack = BOW,
    by: Book = DMG,
    at: Space | None = None,
    enemies: Mapping[frozenset[str], bool] | None = None,
) -> FactSheet:
    """Measure the facts of an attack, by default by the readings of fifth edition. `at`: from that space."""
    scene = drawn if isinstance(drawn, Scene) else read(drawn)
    token = scene.tokens[actor]
    conventions, readings = by
    query = Query(scene, token, scene.tokens[target], at or token.space, attack, conventions, dict(enemies or {}))
    return FactSheet(query, readings)


def from_point(drawn: Document | Scene, x: float, y: float, elevation: float = 0.0, **kwargs: Any) -> FactSheet:
    """Measure the facts of an effect on B from a point, in pixels."""
    scene = drawn if isinstance(drawn, Scene) else read(drawn)
    conventions, readings = kwargs.get("by", DMG)
    query = Query(scene, None, scene.tokens["B"], scene.grid.point(x, y, elevation), BOW, conventions)
    return FactSheet(query, readings)


def figure(sheet: FactSheet, shown: Iterable[str]) -> Figure:
    """Draw the marks of the two creatures, of cover's lines, and of each fact that is to be shown."""
    return finish(Drawing(sheet).figure(shown))
