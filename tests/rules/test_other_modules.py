"""Modifiers that another module of Foundry adds by a name of its own."""

from __future__ import annotations

from coign.protocol import Die, Override
from support.rulings import ask

BLESS = Override(scope="world", modifier="bless", name="Bless", why="a cleric prays", effect=Die("1d4", "attack"))


def test_it_has_its_own_name_and_reason() -> None:
    [found] = ask("fifth-edition-2014", overrides=[BLESS]).modifiers
    assert (found.source, found.reason, found.state) == ("Bless", "a cleric prays", "on")


def test_the_word_of_a_gm_about_it_counts() -> None:
    off = Override(modifier="bless", state="off", why="not today")
    [found] = ask("fifth-edition-2014", overrides=[BLESS, off]).modifiers
    assert found.state == "off"
