"""Tables of the wire's words that belong together, for the bridge and the module.

`wire` writes these tables for the module, with the words of the types.
"""

from __future__ import annotations

import enum
from typing import get_args

from coign.protocol.evaluate import AttackKind
from coign.protocol.facts import Arc, CoverReading, Degree, FactName, Level
from coign.protocol.rulings import Condition, Occasion, To, WorthKind

_YES_OR_NO = (True, False)
# For each property that an override may set: its fact and drawing, and the values allowed. Enmity has neither, because
# it changes the measurement itself.
_SETTABLE: dict[str, tuple[FactName | None, tuple[bool | str, ...]]] = {
    "cover": ("cover", get_args(Degree)),
    "obscurement": ("obscurement", get_args(Level)),
    "flanking": ("flanking", _YES_OR_NO),
    "flanked": ("flanking", _YES_OR_NO),
    "standing": ("elevation", _YES_OR_NO),
    "difficult": ("terrain", _YES_OR_NO),
    "attacker-difficult": ("terrain", _YES_OR_NO),
    "arcs": ("facing", get_args(Arc)),
    "target-arc": ("facing", get_args(Arc)),
    "attacker-arc": ("facing", get_args(Arc)),
    "enemy": (None, _YES_OR_NO),
}
FORCIBLE = {name: values for name, (_, values) in _SETTABLE.items()}
PART_OF = {name: fact for name, (fact, _) in _SETTABLE.items() if fact is not None}
# What is added to the roll on an occasion, the roll's own name first; an attack's armour class and damage are apart.
ROLLS_TO: dict[str, tuple[To, ...]] = {
    "attack": ("attack",),
    "opportunity": ("attack",),
    "save": ("save",),
    "check": ("check",),
    "perception": ("perception", "check"),
    "stealth": ("stealth", "check"),
}
ATTACKS: tuple[Occasion, ...] = ("attack", "opportunity")
ATTACK_KINDS: tuple[AttackKind, ...] = get_args(AttackKind)
OF_ATTACKS: tuple[To, ...] = ("ac", "damage")  # changed by effects on attacks alone

# The degrees of cover of each reading that has a table of its own, from none to total.
DEGREES: dict[CoverReading, tuple[Degree, ...]] = {
    "dmg": ("none", "half", "three-quarters", "total"),
    "d20": ("none", "soft", "cover", "improved", "total"),
    "centre": ("none", "lesser", "standard", "greater", "total"),
}
WALL_COVER = ("none", "low", "half", "three-quarters", "total")  # what a GM may set for a wall
OBSCURING = ("light", "heavy")  # the degrees of the behaviour `coign.obscuring`
OBSCURES_FROM = ("anywhere", "outside")  # whom it hides what is in it from: `outside` may be looked out of
GIVES = ("none", "soft", "half", "three-quarters", "total")  # what a token or a tile gives when it is in the way

# Statuses that game systems, or Foundry itself, call by another word, as slugs.
STATUSES = {
    "blind": "blinded",
    "burrow": "burrowing",
    "deaf": "deafened",
    "defeated": "dead",
    "fly": "flying",
    "hover": "hovering",
    "invisibility": "invisible",
    "off-guard": "flat-footed",  # pf2e since its remaster
    "paralysis": "paralyzed",
    "petrify": "petrified",
    "restrain": "restrained",
    "sleep": "unconscious",
    "stun": "stunned",
    "swim": "swimming",
}
SIZES = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
# How the value of a house rule is written: `+1@10, +2@20 not-flying`. A case is a worth, perhaps a number behind @, and
# condition words, at most one of a group. Both languages read these regular expressions. Group 1 of each is its number.
WORTHS: dict[WorthKind, str] = {
    "nothing": "nothing",
    "same": "same",
    "number": r"([+-][1-9]\d?)",
    "ac": r"ac([+-][1-9]\d?)",
    "die": r"([+-]1d(?:[2-9]|[1-9]\d))",
    "advantage": "advantage",
    "disadvantage": "disadvantage",
    "miss": r"miss-([1-9]\d?)",
    "blocked": "blocked",
}
CONDITIONS: dict[Condition, tuple[str, ...]] = {
    "attack": ATTACK_KINDS,
    "means": ("weapon", "spell"),
    "flying": ("flying", "not-flying"),
    "mounted": ("mounted", "not-mounted"),
    "size": ("smaller", "not-smaller", "larger", "not-larger"),
    "target": ("flying-target", "not-flying-target"),
    "fight": ("engaged-target", "not-engaged-target"),
    "blocker": ("smaller-blocker", "not-smaller-blocker", "larger-blocker", "not-larger-blocker"),
    "each": ("each",),
}
CASE = r"^([^\s@]+)(?:@([1-9]\d{0,3}))?((?: [a-z-]+)*)$"
MOST_CASES = 6

READYING = ("combat-facing",)  # rulesets that say what may trigger a readied action
# The phrases by which laws say that two modifiers cancel each other.
CANCELLING = ("cancels", "standard-cancel", "dice-cancel", "neither")

LOCOMOTIONS = ("walk", "fly", "hover", "swim", "burrow", "climb")


class CloseCode(enum.IntEnum):
    """Why the bridge closes a connection. `session` explains them."""

    TOO_BIG = 1009
    TRY_LATER = 1013
    BAD_TOKEN = 4001
    BAD_VERSION = 4002
    BUSY = 4003
    TAKEN_OVER = 4004
    NO_HELLO = 4005
    BAD_FIRST = 4006
    FLOOD = 4008
