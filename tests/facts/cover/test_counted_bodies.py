"""Worked cases of cover by heights: plan, low and hanging walls, terrain walls, creatures above, below and lying."""

from __future__ import annotations

from copy import deepcopy

import pytest

from coign.annotations.cases import WorkedCase, differences, read_cases
from support.paths import DATA

CLOSE = 0.005  # of a body: so exactly these shares were counted
CASES = list(read_cases((DATA / "bodies.jsonl").read_bytes()))


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_what_the_case_expects_comes_out(case: WorkedCase) -> None:
    expect, found = deepcopy(case.expect or {}), case.run()
    exposure = expect["facts"].get("cover", {}).pop("exposure", None)
    assert differences(expect, found) == []
    if exposure is not None:
        facts = found.results[0].facts
        assert facts is not None
        assert facts.cover.exposure == pytest.approx(exposure, abs=CLOSE)
