"""Weapons under water: what stabs strikes as ever, by the kind of its damage where that is known, else by its name."""

from __future__ import annotations

from typing import Literal

import pytest

from coign.protocol import Attack, TerrainFact
from support.rulings import ask, creature


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


@pytest.mark.parametrize(
    ("year", "kind", "name", "abilities", "hindered"),
    [
        ("2014", "melee", "Mace", (), True),
        ("2014", "melee", "Mace", ("piercing",), True),  # by its name alone
        ("2014", "melee", "Spear", (), False),
        ("2014", "melee", "Pike", (), True),
        ("2024", "melee", "Mace", (), True),
        ("2024", "melee", "Mace", ("piercing",), False),
        ("2024", "melee", "Pike", (), False),
        ("2014", "ranged", "Bow", (), True),
        ("2014", "ranged", "Bow", ("piercing",), True),
        ("2014", "ranged", "Hand crossbow", (), False),
        ("2024", "ranged", "Hand crossbow", ("piercing",), True),
    ],
)
def test_weapons_of_fifth_edition_under_water(
    year: str, kind: Literal["melee", "ranged"], name: str, abilities: tuple[str, ...], hindered: bool
) -> None:
    for attack, speeds, there in (
        (Attack(kind=kind, name=name, abilities=abilities), {}, hindered),
        (Attack(kind=kind, name=name, abilities=abilities), {"swim": 30}, hindered and kind == "ranged"),
        (Attack(kind=kind, name=name, abilities=abilities, spell=True), {}, False),
    ):
        diver = creature("A", locomotion="swim", speeds=speeds)
        ruling = ask(f"fifth-edition-{year}", attack=attack, actor=diver)
        assert [one.id for one in ruling.modifiers] == ["underwater"] * there
