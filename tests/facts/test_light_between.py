"""Dim light and darkness between attacker and target, for tables that count it as concealment (C13)."""

from __future__ import annotations

from typing import Any

import pytest

from coign.figures import light as lit
from coign.rules.readings.for_facts import conventions
from coign.util.tasks import finish
from support.maps import draw, light
from support.scenes import D20, MELEE, facts, from_point

LETTER = conventions(cover="d20", degrees="d20", flanking="opposite", senses="d20", concealment_lines=True)
LAMPS = [light(0, 0, 10, 10), light(9, 0, 10, 10)]
ROW = ("+ + + + + + + + + + +", " A                 B ", "+ + + + + + + + + + +")


def sheet(by: Any = LETTER, **more: Any) -> Any:
    return facts(draw(*ROW, lights=LAMPS, night=True), by=by, **more)


def test_darkness_between_two_lamps_touches_the_lines() -> None:
    fact = sheet().obscurement
    assert (fact.shares.none, fact.level, fact.touched) == (1.0, "none", "lightly")
    assert "unlit-between" in fact.because


def test_it_counts_by_an_option_only() -> None:
    fact = sheet(D20).obscurement
    assert (fact.touched, fact.because) == ("none", ())


def test_the_figure_shows_the_light_on_the_way() -> None:
    roles = {mark.role for mark in finish(lit.marks(sheet()))}
    assert roles == {"darkness", "lit-dim", "lit-bright"}
    assert finish(lit.marks(sheet(D20))) == []


@pytest.mark.parametrize(("sees", "touched"), [({"darkvision": 60}, "none"), ({"darkvision": 5}, "lightly")])
def test_darkvision_sees_through_it_as_far_as_it_reaches(sees: Any, touched: str) -> None:
    scene = draw(*ROW, lights=LAMPS, night=True, tokens={"A": {"coign": {"senses": sees}}})
    assert facts(scene, by=LETTER).obscurement.touched == touched


def test_beside_the_target_nothing_is_in_between() -> None:
    scene = draw("+ + +", " A B ", "+ + +", lights=[light(1, 0, 3, 3)], night=True)
    assert "unlit-between" not in facts(scene, by=LETTER, attack=MELEE).obscurement.because


def test_an_effect_from_a_point_crosses_it_too() -> None:
    scene = draw("+ + + + + + + + + + +", "                   B ", "+ + + + + + + + + + +", lights=LAMPS, night=True)
    assert from_point(scene, 50, 50, by=LETTER).obscurement.touched == "lightly"
