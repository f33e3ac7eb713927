"""Our own worked cases, in the form of `conformance`: the corners of each rule text, in scenes."""

from __future__ import annotations

from pathlib import Path

import pytest

from coign.cases import Case, differences, read_cases

FOLDER = Path(__file__).parent / "data" / "cases"
CASES = [case for path in sorted(FOLDER.glob("*.json")) for case in read_cases(path.read_bytes())]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_what_the_case_expects_comes_out(case: Case) -> None:
    assert case.expect, "a case without expectations holds nothing"
    assert differences(case.expect, case.run()) == []


def test_no_two_cases_have_one_name() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
