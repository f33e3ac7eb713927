"""Stack the modifiers of a family: a law is a list of steps, and `stack` takes them in order.

A step sees the modifiers that still count. It may set some of them aside, each with the reason, and it may label the
roll. The steps here are those that several families share; a family's own step is a function beside its law.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

import msgspec

from coign.protocol import Advantage, Die, Disadvantage, HandEffect
from coign.protocol.rulings import Aside
from coign.rules import outcome, traits
from coign.rules import roll as dice
from coign.rules.case import Case
from coign.rules.ignoring import printing
from coign.rules.phrases import Template, fixed
from coign.rules.rule import ATTACKS, Finding

Step = Callable[[Case, Sequence[Finding], str], str]  # the modifiers that count, and the label so far -> the label
ONE_GIVES_IT = Template("one-gives-it", "{law}, and {title} gives it")
KINDS = {
    kind: fixed(kind.replace(" ", "-"), kind)
    for kind in ("advantage", "disadvantage", "partial advantage", "partial disadvantage")
}
OPPOSITE = {"advantage": "disadvantage", "disadvantage": "advantage"}
NEVER_HAS = Template("never-has", "who rolls here never has {kind}")
ELUSIVE = fixed("elusive", "no attack on the target has advantage")
REMOVED = Template("removed", "{kind} is removed from this roll")
CANCELS = Template("cancels", "{kind} on the same roll cancels it")
ONE_ONLY = Template("one-only", "one {kind} only")
ONE_DIE = fixed("one-die", "only one die counts beside the d20")
NO_SUCH_DIE = fixed("no-such-die", "only a single die is added to the d20")
# What the GM of any family may add by hand, and what only some families have.
_ANY = (-30, 30)
NUMBERS_BY_HAND = (
    HandEffect("flat", "attack", _ANY, (-2, 2)),
    HandEffect("flat", "ac", _ANY),
    HandEffect("flat", "damage", _ANY),
)
STANDARD_BY_HAND = (HandEffect("advantage", "attack"), HandEffect("disadvantage", "attack"))
DICE_BY_HAND = (
    HandEffect("die", "attack", (-20, 20)),
    HandEffect("damage", None, (-20, 20)),
)
MISS_BY_HAND = (HandEffect("miss-chance", None, (1, 99)),)


class Reasons(msgspec.Struct, frozen=True):
    """A family's reasons for setting advantage or disadvantage aside, by the kind that is set aside.

    Attributes:
        cancelled: The roll has the other kind as well.
        surplus: The roll has it already.
        overridden: An effect of the other kind overrides cancelling (E14). None where no effect can.
    """

    cancelled: Mapping[str, str]
    surplus: Mapping[str, str]
    overridden: Mapping[str, str] | None = None


REASONS = Reasons(
    cancelled={kind: CANCELS(kind=KINDS[other]) for kind, other in OPPOSITE.items()},
    surplus={kind: ONE_ONLY(kind=KINDS[kind]) for kind in OPPOSITE},
)


def stack(*steps: Step) -> Callable[[Case, list[Finding]], str]:
    """Make the stacking of a law from its steps. A roll that is blocked has that label, and no step is walked."""

    def walk(case: Case, findings: list[Finding]) -> str:
        if outcome.blocked(findings):
            return "blocked"
        label = "plain"
        for step in steps:
            label = step(case, [finding for finding in findings if finding.on], label)
        return label

    return walk


# --- steps ------------------------------------------------------------------------------------------------------------


def no_part(effects: tuple[type, ...], why: str) -> Step:
    """A step: effects that the family does not know are set aside."""

    def step(case: Case, findings: Sequence[Finding], label: str) -> str:
        set_aside([finding for finding in findings if isinstance(finding.effect, effects)], why)
        return label

    return step


def only_best(
    group: Callable[[Finding], Hashable | None],
    worth: Callable[[Finding], float],
    why: str | Callable[[Finding], str],
) -> Step:
    """A step: the best modifier of each group counts, the first of equals. Modifiers without a group always count.

    `why` is the reason for the others, or makes it from the best one.
    """

    def step(case: Case, findings: Sequence[Finding], label: str) -> str:
        groups: dict[Hashable, list[Finding]] = {}
        for finding in findings:
            name = group(finding)
            if name is not None:
                groups.setdefault(name, []).append(finding)
        for rivals in groups.values():
            if len(rivals) > 1:
                best = max(rivals, key=worth)
                set_aside(
                    [finding for finding in rivals if finding is not best], why if isinstance(why, str) else why(best)
                )
        return label

    return step


def one_kind(reasons: Reasons) -> Step:
    """A step: advantage and disadvantage cancel, and several of one kind are one. It labels the roll.

    The roll may have been made with either. Of several of one kind the first in the ruleset's order counts.
    """

    def step(case: Case, findings: Sequence[Finding], label: str) -> str:
        sides = {kind: [finding for finding in findings if side(finding) == kind] for kind in OPPOSITE}
        mode, has = dice.own_mode(case.request.roll), []
        for kind, of_kind in sides.items():
            if (why := removed(case, kind)) is not None:
                set_aside(of_kind, why)
            elif of_kind or mode == kind:
                has.append(kind)
        if len(has) == 2:
            has = _cancelled(sides, reasons)
        if not has:
            return label
        first_of(sides[has[0]], reasons.surplus[has[0]])
        return has[0]

    return step


def _cancelled(sides: Mapping[str, list[Finding]], reasons: Reasons) -> list[str]:
    """Set both kinds aside, or the one that the other overrides. Return the remaining kinds."""
    insisting = [kind for kind, of_kind in sides.items() if any(finding.insists for finding in of_kind)]
    if reasons.overridden is not None and len(insisting) == 1:
        loser = OPPOSITE[insisting[0]]
        set_aside(sides[loser], reasons.overridden[loser])
        return insisting
    for kind, findings in sides.items():
        set_aside(findings, reasons.cancelled[kind])
    return []


def one_die(case: Case, findings: Sequence[Finding], label: str) -> str:
    """Leave one die beside the d20; set aside several dice at once."""
    dice_found = [finding for finding in findings if isinstance(finding.effect, Die)]
    set_aside([finding for finding in dice_found if die_of(finding) is None], NO_SUCH_DIE)
    first_of([finding for finding in dice_found if finding.on], ONE_DIE)
    return label


# --- what steps are made of -------------------------------------------------------------------------------------------


def set_aside(findings: Iterable[Finding], why: str, aside: Aside = "law") -> None:
    """Set findings aside, with the reason."""
    for finding in findings:
        finding.set_aside(why, aside)


def first_of(findings: Sequence[Finding], why: str) -> None:
    """Keep only the first finding, in the ruleset's order; set the others aside."""
    for finding in findings[1:]:
        finding.set_aside(ONE_GIVES_IT(law=why, title=findings[0].title))


