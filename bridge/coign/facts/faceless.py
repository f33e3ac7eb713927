"""Creatures without a facing.

Source: Unearthed Arcana, Combat Facing (d20 v3.5): all elementals and oozes, anything Tiny or smaller, and the monsters
that the text names.
"""

from __future__ import annotations

from coign.scene.tokens import Token
from coign.util.names import names_creature

TYPES = ("elemental", "ooze")  # in the name, the type or the subtype: Pathfinder's elementals are outsiders
SIZES = frozenset({"tiny", "diminutive", "fine"})
MOST_TINY = 0.5  # spaces across: what is larger is not Tiny
NAMES = (
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


def faceless(token: Token) -> bool:
    """Return whether a creature has neither flank nor rear: as a GM set it, else by its size, type or name."""
    coign = token.coign
    if coign.faceless is not None:
        return coign.faceless
    if coign.size is not None:
        if coign.size.lower() in SIZES:
            return True
    elif max(token.width, token.height) <= MOST_TINY:
        return True
    if any(names_creature(TYPES, kind) for kind in (coign.creatureType or "", *coign.subtypes)):
        return True
    return names_creature((*TYPES, *NAMES), coign.species or token.name)
