"""Layers import downwards only, and every registry lists every file of its folder."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Container, Iterator
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from coign.annotations.report import LINES
from coign.cli import COMMANDS
from coign.facts import FactSheet
from coign.figures.marks import PARTS
from coign.protocol.facts import Degree, FactName, Facts
from coign.rules import Ruleset
from coign.rulesets import BUILT_IN

ROOT = Path(__file__).parent.parent / "bridge" / "coign"

# From the bottom up. A folder imports only itself and those before it; `errors`, `cli` and `__main__` are files.
LAYERS = (
    "errors",
    "util",
    "protocol",
    "grid",
    "geometry",
    "scene",
    "facts",
    "rules",
    "rulesets",
    "catalogue",
    "figures",
    "annotations",
    "bench",
    "session",
    "embedded",
    "server",
    "commands",
    "cli",
    "__main__",
)


# Classes that change: they hold what is going on, or are filled while they are read.
CHANGING = {
    "protocol.decoding.Envelope",
    "rules.rule.Finding",
    "scene.changes.Edit",
    "server.origin_check.Gate",
    "server.recording._Opened",
    "server.replay.Recorded",
    "server.replay._Peer",
    "server.replay._Typed",
    "server.status.buttons.Program",
    "session.handlers._Survey",
    "session.worlds.Held",
    "session.worlds._Place",
}


def test_every_folder_is_a_layer() -> None:
    assert sorted(LAYERS) == sorted(
        {path.relative_to(ROOT).parts[0].removesuffix(".py") for path in ROOT.rglob("*.py")} - {"__init__"}
    )


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_go_downward_only(layer: str) -> None:
    below = LAYERS[: LAYERS.index(layer)]
    upward = [
        f"{path.name}, line {line}: {imported}"
        for path in _files(layer)
        for line, imported in _imports(path)
        if imported != layer and imported not in below
    ]
    assert not upward


def test_no_files_import_each_other_in_a_circle() -> None:
    """Within a folder too; imports for type checkers and those inside functions count."""
    files = {_name(path): path for path in ROOT.rglob("*.py")}
    graph = {name: {one for one in _imported(path, files) if one in files} for name, path in files.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the files


# Words and numbers of rulebooks, which grade. "none" and "cover" have other meanings as well.
GRADES = {*get_args(Degree), "degree"} - {"none", "cover"}
GRADING_NUMBERS = {0.25, 0.75, 30}  # improved cover, three-quarters cover, feet to an obstacle


@pytest.mark.parametrize("path", sorted((ROOT / "facts").rglob("*.py")), ids=lambda path: path.stem)
def test_facts_never_grade(path: Path) -> None:
    """A measuring module has no degree of cover as a value or a name, and none of cover has a rulebook's number."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    values = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    names = {word.strip("_").lower().replace("_", "-") for word in _identifiers(tree)}
    assert not GRADES & {value for value in values if isinstance(value, str)}
    assert not (GRADES - {"half"}) & names, "half is a number as well"
    if path.parent.name == "cover":
        assert not GRADING_NUMBERS & {value for value in values if isinstance(value, int | float)}


def test_shares_of_obscurement_are_graded_by_the_rules() -> None:
    """Most of a space, and the least part that counts, are a reading's numbers."""
    tree = ast.parse((ROOT / "facts" / "obscurement.py").read_text(encoding="utf-8"))
    assert not {0.5, 0.02} & {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def test_graded_facts_are_made_by_the_rules() -> None:
    """Facts of cover and obscurement are graded, so a measuring module may name their types and never make one."""
    for path in (ROOT / "facts").rglob("*.py"):
        calls = [node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        made = {call.id for call in calls if isinstance(call, ast.Name)}
        assert not {"CoverFact", "ObscurementFact"} & made, path.name


def _identifiers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name


def test_every_fact_is_in_each_place_that_the_recipe_names() -> None:
    """A fact is a file, or a folder one of whose files measures it."""
    facts = ROOT / "facts"
    names = set(get_args(FactName))
    assert names == set(Facts.__struct_fields__), "protocol/facts.py"
    assert names <= vars(FactSheet).keys(), "facts/sheet.py"
    assert names >= LINES.keys(), "annotations/report.py"
    assert names >= {fact for shown in PARTS.values() for fact in shown if fact}, "figures/marks.py"
    assert names == {
        path.relative_to(facts).parts[0].removesuffix(".py")
        for path in facts.rglob("*.py")
        if "\ndef measure(" in path.read_text("utf-8")
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


def _files(layer: str) -> list[Path]:
    return [ROOT / f"{layer}.py"] if (ROOT / f"{layer}.py").exists() else sorted((ROOT / layer).rglob("*.py"))


def _name(path: Path) -> str:
    """Return the dotted name: `coign.facts.cover`; a package's `__init__.py` has the package's name."""
    return ".".join(("coign", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


def _imported(path: Path, files: Container[str]) -> Iterator[str]:
    """Yield the dotted names of what a file imports anywhere: modules and their contents.

    An `if TYPE_CHECKING`, a `try` or a function hides nothing. `files` has the names of all modules.
    """
    package = ("coign", *path.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(
                [*(package[: len(package) - node.level + 1] if node.level else ()), *filter(None, [node.module])]
            )
            within = [f"{base}.{alias.name}" for alias in node.names]
            yield from within
            if not all(name in files for name in within):
                yield base


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and first name under `coign` of every import in a file, inside functions too."""
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
            if first == "coign" and (layer := rest.partition(".")[0]) in LAYERS:
                yield node.lineno, layer


def test_data_is_frozen() -> None:
    kept = ROOT / "embedded" / "shapely"  # it imports what a browser alone has
    paths = [path for path in ROOT.rglob("*.py") if kept not in path.parents and path.stem != "__main__"]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]
    found = {
        f"{name}.{one.__name__}"
        for name in names
        for one in vars(import_module(f"coign.{name}".removesuffix(".__init__"))).values()
        if isinstance(one, type) and one.__module__ == f"coign.{name}" and _may_change(one)
    }
    assert found == CHANGING


def _may_change(one: type) -> bool:
    """Tell whether the fields of a class of data can be set."""
    if issubclass(one, msgspec.Struct):
        return not one.__struct_config__.frozen
    return dataclasses.is_dataclass(one) and not one.__dataclass_params__.frozen  # type: ignore[attr-defined,unused-ignore]
