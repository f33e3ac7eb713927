"""Whole answers of a session to random valid messages: scenes, attacks, surveys, settings, and presses on cards."""

from __future__ import annotations

import json

import pytest

from embedded.same_answers import RECORDED, SESSIONS, digest
from fuzz.conversation import conversation


@pytest.mark.parametrize("seed", range(SESSIONS))
def test_no_conversation_differs_from_the_recorded_one(seed: int) -> None:
    """If one is to differ, compare what `fuzz.conversation` returns for it before and after."""
    recorded = json.loads(RECORDED.read_text("utf-8"))
    assert digest(conversation(seed)) == recorded[f"conversation {seed}"], "python3 dev.py generate, if that is right"
