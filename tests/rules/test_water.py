"""Weapons under water: what stabs strikes as ever, by the kind of its damage where that is known, else by its name."""

from __future__ import annotations

import pytest

from coign.protocol import Attack, TerrainFact
from support.rulings import ask


@pytest.mark.parametrize(
    ("name", "abilities", "blunted"),
    [
        ("Spear", (), False),
        ("Mace", (), True),
        ("Mace", ("piercing",), False),
        ("Spear", ("slashing",), True),  # the game system says that this one cuts
        ("Spear", ("bludgeoning",), True),
        ("Spear", ("slashing", "bludgeoning"), True),
        ("Sword", ("slashing", "piercing"), False),  # it may be made so that it stabs
    ],
)
def test_what_does_not_stab_is_blunted(name: str, abilities: tuple[str, ...], blunted: bool) -> None:
    attack = Attack(kind="melee", name=name, abilities=abilities)
    wet = TerrainFact(attacker_immersed=1.0, target_immersed=1.0)
    ruling = ask("pathfinder-1e", attack=attack, terrain=wet)
    assert [one.id for one in ruling.modifiers if one.id == "under-water"] == ["under-water"] * blunted
