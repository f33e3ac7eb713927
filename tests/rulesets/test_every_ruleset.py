"""Properties of every ruleset, whatever its text is."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from coign.annotations.annotate import annotate
from coign.catalogue.registry import configure
from coign.protocol import Evaluate, Override
from coign.protocol.facts import Degree
from coign.rules import Ruleset
from coign.rules.examples import ruling
from coign.rulesets import BUILT_IN
from coign.rulesets.partial_advantage import PARTIAL_ADVANTAGE
from coign.scene.scene import Scene
from coign.util.tasks import finish
from embedded.same_answers import RECORDED, digest, record_of
from support.maps import draw, encode

MEASURING_COVER = [ruleset for ruleset in BUILT_IN if "cover" in ruleset.conventions]
NO_LINE = {"degree": "total", "effect": False, "sight": False, "exposure": 0.0}


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.id)
def test_no_ruleset_is_made_of_anything_else_than_recorded(ruleset: Ruleset) -> None:
    """If one is to differ, compare what `record_of` returns for it before and after."""
    recorded = json.loads(RECORDED.read_text("utf-8"))[f"ruleset {ruleset.id}"]
    assert digest(record_of(ruleset)) == recorded, "python3 dev.py generate, if that is right"


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.id)
def test_what_cannot_be_reached_cannot_be_attacked(ruleset: Ruleset) -> None:
    found = ruling(ruleset, kind="ranged", cover=NO_LINE)
    assert found.outcome.label == "blocked"
    assert [one.state for one in found.modifiers].count("on") == 1


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.id)
def test_an_open_field_by_day_says_nothing(ruleset: Ruleset) -> None:
    assert ruling(ruleset, kind="ranged").modifiers == ()


@pytest.mark.parametrize("ruleset", MEASURING_COVER, ids=lambda one: one.id)
def test_the_degree_that_a_gm_sets_is_the_one_that_is_marked(ruleset: Ruleset) -> None:
    options = {name: True for one in ruleset.options if (name := one.name) == "partial-cover"}
    setup = configure((ruleset.id,), {ruleset.id: options})
    scene = finish(Scene.read(encode(draw("+ + +", " A B ", "+ + +"))))
    for degree in setup.settable["cover"]:
        said = Override(fact="cover", value=degree, scope="roll")
        request = Evaluate(id="q", scene=scene.id, actor="A", targets=("B",), occasion="attack", overrides=(said,))
        [result] = annotate(scene, request, setup).results
        assert result.covered == degree
    assert "partial-cover" in ruleset.degrees or not options


@pytest.mark.parametrize("ruleset", MEASURING_COVER, ids=lambda one: one.id)
def test_a_degree_that_a_gm_set_by_another_game_is_one_of_its_own(ruleset: Ruleset) -> None:
    setup = configure((ruleset.id,), {})
    scene = finish(Scene.read(encode(draw("+ + +", " A B ", "+ + +"))))
    for degree in get_args(Degree):
        said = Override(fact="cover", value=degree, scope="roll")
        request = Evaluate(id="q", scene=scene.id, actor="A", targets=("B",), occasion="attack", overrides=(said,))
        [result] = annotate(scene, request, setup).results
        assert (result.covered == "none") == (degree == "none")
        assert result.covered in setup.settable["cover"]


def test_of_two_standard_disadvantages_that_of_the_core_rules_counts() -> None:
    found = ruling(
        PARTIAL_ADVANTAGE,
        kind="ranged",
        options={"three-quarters-cover": True},
        cover={"degree": "three-quarters"},
        obscurement={"level": "heavily", "sight": False},
    )
    assert [(one.rule, one.state) for one in found.modifiers] == [("P-unseen-target", "on"), ("P31", "set-aside")]
    assert found.outcome.label == "disadvantage"
