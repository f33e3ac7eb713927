"""The law of Draw Steel: edges and banes on a power roll of two d10, and its tier.

Source: Draw Steel: Heroes, "Power Rolls", "Edges and Banes"; the words are ours. The total is of tier 1 up to 11, of
tier 2 from 12 and of tier 3 from 17; a natural 19 or 20 is of tier 3. Of edges two count, and of banes two. What is
left is an edge (+2), a double edge (a tier more), a bane (-2) or a double bane (a tier less). The system's own edges
and banes are in the roll already, and ours are counted beside them.

>>> balance(2, 1), balance(3, 1), balance(2, 2)
(1, 1, 0)
>>> total(10, 1), total(10, 2), tier(10, natural=8, balance=1), tier(10, natural=8, balance=2)
(12, 10, 2, 2)
>>> tier(3, natural=19, balance=-2)
3
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from coign.protocol import (
    Advantage,
    Bane,
    Chance,
    Damage,
    Die,
    Disadvantage,
    Edge,
    FlatCheck,
    Forbid,
    HandEffect,
    MissChance,
    Outcome,
    Pool,
    Tiers,
    Total,
)
from coign.rules import outcome
from coign.rules import roll as dice
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
MOST = 2  # edges or banes that count
SIDES = 10
PER_EDGE = 2
TIERS = (12, 17)  # the least totals of tiers 2 and 3
CRITICAL = 19  # the least natural roll that is of tier 3


def balance(edges: int, banes: int) -> int:
    """Return the edges less the banes, from -2 (a double bane) to 2 (a double edge)."""
    return min(edges, MOST) - min(banes, MOST)


def total(base: float, balance: int) -> float:
    """Return the total of a roll whose sum without edges and banes is `base`."""
    return base + PER_EDGE * balance if abs(balance) == 1 else base


def tier(base: float, natural: int, balance: int) -> int:
    """Return the tier, from 1 to 3. `natural` is the sum of the two dice."""
    if natural >= CRITICAL:
        return len(TIERS) + 1
    reached = 1 + sum(total(base, balance) >= least for least in TIERS)
    step = balance // MOST if balance > 0 else -(-balance // MOST)
    return min(len(TIERS) + 1, max(1, reached + step))


def odds(bonus: float, balance: int) -> tuple[float, float, float]:
    """Return the probabilities of the three tiers of a power roll with this bonus, in their order.

    >>> odds(2, 0), odds(2, 1)
    ((0.36, 0.43, 0.21), (0.21, 0.43, 0.36))
    """
    naturals = [first + second for first, second in product(range(1, SIDES + 1), repeat=2)]
    tiers = [tier(natural + bonus, natural, balance) for natural in naturals]
    one, two, three = (tiers.count(each) / len(tiers) for each in (1, 2, 3))
    return one, two, three


def own(case: Case) -> tuple[int, int]:
    """Return the edges and banes of the roll against the target."""
    return case.defence.edges, case.defence.banes


def made(case: Case, balance: int, plus: int = 0) -> tuple[float | None, int | None]:
    """Return the total and tier of the case's roll with so many more edges than banes; None if they are not known.

    `plus` is added to the sum.
    """
    roll = case.request.roll
    if roll is None or roll.total is None:
        return None, None
    base, faces = roll.total + plus, dice.kept(roll)
    return total(base, balance), tier(base, sum(faces), balance) if len(faces) >= 2 else None


def as_made(case: Case) -> tuple[float | None, int | None]:
    """Return the total and tier of the roll as it was made against the target."""
    return made(case, balance(*own(case)))


def without(case: Case, effects: list[Edge | Bane]) -> tuple[int, int]:
    """Return the roll's edges and banes against the target without those that were put in."""
    edges, banes = own(case)
    fewer = sum(isinstance(effect, Edge) for effect in effects)
    return max(0, edges - fewer), max(0, banes - (len(effects) - fewer))


# --- the law ----------------------------------------------------------------------------------------------------------


def _two_of_each(case: Case, findings: Sequence[Finding], label: str) -> str:
    """Leave as many edges and banes as count beside the roll's own, and label what they come to."""
    counts = []
    for kind, has in zip((Edge, Bane), own(case), strict=True):
        matches = [finding for finding in findings if isinstance(finding.effect, kind)]
        room = max(0, MOST - has)
        set_aside(matches[room:], NO_MORE[kind])
        counts.append(has + len(matches[:room]))
    return LABELS[balance(*counts)]


def conclude(case: Case, findings: list[Finding], label: str) -> Outcome:
    """Return the total and tier of the roll with the edges and banes that count."""
    if label == "blocked":
        return outcome.with_notes(Outcome(label=label), *outcome.notes(findings))
    flat, roll = outcome.flats(findings), case.request.roll
    before, was = as_made(case)
    after, tier = made(case, BALANCES[label], outcome.added(flat, case.request.occasion))
    natural = sum(dice.kept(roll)) if roll is not None else 0
    result = Outcome(
        label=label,
        flat=flat,
        total=Total(before, after) if before is not None else None,
        forbids=outcome.named(findings, Forbid),
        tiers=Tiers(was, tier) if tier is not None else None,
        critical=natural >= CRITICAL and case.request.occasion in ATTACKS and not case.ability("maneuver"),
        chance=_chance(case, BALANCES[label], flat.attack),
    )
    return outcome.with_standing(outcome.with_notes(result, *outcome.notes(findings)), *outcome.standing(findings))


def _chance(case: Case, with_all: int, plus: int) -> Chance | None:
    """Return the chance of tier 2 or better, and of each tier; None if the bonus is not known."""
    bonus = outcome.attack_bonus(case)
    if bonus is None or case.request.occasion not in ATTACKS:
        return None
    before, after = odds(bonus, balance(*own(case))), odds(bonus + plus, with_all)
    return Chance(before=round(1 - before[0], 2), after=round(1 - after[0], 2), tiers=after)


DRAW_STEEL = Law(
    stack(no_part((Advantage, Disadvantage, Die, Pool, MissChance, FlatCheck, Damage), NO_PART), _two_of_each),
    conclude,
    "draw-steel",
    (*(label for label in BALANCES), "blocked"),
    (
        HandEffect("edge", "attack"),
        HandEffect("bane", "attack"),
        HandEffect("flat", "attack", (-30, 30), (-2, 2)),
        HandEffect("flat", "damage", (-30, 30)),
    ),
)
