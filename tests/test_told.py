"""Figures of real maps: what a GM said of each before it was measured, and what comes out."""

from __future__ import annotations

import pytest

from support.contact_sheet import RULES, Told, judged, told

CASES = list(told())


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_cover_is_what_a_gm_said_unless_the_difference_has_a_reason(case: Told) -> None:
    found = judged(case.pair, RULES[0]).facts.cover.degree
    assert (found != case.says) is bool(case.disputed), (found, case.says, case.why)


def test_few_of_them_are_disputed() -> None:
    assert (len(CASES), sum(bool(case.disputed) for case in CASES)) == (70, 5)
