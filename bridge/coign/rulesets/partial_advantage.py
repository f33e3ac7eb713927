"""Partial Advantage and Tactical Position: fifth edition, with a d4 where a full advantage would be too much.

Source: the text of that name (d20, fifth edition). P1 to P7, P9 and P10, the die and how it stacks, are the family's
law (`coign.rules.families.fifth`). This file has the positions that give it, the further options, and the core rules
that they replace.

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
['P30 Half Cover: +2 AC (2 of 4 lines from your best corner are blocked by a wall)']
>>> example(PARTIAL_ADVANTAGE, options={"half-cover": True}, cover=half)
['P30 Half Cover: -1d4 (2 of 4 lines from your best corner are blocked by a wall)']
>>> example(PARTIAL_ADVANTAGE, terrain={"target_difficult": True})
[]
>>> example(PARTIAL_ADVANTAGE, options={"difficult-terrain": True}, terrain={"target_difficult": True})
['P33 Difficult Terrain Etc.: +1d4 (the target is in terrain that costs extra movement)']

Our readings of what the text leaves open:

- P8: Sneak Attack is permitted by name; the law notes on every attack with partial advantage that the others are too.
- P20: a weapon whose short range is unknown gets nothing, and the annotation lists the assumption.
- P22: what flies, hovers, swims, burrows or clings to a wall has no standing elevation. A swimming target counts at its
  surface, a flying target below the ledge as it is.
- P23: two neighbours are at different edges when they have no edge in common; a corner lies along both of its edges.
  `flanking-corners: shared` lets a pair flank when each can be given an edge of its own. Melee and ranged alike.
- P30: the switch changes the attack alone. The text replaces "the +2 to AC"; the bonus to Dexterity saves stays.
- P32: looking for a lightly obscured creature is at disadvantage by the core rule, whatever the switch.
- P34: the switch hides the GM's button and nothing else; a modifier that a GM has added counts.
"""

from __future__ import annotations

from coign.protocol import Advantage, Blocked, Die, Disadvantage, Effect, Flat, Permit
from coign.rules import ATTACKS, FIFTH, Case, Interpretation, Passage, Ruleset
from coign.rules import conditions as is_
from coign.rules.formation import OURS as WORST_ON_AVERAGE
from coign.rules.options import COVER_OPTIONS, FLANKING_CORNERS, MEASURED_BY_COVER_OPTIONS, switch
from coign.rules.phrases import fixed, noted
from coign.rules.rule import by_the_gm

PARTIAL_ADVANTAGE_DIE = Die("1d4", "attack")
PARTIAL_DISADVANTAGE_DIE = Die("-1d4", "attack")

# --- the core rules ---------------------------------------------------------------------------------------------------

TOTAL_COVER = Passage(
    "P-total",
    "total-cover",
    "Total Cover",
    "A creature with total cover cannot be targeted directly (fifth edition, Cover).",
    "cover",
)
UNSEEN_TARGET = Passage(
    "P-unseen-target",
    "unseen-target",
    "Unseen Target",
    "An attack on a target that you cannot see has disadvantage (fifth edition, Unseen Attackers and Targets).",
    "obscurement",
)
UNSEEN_ATTACKER = Passage(
    "P-unseen-attacker",
    "unseen-attacker",
    "Unseen Attacker",
    "An attack on a creature that cannot see you has advantage (fifth edition, Unseen Attackers and Targets).",
    "obscurement",
)
HEAVILY_OBSCURED = Passage(
    "P-unseen",
    "unseen",
    "Heavily Obscured",
    "A check that relies on sight fails in a heavily obscured area (fifth edition, Vision and Light).",
    "obscurement",
)

# --- tactical position ------------------------------------------------------------------------------------------------

