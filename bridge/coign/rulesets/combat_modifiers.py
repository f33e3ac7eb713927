"""Combat Modifiers: higher ground, cover, concealment and flanking for v3.5 and first-edition Pathfinder.

Source: the text of that name. C4, C5, C9, C16 and C18 decide what blocks a line, which square is chosen, what a sense
sees through and who threatens: these are readings of the facts, which this ruleset chooses by conventions and options.
C12, only the best of cover, soft cover and improved cover, is the group `cover` under the family's law.

>>> from coign.rules import example
>>> example(COMBAT_MODIFIERS, elevation={"difference": 2.5, "target_height": 5})
["C1 Attacking From Higher Ground: +1 attack (2.5 ft above, needs 2.5 ft: half the height of the target's space)"]
>>> example(COMBAT_MODIFIERS, elevation={"difference": 2, "target_height": 5})
[]
>>> example(COMBAT_MODIFIERS, kind="ranged", cover={"degree": "soft", "against": "creature"})
['C8 Soft Cover: +2 AC (a creature in the way)']
>>> example(COMBAT_MODIFIERS, occasion="opportunity", cover={"degree": "soft", "against": "creature"})
['C8 Soft Cover: +2 AC (a creature in the way)']
>>> example(COMBAT_MODIFIERS, occasion="save", cover={"degree": "improved", "against": "window"})
['C11 Improved Cover: +4 save (a window or arrow slit in the way)']
>>> example(COMBAT_MODIFIERS, obscurement={"touched": "lightly", "shares": (0.5, 0.5, 0.0)})
['C13 Concealment: 20 % miss chance (dim light on it)']
>>> example(COMBAT_MODIFIERS, actor={"ignores": ["concealment"]}, obscurement={"touched": "lightly"})
[]

Our readings of what the text leaves open:

- C1: "above half the target's occupied square" is half the height of its space or more. "From the back of a mount": the
  steed's back, half the height of its space above it, if the rider's own token is not higher.
- C6 and C15 forbid; what is not threatened is not attacked.
- C8: "inadequate to make a stealth check": soft cover alone does not let a creature hide; concealment beside it does.
- C11: "half damage on a successful save attack, and no damage on a failed save attack" speaks of the effect's success
  and failure, so: half on a failed save, none on a made one. "Full cover provides a +10 bonus on stealth" speaks of
  improved and of total cover.
- C13 and C14: one modifier for what conceals the target, and one for a miss chance of its own.
- C15 stands under "Total Concealment" in the text; its title is that of C6, so that the two are told apart on a card.
"""

from __future__ import annotations

from coign.protocol import Blocked, Flat, Forbid, MissChance, SaveDamage
from coign.rules import ATTACKS, D20, Case, Passage, Ruleset
from coign.rules import conditions as is_
from coign.rules.case import EPSILON
from coign.rules.options import COVER_OPTIONS, MEASURED_BY_COVER_OPTIONS, choice, switch
from coign.rules.phrases import Template, fixed, noted

CONCEALED, WHOLLY_CONCEALED = 20, 50  # miss chance, percent
FULL = ("improved", "total")  # C11: cover that gives +10 to hide

# --- the text ---------------------------------------------------------------------------------------------------------

