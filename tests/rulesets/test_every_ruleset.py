"""Properties of every ruleset, whatever its text is."""

from __future__ import annotations

import pytest

from coign.protocol.vocabulary import DEGREES as TABLES
from coign.rules import Ruleset
from coign.rules.examples import ruling
from coign.rules.readings.best_corner import DEGREES
from coign.rulesets import BUILT_IN
from coign.rulesets.partial_advantage import PARTIAL_ADVANTAGE

MEASURING_COVER = [ruleset for ruleset in BUILT_IN if "cover" in ruleset.conventions]
NO_LINE = {"degree": "total", "effect": False, "sight": False, "exposure": 0.0}


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.id)
def test_what_cannot_be_reached_cannot_be_attacked(ruleset: Ruleset) -> None:
    found = ruling(ruleset, kind="ranged", cover=NO_LINE)
    assert found.outcome.label == "blocked"
    assert [one.state for one in found.modifiers].count("on") == 1


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.id)
def test_an_open_field_by_day_says_nothing(ruleset: Ruleset) -> None:
    assert ruling(ruleset, kind="ranged").modifiers == ()


@pytest.mark.parametrize("ruleset", MEASURING_COVER, ids=lambda one: one.id)
def test_a_gm_may_force_only_degrees_that_its_cover_has(ruleset: Ruleset) -> None:
    reading = ruleset.conventions["cover"]
    table = TABLES["centre"] if reading == "centre" else DEGREES[str(ruleset.conventions.get("degrees", "dmg"))]
    assert set(ruleset.degrees) <= set(table)


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
