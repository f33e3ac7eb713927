"""Pathfinder, first edition, and d20 v3.5 as an option: the combat modifiers as the core rules print them.

Sources, Open Game Content under the Open Game License 1.0a (see NOTICE.md): Pathfinder Roleplaying Game Reference
Document, and System Reference Document 3.5, both "Combat Modifiers"; the words are ours.

>>> from coign.protocol import Company
>>> from coign.rules import example
>>> example(PATHFINDER_1E, kind="ranged", cover={"degree": "soft", "against": "creature"})
['J4 Soft Cover: +4 AC (a creature in the way)']
>>> example(PATHFINDER_1E, occasion="save", cover={"degree": "soft", "against": "creature"})
[]
>>> shot = {"kind": "ranged", "range": {"company": Company(engaged=("C",), apart=5.0)}}
>>> example(PATHFINDER_1E, **shot)
['J14 Shooting into a Melee: -4 attack (a friend is in melee with the target)']
>>> example(PATHFINDER_1E, actor={"feats": ["precise-shot"]}, **shot)
[]
>>> ogre = {"kind": "ranged", "range": {"company": Company(engaged=("C",), larger=2, apart=5.0)}}
>>> example(PATHFINDER_1E, **ogre)
['J14 Shooting into a Melee: -2 attack (a friend is in melee with the target, which is 2 sizes larger)']
>>> example(PATHFINDER_1E, options={"edition": "v3.5"}, **ogre)
['J14 Shooting into a Melee: -4 attack (a friend is in melee with the target)']
>>> example(PATHFINDER_1E, kind="ranged", range={"distance": 130.0, "increment": 3})
['J17 Range Increments: -4 attack (in range increment 3)']

Where v3.5 differs, by the option `edition`: it has no partial cover, the target's size does not lessen the penalty for
shooting into a melee, and Far Shot does not halve range penalties (it lengthens the increment, which the game system
does).
"""

from __future__ import annotations

from coign.protocol import Blocked, CoverFact, Flat, Forbid, Permit, SaveDamage
from coign.rules import ATTACKS, D20, Case, Ruleset, book, traits, water
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.case import EPSILON
from coign.rules.facing.conditions import IMMUNE
from coign.rules.ignoring import ignored, printing
from coign.rules.options import COVER_OPTIONS, MEASURED_BY_COVER_OPTIONS
from coign.rules.phrases import Template, fixed, noted
from coign.rules.rule import When
from coign.rulesets import combat_modifiers as shared
from coign.util.names import names_creature

ID = "pathfinder-1e"
BOOK = book(__file__, "Pathfinder RPG Reference Document and SRD 3.5")
PRECISE = 30.0  # feet: farther off no shot finds a vital spot
APART = 10.0  # feet between a friend and the part of the target that is aimed at
PRONE_WEAPONS = ("crossbow", "shuriken", "musket", "pistol")  # that can be used while prone

PARTLY = Template("partly-covered", "{cover}; {share} of it is in view")
MOUNT_ABOVE = Template("on-a-higher-mount", "{above} above on your mount's back")
ENGAGED_LARGER = Template("engaged-larger", "{who} is in melee with the target, which is {sizes} sizes larger")
NO_OPENING = fixed("not-flanked-nor-flat-footed", "the target is neither flanked nor flat-footed")
TOO_FAR = fixed("too-far-for-precision", "more than 30 ft away")
LOSES_DEXTERITY = fixed("loses-dexterity", "the defender loses its Dexterity bonus to AC")


# --- conditions -------------------------------------------------------------------------------------------------------


def edition(case: Case) -> str:
    """The edition in use, as `coign.rules.ignoring` names it."""
    return printing(case) or "pathfinder-1"


def step(fact: CoverFact) -> str:
    """Return the degree of cover in the game's words: partial, if more than half of the target is in view."""
    is_graded = bool(fact.lines) or fact.share is not None  # a GM's word has no lines
    return "partial-cover" if fact.degree == "cover" and fact.exposure > 0.5 and is_graded else fact.degree


def mostly_in_view(case: Case) -> str | None:
    """The target has cover, and more than half of it is in view."""
    fact = case.facts.cover
    if step(fact) != "partial-cover":
        return None
    return PARTLY(cover=is_.cover_in_words(case), share=f"{100 * fact.exposure:.0f} %")


def partly_covered(case: Case) -> str | None:
    """The target has partial cover, which v3.5 does not have, and nothing about the attack ignores it."""
    allowed = case.option(ID, "partial-cover") is True and edition(case) == "pathfinder-1"
    return _unless("cover", mostly_in_view)(case) if allowed else None


def fully_covered(case: Case) -> str | None:
    """The target has cover that is not partial."""
    return None if partly_covered(case) is not None else by.covered(edition, "cover")(case)


def concealed(case: Case) -> str | None:
    """The target is concealed; in adjacent melee all of it has to be."""
    close = case.request.attack.kind == "melee" and case.facts.range.adjacent
    if close and case.facts.obscurement.wholly == "none":
        return None
    return shared.concealed(case)


