"""Rule texts: a book is a page of tables beside the code that judges by it.

The page of `rulesets/<id>.py` is `rulesets/<id>.md`, and can be checked by anyone who knows the rules. Its tables:

    Passages    row, modifier, fact, title, text; with a column `clause`, where in the document the text is; with a
                column `replaces`, the modifiers of a printed game that it replaces
    Options     option, title, values, help; with a column `group`, the rule chooser's heading; with a column `sets`,
                the convention of measurement that the option sets
    Readings    of, mark, text: our readings of these passages

The values of an option are `value: what it means`, separated by semicolons, and the first one is the default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypedDict, Unpack

import msgspec

from coign.protocol import Choice, Effect, FactName, Occasion, SaveDamage
from coign.protocol.evaluate import AttackKind
from coign.rules.case import Case
from coign.rules.conditions import both, dexterity_assumed, dexterity_save
from coign.rules.options import read_options
from coign.rules.rule import ATTACKS, Interpretation, Rule, Value, When
from coign.util.tables import tables

Gives = Effect | Callable[[Case], Effect]


class Details(TypedDict, total=False):
    """The details that a rule may have beside its condition and effect; `Rule` explains them."""

    attack: AttackKind | None
    option: tuple[str, Value]
    group: str
    after: str
    alone: bool
    assumes: When
    aside: When | None
    save_damage: SaveDamage
    note: str


class RuleText(msgspec.Struct, frozen=True):
    """A passage of a rule text: its row, what an override names it by, its heading, and the sentence itself.

    The rules that come from it are made by its methods, one line each:

    >>> from coign.protocol import Flat
    >>> from coign.rules import conditions as is_
    >>> mud = RuleText("M1", "muddy", "Muddy Feet", "A creature in deep mud is easier to hit.", "terrain")
    >>> rule = mud.on_attack(is_.target_difficult, Flat(3, "attack"))
    >>> rule.id, rule.title, rule.occasions
    ('M1', 'Muddy Feet', ('attack', 'opportunity'))
    >>> mud.on_save(is_.target_difficult, Flat(-1, "save")).occasions
    ('save',)
    """

    id: str
    modifier: str
    title: str
    text: str
    figure: FactName | None = None
    interpretations: tuple[Interpretation, ...] = ()
    replaces: tuple[str, ...] = ()

    def on(self, occasions: tuple[Occasion, ...], when: When, gives: Gives, **details: Unpack[Details]) -> Rule:
        """Make a rule for these occasions: if `when` returns a reason, its effect is `gives`."""
        return Rule(
            id=self.id,
            modifier=self.modifier,
            title=self.title,
            text=self.text,
            occasions=occasions,
            when=when,
            gives=gives,
            figure=self.figure,
            interpretations=self.interpretations,
            replaces=self.replaces,
            **details,
        )

    def on_attack(self, when: When, gives: Gives, **details: Unpack[Details]) -> Rule:
        """Make a rule for attacks, including those of opportunity."""
        return self.on(ATTACKS, when, gives, **details)

    def on_save(self, when: When, gives: Gives, **details: Unpack[Details]) -> Rule:
        """Make a rule for saves that cover protects: Dexterity, or Reflex."""
        details.setdefault("assumes", dexterity_assumed)
        if aside := details.get("aside"):
            details["aside"] = both(dexterity_save, aside)
        return self.on(("save",), both(dexterity_save, when), gives, **details)


class Book(msgspec.Struct, frozen=True):
    """The passages and options of one page. `measured_by` has the convention that an option sets, by its name."""

    passages: tuple[RuleText, ...]
    options: tuple[Choice, ...]
    measured_by: Mapping[str, str]

    def __getitem__(self, name: str) -> RuleText:
        """Return a passage by its modifier; if several have it, by its row and modifier: "C3 cover".

        Raises KeyError if none, or more than one, has the name.
        """
        passages = [
            passage for passage in self.passages if name in (passage.modifier, f"{passage.id} {passage.modifier}")
        ]
        if len(passages) != 1:
            raise KeyError(f"{len(passages)} passages are called {name}")
        return passages[0]


def book(
    file: str, document: str = "", *, letter: str = "", concerns: Mapping[str, Callable[[Case], bool]] | None = None
) -> Book:
    """Read the page beside a Python file.

    Args:
        file: The `__file__` of the code.
        document: The document that the clauses are in, for the texts.
        letter: How the rows begin, if the page leaves it open.
        concerns: The cases that a reading concerns, by its mark; without one it concerns every case of its passage.
    """
    sections = tables(Path(file).with_suffix(".md"))
    readings = sections.get("Readings", [])
    marks = {reading["mark"] for reading in readings}
    if not marks >= {*(concerns or ())}:
        raise KeyError(f"{file}: no reading is marked {', '.join({*(concerns or ())} - marks)}")
    passages = tuple(
        RuleText(
            letter + row["row"],
            row["modifier"],
            row["title"],
            f"{row['text']} ({document}, {row['clause']})." if "clause" in row else row["text"],
            msgspec.convert(row["fact"] or None, FactName | None),
            tuple(_readings(f"{row['row']} {row['modifier']}", readings, concerns or {})),
            tuple(row.get("replaces", "").split()),
        )
        for row in sections.get("Passages", [])
    )
    options = sections.get("Options", [])
    sets = {row["option"]: row["sets"] for row in options if row.get("sets")}
    return Book(passages, read_options(options), sets)


def _readings(
    passage: str, readings: list[dict[str, str]], concerns: Mapping[str, Callable[[Case], bool]]
) -> Iterator[Interpretation]:
    for row in readings:
        if passage in row["of"].split(", "):
            yield Interpretation(row["mark"], row["text"], concerns.get(row["mark"]))
