"""House rules built from options alone: the effect of each position, and how effects add up.

A `Position` is a condition with an option whose value says what it gives, as `coign.rules.worth` reads it.

The law: advantage and disadvantage cancel, and several of one are one. Of dice the largest counts, and a die to add
and a die to take away cancel. Numbers add up, or only the best and the worst count; options say which, and whether a
die counts beside advantage or disadvantage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from coign.protocol import Choice, Die, Effect, FactName, Family, Flat, Form, MissChance, OptionGroup, Outcome
from coign.protocol.evaluate import AttackKind
from coign.rules import outcome
from coign.rules import roll as dice
from coign.rules.book import RuleText, book
from coign.rules.case import Case
from coign.rules.families.stacking import (
    DICE_BY_HAND,
    MISS_BY_HAND,
    NUMBERS_BY_HAND,
    ONE_DIE,
    OPPOSITE,
    STANDARD_BY_HAND,
    Reasons,
    Step,
    die_beside,
    one_kind,
    only_best,
    set_aside,
    single,
    stack,
)
from coign.rules.phrases import Template, fixed
from coign.rules.rule import Finding, Law, Rule, When
from coign.rules.worth import Worth, read

STACKING = book(__file__).options
NOTHING, SAME = "nothing", "same"
STANDARD = ("advantage", "disadvantage")

CANCELLING_DICE = fixed("dice-cancel", "a die to add and a die to take away cancel")
LARGEST_DIE = fixed("largest-die", "only the largest die counts")
NO_DIE_BESIDE = Template("no-die-beside", "no die counts beside {kind}")
BEST_ONLY = fixed("best-number", "only the largest bonus and the largest penalty count")
HIGHEST_CHANCE = fixed("highest-chance", "only the highest miss chance counts")
HOUSE_REASONS = Reasons(
    cancelled=dict.fromkeys(STANDARD, fixed("standard-cancel", "advantage and disadvantage on the same roll cancel")),
    surplus={kind: fixed(f"one-{kind}", f"one {kind} only") for kind in STANDARD},
)


SAVING = (*(f"{number:+d}" for number in (1, 2, 5, -1, -2)), "+1d4", "-1d4", *STANDARD)
ON_SAVES = Form(("same", "nothing", "number", "die", "advantage", "disadvantage"), to="save")
GROUPS: dict[FactName | None, OptionGroup] = {
    "elevation": "position",
    "flanking": "position",
    "facing": "position",
    "cover": "cover",
    "obscurement": "sight",
    "range": "range",
    "terrain": "ground",
    None: "ground",
}


class Position(msgspec.Struct, frozen=True):
    """A passage of the house rules, its condition, and its default worth.

    Attributes:
        form: What its option may say; `offered` are the values that the rule chooser lists.
        at: The condition from a number on, which the number behind an @ asks for.
        count: How many are counted, for a worth that is meant for each.
        saves: Whether it counts on saves too: what it adds to armour class, as the option `cover-saves` says, unless
            the option `NAME-on-saves` says what it is worth there.
        details: Options that say when it holds, listed below its own.
        aside: Why it is shown as set aside where it does not hold, if there is a reason.
    """

    passage: RuleText
    when: When
    form: Form
    offered: tuple[str, ...]
    default: str = NOTHING
    attack: AttackKind | None = None
    at: Callable[[float], When] | None = None
    count: Callable[[Case], int] | None = None
    saves: bool = False
    details: tuple[Choice, ...] = ()
    aside: When | None = None

    @property
    def name(self) -> str:
        """The name of its option."""
        return self.passage.modifier

    @property
    def on_saves(self) -> str:
        """The name of the option for saves."""
        return f"{self.name}-on-saves"

    @property
    def options(self) -> tuple[Choice, ...]:
        """Its options: its worth, its worth on saves, and those that say when it holds."""
        title, help = self.passage.title, self.passage.text
        own = _option(self.name, title, help, self.form, (self.default, NOTHING, *self.offered))
        saves = _option(self.on_saves, f"{title}, on saves", help, ON_SAVES, (SAME, NOTHING, *SAVING))
        group = GROUPS[self.passage.figure]  # of the rule chooser
        return tuple(replace(option, group=group) for option in (own, *((saves,) if self.saves else ()), *self.details))

    def rules(self, ruleset: str) -> tuple[Rule, ...]:
        """The rules of this position in a ruleset."""
        when, aside, gives = self._rule(ruleset, self.name, self.form)
        asides = aside if self.aside is not None else None
        made = self.passage.on_attack(when, gives, attack=self.attack, aside=asides)
        return (made, self._on_saves(ruleset)) if self.saves else (made,)

    def _rule(self, ruleset: str, option: str, form: Form) -> tuple[When, When, Callable[[Case], Effect]]:
        """Return the condition of an option's value, that for being shown as set aside, and the effect."""

        def worths(case: Case) -> tuple[Worth, ...]:
            return read(str(case.option(ruleset, option)), form)

        def effect(worth: Worth, case: Case) -> Effect | None:
            return worth.effect(form.to, self.count(case) if self.count is not None else 1)

        def counting(case: Case, condition: Callable[[Worth, Case], str | None]) -> tuple[str | None, Effect | None]:
            for worth in worths(case):
                reason = condition(worth, case) if worth.holds(case) else None
                if reason is not None:
                    gain = effect(worth, case)
                    return (None, None) if gain is None else (reason, gain)
            return None, None

        def gives(case: Case) -> Effect:
            gain = counting(case, self._reason)[1] or counting(case, self._aside)[1]
            forced = (effect(worth, case) for worth in reversed(worths(case)))  # the case that asks for least first
            return gain or next((offer for offer in forced if offer is not None), Flat(0, form.to))

        return lambda case: counting(case, self._reason)[0], lambda case: counting(case, self._aside)[0], gives

    def _reason(self, worth: Worth, case: Case) -> str | None:
        return self.when(case) if worth.at is None or self.at is None else self.at(worth.at)(case)

    def _aside(self, worth: Worth, case: Case) -> str | None:
        return self.aside(case) if self.aside is not None else None

    def _on_saves(self, ruleset: str) -> Rule:
        own = self._rule(ruleset, self.on_saves, ON_SAVES)
        when, aside, gives = self._rule(ruleset, self.name, self.form)

        def same(case: Case) -> bool:
            return case.option(ruleset, self.on_saves) == SAME

        def armour(case: Case) -> int:
            gain = gives(case)
            counts = isinstance(gain, Flat) and gain.to == "ac" and case.option(ruleset, "cover-saves") != NOTHING
            share = 2 if case.option(ruleset, "cover-saves") == "half" else 1
            return int(gain.value / share) if counts and isinstance(gain, Flat) else 0

        def saved(case: Case, by_armour: When, by_itself: When) -> str | None:
            if not same(case):
                return by_itself(case)
            reason = by_armour(case)
            return reason if reason is not None and armour(case) else None

        return self.passage.on_save(
            lambda case: saved(case, when, own[0]),
            lambda case: Flat(armour(case), "save") if same(case) else own[2](case),
            aside=(lambda case: saved(case, aside, own[1])) if self.aside is not None else None,
        )


