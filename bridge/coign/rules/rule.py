"""The records that define rule systems, and the findings of judging.

A rule's `when` returns the reason, in words that a player can check at the table, or None if the rule does not apply:
no rule can hold without a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from coign.facts import FactSheet
from coign.protocol import (
    ByHand,
    Choice,
    Effect,
    FactName,
    Family,
    HandEffect,
    InterpretationInfo,
    Modifier,
    Occasion,
    Outcome,
    RollKind,
    RuleInfo,
    RulesetInfo,
    SaveDamage,
)
from coign.protocol.evaluate import AttackKind
from coign.protocol.facts import CoverFact
from coign.protocol.rulings import Aside, ForcedFact, State
from coign.protocol.vocabulary import ATTACKS as ATTACKS
from coign.protocol.vocabulary import FORCIBLE, PART_OF
from coign.rules.case import Case
from coign.rules.phrases import Said, Template, joined, phrases_of, titled

Value = bool | float | str
Options = Mapping[str, Value]
When = Callable[[Case], str | None]

SET_ASIDE = Template("set-aside", "not counted: {law}")
# The facts that a GM is offered to set beside cover, where a rule reads what they are part of.
OFFERED = ("obscurement", "flanking", "standing", "difficult", "target-arc", "attacker-arc")


class Interpretation(msgspec.Struct, frozen=True):
    """Our reading of a rule text that is open to interpretation.

    `mark` labels it on the card in about four words, `text` explains it in the rule chooser, and `when` limits it to
    the cases that it concerns (None: every case in which the rule holds).
    """

    mark: str
    text: str
    when: Callable[[Case], bool] | None = None


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a rule text. Several records may share an id if the line's effect depends on the occasion."""

    id: str  # the row: "P21"
    modifier: str  # what an override names: "high-ground"
    title: str  # the rule's name as printed
    occasions: tuple[Occasion, ...]
    when: When
    gives: Effect | Callable[[Case], Effect]
    text: str = ""  # the sentence of the rule text that is its source
    attack: AttackKind | None = None  # None: either
    figure: FactName | None = None  # the fact whose marks show it
    option: tuple[str, Value] | None = None  # in force only if the option has this value
    replaces: tuple[str, ...] = ()  # modifiers of other rulesets that it replaces wherever it is asked
    alone: bool = False  # a rule of the printed game, left to it where the ruleset lies over one
    group: str = ""  # in families with such a law, only the best rule of a group counts
    after: str | None = None  # judged after the roll's label is known, and only if it is this one
    assumes: When | None = None  # the assumption on which the rule depends, if it applies
    aside: When | None = None  # why it is shown as set aside where it does not hold, if there is a reason
    save_damage: SaveDamage | None = None
    note: str = ""  # the outcome's note while the modifier counts
    interpretations: tuple[Interpretation, ...] = ()

    def effect(self, case: Case) -> Effect:
        """Return the rule's effect in a case."""
        return self.gives(case) if callable(self.gives) else self.gives

    def mark(self, case: Case) -> str:
        """Return the mark of the first interpretation that concerns the case; empty without one."""
        concerned = (reading.mark for reading in self.interpretations if reading.when is None or reading.when(case))
        return next(concerned, "")


class Finding(msgspec.Struct, eq=False):
    """A rule that holds (or that the GM switched on), before the law decides whether it counts."""

    rule: Rule
    ruleset: str
    effect: Effect
    reason: str
    override: int | None = None
    interpretation: str = ""
    state: State = "on"
    aside: Aside = ""  # why it is set aside, while it is
    insists: bool = False  # the item, skill or spell behind it overrides cancelling (E14)
    included: bool = False  # it was put into the roll before the dice fell

    @property
    def on(self) -> bool:
        """Tell whether the modifier counts."""
        return self.state == "on"

    @property
    def title(self) -> Said:
        """The name of the modifier, as a text to insert into others."""
        return titled(self.rule.title, ruleset=self.ruleset, rule=self.rule.id, modifier=self.rule.modifier)

    def set_aside(self, law: str, aside: Aside = "law") -> None:
        """Set the modifier aside; `law` is the reason. What the game system has counted does count."""
        why = law if aside == "counted" else SET_ASIDE(law=law)
        self.state, self.reason, self.aside = "set-aside", joined(self.reason, why), aside

    def modifier(self) -> Modifier:
        """Return the finding as the modifier that is sent."""
        rule = self.rule
        return Modifier(
            id=rule.modifier,
            rule=rule.id,
            source=rule.title,
            effect=self.effect,
            state=self.state,
            reason=str(self.reason),
            figure=rule.figure,
            override=self.override,
            ruleset=self.ruleset,
            interpretation=self.interpretation,
            phrases=phrases_of(self.reason),
            included=self.included,
            aside=self.aside if self.state == "set-aside" else "",
        )


