"""Layers import downward only, and what is a registry lists every file of its folder."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

from coign.cli import COMMANDS
from coign.facts import FACTS
from coign.rules import Ruleset
from coign.rulesets import BUILT_IN

ROOT = Path(__file__).parent.parent / "bridge" / "coign"

# From the bottom up. A file imports only what stands before it, within its own layer too; a folder is one step.
LAYERS = {
    "errors": ("errors", "steps"),
    "protocol": ("protocol", "decoding"),
    "grid": ("once", "space", "hexes", "grid"),
    "geometry": ("geometry", "one_by_one", "bulk", "shapes", "openings", "exposure"),
    "scene": ("wall_kinds", "walls", "outlines", "areas", "tokens", "lights", "changes", "placing", "scene"),
    "facts": ("facts",),
    "rules": ("chance", "rules"),
    "rulesets": ("rulesets", "installed"),
    "annotate": ("viewer", "annotate", "looks", "figure"),
    "survey": ("survey", "engine"),
    "session": (
        *("pairing_store", "pairing", "rate", "worlds", "house", "states", "entry"),
        *("scenes", "surveys", "answers", "session"),
    ),
    "server": (
        *("config", "assets", "metrics", "gate", "recording", "status_page", "module_install"),
        *("doctor", "logs", "console", "connection", "web", "garbage", "server", "replay"),
    ),
    "cli": ("terminal", "pages", "report", "cases", "commands", "cli", "__main__"),
}
ORDER = [step for steps in LAYERS.values() for step in steps]
STEPS = sorted({path.relative_to(ROOT).parts[0].removesuffix(".py") for path in ROOT.rglob("*.py")} - {"__init__"})


def test_every_module_has_its_place() -> None:
    assert sorted(ORDER) == STEPS


@pytest.mark.parametrize("step", ORDER)
def test_imports_go_downward_only(step: str) -> None:
    below = ORDER[: ORDER.index(step)]
    upward = [
        f"{path.name}, line {line}: {imported}"
        for path in _files(step)
        for line, imported in _imports(path)
        if imported != step and imported not in below
    ]
    assert not upward


def test_no_files_import_each_other_in_a_circle() -> None:
    """Within a folder too; what only a type checker reads does not count."""
    files = {_name(path): path for path in ROOT.rglob("*.py")}
    graph = {name: {one for one in _imported(path) if one in files} for name, path in files.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the files


def test_every_fact_is_listed() -> None:
    listed = {fact.__name__.rpartition(".")[2] for fact in FACTS}
    assert listed == {
        path.stem for path in (ROOT / "facts").glob("*.py") if "\ndef measure(" in path.read_text("utf-8")
    }


def test_every_ruleset_is_listed_and_in_a_file_of_its_name() -> None:
    found: dict[str, str] = {}
    for path in (ROOT / "rulesets").glob("[!_]*.py"):
        module = import_module(f"coign.rulesets.{path.stem}")
        own = [value for value in vars(module).values() if isinstance(value, Ruleset)]
        found |= {one.id: path.stem for one in own if one.id.replace("-", "_") == path.stem}
        assert len(own) <= 1 or path.stem in found.values(), f"{path.name} has rulesets of other names"
    assert found == {ruleset.id: ruleset.id.replace("-", "_") for ruleset in BUILT_IN}


def test_every_command_is_listed_and_has_a_file() -> None:
    assert sorted(COMMANDS) == sorted(path.stem for path in (ROOT / "commands").glob("[!_]*.py"))


def _files(step: str) -> list[Path]:
    return [ROOT / f"{step}.py"] if (ROOT / f"{step}.py").exists() else sorted((ROOT / step).rglob("*.py"))


def _name(path: Path) -> str:
    """Its dotted name: `coign.facts.cover`; a package's own file has the package's."""
    return ".".join(("coign", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


def _imported(path: Path) -> Iterator[str]:
    """Dotted names of what a file imports as it is loaded, files and what is in them alike."""
    package = ("coign", *path.relative_to(ROOT).parts[:-1])
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(
                [*(package[: len(package) - node.level + 1] if node.level else ()), *filter(None, [node.module])]
            )
            within = {f"{base}.{alias.name}" for alias in node.names}
            yield from within
            if not within <= {_name(file) for file in ROOT.rglob("*.py")}:
                yield base


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    """The modules of ours that a file imports, wherever in it, each by its first name under `coign`."""
    package = ("coign", *path.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            source = ".".join([*base, *filter(None, [node.module])])
            names = [f"{source}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            first, _, rest = name.partition(".")
            if first == "coign" and (step := rest.partition(".")[0]) in STEPS:
                yield node.lineno, step
