"""House rules for fifth edition: your own table's worth for every position, set by options alone.

Source: your table. At first every option is as the printed rules have it (System Reference Document 5.1, CC BY 4.0),
and what they do not have is worth nothing.

>>> from coign.rules import example
>>> flanked = {"range": {"adjacent": True}, "flanking": {"flanked": True}}
>>> example(HOUSE_RULES, **flanked)
[]
>>> example(HOUSE_RULES, options={"flanking": "+2"}, **flanked)
['K2 Flanking: +2 attack (another enemy of it is on the opposite side)']
>>> example(HOUSE_RULES, cover={"degree": "half", "against": "creature"})
['K4 Half cover: +2 AC (a creature in the way)']
>>> example(HOUSE_RULES, options={"half-cover": "-1d4"}, cover={"degree": "half", "against": "creature"})
['K4 Half cover: -1d4 (a creature in the way)']
"""

from __future__ import annotations

from coign.rules import Ruleset
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.case import Case
from coign.rules.families import house_rows as rows
from coign.rules.families.core_fifth import CORE, COVER_AC, MEASURED_BY
from coign.rules.families.house import STACKING, law
from coign.rules.families.house_rows import position
from coign.rules.options import COVER_OPTIONS
from coign.rules.rule import When

ID = "house-rules"
OF = by.always("fifth-2014")

WHO_FLANKS = rows.who_flanks("opposite", "edge", "beside")
HEIGHTS = rows.heights(melee="5", ranged="10")
SAVES = rows.cover_saves("Dexterity", "same")

UNSEEN_TARGET = by.unless_ignored("unseen-target", OF, by.unseen_or_hidden_target)
UNSEEN_ATTACKER = by.unless_ignored("unseen-attacker", OF, by.unseen_or_hidden_attacker)
FOE_BESIDE = by.unless_ignored("foe-beside", OF, by.foe_beside)
IN_THE_WAY = is_.both(by.covered(OF, "half", "three-quarters"), rows.behind_creatures)
LONG_RANGE = by.unless_ignored("long-range", OF, by.beyond_normal_range)


def by_walls(degree: str) -> When:
    """A condition: the target has this degree of cover, and its cover has no row of its own as a creature's."""
    covered = by.covered(OF, degree)

    def when(case: Case) -> str | None:
        apart = case.option(ID, "creature-cover") != "same" and rows.behind_creatures(case) is not None
        return None if apart else covered(case)

    return when


POSITIONS = (
    position("height", "K1", rows.higher(ID), details=HEIGHTS),
    position("flanking", "K2", by.flanked_beside, details=(WHO_FLANKS,)),
    position("rear", "K3", by.from_area("rear")),
    position("half-cover", "K4", by_walls("half"), "ac+2"),
    position("three-quarters-cover", "K5", by_walls("three-quarters"), "ac+5", details=(SAVES,)),
    position("lightly-obscured", "K6", by.obscured_to("lightly")),
    position("unseen-target", "K7", UNSEEN_TARGET, "disadvantage"),
    position("unseen-attacker", "K8", UNSEEN_ATTACKER, "advantage"),
    position("difficult-ground", "K9", is_.target_difficult),
    position("adjacent-archer", "K10", FOE_BESIDE, "disadvantage"),
    position("long-range", "K11", LONG_RANGE, "disadvantage"),
    position("prone-near", "K12", by.target_lies_near, "advantage"),
    position("prone-far", "K13", by.target_lies_far, "disadvantage"),
    position("attacker-prone", "K14", by.attacker_lies, "disadvantage"),
    position("creature-cover", "K15", IN_THE_WAY, "same"),
    position("side", "K16", by.from_area("flank")),
    position("point-blank", "K17", rows.within(30)),
    position("far-shot", "K18", rows.beyond(60)),
    position("into-melee", "K19", by.unless_ignored("into-melee", OF, by.into_melee)),
)

RULES = (
    rows.total_cover("K0"),
    rows.not_threatened("K0"),
    *(rule for position in POSITIONS for rule in position.rules(ID)),
)

OPTIONS = (
    *(option for position in POSITIONS for option in position.options),
    *(option for option in CORE.options if option.name in CORE.measured_by),
    *STACKING,
    *COVER_OPTIONS,
)

HOUSE_RULES = Ruleset(
    id=ID,
    title="House rules (fifth edition)",
    family="fifth",
    source="Your own table",
    law=law(ID, "fifth"),
    rules=RULES,
    options=OPTIONS,
    conventions={"cover": "dmg", "company": True, "melee_company": True},
    measured_by={"flanking-reading": "flanking", **MEASURED_BY},
    excludes=("fifth-edition-2014", "fifth-edition-2024", "partial-advantage"),
    degrees=("none", "half", "three-quarters", "total"),
    shared=True,
    cover_ac=COVER_AC,
)
