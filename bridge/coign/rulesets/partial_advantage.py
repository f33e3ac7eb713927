"""Partial Advantage and Tactical Position: fifth edition, with a d4 where a full advantage would be too much.

Source: the text of that name (d20, fifth edition). P1 to P7, P9 and P10, the die and how it stacks, are the family's
law (`coign.rules.families.fifth`). This file has the positions that give it, the further options, and the core rules
that they replace. Over a printing of fifth edition that printing has the core rules, and all that the text leaves.

>>> from coign.rules import example
>>> example(PARTIAL_ADVANTAGE, elevation={"standing": True, "difference": 2})
['P21 High Ground: +1d4 (2 ft above, needs 2 ft)']
>>> example(PARTIAL_ADVANTAGE, elevation={"standing": True, "difference": 1.5})
[]
>>> near = {"in_short_range": True}
>>> example(PARTIAL_ADVANTAGE, kind="ranged", range=near, elevation={"standing": True, "difference": 10})
['P20 High Ground: +1d4 (10 ft above, needs 10 ft)']
>>> example(PARTIAL_ADVANTAGE, flanking={"flanked": True})
['P23 Flanking: +1d4 (another enemy of it is on the opposite side)']
>>> example(PARTIAL_ADVANTAGE, target={"immune": ["flanking"]}, flanking={"flanked": True})
[]
>>> half = {"degree": "half", "blocked": 2, "lines": (True, True, False, False)}
>>> example(PARTIAL_ADVANTAGE, cover=half)
['P30 Half Cover: +2 AC (2 of 4 lines blocked by a wall, from your best corner)']
>>> example(PARTIAL_ADVANTAGE, options={"half-cover": True}, cover=half)
['P30 Half Cover: -1d4 (2 of 4 lines blocked by a wall, from your best corner)']
>>> example(PARTIAL_ADVANTAGE, terrain={"target_difficult": True})
[]
>>> example(PARTIAL_ADVANTAGE, options={"difficult-terrain": True}, terrain={"target_difficult": True})
['P33 Difficult Terrain Etc.: +1d4 (the target is in terrain that costs extra movement)']
>>> from coign.rulesets.fifth_edition_2014 import FIFTH_EDITION_2014
>>> glaive = {"target": {"statuses": ["prone"]}, "range": {"distance": 10.0}}
>>> example(PARTIAL_ADVANTAGE, **glaive)
[]
>>> example(PARTIAL_ADVANTAGE, over=FIFTH_EDITION_2014, **glaive)
['G11 Prone Target: disadvantage (the target is prone, and you are more than 5 ft from it)']
"""

from __future__ import annotations

from coign.protocol import Advantage, Blocked, Die, Disadvantage, Effect, Flat, Permit
from coign.rules import ATTACKS, FIFTH, Case, Ruleset, book
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.families.fifth import PARTIAL
from coign.rules.formation import OURS as WORST_ON_AVERAGE
from coign.rules.ignoring import printing
from coign.rules.options import COVER_OPTIONS, FLANKING_CORNERS, MEASURED_BY_COVER_OPTIONS
from coign.rules.phrases import fixed, noted
from coign.rules.roll import spelled
from coign.rules.rule import by_the_gm

BOOK = book(__file__, concerns={"our reading of hexes": is_.on_hexes})
PARTIAL_ADVANTAGE_DIE = Die("1d4", "attack")
PARTIAL_DISADVANTAGE_DIE = Die("-1d4", "attack")
HALF = by.unless_ignored("half", printing, is_.covered("half"))
THREE_QUARTERS = by.unless_ignored("three-quarters", printing, is_.covered("three-quarters"))
LIGHTLY_OBSCURED = by.obscured_to("lightly")

SNEAK_ATTACK = fixed("sneak-attack", "Sneak Attack needs advantage, and partial advantage is enough")


def sneaks(case: Case) -> str | None:
    """P8: the attack has the ability that the text names."""
    return SNEAK_ATTACK if case.ability("sneak-attack") else None


RULES = (
    BOOK["total-cover"].on((*ATTACKS, "save"), is_.covered("total"), Blocked(), alone=True),
    BOOK["unseen-target"].on_attack(is_.unseen_target, Disadvantage("attack"), alone=True),
    BOOK["unseen-attacker"].on_attack(is_.unseen_attacker, Advantage("attack"), alone=True),
    BOOK["unseen"].on(("perception",), by.to_the_eye(is_.unseen_target), noted(by.SIGHT_FAILS), alone=True),
    BOOK["P20 high-ground"].on_attack(is_.high_ground_ranged, PARTIAL_ADVANTAGE_DIE, attack="ranged"),
    BOOK["P21 high-ground"].on_attack(is_.high_ground_melee, PARTIAL_ADVANTAGE_DIE, attack="melee"),
    BOOK["flanking"].on_attack(is_.flanked, PARTIAL_ADVANTAGE_DIE),
    BOOK["half-cover"].on_attack(HALF, PARTIAL_DISADVANTAGE_DIE, option=("half-cover", True)),
    BOOK["half-cover"].on_attack(HALF, Flat(2, "ac"), option=("half-cover", False), alone=True),
    BOOK["half-cover"].on_save(HALF, Flat(2, "save"), alone=True),
    BOOK["three-quarters-cover"].on_attack(
        THREE_QUARTERS, Disadvantage("attack"), option=("three-quarters-cover", True)
    ),
    BOOK["three-quarters-cover"].on_attack(
        THREE_QUARTERS, Flat(5, "ac"), option=("three-quarters-cover", False), alone=True
    ),
    BOOK["three-quarters-cover"].on_save(THREE_QUARTERS, Flat(5, "save"), alone=True),
    BOOK["lightly-obscured"].on_attack(LIGHTLY_OBSCURED, PARTIAL_DISADVANTAGE_DIE, option=("lightly-obscured", True)),
    BOOK["lightly-obscured"].on(
        ("perception",), by.to_the_eye(LIGHTLY_OBSCURED), Disadvantage("perception"), alone=True
    ),
    BOOK["difficult-terrain"].on_attack(
        is_.target_difficult, PARTIAL_ADVANTAGE_DIE, option=("difficult-terrain", True)
    ),
    BOOK["difficult-terrain"].on_save(is_.target_difficult, Die("-1d4", "save"), option=("difficult-terrain", True)),
    BOOK["sneak-attack"].on_attack(sneaks, Permit("sneak-attack"), after="partial advantage"),
)


def by_hand(effect: Effect) -> tuple[str, str]:
    """P34: "Partial advantage and partial disadvantage ... may be used in circumstances not covered"; nothing else."""
    partial = isinstance(effect, Die) and spelled(effect.dice) in PARTIAL
    return ("P34", "DM's Best Friend") if partial else by_the_gm(effect)


PARTIAL_ADVANTAGE = Ruleset(
    id="partial-advantage",
    title="Partial Advantage and Tactical Position",
    family="fifth",
    source="Partial Advantage and Tactical Position (d20, fifth edition)",
    law=FIFTH,
    rules=RULES,
    options=(FLANKING_CORNERS, *BOOK.options, *COVER_OPTIONS),
    conventions={"cover": "dmg", "flanking": "edge"},
    measured_by={"flanking-corners": "corners", **MEASURED_BY_COVER_OPTIONS},
    over=("fifth-edition-2014", "fifth-edition-2024"),
    degrees=("none", "half", "three-quarters", "total"),
    cover_ac={"half": 2, "three-quarters": 5},
    by_hand=by_hand,
    by_hand_option="dms-best-friend",
    interpretations=(WORST_ON_AVERAGE,),
)