HIGHER_GROUND = Passage(
    "C1",
    "high-ground",
    "Attacking From Higher Ground",
    "When a creature attacks from a higher elevation than their target they gain a +1 bonus to attack rolls. The "
    "attacking creature must be at least above the half the target creature's occupied square (such as attacking while "
    "standing on a table or from the back of a mount).",
    "elevation",
)
FLANKING = Passage(
    "C17",
    "flanking",
    "Flanking",
    "When making a melee attack, a creature may gain a +2 flanking bonus if the target is threatened by another enemy "
    "creature on the opposite border or corner.",
    "flanking",
)
TOTAL_COVER = Passage(
    "C10",
    "total-cover",
    "Total Cover",
    "If a creature is completely obscured and the attacker has no line of effect to the target, they are treated as "
    "having total cover, and cannot be attacked.",
    "cover",
)
COVER = Passage(
    "C2",
    "cover",
    "Cover",
    "If any of these lines passes through a square or border that would block line of effect or if the creature is "
    "partially obscured by an object they have cover, gaining a +4 bonus to AC.",
    "cover",
)
COVER_IN_MELEE = Passage(
    "C3",
    "cover",
    "Cover",
    "When making a melee attack, if any line from any corner of your square to the target's square goes through a "
    "wall, even including a low wall, the defending creature gains cover from that melee attack.",
    "cover",
)
NOT_THREATENED = Passage(
    "C6",
    "cover-not-threatened",
    "Cover and Attacks of Opportunity",
    "Creatures are not threatened and thus cannot provoke attacks of opportunity from creatures they have cover from.",
    "cover",
)
COVER_ON_SAVES = Passage(
    "C7",
    "cover",
    "Cover and Reflex Saves",
    "If a creature has cover from the origin point of a spell or ability that makes a reflex save attack that creature "
    "gains a +2 bonus on Reflex saves against that effect.",
    "cover",
)
SOFT_COVER = Passage(
    "C8",
    "soft-cover",
    "Soft Cover",
    "Creatures, both allies and enemies, can provide a lesser form of cover against an attack, granting a +2 bonus to "
    "AC, and a +1 bonus on Reflex saves. Soft cover is inadequate to attempt to make a stealth check to hide.",
    "cover",
)
IMPROVED_COVER = Passage(
    "C11",
    "improved-cover",
    "Improved Cover",
    "A target hiding behind an arrowslit or any other type of cover that would obscure 75% or more of a creature has "
    "improved cover: a +8 bonus to AC, and +4 on reflex saves. Full cover provides a +10 bonus on stealth checks made "
    "to hide. Against a reflex save attack the creature only takes half damage, and none if its save succeeds.",
    "cover",
)
CONCEALMENT = Passage(
    "C13",
    "concealment",
    "Concealment",
    "If any of these lines passes through a square or border of an area that provides concealment, the target has "
    "concealment from your attack. Concealment normally grants a creature a 20% chance for an attack to automatically "
    "miss them.",
    "obscurement",
)
OWN_CONCEALMENT = Passage(
    "C13",
    "own-concealment",
    "Concealment",
    "Some effects may not be an area but rather may grant concealment to the creature itself, and some grant a "
    "different miss chance than the normal 20%.",
    "obscurement",
)
TOTAL_CONCEALMENT_TEXT = (
    "When an attack has line of effect, but not line of sight, the defending creature is treated as having total "
    "concealment. Creatures cannot directly attack it, and instead must attack a square they think their target "
    "occupies. In the correct square the miss chance is increased to 50%."
)
TOTAL_CONCEALMENT = Passage("C14", "total-concealment", "Total Concealment", TOTAL_CONCEALMENT_TEXT, "obscurement")
ATTACK_A_SQUARE = fixed(
    "attack-a-square", "no direct attack: a square is attacked; the miss chance is that of the right one"
)
UNSEEN_NOT_THREATENED = Passage(
    "C15",
    "unseen-not-threatened",
    "Total Concealment and Attacks of Opportunity",
    "Creatures that have total concealment do not provoke attacks of opportunity from creatures that they have "
    "concealment from.",
    "obscurement",
)
FELT = Passage(
    "C16",
    "blindsense",
    "Ignoring Concealment",
    "Some senses such as blindsense can assist in locating a creature's square but provide no benefit against the miss "
    "chance itself.",
    "obscurement",
)

