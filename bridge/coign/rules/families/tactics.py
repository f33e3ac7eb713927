"""The sources of advantage in Enchanted Realms, shared by both editions, and the ruleset of an edition.

The rulebook names "superior position or tactical dominance", "physical terrain or structure", magic and the round
before, and measures none of them. These rules map them to facts, each with an option, and each is headed as the table's
choice. Higher ground and flanking are measured as in Partial Advantage. Everything else is the GM's decision.
"""

from __future__ import annotations

from coign.protocol import Advantage, Blocked, Disadvantage, RollKind
from coign.rules.book import book
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
from coign.rules.options import COVER_OPTIONS, FLANKING_CORNERS, MEASURED_BY_COVER_OPTIONS
from coign.rules.phrases import fixed
from coign.rules.rule import ATTACKS, Ruleset

BOOK = book(__file__)
BETTER_OR_WORSE = Event(two="1d20")  # E6
COMPETITION = Event(two="1d12")  # E7
PARTLY_COVERED = covered("half", "three-quarters", "soft", "cover", "improved")
IN_ITS_REAR = fixed("in-its-rear", "you stand in the target's rear area")


def from_behind(case: Case) -> str | None:
    """The attacker is in the target's rear arc."""
    return IN_ITS_REAR if case.facts.facing.target_arc == "rear" else None


RULES = (
    BOOK["total-cover"].on((*ATTACKS, "save"), covered("total"), Blocked()),
    BOOK["high-ground"].on_attack(
        high_ground_ranged, Advantage("attack"), attack="ranged", option=("high-ground", True)
    ),
    BOOK["high-ground"].on_attack(high_ground_melee, Advantage("attack"), attack="melee", option=("high-ground", True)),
    BOOK["flanking"].on_attack(flanked, Advantage("attack"), option=("flanking", True)),
    BOOK["rear-arc"].on_attack(from_behind, Advantage("attack"), option=("rear-arc", True)),
    BOOK["target-difficult"].on_attack(target_difficult, Advantage("attack"), option=("target-difficult", True)),
    BOOK["target-covered"].on_attack(PARTLY_COVERED, Disadvantage("attack"), option=("target-covered", True)),
    BOOK["target-obscured"].on_attack(obscured, Disadvantage("attack"), option=("target-covered", True)),
    BOOK["attacker-difficult"].on_attack(actor_difficult, Disadvantage("attack"), option=("attacker-difficult", True)),
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
        options=(*BOOK.options, FLANKING_CORNERS, *COVER_OPTIONS),
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
