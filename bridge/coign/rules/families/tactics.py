"""The sources of advantage in Enchanted Realms, shared by both editions, and the ruleset of an edition.

The rulebook names "superior position or tactical dominance", "physical terrain or structure", magic and the round
before, and measures none of them. These rules map them to facts, each with an option, and each is headed as the table's
choice. Higher ground and flanking are measured as in Partial Advantage. Everything else is the GM's decision.
"""

from __future__ import annotations

from coign.protocol import Advantage, Blocked, Disadvantage, RollKind
from coign.rules.case import Case
from coign.rules.conditions import (
    actor_difficult,
    covered,
    flanked,
    high_ground_melee,
    high_ground_ranged,
    obscured,
    target_difficult,
)
from coign.rules.families.pool import EVENT_TITLES, SKILL_DICE, SKILL_DIE, Edition, Event, law
from coign.rules.options import COVER_OPTIONS, FLANKING_CORNERS, MEASURED_BY_COVER_OPTIONS, switch
from coign.rules.passage import Passage
from coign.rules.phrases import fixed
from coign.rules.rule import ATTACKS, Ruleset

BETTER_OR_WORSE = Event(two="1d20")  # E6
COMPETITION = Event(two="1d12")  # E7

SUPERIOR = (
    "There are skills, magical effects and environmental circumstances which give a character or monster a superior "
    'position or tactical dominance, which in game terms is called "advantage".'
)
CONVERSE = 'Likewise, the converse can occur where one is at "disadvantage".'

TOTAL_COVER = Passage(
    "E-total",
    "total-cover",
    "Total Cover",
    "What cannot be reached cannot be attacked (common to every rule system here).",
    "cover",
)
HIGHER_GROUND = Passage("E1", "high-ground", "Advantage: higher ground (table's choice)", SUPERIOR, "elevation")
FLANKING = Passage("E1", "flanking", "Advantage: flanking (table's choice)", SUPERIOR, "flanking")
FROM_BEHIND = Passage("E1", "rear-arc", "Advantage: attack from behind (table's choice)", SUPERIOR, "facing")
SLOWED_TARGET = Passage(
    "E1", "target-difficult", "Advantage: target in difficult terrain (table's choice)", SUPERIOR, "terrain"
)
COVERED_TARGET = Passage(
    "E2", "target-covered", "Disadvantage: target behind cover (table's choice)", CONVERSE, "cover"
)
OBSCURED_TARGET = Passage(
    "E2", "target-obscured", "Disadvantage: target obscured (table's choice)", CONVERSE, "obscurement"
)
SLOWED_ATTACKER = Passage(
    "E2", "attacker-difficult", "Disadvantage: attacker in difficult terrain (table's choice)", CONVERSE, "terrain"
)
PARTLY_COVERED = covered("half", "three-quarters", "soft", "cover", "improved")


IN_ITS_REAR = fixed("in-its-rear", "you stand in the target's rear area")


def from_behind(case: Case) -> str | None:
    """The attacker is in the target's rear arc."""
    return IN_ITS_REAR if case.facts.facing.target_arc == "rear" else None


RULES = (
    TOTAL_COVER.on((*ATTACKS, "save"), covered("total"), Blocked()),
    HIGHER_GROUND.on_attack(high_ground_ranged, Advantage("attack"), attack="ranged", option=("high-ground", True)),
    HIGHER_GROUND.on_attack(high_ground_melee, Advantage("attack"), attack="melee", option=("high-ground", True)),
    FLANKING.on_attack(flanked, Advantage("attack"), option=("flanking", True)),
    FROM_BEHIND.on_attack(from_behind, Advantage("attack"), option=("rear-arc", True)),
    SLOWED_TARGET.on_attack(target_difficult, Advantage("attack"), option=("target-difficult", True)),
    COVERED_TARGET.on_attack(PARTLY_COVERED, Disadvantage("attack"), option=("target-covered", True)),
    OBSCURED_TARGET.on_attack(obscured, Disadvantage("attack"), option=("target-covered", True)),
    SLOWED_ATTACKER.on_attack(actor_difficult, Disadvantage("attack"), option=("attacker-difficult", True)),
)

OPTIONS = (
    switch(
        "high-ground",
        "Higher ground",
        "An attacker who stands 2 ft above the target in melee, or 10 ft within the weapon's short range.",
        on="advantage",
        off="no change",
        default=True,
    ),
    switch(
        "flanking",
        "Flanking",
        "An attacker with another enemy of the target at a different edge of its space.",
        on="advantage",
        off="no change",
        default=True,
    ),
    switch(
        "rear-arc",
        "Attack from behind",
        "An attacker in the target's rear area; tokens need a facing.",
        on="advantage",
        off="no change",
    ),
    switch(
        "target-difficult",
        "Target in difficult terrain",
        "A target in terrain that costs extra movement.",
        on="advantage",
        off="no change",
        default=True,
    ),
    switch(
        "target-covered",
        "Target behind cover or obscured",
        "A target that is behind cover, hard to see, or not seen at all.",
        on="disadvantage",
        off="no change",
        default=True,
    ),
    switch(
        "attacker-difficult",
        "Attacker in difficult terrain",
        "An attacker in terrain that costs extra movement.",
        on="disadvantage",
        off="no change",
    ),
    FLANKING_CORNERS,
    *COVER_OPTIONS,
)


def edition(*, id: str, title: str, source: str, numbers: Edition, excludes: str) -> Ruleset:
    """Make the ruleset of one edition: the shared rules with its own numbers."""
    return Ruleset(
        id=id,
        title=title,
        family="enchanted-realms",
        source=source,
        law=law(numbers),
        rules=RULES,
        options=OPTIONS,
        conventions={"flanking": "edge"},
        measured_by={"flanking-corners": "corners", **MEASURED_BY_COVER_OPTIONS},
        excludes=(excludes,),
        degrees=("none", "half", "three-quarters", "total"),
        overriding=numbers.overriding,
        rolls=tuple(_roll_kind(name, event) for name, event in numbers.events.items()),
    )


def _roll_kind(name: str, event: Event) -> RollKind:
    """Return a row of the edition's table as the menu "This roll is ..." offers it."""
    title, occasion, kind = EVENT_TITLES[name]
    die = event.two or event.beside or ""
    return RollKind(title, occasion, kind, SKILL_DICE if die == SKILL_DIE else (int(die[2:]),) if die else ())
