"""Partial Advantage and Tactical Position: fifth edition, with a d4 where a full advantage would be too much.

Source: the text of that name (d20, fifth edition). P1 to P10, the die and how it stacks, are the family's law
(`coign.rules.fifth`); here are the positions that give it, the further options, and the core rules that they replace.

Readings taken where the text leaves one open:

- P20: nothing from a weapon whose short range is not known; the measurement says what it had to leave unjudged.
- P22: what flies, hovers, swims or burrows stands on nothing; a swimming target counts at its surface. A flying target
  lower than the ledge counts as it is.
- P23: two neighbours are at different edges when they have no edge in common, a corner lying along both of its edges.
  `flanking-corners: shared` lets a pair flank when each can be given an edge of its own. Melee and ranged alike.
- P30: the switch changes the attack alone. The text replaces "the +2 to AC"; the bonus to Dexterity saves stays.
- P32: looking for a lightly obscured creature is at disadvantage by the core rule, whichever way the switch stands.
- P34: the switch hides the GM's button and nothing else; a modifier that a GM has added counts.
"""

from __future__ import annotations

from coign.protocol import Advantage, Blocked, Choice, Die, Disadvantage, Flat, Note, Permit
from coign.rules import FIFTH, Case, Rule, Ruleset, When
from coign.rules import conditions as is_

ATTACKS = ("attack", "opportunity")
PARTIAL_ADVANTAGE_ON_ATTACK = Die("1d4", "attack")
PARTIAL_DISADVANTAGE_ON_ATTACK = Die("-1d4", "attack")

# P20 to P23: measures of this text, which other texts borrow.
high_ground_ranged = is_.both(is_.in_short_range, is_.standing_above(10))
high_ground_melee = is_.both(is_.in_reach, is_.standing_above(2))
flanking = is_.flanked

# fmt: off
POSITION = (
    Rule(id="P20", modifier="high-ground", title="High Ground", occasions=ATTACKS, attack="ranged",
         when=high_ground_ranged, gives=PARTIAL_ADVANTAGE_ON_ATTACK, figure="elevation"),
    Rule(id="P21", modifier="high-ground", title="High Ground", occasions=ATTACKS, attack="melee",
         when=high_ground_melee, gives=PARTIAL_ADVANTAGE_ON_ATTACK, figure="elevation"),
    Rule(id="P23", modifier="flanking", title="Flanking", occasions=ATTACKS,
         when=flanking, gives=PARTIAL_ADVANTAGE_ON_ATTACK, figure="flanking"),
)
# fmt: on


def cover_save(degree: str) -> When:
    return is_.both(is_.dexterity_save, is_.covered(degree))


# fmt: off
HALF_COVER = (
    Rule(id="P30", modifier="half-cover", title="Half Cover", occasions=ATTACKS, option=("half-cover", True),
         when=is_.covered("half"), gives=PARTIAL_DISADVANTAGE_ON_ATTACK, figure="cover"),
    Rule(id="P30", modifier="half-cover", title="Half Cover", occasions=ATTACKS, option=("half-cover", False),
         when=is_.covered("half"), gives=Flat(2, "ac"), figure="cover"),
    Rule(id="P30", modifier="half-cover", title="Half Cover", occasions=("save",),
         when=cover_save("half"), gives=Flat(2, "save"), figure="cover", assumes=is_.dexterity_assumed),
)

THREE_QUARTERS_COVER = (
    Rule(id="P31", modifier="three-quarters-cover", title="Three-Quarters Cover", occasions=ATTACKS,
         option=("three-quarters-cover", True),
         when=is_.covered("three-quarters"), gives=Disadvantage("attack"), figure="cover"),
    Rule(id="P31", modifier="three-quarters-cover", title="Three-Quarters Cover", occasions=ATTACKS,
         option=("three-quarters-cover", False),
         when=is_.covered("three-quarters"), gives=Flat(5, "ac"), figure="cover"),
    Rule(id="P31", modifier="three-quarters-cover", title="Three-Quarters Cover", occasions=("save",),
         when=cover_save("three-quarters"), gives=Flat(5, "save"), figure="cover", assumes=is_.dexterity_assumed),
)
# fmt: on


def lightly_obscured(case: Case) -> str | None:
    fact = case.facts.obscurement
    return is_.obscured(case) if fact.sight and fact.level == "lightly" else None


def lightly_obscured_to_the_eye(case: Case) -> str | None:
    return lightly_obscured(case) if is_.by_sight(case.request) else None


def invisible_to_the_eye(case: Case) -> str | None:
    return is_.unseen_target(case) if is_.by_sight(case.request) else None


