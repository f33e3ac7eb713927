"""How the modifiers of a family stack: a law is a list of steps, and `stack` walks them in order.

A step sees the modifiers that still count. It may set some of them aside, each with the reason, and it may label the
roll. The steps here are those that several families share; a family's own step is a function beside its law.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

import msgspec

from coign.protocol import Advantage, Die, Disadvantage, Effect, Evaluate, Flat, MissChance
from coign.rules import outcome
from coign.rules import roll as dice
from coign.rules.case import Case
from coign.rules.phrases import Template, fixed
from coign.rules.rule import Finding

Step = Callable[[Case, Sequence[Finding], str], str]  # the modifiers that count, and the label so far -> the label
ONE_GIVES_IT = Template("one-gives-it", "{law}, and {title} gives it")
KINDS = {
    kind: fixed(kind.replace(" ", "-"), kind)
    for kind in ("advantage", "disadvantage", "partial advantage", "partial disadvantage")
}
OPPOSITE = {"advantage": "disadvantage", "disadvantage": "advantage"}
REMOVED = Template("removed", "{kind} is removed from this roll")
CANCELS = Template("cancels", "{kind} on the same roll cancels it")
ONE_ONLY = Template("one-only", "one {kind} only")
ONE_DIE = fixed("one-die", "only one die counts beside the d20")
# What the GM of any family may add by hand, and what only some families have.
NUMBERS_BY_HAND: tuple[Effect, ...] = (
    *(Flat(value, "attack") for value in (1, 2, 4, -1, -2, -4, -5)),
    *(Flat(value, "ac") for value in (1, 2, 4, 5, 8, -2)),
    *(Flat(value, "damage") for value in (1, 2, 4, -2)),
)
STANDARD_BY_HAND: tuple[Effect, ...] = (Advantage("attack"), Disadvantage("attack"))
DICE_BY_HAND: tuple[Effect, ...] = tuple(
    Die(f"{sign}1d{sides}", "attack") for sides in (4, 6, 8, 10, 12) for sign in ("", "-")
)
MISS_BY_HAND: tuple[Effect, ...] = (MissChance(20), MissChance(50))


class Reasons(msgspec.Struct, frozen=True):
    """A family's reasons for setting advantage or disadvantage aside, by the kind that is set aside.

    Attributes:
        removed: The request removes it from the roll (P7).
        cancelled: The roll has the other kind as well.
        surplus: The roll has it already.
        overridden: An effect of the other kind overrides cancelling (E14). None where no effect can.
    """

    removed: Mapping[str, str]
    cancelled: Mapping[str, str]
    surplus: Mapping[str, str]
    overridden: Mapping[str, str] | None = None


REASONS = Reasons(
    removed={kind: REMOVED(kind=KINDS[kind]) for kind in OPPOSITE},
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
            label = step(case, [one for one in findings if one.on], label)
        return label

    return walk


# --- steps ------------------------------------------------------------------------------------------------------------


def no_part(effects: tuple[type, ...], why: str) -> Step:
    """A step: effects that the family does not know are set aside."""

    def step(case: Case, findings: Sequence[Finding], label: str) -> str:
        set_aside([one for one in findings if isinstance(one.effect, effects)], why)
        return label

    return step


def only_best(
    group: Callable[[Finding], Hashable | None],
    worth: Callable[[Finding], float],
    why: str | Callable[[Finding], str],
) -> Step:
    """A step: of each group the best modifier counts, the first of equals. What has no group counts by itself.

    `why` is the reason for the others, or makes it from the best one.
    """

    def step(case: Case, findings: Sequence[Finding], label: str) -> str:
        groups: dict[Hashable, list[Finding]] = {}
        for finding in findings:
            name = group(finding)
            if name is not None:
                groups.setdefault(name, []).append(finding)
        for found in groups.values():
            if len(found) > 1:
                best = max(found, key=worth)
                set_aside([one for one in found if one is not best], why if isinstance(why, str) else why(best))
        return label

    return step


def one_kind(reasons: Reasons) -> Step:
    """A step: advantage and disadvantage cancel, and several of one kind are one. It labels the roll.

    The roll may have been made with either. Of several of one kind the first in the ruleset's order counts.
    """

    def step(case: Case, findings: Sequence[Finding], label: str) -> str:
        sides = {kind: [one for one in findings if side(one) == kind] for kind in OPPOSITE}
        mode, has = dice.own_mode(case.request.roll), list[str]()
        for kind, found in sides.items():
            if removed(case.request, kind):
                set_aside(found, reasons.removed[kind])
            elif found or mode == kind:
                has.append(kind)
        if len(has) == 2:
            has = _cancelled(sides, reasons)
        if not has:
            return label
        first_of(sides[has[0]], reasons.surplus[has[0]])
        return has[0]

    return step


def _cancelled(sides: Mapping[str, list[Finding]], reasons: Reasons) -> list[str]:
    """Set both kinds aside, or the one that the other overrides; return what is left."""
    insisting = [kind for kind, found in sides.items() if any(one.insists for one in found)]
    if reasons.overridden is not None and len(insisting) == 1:
        loser = OPPOSITE[insisting[0]]
        set_aside(sides[loser], reasons.overridden[loser])
        return insisting
    for kind, found in sides.items():
        set_aside(found, reasons.cancelled[kind])
    return []


# --- what steps are made of -------------------------------------------------------------------------------------------


def set_aside(found: Iterable[Finding], why: str) -> None:
    """Set findings aside, with the reason."""
    for finding in found:
        finding.set_aside(why)


def first_of(found: Sequence[Finding], why: str) -> None:
    """Keep only the first finding, in the ruleset's order; set the others aside."""
    for finding in found[1:]:
        finding.set_aside(ONE_GIVES_IT(law=why, title=found[0].rule.title))


def single(dice: str) -> bool:
    """Return whether dice are one die to add or subtract, in the one spelling of `roll.spelled`.

    >>> single("1d6"), single("-1d10"), single("2d6")
    (True, True, False)
    """
    return re.fullmatch(r"-?1d[1-9]\d?", dice) is not None


def removed(request: Evaluate, kind: str) -> bool:
    """Return whether the request removes this kind, advantage or disadvantage, from the roll (P7)."""
    return request.removesAdvantage if kind == "advantage" else request.removesDisadvantage


def side(finding: Finding) -> str | None:
    """Return the kind that a finding gives in full: advantage, disadvantage or neither."""
    if isinstance(finding.effect, Advantage):
        return "advantage"
    return "disadvantage" if isinstance(finding.effect, Disadvantage) else None
