"""What the bridge and the module both know of the wire's words, beside the types: which of them belong together."""

from __future__ import annotations

from typing import get_args

from coign.protocol.facts import Arc, Degree, Level
from coign.protocol.rulings import To

_YES_OR_NO = (True, False)
# The facts that an override may set, and the values of each.
FORCIBLE: dict[str, tuple[bool | str, ...]] = {
    "cover": get_args(Degree),
    "obscurement": get_args(Level),
    "flanking": _YES_OR_NO,
    "flanked": _YES_OR_NO,
    "standing": _YES_OR_NO,
    "difficult": _YES_OR_NO,
    "attacker-difficult": _YES_OR_NO,
    "arcs": get_args(Arc),
    "target-arc": get_args(Arc),
    "attacker-arc": get_args(Arc),
    "enemy": _YES_OR_NO,
}
# What is added to the roll on an occasion, the roll's own name first; an attack's armour class and damage are apart.
ROLLS_TO: dict[str, tuple[To, ...]] = {
    "attack": ("attack",),
    "opportunity": ("attack",),
    "save": ("save",),
    "check": ("check",),
    "perception": ("perception", "check"),
    "stealth": ("stealth", "check"),
}
OF_ATTACKS: tuple[To, ...] = ("ac", "damage")  # changed by effects on attacks alone
