"""Names of creatures: their words in any order and case, and names that only look similar."""

from __future__ import annotations

import pytest

from coign.util.names import names_creature, words_of


@pytest.mark.parametrize(
    ("entry", "name", "names"),
    [
        ("pit fiend", "Fiend, Pit", True),
        ("pit fiend", "Pitfiend", False),
        ("giant squid", "SQUID, GIANT", True),
        ("giant squid", "Squid", False),
        ("formian", "Formians (Taskmaster)", True),
        ("dragon", "Young Red Dragon 3", True),
        ("dragon", "Dragonborn Fighter", False),
        ("will-o'-wisp", "Will-O’-Wisp", True),
        ("will-o'-wisp", "Wisp", False),
    ],
)
def test_every_word_of_an_entry_stands_in_the_name(entry: str, name: str, names: bool) -> None:
    assert names_creature((entry,), name) is names
    assert names_creature(("nobody", entry), name) is names
    assert names_creature((), name) is False


def test_words_of_a_name_of_any_length_and_alphabet() -> None:
    assert words_of("Großer Würm-7_b") == {"großer", "würm", "b"}
    assert words_of("x " * 100_000) == {"x"}