def _option(name: str, title: str, help: str, form: Form, values: Iterable[str]) -> Choice:
    """Make the option of a worth, its default first."""
    values = tuple(dict.fromkeys(values))
    return Choice(name=name, default=values[0], help=help, values=values, title=title, form=form)


def law(ruleset: str, family: Family, *further: Step) -> Law:
    """Make the law of a ruleset of house rules, which has the options `STACKING`, with steps of its own."""

    def dice_beside(case: Case, findings: Sequence[Finding], label: str) -> str:
        dice = [finding for finding in findings if isinstance(finding.effect, Die)]
        if label in OPPOSITE and case.option(ruleset, "die-beside-advantage") is False:
            set_aside(dice, NO_DIE_BESIDE(kind=label))
        else:
            _one_die(dice)
        return label

    def best_numbers(case: Case, findings: Sequence[Finding], label: str) -> str:
        return _BEST_NUMBERS(case, findings, label) if case.option(ruleset, "numbers") == "best" else label

    def conclude(case: Case, findings: list[Finding], label: str) -> Outcome:
        mode = label if label in OPPOSITE else "normal"
        return outcome.conclude(case, findings, label, mode=mode, die=die_beside(findings))

    steps = stack(one_kind(HOUSE_REASONS), dice_beside, *further, best_numbers, _HIGHEST_CHANCE)
    by_hand = (*NUMBERS_BY_HAND, *STANDARD_BY_HAND, *DICE_BY_HAND, *MISS_BY_HAND)
    return Law(steps, conclude, family, (*OPPOSITE, "plain", "blocked"), by_hand)


def _one_die(dice: list[Finding]) -> None:
    """Keep the largest die of one sign; dice of both signs cancel. Several dice at once are none."""
    set_aside([finding for finding in dice if not single(_dice(finding))], ONE_DIE)
    dice = [finding for finding in dice if finding.on]
    more = [finding for finding in dice if not _dice(finding).startswith("-")]
    less = [finding for finding in dice if _dice(finding).startswith("-")]
    if more and less:
        set_aside(dice, CANCELLING_DICE)
        return
    largest = max(dice, key=lambda finding: int(_dice(finding).rpartition("d")[2]), default=None)
    set_aside([finding for finding in dice if finding is not largest], LARGEST_DIE)


def _dice(finding: Finding) -> str:
    return dice.spelled(finding.effect.dice) if isinstance(finding.effect, Die) else ""


def _sign(finding: Finding) -> int | None:
    """Tell a bonus for the attacker (1) from a penalty (-1). Return None for 0, or for no number."""
    return (_number(finding) > 0) - (_number(finding) < 0) or None


def _number(finding: Finding) -> int:
    """Return the value of a number for the attacker. A bonus to armour class counts as a penalty."""
    effect = finding.effect
    if not isinstance(effect, Flat):
        return 0
    return -effect.value if effect.to == "ac" else effect.value


def _percent(finding: Finding) -> int:
    return finding.effect.percent if isinstance(finding.effect, MissChance) else 0


_BEST_NUMBERS = only_best(_sign, lambda finding: abs(_number(finding)), BEST_ONLY)
_HIGHEST_CHANCE = only_best(
    lambda finding: "miss chance" if isinstance(finding.effect, MissChance) else None, _percent, HIGHEST_CHANCE
)
