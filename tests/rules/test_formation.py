"""A save that a formation makes as one."""

from __future__ import annotations

from typing import Any

import pytest

from coign.protocol import Check
from coign.rules import Creature, Ruling, formations, shared_save
from coign.rules.formation import mean
from support.rulings import ask, cover, creature, difficult

DEX: dict[str, Any] = {"check": Check(ability="dex"), "options": {"difficult-terrain": True}}
Member = tuple[Creature, Ruling]


def member(name: str, **facts: Any) -> Member:
    return Creature(name.lower(), name), ask("partial-advantage", "save", **DEX, **facts)


def test_the_texts_example() -> None:
    """Every creature behind 3/4 cover except for one in difficult terrain with no cover: partial disadvantage."""
    behind = [member(name, cover=cover("three-quarters")) for name in ("Ana", "Bo", "Cy")]
    worst, ruling = shared_save([*behind[:2], member("Dee", terrain=difficult()), behind[2]])
    assert worst.name == "Dee"
    assert (ruling.outcome.label, ruling.outcome.dice, ruling.outcome.flat.save) == ("partial disadvantage", "-1d4", 0)
    assert ruling.outcome.notes[-1] == "the formation saves with the position of Dee (our reading: the mean)"


def test_equal_labels_take_the_lowest_cover_bonus() -> None:
    worst, ruling = shared_save([member("Ana", cover=cover("three-quarters")), member("Bo", cover=cover("half"))])
    assert (worst.name, ruling.outcome.flat.save) == ("Bo", 2)


def test_whom_the_effect_cannot_reach_does_not_count() -> None:
    worst, _ = shared_save([member("Ana", cover=cover("total")), member("Bo", cover=cover("half"))])
    assert worst.name == "Bo"


def test_all_out_of_reach_is_blocked() -> None:
    _, ruling = shared_save([member("Ana", cover=cover("total")), member("Bo", cover=cover("total"))])
    assert ruling.outcome.label == "blocked"


def test_a_hidden_member_is_never_named() -> None:
    lurker = (Creature("h", "Hank", hidden=True), member("x", terrain=difficult())[1])
    _, ruling = shared_save([member("Ana"), lurker])
    assert "Hank" not in ruling.outcome.notes[-1]


def test_a_single_member_is_not_reported_as_a_formation() -> None:
    assert shared_save([member("Ana")])[1].outcome.notes == ()


def test_an_empty_group_is_no_formation() -> None:
    with pytest.raises(ValueError, match="at least one creature"):
        shared_save([])


def test_groups_by_name_or_all_together() -> None:
    ana, bo, cy = creature("a", formation="line"), creature("b"), creature("c", formation="line")
    assert formations([ana, bo, cy]) == ((ana, cy), (bo,))
    assert formations([ana, bo, cy], together=True) == ((ana, bo, cy),)
    assert formations([], together=True) == ()


def test_the_worst_is_the_one_whose_position_adds_least_on_average() -> None:
    """Partial disadvantage behind three-quarters cover (-2.5 + 5) is better than nothing at all."""
    slowed = member("Cara", cover=cover("three-quarters"), terrain=difficult())
    assert mean(slowed[1]) == 2.5
    worst, _ = shared_save([slowed, member("Dee")])
    assert worst.name == "Dee"
