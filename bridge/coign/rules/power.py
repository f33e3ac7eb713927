"""Power rolls: two d10 and bonuses, edges and banes, and the tier that comes of them.

Source: Draw Steel: Heroes, "Power Rolls", "Edges and Banes"; the words are ours. The total is of tier 1 up to 11, of
tier 2 from 12 and of tier 3 from 17. One edge more than banes adds 2, two more raise the tier by one; one bane more
takes 2, two more lower the tier by one. More than two of a kind are two. A natural 19 or 20 is of tier 3.

>>> balance(2, 1), balance(3, 1), balance(2, 2)
(1, 1, 0)
>>> total(10, 1), total(10, 2), tier(10, natural=8, balance=1), tier(10, natural=8, balance=2)
(12, 10, 2, 2)
>>> tier(3, natural=19, balance=-2)
3
"""

from __future__ import annotations

from coign.protocol import Bane, Edge, Tiers, Total
from coign.rules import roll as dice
from coign.rules.case import Case

MOST = 2  # edges or banes that count
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


def own(case: Case) -> tuple[int, int]:
    """Return the edges and banes of the roll against the target."""
    defence = case.request.defence.get(case.target.id)
    return (defence.edges, defence.banes) if defence is not None else (0, 0)


def made(case: Case, balance: int) -> tuple[float | None, int | None]:
    """Return the total and tier of the case's roll with so many more edges than banes; None if they are not known."""
    roll = case.request.roll
    if roll is None or roll.total is None:
        return None, None
    faces = dice.kept(roll)
    known = len(faces) >= 2
    return total(roll.total, balance), tier(roll.total, sum(faces), balance) if known else None


def as_made(case: Case) -> tuple[Total, Tiers]:
    """Return the total and tier of the roll as it was made against the target, each as what was before."""
    before, was = made(case, balance(*own(case)))
    return Total(before), Tiers(was)


def without(case: Case, effects: list[Edge | Bane]) -> tuple[int, int]:
    """Return the roll's edges and banes against the target without those that were put in."""
    edges, banes = own(case)
    fewer = sum(isinstance(one, Edge) for one in effects)
    return max(0, edges - fewer), max(0, banes - (len(effects) - fewer))


def natural(case: Case) -> int | None:
    """Return the sum of the dice that count; None without a roll."""
    roll = case.request.roll
    faces = dice.kept(roll) if roll is not None else ()
    return sum(faces) if faces else None
