"""Proofs for each game system that joined last: messages that are read, and worked cases with their sources."""

from __future__ import annotations

import json

import pytest

from support.paths import DATA

# Each system's file of messages (None: none of its own), and the rule systems that its worlds play by.
SYSTEMS: dict[str, tuple[str | None, str]] = {
    "sf2e": (None, "pathfinder-2e"),
    "sfrpg": ("sfrpg-0.30.0-messages", "starfinder-1e"),
    "shadowdark": ("shadowdark-4.0.4-attacks", "house-rules"),
    "draw-steel": ("draw-steel-1.0.0-abilities", "draw-steel"),
    "lancer": ("lancer-3.1.3-messages", "lancer"),
    "swade": ("swade-5-messages", "house-rules-swade"),
}
ASKED_MESSAGES, ASKED_CASES = 20, 40
PAGE = DATA / "tables.md"


def row(system: str) -> str:
    """Write a system's row of the page."""
    file, ruleset = SYSTEMS[system]
    cases = json.loads((DATA / "cases" / f"{ruleset}.json").read_bytes())
    sources = len({case["source"] for case in cases if case.get("source")})
    return f"| {system} | {_messages(file)} | {ruleset} | {len(cases)} | {sources} |"


def _messages(file: str | None) -> int:
    return len(json.loads((DATA / "chat" / f"{file}.json").read_bytes())["messages"]) if file else 0


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_page_counts_as_the_files_do(system: str) -> None:
    assert row(system) in PAGE.read_text(encoding="utf-8").splitlines()


def test_each_file_of_messages_has_as_many_as_were_asked_for() -> None:
    assert {file: _messages(file) for file, _ in SYSTEMS.values() if file and _messages(file) < ASKED_MESSAGES} == {}


def test_the_cases_of_the_new_rule_systems_are_as_many_as_were_asked_for_and_each_has_a_source() -> None:
    own = [ruleset for _, ruleset in SYSTEMS.values() if ruleset not in ("pathfinder-2e", "house-rules")]
    cases = [case for ruleset in own for case in json.loads((DATA / "cases" / f"{ruleset}.json").read_bytes())]
    assert len(cases) >= ASKED_CASES
    assert [case["name"] for case in cases if not case.get("source")] == []
