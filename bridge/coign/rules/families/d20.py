"""The law of the d20 family (v3.5, first-edition Pathfinder): numbers from different rules add up.

Of one rule, and of the rules of one group (cover, soft cover, improved cover: C12), the best counts. Of several miss
chances the highest counts, never their sum (C13). The same permission or ban twice is one. No rule gives a die beside
the d20, but a GM may add one. Advantage is no part of this family; added by hand, it is set aside with that reason.
"""

from __future__ import annotations

from collections.abc import Hashable

from coign.protocol import Advantage, Disadvantage, Flat, Forbid, MissChance, Outcome, Permit, Pool
from coign.rules import outcome
from coign.rules import roll as dice
from coign.rules.case import Case
from coign.rules.families.stacking import (
    DICE_BY_HAND,
    MISS_BY_HAND,
    NUMBERS_BY_HAND,
    die_beside,
    no_part,
    one_die,
    only_best,
    stack,
)
from coign.rules.phrases import Template, fixed
from coign.rules.rule import Finding, Law

ONLY_THE_BEST = Template("only-the-best", "only the best counts, and {title} is it")
NUMBERS_ONLY = fixed("numbers-only", "this rule system adds numbers; it has no advantage")


def conclude(case: Case, findings: list[Finding], label: str) -> Outcome:
    """Total the modifiers; the roll keeps the mode in which it was made."""
    mode = dice.own_mode(case.request.roll)
    return outcome.conclude(case, findings, label, mode=mode, die=die_beside(findings))


def _group(finding: Finding) -> Hashable | None:
    """Return the group of which only the best finding counts; None for a finding that counts on its own."""
    effect, rule = finding.effect, finding.rule
    if isinstance(effect, MissChance):
        return "miss chance"
    if isinstance(effect, Permit | Forbid):
        return (type(effect), effect.what)
    if isinstance(effect, Flat) and rule.group:
        return (rule.group, effect.to)
    return None


def _worth(finding: Finding) -> int:
    effect = finding.effect
    if isinstance(effect, Flat):
        return effect.value
    return effect.percent if isinstance(effect, MissChance) else 0


D20 = Law(
    stack(
        no_part((Advantage, Disadvantage, Pool), NUMBERS_ONLY),
        one_die,
        only_best(_group, _worth, lambda best: ONLY_THE_BEST(title=best.title)),
    ),
    conclude,
    "d20",
    by_hand=(*NUMBERS_BY_HAND, *DICE_BY_HAND, *MISS_BY_HAND),
)
