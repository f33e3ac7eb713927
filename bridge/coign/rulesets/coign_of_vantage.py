"""Enchanted Realms: Coign of Vantage, the later edition.

Source: Enchanted Realms Rulebook, "Coign of Vantage". Both editions share the sources of advantage
(`coign.rules.families.tactics`); this edition has other numbers in combat, and rows for reactions, stealth,
incantations, axioms and concentration.

>>> from coign.rules import example
>>> example(COIGN_OF_VANTAGE, facing={"target_arc": "rear"}, options={"rear-arc": True})
["E1 Advantage: attack from behind (table's choice): advantage (you stand in the target's rear area)"]
>>> example(COIGN_OF_VANTAGE, terrain={"attacker_difficult": True})
[]
>>> COIGN_OF_VANTAGE.rolls[3].title, COIGN_OF_VANTAGE.rolls[3].dice
('Reaction', (4, 6, 8, 10, 12, 20))

Our readings of what the text leaves open:

- E4, "if a single d20 scores a natural 20": the die that counts shows 20, whatever else the pool shows.
- E8: the table says nothing of movement under disadvantage on a reaction, its final note does ("when at disadvantage,
  the character can only move half"); the note is followed for every event (E16).
- E9: a stealth check sets the Awareness TM (a d6 more, or one of those rolled fewer); "Stealth (d20)" is the other
  circumstance, two d20s.
"""

from __future__ import annotations

from coign.rules import SKILL_DIE, Edition, Event
from coign.rules.families.combat import Combat
from coign.rules.families.tactics import BETTER_OR_WORSE, COMPETITION, edition
from coign.rules.phrases import fixed

CHEAPER, DEARER = fixed("cheaper", "spirit cost -1"), fixed("dearer", "spirit cost +1")
LOWEST_AT_COST = fixed("lowest-at-cost", "the lowest oversiphoning at its normal cost")
TWICE_THE_TIME = fixed("twice-the-time", "double casting time")

COIGN_OF_VANTAGE = edition(
    id="coign-of-vantage",
    title="Enchanted Realms: Coign of Vantage",
    source='Enchanted Realms Rulebook, "Coign of Vantage"',
    numbers=Edition(
        combat=Combat(damage="2", guaranteed=True),
        events={
            "check": BETTER_OR_WORSE,
            "save": BETTER_OR_WORSE,
            "competition": COMPETITION,
            "reaction": Event(two=SKILL_DIE),  # E8
            "stealth": Event(beside="1d6"),  # E9: to set the Awareness TM
            "stealth-roll": BETTER_OR_WORSE,  # E9: as the circumstance says
            "incantation": Event(advantage=CHEAPER, disadvantage=DEARER),  # E10
            "axiom": Event(advantage=LOWEST_AT_COST, disadvantage=TWICE_THE_TIME),  # E11
            "concentration": BETTER_OR_WORSE,  # E12
        },
        overriding=True,
    ),
    excludes="enchanted-realms",
)
