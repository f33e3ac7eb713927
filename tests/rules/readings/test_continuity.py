"""Cover changes by degrees: see `rules.readings.continuity`, which searches far more ladders as a command."""

from __future__ import annotations

from rules.readings.continuity import search
from rules.readings.recount import Difference, compare

LADDERS, CASES = 120, 2


def test_one_pixel_or_step_changes_cover_by_one_degree_or_what_can_be_seen() -> None:
    assert list(search(LADDERS, seed=1)) == []


def test_a_count_of_our_own_agrees() -> None:
    assert [found for found in compare(CASES, seed=1) if isinstance(found, Difference)] == []