def higher(case: Case) -> str | None:
    """The attacker has a floor, or a steed's back, high enough above the target."""
    fact = case.facts.elevation
    needed = fact.target_height / 2 or case.feet(2.5)
    if fact.attacker_from == "steed":
        above = fact.difference > needed + EPSILON
        return MOUNT_ABOVE(above=case.length(fact.difference)) if above and fact.target_from != "steed" else None
    return is_.stands_above(case, needed, shared.ABOVE)


def unseen_attacker(case: Case) -> str | None:
    """The target does not see the attacker; what a blinded target loses is its own condition's part."""
    blinded = any(traits.having(case.target, edition(case), "blind"))
    return None if blinded and not case.actor.status("invisible") else is_.out_of_its_sight(case)


def into_melee(case: Case) -> str | None:
    """A friend fights the target hand to hand, and the shot cannot avoid them."""
    company = case.facts.range.company
    if company is None or not company.engaged or _into_melee_penalty(case) == 0:
        return None
    who = case.name(company.engaged[0], by.A_FRIEND)
    if _into_melee_penalty(case) == -2:
        return ENGAGED_LARGER(who=who, sizes=company.larger)
    return by.ENGAGED(who=who)


def into_melee_penalty(case: Case) -> Flat:
    """The penalty for shooting into a melee."""
    return Flat(_into_melee_penalty(case), "attack")


def _into_melee_penalty(case: Case) -> int:
    company = case.facts.range.company
    if company is None or (company.apart is not None and company.apart >= case.feet(APART) - EPSILON):
        return 0
    if edition(case) == "v3.5":
        return -4
    return 0 if company.larger >= 3 else -2 if company.larger == 2 else -4


def cannot_shoot_prone(case: Case) -> str | None:
    """The attacker is prone, and its weapon cannot be used while prone."""
    attack = case.request.attack
    if attack.spell or names_creature(PRONE_WEAPONS, attack.name):
        return None
    return by.attacker_lies(case)


def increment_penalty(case: Case) -> Flat:
    """The penalty of the range increment: 2 for each beyond the first, or 1 with Far Shot."""
    each = 1 if "far-shot" in ignored(case, edition(case)) else 2
    return Flat(-each * ((case.facts.range.increment or 1) - 1), "attack")


def _unless(word: str, condition: When) -> When:
    return by.unless_ignored(word, edition, condition)


WHOLLY = _unless("total-concealment", shared.wholly_concealed)
CONCEALED = _unless("concealment", concealed)
CONCEALED_ITSELF = _unless("concealment", shared.conceals_itself)
MISSED_BY_CHANCE = is_.either(WHOLLY, CONCEALED, CONCEALED_ITSELF)


# --- sneak attacks ----------------------------------------------------------------------------------------------------


def sneaking(condition: When) -> When:
    """Limit a condition to attacks that may be sneak attacks."""
    return lambda case: condition(case) if case.ability("sneak-attack") else None


def without(condition: When) -> When:
    """A condition that holds where another does not."""
    return lambda case: NO_OPENING if condition(case) is None else None


def opening(case: Case) -> str | None:
    """The target is flanked, or loses its Dexterity bonus to AC."""
    lost = _dexterity_lost(case)
    if lost is not None:
        return lost
    return by.flanked(edition)(case) if case.request.attack.kind == "melee" else None


def _dexterity_lost(case: Case) -> str | None:
    """The target loses its Dexterity bonus: by a condition, or because it does not see the attacker.

    Uncanny dodge keeps the bonus of the flat-footed, and against attackers who are not seen.
    """
    uncanny = any(map(case.target.feat, ("uncanny-dodge", "improved-uncanny-dodge")))
    rows = traits.having(case.target, edition(case), "dexterity-lost")
    match = next((row for row in rows if not (uncanny and row.name == "flat-footed")), None)
    if match is not None:
        return traits.TARGET_IS(condition=traits.CONDITIONS[match.name])
    return None if uncanny or _unless("unseen-attacker", unseen_attacker)(case) is None else LOSES_DEXTERITY


def imprecise(case: Case) -> str | None:
    """The target is immune, concealed, or too far off to find a vital spot."""
    if traits.immune_to_precision(case.target, edition(case)):
        return IMMUNE
    if case.request.attack.kind == "ranged" and not case.within(PRECISE):
        return TOO_FAR
    return MISSED_BY_CHANCE(case)


# --- the rules --------------------------------------------------------------------------------------------------------

