"""The drop-in for shapely has the names that the bridge uses, with the same arguments, and no others."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import shapely

ROOT = Path(__file__).parents[2] / "bridge" / "coign"
DROP_IN = ROOT / "embedded" / "shapely"
OUTSIDE = ("server", "commands", "cli.py", "__main__.py", "embedded/shapely")  # never in a browser
KINDS = (shapely.Point, shapely.LineString, shapely.Polygon, shapely.MultiPolygon, shapely.GeometryCollection)
OF_GEOMETRIES = {name for kind in KINDS for name in dir(kind) if not name.startswith("_")}
# Attributes of other things in files that use shapely, which happen to be named as one of a geometry.
OTHERS = {"covers", "distance", "length", "overlaps", "type", "within", "y"}


def files() -> Iterator[Path]:
    for path in sorted(ROOT.rglob("*.py")):
        if not path.relative_to(ROOT).as_posix().startswith(OUTSIDE):
            yield path


@cache
def trees() -> dict[Path, ast.Module]:
    """Return the files that name shapely, parsed."""
    return {path: ast.parse(path.read_text("utf-8")) for path in files() if "shapely" in path.read_text("utf-8")}


def imports_shapely(tree: ast.Module) -> bool:
    named = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    return "shapely" in named


def dotted(node: ast.AST) -> str:
    """Return `shapely.affinity.rotate` for the node of it; empty for what is no dotted name."""
    if isinstance(node, ast.Name):
        return node.id
    base = dotted(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{base}.{node.attr}" if base and isinstance(node, ast.Attribute) else ""


@cache
def used_names() -> set[str]:
    """Return the names that the bridge uses, without `shapely.` before them."""
    nodes = [node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    found = {dotted(node) for node in nodes}
    return {name.removeprefix("shapely.") for name in found if name.startswith("shapely.")}


@cache
def used_of_geometries() -> set[str]:
    using = [tree for tree in trees().values() if imports_shapely(tree)]
    nodes = [node for tree in using for node in ast.walk(tree)]
    return {
        node.attr for node in nodes if isinstance(node, ast.Attribute) and not dotted(node).startswith("shapely")
    } & OF_GEOMETRIES


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Return the calls in the bridge, each with the name of what it calls."""
    nodes = [node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [(dotted(node.func), node) for node in nodes]


def functions(path: Path) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)}


@cache
def defined() -> dict[str, ast.FunctionDef]:
    """Return the drop-in's functions; those of a module inside it by their dotted names."""
    whole = {name: node for path in DROP_IN.glob("*.py") for name, node in functions(path).items()}
    return whole | {f"affinity.{name}": node for name, node in functions(DROP_IN / "affinity.py").items()}


@cache
def exported() -> set[str]:
    tree = ast.parse((DROP_IN / "__init__.py").read_text("utf-8"))
    return {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}


@cache
def geometry() -> set[str]:
    tree = ast.parse((DROP_IN / "geometry.py").read_text("utf-8"))
    (cls,) = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Geometry"]
    return {node.name for node in cls.body if isinstance(node, ast.FunctionDef)}


def test_every_name_is_there() -> None:
    assert not used_names() - exported() - set(defined())
    assert len(used_names()) > 30, "the names are found"


def test_every_part_of_a_geometry_is_there() -> None:
    assert not used_of_geometries() - OTHERS - geometry()
    assert len(used_of_geometries()) > 10, "the parts are found"


def test_nothing_else_is_there() -> None:
    assert not exported() - {name.partition(".")[0] for name in used_names()}
    public = {name for name in geometry() if not name.startswith("_")}
    assert not public - used_of_geometries() - {"intersection", "union", "difference"}, "which the operators need"


def test_arguments_are_named_as_in_shapely() -> None:
    """An argument that the bridge passes by position or by name means the same in both."""
    for name in sorted(set(defined()) & used_names()):
        theirs = shapely
        for part in name.split("."):
            theirs = getattr(theirs, part)
        if isinstance(theirs, type):
            continue  # Point, Polygon and MultiPoint, whose arguments shapely does not name
        ours = [argument.arg for argument in defined()[name].args.args]
        assert ours == [each for each in inspect.signature(theirs).parameters if each in ours], name
        for call in (call for called, call in calls() if called == f"shapely.{name}"):
            assert {keyword.arg for keyword in call.keywords} <= set(ours), name
            assert len(call.args) <= len(ours) or any(isinstance(arg, ast.Starred) for arg in call.args), name


NEEDS_MASKED = {"unique", "union1d", "setdiff1d", "intersect1d", "setxor1d", "median"}


def test_numpy_is_asked_for_nothing_that_loads_a_part_left_out() -> None:
    """`np.unique` of plain values loads `numpy.ma`; with the inverse as well it does not."""
    found = [
        f"{path.name}: np.{node.func.attr}"
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if dotted(node.func.value) == "np" and node.func.attr in NEEDS_MASKED
        if not any(keyword.arg == "return_inverse" for keyword in node.keywords)
    ]
    assert found == []
