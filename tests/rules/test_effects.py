"""The effects of modifiers in words."""

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
    Permit,
    Pool,
)
from coign.rules import signed


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
        (Permit("sneak-attack"), "allowed: sneak attack"),
        (Forbid("opportunity-attack"), "no attack of opportunity"),
        (Movement(factor=0.5), "movement × 0.5"),
        (Movement(squares=4), "costs 4 squares"),
        (Advantage("attack"), "advantage"),
        (Blocked(), "cannot be targeted"),
        (Note("said elsewhere"), ""),
    ],
)
def test_effects_in_short(effect: Effect, short: str) -> None:
    assert signed(effect) == short
