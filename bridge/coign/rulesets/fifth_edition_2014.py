"""Fifth edition as printed in 2014: cover, sight, range, and lying on the ground.

Source: System Reference Document 5.1 by Wizards of the Coast LLC, under CC BY 4.0; the words are ours. The two optional
rules, flanking and facing, are those of the Dungeon Master's Guide (2014), and off at first.

>>> from coign.rules import example
>>> example(FIFTH_EDITION_2014, cover={"degree": "half", "blocked": 2, "lines": (True, True, False, False)})
['G2 Half Cover: +2 AC (2 of 4 lines blocked by a wall, from your best corner)']
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
"""

from __future__ import annotations

from coign.protocol import Advantage, Blocked
from coign.rules import FIFTH, Ruleset, book
from coign.rules import positions as by
from coign.rules.facing.actions import round_the_shield, shield_lost
from coign.rules.families.core_fifth import COMPANY_FOR, COVER_AC, MEASURED_BY, OPTIONS, core_rules

BOOK = book(__file__)

RULES = (
    *core_rules("G", "fifth-2014", "SRD 5.1"),
    BOOK["flanking"].on_attack(by.flanked_beside, Advantage("attack"), attack="melee", option=("flanking", True)),
    BOOK["rear-arc"].on_attack(by.from_area("rear"), Advantage("attack"), option=("facing", True)),
    BOOK["own-rear"].on_attack(by.behind_oneself, Blocked(), option=("facing", True)),
    BOOK["shield-arc"].on_attack(round_the_shield, shield_lost, option=("facing", True)),
)


FIFTH_EDITION_2014 = Ruleset(
    id="fifth-edition-2014",
    title="Fifth Edition (2014)",
    family="fifth",
    source="System Reference Document 5.1 (CC BY 4.0)",
    law=FIFTH,
    rules=RULES,
    options=(*BOOK.options, *OPTIONS),
    conventions={
        "senses": "fifth-2014",
        "cover": "dmg",
        "flanking": "opposite",
        "company": True,
        "company_for": COMPANY_FOR,
    },
    measured_by=MEASURED_BY,
    excludes=("fifth-edition-2024",),
    degrees=("none", "half", "three-quarters", "total"),
    cover_ac=COVER_AC,
)
