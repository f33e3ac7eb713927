"""The exact probability that an attack hits, counted face by face.

A natural 20 always hits and a natural 1 always misses, in every family (the core rule of all three). A die beside the
d20 is added before the comparison. A die that is subtracted is ignored for a natural 20 (Partial Disadvantage), which
changes no probability, because a natural 20 hits anyway. Several d20s are independent, so a pool that hits with any of
its dice, and two dice of which one counts, are powers of the single die's probability. Nothing is sampled or rounded
before the last step.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from typing import Literal

Keep = Literal["highest", "lowest"]

_FACES = range(1, 21)
_SURE, _HOPELESS = -100, 140  # beyond these no die changes the result; they keep the cache small


def to_hit(need: float, *, die: int = 0, dice: int = 1, keep: Keep | None = None, miss: int = 0) -> float:
    """Return the probability (0 to 1) that an attack hits.

    `need` is the armour class less every bonus: the number that the d20 must show. `die` is the size of a die beside
    the d20, negative if it is subtracted (4: +1d4, -4: -1d4). `dice` is the number of d20s; any of them may hit unless
    `keep="lowest"`, for which the worst one counts ("highest" is the same as any). `miss` is a miss chance in percent,
    rolled separately.
    """
    if dice < 1:
        raise ValueError(f"an attack rolls at least one d20, not {dice}")
    return _to_hit(math.ceil(min(max(need, _SURE), _HOPELESS)), die, dice, keep, miss)


@cache
def _to_hit(need: int, die: int, dice: int, keep: Keep | None, miss: int) -> float:
    one = _one_die(need, die)
    several = one**dice if keep == "lowest" else 1 - (1 - one) ** dice
    return float(several * Fraction(100 - miss, 100))


def _one_die(need: int, die: int) -> Fraction:
    beside = range(1, abs(die) + 1) if die else (0,)
    sign = 1 if die >= 0 else -1
    hits = sum(_hits(face, face + sign * extra, need) for face in _FACES for extra in beside)
    return Fraction(hits, len(_FACES) * len(beside))


def _hits(face: int, score: int, need: int) -> bool:
    return face == 20 or (face != 1 and score >= need)
