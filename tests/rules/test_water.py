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


# By their kind of damage: the weapons of Pathfinder Core Rulebook, Table 6-4, and of System Reference Document 3.5,
# Weapons, that have only one, and the attacks of the bestiaries.
WEAPONS = {
    "piercing": "Dagger, Punching dagger, Shortspear, Longspear, Spear, Heavy crossbow, Light crossbow, Dart, Javelin, "
    "Light pick, Short sword, Shortsword, Starknife, Rapier, Trident, Heavy pick, Lance, Ranseur, Longbow, Shortbow, "
    "Composite longbow, Hand crossbow, Siangham, Shuriken, Harpoon, Bow, Arrows, Bolts, Bite, Fangs, Sting, Stinger",
    "slashing": "Sickle, Throwing axe, Handaxe, Kukri, Battleaxe, Longsword, Scimitar, Falchion, Glaive, Greataxe, "
    "Greatsword, Guisarme, Kama, Bastard sword, Dwarven waraxe, Whip, Claw, Talons",
    "bludgeoning": "Unarmed strike, Gauntlet, Light mace, Club, Heavy mace, Quarterstaff, Sling, Sap, Flail, "
    "Warhammer, Greatclub, Nunchaku, Bolas, Slam, Tail slap, Tentacle",
}


@pytest.mark.parametrize("kind", WEAPONS)
@pytest.mark.parametrize("swims", [False, True])
def test_a_weapon_without_a_kind_stabs_by_its_name_and_limbs_strike_for_who_swims(kind: str, swims: bool) -> None:
    wet = TerrainFact(attacker_immersed=1.0, target_immersed=1.0)
    diver = creature("A", speeds={"swim": 30} if swims else {})
    for name in WEAPONS[kind].split(", "):
        limb = swims and name.split()[0] in ("Claw", "Talons", "Tail", "Tentacle")
        ruling = ask("pathfinder-1e", attack=Attack(kind="melee", name=name), terrain=wet, actor=diver)
        blunted = ["under-water"] * (kind != "piercing" and not limb)
        assert [one.id for one in ruling.modifiers if one.id == "under-water"] == blunted, name


# System Reference Document 5.1 and 5.2.1, "Underwater Combat"; of 5.2.1 the weapons of its table that pierce in melee.
FIT = {
    ("2014", "melee"): "Dagger, Javelin, Shortsword, Spear, Trident",
    ("2014", "ranged"): "Light crossbow, Hand crossbow, Net, Javelin, Spear, Trident, Dart",
    ("2024", "melee"): "Dagger, Javelin, Lance, Morningstar, Pike, Rapier, Shortsword, Spear, Trident",
}


@pytest.mark.parametrize(
    ("year", "kind", "name", "abilities", "hindered"),
    [
        *((*of, name, (), False) for of, names in FIT.items() for name in names.split(", ")),
        ("2014", "melee", "Mace", (), True),
        ("2014", "melee", "Mace", ("piercing",), True),  # by its name alone
        ("2014", "melee", "Pike", (), True),
        ("2024", "melee", "Mace", (), True),
        ("2024", "melee", "Mace", ("piercing",), False),
        ("2014", "ranged", "Bow", (), True),
        ("2014", "ranged", "Bow", ("piercing",), True),
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
