"""README and docs/: links, paths, tasks and commands in them exist."""

from __future__ import annotations

import re
import tomllib

import pytest

from coign.cli import COMMANDS
from support.paths import ROOT

PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))
TEXTS = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in PAGES}
TASKS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["poe"]["tasks"]
OURS = ("bridge/", "foundry-module/", "tests/", "docs/", "deploy/", "benchmarks/", "tools/", ".github/")
each_page = pytest.mark.parametrize("name", TEXTS)


@each_page
def test_links_within_the_project_lead_somewhere(name: str) -> None:
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", TEXTS[name]) if "://" not in link]
    assert [link for link in links if link and not (ROOT / name).parent.joinpath(link).exists()] == []


@each_page
def test_paths_that_are_named_exist(name: str) -> None:
    if name == "CHANGELOG.md":
        return  # it names old paths, too
    named = re.findall(r"`([\w./-]+)`", TEXTS[name])
    paths = [path for path in named if path.startswith(OURS) and not path.endswith(".")]
    assert [path for path in paths if not (ROOT / path).exists()] == []


@each_page
def test_tasks_that_are_named_exist(name: str) -> None:
    assert set(re.findall(r"dev\.py ([a-z][a-z-]+)", TEXTS[name])) <= set(TASKS)


@each_page
def test_commands_that_are_named_exist(name: str) -> None:
    assert set(re.findall(r"(?:`|^)coign ([a-z]+)", TEXTS[name], re.MULTILINE)) <= set(COMMANDS)


def test_the_readme_is_for_visitors_and_short() -> None:
    assert len(TEXTS["README.md"].splitlines()) < 150


def test_the_architecture_page_lists_every_folder() -> None:
    page = TEXTS["docs/architecture.md"]
    for half in ("bridge/coign", "foundry-module/scripts"):
        folders = [path.name for path in (ROOT / half).iterdir() if path.is_dir() and path.name != "__pycache__"]
        assert [name for name in folders if f"\n  {name}/ " not in page] == []


def test_the_recipe_for_a_fact_names_what_must_know_it() -> None:
    page = TEXTS["docs/recipes.md"]
    for name in ("Facts", "FactName", "FactSheet", "Readings"):
        assert f"`{name}" in page