HIGH_GROUND_RANGED = Passage(
    "P20",
    "high-ground",
    "High Ground",
    "When making a ranged attack against a target within short range from a standing terrain elevation 10 ft. or more "
    "above an enemy's elevation, make the attack with partial advantage.",
    "elevation",
)
HIGH_GROUND_MELEE = Passage(
    "P21",
    "high-ground",
    "High Ground",
    "When making a melee attack against a target within the reach of the attack from a standing terrain elevation "
    "2 ft. or more above an enemy's elevation, make the attack with partial advantage.",
    "elevation",
)
FLANKING = Passage(
    "P23",
    "flanking",
    "Flanking",
    "When you attack a creature you are adjacent to, if another of that creature's enemies is adjacent to a different "
    "edge of that creature's square base, you make a flanking attack. That attack has partial advantage.",
    "flanking",
    (
        Interpretation(
            "our reading of hexes",
            "The text speaks of a square base. On hexes the edges are the sides of the creature's outline, those of "
            "one direction taken as one edge.",
            lambda case: case.grid == "hex",
        ),
    ),
)

# --- further options --------------------------------------------------------------------------------------------------

HALF_COVER = Passage(
    "P30",
    "half-cover",
    "Half Cover",
    "An attack made against a creature with half cover has partial disadvantage. This replaces the +2 to AC.",
    "cover",
)
THREE_QUARTERS_COVER = Passage(
    "P31",
    "three-quarters-cover",
    "Three-Quarters Cover",
    "An attack made against a creature with three quarters cover has standard disadvantage. This replaces the +5 to "
    "AC.",
    "cover",
)
LIGHTLY_OBSCURED = Passage(
    "P32",
    "lightly-obscured",
    "Lightly Obscured",
    "An attack made against a creature that is lightly obscured (such as when in dim light) has partial disadvantage.",
    "obscurement",
)
DIFFICULT_TERRAIN = Passage(
    "P33",
    "difficult-terrain",
    "Difficult Terrain Etc.",
    "Attacks against a creature occupying or passing through terrain or an obstacle that costs additional movement, "
    "such as climbing for a creature without a climb speed, receive partial advantage. Creatures in such a position "
    "make dexterity saves with partial disadvantage.",
    "terrain",
)
ENABLED = Passage(
    "P8",
    "sneak-attack",
    "Partial Advantage",
    "Abilities that only apply to attack rolls made with advantage, such as a Rogue's Sneak Attack feature, are "
    "available on attacks made with partial advantage.",
)


SIGHT_FAILS = fixed("sight-fails", "a check that relies on sight fails")
SNEAK_ATTACK = fixed("sneak-attack", "Sneak Attack needs advantage, and partial advantage is enough")


def lightly_obscured(case: Case) -> str | None:
    """The target can be seen and is lightly obscured."""
    fact = case.facts.obscurement
    return is_.obscured(case) if fact.sight and fact.level == "lightly" else None


def lightly_obscured_to_the_eye(case: Case) -> str | None:
    """The target is lightly obscured, and the check relies on sight."""
    return lightly_obscured(case) if is_.by_sight(case.request) else None


def invisible_to_the_eye(case: Case) -> str | None:
    """The target cannot be seen, and the check relies on sight."""
    return is_.unseen_target(case) if is_.by_sight(case.request) else None


def sneaks(case: Case) -> str | None:
    """P8: the attack has the ability that the text names."""
    return SNEAK_ATTACK if case.ability("sneak-attack") else None


