"""The law of the fifth-edition family: standard and partial advantage, and numbers that add up.

From "Partial Advantage and Tactical Position", in the order in which it is applied:

1. What removes advantage from a roll removes partial advantage too (P7), and likewise disadvantage (P9).
2. Standard advantage and disadvantage cancel, and the roll then has neither (core rule).
3. A roll that has standard advantage or disadvantage takes no partial of either sign (P4).
4. Partial advantage and partial disadvantage: neither modifies the roll (P10).
5. A reroll is made without partial advantage, whose d4 belongs to the first roll, unless the GM switches it on for the
   reroll (P6); partial disadvantage stays.
6. Several of one kind are one, and never become standard (P2, P3): the first in the ruleset's order counts.
7. Any other die, which a GM adds by hand, counts beside a roll without partial advantage or disadvantage: the first.
"""

from __future__ import annotations

from collections.abc import Sequence

from coign.protocol import Die, MissChance, Outcome, Pool
from coign.rules import outcome
from coign.rules import roll as dice
from coign.rules.case import Case
from coign.rules.families.stacking import (
    DICE_BY_HAND,
    KINDS,
    NUMBERS_BY_HAND,
    ONE_DIE,
    OPPOSITE,
    REASONS,
    STANDARD_BY_HAND,
    die_of,
    first_of,
    one_kind,
    removed,
    set_aside,
    stack,
)
from coign.rules.phrases import Template, fixed
from coign.rules.rule import ATTACKS, Finding, Law

PARTIAL = {"1d4": "partial advantage", "-1d4": "partial disadvantage"}
DICE = {label: dice for dice, label in PARTIAL.items()}
OPEN_ABILITIES = fixed("open-abilities", "abilities that need advantage on the attack may be used")
HAS_STANDARD = Template("has-standard", "the roll has standard {kind}")
DOES_NOT_STACK = Template("does-not-stack", "{kind} does not stack")
BOTH_PARTIAL = fixed("both-partial", "partial advantage and partial disadvantage on one roll: neither modifies it")
WITHOUT_ON_A_REROLL = fixed("without-on-a-reroll", "a reroll is made without partial advantage")
NO_SUCH_EFFECT = fixed("no-such-effect", "this rule system knows no such die, pool or chance")


def conclude(case: Case, findings: list[Finding], label: str) -> Outcome:
    """Total the modifiers; `label` gives the roll's mode or its d4."""
    mode = label if label in OPPOSITE else "normal"
    die = DICE.get(label) or next((_die(finding) for finding in findings if finding.on and _die(finding)), None)
    result = outcome.conclude(case, findings, label, mode=mode, die=die)
    if label == "partial advantage" and case.request.occasion in ATTACKS:  # P8
        givers = [finding.rule for finding in findings if finding.on and _partial(finding) == label]
        return outcome.with_standing(result, *((rule, OPEN_ABILITIES) for rule in givers))
    return result


def _known_only(case: Case, findings: Sequence[Finding], label: str) -> str:
    """Set aside several dice at once, pools and miss chances."""
    unknown = [finding for finding in findings if isinstance(finding.effect, Die | Pool | MissChance)]
    set_aside([finding for finding in unknown if die_of(finding) is None], NO_SUCH_EFFECT)
    return label


def _removed_partial(case: Case, findings: Sequence[Finding], label: str) -> str:
    """P7 and P9: a rule that removes advantage also removes partial advantage; the same goes for disadvantage."""
    for kind in OPPOSITE:
        if (why := removed(case, kind)) is not None:
            set_aside([finding for finding in findings if _partial(finding) == f"partial {kind}"], why)
    return label


def _one_partial(case: Case, findings: Sequence[Finding], label: str) -> str:
    """Leave one partial advantage or disadvantage on a roll that has neither in full, and label it (P2 to P10)."""
    more, less = ([finding for finding in findings if _partial(finding) == kind] for kind in PARTIAL.values())
    if label in OPPOSITE:
        set_aside([*more, *less], HAS_STANDARD(kind=KINDS[label]))
        return label
    if more and less:
        set_aside([*more, *less], BOTH_PARTIAL)
        return label
    if case.request.roll is not None and case.request.roll.rerolled:
        set_aside([finding for finding in more if finding.override is None], WITHOUT_ON_A_REROLL, "rule")
        more = [finding for finding in more if finding.on]
    partials = more or less
    if not partials:
        return label
    label = "partial advantage" if more else "partial disadvantage"
    first_of(partials, DOES_NOT_STACK(kind=KINDS[label]))
    return label


def _one_die(case: Case, findings: Sequence[Finding], label: str) -> str:
    """Leave one other die, on a roll that has neither partial advantage nor partial disadvantage."""
    beside = [finding for finding in findings if _die(finding) is not None]
    if label in DICE:
        set_aside(beside, ONE_DIE)
    else:
        first_of(beside, ONE_DIE)
    return label


def _partial(finding: Finding) -> str | None:
    return PARTIAL.get(dice.spelled(finding.effect.dice)) if isinstance(finding.effect, Die) else None


def _die(finding: Finding) -> str | None:
    """Return the die beside the d20 that a finding gives; None for partial advantage and for anything else."""
    die = die_of(finding)
    return die if die not in PARTIAL else None


FIFTH = Law(
    stack(_known_only, _removed_partial, one_kind(REASONS), _one_partial, _one_die),
    conclude,
    "fifth",
    (*PARTIAL.values(), *OPPOSITE, "plain", "blocked"),
    (*NUMBERS_BY_HAND, *STANDARD_BY_HAND, *DICE_BY_HAND),
)
