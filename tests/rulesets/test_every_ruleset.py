"""What holds in every ruleset, whatever its text says."""

from __future__ import annotations

import pytest

from coign.rules import Ruleset
from coign.rules.examples import ruling
from coign.rulesets import BUILT_IN
from coign.rulesets.partial_advantage import PARTIAL_ADVANTAGE

NO_LINE = {"degree": "total", "effect": False, "sight": False, "exposure": 0.0}


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.id)
def test_what_cannot_be_reached_cannot_be_attacked(ruleset: Ruleset) -> None:
    found = ruling(ruleset, kind="ranged", cover=NO_LINE)
    assert found.outcome.label == "blocked"
    assert [one.state for one in found.modifiers].count("on") == 1


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.id)
def test_an_open_field_by_day_says_nothing(ruleset: Ruleset) -> None:
    assert ruling(ruleset, kind="ranged").modifiers == ()


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