ABOVE = Template("above-half", "{above} above, needs {needed}: half the height of the target's space")
ABOVE_MOUNTED = Template(
    "above-half-mounted", "{above} above on your mount's back, needs {needed}: half the height of the target's space"
)
HEIGHT_ASSUMED = fixed("height-assumed", "height of the target's space: unknown, taken as 5 ft")
NO_PLACE_TO_HIDE = fixed("no-place-to-hide", "creatures in the way are no place to hide")
OWN_CHANCE = Template("own-chance", "the creature itself has a miss chance of {percent} %")
SENSE_REACHES = Template("sense-reaches", "{sense} reaches {reach}")
BLINDSENSE, TREMORSENSE = fixed("blindsense", "blindsense"), fixed("tremorsense", "tremorsense")
SQUARE_FOUND = fixed("square-found", "the square is found; the miss chance stays")

# --- conditions -------------------------------------------------------------------------------------------------------


def higher_ground(case: Case) -> str | None:
    """The attacker, or the steed under it, is higher than the target by half the target's height."""
    fact = case.facts.elevation
    needed = fact.target_height / 2 or case.feet(2.5)
    mounted = fact.steed_back is not None and fact.steed_back > fact.attacker
    difference = (fact.steed_back or 0.0) - fact.target if mounted else fact.difference
    if difference < needed - EPSILON:
        return None
    above = ABOVE_MOUNTED if mounted else ABOVE
    return above(above=case.length(difference), needed=case.length(needed))


def height_assumed(case: Case) -> str | None:
    """The height of the target's space is unknown, so that 5 ft are assumed."""
    return None if case.facts.elevation.target_height else HEIGHT_ASSUMED


def cover_from_afar(case: Case) -> str | None:
    """The target has cover, and the two are not adjacent in melee."""
    return None if case.facts.cover.adjacent_melee else is_.covered("cover")(case)


def cover_at_arms_length(case: Case) -> str | None:
    """The target has cover from an attacker adjacent to it in melee."""
    return is_.covered("cover")(case) if case.facts.cover.adjacent_melee else None


def soft_cover_only(case: Case) -> str | None:
    """C8: soft cover, and no concealment beside it."""
    if case.facts.cover.degree != "soft" or is_.obscured(case) is not None:
        return None
    return NO_PLACE_TO_HIDE


def concealed(case: Case) -> str | None:
    """C13: light or an area conceals the target, but the attacker sees it."""
    fact = case.facts.obscurement
    if not fact.sight or (fact.touched == "none" and fact.level == "none") or _pierces(case):
        return None
    return is_.what_obscures(case)


def conceals_itself(case: Case) -> str | None:
    """C13: the creature itself has a miss chance, as under *blur*."""
    own = case.target.coign.miss
    if not own or not case.facts.obscurement.sight or _pierces(case) or _by_blindsight(case):
        return None
    return OWN_CHANCE(percent=f"{own:g}")


def own_miss_chance(case: Case) -> MissChance:
    """The miss chance that the target has by itself."""
    return MissChance(round(case.target.coign.miss or 0))


def wholly_concealed(case: Case) -> str | None:
    """C14: the attacker has line of effect to the target, but no line of sight."""
    fact = case.facts
    if fact.obscurement.sight or not fact.cover.effect or _pierces(case):
        return None
    return is_.unseen_target(case)


def felt_not_seen(case: Case) -> str | None:
    """C16: a sense finds the target's square, but does not see the target."""
    if wholly_concealed(case) is None:
        return None
    senses = case.actor.coign.senses
    for sense, reach in ((BLINDSENSE, senses.blindsense), (TREMORSENSE, senses.tremorsense)):
        if reach and case.facts.range.distance <= reach + EPSILON:
            return SENSE_REACHES(sense=sense, reach=case.length(reach))
    return None


def _pierces(case: Case) -> bool:
    return "concealment" in case.actor.coign.ignores


def _by_blindsight(case: Case) -> bool:
    """C16: blindsight ignores concealment within its range; the measurement already does so for light and areas."""
    reach = case.actor.coign.senses.blindsight
    return bool(reach) and case.facts.cover.effect and case.facts.range.distance <= (reach or 0.0) + EPSILON


