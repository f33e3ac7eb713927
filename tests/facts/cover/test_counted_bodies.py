"""Worked cases of cover by heights: plan, low and hanging walls, terrain walls, creatures above, below and lying."""

from __future__ import annotations

import pytest

from coign.annotations.cases import WorkedCase, read_cases
from support.paths import DATA

CASES = list(read_cases((DATA / "bodies.jsonl").read_bytes()))


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_what_the_case_expects_comes_out(case: WorkedCase) -> None:
    assert case.differences(case.run()) == []
