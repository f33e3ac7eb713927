"""Monsters without a facing, and monsters with attacks that reach to the side or behind.

Source: Unearthed Arcana, Combat Facing (d20 v3.5); the page `monsters.md` has its tables. All elementals and oozes,
anything Tiny or smaller, and the monsters that the text names have neither flank nor rear. The fields that a GM has set
on a token come first.

>>> reaches("Adult Red Dragon", "Tail Slap (Melee)"), reaches("Squid, Giant", "Tentacles"), reaches("Wyvern", "Bite")
('rear', 'flank', 'front')
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from coign.rules.case import Creature, is_of_kind, plain
from coign.scene.tokens import Token
from coign.util.names import names_creature, words_of
from coign.util.tables import tables

_PAGE = tables(Path(__file__).with_suffix(".md"))

FACELESS_TYPES = ("elemental", "ooze")  # in the name, the type or the subtype: Pathfinder's elementals are outsiders
FACELESS_SIZES = frozenset({"tiny", "diminutive", "fine"})
MOST_TINY = 0.5  # spaces across: the largest Tiny creature
FACELESS = (*FACELESS_TYPES, *(row["monster"] for row in _PAGE["Faceless"]))


def is_faceless(token: Token) -> bool:
    """Tell whether a creature has neither flank nor rear: as a GM set it, else by its size, type or name."""
    coign = token.coign
    if coign.faceless is not None:
        return coign.faceless
    if coign.size is not None:
        if coign.size.lower() in FACELESS_SIZES:
            return True
    elif max(token.width, token.height) <= MOST_TINY:
        return True
    return is_of_kind(coign, FACELESS_TYPES) or names_creature(FACELESS, coign.species or token.name)


def reach_of_attack(creature: Creature, attack: str) -> str:
    """Return the area that an attack is for: `front`, `flank` (the front as well) or `rear` (instead of the front)."""
    set_by_gm = {plain(name): area for name, area in creature.coign.attacks.items()}
    area = set_by_gm.get(plain(attack))
    if area is not None:
        return area if area in ("flank", "rear") else "front"
    areas = [reaches(name, attack) for name in (creature.coign.species, creature.name) if name]
    return next((area for area in ("rear", "flank") if area in areas), "front")


@lru_cache(maxsize=4096)
def reaches(monster: str, attack: str) -> str:
    """Return the area that an attack of a monster of that name reaches, by the tables."""
    struck = words_of(attack)
    for row in _PAGE["Attacks"]:
        begins = all(any(word.startswith(part) for word in struck) for part in row["attack"].split())
        if begins and names_creature((row["monster"],), monster):
            return row["area"]
    return "front"
