"""House rules for the d20 family: your own table's worth for every position, set by options alone.

Source: your table. At first every option is as the printed rules have it (Pathfinder, first edition, and v3.5, Open
Game Content), and what they do not have is worth nothing.

>>> from coign.rules import example
>>> example(HOUSE_RULES_D20, kind="ranged", cover={"degree": "soft", "against": "creature"})
['L4 Soft cover: +4 AC (a creature in the way)']
>>> house = {"soft-cover": "ac+2", "flanking": "+3"}
>>> example(HOUSE_RULES_D20, kind="ranged", options=house, cover={"degree": "soft", "against": "creature"})
['L4 Soft cover: +2 AC (a creature in the way)']
>>> example(HOUSE_RULES_D20, options=house, flanking={"flanked": True})
['L2 Flanking: +3 attack (another enemy of it is on the opposite side)']
>>> example(HOUSE_RULES_D20, facing={"target_arc": "rear"})
[]
"""

from __future__ import annotations

from coign.protocol import Forbid
from coign.rules import Ruleset, RuleText
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.families import house_rows as rows
from coign.rules.families.house import STACKING, law
from coign.rules.families.house_rows import position
from coign.rules.options import COVER_OPTIONS, MEASURED_BY_COVER_OPTIONS
from coign.rulesets import combat_modifiers as shared

ID = "house-rules-d20"
OF = by.always("pathfinder-1")

HEIGHTS = rows.heights(melee="2", ranged="never")
SAVES = rows.cover_saves("Reflex", "half")
NOT_THREATENED = RuleText(
    "L0",
    "cover-not-threatened",
    "Cover",
    "No attack of opportunity is made against what has cover.",
    "cover",
    replaces=("core-cover",),
)

FLANKED = by.flanked(OF)
CONCEALED = by.unless_ignored("concealment", OF, shared.concealed)
UNSEEN_TARGET = by.unless_ignored("total-concealment", OF, shared.wholly_concealed)
UNSEEN_ATTACKER = by.unless_ignored("unseen-attacker", OF, is_.out_of_its_sight)
INTO_MELEE = by.unless_ignored("into-melee", OF, by.into_melee)

POSITIONS = (
    position("height", "L1", rows.higher(ID), "+1", details=HEIGHTS),
    position("flanking", "L2", FLANKED, "+2", details=(rows.who_flanks("opposite", "beside"),)),
    position("rear", "L3", by.from_area("rear")),
    position("soft-cover", "L4", by.covered(OF, "soft"), "ac+4", aside=by.uncounted(OF, "soft")),
    position("cover", "L5", by.covered(OF, "cover"), "ac+4", aside=by.uncounted(OF, "cover")),
    position(
        "improved-cover", "L6", by.covered(OF, "improved"), "ac+8", details=(SAVES,), aside=by.uncounted(OF, "improved")
    ),
    position("concealment", "L7", CONCEALED, "miss-20"),
    position("unseen-target", "L8", UNSEEN_TARGET, "miss-50", more="miss"),
    position("unseen-attacker", "L9", UNSEEN_ATTACKER, "+2"),
    position("difficult-ground", "L10", is_.target_difficult),
    position("adjacent-archer", "L11", by.foe_beside),
    position("into-melee", "L12", INTO_MELEE, "-4"),
    position("range-increment", "L13", by.in_increment(2), "-2 each"),
    position("side", "L14", by.from_area("flank")),
    position("point-blank", "L15", rows.within(30)),
    position("far-shot", "L16", rows.beyond(60)),
)

RULES = (
    rows.total_cover("L0"),
    rows.not_threatened("L0"),
    *(rule for position in POSITIONS for rule in position.rules(ID)),
    NOT_THREATENED.on(("opportunity",), is_.covered("cover", "improved"), Forbid("opportunity-attack")),
)

OPTIONS = (*(option for position in POSITIONS for option in position.options), *STACKING, *COVER_OPTIONS)

HOUSE_RULES_D20 = Ruleset(
    id=ID,
    title="House rules (d20)",
    family="d20",
    source="Your own table",
    law=law(ID, "d20"),
    rules=RULES,
    options=OPTIONS,
    conventions={
        "cover": "d20",
        "degrees": "d20",
        "flanking": "opposite",
        "senses": "d20",
        "company": True,
        "melee_company": True,
    },
    measured_by={"flanking-reading": "flanking", **MEASURED_BY_COVER_OPTIONS},
    excludes=("combat-modifiers", "pathfinder-1e"),
    degrees=("none", "soft", "cover", "improved", "total"),
    shared=True,
    cover_ac={"soft": 4, "cover": 4, "improved": 8},
)
