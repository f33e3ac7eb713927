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

from coign.protocol import Blocked, Choice
from coign.rules import ATTACKS, Case, Passage, Ruleset
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.families.core_fifth import CREATURE_LINES
from coign.rules.families.house import ARMOUR, DICE, NUMBERS, STACKING, STANDARD, Position, law
from coign.rules.options import COVER_OPTIONS, MEASURED_BY_COVER_OPTIONS, one_of

ID = "house-rules"
OF = by.always("fifth-2014")
WORTH = (*NUMBERS, *DICE, *STANDARD)
COVER_WORTH = (*ARMOUR, *NUMBERS, *DICE, *STANDARD, "blocked")


def higher(case: Case) -> str | None:
    """The attacker stands as high above the target as the options ask for, in melee or at range."""
    needed = case.option(ID, f"height-{case.request.attack.kind}")
    return None if needed == "never" else is_.standing_above(float(needed))(case)


def heights(kind: str, title: str, first: str) -> Choice:
    """Make the option of the height that attacks of a kind need; `first` is its default."""
    values = dict.fromkeys((first, "2", "5", "10", "15", "20", "30", "never"))
    labels = {value: "no such rule" if value == "never" else f"{value} ft or more" for value in values}
    return one_of(f"height-{kind}", title, "How far above the target the attacker has to stand.", labels)


TOTAL_COVER = Passage("K0", "total-cover", "Total cover", "What cannot be reached at all cannot be attacked.", "cover")

POSITIONS = (
    Position(
        Passage("K1", "height", "Higher ground", "The attacker stands above the target.", "elevation"),
        higher,
        WORTH,
        details=(
            heights("melee", "Height needed in melee", "5"),
            heights("ranged", "Height needed at range", "10"),
        ),
    ),
    Position(
        Passage("K2", "flanking", "Flanking", "Two attackers have the target between them.", "flanking"),
        by.flanked_beside,
        WORTH,
        attack="melee",
        details=(
            one_of(
                "flanking-reading",
                "Who flanks",
                "Where two attackers have to be.",
                {"opposite": "on opposite sides or corners", "edge": "on different sides"},
            ),
        ),
    ),
    Position(
        Passage("K3", "rear", "From behind", "The attacker is in the target's rear area.", "facing"),
        by.from_behind,
        WORTH,
    ),
    Position(
        Passage("K4", "half-cover", "Half cover", "The target has half cover.", "cover"),
        by.covered(OF, "half"),
        COVER_WORTH,
        "ac+2",
        saves=True,
    ),
    Position(
        Passage("K5", "three-quarters-cover", "Three-quarters cover", "The target has three-quarters cover.", "cover"),
        by.covered(OF, "three-quarters"),
        COVER_WORTH,
        "ac+5",
        saves=True,
        details=(
            one_of(
                "cover-saves",
                "Cover and Dexterity saves",
                "What a number on armour class adds to the save.",
                {"same": "the same number", "half": "half of it", "nothing": "nothing"},
            ),
        ),
    ),
    Position(
        Passage(
            "K6", "lightly-obscured", "Lightly obscured target", "Dim light, thin fog and the like.", "obscurement"
        ),
        by.only_lightly_obscured,
        WORTH,
    ),
    Position(
        Passage("K7", "unseen-target", "Unseen target", "The attacker cannot see the target.", "obscurement"),
        by.unless_ignored("unseen-target", OF, by.unseen_or_hidden_target),
        (*WORTH, "blocked"),
        "disadvantage",
    ),
    Position(
        Passage("K8", "unseen-attacker", "Unseen attacker", "The target cannot see the attacker.", "obscurement"),
        by.unless_ignored("unseen-attacker", OF, by.unseen_or_hidden_attacker),
        WORTH,
        "advantage",
    ),
    Position(
        Passage("K9", "difficult-ground", "Target in difficult ground", "The target stands in it.", "terrain"),
        is_.target_difficult,
        WORTH,
    ),
    Position(
        Passage("K10", "adjacent-archer", "Enemy next to an archer", "An enemy that can act sees the archer.", "range"),
        by.unless_ignored("foe-beside", OF, by.foe_beside),
        WORTH,
        "disadvantage",
        attack="ranged",
    ),
    Position(
        Passage("K11", "long-range", "Long range", "The target is beyond the normal range.", "range"),
        by.unless_ignored("long-range", OF, by.beyond_normal_range),
        (*WORTH, "blocked"),
        "disadvantage",
        attack="ranged",
    ),
    Position(
        Passage("K12", "prone-near", "Prone target within 5 ft", "The target lies on the ground."),
        by.target_lies_near,
        WORTH,
        "advantage",
    ),
    Position(
        Passage("K13", "prone-far", "Prone target farther off", "The target lies on the ground."),
        by.target_lies_far,
        WORTH,
        "disadvantage",
    ),
    Position(
        Passage("K14", "attacker-prone", "Prone attacker", "The attacker lies on the ground."),
        by.attacker_lies,
        WORTH,
        "disadvantage",
    ),
)

RULES = (
    TOTAL_COVER.on((*ATTACKS, "save"), is_.covered("total"), Blocked()),
    *(rule for position in POSITIONS for rule in position.rules(ID)),
)

OPTIONS = (
    *(option for position in POSITIONS for option in position.options),
    CREATURE_LINES,
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
    conventions={"cover": "dmg", "flankers": "adjacent", "company": True},
    measured_by={
        "flanking-reading": "flanking",
        "creature-lines": "creature_lines",
        **MEASURED_BY_COVER_OPTIONS,
    },
    excludes=("fifth-edition-2014", "fifth-edition-2024", "partial-advantage"),
    degrees=("none", "half", "three-quarters", "total"),
    shared=True,
    cover_ac={"half": 2, "three-quarters": 5},
)