class Law(msgspec.Struct, frozen=True):
    """The law by which modifiers combine. `stack` sets some aside and labels the roll; `conclude` adds up the others.

    `labels` are the names that `stack` gives to a roll, `family` the one that the law belongs to. `by_hand` are the
    kinds of effects on an attack that a GM may add: `stack` lets each of them count.
    """

    stack: Callable[[Case, list[Finding]], str]
    conclude: Callable[[Case, list[Finding], str], Outcome]
    family: Family = "other"
    labels: tuple[str, ...] = ("plain", "blocked")
    by_hand: tuple[HandEffect, ...] = ()


def by_the_gm(effect: Effect) -> tuple[str, str]:
    """Return the id and title of a modifier that a GM adds by hand, in rule systems without a rule for it."""
    return "GM", "By the GM"


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """A rule system: its rules in the order of the book, its law, its options, and its conventions of measurement.

    Attributes:
        family: Rulesets of one family combine; one of family `other` combines with none.
        conventions: Names of `coign.rules.readings.for_facts.NAMES`, and the reading that this text wants.
        measured_by: The option that sets each of those fields (its value "default" leaves the field unchanged).
        over: Printed games of its family that it may lie over, one at a time: what it does not replace stays in force.
        excludes: Rulesets that it does not combine with: other editions.
        degrees: The degrees of cover that a GM may force.
        step: Which of these measured cover is, where the game grades it otherwise than its reading does.
        cover_ac: The armour class of each degree of cover, for game systems that add it themselves.
        by_hand: The id and title of a modifier that a GM adds by hand, from its effect.
        by_hand_option: The switch without which a GM adds no modifier by hand.
        rolls: Kinds of roll that the text tells apart, for "This roll is ...".
        overriding: Whether an item, skill or spell may override that advantage and disadvantage cancel.
        interpretations: Our readings in the law, which belong to no rule.
        shared: Whether its options are a table's house rules, which the module offers as one line of text.
    """

    id: str
    title: str
    family: Family
    source: str
    rules: tuple[Rule, ...]
    law: Law
    options: tuple[Choice, ...] = ()
    conventions: Mapping[str, object] = {}
    measured_by: Mapping[str, str] = {}
    over: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    degrees: tuple[str, ...] = ()
    step: Callable[[CoverFact], str] | None = None
    cover_ac: Mapping[str, int] = {}
    by_hand: Callable[[Effect], tuple[str, str]] = by_the_gm
    by_hand_option: str = ""
    rolls: tuple[RollKind, ...] = ()
    overriding: bool = False
    interpretations: tuple[Interpretation, ...] = ()
    shared: bool = False

    def info(self) -> RulesetInfo:
        """Return the description that `welcome` sends."""
        rows: dict[tuple[str, str], list[Rule]] = {}
        for rule in self.rules:
            rows.setdefault((rule.id, rule.modifier), []).append(rule)
        return RulesetInfo(
            id=self.id,
            title=self.title,
            family=self.family,
            source=self.source,
            options=self.options,
            rules=tuple(_rule_info(rules) for rules in rows.values()),
            degrees=self.degrees,
            rolls=self.rolls,
            overriding=self.overriding,
            interpretations=tuple(InterpretationInfo(reading.mark, reading.text) for reading in self.interpretations),
            over=self.over,
            excludes=self.excludes,
            by_hand=ByHand(self.law.by_hand, self.forcible(), self.by_hand_option),
            shared=self.shared,
        )

    def rule_by_hand(self, modifier: str, effect: Effect, reason: str, group: str = "", name: str = "") -> Rule:
        """Make the rule of a modifier that a GM adds by hand, or another module by a name. It holds for this reason."""
        row, title = ("", name) if name else self.by_hand(effect)
        return Rule(
            id=row, modifier=modifier, title=title, occasions=(), when=lambda case: reason, gives=effect, group=group
        )

    def forcible(self) -> dict[str, tuple[bool | str, ...]]:
        """Return the facts that a rule of this text reads, with the values to which a GM may set each."""
        read = {rule.figure for rule in self.rules}
        own = {name: FORCIBLE[name] for name in OFFERED if PART_OF[name] in read}
        return {"cover": self.degrees, **own} if self.degrees else own


class Ruling(msgspec.Struct, frozen=True):
    """The decision on a case. `facts` are the facts given, with the GM's overrides applied."""

    facts: FactSheet
    modifiers: tuple[Modifier, ...]
    outcome: Outcome
    assumed: tuple[str, ...] = ()
    forced: tuple[ForcedFact, ...] = ()


def _rule_info(rules: list[Rule]) -> RuleInfo:
    """Make one row from the rules that share an id and a modifier."""
    first = rules[0]
    readings = dict.fromkeys((reading.mark, reading.text) for rule in rules for reading in rule.interpretations)
    return RuleInfo(
        id=first.id,
        modifier=first.modifier,
        title=first.title,
        occasions=tuple(dict.fromkeys(occasion for rule in rules for occasion in rule.occasions)),
        text=first.text,
        interpretations=tuple(InterpretationInfo(mark, text) for mark, text in readings),
        replaces=tuple(dict.fromkeys(modifier for rule in rules for modifier in rule.replaces)),
    )
