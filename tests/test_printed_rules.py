"""docs/printed-rules.md: up to date, every rule held by a case, and published examples among the cases."""

from __future__ import annotations

import json

import pytest
from tools import printed_rules

from coign.rulesets import BUILT_IN
from support.paths import DATA

RULESETS = {ruleset.id: ruleset for ruleset in BUILT_IN}
CASES = {key: json.loads((DATA / "cases" / f"{key}.json").read_text(encoding="utf-8")) for key in printed_rules.PRINTED}


def test_the_page_is_up_to_date() -> None:
    """Run `python tools/printed_rules.py` if it is not."""
    page = printed_rules.PAGE.read_text(encoding="utf-8")
    assert page.partition(printed_rules.MARK)[0] + printed_rules.tables() == page


@pytest.mark.parametrize("key", printed_rules.PRINTED)
def test_a_case_holds_every_rule(key: str) -> None:
    rules = {rule.id for rule in RULESETS[key].rules}
    assert {rule for rule in rules if not any(printed_rules.holds(case, rule) for case in CASES[key])} == set()


def test_published_examples_are_among_the_cases() -> None:
    sources = [case["source"] for cases in CASES.values() for case in cases if "source" in case]
    assert len(sources) >= 40
    assert all(source.startswith("https://") for source in sources)
