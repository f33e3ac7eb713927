"""Tables and colour."""

from __future__ import annotations

import io

import pytest

from coign.util.terminal import BOLD, Paint, table


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")


def test_colour_on_a_terminal_only() -> None:
    assert Paint(Terminal())("x", BOLD) == "\033[1mx\033[0m"
    assert Paint(io.StringIO())("x", BOLD) == "x"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colour_where_it_is_not_wanted(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    assert Paint(Terminal())("x", BOLD) == "x"


def test_columns_are_aligned_and_the_last_is_wrapped() -> None:
    rows = [("a", "long name", "one two three four five six"), ("bb", "x", "seven")]
    assert table(rows, Paint(io.StringIO())).splitlines() == [
        "  a   long name  one two three four five",
        "                 six",
        "  bb  x          seven",
    ]


def test_an_empty_table_is_nothing() -> None:
    assert table([], Paint(io.StringIO())) == ""
