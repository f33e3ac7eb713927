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
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from coign.protocol import Blocked, Flat, Forbid, MissChance, SaveDamage
from coign.rules import ATTACKS, D20, Case, Ruleset, book
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.case import EPSILON
from coign.rules.ignoring import ignores, printing
from coign.rules.options import COVER_OPTIONS, MEASURED_BY_COVER_OPTIONS
from coign.rules.phrases import Template, fixed, noted
from coign.rules.readings.obscurement import PINPOINTED_BY_SCENT
from coign.rules.rule import When
from coign.rules.traits import pierced

BOOK = book(__file__)
PART, WHOLE = 20, 50  # miss chance of concealment and of total concealment, percent
FULL = ("improved", "total")  # C11: cover that gives +10 to hide

ATTACK_A_SQUARE = fixed(
    "attack-a-square", "no direct attack: a square is attacked; the miss chance is that of the right one"
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
SCENT = fixed("scent", "scent")
ROLL_AGAIN = fixed(
    "roll-chance-again", "Blind-Fight: a miss by the chance is rolled once more; of two d100 the higher counts"
)
SQUARE_FOUND = fixed("square-found", "the square is found; the miss chance stays")

# --- conditions -------------------------------------------------------------------------------------------------------


def higher_ground(case: Case) -> str | None:
    """The attacker, on its feet or on its steed's back, is higher than the target by half the target's height."""
    fact = case.facts.elevation
    needed = fact.target_height / 2 or case.feet(2.5)
    if fact.difference < needed - EPSILON:
        return None
    above = ABOVE_MOUNTED if fact.attacker_from == "steed" else ABOVE
    return above(above=case.length(fact.difference), needed=case.length(needed))


def height_assumed(case: Case) -> str | None:
    """The height of the target's space is unknown, so that 5 ft are assumed."""
    return None if case.facts.elevation.target_height else HEIGHT_ASSUMED


def from_afar(condition: When) -> When:
    """Limit a condition to two who are not adjacent in melee."""
    return lambda case: None if case.facts.cover.adjacent_melee else condition(case)


def at_arms_length(condition: When) -> When:
    """Limit a condition to an attacker who is adjacent to the target in melee."""
    return lambda case: condition(case) if case.facts.cover.adjacent_melee else None


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
    if not own or not case.facts.obscurement.sight or _pierces(case) or _by_blindsight(case) or _by_true_seeing(case):
        return None
    return OWN_CHANCE(percent=f"{own:g}")


def own_miss_chance(case: Case) -> MissChance:
    """The miss chance that the target has by itself."""
    return miss_chance(round(case.target.coign.miss or 0))(case)


def miss_chance(percent: int) -> Callable[[Case], MissChance]:
    """Make an effect: this miss chance, which Blind-Fight rolls twice."""
    return lambda case: MissChance(percent, twice=ignores(case, printing, "rerolled"))


def wholly_concealed(case: Case) -> str | None:
    """C14: the attacker has line of effect to the target, but no line of sight."""
    fact = case.facts
    if fact.obscurement.sight or not fact.cover.effect or _pierces(case):
        return None
    return is_.out_of_sight(case)


def felt_not_seen(case: Case) -> str | None:
    """C16: a sense finds the target's square, but does not see the target."""
    if wholly_concealed(case) is None:
        return None
    senses, near = case.actor.coign.senses, case.feet(PINPOINTED_BY_SCENT)
    scent = None if senses.scent is None else min(senses.scent, near)
    for sense, reach in ((BLINDSENSE, senses.blindsense), (TREMORSENSE, senses.tremorsense), (SCENT, scent)):
        if reach and case.facts.range.distance <= reach + EPSILON:
            return SENSE_REACHES(sense=sense, reach=case.length(reach))
    return None


def _pierces(case: Case) -> bool:
    return "concealment" in case.actor.coign.ignores


def _by_true_seeing(case: Case) -> bool:
    """Tell whether a sense finds what only seems to be elsewhere, or is blurred."""
    return pierced(case, printing(case) or "v3.5", "displacement")


def _by_blindsight(case: Case) -> bool:
    """C16: blindsight ignores concealment within its range; the measurement already does so for light and areas."""
    reach = case.actor.coign.senses.blindsight
    return bool(reach) and case.facts.cover.effect and case.facts.range.distance <= (reach or 0.0) + EPSILON


def covered(degree: str) -> When:
    """A condition: the target has this degree of cover, and nothing about the attack ignores it."""
    return by.unless_ignored(degree, printing, is_.covered(degree))


uncounted = partial(by.uncounted, printing)
WHOLLY = by.unless_ignored("total-concealment", printing, wholly_concealed)
CONCEALED = by.unless_ignored("concealment", printing, concealed)
CONCEALED_ITSELF = by.unless_ignored("concealment", printing, conceals_itself)
MISSED_BY_CHANCE = is_.either(WHOLLY, CONCEALED, CONCEALED_ITSELF)


# --- the rules --------------------------------------------------------------------------------------------------------

RULES = (
    BOOK["total-cover"].on((*ATTACKS, "save"), is_.covered("total"), Blocked()),
    BOOK["high-ground"].on_attack(higher_ground, Flat(1, "attack"), assumes=height_assumed),
    BOOK["flanking"].on_attack(by.flanked(printing), Flat(2, "attack"), attack="melee"),
    BOOK["C2 cover"].on_attack(
        from_afar(covered("cover")), Flat(4, "ac"), group="cover", aside=from_afar(uncounted("cover"))
    ),
    BOOK["C3 cover"].on_attack(
        at_arms_length(covered("cover")),
        Flat(4, "ac"),
        attack="melee",
        group="cover",
        aside=at_arms_length(uncounted("cover")),
    ),
    BOOK["C7 cover"].on_save(covered("cover"), Flat(2, "save"), **by.cover_details(printing, "cover")),
    BOOK["soft-cover"].on_attack(covered("soft"), Flat(2, "ac"), **by.cover_details(printing, "soft")),
    BOOK["soft-cover"].on_save(covered("soft"), Flat(1, "save"), **by.cover_details(printing, "soft")),
    BOOK["soft-cover"].on(("stealth",), soft_cover_only, Forbid("hide")),
    BOOK["improved-cover"].on_attack(covered("improved"), Flat(8, "ac"), **by.cover_details(printing, "improved")),
    BOOK["improved-cover"].on_save(
        covered("improved"),
        Flat(4, "save"),
        save_damage=SaveDamage(failed=0.5, made=0.0),
        **by.cover_details(printing, "improved"),
    ),
    BOOK["improved-cover"].on(("stealth",), is_.covered(*FULL), Flat(10, "stealth"), aside=uncounted("improved")),
    BOOK["not-threatened"].on(("opportunity",), is_.not_threatened, Forbid("opportunity-attack")),
    BOOK["cover-not-threatened"].on(("opportunity",), is_.covered("cover", "improved"), Forbid("opportunity-attack")),
    BOOK["cover-not-threatened"].on(
        ("opportunity",), is_.covered("soft"), Forbid("opportunity-attack"), option=("soft-cover-bars", True)
    ),
    BOOK["concealment"].on_attack(CONCEALED, miss_chance(PART)),
    BOOK["own-concealment"].on_attack(CONCEALED_ITSELF, own_miss_chance),
    BOOK["total-concealment"].on_attack(
        by.unless_ignored("lessened", printing, WHOLLY), miss_chance(WHOLE), note=ATTACK_A_SQUARE
    ),
    BOOK["total-concealment"].on_attack(
        by.only_if_ignored("lessened", printing, WHOLLY), miss_chance(PART), note=ATTACK_A_SQUARE
    ),
    BOOK["concealment"].on_attack(by.only_if_ignored("rerolled", printing, MISSED_BY_CHANCE), noted(ROLL_AGAIN)),
    BOOK["unseen-not-threatened"].on(("opportunity",), wholly_concealed, Forbid("opportunity-attack")),
    BOOK["blindsense"].on_attack(felt_not_seen, noted(SQUARE_FOUND)),
)

COMBAT_MODIFIERS = Ruleset(
    id="combat-modifiers",
    title="Combat Modifiers",
    family="d20",
    source="Combat Modifiers (d20 v3.5, first-edition Pathfinder)",
    law=D20,
    rules=RULES,
    options=(*BOOK.options, *COVER_OPTIONS),
    conventions={"cover": "d20", "degrees": "d20", "flanking": "opposite", "threat": "combat-modifiers"},
    measured_by={**BOOK.measured_by, **MEASURED_BY_COVER_OPTIONS},
    degrees=("none", "soft", "cover", "improved", "total"),
    over=("pathfinder-1e",),
    cover_ac={"soft": 2, "cover": 4, "improved": 8},
)
