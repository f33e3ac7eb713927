"""Output of commands for people: tables, and colour on a terminal."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

BOLD, DIM, RED, GREEN, YELLOW = "1", "2", "31", "32", "33"
NARROW = 24  # characters: the least width of a table's last column


class Paint:
    """Colour for text if `stream` is a terminal. Elsewhere, and under $NO_COLOR, text stays unchanged."""

    def __init__(self, stream: TextIO | None = None) -> None:
        wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.on = (stream or sys.stdout).isatty() and wanted and _shows_colour()

    def __call__(self, text: str, *styles: str) -> str:
        """Return the text in these styles."""
        return f"\033[{';'.join(styles)}m{text}\033[0m" if self.on and styles and text else text


def _shows_colour() -> bool:
    """Return whether the terminal shows colours: all do but the old console of Windows, which sets no variable."""
    return sys.platform != "win32" or any(map(os.environ.get, ("WT_SESSION", "TERM", "TERM_PROGRAM", "ConEmuANSI")))


def table(rows: Sequence[Sequence[str]], paint: Paint, styles: Sequence[Sequence[str]] = (), indent: str = "  ") -> str:
    """Align rows in columns; the last column is wrapped to the terminal. `styles` has the styles of each row."""
    if not rows:
        return ""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]) - 1)]
    left = sum(widths) + 2 * len(widths) + len(indent)
    room = max(shutil.get_terminal_size().columns - left, NARROW)
    lines: list[str] = []
    for n, row in enumerate(rows):
        first, *more = textwrap.wrap(row[-1], room) or [""]
        head = "".join(f"{cell:<{width}}  " for cell, width in zip(row, widths, strict=False))
        style = styles[n] if n < len(styles) else ()
        lines.append(paint(f"{indent}{head}{first}".rstrip(), *style))
        lines.extend(paint(f"{' ' * left}{line}", *style) for line in more)
    return "\n".join(lines)


def read_bytes(path: str) -> bytes:
    """Return the bytes of a file, or of standard input for `-`."""
    return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
