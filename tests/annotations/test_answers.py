"""The answers to a sample of worked, random and real cases, whole: figure, sentences and what no case names."""

from __future__ import annotations

import json

from embedded.same_answers import RECORDED, answered, digest

NOT_HERE = ("conversation ", "ruleset ")  # which the tests of sessions and of rulesets read


def test_no_answer_differs_from_the_recorded_one() -> None:
    """If one is to differ, look at each kind of difference first, by `python3 dev.py engine-cases --with HEAD`."""
    recorded = {
        key: one for key, one in json.loads(RECORDED.read_text("utf-8")).items() if not key.startswith(NOT_HERE)
    }
    found = answered()
    assert [name for name, answer in found.items() if answer.startswith("CRASH")] == []
    now = {name: digest(answer) for name, answer in found.items()}
    assert now.keys() == recorded.keys(), "cases have come or gone: python3 dev.py generate"
    assert [name for name in now if now[name] != recorded[name]] == [], "python3 dev.py generate, if that is right"
