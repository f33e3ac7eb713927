"""What the modifiers of a roll come to, beside its total."""

from __future__ import annotations

import pytest

from coign.protocol import Advantage, Damage, Effect, Flat, FlatTotals, MissChance, Modifier, Movement, Outcome
from coign.protocol.rulings import PoolChange, SecondDie, State
from coign.rules.effects import follows


def modifier(effect: Effect, state: State = "on") -> Modifier:
    return Modifier("one", "R1", "One", effect, state, "a reason")


@pytest.mark.parametrize(
    ("outcome", "effects", "said"),
    [
        (Outcome(flat=FlatTotals(ac=2)), [Flat(2, "ac")], []),
        (Outcome(flat=FlatTotals(ac=4)), [Flat(2, "ac"), Flat(2, "ac")], ["+4 AC"]),
        (
            Outcome(flat=FlatTotals(attack=-2, ac=2)),
            [Flat(2, "ac"), Flat(2, "attack"), Flat(-4, "attack")],
            ["-2 attack"],
        ),
        (Outcome(flat=FlatTotals(ac=0)), [Flat(2, "ac"), Flat(-2, "ac")], []),
        (Outcome(keep="highest"), [Advantage("attack")], ["two dice, the higher counts"]),
        (Outcome(keep="highest", second=SecondDie("1d20", "highest", 12)), [Advantage("attack")], []),
        (Outcome(pool=PoolChange(1, 2, "lowest")), [], ["2d20 instead of 1d20", "two dice, the lower counts"]),
        (Outcome(pool=PoolChange(1, 1)), [], []),
        (Outcome(miss_chance=20), [MissChance(20)], []),
        (Outcome(miss_chance=36), [MissChance(20), MissChance(20)], ["36 % miss chance"]),
        (Outcome(damage="+1d3"), [Damage("+1d3")], ["+1d3 damage"]),
        (Outcome(damage="+2", flat=FlatTotals(damage=2)), [Advantage("attack")], ["+2 damage"]),
        (Outcome(movement=0.5), [Movement(0.5)], []),
        (Outcome(movement=0.25), [Movement(0.5), Movement(0.5)], ["movement × 0.25"]),
    ],
)
def test_what_a_single_line_says_is_not_said_again(outcome: Outcome, effects: list[Effect], said: list[str]) -> None:
    assert list(follows(outcome, map(modifier, effects))) == said


def test_a_modifier_that_does_not_count_says_nothing_of_a_sum() -> None:
    found = follows(Outcome(flat=FlatTotals(ac=2)), [modifier(Flat(2, "ac")), modifier(Flat(2, "ac"), "off")])
    assert found == ()


def test_a_report_says_all_of_it() -> None:
    assert follows(Outcome(flat=FlatTotals(ac=2), miss_chance=20)) == ("+2 AC", "20 % miss chance")