# --- the rules --------------------------------------------------------------------------------------------------------

RULES = (
    TOTAL_COVER.on((*ATTACKS, "save"), is_.covered("total"), Blocked()),
    HIGHER_GROUND.on_attack(higher_ground, Flat(1, "attack"), assumes=height_assumed),
    FLANKING.on_attack(is_.flanked, Flat(2, "attack"), attack="melee"),
    COVER.on_attack(cover_from_afar, Flat(4, "ac"), group="cover"),
    COVER_IN_MELEE.on_attack(cover_at_arms_length, Flat(4, "ac"), attack="melee", group="cover"),
    COVER_ON_SAVES.on_save(is_.covered("cover"), Flat(2, "save"), group="cover"),
    SOFT_COVER.on_attack(is_.covered("soft"), Flat(2, "ac"), group="cover"),
    SOFT_COVER.on_save(is_.covered("soft"), Flat(1, "save"), group="cover"),
    SOFT_COVER.on(("stealth",), soft_cover_only, Forbid("hide")),
    IMPROVED_COVER.on_attack(is_.covered("improved"), Flat(8, "ac"), group="cover"),
    IMPROVED_COVER.on_save(
        is_.covered("improved"), Flat(4, "save"), group="cover", save_damage=SaveDamage(failed=0.5, made=0.0)
    ),
    IMPROVED_COVER.on(("stealth",), is_.covered(*FULL), Flat(10, "stealth")),
    NOT_THREATENED.on(("opportunity",), is_.covered("cover", "improved"), Forbid("opportunity-attack")),
    NOT_THREATENED.on(
        ("opportunity",), is_.covered("soft"), Forbid("opportunity-attack"), option=("soft-cover-bars", True)
    ),
    CONCEALMENT.on_attack(concealed, MissChance(CONCEALED)),
    OWN_CONCEALMENT.on_attack(conceals_itself, own_miss_chance),
    TOTAL_CONCEALMENT.on_attack(wholly_concealed, MissChance(WHOLLY_CONCEALED), note=ATTACK_A_SQUARE),
    UNSEEN_NOT_THREATENED.on(("opportunity",), wholly_concealed, Forbid("opportunity-attack")),
    FELT.on_attack(felt_not_seen, noted(SQUARE_FOUND)),
)

OPTIONS = (
    choice(
        "obstacle-rule",
        "Height and nearness of obstacles",
        "An obstacle counts by its height, its distance and who is nearer to it: the text says this of every obstacle.",
        all="of every obstacle and wall, as the text says",
        low="of low walls only",
    ),
    switch(
        "soft-cover-bars",
        "Creatures in the way of an attack of opportunity",
        "Whether soft cover keeps a creature from being threatened, as cover does.",
        on="soft cover bars attacks of opportunity",
        off="soft cover does not bar them",
    ),
    switch(
        "concealment-lines",
        "Dim light and darkness in between",
        "Lines to the target through squares of dim light or darkness that do not reach the target itself.",
        on="they conceal the target, as the text says to the letter",
        off="only light on the target itself counts",
    ),
    *COVER_OPTIONS,
)

COMBAT_MODIFIERS = Ruleset(
    id="combat-modifiers",
    title="Combat Modifiers",
    family="d20",
    source="Combat Modifiers (d20 v3.5, first-edition Pathfinder)",
    law=D20,
    rules=RULES,
    options=OPTIONS,
    conventions={"cover": "d20", "degrees": "d20", "flanking": "opposite", "senses": "d20"},
    measured_by={
        "obstacle-rule": "obstacle_rule",
        "concealment-lines": "concealment_lines",
        **MEASURED_BY_COVER_OPTIONS,
    },
    degrees=("none", "soft", "cover", "improved", "total"),
    supersedes=("core-total-cover", "core-cover"),  # Combat Facing's, for tables that use it alone
    cover_ac={"soft": 2, "cover": 4, "improved": 8},
)
