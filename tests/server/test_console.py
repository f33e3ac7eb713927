"""The terminal: it shows requests to pair, and a person answers them there."""

from __future__ import annotations

import contextlib
import io

import pytest

from coign.errors import Overloaded
from coign.server.console import Console
from coign.session.pairing import Ask, Desk
from coign.session.pairing_book import Key, MemoryStore
from support.bridges import ORIGIN, Clock


class Table:
    """A desk with its console, and the results of the requests."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.desk = Desk(MemoryStore(), self.clock)
        self.out = io.StringIO()
        self.console = Console(self.desk, self.out, self.clock)
        self.answers: list[tuple[str, bool]] = []

    def ask(self, client: str, label: str = "Firefox") -> Ask:
        key = Key(ORIGIN, "w1", "gm", client)
        return self.desk.ask(key, label, lambda token: self.answers.append((client, token is not None)))


@pytest.mark.parametrize(("line", "paired"), [("y\n", True), (" YES ", True), ("n", False), ("no", False)])
def test_one_word_answers_one_request(line: str, paired: bool) -> None:
    table = Table()
    ask = table.ask("c1")
    assert f"asks to be paired, and shows {ask.code}. Pair it? [y/N]" in table.out.getvalue()
    table.console.answer(line)
    assert table.answers == [("c1", paired)]


@pytest.mark.parametrize("line", ["", "\n", "maybe", "y?", "4821"])
def test_other_words_answer_nothing(line: str) -> None:
    table = Table()
    table.ask("c1")
    table.console.answer(line)
    assert table.answers == []


def test_of_several_requests_the_code_says_which() -> None:
    table = Table()
    table.ask("c1")
    second = table.ask("c2")
    table.console.answer("y")
    assert "2 browsers wait; say which: y" in table.out.getvalue()
    table.console.answer(f"y {second.code}")
    assert table.answers == [("c2", True)]
    table.console.answer("n none")
    assert "no browser that waits shows none" in table.out.getvalue()


def test_a_label_cannot_command_the_terminal() -> None:
    table = Table()
    table.ask("c1", "\x1b[2J\rpaired: trust me\n")
    assert "\x1b" not in table.out.getvalue()
    assert table.out.getvalue().count("\n") == 1


def test_however_many_ask_there_is_one_line_a_second() -> None:
    table = Table()
    for second in range(5):
        table.clock.now = 1000.0 + second
        for n in range(100):
            with contextlib.suppress(Overloaded):
                table.ask(f"c{second}-{n}")
            table.console.show_late()
    lines = table.out.getvalue().splitlines()
    assert len(lines) <= 5


def test_a_request_that_came_too_soon_is_shown_a_second_later() -> None:
    table = Table()
    table.clock.now = 0.0  # of a machine that has just been started
    table.ask("c1", "Firefox")
    table.ask("c2", "Chrome")
    assert ("Firefox" in table.out.getvalue(), "Chrome" in table.out.getvalue()) == (True, False)
    table.clock.now += 1.5
    table.console.show_late()
    assert "Chrome" in table.out.getvalue()
    assert "2 wait" in table.out.getvalue()


def test_a_bare_yes_is_for_the_request_that_was_shown_and_no_other() -> None:
    """The shown request is withdrawn and another page's replaces it before the person has typed."""
    table = Table()
    shown = table.ask("c1", "Firefox")
    table.ask("evil", "Firefox")
    table.desk.withdraw(shown)
    table.console.answer("y")
    assert table.answers == []
    assert "waits; say which: y" in table.out.getvalue()
