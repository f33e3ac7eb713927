"""The engine for the browser answers as the bridge does, to the byte."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from embedded.answers import answers
from embedded.same_answers import ROOT, compare, random_case, sample


def test_a_sample_of_all_cases() -> None:
    """The rest by command: `python3 dev.py engine-cases --all`."""
    subprocess.run([sys.executable, ROOT / "tools" / "engine.py"], check=True, stdout=subprocess.DEVNULL)
    cases = sample()
    differing, start = compare(cases)
    assert len(cases) >= 500
    assert start["bytecode"] == start["modules"] > 100, "it starts from bytecode alone"
    assert not differing, differing[0]


@pytest.mark.parametrize("seed", [2235, 2448])
def test_a_line_that_a_union_leaves_among_areas_stops_no_answer(seed: int) -> None:
    (answer,) = answers(json.dumps(random_case(seed)).encode())
    assert answer.startswith("{"), answer
