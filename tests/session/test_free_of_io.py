"""The session does no I/O, so that a server, a page's Worker and a test run the same one."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import coign.session

ROOM = Path(coign.session.__file__).parent

# What opens files or sockets, waits, or runs a loop. A Worker of a browser has none of it.
FORBIDDEN = frozenset(
    [
        "asyncio",
        "filelock",
        "http",
        "io",
        "multiprocessing",
        "os",
        "pathlib",
        "selectors",
        "shutil",
        "signal",
        "socket",
        "sqlite3",
        "ssl",
        "subprocess",
        "tempfile",
        "threading",
        "websockets",
    ]
)
FORBIDDEN_CALLS = frozenset({"open", "input", "print", "sleep"})

# numpy and shapely load some of these (pathlib, threading), and only their own code uses them.
LOADED_BY_THE_SESSION = """
import sys
import logging, numpy, numpy.testing, msgspec, shapely
before = set(sys.modules)
import coign.session.session, coign.session.services, coign.annotations.engine
print(*{name.partition(".")[0] for name in set(sys.modules) - before})
"""


@pytest.mark.parametrize("path", sorted(ROOM.rglob("*.py")), ids=lambda path: path.stem)
def test_no_file_of_the_session_imports_or_calls_what_does_io(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not FORBIDDEN & set(_imported(tree))
    assert not FORBIDDEN_CALLS & set(_called(tree))


def test_loading_the_session_loads_nothing_that_does_io() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOADED_BY_THE_SESSION], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "coign" in loaded
    assert not (FORBIDDEN - {"os", "io"}) & set(loaded)


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def _called(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
                yield name
