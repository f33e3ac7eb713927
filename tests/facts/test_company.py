"""The company of an archer and its target: enemies beside the archer, and friends who fight the target."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from coign.protocol import Company
from coign.rules.readings.for_facts import conventions
from support.maps import Document, draw
from support.scenes import BOW, MELEE, facts

ASKED = conventions(company=True)


def company(*rows: str, tokens: dict[str, Document] | None = None, **more: Any) -> Company:
    """Measure the company of A shooting at B, on rows of cells without borders."""
    edge = "+ " * len(rows[0]) + "+"
    lines = [line for row in rows for line in (edge, " " + " ".join(row) + " ")] + [edge]
    found = facts(draw(*lines, tokens=tokens or {}, **more), attack=BOW, by=ASKED).range.company
    assert found is not None
    return found


def test_it_is_measured_for_ranged_attacks_that_ask_for_it() -> None:
    scene = draw("+ + +", " A B ", "+ + +")
    assert facts(scene, attack=BOW).range.company is None
    assert facts(scene, attack=MELEE, by=ASKED).range.company is None


def test_the_target_is_among_the_foes_beside_the_archer() -> None:
    assert company("EAB").foes_beside == ("B", "E")
    assert company("CA..B").foes_beside == ()
    assert company("E.A..B").foes_beside == ()


@pytest.mark.parametrize(
    "foe", [{"hidden": True}, {"coign": {"statuses": ["stunned"]}}, {"coign": {"statuses": ["blinded"]}}]
)
def test_a_foe_that_is_hidden_unable_or_blind_does_not_count(foe: Document) -> None:
    assert company("EA..B", tokens={"E": foe}).foes_beside == ()


def test_a_wall_between_keeps_a_foe_from_seeing_the_archer() -> None:
    scene = draw("+ + + + +", " E|A . B ", "+ + + + +")
    found = facts(scene, attack=BOW, by=ASKED).range.company
    assert found is not None
    assert found.foes_beside == ()


def test_a_friend_fights_the_target_if_one_has_the_other_in_reach() -> None:
    assert company("A...BC").engaged == ("C",)
    assert company("A...B.C").engaged == ()
    assert company("A...B.C", tokens={"B": {"coign": {"reach": 10}}}).engaged == ("C",)
    assert company("A...BE").engaged == ()
    assert company("A...B.C", tokens={"C": {"coign": {"reach": 10, "armed": False}}}).engaged == ()


def test_sizes_count_from_the_largest_friend() -> None:
    assert company("A..BBC", "...BB.").larger == 1
    assert company("A..BBC", "...BB.", tokens={"C": {"coign": {"size": "small"}}}).larger == 2
    assert company("A..BBB", "...BBB", "...BBB", "..CD..").larger == 2


def test_how_far_a_part_of_the_target_is_from_every_friend() -> None:
    assert company("A...BC").apart == 5
    assert company("A..BBC", "...BB.").apart == 10
    assert company("A...B").apart is None


def test_a_feature_of_the_attack_or_of_the_attacker_asks_who_stands_beside_the_target() -> None:
    asking = conventions(company_for=frozenset({"sneak-attack"}))
    scene = draw("+ + + +", " A B C ", "+ + + +", tokens={"A": {"disposition": 1}, "C": {"disposition": 1}})

    def beside(abilities: tuple[str, ...]) -> tuple[str, ...] | None:
        found = facts(scene, attack=replace(MELEE, abilities=abilities), by=asking).range.company
        return None if found is None else found.friends_beside

    assert (beside(("sneak-attack",)), beside(("smite",)), beside(())) == (("C",), None, None)