def single(dice: str) -> bool:
    """Return whether dice are one die to add or subtract, in the one spelling of `roll.spelled`.

    >>> single("1d6"), single("-1d10"), single("2d6")
    (True, True, False)
    """
    return re.fullmatch(r"-?1d[1-9]\d?", dice) is not None


def die_of(finding: Finding) -> str | None:
    """Return the die that a finding puts beside the d20; None for several dice at once and for anything else."""
    die = dice.spelled(finding.effect.dice) if isinstance(finding.effect, Die) else None
    return die if die is not None and single(die) else None


def die_beside(findings: Sequence[Finding]) -> str | None:
    """Return the die beside the d20 that counts, or None."""
    return next((die_of(finding) for finding in findings if finding.on and die_of(finding)), None)


def removed(case: Case, kind: str) -> str | None:
    """Return why the roll cannot have this kind, advantage or disadvantage (P7); None if it can.

    The request removes it, or a creature does: the one that rolls, or the target of an attack.
    """
    request, attacks = case.request, case.request.occasion in ATTACKS
    if request.removesAdvantage if kind == "advantage" else request.removesDisadvantage:
        return REMOVED(kind=KINDS[kind])
    rolls = case.target if request.occasion == "save" else case.actor
    if kind in rolls.coign.without:
        return NEVER_HAS(kind=KINDS[kind])
    if attacks and kind == "advantage" and traits.never_attacked_with_advantage(case, printing(case)):
        return ELUSIVE
    return None


def side(finding: Finding) -> str | None:
    """Return the kind that a finding gives in full: advantage, disadvantage or neither."""
    if isinstance(finding.effect, Advantage):
        return "advantage"
    return "disadvantage" if isinstance(finding.effect, Disadvantage) else None
