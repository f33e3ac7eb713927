"""A ruling in one line."""

from __future__ import annotations

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


def test_what_counts_and_what_becomes_of_the_roll() -> None:
    ruling = ask("partial-advantage", elevation=above(5), roll=rolled(14, total=19, d4=3), ac=21)
    assert said(ruling) == ("Partial advantage: High Ground (+1d4; 5 ft above, needs 2 ft). 19 becomes 22. Hit.")


def test_what_is_still_to_be_rolled() -> None:
    ruling = ask("enchanted-realms", flanking=flanked(), roll=rolled(8))
    assert said(ruling).endswith("Pool 1 to 2. Damage +1d3. Roll 1d20, 1d3.")


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({}, "Nothing applies."),
        ({"overrides": [Override(modifier="high-ground", state="off")], "elevation": above(2)}, "Nothing counts."),
        (
            {"cover": cover("total")},
            "No such attack: Total Cover (no such attack; nothing of it can be reached).",
        ),
        (
            {"cover": cover("half", against="creature", soft=("C",))},
            "Modified: Half Cover (+2 AC; Cara in the way).",
        ),
    ],
)
def test_heads(facts: dict[str, object], sentence: str) -> None:
    assert said(ask("partial-advantage", **facts)) == sentence


@pytest.mark.parametrize(
    ("effect", "short"),
    [
        (Flat(2, "attack"), "+2 attack"),
        (Flat(-5, "ac"), "-5 AC"),
        (Die("1d4", "attack"), "+1d4"),
        (Die("-1d4", "save"), "-1d4"),
        (Pool(-1), "-1d20"),
        (Damage("+1d3"), "+1d3 damage"),
        (MissChance(20), "20 % miss chance"),
        (Permit("sneak-attack"), "allows sneak attack"),
        (Forbid("opportunity-attack"), "no opportunity attack"),
        (Movement(factor=0.5), "movement x 0.5"),
        (Movement(squares=4), "4 squares"),
        (Advantage("attack"), "advantage"),
        (Blocked(), "no such attack"),
        (Note("said elsewhere"), ""),
    ],
)
def test_effects_in_short(effect: Effect, short: str) -> None:
    assert signed(effect) == short
