"""Generated sections of handwritten pages, between two marks that name the command that generates them."""

from __future__ import annotations

from pathlib import Path

from coign.errors import CoignError


def remade(page: Path, name: str, command: str, text: str) -> str:
    """Return the text of a page with `text` between its marks for `name`. Raises CoignError without marks, OSError."""
    start, end = f"<!-- {name}: made by `{command}` -->\n", f"<!-- /{name} -->\n"
    head, opened, rest = page.read_text(encoding="utf-8").partition(start)
    _, closed, tail = rest.partition(end)
    if not opened or not closed:
        raise CoignError(f"{page} has no place for the {name}: put {start.strip()} and {end.strip()} around it")
    return f"{head}{start}{text}{end}{tail}"
