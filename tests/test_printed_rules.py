"""The printed rules: every rule has a case."""

from __future__ import annotations

import json
from typing import Any

import pytest

from coign.rules import Rule
from coign.rulesets import BUILT_IN
from support.paths import DATA
from support.rulings import PLAYED

RULESETS = {ruleset.id: ruleset for ruleset in BUILT_IN}
CASES = {key: json.loads((DATA / "cases" / f"{key}.json").read_text(encoding="utf-8")) for key in PLAYED}


@pytest.mark.parametrize("key", PLAYED)
def test_in_some_case_every_rule_acts_on_each_of_its_occasions(key: str) -> None:
    assert [
        (rule.id, occasion, rule.attack)
        for rule in RULESETS[key].rules
        for occasion in rule.occasions
        if not (occasion == "opportunity" and "attack" in rule.occasions)  # an attack like any other
        and not any(_asks(case, rule, occasion) and _expects(case, rule, "on", "set-aside") for case in CASES[key])
    ] == []


@pytest.mark.parametrize("key", PLAYED)
def test_in_some_case_no_rule_acts_that_has_no_reason_to(key: str) -> None:
    rules = {rule.id: rule for rule in RULESETS[key].rules}
    assert [rule.id for rule in rules.values() if not any(_expects(case, rule, "absent") for case in CASES[key])] == []


def _asks(case: dict[str, Any], rule: Rule, occasion: str) -> bool:
    request = case["request"]
    return request["occasion"] == occasion and rule.attack in (None, request.get("attack", {}).get("kind", "melee"))


def _expects(case: dict[str, Any], rule: Rule, *states: str) -> bool:
    expected = case["expect"].get("modifiers", {})
    return any(rule.id in expected.get(state, ()) for state in states)


def test_published_examples_are_among_the_cases() -> None:
    examples = [case["example"] for cases in CASES.values() for case in cases if "example" in case]
    assert len(examples) >= 40
    assert all(example.startswith("https://") for example in examples)