RULES = (
    TOTAL_COVER.on((*ATTACKS, "save"), is_.covered("total"), Blocked()),
    UNSEEN_TARGET.on_attack(is_.unseen_target, Disadvantage("attack")),
    UNSEEN_ATTACKER.on_attack(is_.unseen_attacker, Advantage("attack")),
    HEAVILY_OBSCURED.on(("perception",), invisible_to_the_eye, noted(SIGHT_FAILS)),
    HIGH_GROUND_RANGED.on_attack(is_.high_ground_ranged, PARTIAL_ADVANTAGE_DIE, attack="ranged"),
    HIGH_GROUND_MELEE.on_attack(is_.high_ground_melee, PARTIAL_ADVANTAGE_DIE, attack="melee"),
    FLANKING.on_attack(is_.flanked, PARTIAL_ADVANTAGE_DIE),
    HALF_COVER.on_attack(is_.covered("half"), PARTIAL_DISADVANTAGE_DIE, option=("half-cover", True)),
    HALF_COVER.on_attack(is_.covered("half"), Flat(2, "ac"), option=("half-cover", False)),
    HALF_COVER.on_save(is_.covered("half"), Flat(2, "save")),
    THREE_QUARTERS_COVER.on_attack(
        is_.covered("three-quarters"), Disadvantage("attack"), option=("three-quarters-cover", True)
    ),
    THREE_QUARTERS_COVER.on_attack(
        is_.covered("three-quarters"), Flat(5, "ac"), option=("three-quarters-cover", False)
    ),
    THREE_QUARTERS_COVER.on_save(is_.covered("three-quarters"), Flat(5, "save")),
    LIGHTLY_OBSCURED.on_attack(lightly_obscured, PARTIAL_DISADVANTAGE_DIE, option=("lightly-obscured", True)),
    LIGHTLY_OBSCURED.on(("perception",), lightly_obscured_to_the_eye, Disadvantage("perception")),
    DIFFICULT_TERRAIN.on_attack(is_.target_difficult, PARTIAL_ADVANTAGE_DIE, option=("difficult-terrain", True)),
    DIFFICULT_TERRAIN.on_save(is_.target_difficult, Die("-1d4", "save"), option=("difficult-terrain", True)),
    ENABLED.on_attack(sneaks, Permit("sneak-attack"), after="partial advantage"),
)

OPTIONS = (
    FLANKING_CORNERS,
    switch(
        "half-cover",
        "Half cover",
        "What half cover does to an attack.",
        on="partial disadvantage on the attack",
        off="+2 AC, the core rule",
    ),
    switch(
        "three-quarters-cover",
        "Three-quarters cover",
        "What three-quarters cover does to an attack.",
        on="disadvantage on the attack",
        off="+5 AC, the core rule",
    ),
    switch(
        "lightly-obscured",
        "Lightly obscured targets",
        "Attacks on a creature in dim light, light fog and the like.",
        on="partial disadvantage on the attack",
        off="no change, the core rule",
    ),
    switch(
        "difficult-terrain",
        "Targets in difficult terrain",
        "Attacks on, and Dexterity saves of, a creature where movement costs extra.",
        on="partial advantage on the attack, partial disadvantage on the save",
        off="no change, the core rule",
    ),
    switch(
        "dms-best-friend",
        '"DM\'s Best Friend"',
        "A button with which the GM adds partial advantage or disadvantage to any roll.",
        on="the GM's button is shown",
        off="the GM's button is hidden",
    ),
    *COVER_OPTIONS,
)


def by_hand(effect: Effect) -> tuple[str, str]:
    """P34: "Partial advantage and partial disadvantage ... may be used in circumstances not covered"; nothing else."""
    return ("P34", "DM's Best Friend") if isinstance(effect, Die) else by_the_gm(effect)


PARTIAL_ADVANTAGE = Ruleset(
    id="partial-advantage",
    title="Partial Advantage and Tactical Position",
    family="fifth",
    source="Partial Advantage and Tactical Position (d20, fifth edition)",
    law=FIFTH,
    rules=RULES,
    options=OPTIONS,
    conventions={"cover": "dmg", "flanking": "edge"},
    measured_by={"flanking-corners": "corners", **MEASURED_BY_COVER_OPTIONS},
    degrees=("none", "half", "three-quarters", "total"),
    cover_ac={"half": 2, "three-quarters": 5},
    by_hand=by_hand,
    interpretations=(WORST_ON_AVERAGE,),
)
