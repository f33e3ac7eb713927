"""Coign's own worked cases, in the form of `conformance`: the special cases of each rule text."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from coign.annotations.cases import WorkedCase, read_cases
from coign.rules import Ruleset
from coign.rulesets import BUILT_IN
from support.paths import DATA, ROOT
from support.rulings import PRINTED

BOOKS = (
    "System Reference Document 5.1",
    "System Reference Document 5.2.1",
    "System Reference Document 3.5",
    "Player's Handbook (2014)",
    "Player's Handbook (2024)",
    "Dungeon Master's Guide (2014)",
    "Pathfinder RPG Reference Document",
    "Advanced Player's Guide",
    "Pathfinder Player Core",
    "Starfinder Player Core",
    "Starfinder Core Rulebook",
    "Draw Steel: Heroes",
    "Lancer",
)

RULESETS = ROOT / "bridge" / "coign" / "rulesets"
FILES = sorted((DATA / "cases").glob("*.json"))
PAGES = {path.stem.replace("_", "-"): path.read_text(encoding="utf-8") for path in RULESETS.glob("*.py")}
CASES = {path.stem: list(read_cases(path.read_bytes())) for path in FILES}
MISSED = list(read_cases((DATA / "games.jsonl").read_bytes()))


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{file}: {case.name}") for file, cases in CASES.items() for case in cases]
)
def test_what_the_case_expects_comes_out(case: WorkedCase) -> None:
    assert case.expect, "a case without expectations holds nothing"
    assert case.differences(case.run()) == []


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in MISSED])
def test_what_readers_of_the_games_missed_comes_out(case: WorkedCase) -> None:
    assert case.differences(case.run()) == []


@pytest.mark.parametrize("file", CASES)
def test_a_case_is_found_by_its_name(file: str) -> None:
    assert [name for name, count in Counter(case.name for case in CASES[file]).items() if count > 1] == []


def test_every_ruleset_has_cases() -> None:
    assert {ruleset.id for ruleset in BUILT_IN} == set(CASES)


@pytest.mark.parametrize("file", PRINTED)
def test_a_case_of_a_printed_game_names_its_book_and_section(file: str) -> None:
    cases = json.loads((DATA / "cases" / f"{file}.json").read_bytes())
    assert [case["name"] for case in cases if not _names_a_passage(case.get("source", ""))] == []


def _names_a_passage(source: str) -> bool:
    book, _, section = source.partition(", ")
    return book in BOOKS and bool(section)


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.id)
def test_in_some_case_every_row_acts(ruleset: Ruleset) -> None:
    """A row that takes a penalty away acts by what is absent: those have a doctest, which shows the row's number."""
    shared = DATA / "conformance" / f"{ruleset.id}.json"
    cases = [*CASES[ruleset.id], *(read_cases(shared.read_bytes()) if shared.exists() else ())]
    told = {rule for case in cases for state in ("on", "set-aside") for rule in _rules(case, state)}
    shown = set(re.findall(r"\['(\S+) ", PAGES[ruleset.id]))
    assert {rule.id for rule in ruleset.rules} - told - shown == set()


def _rules(case: WorkedCase, state: str) -> list[str]:
    return list(((case.expect or {}).get("modifiers") or {}).get(state, ()))
