"""Monsters without a facing, and monsters with attacks that reach to the side or behind.

Source: Unearthed Arcana, Combat Facing (d20 v3.5). All elementals and oozes, anything Tiny or smaller, and the
monsters that the text names have neither flank nor rear. "Flank Attacks" and "Rear Attacks" are the tables as the
System Reference Document prints them. Every word of an entry is in the creature's name, in any order and case; every
word of the attack begins a word of the attack's name. The fields that a GM has set on a token come first.

>>> reaches("Adult Red Dragon", "Tail Slap (Melee)"), reaches("Squid, Giant", "Tentacles"), reaches("Wyvern", "Bite")
('rear', 'flank', 'front')
"""

from __future__ import annotations

from functools import lru_cache

from coign.rules.case import Creature, plain
from coign.scene.tokens import Token
from coign.util.names import names_creature, words_of

FLANK_ATTACKS = (
    ("pit fiend", "wing"),
    ("dragon", "wing"),
    ("howler", "quill"),
    ("hydra", "bite"),
    ("kraken", "tentacle"),
    ("otyugh", "tentacle"),
    ("roper", "strand"),
    ("giant squid", "tentacle"),
    ("monstrous scorpion", "sting"),
)
REAR_ATTACKS = (
    ("aranea", "web"),
    ("arrowhawk", "electricity ray"),
    ("cloaker", "tail slap"),
    ("bebilith", "web"),
    ("marilith", "tail slap"),
    ("pit fiend", "tail slap"),
    ("dragon", "tail slap"),
    ("dragon", "tail sweep"),
    ("formian", "sting"),
    ("lillend", "tail slap"),
    ("manticore", "spike"),
    ("dark naga", "sting"),
    ("rast", "tail slap"),
    ("rast", "touch"),
    ("salamander", "tail slap"),
    ("tarrasque", "tail slap"),
    ("wyvern", "sting"),
    ("crocodile", "tail slap"),
    ("baleen whale", "tail slap"),
    ("cachalot whale", "tail slap"),
    ("giant bee", "sting"),
    ("giant wasp", "sting"),
)

FACELESS_TYPES = ("elemental", "ooze")  # in the name, the type or the subtype: Pathfinder's elementals are outsiders
FACELESS_SIZES = frozenset({"tiny", "diminutive", "fine"})
MOST_TINY = 0.5  # spaces across: the largest Tiny creature
FACELESS = (
    "lantern archon",
    "assassin vine",
    "chaos beast",
    "darkmantle",
    "violet fungus",
    "gibbering mouther",
    "mimic",
    "phasm",
    "will-o'-wisp",
    "xorn",
    "octopus",
)


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
    if any(names_creature(FACELESS_TYPES, kind) for kind in (coign.creatureType or "", *coign.subtypes)):
        return True
    return _has_faceless_name(coign.species or token.name)


@lru_cache(maxsize=4096)
def _has_faceless_name(name: str) -> bool:
    return names_creature((*FACELESS_TYPES, *FACELESS), name)


def reach_of_attack(creature: Creature, attack: str) -> str:
    """Return the area that an attack is for: `front`, `flank` (the front as well) or `rear` (instead of the front)."""
    set_by_gm = {plain(name): area for name, area in creature.coign.attacks.items()}
    area = set_by_gm.get(plain(attack))
    if area is not None:
        return area if area in ("flank", "rear") else "front"
    found = [reaches(name, attack) for name in (creature.coign.species, creature.name) if name]
    return next((area for area in ("rear", "flank") if area in found), "front")


@lru_cache(maxsize=4096)
def reaches(monster: str, attack: str) -> str:
    """Return the area that an attack of a monster of that name reaches, by the tables."""
    struck = words_of(attack)
    for area, entries in (("rear", REAR_ATTACKS), ("flank", FLANK_ATTACKS)):
        for entry, words in entries:
            begins = all(any(word.startswith(part) for word in struck) for part in words.split())
            if begins and names_creature((entry,), monster):
                return area
    return "front"
