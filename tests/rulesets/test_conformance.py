"""The worked cases of every rule system: a scene and a request, and the consequence of the rule's sentence."""

from __future__ import annotations

import pytest

from coign.annotations.cases import WorkedCase, read_cases
from coign.rulesets import BUILT_IN
from support.paths import DATA

FOLDER = DATA / "conformance"
CASES = [case for path in sorted(FOLDER.glob("*.json")) for case in read_cases(path.read_bytes())]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_what_the_case_expects_comes_out(case: WorkedCase) -> None:
    assert case.expect, "a case without expectations holds nothing"
    assert case.differences(case.run()) == []


def test_every_file_is_named_for_a_ruleset() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} <= {ruleset.id for ruleset in BUILT_IN}
