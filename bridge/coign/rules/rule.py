"""The records that rule systems are written in, and what judging finds.

A rule's `when` answers with the reason, in words that a player can check at the table, or with None where the rule
does not apply: no rule can hold without saying why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from coign.protocol import Choice, Effect, Modifier, Outcome, RuleInfo, RulesetInfo, SaveDamage
from coign.protocol.rulings import State
from coign.rules.case import Case, Measured

Value = bool | str
Options = Mapping[str, Value]
When = Callable[[Case], str | None]


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a rule text. Several records may share an id where a line gives different things on occasions."""

    id: str  # the row: "P21"
    modifier: str  # what an override names: "high-ground"
    title: str  # the rule's name as printed
    occasions: tuple[str, ...]
    when: When
    gives: Effect | Callable[[Case], Effect]
    attack: Literal["melee", "ranged"] | None = None  # None: either
    figure: str | None = None  # the fact whose marks show it
    option: tuple[str, Value] | None = None  # in force only where the option has this value
    group: str = ""  # of the rules of one group only the best counts, where the law says so
    after: str | None = None  # judged once the roll stands, and only where its label is this one
    assumes: When | None = None  # what was taken for granted, where the rule holds
    save_damage: SaveDamage | None = None


class Finding:
    """A rule that holds (or that the GM says holds), while the law still decides whether it counts."""

    __slots__ = ("effect", "insists", "override", "reason", "rule", "ruleset", "state")

    def __init__(self, rule: Rule, ruleset: str, effect: Effect, reason: str, override: int | None = None) -> None:
        self.rule = rule
        self.ruleset = ruleset
        self.effect = effect
        self.reason = reason
        self.override = override
        self.state: State = "on"
        self.insists = False  # it says of itself that it is not cancelled (E14)

    @property
    def on(self) -> bool:
        return self.state == "on"

    def set_aside(self, law: str) -> None:
        self.state, self.reason = "set-aside", f"{self.reason}; set aside: {law}"

    def modifier(self) -> Modifier:
        rule = self.rule
        return Modifier(
            id=rule.modifier,
            rule=rule.id,
            source=rule.title,
            effect=self.effect,
            state=self.state,
            reason=self.reason,
            figure=rule.figure,
            override=self.override,
            ruleset=self.ruleset,
        )


class Law(msgspec.Struct, frozen=True):
    """How modifiers combine. `stack` sets aside what does not count and names the roll; `conclude` adds up the rest."""

    stack: Callable[[Case, list[Finding]], str]
    conclude: Callable[[Case, list[Finding], str], Outcome]


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """A rule system: its rules in the order of the book, its law, its options, and how it wants things measured.

    `conventions` names fields of `facts.conventions.Conventions`; `measured_by` says which option sets which of them
    (an option's value "default" leaves it alone). `cover_ac` is what a degree of cover is worth in armour class, for
    game systems that put it there by themselves.
    """

    id: str
    title: str
    family: str  # rulesets of one family combine
    source: str
    rules: tuple[Rule, ...]
    law: Law
    options: tuple[Choice, ...] = ()
    conventions: Mapping[str, object] = {}
    measured_by: Mapping[str, str] = {}
    supersedes: tuple[str, ...] = ()  # modifier ids of other rulesets
    excludes: tuple[str, ...] = ()  # rulesets that it does not stand beside: other editions
    degrees: tuple[str, ...] = ()
    cover_ac: Mapping[str, int] = {}
    by_hand: tuple[str, str] = ("GM", "The GM's word")  # id and title of the row under which a GM adds modifiers

    def info(self) -> RulesetInfo:
        """What `welcome` says of it."""
        rows: dict[tuple[str, str], RuleInfo] = {}
        for rule in self.rules:
            key = (rule.id, rule.modifier)
            before = rows[key].occasions if key in rows else ()
            occasions = before + tuple(one for one in rule.occasions if one not in before)
            rows[key] = RuleInfo(rule.id, rule.modifier, rule.title, occasions)
        return RulesetInfo(
            id=self.id,
            title=self.title,
            family=self.family,
            source=self.source,
            options=self.options,
            rules=tuple(rows.values()),
            degrees=self.degrees,
        )


class Ruling(msgspec.Struct, frozen=True):
    """What was decided. `facts` are those given, with the GM's word in place where there is one."""

    facts: Measured
    modifiers: tuple[Modifier, ...]
    outcome: Outcome
    assumed: tuple[str, ...] = ()
