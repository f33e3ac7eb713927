"""The examples in docstrings; those of a ruleset show a case that holds, and one that does not."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import coign
from coign.rulesets import BUILT_IN

ROOT = Path(coign.__file__).parent
MODULES = [
    ".".join(("coign", *path.relative_to(ROOT).with_suffix("").parts))
    for path in sorted(ROOT.rglob("[!_]*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_doctests_of_a_module(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.id)
def test_every_ruleset_has_an_example_that_holds_and_one_that_does_not(ruleset: object) -> None:
    module = import_module(f"coign.rulesets.{ruleset.id.replace('-', '_')}")  # type: ignore[attr-defined]
    wanted = [one.want for test in doctest.DocTestFinder().find(module) for one in test.examples]
    assert "[]\n" in wanted
    assert any(want.startswith("[") and want != "[]\n" for want in wanted)
