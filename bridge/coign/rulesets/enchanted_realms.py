"""Enchanted Realms, Complete Rules: Advantage.

Source: Enchanted Realms Rulebook, Complete Rules, "Advantage". E13 and E14, how advantages stack and cancel, and E3 to
E5 in combat are the law (`pool` and `combat` in `coign.rules.families`). Both editions share the sources of
advantage (`tactics` there). This file has the numbers of this edition.

>>> from coign.rules import example
>>> example(ENCHANTED_REALMS, flanking={"flanked": True})
["E1 Advantage: flanking (table's choice): advantage (another enemy of it is on the opposite side)"]
>>> example(ENCHANTED_REALMS, cover={"degree": "half", "against": "creature"})
["E2 Disadvantage: target behind cover (table's choice): disadvantage (a creature in the way)"]
>>> example(ENCHANTED_REALMS, options={"target-covered": False}, cover={"degree": "half"})
[]

Our readings of what the text leaves open:

- Reactions, stealth and spells have no row of their own in this edition and are rolled as checks.
- E1: the extra 1 to 3 points are a d3, rolled with the damage; it does not explode.
"""

from __future__ import annotations

from coign.rules import Edition
from coign.rules.families.combat import Combat
from coign.rules.families.tactics import BETTER_OR_WORSE, COMPETITION, edition

ENCHANTED_REALMS = edition(
    id="enchanted-realms",
    title="Enchanted Realms: Advantage",
    source='Enchanted Realms Rulebook, Complete Rules, "Advantage"',
    numbers=Edition(
        combat=Combat(damage="1d3"),
        events={"check": BETTER_OR_WORSE, "save": BETTER_OR_WORSE, "competition": COMPETITION},
    ),
    excludes="coign-of-vantage",
)
