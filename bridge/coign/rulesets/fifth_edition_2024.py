"""Fifth edition as printed in 2024: cover, sight and hiding, range, and lying on the ground. It knows no flanking.

Source: System Reference Document 5.2.1 by Wizards of the Coast LLC, under CC BY 4.0; the words are ours. In this
printing a creature that hides has the Invisible condition; the statuses "hidden", "hiding" and "invisible" all count.

>>> from coign.protocol import Company
>>> from coign.rules import example
>>> example(FIFTH_EDITION_2024, cover={"degree": "three-quarters", "against": "window"})
['H3 Three-Quarters Cover: +5 AC (a window or arrow slit in the way)']
>>> beside = {"kind": "ranged", "range": {"company": Company(("C",))}}
>>> example(FIFTH_EDITION_2024, **beside)
['H8 Ranged Attacks in Close Combat: disadvantage (an enemy is next to you and sees you)']
>>> example(FIFTH_EDITION_2024, actor={"feats": ["sharpshooter"]}, **beside)
[]
>>> example(FIFTH_EDITION_2024, actor={"statuses": ["hiding"]})
['H5 Unseen Attacker: advantage (you are hidden)']

Our readings are those of the printing of 2014: see `coign.rulesets.fifth_edition_2014`.
"""

from __future__ import annotations

from coign.rules import FIFTH, Ruleset
from coign.rules.families.core_fifth import COMPANY_FOR, COVER_AC, MEASURED_BY, OPTIONS, core_rules

FIFTH_EDITION_2024 = Ruleset(
    id="fifth-edition-2024",
    title="Fifth Edition (2024)",
    family="fifth",
    source="System Reference Document 5.2.1 (CC BY 4.0)",
    law=FIFTH,
    rules=core_rules("H", "fifth-2024", "SRD 5.2.1"),
    options=OPTIONS,
    conventions={"senses": "fifth-2024", "cover": "dmg", "company": True, "company_for": COMPANY_FOR},
    measured_by=MEASURED_BY,
    excludes=("fifth-edition-2014",),
    degrees=("none", "half", "three-quarters", "total"),
    cover_ac=COVER_AC,
)
