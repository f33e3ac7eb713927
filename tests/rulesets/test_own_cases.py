"""Coign's own worked cases, in the form of `conformance`: the special cases of each rule text."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from coign.annotations.cases import WorkedCase, differences, read_cases
from coign.rulesets import BUILT_IN
from support.paths import DATA

PRINTED = (
    "fifth-edition-2014",
    "fifth-edition-2024",
    "pathfinder-1e",
    "pathfinder-2e",
    "starfinder-1e",
    "draw-steel",
)
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
)

FILES = sorted((DATA / "cases").glob("*.json"))
CASES = {path.stem: read_cases(path.read_bytes()) for path in FILES}


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{file}: {case.name}") for file, cases in CASES.items() for case in cases]
)
def test_what_the_case_expects_comes_out(case: WorkedCase) -> None:
    assert case.expect, "a case without expectations holds nothing"
    assert differences(case.expect, case.run()) == []


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
