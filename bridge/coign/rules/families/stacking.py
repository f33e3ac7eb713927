"""Steps that the laws of all families share: set modifiers aside, with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from coign.protocol import Advantage, Die, Disadvantage, Effect, Evaluate, Flat, MissChance
from coign.rules.phrases import Template, fixed
from coign.rules.rule import Finding

ONE_GIVES_IT = Template("one-gives-it", "{law}, and {title} gives it")
KINDS = {
    kind: fixed(kind.replace(" ", "-"), kind)
    for kind in ("advantage", "disadvantage", "partial advantage", "partial disadvantage")
}
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
OPPOSITE = {"advantage": "disadvantage", "disadvantage": "advantage"}


def set_aside(found: Iterable[Finding], law: str) -> None:
    """Set findings aside; `law` is the reason."""
    for finding in found:
        finding.set_aside(law)


def first_of(found: Sequence[Finding], law: str) -> None:
    """Keep only the first finding, in the ruleset's order; set the others aside."""
    for finding in found[1:]:
        finding.set_aside(ONE_GIVES_IT(law=law, title=found[0].rule.title))


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
