"""A rule system in a package of its own: written by docs/recipes.md, installed by pip, found, and used."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import coign
from coign.catalogue import registry
from coign.cli import main
from coign.rulesets import BUILT_IN
from support.paths import ROOT

PAGE = (ROOT / "docs/recipes.md").read_text(encoding="utf-8")

ASK = """
from coign.protocol import Evaluate, Facts, TerrainFact
from coign.catalogue.registry import catalogue, configure
from coign.rules import Case, Creature, FactSheet, judge

print([info.id for info in catalogue()][-1:], configure(["mud"]).options)
request = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=("B",))
facts = FactSheet.of(Facts(terrain=TerrainFact(target_difficult=True)))
case = Case(request=request, actor=Creature("A"), target=Creature("B"), facts=facts)
for names in (["mud"], ["mud", "combat-modifiers"]):
    print(judge(configure(names), case).outcome.flat.attack)
print(judge(configure(["mud"], {"deep": False}), case).outcome.flat.attack)
"""
CASE = "import sys; from coign.cli import main; sys.exit(main(['evaluate', '--cases', '-']))"


def recipe(language: str) -> str:
    """Return the one block of the page in a language."""
    (block,) = re.findall(rf"^ *```{language}\n(.*?)^ *```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(block)


def test_the_ruleset_of_the_recipe_installs_as_a_package(tmp_path: Path) -> None:
    source, site = tmp_path / "source", tmp_path / "site"
    (source / "coign_mud").mkdir(parents=True)
    (source / "pyproject.toml").write_text(recipe("toml"))
    (source / "coign_mud" / "__init__.py").write_text(recipe("python"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--disable-pip-version-check", "--target", site, source], check=True, capture_output=True)
    where = os.pathsep.join([str(site), str(Path(coign.__file__).parents[1])])
    places = {**os.environ, "PYTHONPATH": where}
    ran = subprocess.run([sys.executable, "-c", ASK], env=places, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["['mud'] {'mud': {'deep': True}}", "3", "3", "0"]
    case = [sys.executable, "-c", CASE]
    worked = subprocess.run(case, env=places, input=recipe("json"), capture_output=True, text=True, check=False)
    assert (worked.returncode, worked.stdout.splitlines()[-1]) == (0, "1 cases, 0 differ"), worked.stderr


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_package:RULESET", "it cannot be loaded: ModuleNotFoundError: No module named 'no_such_package'"),
        ("coign:__version__", "coign:__version__ is a str; the entry point has to name a Ruleset"),
        ("coign.rulesets:PARTIAL_ADVANTAGE", "there is a ruleset partial-advantage already"),
    ],
)
def test_an_unusable_ruleset_is_left_out_with_the_reason(
    value: str, reason: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    entry = EntryPoint("broken", value, registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])
    registry.loaded.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            assert tuple(registry.installed().values()) == BUILT_IN
        assert registry.refused() == (registry.LeftOut("broken", value, (reason,)),)
        assert reason in caplog.text
    finally:
        registry.loaded.cache_clear()


def test_a_misspelt_degree_of_cover_is_named_by_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mud = recipe("python").replace("conditions.target_difficult", 'conditions.covered("hlaf")').partition('"""\n\n')[2]
    (tmp_path / "coign_misspelt.py").write_text(mud)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert main(["rulesets", "--check", "coign_misspelt"]) != 0
    assert "covered('hlaf'): there is no such degree; there are none, half, " in capsys.readouterr().err
