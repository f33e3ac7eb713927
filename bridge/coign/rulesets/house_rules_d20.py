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

from coign.protocol import Blocked, Forbid
from coign.rules import ATTACKS, Case, Passage, Ruleset
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.families.house import ARMOUR, DICE, MISS, NUMBERS, STACKING, STANDARD, Position, law
from coign.rules.options import COVER_OPTIONS, MEASURED_BY_COVER_OPTIONS, one_of
from coign.rulesets import combat_modifiers as shared
from coign.rulesets.house_rules import heights

ID = "house-rules-d20"
OF = by.always("pathfinder-1")
WORTH = (*NUMBERS, *DICE, *STANDARD)
COVER_WORTH = (*ARMOUR, *WORTH, "blocked")


def higher(case: Case) -> str | None:
    """The attacker stands as high above the target as the options ask for, in melee or at range."""
    needed = case.option(ID, f"height-{case.request.attack.kind}")
    return None if needed == "never" else is_.standing_above(float(needed))(case)


def into_melee(case: Case) -> str | None:
    """A friend of the attacker fights the target hand to hand."""
    company = case.facts.range.company
    if company is None or not company.engaged:
        return None
    return by.ENGAGED(who=case.name(company.engaged[0], by.A_FRIEND))


TOTAL_COVER = Passage("L0", "total-cover", "Total cover", "What cannot be reached at all cannot be attacked.", "cover")
NOT_THREATENED = Passage(
    "L0", "cover-not-threatened", "Cover", "No attack of opportunity is made against what has cover.", "cover"
)

POSITIONS = (
    Position(
        Passage("L1", "height", "Higher ground", "The attacker stands above the target.", "elevation"),
        higher,
        WORTH,
        "+1",
        details=(
            heights("melee", "Height needed in melee", "2"),
            heights("ranged", "Height needed at range", "never"),
        ),
    ),
    Position(
        Passage("L2", "flanking", "Flanking", "Two attackers have the target between them.", "flanking"),
        by.unless_ignored("flanking", OF, is_.flanked),
        WORTH,
        "+2",
        attack="melee",
    ),
    Position(
        Passage("L3", "rear", "From behind", "The attacker is in the target's rear area.", "facing"),
        by.from_behind,
        WORTH,
    ),
    Position(
        Passage("L4", "soft-cover", "Soft cover", "A creature is in the way.", "cover"),
        by.covered(OF, "soft"),
        COVER_WORTH,
        "ac+4",
    ),
    Position(
        Passage("L5", "cover", "Cover", "The target has cover.", "cover"),
        by.covered(OF, "cover"),
        COVER_WORTH,
        "ac+4",
        saves=True,
    ),
    Position(
        Passage("L6", "improved-cover", "Improved cover", "The target has improved cover.", "cover"),
        by.covered(OF, "improved"),
        COVER_WORTH,
        "ac+8",
        saves=True,
        details=(
            one_of(
                "cover-saves",
                "Cover and Reflex saves",
                "What a number on armour class adds to the save.",
                {"half": "half of it", "same": "the same number", "nothing": "nothing"},
            ),
        ),
    ),
    Position(
        Passage("L7", "concealment", "Concealment", "Dim light, fog and the like.", "obscurement"),
        by.unless_ignored("concealment", OF, shared.concealed),
        (*MISS, *WORTH),
        "miss-20",
    ),
    Position(
        Passage("L8", "unseen-target", "Unseen target", "The attacker cannot see the target.", "obscurement"),
        by.unless_ignored("total-concealment", OF, shared.wholly_concealed),
        (*MISS, *WORTH, "blocked"),
        "miss-50",
    ),
    Position(
        Passage("L9", "unseen-attacker", "Unseen attacker", "The target cannot see the attacker.", "obscurement"),
        by.unless_ignored("unseen-attacker", OF, is_.unseen_attacker),
        WORTH,
        "+2",
    ),
    Position(
        Passage("L10", "difficult-ground", "Target in difficult ground", "The target stands in it.", "terrain"),
        is_.target_difficult,
        WORTH,
    ),
    Position(
        Passage("L11", "adjacent-archer", "Enemy next to an archer", "An enemy that can act sees the archer.", "range"),
        by.foe_beside,
        WORTH,
        attack="ranged",
    ),
    Position(
        Passage("L12", "into-melee", "Shooting into a melee", "A friend fights the target.", "range"),
        by.unless_ignored("into-melee", OF, into_melee),
        WORTH,
        "-4",
        attack="ranged",
    ),
)

RULES = (
    TOTAL_COVER.on((*ATTACKS, "save"), is_.covered("total"), Blocked()),
    *(rule for position in POSITIONS for rule in position.rules(ID)),
    NOT_THREATENED.on(("opportunity",), is_.covered("cover", "improved"), Forbid("opportunity-attack")),
)

OPTIONS = (
    *(option for position in POSITIONS for option in position.options),
    *STACKING,
    *COVER_OPTIONS,
)

HOUSE_RULES_D20 = Ruleset(
    id=ID,
    title="House rules (d20)",
    family="d20",
    source="Your own table",
    law=law(ID, "d20"),
    rules=RULES,
    options=OPTIONS,
    conventions={"cover": "d20", "degrees": "d20", "flanking": "opposite", "senses": "d20", "company": True},
    measured_by=MEASURED_BY_COVER_OPTIONS,
    excludes=("combat-modifiers", "pathfinder-1e"),
    supersedes=("core-total-cover", "core-cover"),
    degrees=("none", "soft", "cover", "improved", "total"),
    shared=True,
    cover_ac={"soft": 4, "cover": 4, "improved": 8},
)
