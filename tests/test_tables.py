"""Proofs for each game system that joined last: messages that are read, and worked cases with their sources."""

from __future__ import annotations

import json

import pytest

from support.paths import DATA

# Starfinder 2's messages are those of Pathfinder 2, whose program it is; Shadowdark is played by house rules.
MESSAGES = (
    "sfrpg-0.30.0-messages",
    "shadowdark-4.0.4-attacks",
    "draw-steel-1.0.0-abilities",
    "lancer-3.1.3-messages",
    "swade-5-messages",
)
RULESETS = ("starfinder-1e", "draw-steel", "lancer", "house-rules-swade")
ASKED_MESSAGES, ASKED_CASES = 20, 40


@pytest.mark.parametrize("file", MESSAGES)
def test_each_file_of_messages_has_as_many_as_were_asked_for(file: str) -> None:
    assert len(json.loads((DATA / "chat" / f"{file}.json").read_bytes())["messages"]) >= ASKED_MESSAGES


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_cases_of_the_new_rule_systems_are_as_many_as_were_asked_for_and_each_has_a_source(ruleset: str) -> None:
    cases = json.loads((DATA / "cases" / f"{ruleset}.json").read_bytes())
    assert len(cases) >= ASKED_CASES
    assert [case["name"] for case in cases if not case.get("source")] == []
