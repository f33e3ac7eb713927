"""Distance, adjacency, reach and short range of one attack."""

from __future__ import annotations

import pytest

from coign.protocol import Attack, Reach
from support.maps import draw
from support.scenes import BOW, MELEE, facts

ROW = ("+ + + +", " A   B ", "+ + + +")


@pytest.mark.parametrize(
    ("attack", "in_reach", "in_short_range"),
    [
        (MELEE, False, None),
        (Attack(kind="melee", reach=10), True, None),
        (Attack(kind="melee", reach=9.5), False, None),
        (BOW, None, None),
        (Attack(kind="ranged", range=Reach(10, 30)), None, True),
        (Attack(kind="ranged", range=Reach(5, 30)), None, False),
        (Attack(kind="ranged", range=Reach(None, 30)), None, None),
    ],
)
def test_reach_is_melees_and_short_range_is_ranged(
    attack: Attack, in_reach: bool | None, in_short_range: bool | None
) -> None:
    found = facts(draw(*ROW), attack=attack).range
    assert (found.distance, found.adjacent) == (10, False)
    assert (found.in_reach, found.in_short_range) == (in_reach, in_short_range)


def test_reach_is_the_attacks_else_the_tokens_else_one_space() -> None:
    assert facts(draw(*ROW, tokens={"A": {"coign": {"reach": 10}}}), attack=MELEE).range.in_reach is True
    ten = Attack(kind="melee", reach=5)
    assert facts(draw(*ROW, tokens={"A": {"coign": {"reach": 10}}}), attack=ten).range.in_reach is False
    bare = draw("+ + +", " A B ", "+ + +", grid={"distance": 1.5, "units": "m"})
    del bare["tokens"][0]["coign"]
    sheet = facts(bare, attack=MELEE)
    assert (sheet.range.distance, sheet.range.in_reach) == (1.5, True)
    assert sheet.missing_range() == "reach"


def test_an_unknown_range_is_reported() -> None:
    assert facts(draw(*ROW), attack=BOW).missing_range() == "range"
    assert facts(draw(*ROW), attack=Attack(kind="ranged", range=Reach(10, 30))).missing_range() is None


def test_ten_feet_up_are_two_steps() -> None:
    for up, distance in ((4, 10), (9, 10), (14, 10), (15, 15), (30, 30)):
        assert facts(draw(*ROW, tokens={"B": {"elevation": up}})).range.distance == distance


def test_the_distance_within_one_space_is_0() -> None:
    found = facts(draw("+ +", " A ", "+ +", tokens={"B": {"x": 10, "y": 10}}), attack=MELEE).range
    assert (found.distance, found.adjacent, found.in_reach, found.overlapping) == (0, True, True, True)
