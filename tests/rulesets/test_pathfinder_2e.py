"""Pathfinder's second edition: who keeps a flanked creature from being off-guard."""

from __future__ import annotations

from typing import Any

import pytest

from coign.rules import example
from coign.rulesets.pathfinder_2e import PATHFINDER_2E

DENIES = {"feats": ["deny-advantage"]}


@pytest.mark.parametrize(
    ("actor", "target", "is_flanked"),
    [
        ({"level": 4}, DENIES | {"level": 5}, False),
        ({"level": 5}, DENIES | {"level": 5}, False),
        ({"level": 6}, DENIES | {"level": 5}, True),
        ({"level": 4}, {"level": 5}, True),
        ({}, DENIES | {"level": 5}, True),
        ({"level": 4}, DENIES, True),
    ],
)
def test_deny_advantage_holds_against_a_level_that_is_known_and_not_higher(
    actor: dict[str, Any], target: dict[str, Any], is_flanked: bool
) -> None:
    flanking = {"reading": "opposite", "flanked": True, "with_": ("C",)}
    lines = example(
        PATHFINDER_2E, actor=actor, target=target, flanking=flanking, range={"adjacent": True, "in_reach": True}
    )
    assert any("lank" in line for line in lines) is is_flanked
