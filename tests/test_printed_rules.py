"""The page of printed rules and the module's names: they are up to date, and every rule has a case."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools import printed_rules

from coign.rulesets import BUILT_IN
from support.paths import DATA

RULESETS = {ruleset.id: ruleset for ruleset in BUILT_IN}
CASES = {key: json.loads((DATA / "cases" / f"{key}.json").read_text(encoding="utf-8")) for key in printed_rules.PRINTED}


@pytest.mark.parametrize("path", [printed_rules.PAGE, printed_rules.NAMES], ids=lambda path: path.name)
def test_what_is_made_from_the_rules_is_up_to_date(path: Path) -> None:
    """Run `python tools/printed_rules.py` if it is not."""
    assert printed_rules.made()[path] == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("key", printed_rules.PRINTED)
def test_a_case_holds_every_rule(key: str) -> None:
    rules = {rule.id for rule in RULESETS[key].rules}
    assert {rule for rule in rules if not any(printed_rules.holds(case, rule) for case in CASES[key])} == set()


def test_published_examples_are_among_the_cases() -> None:
    sources = [case["source"] for cases in CASES.values() for case in cases if "source" in case]
    assert len(sources) >= 40
    assert all(source.startswith("https://") for source in sources)
