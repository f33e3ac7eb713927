"""House rules built from options alone: the effect of each position, and how effects add up.

A `Position` is a condition with an option whose value says what it gives. The values:

    nothing             the position has no effect
    +2, -3              a number on the attack
    ac+4                a number on the target's armour class
    +1d4, -1d6          a die beside the attack's d20
    advantage, disadvantage
    miss-20             a miss chance in percent
    blocked             there is no such attack

The law: advantage and disadvantage cancel, and several of one are one. Of dice the largest counts, and a die to add
and a die to take away cancel. Numbers add up, or only the best and the worst count; options say which, and whether a
die counts beside advantage or disadvantage.

>>> effect("+2"), effect("ac+4")
(Flat(value=2, to='attack'), Flat(value=4, to='ac'))
>>> effect("-1d4")
Die(dice='-1d4', to='attack')
>>> effect("nothing") is None
True
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from coign.protocol import (
    Advantage,
    Blocked,
    Choice,
    Die,
    Disadvantage,
    Effect,
    FactName,
    Family,
    Flat,
    MissChance,
    OptionGroup,
    Outcome,
)
from coign.rules import outcome
from coign.rules import roll as dice
from coign.rules.book import Passage, book
from coign.rules.case import Case
from coign.rules.families.stacking import (
    DICE_BY_HAND,
    MISS_BY_HAND,
    NUMBERS_BY_HAND,
    ONE_DIE,
    OPPOSITE,
    STANDARD_BY_HAND,
    Reasons,
    one_kind,
    only_best,
    set_aside,
    single,
    stack,
)
from coign.rules.options import in_group, one_of
from coign.rules.phrases import Template, fixed
from coign.rules.rule import Finding, Law, Rule, When

STACKING = book(__file__).options
NOTHING = "nothing"
NUMBERS = tuple(f"{number:+d}" for number in (1, 2, 3, 4, 5, 10, -1, -2, -3, -4, -5, -10))
ARMOUR = tuple(f"ac{number:+d}" for number in (1, 2, 3, 4, 5, 8, 10))
DICE = ("+1d4", "-1d4", "+1d6", "-1d6")
STANDARD = ("advantage", "disadvantage")
MISS = ("miss-20", "miss-50")

WORDS = {NOTHING: "nothing", "blocked": "no such attack"}
CANCELLING_DICE = fixed("dice-cancel", "a die to add and a die to take away cancel")
LARGEST_DIE = fixed("largest-die", "only the largest die counts")
NO_DIE_BESIDE = Template("no-die-beside", "no die counts beside {kind}")
BEST_ONLY = fixed("best-number", "only the largest bonus and the largest penalty count")
HIGHEST_CHANCE = fixed("highest-chance", "only the highest miss chance counts")
HOUSE_REASONS = Reasons(
    removed={kind: fixed(f"{kind}-removed", f"{kind} is removed from this roll") for kind in STANDARD},
    cancelled=dict.fromkeys(STANDARD, fixed("standard-cancel", "advantage and disadvantage on the same roll cancel")),
    surplus={kind: fixed(f"one-{kind}", f"one {kind} only") for kind in STANDARD},
)


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
    """A passage of the house rules, its condition, and its default effect."""

    passage: Passage
    when: When
    values: tuple[str, ...]
    default: str = NOTHING
    attack: str | None = None
    saves: bool = False  # a number on armour class counts on saves as well, by the option `cover-saves`
    details: tuple[Choice, ...] = ()  # options that say when the position holds, listed below its own
    aside: When | None = None  # why it is shown as set aside where it does not hold, if there is a reason

    @property
    def name(self) -> str:
        """The name of its option."""
        return self.passage.modifier

    @property
    def option(self) -> Choice:
        """The option for its effect, its default first."""
        values = dict.fromkeys((self.default, NOTHING, *self.values))
        labels = {value: label(value) for value in values}
        return one_of(self.name, self.passage.title, self.passage.text, labels, self.group)

    @property
    def options(self) -> tuple[Choice, ...]:
        """Its option, and those that say when the position holds."""
        return self.option, *in_group(self.group, *self.details)

    @property
    def group(self) -> OptionGroup:
        """The group of the rule chooser that shows its options."""
        return GROUPS[self.passage.figure]

    def rules(self, ruleset: str) -> tuple[Rule, ...]:
        """The rules of this position in a ruleset."""

        def worth(case: Case) -> Effect | None:
            return effect(str(case.option(ruleset, self.name)))

        def of_worth(condition: When) -> When:
            return lambda case: condition(case) if worth(case) is not None else None

        def gives(case: Case) -> Effect:
            found = worth(case)
            assert found is not None
            return found

        made = self.passage.on_attack(of_worth(self.when), gives, aside=of_worth(self.aside) if self.aside else None)
        rules = (msgspec.structs.replace(made, attack=self.attack),)
        return (*rules, self._on_saves(ruleset)) if self.saves else rules

    def _on_saves(self, ruleset: str) -> Rule:
        def armour(case: Case) -> int:
            found = effect(str(case.option(ruleset, self.name)))
            counts = isinstance(found, Flat) and found.to == "ac" and case.option(ruleset, "cover-saves") != NOTHING
            share = 2 if case.option(ruleset, "cover-saves") == "half" else 1
            return found.value // share if counts and isinstance(found, Flat) else 0

        def of_worth(condition: When) -> When:
            return lambda case: condition(case) if armour(case) else None

        aside = of_worth(self.aside) if self.aside else None
        return self.passage.on_save(of_worth(self.when), lambda case: Flat(armour(case), "save"), aside=aside)


def effect(value: str) -> Effect | None:
    """Read a value; None for `nothing`. Raises ValueError for any other text."""
    if value == NOTHING:
        return None
    if value in STANDARD:
        return Advantage("attack") if value == "advantage" else Disadvantage("attack")
    if value == "blocked":
        return Blocked()
    if match := re.fullmatch(r"(ac)?([+-]\d+)", value):
        return Flat(int(match[2]), "ac" if match[1] else "attack")
    if match := re.fullmatch(r"([+-])(\d+d\d+)", value):
        return Die(match[2] if match[1] == "+" else f"-{match[2]}", "attack")
    if match := re.fullmatch(r"miss-(\d+)", value):
        return MissChance(int(match[1]))
    raise ValueError(f"{value!r} is no value of a house rule")


def label(value: str) -> str:
    """Describe a value in words, for the rule chooser."""
    match effect(value):
        case Flat(number, "ac"):
            return f"{number:+d} AC"
        case Flat(number, _):
            return f"{number:+d} on the attack"
        case Die():
            return f"{value} on the attack"
        case MissChance(percent):
            return f"{percent} % miss chance"
    return WORDS.get(value, value)


def law(ruleset: str, family: Family) -> Law:
    """Make the law of a ruleset of house rules, which has the options `STACKING`."""

    def dice_beside(case: Case, findings: Sequence[Finding], label: str) -> str:
        found = [one for one in findings if isinstance(one.effect, Die)]
        if label in OPPOSITE and case.option(ruleset, "die-beside-advantage") is False:
            set_aside(found, NO_DIE_BESIDE(kind=label))
        else:
            _one_die(found)
        return label

    def best_numbers(case: Case, findings: Sequence[Finding], label: str) -> str:
        return _BEST_NUMBERS(case, findings, label) if case.option(ruleset, "numbers") == "best" else label

    def conclude(case: Case, findings: list[Finding], label: str) -> Outcome:
        die = next((_dice(one) for one in findings if one.on and _dice(one)), None)
        mode = label if label in OPPOSITE else "normal"
        return outcome.conclude(case, findings, label, mode=mode, die=die)

    steps = stack(one_kind(HOUSE_REASONS), dice_beside, best_numbers, _HIGHEST_CHANCE)
    by_hand = (*DICE_BY_HAND, *STANDARD_BY_HAND, *NUMBERS_BY_HAND, *MISS_BY_HAND)
    return Law(steps, conclude, family, (*OPPOSITE, "plain", "blocked"), by_hand)


def _one_die(dice: list[Finding]) -> None:
    """Keep the largest die of one sign; dice of both signs cancel. Several dice at once are none."""
    set_aside([one for one in dice if not single(_dice(one))], ONE_DIE)
    dice = [one for one in dice if one.on]
    more = [one for one in dice if not _dice(one).startswith("-")]
    less = [one for one in dice if _dice(one).startswith("-")]
    if more and less:
        set_aside(dice, CANCELLING_DICE)
        return
    largest = max(dice, key=lambda one: int(_dice(one).rpartition("d")[2]), default=None)
    set_aside([one for one in dice if one is not largest], LARGEST_DIE)


def _dice(finding: Finding) -> str:
    return dice.spelled(finding.effect.dice) if isinstance(finding.effect, Die) else ""


def _sign(finding: Finding) -> int | None:
    """Tell a bonus for the attacker (1) from a penalty (-1); None for what is no number, or 0."""
    return (_number(finding) > 0) - (_number(finding) < 0) or None


def _number(finding: Finding) -> int:
    """Return what a number is worth to the attacker, against whom armour class counts."""
    effect = finding.effect
    if not isinstance(effect, Flat):
        return 0
    return -effect.value if effect.to == "ac" else effect.value


def _percent(finding: Finding) -> int:
    return finding.effect.percent if isinstance(finding.effect, MissChance) else 0


_BEST_NUMBERS = only_best(_sign, lambda one: abs(_number(one)), BEST_ONLY)
_HIGHEST_CHANCE = only_best(
    lambda one: "miss chance" if isinstance(one.effect, MissChance) else None, _percent, HIGHEST_CHANCE
)
