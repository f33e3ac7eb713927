"""Starfinder, first edition: its combat modifiers, as the core rules print them.

They are those of Pathfinder's first edition, with four differences. Higher ground gives no bonus. Shooting into a melee
has no penalty. Partial cover is a rule, where Pathfinder leaves it to the GM. The target of an unseen attacker is
flat-footed, and the attacker has no bonus.

Source, Open Game Content under the Open Game License 1.0a (see NOTICE.md): Starfinder Core Rulebook, "Combat
Modifiers", "Combat Basics" and "Senses"; the words are ours.

>>> from coign.rules import example
>>> example(STARFINDER_1E, kind="ranged", cover={"degree": "soft", "against": "creature"})
['S4 Soft Cover: +4 AC (a creature in the way)']
>>> partial = {"degree": "cover", "exposure": 0.75, "lines": (True, False, True, True), "against": "solid"}
>>> example(STARFINDER_1E, kind="ranged", cover=partial)[0]
'S5 Partial Cover: +2 AC (75 % of it can be reached; 75 % of it is in view)'
>>> example(STARFINDER_1E, elevation={"difference": 10, "standing": True, "target_height": 5})
[]
>>> example(STARFINDER_1E, kind="ranged", range={"distance": 130.0, "increment": 3})
['S15 Range Increments: -4 attack (in range increment 3)']
"""

from __future__ import annotations

from coign.protocol import Blocked, Flat, Forbid, MissChance
from coign.rules import ATTACKS, D20, Case, Ruleset, book, water
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.options import COVER_OPTIONS, MEASURED_BY_COVER_OPTIONS
from coign.rules.phrases import fixed
from coign.rules.rule import When
from coign.rulesets import combat_modifiers as shared
from coign.rulesets import pathfinder_1e as pathfinder

ID = "starfinder-1e"
BOOK = book(__file__, "Starfinder Core Rulebook")
OF = by.always("pathfinder-1")  # whose senses, unflankable creatures and feats these are

NO_REACTIONS = fixed("no-reactions", "the target takes no reactions to it")


def partly_covered(case: Case) -> str | None:
    """The target has partial cover, and nothing about the attack ignores it."""
    return _unless("cover", pathfinder.mostly_in_view)(case) if case.option(ID, "partial-cover") is True else None


def fully_covered(case: Case) -> str | None:
    """The target has cover that is not partial."""
    return None if partly_covered(case) is not None else by.covered(OF, "cover")(case)


def unseen_attacker(case: Case) -> str | None:
    """The target does not see the attacker, and is not flat-footed already."""
    return None if case.target.status("flat-footed") else is_.out_of_its_sight(case)


def _unless(word: str, condition: When) -> When:
    return by.unless_ignored(word, OF, condition)


RULES = (
    BOOK["total-cover"].on((*ATTACKS, "save"), is_.covered("total"), Blocked()),
    BOOK["range-increments"].on_attack(by.out_of_range, Blocked(), attack="ranged"),
    BOOK["from-land"].on_attack(water.out_of_the_water, Flat(4, "ac"), group="cover"),
    BOOK["under-water"].on_attack(water.thrown_into_water, Forbid("attack"), attack="ranged"),
    BOOK["under-water"].on_attack(water.under_water, Flat(-2, "attack"), note=water.HALF_DAMAGE),
    BOOK["flanking"].on_attack(by.flanked(OF), Flat(2, "attack"), attack="melee"),
    BOOK["unseen-attacker"].on_attack(_unless("unseen-attacker", unseen_attacker), Flat(-2, "ac"), note=NO_REACTIONS),
    BOOK["range-increments"].on_attack(by.in_increment(2), pathfinder.increment_penalty, attack="ranged"),
    BOOK["attacker-prone"].on_attack(by.attacker_lies, Flat(-4, "attack"), attack="melee"),
    BOOK["target-prone"].on_attack(by.target_lies, Flat(-4, "ac"), attack="melee"),
    BOOK["target-prone"].on_attack(by.target_lies, Flat(4, "ac"), attack="ranged"),
    BOOK["S2 cover"].on_attack(fully_covered, Flat(4, "ac"), **by.cover_details(OF, "cover")),
    BOOK["S3 cover"].on_save(fully_covered, Flat(2, "save"), **by.cover_details(OF, "cover")),
    BOOK["S5 cover"].on_attack(partly_covered, Flat(2, "ac"), group="cover"),
    BOOK["S5 cover"].on_save(partly_covered, Flat(1, "save"), group="cover"),
    BOOK["soft-cover"].on_attack(
        by.covered(OF, "soft"), Flat(4, "ac"), attack="ranged", **by.cover_details(OF, "soft")
    ),
    BOOK["soft-cover"].on(("stealth",), shared.soft_cover_only, Forbid("hide")),
    BOOK["improved-cover"].on_attack(by.covered(OF, "improved"), Flat(8, "ac"), **by.cover_details(OF, "improved")),
    BOOK["improved-cover"].on_save(by.covered(OF, "improved"), Flat(4, "save"), **by.cover_details(OF, "improved")),
    BOOK["not-threatened"].on(("opportunity",), is_.not_threatened, Forbid("opportunity-attack")),
    BOOK["cover-not-threatened"].on(("opportunity",), is_.covered("cover", "improved"), Forbid("opportunity-attack")),
    BOOK["concealment"].on_attack(_unless("concealment", pathfinder.concealed), MissChance(20)),
    BOOK["own-concealment"].on_attack(_unless("concealment", shared.conceals_itself), shared.own_miss_chance),
    BOOK["total-concealment"].on_attack(
        _unless("total-concealment", shared.wholly_concealed), MissChance(50), note=shared.ATTACK_A_SQUARE
    ),
)


STARFINDER_1E = Ruleset(
    id=ID,
    title="Starfinder (first edition)",
    family="d20",
    source="Starfinder Core Rulebook (OGL 1.0a)",
    law=D20,
    rules=RULES,
    options=(*BOOK.options, *COVER_OPTIONS),
    conventions={
        "cover": "d20",
        "degrees": "d20",
        "flanking": "opposite",
        "senses": "pathfinder-1",
    },
    measured_by={**BOOK.measured_by, **MEASURED_BY_COVER_OPTIONS},
    excludes=("pathfinder-1e", "combat-modifiers", "combat-facing", "house-rules-d20"),
    degrees=("none", "soft", "partial-cover", "cover", "improved", "total"),
    step=pathfinder.step,
    cover_ac={"soft": 4, "cover": 4, "improved": 8},
)
