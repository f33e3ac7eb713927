"""Draw Steel: cover, concealment, high ground, flanking, prone creatures, and enemies next to an archer.

Source: Draw Steel: Heroes (MCDM Productions, LLC), "Combat" and "Conditions"; the words are ours. Conditions that the
game system counts by itself (frightened, grabbed, restrained, surprised, taunted, weakened) are left to it.

>>> from coign.rules import example
>>> example(DRAW_STEEL, cover={"degree": "half", "share": 0.4, "against": "solid"})
['D4 Cover: bane (40 % of it can be reached)']
>>> example(DRAW_STEEL, elevation={"difference": 5.0, "standing": True, "target_height": 5.0})
['D6 High Ground: edge (5 ft above, needs 5 ft)']
>>> example(DRAW_STEEL, elevation={"difference": 5.0, "standing": True, "target_height": 10.0})
[]
"""

from __future__ import annotations

from coign.protocol import Bane, Blocked, Edge, Forbid
from coign.rules import Ruleset, traits
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.book import book
from coign.rules.case import Case
from coign.rules.families.draw_steel import DRAW_STEEL as LAW
from coign.rules.phrases import fixed
from coign.rules.rule import When

EDITION = "draw-steel"
BOOK = book(__file__, "Draw Steel: Heroes")
BANE_ON_IT = fixed("bane-on-opportunity", "the roll against the target has a bane")
EDGE, BANE = Edge("attack"), Bane("attack")


# --- conditions -------------------------------------------------------------------------------------------------------


def by_a_strike(condition: When) -> When:
    """Limit a condition to strikes. An ability with the keyword Area is no strike."""
    return lambda case: None if case.ability("area") else condition(case)


def fully_above(case: Case) -> str | None:
    """The attacker stands on ground that is at least as high as the target's top."""
    return is_.stands_above(case, case.facts.elevation.target_height)


def flanked(case: Case) -> str | None:
    """The pair flanks, next to the target, and the attacker may take triggered actions."""
    if not case.facts.range.adjacent or any(traits.having(case.actor, EDITION, "unable")):
        return None
    return is_.flanked(case)


def hidden(case: Case) -> str | None:
    """The target is hidden."""
    return by.TARGET_HIDDEN if any(map(case.target.status, by.HIDING)) else None


# --- the rules --------------------------------------------------------------------------------------------------------

RULES = (
    BOOK["total-cover"].on_attack(is_.covered("total"), Blocked()),
    BOOK["hidden"].on_attack(by_a_strike(hidden), Blocked()),
    BOOK["out-of-range"].on_attack(by.out_of_range, Blocked(), attack="ranged"),
    BOOK["cover"].on_attack(is_.covered("half", "three-quarters", "cover"), BANE),
    BOOK["concealment"].on_attack(by_a_strike(is_.unseen_target), BANE),
    BOOK["high-ground"].on_attack(fully_above, EDGE),
    BOOK["flanking"].on_attack(by_a_strike(flanked), EDGE, attack="melee"),
    BOOK["target-prone"].on_attack(by.target_lies, EDGE, attack="melee"),
    BOOK["attacker-prone"].on_attack(by_a_strike(by.attacker_lies), BANE),
    BOOK["not-threatened"].on(("opportunity",), is_.not_threatened, Forbid("opportunity-attack")),
    *(
        BOOK["opportunity-bane"].on(
            ("opportunity",), lambda case: BANE_ON_IT, Forbid("opportunity-attack"), after=label
        )
        for label in ("bane", "double bane")
    ),
    BOOK["foe-beside"].on_attack(by_a_strike(by.foe_beside), BANE, attack="ranged"),
)

DRAW_STEEL = Ruleset(
    id="draw-steel",
    title="Draw Steel",
    family="draw-steel",
    source="Draw Steel: Heroes (MCDM Productions, LLC; DRAW STEEL Creator License)",
    law=LAW,
    rules=RULES,
    conventions={"area_thresholds": (0.5, 0.0), "company": True},
    degrees=("none", "cover", "total"),
    step=lambda fact: "cover" if fact.degree in ("half", "three-quarters") else fact.degree,
)
