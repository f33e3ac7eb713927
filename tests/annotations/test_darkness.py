"""Darkness sources: the fact, the card, the preview, the heat map and the figure agree on who is not seen."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.annotations.annotate import annotate
from coign.annotations.heat_map import survey, worth
from coign.catalogue.registry import configure
from coign.protocol import D20, Attack, Evaluate, ObscurementFact, Point, Reach, Result, Roll, Survey
from coign.scene.scene import Scene
from support.maps import draw, light
from support.scenes import examples, read

ROW = ("+ + + + + + + + + + +", " A                   ", "+ + + + + + + + + + +")
BOW = Attack(kind="ranged", range=Reach(60, 240))
UNSEEN = {
    "partial-advantage": "unseen-target",
    "fifth-edition-2014": "unseen-target",
    "fifth-edition-2024": "unseen-target",
    "combat-modifiers": "total-concealment",
    "pathfinder-1e": "total-concealment",
    "pathfinder-2e": "hidden",
}
SENSES: dict[str, dict[str, Any]] = {
    "common eyes": {},
    "darkvision": {"senses": {"darkvision": 60}},
    "short darkvision": {"senses": {"darkvision": 15}},
    "truesight": {"senses": {"truesight": 60}},
    "blindsight": {"senses": {"blindsight": 30}},
    "blindsense": {"senses": {"blindsense": 60}},
    "tremorsense": {"senses": {"tremorsense": 60}},
    "scent": {"senses": {"scent": 30}},
    "see invisibility": {"senses": {"seeInvisible": 60}},
    "low-light vision": {"senses": {"lowLight": True}},
    "Devil's Sight": {"feats": ["devils-sight"]},
    "see in darkness": {"feats": ["see-in-darkness"]},
    "greater darkvision": {"feats": ["greater-darkvision"]},
}


@st.composite
def rows(draw_: Any) -> Any:
    """Draw a foe of A's in the same row, a darkness source near them, by day or at night, and perhaps a lamp."""
    column, at, radius = draw_(st.integers(1, 9)), draw_(st.integers(0, 9)), draw_(st.sampled_from([2, 5, 10, 20]))
    dark = light(at, 0, 0, radius, _id="dark") | {"config": {"bright": 0, "dim": radius, "negative": True}}
    lamps = [light(draw_(st.integers(0, 9)), 0, 20, 40)] if draw_(st.booleans()) else []
    return column, [dark, *lamps], draw_(st.booleans())


def scene_of(row: Any, sense: dict[str, Any]) -> Scene:
    column, lights, night = row
    text = f" A{' ' * (2 * column - 1)}B{' ' * (2 * (9 - column))} "
    return read(draw(ROW[0], text, ROW[2], lights=lights, night=night, tokens={"A": {"coign": sense}}))


def result_of(scene: Scene, ruleset: str, **more: Any) -> Result:
    request = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=("B",), attack=BOW, **more)
    return annotate(scene, request, configure([ruleset])).results[0]


def seen_in(result: Result) -> ObscurementFact:
    assert result.facts is not None
    return result.facts.obscurement


@pytest.mark.repeats
@pytest.mark.parametrize("sense", SENSES.values(), ids=SENSES)
@pytest.mark.parametrize("ruleset", UNSEEN)
@given(row=rows())
@examples(0.06)
def test_whoever_the_fact_calls_unseen_is_so_on_the_card_before_the_roll_and_in_the_heat_map(
    ruleset: str, sense: dict[str, Any], row: Any
) -> None:
    scene = scene_of(row, sense)
    card = result_of(scene, ruleset, roll=Roll(d20=(D20(12),), total=12))
    on = {one.id for one in card.modifiers if one.state == "on"}
    present = {one.id for one in card.modifiers}
    fact = seen_in(card)
    heavily = fact.level == "heavily" and UNSEEN[ruleset] != "total-concealment"  # which asks for all of the space
    assert (UNSEEN[ruleset] in present) == (not fact.sight or heavily)

    before = result_of(scene, ruleset, at=Point(0, 0))
    assert seen_in(before) == fact
    assert {one.id for one in before.modifiers if one.state == "on"} == on

    asked = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=("B",), attack=BOW)
    parts = survey(scene, Survey(id="h", request=asked, places=((0, 0),)), configure([ruleset]))
    (prospect,) = [one for part in parts if part is not None for one in part.mine]
    assert (prospect.label, prospect.value) == (card.outcome.label, worth(card.modifiers, card.outcome.label))


@pytest.mark.parametrize("sense", SENSES.values(), ids=SENSES)
@given(row=rows())
@examples(0.06)
def test_the_figure_shows_the_darkness_that_hides_the_target(sense: dict[str, Any], row: Any) -> None:
    result = result_of(scene_of(row, sense), "fifth-edition-2014")
    roles = {mark.role for mark in result.figure.polygons} if result.figure else set()
    unseen = any(one.id == "unseen-target" for one in result.modifiers)
    if unseen and "magical-darkness" in seen_in(result).because:
        assert "darkness" in roles


def test_a_target_in_bright_light_behind_darkness_is_unseen_and_the_figure_shows_the_darkness() -> None:
    dark = light(4, 0, 0, 5, _id="dark") | {"config": {"bright": 0, "dim": 5, "negative": True}}
    result = result_of(scene_of((9, [dark], False), {}), "fifth-edition-2014")
    assert not seen_in(result).sight
    assert seen_in(result).shares.none == 1
    assert result.figure is not None
    assert [mark.label for mark in result.figure.polygons if mark.role == "darkness"] == ["light:dark"]
