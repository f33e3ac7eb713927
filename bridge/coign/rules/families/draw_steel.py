"""The law of Draw Steel: edges and banes on a power roll, and its tier.

Source: Draw Steel: Heroes, "Edges and Banes"; the words are ours. Of edges two count, and of banes two. What is left is
an edge (+2), a double edge (a tier more), a bane (-2) or a double bane (a tier less). The system's own edges and banes
are in the roll already, and ours are counted beside them.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from coign.protocol import (
    Advantage,
    Bane,
    Damage,
    Die,
    Disadvantage,
    Edge,
    FlatCheck,
    HandEffect,
    MissChance,
    Outcome,
    Pool,
    Tiers,
    Total,
)
from coign.rules import outcome, power
from coign.rules.case import Case
from coign.rules.families.stacking import no_part, set_aside, stack
from coign.rules.phrases import fixed
from coign.rules.rule import ATTACKS, Finding, Law

NO_PART = fixed("edges-and-banes-only", "this rule system has edges and banes instead")
NO_MORE = {
    Edge: fixed("two-edges", "two edges are the most that count"),
    Bane: fixed("two-banes", "two banes are the most that count"),
}
LABELS = {2: "double edge", 1: "edge", 0: "plain", -1: "bane", -2: "double bane"}
BALANCES = {label: balance for balance, label in LABELS.items()}


def _two_of_each(case: Case, findings: Sequence[Finding], label: str) -> str:
    """Leave as many edges and banes as count beside the roll's own, and label what they come to."""
    counts = []
    for kind, own in zip((Edge, Bane), power.own(case), strict=True):
        found = [one for one in findings if isinstance(one.effect, kind)]
        room = max(0, power.MOST - own)
        set_aside(found[room:], NO_MORE[kind])
        counts.append(own + len(found[:room]))
    return LABELS[power.balance(*counts)]


def conclude(case: Case, findings: list[Finding], label: str) -> Outcome:
    """Return the total and tier of the roll with the edges and banes that count."""
    if label == "blocked":
        return outcome.with_notes(Outcome(label=label), *outcome.notes(findings))
    flat = outcome.flats(findings)
    before, was = power.as_made(case)
    after, tier = power.made(_with(case, outcome.added(flat, case.request.occasion)), BALANCES[label])
    natural = power.natural(case)
    rolled = case.request.roll is not None and before.before is not None
    result = Outcome(
        label=label,
        flat=flat,
        total=Total(before.before, after) if rolled else None,
        tiers=Tiers(was.before, tier) if tier is not None else None,
        critical=natural is not None
        and natural >= power.CRITICAL
        and case.request.occasion in ATTACKS
        and not case.ability("maneuver"),
    )
    return outcome.with_standing(outcome.with_notes(result, *outcome.notes(findings)), *outcome.standing(findings))


def _with(case: Case, bonus: int) -> Case:
    """Return the case with a bonus in its roll."""
    roll = case.request.roll
    if roll is None or roll.total is None or not bonus:
        return case
    request = msgspec.structs.replace(case.request, roll=msgspec.structs.replace(roll, total=roll.total + bonus))
    return msgspec.structs.replace(case, request=request)


DRAW_STEEL = Law(
    stack(no_part((Advantage, Disadvantage, Die, Pool, MissChance, FlatCheck, Damage), NO_PART), _two_of_each),
    conclude,
    "draw-steel",
    (*(label for label in BALANCES), "blocked"),
    (
        HandEffect("edge", "attack"),
        HandEffect("bane", "attack"),
        HandEffect("flat", "attack", (-30, 30), (-2, -1, 1, 2)),
        HandEffect("flat", "damage", (-30, 30), (2,)),
    ),
)
