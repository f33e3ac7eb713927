"""A ruling as one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from coign.protocol import (
    Advantage,
    Blocked,
    Damage,
    Die,
    Effect,
    Flat,
    Forbid,
    MissChance,
    Movement,
    Note,
    Override,
    Permit,
    Pool,
)
from coign.rules import Ruling, sentence, signed
from support.rulings import above, ask, cover, flanked, rolled


def said(ruling: Ruling) -> str:
    return sentence(ruling.outcome, ruling.modifiers)


def test_the_modifiers_that_count_and_the_outcome() -> None:
    ruling = ask("partial-advantage", elevation=above(5), roll=rolled(14, total=19, d4=3), ac=21)
    assert said(ruling) == (
        "Partial advantage: High Ground (+1d4; 5 ft above, needs 2 ft). 19 becomes 22. Hit. "
        "Abilities that need advantage on the attack may be used."
    )


def test_dice_still_to_be_rolled() -> None:
    ruling = ask("enchanted-realms", flanking=flanked(), roll=rolled(8))
    assert "Pool 1 to 2. Damage +1d3. Roll 1d20, 1d3." in said(ruling)
    assert said(ruling).startswith("Advantage: flanking (table's choice) (")


def test_one_more_die_of_which_one_counts() -> None:
    by_hand = Override(modifier="gm", effect=Advantage("save"), why="a quick prayer")
    ruling = ask("enchanted-realms", "save", overrides=[by_hand], roll=rolled(12, total=12))
    assert "12 or the new d20, the higher." in said(ruling)
    ruling = ask("enchanted-realms", "save", overrides=[by_hand], roll=rolled(12, total=15))
    assert "12 or the new d20, the higher, and +3." in said(ruling)


LINES = (True, False, False, True)


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({}, "Nothing applies."),
        ({"overrides": [Override(modifier="high-ground", state="off")], "elevation": above(2)}, "Nothing counts."),
        (
            {"cover": cover("total")},
            "Cannot be targeted: Total Cover (nothing of it can be reached).",
        ),
        (
            {"cover": cover("half", against="creature", soft=("C",))},
            "Modified: Half Cover (+2 AC; Cara in the way).",
        ),
        (
            {"cover": cover("half", against="solid", share=0.38, by=("wall:a", "wall:b"))},
            "Modified: Half Cover (+2 AC; a wall hides 62 % of it).",
        ),
        (
            {"cover": cover("half", against="solid", share=0.38, by=("wall:a", "floor:b"))},
            "Modified: Half Cover (+2 AC; a wall and a floor hide 62 % of it).",
        ),
        (
            {"cover": cover("half", against="solid", share=0.38)},
            "Modified: Half Cover (+2 AC; 38 % of it can be reached).",
        ),
        (
            {"cover": cover("half", against="solid", lines=LINES, blocked=2, corner="east", by=("floor:b",))},
            "Modified: Half Cover (+2 AC; 2 of 4 lines from your east corner are blocked by a floor).",
        ),
    ],
)
def test_heads(facts: dict[str, Any], sentence: str) -> None:
    assert said(ask("partial-advantage", **facts)) == sentence


@pytest.mark.parametrize(
    ("effect", "short"),
    [
        (Flat(2, "attack"), "+2 attack"),
        (Flat(-5, "ac"), "-5 AC"),
        (Die("1d4", "attack"), "+1d4"),
        (Die("-1d4", "save"), "-1d4 save"),
        (Pool(-1), "-1d20"),
        (Damage("+1d3"), "+1d3 damage"),
        (MissChance(20), "20 % miss chance"),
        (Permit("sneak-attack"), "may: sneak attack"),
        (Forbid("opportunity-attack"), "may not: attack of opportunity"),
        (Movement(factor=0.5), "movement × 0.5"),
        (Movement(squares=4), "costs 4 squares"),
        (Advantage("attack"), "advantage"),
        (Blocked(), "cannot be targeted"),
        (Note("said elsewhere"), ""),
    ],
)
def test_effects_in_short(effect: Effect, short: str) -> None:
    assert signed(effect) == short
