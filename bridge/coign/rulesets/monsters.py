"""Monsters with attacks that reach to the side or behind. (Those without a facing are known to the facing fact.)

Source: Unearthed Arcana, Combat Facing, "Flank Attacks" and "Rear Attacks", the tables as the System Reference Document
prints them. Names are matched tolerantly: every word of the entry stands somewhere in the creature's name, in any order
and case ("Adult Red Dragon", "Squid, Giant"), and every word of the attack begins a word of the attack's name ("Tail
Slap (Melee)", "Wings"). What a GM set on a token wins over all of it.
"""

from __future__ import annotations

import re
from functools import cache

from coign.rules import Creature
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
    ("rast", "tail touch"),
    ("salamander", "tail slap"),
    ("tarrasque", "tail slap"),
    ("wyvern", "sting"),
    ("crocodile", "tail slap"),
    ("baleen whale", "tail slap"),
    ("cachalot whale", "tail slap"),
    ("giant bee", "sting"),
    ("giant wasp", "sting"),
)


def reach_of_attack(creature: Creature, attack: str) -> str:
    """Where an attack reaches without penalty: "flank" (front and flank), "rear" (instead of the front), or "front"."""
    said = {_plain(name): area for name, area in creature.coign.attacks.items()}
    area = said.get(_plain(attack))
    if area is not None:
        return area if area in ("flank", "rear") else "front"
    if any(_strikes(name, attack, REAR_ATTACKS) for name in _names(creature)):
        return "rear"
    return "flank" if any(_strikes(name, attack, FLANK_ATTACKS) for name in _names(creature)) else "front"


def _names(creature: Creature) -> tuple[str, ...]:
    """Its own name and its kind's, where the module gave one."""
    return tuple(name for name in (creature.coign.species, creature.name) if name)


def _strikes(name: str, attack: str, entries: tuple[tuple[str, str], ...]) -> bool:
    struck = words_of(attack)
    return any(
        all(any(word.startswith(part) for word in struck) for part in how.split()) and names_creature((monster,), name)
        for monster, how in entries
    )


@cache
def _plain(name: str) -> str:
    """An attack's name to compare by: letters only, in lower case."""
    return " ".join(re.findall(r"[a-z]+", name.lower()))
