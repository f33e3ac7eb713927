"""Steps that the laws of all families share: set modifiers aside, with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from coign.protocol import Advantage, Disadvantage, Evaluate
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
OPPOSITE = {"advantage": "disadvantage", "disadvantage": "advantage"}


def set_aside(found: Iterable[Finding], law: str) -> None:
    """Set findings aside; `law` is the reason."""
    for finding in found:
        finding.set_aside(law)


def first_of(found: Sequence[Finding], law: str) -> None:
    """Keep only the first finding, in the ruleset's order; set the others aside."""
    for finding in found[1:]:
        finding.set_aside(ONE_GIVES_IT(law=law, title=found[0].rule.title))


def removed(request: Evaluate, kind: str) -> bool:
    """Return whether the request removes this kind, advantage or disadvantage, from the roll (P7)."""
    return request.removesAdvantage if kind == "advantage" else request.removesDisadvantage


def side(finding: Finding) -> str | None:
    """Return the kind that a finding gives in full: advantage, disadvantage or neither."""
    if isinstance(finding.effect, Advantage):
        return "advantage"
    return "disadvantage" if isinstance(finding.effect, Disadvantage) else None
