"""The engine for the browser answers as the bridge does, to the byte."""

from __future__ import annotations

import subprocess
import sys

from embedded.same_answers import ROOT, compare, sample


def test_a_sample_of_all_cases() -> None:
    """The rest by command: `python3 dev.py engine-cases --all`."""
    subprocess.run([sys.executable, ROOT / "tools" / "engine.py"], check=True, stdout=subprocess.DEVNULL)
    cases = sample()
    differing, start = compare(cases)
    assert len(cases) >= 500
    assert start["bytecode"] == start["modules"] > 100, "it starts from bytecode alone"
    assert not differing, differing[0]
