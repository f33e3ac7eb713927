"""Symmetries of whole annotations: a scene that is turned, mirrored, moved, scaled or redrawn is judged alike.

Tested for every ruleset of printed rules, and for house rules with an effect for every position.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from coign.annotations.annotate import annotate
from coign.catalogue.registry import configure
from coign.protocol import Annotation, Attack, Check, Evaluate, Mark, Reach
from coign.rules import sentence
from coign.rules.families.house import NOTHING
from coign.rulesets import BUILT_IN
from coign.rulesets.house_rules import POSITIONS
from coign.rulesets.house_rules_d20 import POSITIONS as POSITIONS_D20
from coign.rulesets.house_rules_swade import POSITIONS as POSITIONS_SWADE
from support.maps import Document
from support.random_scenes import doubled, mirrored, scenes, shifted, shuffled, split, turned
from support.rulings import PRINTED
from support.scenes import examples, read

pytestmark = pytest.mark.repeats

EVERY_POSITION = {
    "house-rules": {one.name: "+1" for one in POSITIONS if one.default == NOTHING},
    "house-rules-d20": {one.name: "+1" for one in POSITIONS_D20 if one.default == NOTHING},
    "house-rules-swade": {one.name: "+1" for one in POSITIONS_SWADE if one.default == NOTHING},
}
OPTIONS: dict[str, dict[str, Any]] = {
    "fifth-edition-2014": {"flanking": True, "facing": True},
    "fifth-edition-2024": {"creature-lines": "counted"},
    "pathfinder-1e": {"partial-cover": True},
    "pathfinder-2e": {},
    "starfinder-1e": {"partial-cover": True},
    "lancer": {},
    "draw-steel": {},
    **EVERY_POSITION,
}
SETUPS = {key: configure((key,), {key: options}) for key, options in OPTIONS.items()}
BOW = Attack(kind="ranged", range=Reach(15, 60))
REQUESTS: tuple[dict[str, Any], ...] = (
    {"occasion": "attack", "attack": BOW},
    {"occasion": "attack", "attack": Attack(kind="melee", reach=10)},
    {"occasion": "save", "attack": BOW, "check": Check(ability="dex")},
)
ACTING = {"lancer": 1, "draw-steel": 4}  # of their few rules, these act in random scenes at least
ROUNDING = 0.011  # pixels: a point may be rounded up in one place and down in the other
RULESETS = pytest.mark.parametrize("key", SETUPS)


def judged(key: str, scene: Document) -> list[Annotation]:
    """Judge each request of A against B in a scene."""
    made = read(scene)
    return [
        annotate(made, Evaluate(id="q", scene="s", actor="A", targets=("B",), **request), SETUPS[key])
        for request in REQUESTS
    ]


def essence(annotation: Annotation) -> Any:
    """Return the modifiers and the outcome, without the words, which name directions."""
    (result,) = annotation.results
    applied = sorted((one.rule, one.id, one.state, repr(one.effect)) for one in result.modifiers)
    outcome = msgspec.to_builtins(msgspec.structs.replace(result.outcome, chance=None))
    return applied, outcome, sorted(result.assumed)


def in_words(annotation: Annotation) -> Any:
    """Return the reasons and the sentence."""
    (result,) = annotation.results
    return sorted((one.id, one.reason) for one in result.modifiers), sentence(result)


def drawn(annotation: Annotation, x: float = 0, y: float = 0) -> dict[str, Any]:
    """Return the figure's points and lines by what they show, and its areas, moved by so many pixels."""
    figure = annotation.results[0].figure
    points: dict[str, Any] = {}
    for mark in (*figure.points, *figure.lines):
        points.setdefault(_shows(mark), []).extend((a + x, b + y) for a, b in mark.points)
    areas: dict[str, list[Any]] = {}
    for mark in figure.polygons:
        areas.setdefault(_shows(mark), []).append(shapely.Polygon([(a + x, b + y) for a, b in mark.points]))
    return points | {what: shapely.union_all(shapely.make_valid(some)) for what, some in areas.items()}


def _shows(mark: Mark) -> str:
    return f"{mark.fact} {mark.role} {mark.label}"


def drawn_alike(one: Any, other: Any) -> bool:
    """Compare points or areas to the hundredth of a pixel, to which they are rounded. Outlines may begin anywhere."""
    if isinstance(one, shapely.Geometry):
        return bool(one.symmetric_difference(other).area <= ROUNDING * max(one.length, 1.0))
    return bool(np.array(one) == pytest.approx(np.array(other), abs=ROUNDING))


def judged_alike(key: str, plain: list[Annotation], other: Document, *, words: bool = False) -> list[Annotation]:
    """Assert that a scene in another way is judged as it was plain, on every request; with `words`, for the same
    reasons. Returns the annotations of the other.
    """
    found = judged(key, other)
    for one, another in zip(plain, found, strict=True):
        assert essence(another) == essence(one)
        if words:
            assert in_words(another) == in_words(one)
    return found


@RULESETS
def test_a_scene_in_another_way_is_judged_alike(key: str) -> None:
    """Every way has the same scenes, so that each is judged once as it is drawn. Symmetry would hold of silence too:
    so enough rules act in these scenes, or in more of their kind.
    """
    acted: set[str] = set()

    @given(scene=scenes())
    @examples(0.5)
    def act(scene: Document) -> None:
        acted.update(one.id for note in judged(key, scene) for one in note.results[0].modifiers)

    @given(
        scene=scenes(),
        columns=st.integers(-50, 50),
        rows=st.integers(-50, 50),
        random=st.randoms(use_true_random=False),
    )
    @examples(0.2)
    def judge(scene: Document, columns: int, rows: int, random: Any) -> None:
        plain = judged(key, scene)
        acted.update(one.id for note in plain for one in note.results[0].modifiers)
        judged_alike(key, plain, turned(scene))
        judged_alike(key, plain, mirrored(scene))
        judged_alike(key, plain, split(scene, random))
        judged_alike(key, plain, doubled(scene), words=True)
        judged_alike(key, plain, shuffled(scene, random), words=True)
        by = (100 * columns, 100 * rows)
        for one, another in zip(plain, judged_alike(key, plain, shifted(scene, *by), words=True), strict=True):
            marks, expected = drawn(another), drawn(one, *by)
            assert marks.keys() == expected.keys()
            assert [what for what in expected if not drawn_alike(marks[what], expected[what])] == []

    judge()
    if len(acted) < ACTING.get(key, 5):
        act()
    assert len(acted) >= ACTING.get(key, 5), acted


def test_every_ruleset_of_printed_rules_is_held() -> None:
    assert {one.id for one in BUILT_IN if one.shared or one.id in PRINTED} == set(SETUPS)