# fmt: off
LIGHTLY_OBSCURED = (
    Rule(id="P32", modifier="lightly-obscured", title="Lightly Obscured", occasions=ATTACKS,
         option=("lightly-obscured", True),
         when=lightly_obscured, gives=PARTIAL_DISADVANTAGE_ON_ATTACK, figure="obscurement"),
    Rule(id="P32", modifier="lightly-obscured", title="Lightly Obscured", occasions=("perception",),
         when=lightly_obscured_to_the_eye, gives=Disadvantage("perception"), figure="obscurement"),
)

DIFFICULT_TERRAIN = (
    Rule(id="P33", modifier="difficult-terrain", title="Difficult Terrain Etc.", occasions=ATTACKS,
         option=("difficult-terrain", True),
         when=is_.target_difficult, gives=PARTIAL_ADVANTAGE_ON_ATTACK, figure="terrain"),
    Rule(id="P33", modifier="difficult-terrain", title="Difficult Terrain Etc.", occasions=("save",),
         option=("difficult-terrain", True),
         when=is_.both(is_.dexterity_save, is_.target_difficult), gives=Die("-1d4", "save"), figure="terrain",
         assumes=is_.dexterity_assumed),
)

CORE = (
    Rule(id="P-total", modifier="total-cover", title="Total Cover", occasions=(*ATTACKS, "save"),
         when=is_.covered("total"), gives=Blocked(), figure="cover"),
    Rule(id="P-unseen-target", modifier="unseen-target", title="Unseen Target", occasions=ATTACKS,
         when=is_.unseen_target, gives=Disadvantage("attack"), figure="obscurement"),
    Rule(id="P-unseen-attacker", modifier="unseen-attacker", title="Unseen Attacker", occasions=ATTACKS,
         when=is_.unseen_attacker, gives=Advantage("attack"), figure="obscurement"),
    Rule(id="P-unseen", modifier="unseen", title="Heavily Obscured", occasions=("perception",),
         when=invisible_to_the_eye, gives=Note("a check that relies on sight fails"), figure="obscurement"),
)
# fmt: on


def needs_advantage(case: Case) -> str | None:
    return "needs advantage, which partial advantage serves" if case.ability("sneak-attack") else None


# fmt: off
ENABLED = (
    Rule(id="P8", modifier="sneak-attack", title="Partial Advantage", occasions=ATTACKS, after="partial advantage",
         when=needs_advantage, gives=Permit("sneak-attack")),
)
# fmt: on

COVER_READING = Choice(
    name="cover-reading",
    default="default",
    values=("default", "area"),
    help="Judge cover by corner lines (default) or by how much of the target can be reached (area).",
)
AREA_THRESHOLDS = Choice(
    name="area-thresholds",
    default="50/25",
    values=("50/25", "75/50", "75/25", "66/33"),
    help="With cover judged by area: up to how many percent in reach are half cover, and three-quarters or improved.",
)
INVISIBLE_WALLS = Choice(
    name="invisible-walls",
    default="clear",
    values=("clear", "solid"),
    help="Whether walls that stop movement only, as of glass or force, are clear or solid to an attack.",
)
MEASURING = (COVER_READING, AREA_THRESHOLDS, INVISIBLE_WALLS)  # of every ruleset that knows cover
MEASURED_BY = {
    "cover-reading": "cover",
    "area-thresholds": "area_thresholds",
    "invisible-walls": "invisible_walls",
}
FLANKING_CORNERS = Choice(
    name="flanking-corners",
    default="strict",
    values=("strict", "shared"),
    help="Whether a creature at a corner takes up both edges (strict) or may be given either (shared).",
)

PARTIAL_ADVANTAGE = Ruleset(
    id="partial-advantage",
    title="Partial Advantage and Tactical Position",
    family="fifth",
    source="Partial Advantage and Tactical Position (d20, fifth edition)",
    law=FIFTH,
    rules=(*CORE, *POSITION, *HALF_COVER, *THREE_QUARTERS_COVER, *LIGHTLY_OBSCURED, *DIFFICULT_TERRAIN, *ENABLED),
    options=(
        FLANKING_CORNERS,
        Choice(name="half-cover", default=False, help="Half cover is partial disadvantage instead of +2 AC."),
        Choice(
            name="three-quarters-cover", default=False, help="Three-quarters cover is disadvantage instead of +5 AC."
        ),
        Choice(name="lightly-obscured", default=False, help="Attacks on the lightly obscured: partial disadvantage."),
        Choice(name="difficult-terrain", default=False, help="Attacks on those slowed by terrain: partial advantage."),
        Choice(
            name="dms-best-friend", default=False, help="A button to add partial advantage or disadvantage by hand."
        ),
        *MEASURING,
    ),
    conventions={"cover": "dmg", "flanking": "edge"},
    measured_by={"flanking-corners": "corners", **MEASURED_BY},
    degrees=("none", "half", "three-quarters", "total"),
    cover_ac={"half": 2, "three-quarters": 5},
    by_hand=("P34", "DM's Best Friend"),
)
