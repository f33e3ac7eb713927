"""Generated files, and generated parts of pages: written where they differ from what is there, or only named."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from coign.errors import CoignError


def write(files: Mapping[Path, str], command: str, *, check: bool) -> int:
    """Write the files that differ from their text, and say which; return an exit status.

    With `check`, write nothing: name each file that is out of date and the command that writes it. The status is
    1 if there are any.
    """
    stale = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        if check:
            print(f"{_short(path)} is stale: run {command}", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8", newline="\n")
            print(f"wrote {_short(path)}")
    return 1 if check and stale else 0


def remade(page: Path, name: str, command: str, text: str) -> str:
    """Return the text of a page with `text` between its two marks for `name`, which name the command that generates it.

    Raises CoignError without marks, OSError.
    """
    start, end = f"<!-- {name}: made by `{command}` -->\n", f"<!-- /{name} -->\n"
    head, opened, rest = page.read_text(encoding="utf-8").partition(start)
    _, closed, tail = rest.partition(end)
    if not opened or not closed:
        raise CoignError(f"{page} has no place for the {name}: put {start.strip()} and {end.strip()} around it")
    return f"{head}{start}{text}{end}{tail}"


def _short(path: Path) -> Path:
    """Return a path from the current directory, if it is inside."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
