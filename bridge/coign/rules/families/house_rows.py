"""The rows of the house rules: what the option of each position is called, what it asks, and what it offers.

One table for every family, the page `house_rows.md`. A ruleset takes its rows and gives each a number, the condition as
its books have it, and the effect that its printed rules give; a row that two families have reads the same in both.

>>> from coign.rules import positions as by
>>> rear = ROWS["rear"].numbered("K3", by.from_behind)
>>> rear.passage.id, rear.name, rear.default
('K3', 'rear', 'nothing')
>>> ROWS["cover"].numbered("L5", by.covered(by.always("pathfinder-1"), "cover"), "ac+4").option.values[:3]
('ac+4', 'nothing', 'ac+1')
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from coign.protocol import Blocked, Choice, FactName
from coign.rules import conditions as is_
from coign.rules.book import Passage
from coign.rules.case import Case
from coign.rules.families.house import ARMOUR, DICE, MISS, NOTHING, NUMBERS, STANDARD, Position
from coign.rules.options import one_of
from coign.rules.rule import ATTACKS, Rule, When
from coign.util.tables import tables

VALUES = {"worth": (*NUMBERS, *DICE, *STANDARD), "armour": ARMOUR, "miss": MISS, "blocked": ("blocked",)}


class Row(msgspec.Struct, frozen=True):
    """A position without its number, its condition and its default."""

    name: str
    title: str
    text: str
    figure: FactName | None
    values: tuple[str, ...]
    attack: str | None = None
    saves: bool = False  # as in `Position`

    def numbered(
        self,
        number: str,
        when: When,
        default: str = NOTHING,
        *,
        details: tuple[Choice, ...] = (),
        more: tuple[str, ...] = (),
        aside: When | None = None,
    ) -> Position:
        """Make the position of a ruleset; `more` are values that only this ruleset offers, listed first."""
        passage = Passage(number, self.name, self.title, self.text, self.figure)
        return Position(passage, when, (*more, *self.values), default, self.attack, self.saves, details, aside)


def _row(cells: dict[str, str]) -> Row:
    return Row(
        cells["row"],
        cells["title"],
        cells["text"],
        msgspec.convert(cells["fact"] or None, FactName | None),
        tuple(value for word in cells["values"].split(", ") for value in VALUES[word]),
        cells["attack"] or None,
        cells["saves"] == "yes",
    )


ROWS = {cells["row"]: _row(cells) for cells in tables(Path(__file__).with_suffix(".md"))["Rows"]}


def total_cover(number: str) -> Rule:
    """Make the rule that every ruleset of house rules begins with: total cover bars attacks and saves."""
    text = "What cannot be reached at all cannot be attacked."
    passage = Passage(number, "total-cover", "Total cover", text, "cover", replaces=("core-total-cover",))
    return passage.on((*ATTACKS, "save"), is_.covered("total"), Blocked())


def higher(ruleset: str) -> When:
    """A condition: the attacker stands as high above the target as the options of `heights` ask for."""

    def when(case: Case) -> str | None:
        needed = case.option(ruleset, f"height-{case.request.attack.kind}")
        return None if needed == "never" else is_.standing_above(float(needed))(case)

    return when


def heights(*, melee: str, ranged: str) -> tuple[Choice, ...]:
    """Make the options of the height that attacks in melee and at range need, from their defaults."""
    return (
        _height("height-melee", "Height needed in melee", melee),
        _height("height-ranged", "Height needed at range", ranged),
    )


def _height(name: str, title: str, first: str) -> Choice:
    values = dict.fromkeys((first, "2", "5", "10", "15", "20", "30", "never"))
    labels = {value: "no such rule" if value == "never" else f"{value} ft or more" for value in values}
    return one_of(name, title, "How far above the target the attacker has to stand.", labels)


def cover_saves(save: str, first: str) -> Choice:
    """Make the option of what cover adds to a kind of save: "Dexterity". `first` is its default."""
    labels = {"same": "the same number", "half": "half of it", "nothing": "nothing"}
    labels = {value: labels[value] for value in dict.fromkeys((first, *labels))}
    title, help = f"Cover and {save} saves", "What a number on armour class adds to the save."
    return one_of("cover-saves", title, help, labels)
