"""The flat checks of Pathfinder 2: asked for before the attack is judged, and rolled with a d20 of their own."""

from __future__ import annotations

import pytest

from coign.protocol import ObscurementFact, Roll
from coign.rules import Ruling
from support.rulings import RANGED, ask, rolled, seen

CONCEALED, HIDDEN = seen("lightly"), seen("heavily", sight=False)


def shot(roll: Roll | None, *, ac: float | None = 15, obscurement: ObscurementFact = CONCEALED) -> Ruling:
    return ask("pathfinder-2e", attack=RANGED, ac=ac, roll=roll, obscurement=obscurement)


@pytest.mark.parametrize(("obscurement", "dc"), [(CONCEALED, 5), (HIDDEN, 11)])
def test_an_attack_that_would_hit_waits_for_its_flat_check(obscurement: ObscurementFact, dc: int) -> None:
    outcome = shot(rolled(12, total=20), obscurement=obscurement).outcome
    assert (outcome.flat_check, outcome.to_roll, outcome.hit) == (dc, ("1d20",), None)
    assert f"before the attack: a flat check against {dc}, or it fails" in outcome.notes


@pytest.mark.parametrize(
    ("face", "hit", "note"),
    [
        (4, False, "the flat check against 5 failed with 4: the attack fails"),
        (5, True, "the flat check against 5 succeeded with 5"),
    ],
)
def test_a_flat_check_decides_with_the_face_alone(face: int, hit: bool, note: str) -> None:
    outcome = shot(rolled(12, total=20, d20=face)).outcome
    assert (outcome.hit, outcome.to_roll) == (hit, ())
    assert note in outcome.notes


def test_a_flat_check_changes_neither_the_total_nor_the_die_that_counts() -> None:
    for face in (1, 20):
        outcome = shot(rolled(12, total=20, d20=face)).outcome
        assert outcome.total is not None
        assert (outcome.total.before, outcome.total.after, outcome.critical) == (20, 20, False)


def test_an_attack_that_misses_anyway_needs_no_flat_check() -> None:
    outcome = shot(rolled(2, total=10)).outcome
    assert (outcome.hit, outcome.to_roll) == (False, ())


def test_an_attack_that_nobody_rolled_asks_for_no_die() -> None:
    assert shot(None).outcome.to_roll == ()


def test_where_the_armour_class_is_unknown_the_flat_check_is_asked_for() -> None:
    assert shot(rolled(12, total=20), ac=None).outcome.to_roll == ("1d20",)
    assert shot(rolled(12, total=20, d20=3), ac=None).outcome.hit is False
    assert shot(rolled(12, total=20, d20=9), ac=None).outcome.hit is None
