"""The odds of an attack: the exact probability of a hit, and how much each modifier changes it.

The probability is counted face by face. A natural 20 always hits and a natural 1 always misses (System Reference
Documents 3.5, 5.1 and 5.2.1, and Pathfinder's first edition, each under "Attack Roll"). Dice beside the d20 are added
before the comparison; the spread of their sum is the convolution of theirs. A die that is subtracted is ignored for a
natural 20 (Partial Disadvantage), which changes no probability, because a natural 20 hits anyway. Several d20s are
independent of each other and share the dice beside them. So for each sum of these, a pool that hits with any of its
d20s, and two d20s of which one counts, are powers of the single d20's probability.

Pathfinder's second edition has four degrees (Player Core, "Step 4: Determine the Degree of Success"): ten more than the
armour class is a critical hit, ten less a critical miss. A natural 20 is one degree better than the total says and a
natural 1 one degree worse, so a natural 20 may miss and a natural 1 may hit.

Savage Worlds rolls a trait die, and a wild die beside it, of which the better counts; a die that shows its highest face
is rolled again and adds up (SWADE, "Trait Tests", "Aces"). Four more than the target number is a raise. If both show a
1 the roll fails whatever is added ("Critical Failure").

Lancer adds the highest of several d6 to its d20, or takes it away: accuracy and difficulty cancel one by one. Only the
total counts there ("Accuracy and Difficulty").

A player who may not know an armour class reads the chance in eleven steps (`step`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from coign.protocol import Contribution, Damage, Forbid, Movement, Note, Outcome, Permit
from coign.rules.roll import Keep
from coign.rules.rule import Finding

STEPS = 10
_FACES = range(1, 21)
_SURE, _HOPELESS = -100, 140  # beyond these no die changes the result; they keep the cache small
_DEGREE = 10  # Pathfinder 2: so far above or below the armour class the degree changes


class Fortune(NamedTuple):
    """The rerolls that a creature of fifth edition may make with its d20s. `to_hit` assumes that it makes them.

    Attributes:
        third: with advantage, it rolls the lower die again (Elven Accuracy): three dice, of which the highest counts.
        lucky: of the dice that show a 1, it rolls one again (a halfling's luck).
    """

    third: bool = False
    lucky: bool = False


PLAIN = Fortune()


def to_hit(
    need: float,
    *,
    beside: tuple[int, ...] = (),
    dice: int = 1,
    keep: Keep | None = None,
    miss: int = 0,
    twice: bool = False,
    degrees: bool = False,
    fortune: Fortune = PLAIN,
) -> float:
    """Return the probability (0 to 1) that an attack hits.

    Args:
        need: The armour class less every bonus: the number that the d20 must show.
        beside: The sides of each die beside the d20, negative if it is subtracted.
        dice: The number of d20s. Any of them may hit unless `keep="lowest"`, for which the worst one counts.
        keep: Which of the d20s counts; "highest" is the same as any.
        miss: A miss chance in percent, rolled separately.
        twice: Whether it is rolled twice, so that only two misses are a miss.
        degrees: Whether a natural 20 and a natural 1 move the result by one degree, and decide no more than that.
        fortune: What the attacker does with its d20s.

    >>> to_hit(11), to_hit(11, beside=(4,)), to_hit(11, dice=2, keep="highest")
    (0.5, 0.625, 0.75)
    >>> to_hit(40), to_hit(40, degrees=True), to_hit(-20, degrees=True)
    (0.05, 0.0, 1.0)
    """
    if dice < 1:
        raise ValueError(f"an attack rolls at least one d20, not {dice}")
    third = fortune.third and dice == 2 and keep == "highest"
    rolled = _Dice(tuple(sorted(beside)), 3 if third else dice, keep, fortune.lucky and not degrees)
    return _hitting(_whole(need), rolled, degrees, miss, twice)


def critically(need: float, *, beside: tuple[int, ...] = (), dice: int = 1, keep: Keep | None = None) -> float:
    """Return the probability of a critical hit in four degrees: a degree better than a hit.

    >>> critically(11), critically(1), critically(40)
    (0.05, 0.5, 0.0)
    """
    return float(_share(_whole(need), _Dice(tuple(sorted(beside)), dice, keep), True, 2))


def acing(need: float, dice: tuple[int, ...], *, beside: tuple[int, ...] = ()) -> float:
    """Return the probability that the better of these dice comes to `need`, where each adds up while it shows its most.

    `beside`: the sides of further dice in the sum, which are rolled once; negative if they are subtracted.

    >>> acing(4, (6,)), acing(4, (6, 6)), acing(8, (6,)) == 5 / 36, acing(-3, (8, 6)) == 1 - 1 / 48
    (0.5, 0.75, True, True)
    """
    spread = _spread(tuple(sorted(beside)))
    shares = (ways * _of_aces(_whole(need) - extra, dice) for extra, ways in spread.items())
    return float(sum(shares, Fraction(0)) / spread.total())


def by_total(need: float, *, accuracy: int = 0, beside: tuple[int, ...] = ()) -> float:
    """Return the probability that a d20 comes to `need` with the highest of so many d6, which no single face decides.

    `accuracy` below 0 is difficulty: the highest d6 is subtracted.

    >>> by_total(11), by_total(1), by_total(21), by_total(11, accuracy=1), by_total(11, accuracy=-1)
    (0.5, 1.0, 0.0, 0.675, 0.325)
    """
    whole, spread = Fraction(0), _spread(tuple(sorted(beside)))
    sixes, number = (1 if accuracy > 0 else -1), abs(accuracy)
    highest = {sixes * face: face**number - (face - 1) ** number for face in range(1, 7)} if number else {0: 1}
    for extra, ways in spread.items():
        for six, more in highest.items():
            hits = sum(face + extra + six >= _whole(need) for face in _FACES)
            whole += Fraction(hits * ways * more, len(_FACES))
    return float(whole / (spread.total() * sum(highest.values())))


def hits(face: int, score: float, need: float, *, degrees: bool = False) -> bool:
    """Return whether a d20 that shows `face` hits; `score` is the face with the die beside it."""
    if degrees:
        return degree(face, score, need) > 0
    return face == 20 or (face != 1 and score >= need)


def degree(face: int, score: float, need: float) -> int:
    """Return the degree of success: 2 critical success, 1 success, 0 failure, -1 critical failure.

    >>> degree(10, 10, 10), degree(20, 20, 10), degree(20, 20, 30), degree(1, 1, -9), degree(10, 10, 20)
    (1, 2, 0, 1, -1)
    """
    by_total = (score >= need) + (score >= need + _DEGREE) - (score <= need - _DEGREE)
    return min(2, max(-1, by_total + (face == 20) - (face == 1)))


def step(chance: float) -> int:
    """Return a chance in eleven steps, from 0 (none) to 10 (certain), which only what is impossible or certain has.

    >>> [step(chance) for chance in (0, 0.05, 0.5, 0.65, 0.95, 1)]
    [0, 1, 5, 7, 9, 10]
    """
    if chance in (0, 1):
        return STEPS * int(chance)
    return min(STEPS - 1, max(1, math.floor(chance * STEPS + 0.5)))


def with_contributions(
    outcome: Outcome, findings: Sequence[Finding], before: Sequence[Finding], again: Callable[[list[Finding]], Outcome]
) -> Outcome:
    """Return an outcome whose chance says what each modifier that counts adds to it, the largest part first.

    It is the difference to the chance without that modifier. What the modifier had set aside may count then.

    Args:
        outcome: The outcome of all.
        findings: What was found, as the law left it.
        before: The same in the same order, before the law set anything aside.
        again: Judges a list of findings again.
    """
    whole = outcome.chance
    if whole is None:
        return outcome
    parts = []
    for nth, finding in enumerate(findings):
        rest = [copy(finding) for place, finding in enumerate(before) if place != nth]
        without = again(rest).chance if finding.on else None
        points = 0.0 if without is None else round(whole.after - without.after, 6)
        if points:
            parts.append(Contribution(finding.rule.modifier, points))
    parts.sort(key=lambda part: -abs(part.points))
    return replace(outcome, chance=replace(whole, because=tuple(parts)))


def with_shares(outcome: Outcome, before: Sequence[Finding], again: Callable[[list[Finding]], Outcome]) -> Outcome:
    """Return an outcome whose chance says the share of each modifier in what all of them change, the largest first.

    A share is what the modifier adds to those that came before it, as the mean over all orders in which they may come
    (Shapley's value). So the shares add up to the whole, whatever sets aside or cancels what. The first eight are
    counted so, and the rest together.

    Args:
        outcome: The outcome of all.
        before: What was found, before the law set anything aside.
        again: Judges a list of findings again.
    """
    whole = outcome.chance
    if whole is None:
        return outcome
    places = [
        place for place, finding in enumerate(before) if finding.on and not isinstance(finding.effect, _WITHOUT_ODDS)
    ]
    players, left_out = places[:MOST_SHARES], set(places)

    def chance_with(some: int) -> float:
        """Return the chance with the players whose bits are set."""
        if some == (1 << len(places)) - 1:  # all of them: that is the outcome itself
            return whole.after
        present = {place for nth, place in enumerate(players) if some >> nth & 1}
        outcome = again(
            [copy(finding) for place, finding in enumerate(before) if place in present or place not in left_out]
        )
        return 0.0 if outcome.chance is None else outcome.chance.after

    chances = [chance_with(some) for some in range(1 << len(players))] if players else []
    shares: dict[str, float] = {}
    for nth, place in enumerate(players):
        name = before[place].rule.modifier
        shares[name] = shares.get(name, 0.0) + _mean_gain(chances, nth, len(players))
    shares[""] = whole.after - whole.before - math.fsum(shares.values())
    parts = [Contribution(name, points) for name, points in shares.items() if abs(points) > _NOTHING]
    return replace(outcome, chance=replace(whole, shares=tuple(sorted(parts, key=lambda part: -abs(part.points)))))


MOST_SHARES = 8
_NOTHING = 1e-12
_WITHOUT_ODDS = (Damage, Forbid, Movement, Note, Permit)


def _mean_gain(chances: Sequence[float], nth: int, count: int) -> float:
    """Return what one of `count` players adds, over all orders, from the chances by the bits of who is there."""
    gains = (
        (chances[some | 1 << nth] - chances[some]) / (count * math.comb(count - 1, some.bit_count()))
        for some in range(len(chances))
        if not some >> nth & 1
    )
    return math.fsum(gains)


def _whole(need: float) -> int:
    return math.ceil(min(max(need, _SURE), _HOPELESS))


class _Dice(NamedTuple):
    """The dice of a roll: the sides of those beside the d20s, the number of d20s, and which of them counts."""

    beside: tuple[int, ...]
    dice: int
    keep: Keep | None
    lucky: bool = False


@cache
def _hitting(need: int, rolled: _Dice, degrees: bool, miss: int, twice: bool) -> float:
    """Return the probability of a hit with a miss chance in percent."""
    missed = Fraction(miss, 100) ** (2 if twice else 1)
    return float(_share(need, rolled, degrees, 1) * (1 - missed))


@cache
def _share(need: int, rolled: _Dice, degrees: bool, least: int) -> Fraction:
    """Return the share of all results of the dice that hit; in four degrees, of those that are `least` or better."""
    whole = Fraction(0)
    spread = _spread(rolled.beside)
    for extra, ways in spread.items():
        if degrees:
            hit_faces = sum(degree(face, face + extra, need) >= least for face in _FACES)
        else:
            hit_faces = sum(hits(face, face + extra, need) for face in _FACES)
        whole += ways * _of_several(Fraction(hit_faces, len(_FACES)), rolled)
    return whole / spread.total()


def _of_several(share: Fraction, rolled: _Dice) -> Fraction:
    """Return the share of results that hit with several d20s, from that of one of them.

    A lucky creature rolls one 1 again, which would miss. With any die that may hit, that adds the results that missed
    with a 1 among them; with the worst of two, those of which one is a 1 and the other one hits.
    """
    face_share, missed, number = Fraction(1, len(_FACES)), 1 - share, rolled.dice
    if rolled.keep == "lowest":
        return share**number + (number * face_share * share**number if rolled.lucky else 0)
    again = missed**number - (missed - face_share) ** number if rolled.lucky else 0
    return 1 - missed**number + again * share


def _of_aces(need: int, dice: tuple[int, ...]) -> Fraction:
    """Return the share of results of which the better die comes to `need`. Two dice that both show a 1 never do."""
    missed = ones = Fraction(1)
    for sides in dice:
        missed *= 1 - _of_ace(need, sides)
        ones /= sides
    return 1 - missed - (ones if need <= 1 < len(dice) else 0)


def _of_ace(need: int, sides: int) -> Fraction:
    """Return the share of results of one die that come to `need`: as many aces as it takes, and the rest."""
    aces, rest = divmod(max(need, 1) - 1, sides)
    return Fraction(sides - rest, sides ** (aces + 1))


@cache
def _spread(beside: tuple[int, ...]) -> Counter[int]:
    """Return how many results of these dice have each sum."""
    spread = Counter({0: 1})
    for size in filter(None, beside):
        sign = 1 if size > 0 else -1
        more: Counter[int] = Counter()
        for total, ways in spread.items():
            for value in range(1, abs(size) + 1):
                more[total + sign * value] += ways
        spread = more
    return spread
