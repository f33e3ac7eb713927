"""Fifth edition as printed in 2014: cover, sight, range, and lying on the ground.

Source: System Reference Document 5.1 by Wizards of the Coast LLC, under CC BY 4.0; the words are ours. The two optional
rules, flanking and facing, are those of the Dungeon Master's Guide (2014), and off at first.

>>> from coign.rules import example
>>> example(FIFTH_EDITION_2014, cover={"degree": "half", "blocked": 2, "lines": (True, True, False, False)})
['G2 Half Cover: +2 AC (2 of 4 lines from your best corner are blocked by a wall)']
>>> example(FIFTH_EDITION_2014, kind="ranged", actor={"feats": ["sharpshooter"]}, cover={"degree": "half"})
[]
>>> example(FIFTH_EDITION_2014, target={"statuses": ["prone"]}, range={"distance": 5.0})
['G11 Prone Target: advantage (the target is prone, and you are within 5 ft of it)']
>>> example(FIFTH_EDITION_2014, kind="ranged", target={"statuses": ["prone"]}, range={"distance": 30.0})
['G11 Prone Target: disadvantage (the target is prone, and you are more than 5 ft from it)']
>>> flanked = {"range": {"adjacent": True}, "flanking": {"flanked": True}}
>>> example(FIFTH_EDITION_2014, **flanked)
[]
>>> example(FIFTH_EDITION_2014, options={"flanking": True}, **flanked)
['G12 Flanking (optional): advantage (another enemy of it is on the opposite side)']

Our readings of what the text leaves open:

- Which obstacle covers "at least half" or "about three-quarters": the guide's count of lines from the attacker's best
  corner to the corners of one square of the target. The option `cover-reading` takes the share of the body instead.
- Creatures in the way give half cover, however many they are. The option `creature-lines` counts their lines as walls'
  lines are counted, so that a row of creatures gives three-quarters cover.
- A creature that has the status "hidden" or "hiding" counts as unseen until the status is taken off.
"""

from __future__ import annotations

from coign.protocol import Advantage
from coign.rules import FIFTH, Passage, Ruleset
from coign.rules import positions as by
from coign.rules.families.core_fifth import CREATURE_LINES, HALF, THREE_QUARTERS, core_rules
from coign.rules.options import COVER_OPTIONS, MEASURED_BY_COVER_OPTIONS, switch

FLANKING = Passage(
    "G12",
    "flanking",
    "Flanking (optional)",
    "A creature that attacks in melee has advantage if an ally of it is on the opposite side or corner of the target's "
    "space, next to the target and not incapacitated (Dungeon Master's Guide, 2014, Flanking).",
    "flanking",
)
FACING = Passage(
    "G13",
    "rear-arc",
    "Facing (optional)",
    "An attack from a creature's rear has advantage (Dungeon Master's Guide, 2014, Facing).",
    "facing",
)

RULES = (
    *core_rules("G", "fifth-2014", "SRD 5.1"),
    FLANKING.on_attack(by.flanked_beside, Advantage("attack"), attack="melee", option=("flanking", True)),
    FACING.on_attack(by.from_behind, Advantage("attack"), option=("facing", True)),
)

OPTIONS = (
    switch(
        "flanking",
        "Flanking",
        "The optional rule of the Dungeon Master's Guide.",
        on="advantage in melee for two on opposite sides",
        off="no such rule",
    ),
    switch(
        "facing",
        "Facing",
        "The optional rule of the Dungeon Master's Guide.",
        on="advantage from behind",
        off="no such rule",
    ),
    CREATURE_LINES,
    *COVER_OPTIONS,
)

FIFTH_EDITION_2014 = Ruleset(
    id="fifth-edition-2014",
    title="Fifth Edition (2014)",
    family="fifth",
    source="System Reference Document 5.1 (CC BY 4.0)",
    law=FIFTH,
    rules=RULES,
    options=OPTIONS,
    conventions={"cover": "dmg", "flanking": "opposite", "flankers": "adjacent", "company": True},
    measured_by={"creature-lines": "creature_lines", **MEASURED_BY_COVER_OPTIONS},
    excludes=("fifth-edition-2024", "partial-advantage"),
    degrees=("none", "half", "three-quarters", "total"),
    cover_ac={"half": HALF, "three-quarters": THREE_QUARTERS},
)
