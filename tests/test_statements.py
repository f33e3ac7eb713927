"""docs/rules/: a case or a test that exists holds every statement of the rule texts, and every rule is mentioned."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tools import generated, statements

from coign.annotations.cases import read_cases
from coign.catalogue.registry import catalogue
from support.paths import DATA, ROOT

TEXTS = {path.stem: statements.read(path.stem) for path in sorted(statements.SOURCES.glob("*.txt"))}
RULESETS = {ruleset.id: ruleset for ruleset in catalogue()}
PYTHON_TESTS = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}
MODULE_TESTS = [
    f"{path.name}: {title}"
    for path in (ROOT / "tests").rglob("*.test.mjs")
    for title in re.findall(r'^\s*test\("([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE)
]
each_text = pytest.mark.parametrize("ruleset", TEXTS)


def exists(name: str, cases: set[str]) -> bool:
    if name.startswith("test_"):
        return name in PYTHON_TESTS
    if ".test.mjs: " in name:
        return any(test.startswith(name) for test in MODULE_TESTS)
    return name in cases


def cases_of(ruleset: str) -> set[str]:
    files = (DATA / folder / f"{ruleset}.json" for folder in ("cases", "conformance"))
    return {case.name for file in files for case in read_cases(file.read_bytes())}


def test_the_five_texts_have_a_table() -> None:
    assert len(TEXTS) == 5
    assert set(TEXTS) <= set(RULESETS)


@each_text
def test_what_holds_a_statement_exists(ruleset: str) -> None:
    cases = cases_of(ruleset)
    missing = [(one.text, name) for one in TEXTS[ruleset] for name in one.held_by if not exists(name, cases)]
    assert missing == []


@each_text
def test_every_statement_is_held_or_says_why_not(ruleset: str) -> None:
    assert [one.text for one in TEXTS[ruleset] if not one.held_by and not one.reason] == []


@each_text
def test_every_rule_is_mentioned_and_no_other(ruleset: str) -> None:
    mentioned = {rule for one in TEXTS[ruleset] for rule in one.rules}
    assert mentioned == {rule.id for rule in RULESETS[ruleset].rules}


def no_click_asks(case: dict[str, Any]) -> bool:
    """Tell whether a case asks for what only a macro can say."""
    return any(case["request"].get(key) for key in ("removesAdvantage", "removesDisadvantage"))


@each_text
def test_every_statement_is_held_by_something_that_a_click_can_ask_for(ruleset: str) -> None:
    files = (DATA / folder / f"{ruleset}.json" for folder in ("cases", "conformance"))
    cases = [case for file in files for case in json.loads(file.read_bytes())]
    asked = {case["name"] for case in cases if no_click_asks(case)}
    assert [one.text for one in TEXTS[ruleset] if one.held_by and asked >= {*one.held_by}] == []


def test_a_line_that_is_no_statement_is_refused(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.txt").write_text("## Cover\nCover gives +4 | perhaps | C2 | c2-stub-of-wall\n", encoding="utf-8")
    monkeypatch.setattr(statements, "SOURCES", tmp_path)
    with pytest.raises(ValueError, match="perhaps"):
        statements.read("x")


def test_these_pages_and_all_else_that_is_made_like_them_are_up_to_date() -> None:
    assert generated.main(["--check"]) == 0
