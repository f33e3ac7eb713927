"""Passages of a rule text, and the rules that they come to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypedDict, Unpack

import msgspec

from coign.protocol import Effect, FactName, Occasion, SaveDamage
from coign.rules.case import Case
from coign.rules.conditions import both, dexterity_assumed, dexterity_save
from coign.rules.rule import ATTACKS, Interpretation, Rule, Value, When

Gives = Effect | Callable[[Case], Effect]


class Details(TypedDict, total=False):
    """The details that a rule may have beside its condition and effect; `Rule` explains them."""

    attack: Literal["melee", "ranged"]
    option: tuple[str, Value]
    group: str
    after: str
    assumes: When
    save_damage: SaveDamage
    note: str


class Passage(msgspec.Struct, frozen=True):
    """A passage of a rule text: its row, what an override names it by, its heading, and the sentence itself.

    The rules that come from it are made by its methods, one line each:

    >>> from coign.protocol import Flat
    >>> from coign.rules import conditions as is_
    >>> mud = Passage("M1", "muddy", "Muddy Feet", "A creature in deep mud is easier to hit.", "terrain")
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
            **details,
        )

    def on_attack(self, when: When, gives: Gives, **details: Unpack[Details]) -> Rule:
        """Make a rule for attacks, including those of opportunity."""
        return self.on(ATTACKS, when, gives, **details)

    def on_save(self, when: When, gives: Gives, **details: Unpack[Details]) -> Rule:
        """Make a rule for saves that cover protects: Dexterity, or Reflex."""
        details.setdefault("assumes", dexterity_assumed)
        return self.on(("save",), both(dexterity_save, when), gives, **details)
