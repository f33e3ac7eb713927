"""The exact chance to hit, compared with a count of all results of the dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.rules.roll import Keep, to_hit

NEEDS = st.integers(-5, 30)


def hits(face: int, score: int, need: int) -> bool:
    return face == 20 or (face != 1 and score >= need)


def share(outcomes: list[bool]) -> float:
    return float(Fraction(sum(outcomes), len(outcomes)))


@pytest.mark.parametrize(
    ("need", "chance"), [(11, 0.5), (2, 0.95), (1, 0.95), (-40, 0.95), (20, 0.05), (21, 0.05), (1e6, 0.05), (10.5, 0.5)]
)
def test_one_d20(need: float, chance: float) -> None:
    assert to_hit(need) == chance


def test_the_worked_example_of_partial_advantage() -> None:
    assert to_hit(11, die=4) == 0.625


@given(need=NEEDS)
def test_d20_and_a_d4(need: int) -> None:
    both = list(product(range(1, 21), range(1, 5)))
    assert to_hit(need, die=4) == share([hits(face, face + four, need) for face, four in both])
    assert to_hit(need, die=-4) == share([hits(face, face - four, need) for face, four in both])


@given(need=NEEDS)
def test_two_d20(need: int) -> None:
    pairs = list(product(range(1, 21), repeat=2))
    assert to_hit(need, dice=2, keep="highest") == share([hits(max(p), max(p), need) for p in pairs])
    assert to_hit(need, dice=2, keep="lowest") == share([hits(min(p), min(p), need) for p in pairs])


@given(need=NEEDS)
def test_a_pool_hits_with_any_of_its_dice(need: int) -> None:
    threes = product(range(1, 21), repeat=3)
    assert to_hit(need, dice=3) == share([any(hits(face, face, need) for face in faces) for faces in threes])


@given(need=NEEDS, miss=st.sampled_from([0, 20, 50, 100]))
def test_a_miss_chance_is_rolled_apart(need: int, miss: int) -> None:
    assert to_hit(need, miss=miss) == pytest.approx(to_hit(need) * (1 - miss / 100), abs=1e-15)


@given(need=NEEDS, keep=st.sampled_from([None, "highest", "lowest"]), die=st.sampled_from([0, 4, -4]))
def test_a_harder_target_is_never_easier_to_hit(need: int, keep: Keep | None, die: int) -> None:
    easier, harder = (to_hit(n, die=die, dice=2, keep=keep) for n in (need, need + 1))
    assert 0 < harder <= easier < 1


def test_no_dice_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one d20, not 0"):
        to_hit(10, dice=0)