RULES = (
    BOOK["total-cover"].on((*ATTACKS, "save"), is_.covered("total"), Blocked()),
    BOOK["range-increments"].on_attack(by.out_of_range, Blocked(), attack="ranged"),
    BOOK["under-the-water"].on_attack(water.below_the_water, Blocked()),
    BOOK["from-land"].on_attack(water.out_of_the_water, Flat(8, "ac"), group="cover"),
    BOOK["under-water"].on_attack(water.thrown_into_water, Forbid("attack"), attack="ranged"),
    BOOK["under-water"].on_attack(water.through_water, water.missile_penalty, attack="ranged"),
    BOOK["under-water"].on_attack(water.blunted, Flat(-2, "attack"), attack="melee", note=water.HALF_DAMAGE),
    BOOK["high-ground"].on_attack(higher, Flat(1, "attack"), attack="melee", assumes=shared.height_assumed),
    BOOK["flanking"].on_attack(by.flanked(edition), Flat(2, "attack"), attack="melee"),
    BOOK["unseen-attacker"].on_attack(
        _unless("unseen-attacker", unseen_attacker), Flat(2, "attack"), note=LOSES_DEXTERITY
    ),
    BOOK["sneak-attack"].on_attack(sneaking(opening), Permit("sneak-attack")),
    BOOK["no-sneak-attack"].on_attack(sneaking(without(opening)), Forbid("sneak-attack")),
    BOOK["no-precision"].on_attack(sneaking(imprecise), Forbid("sneak-attack")),
    BOOK["into-melee"].on_attack(_unless("into-melee", into_melee), into_melee_penalty, attack="ranged"),
    BOOK["range-increments"].on_attack(by.in_increment(2), increment_penalty, attack="ranged"),
    BOOK["attacker-prone"].on_attack(by.attacker_lies, Flat(-4, "attack"), attack="melee"),
    BOOK["attacker-prone"].on_attack(cannot_shoot_prone, Forbid("attack"), attack="ranged"),
    BOOK["attacker-condition"].on_attack(*traits.worse("attack", edition), option=("conditions", "coign")),
    BOOK["target-condition"].on_attack(*traits.worse("ac", edition), option=("conditions", "coign")),
    BOOK["target-prone"].on_attack(by.target_lies, Flat(-4, "ac"), attack="melee"),
    BOOK["target-prone"].on_attack(by.target_lies, Flat(4, "ac"), attack="ranged"),
    BOOK["J2 cover"].on_attack(fully_covered, Flat(4, "ac"), **by.cover_details(edition, "cover")),
    BOOK["J3 cover"].on_save(fully_covered, Flat(2, "save"), **by.cover_details(edition, "cover")),
    BOOK["J5 cover"].on_attack(partly_covered, Flat(2, "ac"), group="cover"),
    BOOK["J5 cover"].on_save(partly_covered, Flat(1, "save"), group="cover"),
    BOOK["soft-cover"].on_attack(by.covered(edition, "soft"), Flat(4, "ac"), **by.cover_details(edition, "soft")),
    BOOK["soft-cover"].on(("stealth",), shared.soft_cover_only, Forbid("hide")),
    BOOK["improved-cover"].on_attack(
        by.covered(edition, "improved"), Flat(8, "ac"), **by.cover_details(edition, "improved")
    ),
    BOOK["improved-cover"].on_save(
        by.covered(edition, "improved"),
        Flat(4, "save"),
        save_damage=SaveDamage(failed=0.5, made=0.0),
        **by.cover_details(edition, "improved"),
    ),
    BOOK["improved-cover"].on(
        ("stealth",), is_.covered("improved"), Flat(10, "stealth"), aside=by.uncounted(edition, "improved")
    ),
    BOOK["not-threatened"].on(("opportunity",), is_.not_threatened, Forbid("opportunity-attack")),
    BOOK["cover-not-threatened"].on(("opportunity",), is_.covered("cover", "improved"), Forbid("opportunity-attack")),
    BOOK["concealment"].on_attack(CONCEALED, shared.miss_chance(20)),
    BOOK["own-concealment"].on_attack(CONCEALED_ITSELF, shared.own_miss_chance),
    BOOK["total-concealment"].on_attack(
        _unless("lessened", WHOLLY), shared.miss_chance(50), note=shared.ATTACK_A_SQUARE
    ),
    BOOK["total-concealment"].on_attack(
        by.only_if_ignored("lessened", printing, WHOLLY), shared.miss_chance(20), note=shared.ATTACK_A_SQUARE
    ),
    BOOK["concealment"].on_attack(by.only_if_ignored("rerolled", printing, MISSED_BY_CHANCE), noted(shared.ROLL_AGAIN)),
    BOOK["unseen-not-threatened"].on(("opportunity",), shared.wholly_concealed, Forbid("opportunity-attack")),
    BOOK["total-concealment"].on_attack(shared.felt_not_seen, noted(shared.SQUARE_FOUND)),
)


PATHFINDER_1E = Ruleset(
    id=ID,
    title="Pathfinder (first edition) and d20 v3.5",
    family="d20",
    source="Pathfinder RPG Reference Document, System Reference Document 3.5 (OGL 1.0a)",
    law=D20,
    rules=RULES,
    options=(*BOOK.options, *COVER_OPTIONS),
    conventions={
        "cover": "d20",
        "degrees": "d20",
        "flanking": "opposite",
        "senses": "pathfinder-1",
        "company": True,
    },
    measured_by={**BOOK.measured_by, **MEASURED_BY_COVER_OPTIONS},
    degrees=("none", "soft", "partial-cover", "cover", "improved", "total"),
    step=step,
    cover_ac={"soft": 4, "cover": 4, "improved": 8},
)
